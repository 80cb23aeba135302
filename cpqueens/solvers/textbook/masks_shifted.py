"""Backtracking on three bit masks that are shifted from row to row.

Each mask says which columns of the present row are attacked: along columns, along antidiagonals,
along diagonals. From a row to the next, what is attacked along a diagonal moves one column to the
right, along an antidiagonal one to the left: a shift by one of the whole mask, whatever the number
of queens. What is shifted out has left the board.

A row costs two shifts by one, and a look at each of its columns. Nodes are queens placed. Rows and
columns count from 0, column c is the bit of worth 2^c, so that a column to the right is a shift
to the left. Placements come in lexicographic order.

M. Richards, Backtracking algorithms in MCPL using bit patterns and recursion, University of
Cambridge, Computer Laboratory (1997).
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


class MasksShiftedSolver(BacktrackingSolver):
    name = "textbook.masks_shifted"
    summary = "three bit masks of attacked columns, shifted by one from row to row"

    def unfit(self, board: Board) -> str | None:
        return too_large(board) or unlike_chess_queens(board)

    def placements(self, board: Board, count_node: CountNode) -> Iterator[Columns]:
        every_column = (1 << board.columns) - 1

        def extend(queens: Columns, straight: int, left: int, right: int) -> Iterator[Columns]:
            row = len(queens)
            if row == board.rows:
                yield queens
                return
            attacked = straight | left | right
            for column in range(board.columns):
                queen = 1 << column
                if board.allowed[row] & queen and not attacked & queen:
                    count_node()
                    yield from extend(
                        (*queens, column),
                        straight | queen,
                        (left | queen) >> 1,
                        (right | queen) << 1 & every_column,
                    )

        return extend((), 0, 0, 0)


SOLVERS = {"textbook.masks_shifted": MasksShiftedSolver()}
