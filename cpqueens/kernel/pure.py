"""The kernel in plain Python: the same classes and answers, slow and obvious."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import comb
from operator import index
from random import Random
from typing import Generic, TypeVar

_LARGEST = 2**63 - 1
_LARGEST_TOTAL = 2**64 - 1
_SIDE = 64
_COVER_SIDE = 256
_MOST_LINKS = 2**25
_REPAIR_SIDE = 10_000_000
_CANDIDATES = 64
_UPHILL_ONE_IN = 8

_T = TypeVar("_T")
_Placement = tuple[int, ...]
# One step places one queen; the one that completes a placement yields it.
_Steps = Iterator[_Placement | None]
_Border = tuple[int, ...]


def _checked_board(columns: int, allowed: Iterable[int]) -> tuple[int, list[int]]:
    columns, masks = index(columns), [index(mask) for mask in allowed]
    if not 1 <= columns <= _SIDE:
        raise ValueError(f"columns must be 1 to 64, not {columns}")
    if not 1 <= len(masks) <= _SIDE:
        raise ValueError(f"allowed must have 1 to 64 rows, not {len(masks)}")
    for row, mask in enumerate(masks):
        if mask < 0 or mask >> columns:
            raise ValueError(f"allowed[{row}] has a column beyond the board")
    return columns, masks


def _checked_integer(name: str, number: int) -> int:
    number = index(number)
    if not -_LARGEST - 1 <= number <= _LARGEST:
        raise ValueError(f"{name} has a number that does not fit 64 bits")
    return number


def _checked_integers(name: str, numbers: Iterable[int], length: int) -> list[int]:
    checked = [_checked_integer(name, number) for number in numbers]
    if len(checked) != length:
        raise ValueError(f"{name} must have {length} entries, not {len(checked)}")
    return checked


def _check_increasing(name: str, numbers: list[int]) -> None:
    if any(first >= second for first, second in pairwise(numbers)):
        raise ValueError(f"{name} must be strictly increasing")


def _checked_leaps(
    leaps: Iterable[Iterable[int]],
    row_numbers: Iterable[int],
    column_numbers: Iterable[int],
    *,
    rows: int,
    columns: int,
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    pairs = []
    for leap in leaps:
        pair = tuple(_checked_integer("leaps", number) for number in leap)
        if len(pair) != 2:
            raise ValueError("leaps must be pairs")
        pairs.append(pair)
    down = _checked_integers("row_numbers", row_numbers, rows)
    across = _checked_integers("column_numbers", column_numbers, columns)
    _check_increasing("row_numbers", down)
    _check_increasing("column_numbers", across)
    for step, _ in pairs:
        if step < 1:
            raise ValueError(f"leaps must go down at least 1 row, not {step}")
    return pairs, down, across


def _checked_numbers(name: str, numbers: Iterable[int] | None, length: int) -> Sequence[int]:
    if numbers is None:
        return range(length)
    checked = _checked_integers(name, numbers, length)
    if checked[0] < 0 or checked[-1] > _REPAIR_SIDE:
        raise ValueError(f"{name} must be 0 to {_REPAIR_SIDE}")
    _check_increasing(name, checked)
    return checked


def _checked_images(images: Iterable[int], rows: int, columns: int) -> list[int]:
    checked = _checked_integers("images", images, rows * columns)
    for cell, image in enumerate(checked):
        if not -1 <= image < rows * columns:
            raise ValueError("images has a cell beyond the board")
        if image not in (-1, cell) and image // columns == cell // columns:
            raise ValueError(f"images[{cell}] is another cell of the same row")
    return checked


def _checked_positive(name: str, number: int) -> int:
    number = index(number)
    if number < 1:
        raise ValueError(f"{name} must be at least 1, not {number}")
    return number


def _bits(mask: int) -> list[int]:
    return [column for column in range(mask.bit_length()) if mask >> column & 1]


class _Sliced(Generic[_T]):
    """Takes the steps of a search in slices."""

    def __init__(self, steps: Iterator[_T | None]) -> None:
        self._steps = steps
        self._nodes = 0
        self._finished = False

    def _slice(self, nodes: int) -> Iterator[_T]:
        end = self._nodes + _checked_positive("nodes", nodes)
        while self._nodes < end:
            try:
                found = next(self._steps)
            except StopIteration:
                self._finished = True
                return
            self._nodes += 1
            if found is not None:
                yield found

    @property
    def finished(self) -> bool:
        return self._finished

    @property
    def nodes(self) -> int:
        return self._nodes


class _Enumeration(_Sliced[_Placement]):
    def count(self, nodes: int) -> int:
        """Search on for about `nodes` nodes; the number of placements passed."""
        return sum(1 for _ in self._slice(nodes))

    def take(self, nodes: int, limit: int) -> bytes:
        """Search on for about `nodes` nodes or until `limit` placements; their columns."""
        nodes, limit = _checked_positive("nodes", nodes), _checked_positive("limit", limit)
        taken: list[_Placement] = []
        for placement in self._slice(nodes):
            taken.append(placement)
            if len(taken) == limit:
                break
        return b"".join(map(bytes, taken))


class ClassicSearch(_Enumeration):
    """Placements of a classic board in lexicographic order."""

    def __init__(self, columns: int, allowed: Sequence[int]) -> None:
        columns, masks = _checked_board(columns, allowed)
        super().__init__(_classic_steps(masks, (), 0, 0, 0))


def _classic_steps(
    allowed: list[int], placed: _Placement, columns: int, left: int, right: int
) -> _Steps:
    for column in _bits(allowed[len(placed)] & ~(columns | left | right)):
        queen, queens = 1 << column, (*placed, column)
        if len(queens) == len(allowed):
            yield queens
        else:
            yield None
            yield from _classic_steps(
                allowed, queens, columns | queen, (left | queen) << 1, (right | queen) >> 1
            )


class SymmetricCount(_Sliced[int]):
    """Counts the placements of the whole classic board.

    The queens of the four sides, its border, are placed first. Symmetries take the placements
    with one border to those with another, so that one border of each class needs to be tried.
    """

    def __init__(self, side: int) -> None:
        side = index(side)
        if not 1 <= side <= _SIDE:
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
        for placement in _classic_steps(allowed, (), 0, 0, 0):
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


class JoinedCount(_Sliced[int]):
    """Counts the placements of the whole classic board by joining upper and lower halves.

    A half is a set of columns and a mask of diagonals and antidiagonals, of which the two halves
    of a placement share none. `threads`, `memory` and `portable` change nothing here.
    """

    def __init__(self, side: int, threads: int, memory: int, portable: bool = False) -> None:
        side = index(side)
        if not 4 <= side <= 27:
            raise ValueError(f"side must be 4 to 27, not {side}")
        _checked_positive("threads", threads)
        _checked_positive("memory", memory)
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


class Tables:
    """A general board: one queen a row; families, leaps and totals say what may not be."""

    def __init__(self, columns: int, allowed: Sequence[int]) -> None:
        self._columns, self._allowed = _checked_board(columns, allowed)
        self._rows = len(self._allowed)
        self._families: list[list[int]] = []
        self._leaps: list[tuple[set[tuple[int, int]], list[int], list[int]]] = []
        self._images: list[list[int]] = []
        self._totals: list[tuple[list[int], int, int]] = []

    def add_family(self, labels: Sequence[int]) -> None:
        """No two queens share a label."""
        numbers = _checked_integers("labels", labels, self._rows * self._columns)
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
        pairs, rows, columns = _checked_leaps(
            leaps, row_numbers, column_numbers, rows=self._rows, columns=self._columns
        )
        self._leaps.append((set(pairs), rows, columns))

    def add_images(self, images: Sequence[int]) -> None:
        """A queen on a cell needs another on the cell's image; -1 where it needs none."""
        self._images.append(_checked_images(images, self._rows, self._columns))

    def add_total(self, values: Sequence[int], at_least: int, at_most: int) -> None:
        """Bound the sum of the values at the queens."""
        numbers = self._checked_values(values)
        bounds = (_checked_integer("at_least", at_least), _checked_integer("at_most", at_most))
        self._totals.append((numbers, *bounds))

    def _checked_values(self, values: Iterable[int]) -> list[int]:
        numbers = _checked_integers("values", values, self._rows * self._columns)
        reach = sum(
            max((abs(numbers[self._cell(row, column)]) for column in _bits(mask)), default=0)
            for row, mask in enumerate(self._allowed)
        )
        if reach > _LARGEST:
            raise ValueError("values are too large: a sum does not fit 64 bits")
        return numbers

    def _cell(self, row: int, column: int) -> int:
        return row * self._columns + column

    def _attacked(self, placed: _Placement, column: int) -> bool:
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

    def _sum(self, values: list[int], placed: _Placement) -> int:
        return sum(values[self._cell(row, column)] for row, column in enumerate(placed))

    def _complete(self, placed: _Placement) -> bool:
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


