"""Boards as text: one character a cell, a blank between cells."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence

from msgspec import Struct

from cpqueens.placement import Placement

LARGEST_TEXT = 100
"""Boards with more columns are given by their columns alone."""
LARGEST_DRAWN = 40
"""In answers and reports boards with longer sides are not drawn."""
_NUMBERS_TOLD = 20


class Signs(Struct, frozen=True):
    """The characters of a board: those of model files, or chess men."""

    free: str = "."
    queen: str = "Q"
    blocked: str = "x"
    attacking: str = "#"


PLAIN = Signs()
CHESS = Signs("\u00b7", "\u265b", "\u00d7", "#")


def signs(wanted: bool | None = None) -> Signs:
    """Chess men where they are wanted, or, with `None`, where `print` reaches something that
    shows them: a terminal that can, or a notebook. In files and pipes boards stay plain."""
    return CHESS if (_can_show() if wanted is None else wanted) else PLAIN


def _can_show() -> bool:
    out = sys.stdout
    notebook = type(out).__module__.startswith("ipykernel.")
    try:
        terminal = out.isatty() and os.environ.get("TERM", "") not in ("dumb", "linux")
        if not (notebook or terminal):
            return False
        (CHESS.queen + CHESS.free + CHESS.blocked).encode(out.encoding or "ascii")
    except (AttributeError, ValueError, LookupError):
        return False
    return True


def draw_cells(rows: Sequence[Sequence[str]]) -> str:
    """Cells of one character each, a line a row."""
    return "\n".join(" ".join(row) for row in rows)


def draw_placement(
    placement: Placement,
    attacking: Collection[tuple[int, int]] = (),
    chess: bool | None = None,
) -> str:
    """The board with its queens; those that are `attacking`, (row, column) from 1, have a sign of
    their own. `chess` as in `signs`. Large boards are told by the columns of their first queens.
    """
    if placement.width > LARGEST_TEXT:
        first = " ".join(map(str, placement.numbers[:_NUMBERS_TOLD]))
        more = " …" if len(placement) > _NUMBERS_TOLD else ""
        return f"{len(placement):,} queens on {placement.width:,} columns: {first}{more}"
    sign = signs(chess)
    rows = []
    for r, queen in enumerate(placement, 1):
        row = [sign.free] * placement.width
        row[queen] = sign.attacking if (r, queen + 1) in attacking else sign.queen
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
