"""What `bench --kernels` measures: the kernels against yardsticks, each a ratio with its target.

The yardstick T is the textbook recursion on three bit masks, without symmetry, in C++ at -O3. What
is compared is timed in one process, in turn, and the least CPU seconds of each are taken.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from cpqueens import kernel
from cpqueens.errors import WrongAnswer
from cpqueens.loading import load
from cpqueens.model import Model
from cpqueens.solving import solve

Progress = Callable[[str], None]


class Figure(Struct):
    """One figure: `measured` is to be at least, or at most, the `target`."""

    what: str
    measured: float
    unit: str
    aim: Literal["at least", "at most"]
    target: float

    @property
    def reached(self) -> bool:
        if self.aim == "at least":
            return self.measured >= self.target
        return self.measured <= self.target


def figures(progress: Progress) -> Iterator[Figure]:
    """All figures, one after the other; `progress` is told what is under way."""
    for group in (counting, listing, blocked, optima):
        yield from group(progress)


def counting(progress: Progress) -> Iterator[Figure]:
    """Classic boards, whole calls from Python, one thread unless it says otherwise."""
    textbook_s = {}
    for n, target in ((14, 15.0), (15, 30.0), (16, 80.0), (17, 100.0)):
        progress(f"counting, n = {n}")
        ours, textbook_s[n] = _in_turn(lambda: _count(queens(n)), lambda: _textbook(queens(n)))
        yield Figure(f"count n = {n}", textbook_s[n] / ours, "times T", "at least", target)
    progress("counting, n = 18")
    (ours,) = _in_turn(lambda: _count(queens(18)))
    yield Figure("count n = 18", ours / textbook_s[15], "of T for 15", "at most", 2.0)
    progress("counting without vectors, n = 16")
    (ours,) = _in_turn(lambda: _run(kernel.JoinedCount(16, 1, 2**30, True)))
    yield Figure("count n = 16, no AVX2", textbook_s[16] / ours, "times T", "at least", 40.0)
    (ours,) = _in_turn(lambda: _run(kernel.SymmetricCount(15)))
    yield Figure("count n = 15, by search", textbook_s[15] / ours, "times T", "at least", 4.5)
    progress("counting with two threads, n = 17")
    one, two = _in_turn(
        lambda: _count(queens(17)), lambda: _count(queens(17), threads=2), clock=time.perf_counter
    )
    yield Figure("count n = 17, two threads", one / two, "times one", "at least", 1.8)
    progress("counting, n = 19")
    (ours,) = _in_turn(lambda: _count(queens(19)))
    yield Figure("count n = 19", ours, "s", "at most", 60.0)


def blocked(progress: Progress) -> Iterator[Figure]:
    """Ten random cells of 14 x 14 taken out."""
    ratios = []
    for seed in range(5):
        progress(f"blocked cells, board {seed + 1}")
        cells = Random(seed).sample([[r, c] for r in range(1, 15) for c in range(1, 15)], 10)
        model = queens(14, blocked=cells)
        ours, textbook_s = _in_turn(lambda: _count(model), lambda: _textbook(model))
        ratios.append(textbook_s / ours)
    yield Figure("count n = 14, ten blocked", median(ratios), "times T", "at least", 3.0)


def _in_turn(
    *actions: Callable[[], int], clock: Callable[[], float] = time.process_time
) -> list[float]:
    """The least seconds of each, which take turns until two seconds have passed, at most 7 times.

    Raises `WrongAnswer` where they do not give the same number.
    """
    least = [float("inf")] * len(actions)
    begun, answers = time.perf_counter(), set()
    for _ in range(7):
        for at, action in enumerate(actions):
            started = clock()
            answers.add(action())
            least[at] = min(least[at], clock() - started)
        if time.perf_counter() - begun > 2:
            break
    if len(answers) > 1:
        raise WrongAnswer(f"answers that should be the same: {sorted(answers)}")
    return least
