"""How many placements there will be, found out before they are listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cpqueens import solvers
from cpqueens.board import Board
from cpqueens.memory import Room
from cpqueens.question import Options, Question
from cpqueens.solvers.base import Stopped, Tally

if TYPE_CHECKING:
    from random import Random

COUNTED_SIDES = range(12, 19)
"""Classic boards of these sides are counted first: that takes a small part of listing them. Fewer
placements fit in any case, and larger boards take longer to count than one would wait."""
_PROBES = 1500


def require_room(board: Board, room: Room, tally: Tally) -> int | None:
    """Raise `TooLarge` where the placements will not fit; their number, where it was counted.

    That is known of classic boards only. Raises `Stopped` when the tally's time limit has passed.
    """
    if not board.is_classic or board.columns < COUNTED_SIDES.start:
        return None
    if board.columns not in COUNTED_SIDES:
        estimate = estimated(board.columns, tally.check)
        if estimate > 2 * room.most:
            room.require(estimate, "about ")
        return None
    counting = Tally(tally.time_limit, progress=tally.progress, started=tally.started)
    try:
        solvers.find("bitmask").answer(board, Question(0, count=True), Options(), counting)
    except Stopped:
        tally.counted = counting.counted
        tally.stop(counting.stopped_by or "")
    room.require(counting.counted)
    return counting.counted


def estimated(side: int, check: Callable[[], None] = lambda: None) -> int:
    """About how many placements a classic board has, by random probes of the search tree.

    D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29
    (1975). The same at each call, and of two digits, which is more than it is worth. `check` is
    called before each probe, so that it may end them.
    """
    from random import Random  # not above: it is slow to import, and seldom needed

    draw = Random(side)
    total = 0
    for _ in range(_PROBES):
        check()
        total += _probe(side, draw)
    mean = total // _PROBES
    return round(mean, 2 - len(str(mean)))


def _probe(side: int, draw: Random) -> int:
    """The product of the numbers of choices on a random way down; 0 where it ends early."""
    columns = left = right = 0
    weight = 1
    for _ in range(side):
        free = ~(columns | left | right) & ((1 << side) - 1)
        if not free:
            return 0
        weight *= free.bit_count()
        for _ in range(draw.randrange(free.bit_count())):
            free &= free - 1
        queen = free & -free
        columns, left, right = columns | queen, (left | queen) << 1, (right | queen) >> 1
    return weight
