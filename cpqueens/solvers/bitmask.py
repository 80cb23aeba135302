"""The native solver: bit masks in C++, or their twin in Python where no compiler was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpqueens import kernel
from cpqueens.board import Board
from cpqueens.memory import available_bytes
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.attack_tables import attack_tables
from cpqueens.solvers.base import Columns, Listing, Solver, Tally, value_of
from cpqueens.solvers.native_counting import counting_searches, decided_in_breadth, shifts_suit
from cpqueens.solvers.slices import Search, count_all, slices, taken

MOST_ROWS = MOST_COLUMNS = 64
TIES_SETTLED_UP_TO = 12
"""Up to so many rows the first of equal optima costs next to nothing more than any of them."""
NODES_OF_LOOKING_AHEAD = 200_000
"""After so many, some 20 ms, most boards that have a placement have shown one."""
LISTED_BY_JOINING = range(10, 21)
"""Sides: of smaller boards the tables cost more than they save, of larger ones they are large."""


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
            _best(board, question.best, options, tally)
        elif question.solutions is None:
            _one(board, tally)
        elif question.wanted != 0:
            _list(board, question, tally)
        if question.count and not tally.count_known:
            count_all(counting_searches(board, options.threads), tally)

    def listing(self, board: Board) -> Listing:
        return _joined_listing(board, first_half=False) or _ordered_search(board)

    def half_listing(self, board: Board) -> Listing | None:
        return _joined_listing(board, first_half=True)

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]:
        search = _ordered_search(board)
        yield from taken(search, board.rows, tally, None)
        tally.count_known = True


def _list(board: Board, question: Question, tally: Tally) -> None:
    sorted_later = question.solutions == "all" and not shifts_suit(board)
    search = (
        kernel.TableSearch(attack_tables(board), False) if sorted_later else _ordered_search(board)
    )
    for batch in taken(search, board.rows, tally, question.wanted):
        tally.placements += batch
        tally.counted += len(batch)
    tally.count_known = search.finished


def _one(board: Board, tally: Tally) -> None:
    """Any placement: looking ahead finds most, counting in breadth decides hard boards faster."""
    search = kernel.TableSearch(attack_tables(board), False)
    for columns in slices(search, lambda nodes: search.take(nodes, 1), tally):
        if columns:
            _note_one(tuple(columns), tally)
            return
        if search.nodes >= NODES_OF_LOOKING_AHEAD and decided_in_breadth(board):
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


def _best(board: Board, best: int, options: Options, tally: Tally) -> None:
    sign = -1 if board.sense == "minimize" else 1
    values = [sign * value for row in board.values for value in row]
    in_order = best > 1 or board.rows <= TIES_SETTLED_UP_TO
    search = kernel.BestSearch(attack_tables(board), values, best, in_order)
    try:
        for _ in slices(search, search.run, tally):
            _note_best(board, search, sign, tally)
            if options.gap and not search.finished and _gap(board, tally) <= options.gap:
                tally.stop(f"the gap of {options.gap:.3g}")
    finally:
        _note_best(board, search, sign, tally)


def _note_best(board: Board, search: kernel.BestSearch, sign: int, tally: Tally) -> None:
    tally.placements = [tuple(columns) for _, columns in search.found()]
    tally.counted = max(tally.counted, len(tally.placements))
    tally.proved = search.finished
    bound = search.bound
    tally.bound = None if bound is None else sign * bound + board.offset
    best = value_of(board, tally.placements[0]) + board.offset if tally.placements else None
    tally.note(best, tally.bound)


def _gap(board: Board, tally: Tally) -> float:
    """How far the bound is from the best value found, as a part of that value."""
    if not tally.placements or tally.bound is None:
        return float("inf")
    value = value_of(board, tally.placements[0]) + board.offset
    return abs(tally.bound - value) / max(1, abs(value))


def _ordered_search(board: Board) -> Search:
    """All placements in lexicographic order."""
    if shifts_suit(board):
        return kernel.ClassicSearch(board.columns, board.allowed)
    return kernel.TableSearch(attack_tables(board), True)


def _joined_listing(board: Board, first_half: bool) -> Listing | None:
    """Upper and lower parts joined, where that is faster and there is memory for the tables."""
    if not (board.is_classic and board.columns in LISTED_BY_JOINING):
        return None
    joined = kernel.JoinedListing(board.columns, first_half)
    return joined if joined.memory <= available_bytes() else None


SOLVERS = {"bitmask": BitmaskSolver()}
