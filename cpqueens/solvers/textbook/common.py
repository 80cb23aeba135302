"""What surrounds the textbook algorithms: which boards they take, limits, counts. No search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence

from cpqueens.board import Board
from cpqueens.question import Options, Question
from cpqueens.solvers.base import Columns, EnumeratingSolver, Tally

CountNode = Callable[[], None]

MOST_ROWS = MOST_COLUMNS = 100
"""Python's stack holds a call for each row of them."""
_NODES_BETWEEN_LOOKS_AT_THE_CLOCK = 64


class BacktrackingSolver(EnumeratingSolver):
    """A solver that is one generator of all placements."""

    in_order: bool = True
    """Whether the placements come in lexicographic order, so that the first k need no others."""

    @abstractmethod
    def placements(self, board: Board, count_node: CountNode) -> Iterator[Columns]:
        """All placements; `count_node` is called for each node, and ends the search in time."""

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]:
        for placement in self.placements(board, node_counter(tally)):
            yield [placement]
        tally.count_known = True

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        first = question.wanted
        if question.count or question.best is not None or first is None or not self.in_order:
            super().answer(board, question, options, tally)
            return
        for batch in self.batches(board, tally):
            tally.placements += batch
            tally.counted += 1
            if tally.counted == first:
                return


def node_counter(tally: Tally) -> CountNode:
    """A function that counts a node in the tally, and raises `Stopped` after the time limit."""
    counters = tally.counters
    counters.setdefault("nodes", 0)

    def count_node() -> None:
        counters["nodes"] += 1
        if counters["nodes"] % _NODES_BETWEEN_LOOKS_AT_THE_CLOCK == 0:
            tally.check()

    return count_node


def too_large(board: Board, most: int = MOST_ROWS) -> str | None:
    """Why the board is too large, or None when it is not."""
    if board.rows > most or board.columns > most:
        return (
            f"{board.rows} rows and {board.columns} columns are to be filled; "
            f"it takes up to {most} of each"
        )
    return None


def unlike_chess_queens(board: Board) -> str | None:
    """Why the rules are others than columns, diagonals and antidiagonals, or None.

    Every size of board, given queens and blocked cells are within these rules.
    """
    if board.removed:
        return "rows of given queens were taken out of the board, and its diagonals have steps"
    if board.symmetric:
        return "it places queens one by one, without those that a symmetry of the board demands"
    if not board.has_queen_lines:
        return "it knows only columns, diagonals and antidiagonals, and cells left out"
    return None
