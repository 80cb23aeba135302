"""Backtracking on three bit masks that belong to the whole board.

One number has a bit a column, one a bit an antidiagonal (row + column), one a bit a diagonal
(column - row); the bits of lines with a queen are set. A row sees a window of each diagonal mask:
its own cells' diagonals, found by shifting the mask right by as much as the row says. What is set
in none of the three is free. Nothing needs to be cleared afterwards, as each call has numbers of
its own.

A row costs two shifts, and a look at each of its columns. Nodes are queens placed. Rows and columns
count from 0; column - row may be negative, so that the number of the last row is added. Placements
come in lexicographic order.

Z. Qiu, Bit-vector encoding of n-queen problem, ACM SIGPLAN Notices 37 (2002), on sets of lines as
bit vectors.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpqueens.board import Board
from cpqueens.solvers.base import Columns
from cpqueens.solvers.textbook.common import (
    BacktrackingSolver,
    CountNode,
    too_large,
    unlike_chess_queens,
)


class MasksByRowSolver(BacktrackingSolver):
    name = "textbook.masks_by_row"
    summary = "three bit masks of all lines, shifted to the row where they are used"

    def unfit(self, board: Board) -> str | None:
        return too_large(board) or unlike_chess_queens(board)

    def placements(self, board: Board, count_node: CountNode) -> Iterator[Columns]:
        last = board.rows - 1

        def extend(queens: Columns, columns: int, ups: int, downs: int) -> Iterator[Columns]:
            row = len(queens)
            if row == board.rows:
                yield queens
                return
            free = board.allowed[row] & ~(columns | ups >> row | downs >> last - row)
            for column in range(board.columns):
                if free >> column & 1:
                    count_node()
                    yield from extend(
                        (*queens, column),
                        columns | 1 << column,
                        ups | 1 << row + column,
                        downs | 1 << last - row + column,
                    )

        return extend((), 0, 0, 0)


SOLVERS = {"textbook.masks_by_row": MasksByRowSolver()}
