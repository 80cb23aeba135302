"""Somebody's program against the model: a local judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from msgspec import Struct

from cpqueens.checking.limits import Limits, Run, run
from cpqueens.checking.reference import Reference
from cpqueens.checking.report import Report, Row
from cpqueens.errors import InputError, OptionError
from cpqueens.formats.base import Case, Format, Judgement, Verdict
from cpqueens.model import Model

INPUTS = 20
"""How many random inputs a program gets."""
MOST_FAILURES = 5
"""After so many inputs that are not accepted no further one is tried."""
MOST_REDUCTIONS = 200
"""So many smaller inputs are tried to reduce one that fails."""


class Settings(Struct, frozen=True):
    """How to check a program: random inputs and their seed, a folder of more, limits, and where
    the reduced failing input is written."""

    inputs: int = INPUTS
    seed: int = 1
    folder: Path | None = None
    limits: Limits | None = None
    keep: Path | None = None


class _Tried(Struct, frozen=True):
    case: Case
    run: Run
    judgement: Judgement

    @property
    def accepted(self) -> bool:
        return self.judgement.verdict is Verdict.AC


def check_program(
    command: Sequence[str],
    model: Model,
    form: Format,
    settings: Settings | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Run a program on samples, the whole range or its edges, files and random inputs; judge it.

    Raises `OptionError` for a folder without inputs, and `WrongAnswer` if the solvers that know
    the right answers disagree.
    """
    settings = settings or Settings()
    limits = settings.limits or Limits(cpu_s=form.cpu_limit)
    judge = _Judge(command, model, form, limits)
    tried: list[_Tried] = []
    remarks = [f"random inputs from seed {settings.seed}"] if settings.inputs else []
    for number, case in enumerate(_cases(form, settings), 1):
        tried.append(judge.attempt(case))
        if progress is not None:
            progress(number)
        if sum(not each.accepted for each in tried) == MOST_FAILURES:
            remarks.append(f"stopped after {MOST_FAILURES} inputs that are not accepted")
            break
    rows = [_row(each) for each in tried]
    slowest = max(tried, key=lambda each: each.run.cpu_s)
    remarks.append(
        f"slowest: {slowest.case.name}, {slowest.run.cpu_s:.3f} s of {limits.cpu_s:g} s CPU"
    )
    if judge.reference.unconfirmed:
        remarks.append(
            f"{judge.reference.unconfirmed} answers had no second opinion: the second solver "
            "was stopped before it had one"
        )
    if settings.folder is not None:
        remarks += judge.wrong_answer_files(settings.folder)
    failing = next((each for each in tried if not each.accepted and each.case.stated), None)
    if failing is not None:
        remarks += _kept(judge.reduced(failing), judge, settings.keep)
    name = " ".join(command)
    return Report(f"{model.title or model.name}: {name}", tuple(rows), (), tuple(remarks))


class _Judge:
    """One program and the task that it is tried on."""

    def __init__(self, command: Sequence[str], model: Model, form: Format, limits: Limits) -> None:
        self.command, self.model, self.form, self.limits = command, model, form, limits
        self.reference = Reference()

    def attempt(self, case: Case) -> _Tried:
        ran = run(
            self.command,
            case.text.encode(),
            self.limits,
            input_file=self.form.input_file,
            output_file=self.form.output_file,
        )
        if ran.verdict is not None:
            return _Tried(case, ran, Judgement(ran.verdict, ran.reason))
        output = ran.output.decode("utf-8", errors="replace")
        instances = self.form.read(case.text, self.model)
        return _Tried(case, ran, self.form.judge(instances, output, self.reference))

    def wrong_answer_files(self, folder: Path) -> list[str]:
        """A remark for each answer file beside an input that is itself not accepted."""
        remarks = []
        for case in _files(folder):
            for suffix in (".out", ".ans"):
                path = (folder / case.name).with_suffix(suffix)
                if path.is_file():
                    instances = self.form.read(case.text, self.model)
                    said = self.form.judge(
                        instances, path.read_text(errors="replace"), self.reference
                    )
                    if said.verdict is not Verdict.AC:
                        remarks.append(f"{path} is wrong itself: {said.reason}")
        return remarks

    def reduced(self, failing: _Tried) -> _Tried:
        """A smaller input with the same verdict, as small as greedy steps lead."""
        left = MOST_REDUCTIONS
        while left > 0:
            for text in self.form.smaller(failing.case.text):
                left -= 1
                attempt = self.attempt(Case("reduced", text))
                if attempt.judgement.verdict is failing.judgement.verdict:
                    failing = attempt
                    break
                if left <= 0:
                    return failing
            else:
                return failing
        return failing


def _cases(form: Format, settings: Settings) -> Iterator[Case]:
    for number, sample in enumerate(form.samples, 1):
        yield Case(f"sample {number}", sample.input)
    yield from form.cases()
    if settings.folder is not None:
        yield from _files(settings.folder)
    rng = Random(settings.seed)
    for number in range(1, settings.inputs + 1):
        yield Case(f"random {number}", form.sample(rng, 1 + number % 4))


def _files(folder: Path) -> Iterable[Case]:
    paths = sorted(folder.glob("*.in"))
    if not paths:
        raise OptionError(f"{folder}: no input files (*.in) are here")
    for path in paths:
        try:
            yield Case(path.name, path.read_bytes().decode())
        except UnicodeDecodeError:
            raise InputError("no UTF-8 text", None, str(path)) from None


def _row(tried: _Tried) -> Row:
    note = tried.judgement.reason
    if not tried.accepted and not tried.case.stated:
        note += "; this input is outside the task's stated range"
    return Row(
        tried.case.name,
        "",
        "",
        tried.judgement.verdict.name,
        tried.run.cpu_s,
        note,
        tried.run.memory_bytes,
        tried.case.stated,
    )


def _kept(failing: _Tried, judge: _Judge, folder: Path | None) -> list[str]:
    """Write the failing input and the right answer beside it, and say where."""
    lines = failing.case.text.splitlines()
    shown = " / ".join(lines[:3]) + (" / …" if len(lines) > 3 else "")
    remarks = [f"fails on: {shown} ({failing.judgement.verdict.name}: {failing.judgement.reason})"]
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        given, answer = folder / "failing.in", folder / "failing.ans"
        instances = judge.form.read(failing.case.text, judge.model)
        given.write_text(failing.case.text)
        answer.write_text(judge.form.write([judge.reference(each) for each in instances]))
        remarks.append(f"written to {given}, a right answer to {answer}")
    return remarks
