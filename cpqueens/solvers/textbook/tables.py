"""Backtracking with a table of occupied columns, and one for each kind of diagonals.

All cells of an antidiagonal have the same row + column, all cells of a diagonal the same
row - column. So one table entry a line says whether a queen stands there: a cell is free when its
three entries are, and a queen sets three entries when it comes and clears them when it goes.

A test costs three look-ups, however many queens there are. Nodes are queens placed. Rows and
columns count from 0; row - column may be negative, so that columns - 1 is added. Placements come in
lexicographic order.

N. Wirth, Program development by stepwise refinement, Communications of the ACM 14 (1971);
E. W. Dijkstra, Notes on structured programming, in O.-J. Dahl, E. W. Dijkstra and C. A. R. Hoare,
Structured Programming (1972).
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


class TablesSolver(BacktrackingSolver):
    name = "textbook.tables"
    summary = "backtracking with tables of occupied columns and diagonals"

    def unfit(self, board: Board) -> str | None:
        return too_large(board) or unlike_chess_queens(board)

    def placements(self, board: Board, count_node: CountNode) -> Iterator[Columns]:
        allowed = [board.allowed_columns(row) for row in range(board.rows)]
        diagonals = board.rows + board.columns - 1
        column_taken = [False] * board.columns
        up_taken = [False] * diagonals
        down_taken = [False] * diagonals

        def extend(queens: Columns) -> Iterator[Columns]:
            row = len(queens)
            if row == board.rows:
                yield queens
                return
            for column in allowed[row]:
                up, down = row + column, row - column + board.columns - 1
                if column_taken[column] or up_taken[up] or down_taken[down]:
                    continue
                count_node()
                column_taken[column] = up_taken[up] = down_taken[down] = True
                yield from extend((*queens, column))
                column_taken[column] = up_taken[up] = down_taken[down] = False

        return extend(())


SOLVERS = {"textbook.tables": TablesSolver()}
