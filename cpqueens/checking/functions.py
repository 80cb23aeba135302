"""Somebody's Python function against the model."""

from __future__ import annotations

import inspect
import operator
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from cpqueens.checking.agreement import TIME_LIMIT, Answers, Evidence, ask
from cpqueens.checking.alarm import TimeUp, within
from cpqueens.checking.report import AGREES, UNFINISHED, Disputed, Report, Row
from cpqueens.checking.sweep import chosen_cases, label_of
from cpqueens.errors import OptionError, WrongAnswer
from cpqueens.formats.base import Verdict
from cpqueens.model import Model
from cpqueens.question import Question
from cpqueens.solvers import find
from cpqueens.solvers.base import Columns
from cpqueens.verifying import Verifier

REFERENCES = ("bitmask", "cpsat")
"""The independent solvers that know the answer."""
MOST_REPEATS = 1000
"""Who repeats so many placements, and most of them, is not listened to further."""

_EXPECTED = (
    "a count, one placement or an iterable of placements (sequences of columns from 0) is due"
)
_NOTHING = object()


class _Fault(Exception):
    """Why what the function returned cannot be compared."""


def check_function(
    function: Callable[..., Any],
    model: Model,
    cases: Iterable[Model] | None = None,
    time_limit: float = TIME_LIMIT,
) -> Report:
    """Compare a function with the model on several instances.

    The function gets by name what its signature asks for: parameters of the model (`n`, which is
    the side of a square board without such a parameter), data tables (lists of rows), `rows` and
    `columns` (the board's size), `instance` or `model` (the `Model`). A single argument of another
    name gets the model's one parameter, or else the instance. Arguments with defaults keep them
    unless they are parameters of the model.

    It returns one of these:

    - how many placements there are; where the model has an objective, the best value instead;
    - one placement, which is an optimum where the model has an objective; None where none exists;
    - an iterable of all placements, in any order.

    A placement is a sequence of columns counted from 0, a `Placement` or an array.

    `cases` are the instances, by default those of `sweep`; `time_limit` is in seconds, for each of
    them. Raises `OptionError` for a signature that cannot be served, and `WrongAnswer` if the
    solvers that know the answer disagree.
    """
    if inspect.iscoroutinefunction(function):
        raise OptionError("the function is async; a plain one is due")
    chosen, remarks = chosen_cases(model, cases)
    name = getattr(function, "__name__", type(function).__name__)
    rows: list[Row] = []
    disputed: list[Disputed] = []
    for case in chosen:
        label = label_of(case)
        call = _served(function, name, case)
        row, shown = _check_case(call, f"{name}()", case, label, time_limit)
        rows.append(row)
        disputed += shown
    title = f"{model.title or model.name or 'a model'}: the function {name}"
    return Report(title, tuple(rows), tuple(disputed), remarks)


def _served(function: Callable[..., Any], name: str, case: Model) -> Callable[[], Any]:
    """The function with the arguments that its signature asks for."""
    verifier = Verifier(case)
    parameters = dict(case.values)
    if verifier.rows == verifier.columns:
        parameters.setdefault("n", verifier.rows)
    tables = {key: [list(row) for row in table] for key, table in case.tables.items()}
    size = {"rows": verifier.rows, "columns": verifier.columns}
    values = {"instance": case, "model": case, **size, **tables, **parameters}
    only = next(iter(case.values.values())) if len(case.values) == 1 else case
    try:
        asked = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # some of those written in C say nothing
        return lambda: function(only)
    various = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    asked = [parameter for parameter in asked if parameter.kind not in various]
    needed = [each for each in asked if each.default is each.empty]
    unknown = [each.name for each in needed if each.name not in values]
    if len(needed) == 1 and unknown and needed[0].kind is not inspect.Parameter.KEYWORD_ONLY:
        return lambda: function(only)
    if unknown:
        raise OptionError(
            f"{name} asks for {', '.join(unknown)}; a function can have {', '.join(values)}"
        )
    positional, named = [], {}
    for each in asked:
        if each.kind is each.POSITIONAL_ONLY:
            if each in needed:
                positional.append(values[each.name])
        elif each in needed or each.name in parameters:
            named[each.name] = values[each.name]
    return lambda: function(*positional, **named)


