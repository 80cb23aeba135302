"""Placements of classic boards listed into a buffer, mirrored there and checked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from operator import index

from cpqueens.kernel.pure.arguments import SIDE, checked_integer
from cpqueens.kernel.pure.classic import classic_steps
from cpqueens.kernel.pure.slices import Buffer, Enumeration, Placement

_CHECKED_ROWS = 128
_JOINED_SIDE = 20
_PLAIN_SIDE = 32


class JoinedListing:
    """Placements of a classic board in lexicographic order.

    All of them, or the `first_half`: those that come before their mirror images.
    """

    memory = 0
    """Bytes taken for tables."""

    def __init__(self, side: int, first_half: bool) -> None:
        side = index(side)
        if not 2 <= side <= _JOINED_SIDE:
            raise ValueError(f"side must be 2 to {_JOINED_SIDE}, not {side}")
        steps = classic_steps([(1 << side) - 1] * side, (), 0, 0, 0)
        if first_half:
            steps = (queens if queens and queens < _mirrored(queens) else None for queens in steps)
        self._search = Enumeration(steps, side)

    def fill(self, buffer: Buffer, nodes: int) -> int:
        """Search on for about `nodes` nodes or until the buffer is full, a byte a row."""
        return self._search.fill(buffer, nodes)

    @property
    def finished(self) -> bool:
        return self._search.finished

    @property
    def nodes(self) -> int:
        return self._search.nodes


def _mirrored(queens: Placement) -> Placement:
    return tuple(len(queens) - 1 - column for column in queens)


def mirror_second_half(buffer: Buffer, columns: int) -> None:
    """Make the buffer's second half the mirror images of its first, in reverse order.

    It holds placements on a square board of so many columns, a byte a row.
    """
    columns = index(columns)
    if not 1 <= columns <= SIDE:
        raise ValueError(f"columns must be 1 to 64, not {columns}")
    view = memoryview(buffer).cast("B")
    half = len(view) // columns // 2
    for number in range(half):
        image = _mirrored(tuple(view[number * columns : (number + 1) * columns]))
        at = (2 * half - 1 - number) * columns
        view[at : at + columns] = bytes(image)


def first_with_shared_line(buffer: Buffer, rows: int, slopes: Sequence[int]) -> int:
    """The index of the first placement with two queens on a line, or their number if none has.

    On a line of a slope, columns differ by the slope times as much as rows.
    """
    rows = index(rows)
    if not 1 <= rows <= _CHECKED_ROWS:
        raise ValueError(f"rows must be 1 to {_CHECKED_ROWS}, not {rows}")
    slopes = [checked_integer("slopes", slope) for slope in slopes]
    for slope in slopes:
        if not -127 <= slope <= 127:
            raise ValueError(f"slopes must be -127 to 127, not {slope}")
    view = memoryview(buffer).cast("B")
    count = len(view) // rows
    for number in range(count):
        queens = view[number * rows : (number + 1) * rows]
        for (row, column), (below, aside) in combinations(enumerate(queens), 2):
            if any(aside - column == slope * (below - row) for slope in slopes):
                return number
    return count


def plain_listing(side: int, buffer: Buffer) -> int:
    """The number of placements of a classic board; the first go to the buffer, a byte a row."""
    side = index(side)
    if not 1 <= side <= _PLAIN_SIDE:
        raise ValueError(f"side must be 1 to {_PLAIN_SIDE}, not {side}")
    view = memoryview(buffer).cast("B")
    found = 0
    for queens in classic_steps([(1 << side) - 1] * side, (), 0, 0, 0):
        if queens is not None:
            at = found * side
            if at + side <= len(view):
                view[at : at + side] = bytes(queens)
            found += 1
    return found
