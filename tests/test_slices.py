"""How long the slices are in which searches of the kernel are worked on."""

from __future__ import annotations

import time

import pytest

from cpqueens.solvers import slices as slices_module
from cpqueens.solvers.base import Stopped, Tally
from cpqueens.solvers.slices import slices

FIRST = slices_module._FIRST_SLICE


class Clustered:
    """Ends its first slices early, as with a full buffer, then uses up the nodes it is given."""

    finished = False
    nodes = 0

    def __init__(self, early: int) -> None:
        self.early = early
        self.asked: list[int] = []

    def work(self, nodes: int) -> int:
        self.asked.append(nodes)
        self.nodes += 10 if len(self.asked) <= self.early else nodes
        return nodes


def asked(search: Clustered, slices_wanted: int, pause_s: float = 0) -> list[int]:
    for _ in slices(search, search.work, Tally()):
        time.sleep(pause_s)
        if len(search.asked) == slices_wanted:
            break
    return search.asked


def test_slices_grow_while_they_are_short() -> None:
    assert asked(Clustered(early=0), 5) == [FIRST << doublings for doublings in range(5)]


def test_slices_that_end_early_do_not_grow() -> None:
    """Else the first one without placements would go on for hours, and hear no Ctrl-C."""
    assert set(asked(Clustered(early=1000), 1000)) == {FIRST}


def test_slices_do_not_shrink_with_what_is_done_between_them() -> None:
    pause_s = 3 * slices_module._SLICE_S
    assert asked(Clustered(early=1000), 4, pause_s) == [FIRST] * 4


def test_the_time_limit_is_heard_between_slices() -> None:
    search = Clustered(early=0)
    tally = Tally(time_limit=1e-6)
    with pytest.raises(Stopped):
        list(slices(search, search.work, tally))
    assert tally.counters["nodes"] == search.nodes == 0
