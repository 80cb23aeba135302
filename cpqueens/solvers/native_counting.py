"""By which of the kernel's searches a board is counted."""

from __future__ import annotations

from collections.abc import Iterator

from cpqueens import kernel
from cpqueens.board import Board
from cpqueens.memory import available_bytes
from cpqueens.solvers.attack_tables import attack_tables
from cpqueens.solvers.slices import Count

JOINED_FROM, JOINED_TO = 12, 27
"""Sides of classic boards that are counted by joining halves; below, the lists cost more."""
BREADTH_ROWS = 22
"""Up to so many rows counting in breadth is ahead of tables however few cells are free."""


def counting_searches(board: Board, threads: int) -> Iterator[tuple[Count, int]]:
    """Searches whose counts, times their weights, add up to the number of placements.

    Where the mirror image of a placement is another, only queens in the left half of the first
    row need to be tried, and those in the middle.
    """
    if board.is_classic:
        yield _ClassicCount(board.columns, threads), 1
        return
    if not _breadth_suits(board):
        yield kernel.TableSearch(attack_tables(board), False), 1
        return
    first, *rest = board.allowed
    if not all(mask == _mirrored(mask, board.columns) for mask in board.allowed):
        yield kernel.BreadthCount(board.columns, board.allowed), 1
        return
    half = board.columns // 2
    left, middle = first & ((1 << half) - 1), first & (board.columns % 2 << half)
    yield kernel.BreadthCount(board.columns, [left, *rest]), 2
    if middle:
        yield kernel.BreadthCount(board.columns, [middle, *rest]), 1


def _breadth_suits(board: Board) -> bool:
    """Whether to count row by row: with many rows and few cells, looking ahead saves more."""
    return decided_in_breadth(board) or shifts_suit(board)


def _mirrored(mask: int, columns: int) -> int:
    return int(f"{mask:0{columns}b}"[::-1], 2)


class _ClassicCount:
    """By joined halves where they are faster and there is memory for them, else by a search."""

    def __init__(self, side: int, threads: int) -> None:
        self._search: kernel.JoinedCount | kernel.SymmetricCount = kernel.SymmetricCount(side)
        if kernel.KIND == "compiled" and JOINED_FROM <= side <= JOINED_TO:
            self._search = kernel.JoinedCount(side, threads, max(1, available_bytes() // 2))
        self._side, self._passed = side, 0

    def count(self, nodes: int) -> int:
        try:
            passed = self._search.count(nodes)
        except MemoryError:
            if self._passed:
                raise
            self._search = kernel.SymmetricCount(self._side)
            return 0
        self._passed += passed
        return passed

    @property
    def finished(self) -> bool:
        return self._search.finished

    @property
    def nodes(self) -> int:
        return self._search.nodes

    @property
    def progress(self) -> float | None:
        return self._search.progress


def shifts_suit(board: Board) -> bool:
    """Whether shifted masks are faster than tables: they are, until rows are hardly free.

    There tables win by looking ahead, and by more than shifts win elsewhere.
    """
    return board.has_queen_lines and all(
        2 * mask.bit_count() >= board.columns for mask in board.allowed
    )


def decided_in_breadth(board: Board) -> bool:
    """Whether going through all states row by row is ahead of looking ahead from each."""
    return board.has_queen_lines and board.rows <= BREADTH_ROWS
