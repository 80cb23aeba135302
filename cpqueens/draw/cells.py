"""Small boards, drawn cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cpqueens.draw.colours import (
    ATTACKED,
    BARRED,
    CHOSEN,
    CHOSEN_FRAME,
    CROSS,
    DARK,
    LIGHT,
    background,
    by_colour,
)
from cpqueens.draw.scene import Cell, Grid, Scene, runs
from cpqueens.draw.svg import FRAME, QUEEN, WRONG, queen, rectangle, short, text

_QUEEN_PART = 0.86
_QUEENS_OVER_VALUES_FROM = 32
"""Cells of fewer pixels have no room for a queen above the value."""


def draw_cells(scene: Scene, cell: int) -> str:
    """The board without what is beside it, `cell` pixels a cell."""
    width, height = scene.columns * cell, scene.rows * cell
    parts = [
        *_ground(scene, cell),
        *_crosses(scene, cell),
        *_chosen(scene, cell),
        rectangle(0, 0, width, height, f'fill="none" stroke="{FRAME}" stroke-width="1.5"'),
        *(_borders(scene.regions, cell) if scene.regions is not None else ()),
        *_attacks(scene, cell),
        *(_values(scene, scene.values, cell) if scene.values is not None else ()),
        *_queens(scene, cell),
        *_dispute(scene, cell),
    ]
    return "".join(parts)


def _ground(scene: Scene, cell: int) -> Iterator[str]:
    width, height = scene.columns * cell, scene.rows * cell
    if scene.regions is None and scene.values is None:
        yield rectangle(0, 0, width, height, f'fill="{LIGHT}"')
        # A dashed stroke a row, so that a board costs a path and not a rectangle a square.
        starts = (
            f"M{short((r + 1) % 2 * cell)} {short((r + 0.5) * cell)}H{width}"
            for r in range(scene.rows)
            if scene.columns > 1 or r % 2
        )
        yield (
            f'<path d="{"".join(starts)}" stroke="{DARK}" stroke-width="{cell}" '
            f'stroke-dasharray="{cell}"/>'
        )
        if scene.barred:
            yield f'<path fill="{BARRED}" d="{_area(scene.barred, cell)}"/>'
        return
    grid, palette = background(scene)
    for number, rows in sorted(by_colour(grid).items()):
        yield f'<path fill="{palette[number]}" d="{_area(rows, cell)}"/>'
    if scene.regions is None or cell >= 20:
        lines = [f"M0 {r * cell}h{width}" for r in range(1, scene.rows)]
        lines += [f"M{c * cell} 0v{height}" for c in range(1, scene.columns)]
        yield f'<path d="{"".join(lines)}" stroke="#000" stroke-opacity=".16"/>'


def _area(rows: Mapping[int, Sequence[int]], cell: int) -> str:
    return "".join(
        f"M{first * cell} {r * cell}h{count * cell}v{cell}h-{count * cell}z"
        for r, columns in rows.items()
        for first, count in runs(columns)
    )


def _crosses(scene: Scene, cell: int) -> Iterator[str]:
    if not scene.barred:
        return
    near, size = cell * 0.3, short(cell * 0.4)
    strokes = "".join(
        f"M{short(c * cell + near)} {short(r * cell + near)}l{size} {size}m0-{size}l-{size} {size}"
        for r, columns in scene.barred.items()
        for c in columns
    )
    yield f'<path d="{strokes}" fill="none" stroke="{CROSS}" stroke-width="{short(cell / 12)}"/>'


def _chosen(scene: Scene, cell: int) -> Iterator[str]:
    """Cells whose value counts, and frames around given queens."""
    line = max(1.5, cell / 16)
    if scene.values is not None:
        for r, c in scene.queens.items():
            yield rectangle(
                c * cell + line / 2,
                r * cell + line / 2,
                cell - line,
                cell - line,
                f'fill="{CHOSEN}" stroke="{CHOSEN_FRAME}" stroke-width="{short(line)}"',
            )
    for r, c in sorted(scene.given):
        yield rectangle(
            c * cell + 1.2 * line,
            r * cell + 1.2 * line,
            cell - 2.4 * line,
            cell - 2.4 * line,
            f'rx="{short(cell / 6)}" fill="none" stroke="{QUEEN}" stroke-width="{short(line)}"',
        )


def _borders(regions: Grid, cell: int) -> Iterator[str]:
    strokes = []
    for r, row in enumerate(regions):
        for c, region in enumerate(row):
            if c + 1 < len(row) and row[c + 1] != region:
                strokes.append(f"M{(c + 1) * cell} {r * cell}v{cell}")
            if r + 1 < len(regions) and regions[r + 1][c] != region:
                strokes.append(f"M{c * cell} {(r + 1) * cell}h{cell}")
    strokes.append(
        f"M0 0h{len(regions[0]) * cell}v{len(regions) * cell}h-{len(regions[0]) * cell}z"
    )
    look = f'stroke="{QUEEN}" stroke-width="{short(max(1.2, cell / 14))}" stroke-linecap="square"'
    yield f'<path d="{"".join(strokes)}" fill="none" {look}/>'


def _attacks(scene: Scene, cell: int) -> Iterator[str]:
    attacked: set[Cell] = set()
    lines = []
    for attack in scene.attacks:
        attacked |= attack.cells
        for (r1, c1), (r2, c2) in attack.lines:
            x1, y1, x2, y2 = (short((each + 0.5) * cell) for each in (c1, r1, c2, r2))
            lines.append(f"M{x1} {y1}L{x2} {y2}")
    if lines:
        yield (
            f'<path d="{"".join(lines)}" fill="none" stroke="{ATTACKED}" stroke-opacity=".45" '
            f'stroke-width="{short(max(1, cell / 14))}" stroke-linecap="round"/>'
        )
    free = sorted(attacked - set(scene.queens.items()))
    if free:
        dots = "".join(f"M{short((c + 0.5) * cell)} {short((r + 0.5) * cell)}h0" for r, c in free)
        yield (
            f'<path d="{dots}" stroke="{ATTACKED}" stroke-width="{short(cell * 0.22)}" '
            f'stroke-linecap="round"/>'
        )


def _values(scene: Scene, values: Grid, cell: int) -> Iterator[str]:
    digits = max(len(str(value)) for row in values for value in row)
    size = min(cell * 0.38, cell * 0.92 / (0.6 * digits))
    if size < 5:
        return
    with_queen = cell >= _QUEENS_OVER_VALUES_FROM
    yield f'<g text-anchor="middle" fill="{QUEEN}">'
    for r, row in enumerate(values):
        barred = set(scene.barred.get(r, ()))
        for c, value in enumerate(row):
            if c in barred:
                continue
            chosen = scene.queens.get(r) == c
            middle = 0.78 if chosen and with_queen else 0.5
            x, y = (c + 0.5) * cell, (r + middle) * cell + size * 0.36
            yield text(x, y, str(value), size, ' font-weight="700"' if chosen else "")
    yield "</g>"


def _queens(scene: Scene, cell: int) -> Iterator[str]:
    over_values = scene.values is not None
    if over_values and cell < _QUEENS_OVER_VALUES_FROM:
        return
    size = cell * (0.56 if over_values else _QUEEN_PART)
    left, top = (cell - size) / 2, cell * 0.03 if over_values else (cell - size) / 2
    yield f'<g fill="{QUEEN}">'
    for r, c in sorted(scene.queens.items()):
        colour = WRONG if (r, c) in scene.disputed else QUEEN
        yield queen(c * cell + left, r * cell + top, size, colour)
    yield "</g>"


def _dispute(scene: Scene, cell: int) -> Iterator[str]:
    """Rings around queens that attack each other; two of them are joined."""
    centres = [((c + 0.5) * cell, (r + 0.5) * cell) for r, c in sorted(scene.disputed)]
    look = f'fill="none" stroke="{WRONG}" stroke-width="{short(max(1.5, cell / 12))}"'
    for x, y in centres:
        yield f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(cell * 0.47)}" {look}/>'
    if len(centres) == 2:
        (x1, y1), (x2, y2) = centres
        ends = " ".join(
            f'{name}="{short(value)}"'
            for name, value in (("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2))
        )
        yield f'<line {ends} {look} stroke-opacity=".7"/>'
