"""Somebody's Python function against the model."""

from __future__ import annotations

import inspect
import operator
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from cpqueens.checking.agreement import Heard, Truth, listen
from cpqueens.checking.report import AGREES, UNFINISHED, Disputed, Report, Row
from cpqueens.checking.sweep import labels, sweep
from cpqueens.errors import OptionError, WrongAnswer
from cpqueens.formats.base import Verdict
from cpqueens.model import Model
from cpqueens.solvers import find
from cpqueens.solvers.base import Columns
from cpqueens.verifying import Verifier

TIME_LIMIT = 10.0
"""Seconds that the function has for one case."""
REFERENCES = ("bitmask", "cpsat")
"""The independent solvers that know the answer."""


class _Fault(Exception):
    """Why what the function returned cannot be compared."""


class _TooLong(Exception):
    """The function had its time."""


def check_function(
    function: Callable[..., Any],
    model: Model,
    cases: Iterable[Model] | None = None,
    time_limit: float = TIME_LIMIT,
) -> Report:
    """Compare a function with the model on several instances.

    The function gets by name what its signature asks for: parameters of the model (`n`), data
    tables (lists of rows), `rows` and `columns` (the board's size), `instance` or `model` (the
    `Model`). A single argument of another name gets the model's one parameter, or else the
    instance.

    It returns a count (the best value, where the model has an objective), one placement (None
    where none exists), or an iterable of all placements: sequences of columns, counted from 0.

    `cases` are the instances, by default those of `sweep`. Raises `OptionError` for a signature
    that cannot be served, and `WrongAnswer` if the solvers that know the answer disagree.
    """
    remark = ""
    if cases is None:
        chosen, remark = sweep(model)
    else:
        chosen = list(cases)
    name = getattr(function, "__name__", type(function).__name__)
    rows: list[Row] = []
    disputed: list[Disputed] = []
    for case, label in zip(chosen, labels(chosen), strict=True):
        call = _served(function, name, case)
        references = [listen(case, find(solver), time_limit) for solver in REFERENCES]
        row, shown = _check_case(call, name, case, label, references, time_limit)
        rows.append(row)
        disputed += shown
    title = f"{model.title or model.name or 'a model'}: the function {name}"
    return Report(title, tuple(rows), tuple(disputed), (remark,) if remark else ())


