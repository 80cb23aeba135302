"""Backtracking on three shifted bit masks, from one free column straight to the next.

The masks of attacked columns are shifted by one from row to row. The columns that are free in a row
are one number, and x & -x is the lowest bit set in x: the next queen. Without that bit the number,
x & (x - 1), holds the free columns that are left, until it is 0. No attacked column is ever looked
at.

A row costs two shifts by one, and three operations a free column. Nodes are queens placed. Rows and
columns count from 0, column c is the bit of worth 2^c: the lowest bit is the leftmost column.
Placements come in lexicographic order.

M. Richards, Backtracking algorithms in MCPL using bit patterns and recursion, University of
Cambridge, Computer Laboratory (1997); J. Somers, The N Queens Problem: a study in optimization,
jsomers.com (2002).
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


class MasksLowestBitSolver(BacktrackingSolver):
    name = "textbook.masks_lowest_bit"
    summary = "three shifted bit masks, the lowest bit of the free columns taken with x & -x"

    def unfit(self, board: Board) -> str | None:
        return too_large(board) or unlike_chess_queens(board)

    def placements(self, board: Board, count_node: CountNode) -> Iterator[Columns]:
        def extend(queens: Columns, straight: int, left: int, right: int) -> Iterator[Columns]:
            row = len(queens)
            if row == board.rows:
                yield queens
                return
            free = board.allowed[row] & ~(straight | left | right)
            while free:
                queen = free & -free
                free &= free - 1
                count_node()
                yield from extend(
                    (*queens, queen.bit_length() - 1),
                    straight | queen,
                    (left | queen) >> 1,
                    (right | queen) << 1,
                )

        return extend((), 0, 0, 0)


SOLVERS = {"textbook.masks_lowest_bit": MasksLowestBitSolver()}
