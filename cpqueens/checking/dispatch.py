"""`cpqueens.check`: solvers against each other, or a function against a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cpqueens.checking.agreement import TIME_LIMIT, check_solvers
from cpqueens.checking.functions import check_function
from cpqueens.checking.report import Report
from cpqueens.errors import OptionError, brief
from cpqueens.model import Model
from cpqueens.option_checks import require_seconds


def check(
    target: Model | Callable[..., Any],
    model: Model | None = None,
    *,
    solvers: Sequence[str] | None = None,
    cases: Iterable[Model] | None = None,
    time_limit: float = TIME_LIMIT,
) -> Report:
    """Compare solvers with each other on a model, or a function with a model.

    `check(model)` asks every exact solver, or those that `solvers` names, for counts, whole sets of
    placements, the first in order and the best; each placement is verified.
    `check(function, model)` compares what the function returns; it gets what its signature asks
    for (`n`, `rows`, `columns`, a data table, `instance`), and returns a count, the best value, one
    placement (columns from 0) or an iterable of all.

    - `cases`: the instances; by default several sizes of a board whose side is a parameter, always
      4 and 8, where wrong solvers that are right at 5, 6 and 7 show.
    - `time_limit`: seconds for each solver and question, or for each call of the function.

    `print` shows the report as a table with the disputed placements drawn; `to_json` and `to_html`
    are for files. Raises `OptionError` for other uses, and `WrongAnswer` if the package's own
    solvers disagree about a function's answer.

    >>> from cpqueens import queens
    >>> def solver(n):
    ...     return [tuple(range(n))]
    >>> report = check(solver, queens(4), cases=[queens(4)])
    >>> report.agrees, report.rows[0].verdict
    (False, 'WA')
    """
    require_seconds("time_limit", time_limit)
    if isinstance(target, Model):
        if model is not None:
            raise OptionError(
                "check(model) or check(function, model) is accepted, no model after a model"
                if isinstance(model, Model)
                else "the function comes first: check(function, model)"
            )
        return check_solvers(target, _names(solvers), cases, time_limit)
    if not callable(target):
        raise OptionError(
            f"{brief(target)} is neither a model nor a function; "
            "cq.load(...) gives the model of a file or of a name"
        )
    if solvers is not None:
        raise OptionError("solvers: a function is compared with the model, no solvers are named")
    if not isinstance(model, Model):
        said = "there is none" if model is None else f"{brief(model)} is none"
        raise OptionError(f"check(function, model) needs the model, {said}; cq.load(...) gives one")
    return check_function(target, model, cases, time_limit)


def _names(solvers: object) -> list[str] | None:
    if solvers is None:
        return None
    names = [] if isinstance(solvers, str) or not isinstance(solvers, Iterable) else list(solvers)
    if not names or not all(isinstance(name, str) for name in names):
        raise OptionError(
            f"solvers: {brief(solvers)} is not accepted; a list of names is, "
            "such as ['bitmask', 'cpsat']"
        )
    return names
