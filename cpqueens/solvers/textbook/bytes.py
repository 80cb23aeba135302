"""All permutations of one-bit bytes, the diagonals tested at the end.

The queen of a row is a byte with one bit, 1, 2, 4, … up to 128 on the 8 by 8 board. A permutation
of these bytes has a queen in each row and in each column, so that only diagonals are left to test,
when all queens stand: moving each row's byte left by one place more than the byte of the row before
puts the cells of an antidiagonal below each other, moving right those of a diagonal. Two queens
share a line when their moved bytes have a bit in common.

All n! permutations are made, as no test is made before the end: 40,320 for n = 8, 479,001,600 for
n = 12, where backtracking places 856,188 queens; so it is offered up to n = 10. Nodes are
permutations tried. Rows and columns count from 0, column c is the bit of worth 2^c; placements come
in lexicographic order. Wider boards have wider bytes.

The exercise of many courses; without bits it is R. Hettinger, Eight queens. Six lines.,
ActiveState Python recipe 576647 (2009).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from cpqueens.board import Board
from cpqueens.solvers.base import Columns
from cpqueens.solvers.textbook.common import (
    BacktrackingSolver,
    CountNode,
    too_large,
    unlike_chess_queens,
)

MOST_ROWS = 10


class BytesSolver(BacktrackingSolver):
    name = "textbook.bytes"
    summary = "all permutations of one-bit bytes, the diagonals tested at the end"

    def unfit(self, board: Board) -> str | None:
        if board.rows > MOST_ROWS:
            return f"{board.rows} rows have too many permutations; it takes up to {MOST_ROWS}"
        return too_large(board) or unlike_chess_queens(board)

    def placements(self, board: Board, count_node: CountNode) -> Iterator[Columns]:
        one_bit_bytes = [1 << column for column in range(board.columns)]
        for queens in permutations(one_bit_bytes, board.rows):
            count_node()
            if not diagonal_shared(queens) and all(map(int.__and__, queens, board.allowed)):
                yield tuple(byte.bit_length() - 1 for byte in queens)


def diagonal_shared(queens: Sequence[int]) -> bool:
    """Whether two of the bytes, row by row, have their bits on one diagonal or antidiagonal.

    >>> diagonal_shared([0b0010, 0b1000, 0b0001, 0b0100]), diagonal_shared([1, 2, 4, 8])
    (False, True)
    """
    last = len(queens) - 1
    antidiagonals = diagonals = 0
    for row, byte in enumerate(queens):
        antidiagonal, diagonal = byte << row, byte << last - row
        if antidiagonals & antidiagonal or diagonals & diagonal:
            return True
        antidiagonals |= antidiagonal
        diagonals |= diagonal
    return False


SOLVERS = {"textbook.bytes": BytesSolver()}
