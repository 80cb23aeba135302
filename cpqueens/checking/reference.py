"""The model's own answers to contest instances, from two independent solvers."""

from __future__ import annotations

import time

from cpqueens.checking.sweep import label_of
from cpqueens.errors import SolverError, WrongAnswer
from cpqueens.model import Model
from cpqueens.question import Job
from cpqueens.result import Result
from cpqueens.solving import solve

SECOND_LIMIT = 3.0
"""Seconds that the second opinions on all answers may take together."""
SECONDS = ("dlx", "cpsat", "constraint")
"""Who is asked for a second opinion, the first of them that can give one."""


class Reference:
    """Answers instances with `auto`, and has each answer confirmed by an independent solver.

    Calling it gives the `Result` of an instance; raises `WrongAnswer` where the two differ.
    A placement where any one will do needs no second opinion, as it was verified.
    `unconfirmed` names the instances for which the second solver had no time.
    """

    def __init__(self) -> None:
        self.unconfirmed: list[str] = []
        self._answers: dict[str, Result] = {}
        self._left_s = SECOND_LIMIT

    def __call__(self, case: Model) -> Result:
        key = f"{case.values} {case.data}"
        if key not in self._answers:
            result = solve(case)
            if result.question.jobs != {Job.ONE} or result.placement is None:
                self._confirm(case, result)
            self._answers[key] = result
        return self._answers[key]

    def _confirm(self, case: Model, result: Result) -> None:
        started = time.perf_counter()
        second = self._second(case, result) if self._left_s > 0 else None
        self._left_s -= time.perf_counter() - started
        if second is None or not second.answered:
            self.unconfirmed.append(label_of(case))
        elif _said(second) != _said(result):
            raise WrongAnswer(
                f"the package's own solvers disagree on {label_of(case)}: {result.solver} "
                f"says {_told(result)}, {second.solver} says {_told(second)}; please report it"
            )

    def _second(self, case: Model, result: Result) -> Result | None:
        for name in SECONDS:
            if name != result.solver:
                try:
                    return solve(case, solver=name, time_limit=self._left_s)
                except SolverError:
                    continue
        return None


def _said(result: Result) -> object:
    """What must be equal in two answers to one question; any one placement will do."""
    if result.question.jobs == {Job.ONE}:
        return result.placement is None
    listed = result.placements if result.question.best is None else None
    return result.status, result.count, result.objectives, listed


def _told(result: Result) -> str:
    count = "" if result.count is None else f" ({result.count:,} counted)"
    return f"{result.outcome}{count}"
