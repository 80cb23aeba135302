"""Counts of the whole classic board: by classes of borders, and by joining halves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb
from operator import index

from cpqueens.kernel.pure.arguments import SIDE, checked_positive
from cpqueens.kernel.pure.classic import classic_steps
from cpqueens.kernel.pure.slices import Sliced

_LARGEST_TOTAL = 2**64 - 1

_Border = tuple[int, ...]


class SymmetricCount(Sliced[int]):
    """Counts the placements of the whole classic board.

    The queens of the four sides, its border, are placed first. Symmetries take the placements
    with one border to those with another, so that one border of each class needs to be tried.
    """

    def __init__(self, side: int) -> None:
        side = index(side)
        if not 1 <= side <= SIDE:
            raise ValueError(f"side must be 1 to 64, not {side}")
        super().__init__(_weights(side))
        self._total = 0

    def count(self, nodes: int) -> int:
        """Search on for about `nodes` nodes; the number of placements passed or their images."""
        passed = sum(self._slice(nodes))
        if self._total + passed > _LARGEST_TOTAL:
            raise OverflowError("the number of placements does not fit 64 bits")
        self._total += passed
        return passed

    @property
    def progress(self) -> float | None:
        """The part of the work that is done; not known here before the end."""
        return 1.0 if self.finished else None


def _weights(side: int) -> Iterator[int | None]:
    """The steps; each placement yields how many it stands for."""
    for border, members in _border_classes(side):
        yield None
        allowed = [(1 << side) - 1] * side
        for queen_row, queen in _border_queens(border, side - 1):
            for row in range(side):
                distance = abs(row - queen_row)
                attacked = queen | queen << distance | queen >> distance
                allowed[row] &= ~attacked if distance else queen
        if 0 in allowed:
            continue
        for placement in classic_steps(allowed, (), 0, 0, 0):
            yield None if placement is None else members


def _border_classes(side: int) -> Iterator[tuple[_Border, int]]:
    """The least border of each class, and how many there are in the class.

    A border says where the queens of the four sides stand, the sides taken clockwise from the
    first row on and each walked clockwise. A queen in a corner is the queen of two sides.
    """
    last = side - 1
    for first in range((side + 1) // 2):
        for others in product(range(first, side - first), repeat=3):
            border = (first, *others)
            images = {
                image[turn:] + image[:turn]
                for image in (border, tuple(last - at for at in reversed(border)))
                for turn in range(4)
            }
            if border == min(images):
                yield border, len(images)


def _border_queens(border: _Border, last: int) -> list[tuple[int, int]]:
    """The row and the column mask of each queen."""
    top, right, bottom, left = border
    return [(0, 1 << top), (right, 1 << last), (last, 1 << last - bottom), (last - left, 1)]


class JoinedCount(Sliced[int]):
    """Counts the placements of the whole classic board by joining upper and lower halves.

    A half is a set of columns and a mask of diagonals and antidiagonals, of which the two halves
    of a placement share none. `threads`, `memory` and `widest` change nothing here.
    """

    def __init__(self, side: int, threads: int, memory: int, widest: int = 512) -> None:
        side = index(side)
        if not 4 <= side <= 27:
            raise ValueError(f"side must be 4 to 27, not {side}")
        checked_positive("threads", threads)
        checked_positive("memory", memory)
        self._side, self._done, self._sets = side, 0, comb(side, side // 2)
        super().__init__(self._pairs())

    def count(self, nodes: int) -> int:
        """Work on for about `nodes` nodes; the number of placements passed."""
        return sum(self._slice(nodes))

    @property
    def progress(self) -> float:
        """The part of the column sets that is done."""
        return self._done / self._sets

    @property
    def memory(self) -> int:
        return 0

    def _pairs(self) -> Iterator[int | None]:
        side = self._side
        tops: dict[int, list[int]] = {}
        bottoms: dict[int, list[int]] = {}
        for rows, halves in ((range(side // 2), tops), (range(side // 2, side), bottoms)):
            for columns, lines in _half_boards(rows, side):
                halves.setdefault(columns, []).append(lines)
                yield None
        for columns, upper in tops.items():
            lower = bottoms.get(~columns & (1 << side) - 1, ())
            yield sum(top & bottom == 0 for top in upper for bottom in lower)
            self._done += 1
        self._done = self._sets


def _half_boards(rows: range, side: int) -> Iterator[tuple[int, int]]:
    """All ways to place a queen in each of the rows: their columns, and their diagonals."""
    if not rows:
        yield 0, 0
        return
    for columns, lines in _half_boards(rows[1:], side):
        for column in range(side):
            row = rows[0]
            crossed = 1 << row + column | 1 << row - column + 3 * side
            if not columns >> column & 1 and not lines & crossed:
                yield columns | 1 << column, lines | crossed