def _table_steps(tables: Tables, placed: _Placement) -> _Steps:
    for column in _bits(tables._allowed[len(placed)]):
        if tables._attacked(placed, column):
            continue
        queens = (*placed, column)
        if len(queens) == tables._rows:
            yield queens if tables._complete(queens) else None
        else:
            yield None
            yield from _table_steps(tables, queens)


class TableSearch(_Enumeration):
    """Placements of a general board, in lexicographic order whether ordered or not."""

    def __init__(self, tables: Tables, ordered: bool) -> None:
        super().__init__(_table_steps(tables._snapshot(), ()))


_Option = tuple[int, int]
_Item = tuple[object, ...]


class CoverSearch(_Enumeration):
    """Placements as exact covers, by Algorithm X on dictionaries.

    Options are cells. Primary items must be covered once: the rows, and labels where there is one
    for each row. Secondary items, the other labels, the pairs of cells a leap apart, and a cell
    with those of its image's row that are not its image, at most once.
    """

    def __init__(
        self,
        columns: int,
        allowed: Sequence[Sequence[int]],
        families: Sequence[Sequence[int]],
        leaps: Sequence[tuple[int, int]],
        row_numbers: Sequence[int],
        column_numbers: Sequence[int],
        images: Sequence[Sequence[int]],
        ordered: bool,
    ) -> None:
        columns = index(columns)
        if not 1 <= columns <= _COVER_SIDE:
            raise ValueError(f"columns must be 1 to {_COVER_SIDE}, not {columns}")
        lists = [[_checked_integer("allowed", column) for column in row] for row in allowed]
        rows = len(lists)
        if not 1 <= rows <= _COVER_SIDE:
            raise ValueError(f"allowed must have 1 to {_COVER_SIDE} rows, not {rows}")
        for row, numbers in enumerate(lists):
            if any(not 0 <= column < columns for column in numbers):
                raise ValueError(f"allowed[{row}] has a column beyond the board")
            _check_increasing(f"allowed[{row}]", numbers)
        labels = [_checked_integers("labels", family, rows * columns) for family in families]
        pairs, across, aside = _checked_leaps(
            leaps, row_numbers, column_numbers, rows=rows, columns=columns
        )
        if (1 + len(labels) + 2 * len(pairs)) * rows * columns > _MOST_LINKS:
            raise ValueError("families and leaps are too many for so large a board")
        needed = [_checked_images(each, rows, columns) for each in images]
        if len(needed) * columns * rows * columns > _MOST_LINKS:
            raise ValueError("images are too many for so large a board")

        cells = [(row, column) for row, numbers in enumerate(lists) for column in numbers]
        primary: list[_Item] = [("row", row) for row in range(rows)]
        items: dict[_Option, list[_Item]] = {(row, column): [("row", row)] for row, column in cells}
        enough_labels = True
        for number, family in enumerate(labels):
            used = {(row, column): family[row * columns + column] for row, column in cells}
            different = set(used.values())
            enough_labels &= len(different) >= rows
            if len(different) == rows:
                primary += [("label", number, label) for label in different]
            for cell, label in used.items():
                items[cell].append(("label", number, label))
        where = {(across[row], aside[column]): (row, column) for row, column in cells}
        for (above, left), cell in where.items():
            for down, right in set(pairs):
                other = where.get((above + down, left + right))
                if other is not None:
                    items[cell].append(("leap", cell, other))
                    items[other].append(("leap", cell, other))
        for number, each in enumerate(needed):
            for row, column in cells:
                image = divmod(each[row * columns + column], columns)
                if image[0] in (-1, row):
                    continue
                for cell in cells:
                    if cell == (row, column) or (cell[0] == image[0] and cell != image):
                        items[cell].append(("image", number, (row, column)))
        options: dict[_Item, set[_Option]] = {item: set() for item in primary}
        for cell, its in items.items():
            for item in its:
                options.setdefault(item, set()).add(cell)
        steps = _cover_steps(options, items, primary, (), rows, ordered)
        super().__init__(steps if enough_labels else iter(()))


