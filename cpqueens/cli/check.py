"""`check`: solvers against each other, or a program against the model."""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from cpqueens.cli import ANSWERED, DISAGREEMENT, NO_ANSWER
from cpqueens.cli.arguments import (
    add_model,
    add_output,
    contest_format,
    instances,
    positive,
    seconds,
    whole,
)
from cpqueens.cli.output import opened
from cpqueens.errors import OptionError, WrongAnswer
from cpqueens.loading import load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cpqueens.checking.report import Report
    from cpqueens.model import Model

FORMATS = ("text", "json")
TIME_LIMIT_S = 10.0
OF_SOLVERS = ("solvers", "time_limit")
OF_PROGRAMS = ("inputs", "seed", "cpu_limit", "memory_limit", "keep")
"""The options of one side, refused on the other."""
DESCRIPTION = """\
Check solvers against each other: counts, whole sets of placements, the first in order,
the best; every placement is verified.

  python -m cpqueens check queens --set n=4..9
  python -m cpqueens check sultan --solvers bitmask,cpsat

Or check a program against a model with a contest format, as a judge does. The program
reads standard input and writes standard output, or the files {input} and {output} in its
command, or the files that the task names (checker.in, checker.out). The first input on
which it fails is reduced to a small one, and shown with a right answer.

  python -m cpqueens check checker --program ./checker
  python -m cpqueens check poj3239 --program "python3 mine.py" --cpu-limit 2

Exit status: 0 all agree (AC), 1 a disagreement (the verdict), 2 wrong usage or input,
3 a limit ended it before an answer, or the package's own solvers disagree about a program."""


def configure(parser: ArgumentParser) -> None:
    add_model(parser)
    against = parser.add_argument_group("solvers against each other")
    against.add_argument(
        "--solvers", metavar="A,B,C", help="the solvers to compare (default: all that are complete)"
    )
    against.add_argument(
        "--time-limit",
        type=seconds,
        metavar="S",
        help=f"seconds of each solver for each question (default: {TIME_LIMIT_S:g})",
    )
    judging = parser.add_argument_group("a program against the model")
    judging.add_argument("--program", metavar="CMD", help="the program to judge, with its words")
    judging.add_argument(
        "--inputs",
        metavar="K|DIR",
        help="so many random inputs (default: 20), or a folder of *.in files with the contest's "
        "*.out or *.ans, if there are any; can be given twice",
        action="append",
    )
    judging.add_argument(
        "--seed", type=whole, metavar="N", help="the seed of random inputs (default: 1)"
    )
    judging.add_argument(
        "--cpu-limit", type=seconds, metavar="S", help="CPU seconds a run (default: the contest's)"
    )
    judging.add_argument(
        "--memory-limit", type=positive, metavar="MIB", help="mebibytes of memory (default: 256)"
    )
    judging.add_argument(
        "--keep",
        metavar="DIR",
        help="where the reduced failing input and a right answer go (default: a temporary folder)",
    )
    add_output(parser, FORMATS, "how to write the report (default: text)")
    parser.set_defaults(format="text")
    parser.add_argument("--html", metavar="F", help="write the report as a page here, too")


def run(options: Namespace) -> int:
    model = load(options.model)
    try:
        report = _solvers(model, options) if options.program is None else _program(model, options)
    except WrongAnswer as error:
        # No verdict on what was checked: the mistake is the package's own.
        print(f"cpqueens: {error}", file=sys.stderr)
        return NO_ANSWER
    with opened(options.output) as file:
        file.write((report.to_json() if options.format == "json" else str(report)) + "\n")
    if options.html is not None:
        with opened(options.html) as page:
            page.write(report.to_html())
    if not report.agrees:
        return DISAGREEMENT
    return ANSWERED if report.complete else NO_ANSWER


def _refuse(options: Namespace, names: Sequence[str], why: str) -> None:
    for name in names:
        if getattr(options, name) is not None:
            raise OptionError(f"--{name.replace('_', '-')} {why}")


def _solvers(model: Model, options: Namespace) -> Report:
    from cpqueens.checking.agreement import check_solvers

    _refuse(options, OF_PROGRAMS, "is for programs; --program CMD names one")
    names = None
    if options.solvers is not None:
        names = [name.strip() for name in options.solvers.split(",")]
    cases = instances(model, options.set) if options.set else None
    return check_solvers(model, names, cases, options.time_limit or TIME_LIMIT_S)


def _program(model: Model, options: Namespace) -> Report:
    from cpqueens.checking.limits import MIB, Limits
    from cpqueens.checking.programs import Settings, check_program

    _refuse(options, OF_SOLVERS, "is for solvers, not for a program")
    try:
        command = shlex.split(options.program)
    except ValueError as error:
        raise OptionError(f"--program: {str(error).lower()}") from None
    if not command:
        raise OptionError("--program: the command is empty")
    if options.set:
        raise OptionError("--set is not for a program: it gets its parameters from its input")
    form = contest_format(model)
    inputs, folder = _inputs(options.inputs or [])
    limits = Limits(
        cpu_s=options.cpu_limit or form.cpu_limit, memory_bytes=(options.memory_limit or 256) * MIB
    )
    keep = Path(options.keep or Path(tempfile.gettempdir(), f"cpqueens-{os.getpid()}"))
    seed = Settings().seed if options.seed is None else options.seed
    settings = Settings(inputs, seed, folder, limits, keep)
    return check_program(command, model, form, settings, _progress())


def _inputs(words: Sequence[str]) -> tuple[int, Path | None]:
    """The number of random inputs, and the folder of more."""
    from cpqueens.checking.programs import INPUTS

    numbers = [int(word) for word in words if re.fullmatch(r"[0-9]{1,6}", word)]
    folders = [Path(word) for word in words if not re.fullmatch(r"[0-9]{1,6}", word)]
    for folder in folders:
        if not folder.is_dir():
            raise OptionError(f"--inputs: {str(folder)!r} is neither a number nor a folder")
    if len(numbers) > 1 or len(folders) > 1:
        raise OptionError("--inputs: one number and one folder are accepted")
    return numbers[0] if numbers else INPUTS, folders[0] if folders else None


def _progress() -> Callable[[int], None] | None:
    """Tell how far it is, on a terminal only, after a second."""
    if not sys.stderr.isatty():
        return None
    started = time.monotonic()

    def show(number: int) -> None:
        if time.monotonic() - started > 1:
            print(f"\r{number} inputs", end="\r", file=sys.stderr, flush=True)

    return show
