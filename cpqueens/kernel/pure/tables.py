"""A general board as tables, and the searches of it: all placements, or the best."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from operator import index

from cpqueens.kernel.pure.arguments import (
    LARGEST,
    bits,
    checked_board,
    checked_images,
    checked_integer,
    checked_integers,
    checked_leaps,
    checked_positive,
)
from cpqueens.kernel.pure.slices import Enumeration, Placement, Sliced, Steps


class Tables:
    """A general board: one queen a row; families, leaps and totals say what may not be."""

    def __init__(self, columns: int, allowed: Sequence[int]) -> None:
        self._columns, self._allowed = checked_board(columns, allowed)
        self._rows = len(self._allowed)
        self._families: list[list[int]] = []
        self._leaps: list[tuple[set[tuple[int, int]], list[int], list[int]]] = []
        self._images: list[list[int]] = []
        self._totals: list[tuple[list[int], int, int]] = []

    def add_family(self, labels: Sequence[int]) -> None:
        """No two queens share a label."""
        numbers = checked_integers("labels", labels, self._rows * self._columns)
        if min(numbers) < 0:
            raise ValueError(f"labels must be at least 0, not {min(numbers)}")
        self._families.append(numbers)

    def add_leaps(
        self,
        leaps: Sequence[tuple[int, int]],
        row_numbers: Sequence[int],
        column_numbers: Sequence[int],
    ) -> None:
        """No two queens at a listed distance, measured in row and column numbers."""
        pairs, rows, columns = checked_leaps(
            leaps, row_numbers, column_numbers, rows=self._rows, columns=self._columns
        )
        self._leaps.append((set(pairs), rows, columns))

    def add_images(self, images: Sequence[int]) -> None:
        """A queen on a cell needs another on the cell's image; -1 where it needs none."""
        self._images.append(checked_images(images, self._rows, self._columns))

    def add_total(self, values: Sequence[int], at_least: int, at_most: int) -> None:
        """Bound the sum of the values at the queens."""
        numbers = self._checked_values(values)
        bounds = (checked_integer("at_least", at_least), checked_integer("at_most", at_most))
        self._totals.append((numbers, *bounds))

    def _checked_values(self, values: Iterable[int]) -> list[int]:
        numbers = checked_integers("values", values, self._rows * self._columns)
        reach = sum(
            max((abs(numbers[self._cell(row, column)]) for column in bits(mask)), default=0)
            for row, mask in enumerate(self._allowed)
        )
        if reach > LARGEST:
            raise ValueError("values are too large: a sum does not fit 64 bits")
        return numbers

    def _cell(self, row: int, column: int) -> int:
        return row * self._columns + column

    def _attacked(self, placed: Placement, column: int) -> bool:
        row = len(placed)
        cell = self._cell(row, column)
        for above, other in enumerate(placed):
            across = self._cell(above, other)
            if any(labels[across] == labels[cell] for labels in self._families):
                return True
            for leaps, rows, columns in self._leaps:
                if (rows[row] - rows[above], columns[column] - columns[other]) in leaps:
                    return True
            for images in self._images:
                if images[across] // self._columns == row and images[across] != cell:
                    return True
                if images[cell] // self._columns == above and images[cell] != across:
                    return True
        return False

    def _sum(self, values: list[int], placed: Placement) -> int:
        return sum(values[self._cell(row, column)] for row, column in enumerate(placed))

    def _complete(self, placed: Placement) -> bool:
        return all(
            at_least <= self._sum(values, placed) <= at_most
            for values, at_least, at_most in self._totals
        )

    def _snapshot(self) -> Tables:
        copy = Tables(self._columns, self._allowed)
        copy._families = list(self._families)
        copy._leaps = list(self._leaps)
        copy._images = list(self._images)
        copy._totals = list(self._totals)
        return copy


def _table_steps(tables: Tables, placed: Placement) -> Steps:
    for column in bits(tables._allowed[len(placed)]):
        if tables._attacked(placed, column):
            continue
        queens = (*placed, column)
        if len(queens) == tables._rows:
            yield queens if tables._complete(queens) else None
        else:
            yield None
            yield from _table_steps(tables, queens)


class TableSearch(Enumeration):
    """Placements of a general board, in lexicographic order whether ordered or not."""

    def __init__(self, tables: Tables, ordered: bool) -> None:
        super().__init__(_table_steps(tables._snapshot(), ()), tables._rows)


class BestSearch(Sliced[None]):
    """The placements of largest sum; equal sums in lexicographic order.

    Without `in_order` any placements of the last sum will do; here they are in order all the same.
    From `dual_from` rows the compiled search bounds by a relaxation, which only takes less time.
    """

    def __init__(
        self,
        tables: Tables,
        values: Sequence[int],
        best: int,
        in_order: bool = True,
        dual_from: int = 1,
    ) -> None:
        index(dual_from)
        self._tables = tables._snapshot()
        self._values = tables._checked_values(values)
        self._best = checked_positive("best", best)
        self._most = [
            max((self._values[tables._cell(row, column)] for column in bits(mask)), default=0)
            for row, mask in enumerate(tables._allowed)
        ]
        # The worst placement is in front: the smallest sum, then the last one found.
        self._found: list[tuple[int, int, Placement]] = []
        super().__init__(self._walk((), 0))

    def _walk(self, placed: Placement, value: int) -> Iterator[None]:
        row = len(placed)
        for column in bits(self._tables._allowed[row]):
            total = value + self._values[self._tables._cell(row, column)]
            if not self._worth(total + sum(self._most[row + 1 :])):
                continue
            if self._tables._attacked(placed, column):
                continue
            queens = (*placed, column)
            if len(queens) < self._tables._rows:
                yield
                yield from self._walk(queens, total)
            else:
                if self._tables._complete(queens):
                    self._record(total, queens)
                yield

    def _worth(self, value: int) -> bool:
        return len(self._found) < self._best or value > self._found[0][0]

    def _record(self, value: int, placement: Placement) -> None:
        heapq.heappush(self._found, (value, -self._nodes, placement))
        if len(self._found) > self._best:
            heapq.heappop(self._found)

    def run(self, nodes: int) -> None:
        """Search on for about `nodes` nodes."""
        for _ in self._slice(nodes):
            pass

    def found(self) -> list[tuple[int, bytes]]:
        """The best placements known; final when finished."""
        return [
            (value, bytes(placement))
            for value, _, placement in sorted(self._found, key=lambda entry: (-entry[0], entry[2]))
        ]

    @property
    def bound(self) -> int | None:
        """No placement has a larger sum; None when it is proved that there is none."""
        if not self._finished:
            return sum(self._most)
        return max((value for value, _, _ in self._found), default=None)
