"""`check`: solvers against each other, or a program against the model."""

from __future__ import annotations

import re
import shlex
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from cpqueens.cli import ANSWERED, DISAGREEMENT, NO_ANSWER
from cpqueens.cli.arguments import (
    add_model,
    contest_format,
    instances,
    one_of,
    positive,
    seconds,
    whole,
)
from cpqueens.cli.output import opened
from cpqueens.errors import OptionError
from cpqueens.loading import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from cpqueens.checking.report import Report
    from cpqueens.model import Model

FORMATS = ("text", "json")
DESCRIPTION = """\
Check solvers against each other: counts, whole sets of placements, the first in order,
the best; every placement is verified.

  python -m cpqueens check queens --set n=4..9
  python -m cpqueens check sultan --solvers bitmask,cpsat

Or check a program against a model with a contest format, as a judge does. The program
reads standard input and writes standard output, or the files {input} and {output} in its
command, or the files that the task names (checker.in, checker.out).

  python -m cpqueens check checker --program ./checker
  python -m cpqueens check poj3239 --program "python3 mine.py" --cpu-limit 2

Exit status: 0 all agree (AC), 1 a disagreement (the verdict), 2 wrong usage or input,
3 a limit ended it before an answer."""


def configure(parser: ArgumentParser) -> None:
    add_model(parser)
    parser.add_argument(
        "--solvers", metavar="A,B,C", help="the solvers to compare (default: all that are complete)"
    )
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=10.0,
        metavar="S",
        help="seconds of each solver for each question (default: 10)",
    )
    parser.add_argument("--program", metavar="CMD", help="the program to judge, a shell command")
    parser.add_argument(
        "--inputs",
        default=[],
        metavar="K|DIR",
        help="so many random inputs (default: 20), or a folder of *.in files; can be given twice",
        action="append",
    )
    parser.add_argument(
        "--seed", type=whole, default=1, metavar="N", help="the seed of random inputs (default: 1)"
    )
    parser.add_argument(
        "--cpu-limit", type=seconds, metavar="S", help="CPU seconds a run (default: the contest's)"
    )
    parser.add_argument(
        "--memory-limit",
        type=positive,
        default=256,
        metavar="MB",
        help="mebibytes of memory (default: 256)",
    )
    parser.add_argument(
        "--keep", metavar="DIR", help="write the reduced failing input and a right answer here"
    )
    parser.add_argument("--output", metavar="F", help="write here instead of standard output")
    parser.add_argument(
        "--format",
        type=one_of(FORMATS),
        default="text",
        metavar="|".join(FORMATS),
        help="how to write the report (default: text)",
    )
    parser.add_argument("--html", metavar="F", help="write the report as a page here, too")


def run(options: Namespace) -> int:
    model = load(options.model)
    report = _solvers(model, options) if options.program is None else _program(model, options)
    with opened(options.output) as file:
        file.write((report.to_json() if options.format == "json" else str(report)) + "\n")
    if options.html is not None:
        with opened(options.html) as page:
            page.write(report.to_html())
    if not report.agrees:
        return DISAGREEMENT
    return ANSWERED if report.complete else NO_ANSWER


def _solvers(model: Model, options: Namespace) -> Report:
    from cpqueens.checking.agreement import check_solvers

    names = options.solvers.split(",") if options.solvers else None
    cases = instances(model, options.set) if options.set else None
    return check_solvers(model, names, cases, options.time_limit)


def _program(model: Model, options: Namespace) -> Report:
    from cpqueens.checking.limits import Limits
    from cpqueens.checking.programs import INPUTS, Settings, check_program

    try:
        command = shlex.split(options.program)
    except ValueError as error:
        raise OptionError(f"--program: {error}") from None
    if not command:
        raise OptionError("--program: the command is empty")
    for name, values in options.set:
        model = model.with_parameters(**{name: values[0]})
    form = contest_format(model)
    inputs, folder = INPUTS, None
    for word in options.inputs:
        if re.fullmatch(r"\d{1,6}", word):
            inputs = int(word)
        elif Path(word).is_dir():
            folder = Path(word)
        else:
            raise OptionError(f"--inputs: {word!r} is neither a number nor a folder")
    limits = Limits(
        cpu_s=options.cpu_limit or form.cpu_limit,
        memory_bytes=options.memory_limit * 2**20,
    )
    keep = None if options.keep is None else Path(options.keep)
    settings = Settings(inputs, options.seed, folder, limits, keep)
    return check_program(command, model, form, settings, _progress())


def _progress() -> Callable[[int], None] | None:
    """Tell how far it is, on a terminal only, after a second."""
    if not sys.stderr.isatty():
        return None
    started = time.monotonic()

    def show(number: int) -> None:
        if time.monotonic() - started > 1:
            print(f"\r{number} inputs", end="\r", file=sys.stderr, flush=True)

    return show
