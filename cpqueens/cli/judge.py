"""`judge`: the special judge for other people's tools."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from cpqueens.cli.arguments import contest_format
from cpqueens.cli.output import opened
from cpqueens.errors import InputError
from cpqueens.formats.base import Format, Judgement, Verdict
from cpqueens.loading import load
from cpqueens.model import Model
from cpqueens.solving import solve
from cpqueens.yamltree import LARGEST_FILE

DESCRIPTION = """\
Judge a program's output as testlib's checkers do: exit status 0 accepted, 1 wrong answer,
2 presentation error, 3 this judge could not do its work. With --kattis 42 accepted, 43 not
accepted, 3 as above, and the reason in DIR/judgemessage.txt.

  python -m cpqueens judge checker checker.in checker.out
  oj test -c ./checker --judge-command "python -m cpqueens judge checker"

INPUT is the task's input, OUTPUT what the program wrote (- is standard input). ANSWER, the
contest's own answer, is not needed; where it is given and wrong, the judge fails."""

EXITS = {Verdict.AC: 0, Verdict.WA: 1, Verdict.PE: 2}
KATTIS_ACCEPTED, KATTIS_WRONG = 42, 43


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "model", metavar="MODEL", help="a model with a contest format, or the name of one"
    )
    parser.add_argument("input", metavar="INPUT", help="the input of the task")
    parser.add_argument("output", metavar="OUTPUT", help="what the program wrote")
    parser.add_argument("answer", metavar="ANSWER", nargs="?", help="the contest's answer")
    parser.add_argument(
        "--kattis", metavar="DIR", help="Kattis's exit statuses; feedback goes to this folder"
    )


def run(options: Namespace) -> int:
    model = load(options.model)
    form = contest_format(model)
    try:
        cases = form.read(_text(options.input), model)
    except InputError as error:
        raise InputError(error.message, error.line, options.input) from None
    if options.answer is not None:
        own = form.judge(cases, _text(options.answer), solve)
        if own.verdict is not Verdict.AC:
            told = f"the contest's answer is not right by the model: {own.verdict.name}"
            raise InputError(f"{told}: {own.reason}", None, options.answer)
    judgement = _judged(form, cases, options.output)
    if options.kattis is not None:
        return _kattis(judgement, Path(options.kattis))
    print(_told(judgement), file=sys.stderr)
    return EXITS[judgement.verdict]


def _judged(form: Format, cases: Sequence[Model], path: str) -> Judgement:
    try:
        output = _text(path)
    except _TooLarge as error:
        return Judgement(Verdict.WA, f"the output is {error.message}")
    return form.judge(cases, output, solve)


class _TooLarge(InputError):
    """A file that is not read whole; of an output that is the program's mistake."""


def _kattis(judgement: Judgement, folder: Path) -> int:
    with opened(str(folder / "judgemessage.txt")) as file:
        file.write(_told(judgement) + "\n")
    return KATTIS_ACCEPTED if judgement.verdict is Verdict.AC else KATTIS_WRONG


def _told(judgement: Judgement) -> str:
    reason = f": {judgement.reason}" if judgement.reason else ""
    return f"{judgement.verdict.name}{reason}"


def _text(path: str) -> str:
    """The whole text; bytes that are no UTF-8 are kept as marks, which no answer has."""
    if path == "-":
        raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
    else:
        with Path(path).open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise _TooLarge(f"larger than {LARGEST_FILE // 2**20} MiB", None, path)
    return raw.decode("utf-8", errors="replace")
