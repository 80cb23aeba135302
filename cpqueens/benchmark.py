"""Solvers side by side on this machine: what `bench` measures."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from cpqueens.board import Board
from cpqueens.errors import WrongAnswer
from cpqueens.loading import load
from cpqueens.model import Model
from cpqueens.question import Job, Question
from cpqueens.result import Result, Status
from cpqueens.solvers.base import Solver
from cpqueens.solving import CTRL_C, solve

SEED = 1
_REPEATED_S, _MOST_REPEATS = 0.1, 5
_WARM_UP_S = 5.0


class Run(Struct, omit_defaults=True):
    """One solver on one board, as `--json` gives it."""

    solver: str
    asked: Literal["count", "one"]
    n: int
    outcome: Literal["met", "missed", "not run", "cannot"]
    seconds: float | None = None
    times_the_fastest: float | None = None
    nodes: int | None = None
    count: int | None = None
    at_least: int = 0
    reason: str = ""
    wrong: str = ""


class Bench(Struct):
    """All that was measured."""

    limit_s: float
    kernel: str
    python: str
    interrupted: bool = False
    runs: list[Run] = []

    @property
    def sizes(self) -> list[int]:
        return sorted({run.n for run in self.runs})

    def of(self, asked: str) -> list[list[Run]]:
        """The runs of the solvers that were asked this, the one that gets farthest first."""
        rows: dict[str, list[Run]] = {}
        for run in self.runs:
            if run.asked == asked:
                rows.setdefault(run.solver, []).append(run)

        def rank(row: list[Run]) -> tuple[int, float]:
            met = [run for run in row if run.outcome == "met"]
            return (-met[-1].n, met[-1].seconds or 0) if met else (0, 0)

        return sorted(rows.values(), key=rank)

    def compare(self) -> None:
        """Fill in who is wrong, and how many times the fastest solver's time each solver took.

        The count of most solvers is taken to be right, of two that of bitmask.
        """
        self._compare_counts()
        fastest: dict[tuple[str, int], float] = {}
        for run in self.runs:
            if run.outcome == "met" and run.seconds is not None and not run.wrong:
                place = run.asked, run.n
                fastest[place] = min(run.seconds, fastest.get(place, run.seconds))
        for run in self.runs:
            best = fastest.get((run.asked, run.n))
            if run.outcome == "met" and run.seconds is not None and best is not None:
                run.times_the_fastest = run.seconds / best

    def _compare_counts(self) -> None:
        for n in self.sizes:
            runs = [run for run in self.runs if run.n == n and not run.wrong]
            counts = [run.count for run in runs if run.count is not None]
            if not counts:
                continue
            native = [run.count for run in runs if run.solver == "bitmask"]
            count = max(counts, key=lambda count: (counts.count(count), count in native))
            for run in runs:
                if run.count is not None and run.count != count:
                    run.wrong = f"the count {run.count:,} is not {count:,}, that of most solvers"
                elif run.at_least > count:
                    run.wrong = f"at least {run.at_least:,} is more than {count:,}"


def measure(
    chosen: Sequence[Solver],
    cases: dict[int, Model],
    limit: float,
    progress: Callable[[str], None],
) -> Iterator[Run]:
    """Ask the solvers one after the other; one that misses the limit is not run for larger n.

    `cases` are the boards by n, in order; `progress` is told what is under way, and "" at the end.
    """
    for solver in chosen:
        missed = False
        _warm_up(solver)
        for n, case in cases.items():
            progress(f"{solver.name}, n = {n}")
            done = Run(solver.name, _asked(solver), n, "not run")
            if not missed:
                _measure(done, solver, case, limit)
                missed = done.outcome == "missed"
            yield done
    progress("")


def _asked(solver: Solver) -> Literal["count", "one"]:
    return "count" if solver.complete and Job.COUNT in solver.jobs else "one"


def _warm_up(solver: Solver) -> None:
    """Let the solver import what it needs, so that its first time is none of that."""
    case = load("queens").with_parameters(n=4)
    if solver.refusal(Board(case), _question(solver)) is None:
        _answer(solver, case, _WARM_UP_S)


def _measure(done: Run, solver: Solver, case: Model, limit: float) -> None:
    done.reason = solver.refusal(Board(case), _question(solver)) or ""
    if done.reason:
        done.outcome = "cannot"
        return
    answer = _shortest(solver, case, limit)
    if isinstance(answer, str):
        done.outcome, done.wrong = "missed", answer
        return
    statistics, counters = answer.statistics, answer.statistics.counters
    done.outcome = "met" if answer.answered and statistics.wall_s <= limit else "missed"
    done.seconds = statistics.wall_s
    done.nodes = counters["nodes"] if "nodes" in counters else counters.get("branches")
    done.count = 0 if answer.status is Status.INFEASIBLE else answer.count
    done.at_least = answer.at_least
    done.reason = "" if answer.answered else answer.outcome
    if answer.status is Status.UNKNOWN and not solver.complete and done.outcome == "missed":
        done.outcome = "cannot"


def _shortest(solver: Solver, case: Model, limit: float) -> Result | str:
    """The answer of the shortest of some runs, if they are short; or what is wrong with one."""
    started = time.perf_counter()
    shortest: Result | None = None
    for _ in range(_MOST_REPEATS):
        answer = _answer(solver, case, limit)
        if isinstance(answer, str):
            return answer
        if shortest is None or answer.statistics.wall_s < shortest.statistics.wall_s:
            shortest = answer
        if time.perf_counter() - started > min(_REPEATED_S, limit):
            break
    assert shortest is not None
    return shortest


def _question(solver: Solver) -> Question:
    return Question(0, count=True) if _asked(solver) == "count" else Question()


def _answer(solver: Solver, case: Model, limit: float) -> Result | str:
    """The result, or what is wrong with the placement that the solver gave."""
    counting = _asked(solver) == "count"
    try:
        result = solve(
            case,
            solver=solver.name,
            solutions=0 if counting else None,
            count=True if counting else None,
            time_limit=limit,
            seed=SEED,
        )
    except WrongAnswer as error:
        return str(error)
    if result.stopped_by == CTRL_C:
        raise KeyboardInterrupt
    return result
