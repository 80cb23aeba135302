"""Backtracking that compares a new queen with every earlier one.

The rows are filled from the top. In each row every column is tried; a queen stays if none of the
queens above attacks it, then the next row follows, and afterwards the next column. Whether two
queens attack each other is asked of the pair alone, so that any rule for pairs will do: two queens
attack each other if they share a label (their column, their diagonal, their region, …) or if one
leap leads from one to the other.

A test costs as many comparisons as there are queens above, up to n. Nodes are queens placed, those
that no earlier queen attacked. Rows and columns count from 0; placements come in lexicographic
order.

S. W. Golomb and L. D. Baumert, Backtrack programming, Journal of the ACM 12 (1965); the test as a
loop over the earlier queens is `PLACE` in E. Horowitz and S. Sahni, Fundamentals of Computer
Algorithms (1978), chapter 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import eq

from cpqueens.board import Board
from cpqueens.solvers.base import Columns
from cpqueens.solvers.textbook.common import BacktrackingSolver, CountNode, too_large


class ScanSolver(BacktrackingSolver):
    name = "textbook.scan"
    summary = "backtracking, each queen compared with all earlier ones; any lines and leaps"

    def unfit(self, board: Board) -> str | None:
        if board.totals:
            return "it compares pairs of queens; a bound on a sum is about all of them"
        if board.symmetric:
            return "it asks whether two queens attack each other, not whether one needs another"
        return too_large(board)

    def placements(self, board: Board, count_node: CountNode) -> Iterator[Columns]:
        families = [family.labels for family in board.families]
        labels = [
            [[family[row][column] for family in families] for column in range(board.columns)]
            for row in range(board.rows)
        ]
        row_numbers, column_numbers, leaps = board.row_numbers, board.column_numbers, board.leaps

        def attacks(upper_row: int, upper: int, lower_row: int, lower: int) -> bool:
            if any(map(eq, labels[upper_row][upper], labels[lower_row][lower])):
                return True
            if not leaps:
                return False
            down = row_numbers[lower_row] - row_numbers[upper_row]
            right = column_numbers[lower] - column_numbers[upper]
            return (down, right) in leaps

        allowed = [board.allowed_columns(row) for row in range(board.rows)]

        def extend(queens: Columns) -> Iterator[Columns]:
            row = len(queens)
            if row == board.rows:
                yield queens
                return
            for column in allowed[row]:
                if not any(attacks(above, queens[above], row, column) for above in range(row)):
                    count_node()
                    yield from extend((*queens, column))

        return extend(())


SOLVERS = {"textbook.scan": ScanSolver()}
