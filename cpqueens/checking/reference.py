"""The model's own answers to contest instances, from two independent solvers."""

from __future__ import annotations

from cpqueens.errors import SolverError, WrongAnswer
from cpqueens.model import Model
from cpqueens.result import Result
from cpqueens.solving import solve

SECOND_LIMIT = 5.0
"""Seconds that the second solver has to confirm one answer."""
SECONDS = ("cpsat", "constraint")
"""Who is asked for a second opinion."""


class Reference:
    """Answers instances with `auto`, and has each answer confirmed by an independent solver.

    Calling it gives the `Result` of an instance. `unconfirmed` says, in words, for how many
    answers the second solver had no time; raises `WrongAnswer` where the two differ.
    """

    def __init__(self, confirm: bool = True) -> None:
        self.confirm = confirm
        self.answers: dict[str, Result] = {}
        self.unconfirmed = 0

    def __call__(self, case: Model) -> Result:
        key = f"{case.values} {case.data}"
        if key not in self.answers:
            result = solve(case)
            if self.confirm:
                self._confirm(case, result)
            self.answers[key] = result
        return self.answers[key]

    def _confirm(self, case: Model, result: Result) -> None:
        for name in SECONDS:
            if name == result.solver:
                continue
            try:
                second = solve(case, solver=name, time_limit=SECOND_LIMIT)
            except SolverError:
                continue
            if not second.answered:
                self.unconfirmed += 1
            elif _said(second) != _said(result):
                raise WrongAnswer(
                    f"the package's own solvers disagree: {result.solver} says "
                    f"{result.outcome}, {name} says {second.outcome}; please report it"
                )
            return


def _said(result: Result) -> object:
    """What must be equal in two answers to one question; any one placement will do."""
    if result.question.solutions is None and result.question.best is None:
        return result.placement is None
    listed = result.placements if result.question.best is None else None
    return result.status, result.count, result.objectives, listed
