"""What `bench --kernels` measures: the kernels against yardsticks, each a ratio with its target.

The yardstick T is the textbook recursion on three bit masks, without symmetry, in C++ at -O3. What
is compared is timed in one process, in turn, and the least CPU seconds of each are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from random import Random
from statistics import median
from string import ascii_uppercase
from time import perf_counter, process_time
from typing import Any, Literal, TypeVar

from msgspec import Struct

from cpqueens import constraints, kernel
from cpqueens.arrays import placements_array
from cpqueens.board import Board
from cpqueens.errors import WrongAnswer
from cpqueens.loading import queens
from cpqueens.model import Model
from cpqueens.solvers.attack_tables import attack_tables
from cpqueens.solving import solve

Progress = Callable[[str], None]
_Answer = TypeVar("_Answer")


class Figure(Struct):
    """One figure: `measured` is to be at least, or at most, the `target`, if it has one."""

    what: str
    measured: float
    unit: str
    aim: Literal["at least", "at most", "for comparison"]
    target: float | None

    @property
    def reached(self) -> bool:
        if self.target is None:
            return True
        if self.aim == "at least":
            return self.measured >= self.target
        return self.measured <= self.target


def figures(progress: Progress) -> Iterator[Figure]:
    """All figures, one after the other; `progress` is told what is under way."""
    for group in (counting, two_threads, first_and_count, blocked, listing, regions, optima):
        yield from group(progress)


def counting(progress: Progress) -> Iterator[Figure]:
    """Classic boards, whole calls from Python, on one thread unless it says otherwise."""
    textbook_s = {}
    for n, target in ((14, 15.0), (15, 30.0), (16, 80.0), (17, 100.0)):
        progress(f"counting, n = {n}")
        ours, textbook_s[n] = _in_turn(partial(_count, queens(n)), partial(_textbook, queens(n)))
        yield Figure(f"count, n = {n}", textbook_s[n] / ours, "x T", "at least", target)
    progress("counting, n = 18 and 19")
    (ours,) = _in_turn(partial(_count, queens(18)))
    yield Figure("count, n = 18", ours / textbook_s[15], "x T(15)", "at most", 2.0)
    (ours,) = _in_turn(partial(_count, queens(19)))
    yield Figure("count, n = 19", ours, "s", "at most", 60.0)
    progress("counting by other ways")
    (ours,) = _in_turn(partial(_run, lambda: kernel.JoinedCount(16, 1, _JOINED_BYTES, widest=0)))
    yield Figure("count, n = 16, without AVX2", textbook_s[16] / ours, "x T", "at least", 40.0)
    (ours,) = _in_turn(partial(_run, lambda: kernel.SymmetricCount(15)))
    yield Figure("count, n = 15, by search", textbook_s[15] / ours, "x T", "at least", 4.5)


def two_threads(progress: Progress) -> Iterator[Figure]:
    """Whole counts on two threads and on one, in turn: medians of the ratios of their wall times.

    Between them two threads that share nothing, each at the same work, are timed in the same way:
    a machine may run two at a lower clock than one, or give both a single core.
    """
    with ThreadPoolExecutor(2) as pool:
        independent = []
        for n, turns in ((16, 25), (17, 15), (18, 7)):
            progress(f"counting with two threads, n = {n}")
            shared, counts = [], set()
            for _ in range(turns):
                (one, count), (two, again) = (
                    _timed(partial(_count, queens(n), threads=threads)) for threads in (1, 2)
                )
                shared.append(one / two)
                counts |= {count, again}
                one, _ = _timed(_textbook_13)
                two, _ = _timed(lambda: list(pool.map(lambda _: _textbook_13(), range(2))))
                independent.append(2 * one / two)
            _require_one(counts)
            yield Figure(f"count, n = {n}, two threads", median(shared), "x one", "at least", 1.8)
    yield Figure("T, two threads", median(independent), "x one", "for comparison", None)


def first_and_count(progress: Progress) -> Iterator[Figure]:
    """The first three in order beside the count, as a contest asks."""
    progress("first three and the count")
    model = queens(16)
    three, none = _in_turn(partial(_count, model, solutions=3), partial(_count, model))
    yield Figure("count, n = 16, and first three", three / none, "x count", "at most", 1.05)


def blocked(progress: Progress) -> Iterator[Figure]:
    """Ten random cells of 14 x 14 taken out: the median of five boards."""
    ratios = []
    for seed in range(5):
        progress(f"blocked cells, board {seed + 1}")
        cells = Random(seed).sample([(r, c) for r in range(1, 15) for c in range(1, 15)], 10)
        model = Model(board=14, constraints=[*queens(14).constraints, constraints.blocked(*cells)])
        ours, textbook_s = _in_turn(partial(_count, model), partial(_textbook, model))
        ratios.append(textbook_s / ours)
    yield Figure("count, n = 14, ten cells blocked", median(ratios), "x T", "at least", 3.0)


def listing(progress: Progress) -> Iterator[Figure]:
    """All placements in order into one array, against the plain recursion that writes the same."""
    import numpy as np

    for n, placements, target in ((12, 14_200, 3.0), (14, 365_596, 5.0)):
        progress(f"listing, n = {n}")
        array = np.empty((placements, n), np.int8)
        ours, plain = _in_turn(
            partial(_fill, array, n), partial(kernel.plain_listing, n, array), most_s=4
        )
        yield Figure(f"list n = {n}", plain / ours, "x plain", "at least", target)
    (call,) = _in_turn(lambda: len(placements_array(queens(14))), most_s=4)
    yield Figure("list n = 14 from Python", call / ours, "x kernel", "at most", 1.3)


def regions(progress: Progress) -> Iterator[Figure]:
    """Region puzzles of 10 x 10, whether each has one placement and no second."""
    progress("region puzzles")
    puzzles = [region_puzzle(seed) for seed in range(1000)]
    (ours,) = _in_turn(lambda: sum(solve(each, unique=True).unique is True for each in puzzles))
    yield Figure("1,000 region puzzles", ours, "s", "at most", 1.0)


def optima(progress: Progress) -> Iterator[Figure]:
    """Random weights 0..99, proved optima, against CP-SAT as `cpsat` uses it."""
    progress("optima, n = 8 and 12")
    for n, boards in ((8, 20), (12, 1)):
        yield Figure(f"{boards} optima, n = {n}", _kernel_ms(n, boards), "ms", "at most", 1.0)
    for n in (20, 25):
        ratios = []
        for seed in range(10):
            progress(f"optima, n = {n}, board {seed + 1} of 10")
            model = weighted(n, seed)
            ours, theirs = _in_turn(
                partial(_optimum, model, "bitmask"), partial(_optimum, model, "cpsat")
            )
            ratios.append(theirs / ours)
        yield Figure(f"optimum, n = {n}", median(ratios), "x CP-SAT", "at least", 10.0)
    times = []
    for seed in range(5):
        progress(f"optima, n = 30, board {seed + 1} of 5")
        times += _in_turn(partial(_optimum, weighted(30, seed), "bitmask"))
    yield Figure("optimum, n = 30", median(times), "s", "at most", 5.0)


def weighted(n: int, seed: int) -> Model:
    """The n queens with random weights 0..99."""
    rng = Random(seed)
    weight = [[rng.randrange(100) for _ in range(n)] for _ in range(n)]
    return Model(
        board=n, constraints=queens(n).constraints, data={"weight": weight}, maximize="weight"
    )


def region_puzzle(seed: int) -> Model:
    """Regions of 10 x 10 cells, grown at random from the queens of a placement."""
    rng, n = Random(seed), 10
    columns = list(range(n))
    while any(abs(one - other) <= 1 for one, other in pairwise(columns)):
        rng.shuffle(columns)
    region = {(row, column): row for row, column in enumerate(columns)}
    weights = [rng.random() ** 2 + 0.05 for _ in range(n)]
    while len(region) < n * n:
        (grown,) = rng.choices(range(n), weights)
        edge = [
            (row + down, column + right)
            for (row, column), owner in region.items()
            if owner == grown
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= row + down < n
            and 0 <= column + right < n
            and (row + down, column + right) not in region
        ]
        if edge:
            region[rng.choice(edge)] = grown
    return region_model(
        ["".join(ascii_uppercase[region[r, c]] for c in range(n)) for r in range(n)]
    )


def region_model(regions: Sequence[str]) -> Model:
    """A queen in every region and column, none touching."""
    return Model(
        regions=regions,
        constraints=[
            constraints.exactly_one("region"),
            constraints.all_different("column"),
            constraints.no_attack("king"),
        ],
    )


_JOINED_BYTES = 2**30


def _fill(array: Any, n: int) -> int:
    """What the kernel does for an array of the classic board, and nothing else."""
    search, filled = kernel.JoinedListing(n, True), 0
    while not search.finished:
        filled += search.fill(array[filled:], 10**6)
    kernel.mirror_second_half(array, n)
    return len(array)


def _count(model: Model, threads: int = 1, solutions: int = 0) -> int:
    result = solve(model, solutions=solutions, count=True, threads=threads)
    if result.count is None:
        raise KeyboardInterrupt
    return result.count


def _optimum(model: Model, solver: str) -> int:
    result = solve(model, solver=solver, best=1)
    if not result.complete or result.objective is None:
        raise KeyboardInterrupt
    return result.objective


def _kernel_ms(n: int, boards: int) -> float:
    """Milliseconds of the kernel alone, the boards' tables being made."""
    ready = []
    for seed in range(boards):
        board = Board(weighted(n, seed))
        ready.append((attack_tables(board), [value for row in board.values for value in row]))

    def search() -> int:
        found = 0
        for tables, values in ready:
            best = kernel.BestSearch(tables, values, 1)
            best.run(2**40)
            found += best.found()[0][0]
        return found

    return 1000 * _in_turn(search)[0]


