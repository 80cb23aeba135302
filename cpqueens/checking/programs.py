"""Somebody's program against the model: a local judge."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from msgspec import Struct

from cpqueens.checking.limits import Limits
from cpqueens.checking.reference import Reference
from cpqueens.checking.report import WRONG, Disputed, Failing, Report, Row
from cpqueens.checking.running import Run, run
from cpqueens.errors import InputError, OptionError
from cpqueens.formats.base import Case, Format, Judgement, Verdict
from cpqueens.model import Model

INPUTS = 20
"""How many random inputs a program gets."""
MOST_FAILURES = 5
"""After so many inputs that are not accepted no further one is tried."""
MOST_REDUCTIONS, MOST_REDUCING_S = 200, 10.0
"""So many smaller inputs are tried, for so many seconds, to reduce one that fails."""
VOICE = "the program"


class Settings(Struct, frozen=True):
    """How to check a program.

    `inputs` random inputs are made from `seed`; `folder` holds more (`*.in`, with the contest's
    answers in `*.out` or `*.ans` beside them, if it likes). `limits` are by default those of the
    format. The reduced failing input and a right answer are written into the folder `keep`.
    """

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
    reference: Reference | None = None,
) -> Report:
    """Run a program on samples, the whole range or its edges, files and random inputs; judge it.

    `progress` is told how many inputs were tried; a `reference` can serve several checks of one
    model. Raises `OptionError` for a folder without inputs, `InputError` for a file there that is
    no input of the task, and `WrongAnswer` if the solvers that know the right answers disagree.
    """
    settings = settings or Settings()
    limits = settings.limits or Limits(cpu_s=form.cpu_limit)
    judge = _Judge(command, model, form, limits, reference or Reference())
    files = [] if settings.folder is None else _files(settings.folder)
    remarks = [remark for file in files for remark in judge.looked_at(file)]
    tried: list[_Tried] = []
    if settings.inputs:
        remarks.append(f"random inputs: {settings.inputs} from seed {settings.seed}")
    for number, case in enumerate(_cases(form, settings, files), 1):
        tried.append(judge.attempt(case))
        if progress is not None:
            progress(number)
        if sum(not each.accepted for each in tried) == MOST_FAILURES:
            remarks.append(f"stopped after {MOST_FAILURES} inputs that are not accepted")
            break
    slowest = max(tried, key=lambda each: each.run.cpu_s)
    remarks.append(
        f"slowest: {slowest.case.name}, {slowest.run.cpu_s:.3f} s of {limits.cpu_s:g} s CPU"
    )
    if judge.reference.unconfirmed:
        remarks.append(f"no second opinion in time on: {', '.join(judge.reference.unconfirmed)}")
    first = next((each for each in tried if not each.accepted and each.case.stated), None)
    return Report(
        title=f"{model.title or model.name}: {' '.join(command)}",
        rows=tuple(map(_row, tried)),
        disputed=tuple(disputed for each in tried for disputed in _disputed(each)),
        remarks=tuple(remarks),
        failing=None if first is None else _kept(judge.reduced(first), judge, settings.keep),
    )


class _File(Struct, frozen=True):
    """An input file and the contest's answers beside it."""

    input: Path
    case: Case
    answers: tuple[Path, ...]


