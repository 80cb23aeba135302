"""Boards as text: one character a cell, a blank between cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cpqueens.placement import Placement

FREE, QUEEN, BLOCKED, ATTACKING = ".", "Q", "x", "#"


def draw_cells(rows: Sequence[Sequence[str]]) -> str:
    """Cells of one character each, a line a row."""
    return "\n".join(" ".join(row) for row in rows)


def draw_placement(placement: Placement, attacking: Collection[tuple[int, int]] = ()) -> str:
    """The board with its queens: `Q` a queen, `.` a free cell, `#` a queen that is `attacking`.

    `attacking` has (row, column), counted from 1.
    """
    rows = []
    for r, queen in enumerate(placement, 1):
        row = [FREE] * placement.width
        row[queen] = ATTACKING if (r, queen + 1) in attacking else QUEEN
        rows.append(row)
    return draw_cells(rows)


def draw_weights(placement: Placement, values: Sequence[Sequence[int]]) -> str:
    """The board with each cell's value, those of the queens in brackets."""
    width = max(len(str(value)) for row in values for value in row)
    lines = []
    for row, queen in zip(values, placement, strict=True):
        line = ""
        for c, value in enumerate(row):
            left, right = ("[", "]") if c == queen else (" ", " ")
            line += f"{left}{value:{width}}{right}"
        lines.append(line.rstrip())
    return "\n".join(lines)
