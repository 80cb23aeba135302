"""Searches of classic boards, queen by queen."""

from __future__ import annotations

from collections.abc import Sequence

from cpqueens.kernel.pure.arguments import bits, checked_board
from cpqueens.kernel.pure.slices import Enumeration, Placement, Sliced, Steps


class ClassicSearch(Enumeration):
    """Placements of a classic board in lexicographic order."""

    def __init__(self, columns: int, allowed: Sequence[int]) -> None:
        columns, masks = checked_board(columns, allowed)
        super().__init__(classic_steps(masks, (), 0, 0, 0), len(masks))


def classic_steps(
    allowed: list[int], placed: Placement, columns: int, left: int, right: int
) -> Steps:
    for column in bits(allowed[len(placed)] & ~(columns | left | right)):
        queen, queens = 1 << column, (*placed, column)
        if len(queens) == len(allowed):
            yield queens
        else:
            yield None
            yield from classic_steps(
                allowed, queens, columns | queen, (left | queen) << 1, (right | queen) >> 1
            )


class BreadthCount(Sliced[Placement]):
    """Counts the placements of a board with queen lines; here `widest` changes nothing."""

    def __init__(self, columns: int, allowed: Sequence[int], widest: int = 512) -> None:
        columns, masks = checked_board(columns, allowed)
        super().__init__(classic_steps(masks, (), 0, 0, 0))

    def count(self, nodes: int) -> int:
        """Search on for about `nodes` nodes; the number of placements passed."""
        return sum(1 for _ in self._slice(nodes))


def textbook_count(columns: int, allowed: Sequence[int]) -> int:
    """The recursion on three masks, to measure others by; it cannot be interrupted."""
    _, masks = checked_board(columns, allowed)
    return sum(step is not None for step in classic_steps(masks, (), 0, 0, 0))