def _check_case(
    call: Callable[[], Any], voice: str, case: Model, label: str, time_limit: float
) -> tuple[Row, list[Disputed]]:
    answers = Answers(voice)
    verdict, note = "", ""
    started = time.perf_counter()
    try:
        within(time_limit, lambda: _take(call(), answers, case))
    except TimeUp:
        # Of its own, since a thread that could not be ended may go on to write to the other.
        answers = Answers(voice, partial=list(answers.partial))
        verdict, note = Verdict.TLE.name, f"no answer within {time_limit:g} s"
    except _Fault as unread:
        verdict, note = Verdict.WA.name, str(unread)
    except (Exception, SystemExit) as error:
        verdict, note = Verdict.RE.name, _told(error)
    answers.seconds = time.perf_counter() - started
    questions = _to_compare(answers)
    references = [ask(case, find(name), time_limit, questions) for name in REFERENCES]
    evidence = Evidence(case, [*references, answers], references)
    _require_agreement(evidence, references, label)
    numbered = _from_1(evidence, answers, references, label)
    fault, disputed = numbered or evidence.fault(answers, label)
    if fault and answers.one == []:
        fault += " (it returned None; what it prints is not seen)"
    if fault and verdict != Verdict.RE.name:
        verdict, note = Verdict.WA.name, "; ".join(filter(None, (note, fault)))
    if not verdict and any(reference.unfinished for reference in references):
        verdict, note = UNFINISHED, "the answer to compare with is not known in full"
    row = Row(label, voice, evidence.said(answers), verdict or AGREES, answers.seconds, note)
    return row, disputed


def _to_compare(answers: Answers) -> list[Question]:
    """What the solvers must be asked; placements need no more than `verify`."""
    if answers.all_placements is not None:
        return [Question(0, count=True), Question("all")]
    if answers.count is not None:
        return [Question(0, count=True)]
    if answers.best_value is not None or answers.best is not None:
        return [Question(best=1)]
    return [Question()] if answers.one == [] else []


def _require_agreement(evidence: Evidence, references: list[Answers], label: str) -> None:
    for reference in references:
        fault = reference.failure or evidence.fault(reference, label)[0]
        if fault:
            raise WrongAnswer(
                f"{label}: the package's own solver {reference.voice} is wrong: {fault}; "
                "please report it with the model"
            )


def _take(answer: Any, answers: Answers, case: Model) -> None:
    """Put what the function returned into `answers`; raises `_Fault` for what cannot be read."""
    number = _whole(answer)
    if number is not None:
        if case.objective is None:
            answers.count = number
        else:
            answers.best_value = number
    elif answer is None:
        answers.one = []
    elif isinstance(answer, (str, bytes, Mapping)) or not isinstance(answer, Iterable):
        raise _Fault(f"it returned {_brief(answer)}; {_EXPECTED}")
    else:
        _take_items(iter(answer), answers, case)


def _take_items(items: Iterator[Any], answers: Answers, case: Model) -> None:
    rows = Verifier(case).rows
    first = next(items, _NOTHING)
    if first is _NOTHING:
        answers.all_placements = []
        return
    if _whole(first) is not None:
        one = [_columns(chain([first], items), "its one placement", rows)]
        if case.objective is None:
            answers.one = one
        else:
            answers.best, answers.wanted_best = one, 1
        return
    different: set[Columns] = set()
    # Each is noted at once: of an iterable that breaks off, what it gave is looked at.
    for position, item in enumerate(chain([first], items), 1):
        columns = _columns(item, f"placement {position}", rows)
        answers.partial.append(columns)
        different.add(columns)
        if position >= 2 * len(different) + MOST_REPEATS:
            raise _Fault(f"it gave {position:,} placements, most of them again, and went on")
    answers.all_placements, answers.partial = answers.partial, []


def _columns(item: Any, what: str, rows: int) -> Columns:
    if isinstance(item, (str, bytes, Mapping)) or not isinstance(item, Iterable):
        raise _Fault(f"{what} is {_brief(item)}; {_EXPECTED}")
    columns = []
    for value in islice(item, rows + 1):
        number = _whole(value)
        if number is None:
            raise _Fault(f"{what} has {_brief(value)} where a column number is due")
        columns.append(number)
    if len(columns) > rows:
        raise _Fault(f"{what} has more than {rows} numbers; one for each row is due")
    return tuple(columns)


def _whole(value: Any) -> int | None:
    """The whole number that it is, for NumPy's too; arrays have `__index__` and are none."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def _from_1(
    evidence: Evidence, answers: Answers, references: list[Answers], label: str
) -> tuple[str, list[Disputed]] | None:
    """The fault of an answer whose placements are right once they are counted from 1."""
    found = set(answers.mentioned())
    if not found & evidence.wrong.keys():
        return None
    shifted = Answers(answers.voice, wanted_best=answers.wanted_best)
    for name in ("all_placements", "partial", "best", "one"):
        some = getattr(answers, name)
        if some is not None:
            setattr(shifted, name, [tuple(c - 1 for c in columns) for columns in some])
    if any(evidence.verifier.violations(columns) for columns in set(shifted.mentioned())):
        return None
    rest, disputed = Evidence(evidence.case, [*references, shifted], references).fault(
        shifted, label
    )
    base = "its columns count from 1, they must count from 0"
    return "; ".join(filter(None, (base, rest))), disputed


def _brief(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:59] + "…"


def _told(error: BaseException) -> str:
    """The error and the line of the function that it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in line {frames[-1].lineno} of {frames[-1].name}" if frames else ""
    return f"it raised {type(error).__name__}{where}: {error}"
