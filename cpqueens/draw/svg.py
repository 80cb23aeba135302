"""Boards as SVG."""

from __future__ import annotations

from collections.abc import Collection

from cpqueens.placement import Placement

CELL = 24


def placement_svg(
    placement: Placement, attacking: Collection[tuple[int, int]] = (), cell: int = CELL
) -> str:
    """The board with its queens; those `attacking`, (row, column) from 1, are marked and joined.

    `cell` is the side of a cell in pixels.
    """
    rows, columns = len(placement), placement.width
    width, height = columns * cell, rows * cell
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' "
        f"width='{width}' height='{height}' role='img' aria-label='{rows} queens'>",
        f"<rect width='{width}' height='{height}' fill='#f0e6d2'/>",
    ]
    for r in range(rows):
        for c in range((r + 1) % 2, columns, 2):
            parts.append(
                f"<rect x='{c * cell}' y='{r * cell}' width='{cell}' height='{cell}' "
                "fill='#b8a080'/>"
            )
    marked = set(attacking)
    centres = [((c - 0.5) * cell, (r - 0.5) * cell) for r, c in attacking]
    for r, c in enumerate(placement):
        colour = "#c4432b" if (r + 1, c + 1) in marked else "#222"
        parts.append(
            f"<text x='{(c + 0.5) * cell}' y='{(r + 0.5) * cell}' font-size='{cell * 0.8}' "
            f"text-anchor='middle' dominant-baseline='central' fill='{colour}'>\u265b</text>"
        )
    if len(centres) == 2:
        (x1, y1), (x2, y2) = centres
        parts.append(
            f"<line x1='{x1}' y1='{y1}' x2='{x2}' y2='{y2}' stroke='#c4432b' "
            f"stroke-width='{cell / 8}' stroke-opacity='0.7'/>"
        )
    return "".join([*parts, "</svg>"])
