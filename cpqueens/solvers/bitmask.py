"""The native solver: bit masks in C++, or their twin in Python where no compiler was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpqueens import kernel
from cpqueens.board import Board
from cpqueens.memory import available_bytes
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Columns, Solver, Tally
from cpqueens.solvers.slices import Count, Search, count_all, slices, taken

MOST_ROWS = MOST_COLUMNS = 64
TIES_SETTLED_UP_TO = 12
"""Up to so many rows the first of equal optima costs next to nothing more than any of them."""
JOINED_FROM, JOINED_TO = 12, 27
"""Sides of classic boards that are counted by joining halves; below, the lists cost more."""
BREADTH_ROWS = 22
"""Up to so many rows counting in breadth is ahead of tables however few cells are free."""
NODES_OF_LOOKING_AHEAD = 200_000
"""After so many, some 20 ms, most boards that have a placement have shown one."""
_LARGEST = 2**63 - 1


class BitmaskSolver(Solver):
    name = "bitmask"
    summary = "bit masks in C++: shifted for classic boards, attack tables for all others"
    jobs = frozenset(Job)

    def unfit(self, board: Board) -> str | None:
        if board.rows > MOST_ROWS or board.columns > MOST_COLUMNS:
            return (
                f"{board.rows} rows and {board.columns} columns are to be filled; its bit masks "
                f"have {MOST_COLUMNS}"
            )
        return None

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        if question.best is not None:
            _best(board, question.best, tally)
        elif question.solutions is None:
            _one(board, tally)
        elif question.wanted != 0:
            _list(board, question, tally)
        if question.count and not tally.count_known:
            count_all(_counting_searches(board, options.threads), tally)

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]:
        search = _ordered_search(board)
        yield from taken(search, board.rows, tally, None)
        tally.count_known = True


def _list(board: Board, question: Question, tally: Tally) -> None:
    sorted_later = question.solutions == "all" and not _shifts_suit(board)
    search = kernel.TableSearch(_tables(board), False) if sorted_later else _ordered_search(board)
    for batch in taken(search, board.rows, tally, question.wanted):
        tally.placements += batch
        tally.counted += len(batch)
    tally.count_known = search.finished


def _one(board: Board, tally: Tally) -> None:
    """Any placement: looking ahead finds most, counting in breadth decides hard boards faster."""
    search = kernel.TableSearch(_tables(board), False)
    for columns in slices(search, lambda nodes: search.take(nodes, 1), tally):
        if columns:
            _note_one(tuple(columns), tally)
            return
        if search.nodes >= NODES_OF_LOOKING_AHEAD and _decided_in_breadth(board):
            break
    if not search.finished:
        first = _first_by_counting(board, tally)
        if first is not None:
            _note_one(first, tally)
            return
    tally.count_known = True


def _note_one(columns: Columns, tally: Tally) -> None:
    tally.placements, tally.counted = [columns], 1


def _first_by_counting(board: Board, tally: Tally) -> Columns | None:
    """The first placement, row by row the first column that leaves any."""
    allowed = list(board.allowed)
    if not _any_left(board, allowed, tally):
        return None
    for row in range(board.rows):
        for column in board.allowed_columns(row):
            allowed[row] = 1 << column
            if _any_left(board, allowed, tally):
                break
    return tuple(mask.bit_length() - 1 for mask in allowed)


def _any_left(board: Board, allowed: Sequence[int], tally: Tally) -> bool:
    search = kernel.BreadthCount(board.columns, allowed)
    return any(slices(search, search.count, tally))


def _best(board: Board, best: int, tally: Tally) -> None:
    sign = -1 if board.sense == "minimize" else 1
    values = [sign * value for row in board.values for value in row]
    in_order = best > 1 or board.rows <= TIES_SETTLED_UP_TO
    search = kernel.BestSearch(_tables(board), values, best, in_order)
    try:
        for _ in slices(search, search.run, tally):
            _note(search, sign, board.offset, tally)
    finally:
        tally.placements = [tuple(columns) for _, columns in search.found()]
        tally.counted = max(tally.counted, len(tally.placements))
        tally.proved = search.finished
        bound = search.bound
        tally.bound = None if bound is None else sign * bound + board.offset


def _note(search: kernel.BestSearch, sign: int, offset: int, tally: Tally) -> None:
    found, bound = search.found(), search.bound
    tally.note(
        sign * found[0][0] + offset if found else None,
        None if bound is None else sign * bound + offset,
    )


def _ordered_search(board: Board) -> Search:
    """All placements in lexicographic order."""
    if _shifts_suit(board):
        return kernel.ClassicSearch(board.columns, board.allowed)
    return kernel.TableSearch(_tables(board), True)


def _shifts_suit(board: Board) -> bool:
    """Whether shifted masks are faster than tables: they are, until rows are hardly free.

    There tables win by looking ahead, and by more than shifts win elsewhere.
    """
    return board.has_queen_lines and all(
        2 * mask.bit_count() >= board.columns for mask in board.allowed
    )


def _counting_searches(board: Board, threads: int) -> Iterator[tuple[Count, int]]:
    """Searches whose counts, times their weights, add up to the number of placements.

    Where the mirror image of a placement is another, only queens in the left half of the first
    row need to be tried, and those in the middle.
    """
    if board.is_classic:
        yield _ClassicCount(board.columns, threads), 1
        return
    if not _breadth_suits(board):
        yield kernel.TableSearch(_tables(board), False), 1
        return
    first, *rest = board.allowed
    if not all(mask == _mirrored(mask, board.columns) for mask in board.allowed):
        yield kernel.BreadthCount(board.columns, board.allowed), 1
        return
    half = board.columns // 2
    left, middle = first & ((1 << half) - 1), first & (board.columns % 2 << half)
    yield kernel.BreadthCount(board.columns, [left, *rest]), 2
    if middle:
        yield kernel.BreadthCount(board.columns, [middle, *rest]), 1


def _breadth_suits(board: Board) -> bool:
    """Whether to count row by row: with many rows and few cells, looking ahead saves more."""
    return _decided_in_breadth(board) or _shifts_suit(board)


def _decided_in_breadth(board: Board) -> bool:
    return board.has_queen_lines and board.rows <= BREADTH_ROWS


def _mirrored(mask: int, columns: int) -> int:
    return int(f"{mask:0{columns}b}"[::-1], 2)


class _ClassicCount:
    """By joined halves where they are faster and there is memory for them, else by a search."""

    def __init__(self, side: int, threads: int) -> None:
        self._search: kernel.JoinedCount | kernel.SymmetricCount = kernel.SymmetricCount(side)
        if kernel.KIND == "compiled" and JOINED_FROM <= side <= JOINED_TO:
            self._search = kernel.JoinedCount(side, threads, max(1, available_bytes() // 2))
        self._side, self._passed = side, 0

    def count(self, nodes: int) -> int:
        try:
            passed = self._search.count(nodes)
        except MemoryError:
            if self._passed:
                raise
            self._search = kernel.SymmetricCount(self._side)
            return 0
        self._passed += passed
        return passed

    @property
    def finished(self) -> bool:
        return self._search.finished

    @property
    def nodes(self) -> int:
        return self._search.nodes

    @property
    def progress(self) -> float | None:
        return self._search.progress


def _tables(board: Board) -> kernel.Tables:
    tables = kernel.Tables(board.columns, board.allowed)
    for family in board.families:
        tables.add_family([label for row in family.numbered for label in row])
    if board.leaps:
        tables.add_leaps(board.leaps, board.row_numbers, board.column_numbers)
    for images in board.images:
        tables.add_images(images)
    for total in board.totals:
        values = [value for row in total.values for value in row]
        least = -_LARGEST if total.at_least is None else total.at_least
        most = _LARGEST if total.at_most is None else total.at_most
        tables.add_total(values, _within_64_bits(least), _within_64_bits(most))
    return tables


def _within_64_bits(bound: int) -> int:
    return min(max(bound, -_LARGEST), _LARGEST)


SOLVERS = {"bitmask": BitmaskSolver()}