def _cover_steps(
    options: dict[_Item, set[_Option]],
    items: dict[_Option, list[_Item]],
    primary: list[_Item],
    chosen: tuple[_Option, ...],
    rows: int,
    ordered: bool,
) -> _Steps:
    open_items = [item for item in primary if item in options]
    scarcest = min(open_items, key=lambda item: len(options[item]))
    item = open_items[0] if ordered and options[scarcest] else scarcest
    for cell in sorted(options[item]):
        queens = (*chosen, cell)
        if len(queens) == rows:
            yield tuple(column for _, column in sorted(queens))
            continue
        yield None
        covered = [(each, options.pop(each)) for each in items[cell]]
        hidden = {other for _, others in covered for other in others}
        for other in hidden:
            for each in items[other]:
                if each in options:
                    options[each].discard(other)
        yield from _cover_steps(options, items, primary, queens, rows, ordered)
        for other in hidden:
            for each in items[other]:
                if each in options:
                    options[each].add(other)
        options.update(covered)


class MinConflicts:
    """Local search: queens of different columns exchange them until none is in conflict."""

    def __init__(
        self,
        rows: int,
        columns: int,
        barred: Sequence[int],
        row_numbers: Sequence[int] | None,
        column_numbers: Sequence[int] | None,
        seed: int,
    ) -> None:
        columns, rows = index(columns), index(rows)
        for name, side, most in (("columns", columns, _REPAIR_SIDE), ("rows", rows, columns)):
            if not 1 <= side <= most:
                raise ValueError(f"{name} must be 1 to {most}, not {side}")
        self._barred = {divmod(_checked_integer("barred", cell), columns) for cell in barred}
        if any(not 0 <= row < rows for row, _ in self._barred):
            raise ValueError("barred has a cell beyond the board")
        self._across = _checked_numbers("row_numbers", row_numbers, rows)
        self._aside = _checked_numbers("column_numbers", column_numbers, columns)
        self._random = Random(_checked_integer("seed", seed))
        self._rows = rows
        self._columns = list(range(columns))
        self._patience = 1000 + 20 * rows
        self._nodes = 0
        self._restarts = 0
        self._start()

    def _start(self) -> None:
        self._random.shuffle(self._columns)
        self._least = self._conflicts()
        self._improved = self._nodes

    def _queens(self) -> list[tuple[int, int]]:
        return list(enumerate(self._columns[: self._rows]))

    def _conflicts(self) -> int:
        queens = self._queens()
        sums = {self._across[row] + self._aside[column] for row, column in queens}
        differences = {self._across[row] - self._aside[column] for row, column in queens}
        barred = sum(queen in self._barred for queen in queens)
        return 2 * len(queens) - len(sums) - len(differences) + barred

    def _in_conflict(self) -> list[int]:
        queens = self._queens()
        sums = Counter(self._across[row] + self._aside[column] for row, column in queens)
        differences = Counter(self._across[row] - self._aside[column] for row, column in queens)
        return [
            row
            for row, column in queens
            if sums[self._across[row] + self._aside[column]] > 1
            or differences[self._across[row] - self._aside[column]] > 1
            or (row, column) in self._barred
        ]

    def _exchange(self, row: int, other: int) -> None:
        columns = self._columns
        columns[row], columns[other] = columns[other], columns[row]

    def _repair(self) -> None:
        row = self._random.choice(self._in_conflict())
        before = self._conflicts()
        others = [other for other in range(len(self._columns)) if other != row]
        ranked = []
        for other in self._random.sample(others, min(len(others), _CANDIDATES)):
            self._exchange(row, other)
            ranked.append((self._conflicts(), other))
            self._exchange(row, other)
        after, other = min(ranked, key=lambda pair: pair[0], default=(before, row))
        if after <= before or self._random.randrange(_UPHILL_ONE_IN) == 0:
            self._exchange(row, other)
            if after < self._least:
                self._least, self._improved = after, self._nodes

    def run(self, nodes: int) -> None:
        """Search on for `nodes` steps or until a placement is found."""
        end = self._nodes + _checked_positive("nodes", nodes)
        while self._nodes < end and not self.finished:
            if self._nodes > self._improved + self._patience:
                self._restarts += 1
                self._start()
            else:
                self._repair()
            self._nodes += 1

    def found(self) -> list[int] | None:
        """The placement, once there is one."""
        return self._columns[: self._rows] if self.finished else None

    @property
    def finished(self) -> bool:
        return self._conflicts() == 0

    @property
    def nodes(self) -> int:
        return self._nodes

    @property
    def restarts(self) -> int:
        return self._restarts


class BestSearch(_Sliced[None]):
    """The placements of largest sum; equal sums in lexicographic order.

    Without `in_order` any placements of the last sum will do; here they are in order all the same.
    """

    def __init__(
        self, tables: Tables, values: Sequence[int], best: int, in_order: bool = True
    ) -> None:
        self._tables = tables._snapshot()
        self._values = tables._checked_values(values)
        self._best = _checked_positive("best", best)
        self._most = [
            max((self._values[tables._cell(row, column)] for column in _bits(mask)), default=0)
            for row, mask in enumerate(tables._allowed)
        ]
        # The worst placement is in front: the smallest sum, then the last one found.
        self._found: list[tuple[int, int, _Placement]] = []
        super().__init__(self._walk((), 0))

    def _walk(self, placed: _Placement, value: int) -> Iterator[None]:
        row = len(placed)
        for column in _bits(self._tables._allowed[row]):
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

    def _record(self, value: int, placement: _Placement) -> None:
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
