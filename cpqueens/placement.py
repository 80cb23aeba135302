"""Placements: one queen in every row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import total_ordering
from operator import index


@total_ordering
class Placement:
    """For each row, from the top, the column of its queen; columns count from 0.

    A placement is a sequence of those columns; it equals another with the same columns on a board
    of the same width, and placements sort in lexicographic order. `str` draws the board.

    >>> placement = Placement([1, 3, 0, 2])
    >>> print(placement)
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    >>> placement.columns, placement.numbers
    ((1, 3, 0, 2), (2, 4, 1, 3))
    """

    __slots__ = ("columns", "width")
    columns: tuple[int, ...]
    width: int

    def __init__(self, columns: Iterable[int], width: int | None = None) -> None:
        """`width` is how many columns the board has; without it the board is square.

        Raises `ValueError` for columns that are off the board, `TypeError` for what is no whole
        number.
        """
        self.columns = tuple(map(index, columns))
        self.width = len(self.columns) if width is None else width
        if self.columns and not 0 <= min(self.columns) <= max(self.columns) < self.width:
            raise ValueError(f"columns are 0 to {self.width - 1}, counted from 0")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The columns counted from 1, as texts and files have them."""
        return tuple(c + 1 for c in self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def __iter__(self) -> Iterator[int]:
        return iter(self.columns)

    def __getitem__(self, row: int) -> int:
        return self.columns[row]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        return self.columns == other.columns and self.width == other.width

    def __lt__(self, other: Placement) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        return (self.columns, self.width) < (other.columns, other.width)

    def __hash__(self) -> int:
        return hash((self.columns, self.width))

    def __repr__(self) -> str:
        width = "" if self.width == len(self.columns) else f", width={self.width}"
        return f"Placement({list(self.columns)}{width})"

    def __str__(self) -> str:
        from cpqueens.draw.text import draw_placement

        return draw_placement(self)
