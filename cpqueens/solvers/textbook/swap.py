"""Backtracking that swaps the entries of a permutation.

One list holds every column once: the first entries are the columns of the queens placed, the rest
are the columns still free. To place a queen in a row, the row's entry is swapped with each of the
entries from there on, and afterwards swapped back. No column comes twice, so that only diagonals
need a test, and columns that are taken are never looked at.

A test costs two look-ups, and a row with k queens above has k columns fewer to test. Nodes are
queens placed. Rows and columns count from 0. The swaps disturb the order of the free columns, so
that placements come in no particular order.

J. S. Rohl, A faster lexicographical N queens algorithm, Information Processing Letters 17 (1983),
compares this family of algorithms, with what it costs to keep the order.
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


class SwapSolver(BacktrackingSolver):
    name = "textbook.swap"
    summary = "backtracking that swaps the entries of a permutation of the columns"
    in_order = False

    def unfit(self, board: Board) -> str | None:
        return too_large(board) or unlike_chess_queens(board)

    def placements(self, board: Board, count_node: CountNode) -> Iterator[Columns]:
        allowed = [set(board.allowed_columns(row)) for row in range(board.rows)]
        up_taken: set[int] = set()
        down_taken: set[int] = set()
        columns = list(range(board.columns))

        def swap(row: int, other: int) -> None:
            columns[row], columns[other] = columns[other], columns[row]

        def extend(row: int) -> Iterator[Columns]:
            if row == board.rows:
                yield tuple(columns[:row])
                return
            for other in range(row, board.columns):
                column = columns[other]
                up, down = row + column, row - column
                if up in up_taken or down in down_taken or column not in allowed[row]:
                    continue
                count_node()
                swap(row, other)
                up_taken.add(up)
                down_taken.add(down)
                yield from extend(row + 1)
                down_taken.remove(down)
                up_taken.remove(up)
                swap(row, other)

        return extend(0)


SOLVERS = {"textbook.swap": SwapSolver()}
