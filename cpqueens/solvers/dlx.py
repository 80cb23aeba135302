"""Exact cover by dancing links: an exact solver that shares no search with the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpqueens import kernel
from cpqueens.board import Board
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Columns, Solver, Tally
from cpqueens.solvers.slices import count_all, taken

MOST_SIDE = 256
MOST_LINKS = 2**25
"""Members of options, for which the kernel has memory."""


class DancingLinksSolver(Solver):
    name = "dlx"
    summary = "dancing links in C++: rows are primary items, lines secondary ones"
    jobs = frozenset({Job.COUNT, Job.FIRST, Job.ALL, Job.ONE})

    def unfit(self, board: Board) -> str | None:
        if board.rows > MOST_SIDE or board.columns > MOST_SIDE:
            return (
                f"{board.rows} rows and {board.columns} columns are to be filled; "
                f"it takes {MOST_SIDE}"
            )
        if board.totals:
            return "a bound on a sum (total) is no exact cover"
        members = 1 + len(board.families) + 2 * len(board.leaps)
        if board.symmetric:
            members = max(members, len(board.images) * board.columns)
        links = board.rows * board.columns * members
        if links > MOST_LINKS:
            return f"{links:,} links would be needed; it has memory for {MOST_LINKS:,}"
        return None

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        if question.wanted != 0:
            in_order = isinstance(question.solutions, int)
            search = _search(board, in_order)
            for batch in taken(search, board.rows, tally, question.wanted):
                tally.placements += batch
                tally.counted += len(batch)
            tally.count_known = search.finished
        if question.count and not tally.count_known:
            count_all([(_search(board, False), 1)], tally)

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]:
        yield from taken(_search(board, False), board.rows, tally, None)
        tally.count_known = True


def _search(board: Board, ordered: bool) -> kernel.CoverSearch:
    return kernel.CoverSearch(
        board.columns,
        [board.allowed_columns(r) for r in range(board.rows)],
        [[label for row in family.numbered for label in row] for family in board.families],
        board.leaps,
        board.row_numbers,
        board.column_numbers,
        board.images,
        ordered,
    )


SOLVERS = {"dlx": DancingLinksSolver()}