class _Judge:
    """One program and the task that it is tried on."""

    def __init__(
        self,
        command: Sequence[str],
        model: Model,
        form: Format,
        limits: Limits,
        reference: Reference,
    ) -> None:
        self.command, self.model, self.form = command, model, form
        self.limits, self.reference = limits, reference

    def attempt(self, case: Case) -> _Tried:
        instances = self.form.read(case.text, self.model)
        ran = run(
            self.command,
            case.text.encode(),
            self.limits,
            input_file=self.form.input_file,
            output_file=self.form.output_file,
        )
        if ran.verdict is not None:
            return _Tried(case, ran, Judgement(ran.verdict, ran.reason + _last_words(ran)))
        output = ran.output.decode("utf-8", errors="replace")
        return _Tried(case, ran, self.form.judge(instances, output, self.reference))

    def looked_at(self, file: _File) -> Iterator[str]:
        """A remark for each answer file that is itself not accepted.

        Raises `InputError` for an input that the task does not have.
        """
        try:
            instances = self.form.read(file.case.text, self.model)
        except InputError as error:
            raise InputError(error.message, error.line, str(file.input)) from None
        for path in file.answers:
            text = path.read_text(encoding="utf-8", errors="replace")
            said = self.form.judge(instances, text, self.reference)
            if said.verdict is not Verdict.AC:
                yield f"{path} is not right by the model: {said.verdict.name}: {said.reason}"

    def answer(self, text: str) -> str:
        """A right output."""
        return self.form.write([self.reference(case) for case in self.form.read(text, self.model)])

    def reduced(self, failing: _Tried) -> _Tried:
        """A smaller input with the same verdict, as small as greedy steps lead."""
        left, deadline = MOST_REDUCTIONS, time.monotonic() + MOST_REDUCING_S
        smaller = self.form.smaller(failing.case.text)
        while (text := next(smaller, None)) is not None and left and time.monotonic() < deadline:
            left -= 1
            attempt = self.attempt(Case(failing.case.name, text))
            if attempt.judgement.verdict is failing.judgement.verdict:
                failing = attempt
                smaller = self.form.smaller(text)
        return failing


def _last_words(ran: Run) -> str:
    """The last line of standard error, which of many languages names the error."""
    lines = ran.errors.decode("utf-8", errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if not last or ran.exit_status is None:
        return ""
    shown = "".join(c if c.isprintable() else "?" for c in last[:100])
    return f"; its standard error ends with: {shown}"


def _cases(form: Format, settings: Settings, files: Sequence[_File]) -> Iterator[Case]:
    for number, sample in enumerate(form.samples, 1):
        yield Case(f"sample {number}", sample.input)
    yield from form.cases()
    yield from (file.case for file in files)
    rng = Random(settings.seed)
    for number in range(1, settings.inputs + 1):
        yield Case(f"random {number}", form.sample(rng, 1 + number % 4))


def _files(folder: Path) -> list[_File]:
    paths = sorted(folder.glob("*.in"))
    if not paths:
        raise OptionError(f"{folder}: no input files (*.in) are here")
    found = []
    for path in paths:
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            raise InputError("no UTF-8 text", None, str(path)) from None
        answers = tuple(
            beside for end in (".out", ".ans") if (beside := path.with_suffix(end)).is_file()
        )
        found.append(_File(path, Case(path.name, text), answers))
    return found


def _row(tried: _Tried) -> Row:
    note = tried.judgement.reason
    if not tried.accepted and not tried.case.stated:
        note += "; this input is outside the task's stated range"
    return Row(
        case=tried.case.name,
        voice="",
        answer="",
        verdict=tried.judgement.verdict.name,
        seconds=tried.run.cpu_s,
        note=note,
        memory=tried.run.memory_bytes,
        counts=tried.case.stated,
    )


def _disputed(tried: _Tried) -> Iterator[Disputed]:
    wrong = tried.judgement.wrong
    if wrong is not None:
        yield Disputed(
            tried.case.name, VOICE, WRONG, wrong.columns, wrong.width, wrong.message, wrong.queens
        )


def _kept(failing: _Tried, judge: _Judge, folder: Path | None) -> Failing:
    """The failing input with a right answer, both written where the caller said."""
    text = failing.case.text
    answer = judge.answer(text)
    files: tuple[str, ...] = ()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        written = {folder / "failing.in": text, folder / "failing.ans": answer}
        for path, content in written.items():
            path.write_text(content, encoding="utf-8", newline="")
        files = tuple(map(str, written))
    return Failing(text, answer, failing.judgement.verdict.name, failing.judgement.reason, files)