def _served(function: Callable[..., Any], name: str, case: Model) -> Callable[[], Any]:
    """The function with the arguments that its signature asks for."""
    verifier = Verifier(case)
    values: dict[str, Any] = {
        "instance": case,
        "model": case,
        "rows": verifier.rows,
        "columns": verifier.columns,
        **{key: [list(row) for row in table] for key, table in case.tables.items()},
        **case.values,
    }
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        parameters = inspect.signature(lambda n: n).parameters.values()
    needed = [
        parameter
        for parameter in parameters
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    unknown = [parameter.name for parameter in needed if parameter.name not in values]
    if unknown and len(needed) == 1:
        only = next(iter(case.values.values())) if len(case.values) == 1 else case
        return lambda: function(only)
    if unknown:
        raise OptionError(
            f"{name} asks for {', '.join(unknown)}; a function can have {', '.join(values)}"
        )
    positional = [values[p.name] for p in needed if p.kind is not p.KEYWORD_ONLY]
    named = {p.name: values[p.name] for p in needed if p.kind is p.KEYWORD_ONLY}
    return lambda: function(*positional, **named)


def _check_case(
    call: Callable[[], Any],
    name: str,
    case: Model,
    label: str,
    references: list[Heard],
    time_limit: float,
) -> tuple[Row, list[Disputed]]:
    known = Truth(case, references)
    heard = Heard(name)
    verdict, note = Verdict.WA.name, ""
    started = time.perf_counter()
    try:
        with _alarm(time_limit):
            _take(call(), heard, known, started + time_limit)
    except _TooLong:
        verdict, note = Verdict.TLE.name, f"no answer within {time_limit:g} s"
    except _Fault as fault:
        note = str(fault)
    except Exception as error:
        verdict, note = Verdict.RE.name, _told(error)
    heard.seconds = time.perf_counter() - started
    truth = Truth(case, [*references, heard])
    _require_agreement(truth, references, label)
    broken, disputed = truth.fault(heard, label)
    if verdict == Verdict.WA.name and not note:
        note = broken
        if counted_from_1 := _counted_from_1(truth, heard):
            note, disputed = counted_from_1, []
    if note == "" and any(reference.unfinished for reference in references):
        verdict, note = UNFINISHED, "the answer to compare with is not known"
    elif note == "":
        verdict = AGREES
    return Row(label, name, truth.answer(heard), verdict, heard.seconds, note), disputed


def _require_agreement(truth: Truth, references: list[Heard], label: str) -> None:
    for reference in references:
        fault = reference.failure or truth.fault(reference, label)[0]
        if fault:
            raise WrongAnswer(
                f"{label}: the package's own solver {reference.voice} is wrong: {fault}; "
                "please report it with the model"
            )


def _take(answer: Any, heard: Heard, known: Truth, deadline: float) -> None:
    """Put what the function returned into `heard`; raises `_Fault` for what cannot be read."""
    if answer is None:
        heard.placements = []
        if known.right:
            raise _Fault("it returned None, but placements exist")
    elif isinstance(answer, (bool, str, bytes, float, Mapping)):
        raise _Fault(f"it returned {_brief(answer)}; {_EXPECTED}")
    elif hasattr(answer, "__index__"):
        _take_number(operator.index(answer), heard, known)
    elif isinstance(answer, Iterable):
        _take_items(answer, heard, known, deadline)
    else:
        raise _Fault(f"it returned {_brief(answer)}; {_EXPECTED}")


def _take_number(number: int, heard: Heard, known: Truth) -> None:
    if known.case.objective is None:
        heard.count = number
        return
    heard.value = number


def _take_items(items: Iterable[Any], heard: Heard, known: Truth, deadline: float) -> None:
    placements: list[Columns] = []
    most = 2 * (known.count or 0) + 1000
    heard.placements = placements
    for position, item in enumerate(items, 1):
        if time.perf_counter() > deadline:
            raise _TooLong
        if position > most:
            raise _Fault(f"it gave {most:,} placements and went on, where {known.count} exist")
        if position == 1 and _is_number(item):
            heard.placements = None
            heard.any_one = _columns([item, *_rest(items)], 1)
            return
        placements.append(_columns(item, position))


def _rest(items: Iterable[Any]) -> Sequence[Any]:
    """The other columns of one placement, of whose iterable the first item was taken."""
    return list(items)[1:] if not isinstance(items, Iterator) else list(items)


def _columns(item: Any, position: int) -> Columns:
    if isinstance(item, (str, bytes, Mapping)) or not isinstance(item, Iterable):
        raise _Fault(f"item {position} is {_brief(item)}; {_EXPECTED}")
    columns = list(item)
    for value in columns:
        if not _is_number(value):
            raise _Fault(f"placement {position} has {_brief(value)} where a column number is due")
    return tuple(operator.index(value) for value in columns)


def _is_number(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _counted_from_1(truth: Truth, heard: Heard) -> str:
    """Whether the placements are right but for their base of numbering."""
    found = heard.placements or ([heard.any_one] if heard.any_one else [])
    if not found or not any(columns in truth.wrong for columns in found):
        return ""
    shifted = [tuple(c - 1 for c in columns) for columns in found]
    if any(truth.verifier.violations(columns) for columns in shifted):
        return ""
    return "its columns count from 1, they must count from 0"


_EXPECTED = (
    "a count, one placement or an iterable of placements (sequences of columns from 0) is due"
)


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _told(error: Exception) -> str:
    """The error and the line of the function that it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in line {frames[-1].lineno} of {frames[-1].name}" if frames else ""
    return f"it raised {type(error).__name__}{where}: {error}"


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `_TooLong` in the body after so many seconds, where the system can: in the main
    thread of a POSIX process whose alarm nobody else uses."""
    usable = (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    )
    if not usable:
        yield
        return

    def ring(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