def _textbook(model: Model) -> int:
    """T, by the columns of the first two queens, so that Ctrl-C comes through."""
    allowed = Board(model).allowed
    columns = range(len(allowed))
    return sum(
        kernel.textbook_count(len(allowed), [1 << first, 1 << second, *allowed[2:]])
        for first in columns
        for second in columns
        if allowed[0] >> first & 1 and allowed[1] >> second & 1
    )


def _textbook_13() -> int:
    """T in one call, so that several threads may be at it."""
    return kernel.textbook_count(13, [2**13 - 1] * 13)


def _timed(action: Callable[[], _Answer]) -> tuple[float, _Answer]:
    """Seconds of wall time, and the answer."""
    started = perf_counter()
    answer = action()
    return perf_counter() - started, answer


def _run(make: Callable[[], kernel.JoinedCount | kernel.SymmetricCount]) -> int:
    search, placements = make(), 0
    while not search.finished:
        placements += search.count(1_000_000)
    return placements


def _in_turn(*actions: Callable[[], int], most_s: float = 2) -> list[float]:
    """The least CPU seconds of each: they take turns until `most_s` have passed, 30 times at most.

    Raises `WrongAnswer` where they do not come to the same number.
    """
    least = [float("inf")] * len(actions)
    begun, answers = perf_counter(), set()
    for _ in range(30):
        for at, action in enumerate(actions):
            started = process_time()
            answers.add(action())
            least[at] = min(least[at], process_time() - started)
        if perf_counter() - begun > most_s:
            break
    _require_one(answers)
    return least


def _require_one(answers: set[int]) -> None:
    if len(answers) > 1:
        raise WrongAnswer(f"answers that should be the same: {sorted(answers)}")
