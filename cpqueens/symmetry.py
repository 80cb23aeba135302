"""The symmetries of boards: the eight of a square, four of them for other rectangles."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

Columns = tuple[int, ...]


class Symmetry(Enum):
    """A map of a board onto itself, which takes each cell to another.

    The four that exchange rows and columns exist on square boards only, and are symmetries of a
    model only where no two queens share a column.

    >>> Symmetry.QUARTER_TURN.cell(0, 0, rows=8, columns=8)
    (0, 7)
    """

    IDENTITY = "identity"
    LEFT_RIGHT = "left-right reflection"
    TOP_BOTTOM = "top-bottom reflection"
    HALF_TURN = "half turn"
    DIAGONAL = "reflection in the diagonal"
    ANTIDIAGONAL = "reflection in the antidiagonal"
    QUARTER_TURN = "quarter turn clockwise"
    BACK_TURN = "quarter turn counterclockwise"

    @property
    def exchanges(self) -> bool:
        """Whether rows become columns."""
        return _PARTS[self][0]

    @property
    def order(self) -> int:
        """How often it is done until every cell is back: 1, 2 or 4."""
        if self is Symmetry.IDENTITY:
            return 1
        return 4 if self in (Symmetry.QUARTER_TURN, Symmetry.BACK_TURN) else 2

    def cell(self, row: int, column: int, rows: int, columns: int) -> tuple[int, int]:
        """Where a cell goes, counted from 0, on a board of so many rows and columns."""
        exchanges, upside_down, mirrored = _PARTS[self]
        if exchanges:
            row, column = column, row
        return rows - 1 - row if upside_down else row, columns - 1 - column if mirrored else column

    def step(self, rows: int, columns: int) -> tuple[int, int]:
        """Where a distance goes: that of two cells becomes that of their images."""
        exchanges, upside_down, mirrored = _PARTS[self]
        if exchanges:
            rows, columns = columns, rows
        return -rows if upside_down else rows, -columns if mirrored else columns

    def image(self, columns: Sequence[int], width: int) -> Columns:
        """A placement's image: for each row the column of its queen, from 0.

        Raises `ValueError` where the image has not one queen in every row.
        """
        exchanges, upside_down, mirrored = _PARTS[self]
        if exchanges:
            columns = _exchanged(columns, width, self)
        if upside_down:
            columns = columns[::-1]
        if mirrored:
            last = width - 1
            return tuple([last - column for column in columns])
        return tuple(columns)


_PARTS = {
    Symmetry.IDENTITY: (False, False, False),
    Symmetry.LEFT_RIGHT: (False, False, True),
    Symmetry.TOP_BOTTOM: (False, True, False),
    Symmetry.HALF_TURN: (False, True, True),
    Symmetry.DIAGONAL: (True, False, False),
    Symmetry.ANTIDIAGONAL: (True, True, True),
    Symmetry.QUARTER_TURN: (True, False, True),
    Symmetry.BACK_TURN: (True, True, False),
}
"""Each as a reflection in the diagonal or none, then one of the rows, then one of the columns."""

NAMED: dict[str, tuple[Symmetry, ...]] = {
    "half-turn": (Symmetry.HALF_TURN,),
    "quarter-turn": (Symmetry.QUARTER_TURN, Symmetry.HALF_TURN, Symmetry.BACK_TURN),
    "left-right": (Symmetry.LEFT_RIGHT,),
    "top-bottom": (Symmetry.TOP_BOTTOM,),
    "diagonal": (Symmetry.DIAGONAL,),
    "antidiagonal": (Symmetry.ANTIDIAGONAL,),
}
"""What the model language's names stand for: the symmetry applied once, twice, … until all cells
are back, the last left out."""
AXES = {
    "vertical": Symmetry.LEFT_RIGHT,
    "horizontal": Symmetry.TOP_BOTTOM,
    "diagonal": Symmetry.DIAGONAL,
    "antidiagonal": Symmetry.ANTIDIAGONAL,
}
"""Reflections by the line that stays where it is."""
TURNS = (Symmetry.IDENTITY, Symmetry.QUARTER_TURN, Symmetry.HALF_TURN, Symmetry.BACK_TURN)
"""Clockwise, by the number of quarters."""


def symmetries_of_shape(columns: Sequence[int], width: int) -> tuple[Symmetry, ...]:
    """Those under which a placement's image has one queen in every row."""
    exchangeable = len(columns) == width == len(set(columns))
    return tuple(each for each in Symmetry if exchangeable or not each.exchanges)


def _exchanged(columns: Sequence[int], width: int, symmetry: Symmetry) -> list[int]:
    if len(columns) != width:
        raise ValueError(
            f"{symmetry.value}: a square board is due, this one has {len(columns)} rows and "
            f"{width} columns"
        )
    rows = [-1] * width
    for row, column in enumerate(columns):
        rows[column] = row
    if -1 in rows:
        raise ValueError(
            f"{symmetry.value}: column {rows.index(-1) + 1} holds no queen, so that a row of the "
            "image would hold none"
        )
    return rows
