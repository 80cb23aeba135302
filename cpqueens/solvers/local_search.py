"""Min-conflicts on whole boards of queens: fast for a million of them, and no proof of anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpqueens import kernel
from cpqueens.board import Board
from cpqueens.grounding import CLASSIC_LINES, MOST_CELLS
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Columns, Solver, Tally
from cpqueens.solvers.slices import slices

MOST_BARRED = 4_000_000
MOST_STARTS = 200
"""Without a time limit."""
DEFAULT_SEED = 1


class LocalSearchSolver(Solver):
    name = "local_search"
    summary = "min-conflicts in C++ from a random start, for large boards; incomplete"
    jobs = frozenset({Job.ONE})
    complete = False

    def unfit(self, board: Board) -> str | None:
        lines = {family.affine.lines for family in board.families if family.affine}
        if len(board.families) != 3 or lines != CLASSIC_LINES or board.leaps or board.totals:
            return "it knows only columns, diagonals and antidiagonals, and cells left out"
        if board.symmetric:
            return "it moves queens one by one, and symmetric placements need them moved together"
        if board.unrestricted:
            return None
        barred = len(_blocked(board)) if _is_vast(board) else _number_barred(board)
        if barred > MOST_BARRED:
            return f"{barred:,} cells are left out; it takes {MOST_BARRED:,}"
        return None

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        seed = DEFAULT_SEED if options.seed is None else options.seed
        if board.unrestricted:
            columns = _searched(range(board.rows), range(board.columns), [], board, seed, tally)
        elif _is_vast(board):
            columns = _searched(
                range(board.rows), range(board.columns), _blocked(board), board, seed, tally
            )
        else:
            columns = _restricted(board, seed, tally)
        tally.placements = [columns]
        tally.counted = 1


def _is_vast(board: Board) -> bool:
    """Whether not every cell can be looked at; then blocked cells are all that leaves cells out."""
    return board.rows * board.columns > MOST_CELLS


def _blocked(board: Board) -> list[int]:
    return [
        (row_number - 1) * board.columns + number - 1
        for row_number, numbers in board.blocked.items()
        for number in numbers
    ]


def _number_barred(board: Board) -> int:
    return board.rows * board.columns - sum(mask.bit_count() for mask in board.allowed)


def _restricted(board: Board, seed: int, tally: Tally) -> Columns:
    """Rows with one cell left are decided first: exchanges of queens would have to hit it."""
    masks = list(board.allowed)
    decided = _decided(board, masks, tally)
    rows = [row for row in range(board.rows) if row not in decided]
    taken = set(decided.values())
    columns = [column for column in range(board.columns) if column not in taken]
    if len(rows) > len(columns):
        tally.stop("fewer columns than rows")
    if rows:
        barred = []
        places = {column: place for place, column in enumerate(columns)}
        everywhere = sum(1 << column for column in columns)
        for at, row in enumerate(rows):
            tally.check()
            left_out = everywhere & ~masks[row]
            barred += [at * len(columns) + places[column] for column in _bits(left_out)]
        found = _searched(rows, columns, barred, board, seed, tally)
        decided |= dict(zip(rows, found, strict=True))
    return tuple(decided[row] for row in range(board.rows))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _decided(board: Board, masks: list[int], tally: Tally) -> dict[int, int]:
    """Rows with one cell left, and its column; cells that these attack leave the masks."""
    where = {number: column for column, number in enumerate(board.column_numbers)}
    decided: dict[int, int] = {}
    waiting = [row for row, mask in enumerate(masks) if mask.bit_count() <= 1]
    while waiting:
        tally.check()
        row = waiting.pop()
        if row in decided:
            continue
        if masks[row] == 0:
            tally.stop("a row where no queen may stand")
        decided[row] = column = masks[row].bit_length() - 1
        for other, row_number in enumerate(board.row_numbers):
            if other in decided:
                continue
            distance = row_number - board.row_numbers[row]
            for step in (-distance, 0, distance):
                attacked = where.get(board.column_numbers[column] + step)
                if attacked is not None:
                    masks[other] &= ~(1 << attacked)
            if masks[other].bit_count() <= 1:
                waiting.append(other)
    return decided


def _searched(
    rows: Sequence[int],
    columns: Sequence[int],
    barred: list[int],
    board: Board,
    seed: int,
    tally: Tally,
) -> Columns:
    """A placement on these rows and columns of the board."""
    search = kernel.MinConflicts(
        len(rows),
        len(columns),
        barred,
        _numbers(board.row_numbers, rows),
        _numbers(board.column_numbers, columns),
        seed,
    )
    for _ in slices(search, search.run, tally):
        tally.counters["restarts"] = search.restarts
        if tally.time_limit is None and search.restarts >= MOST_STARTS:
            tally.stop(f"its own limit: more than {MOST_STARTS} starts without a placement")
    found = search.found()
    assert found is not None
    return tuple(columns[place] for place in found)


def _numbers(numbers: Sequence[int], chosen: Sequence[int]) -> list[int] | None:
    """What the kernel numbers itself is not listed."""
    if len(chosen) == len(numbers) and isinstance(numbers, range):
        return None
    return [numbers[index] for index in chosen]


SOLVERS = {"local_search": LocalSearchSolver()}
