"""`explain`: why a model has no placement."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from cpqueens.cli import ANSWERED, DISAGREEMENT, NO_ANSWER
from cpqueens.cli.arguments import add_input, add_model, add_output, chosen_instances, seconds
from cpqueens.cli.output import opened
from cpqueens.errors import OptionError
from cpqueens.explaining import TIME_LIMIT_S, explain
from cpqueens.result import Status

FORMATS = ("text",)
DESCRIPTION = """\
Say why a model has no placement: a few of its given queens, regions, blocked cells and
constraints that leave none, and none of them to spare.

  python -m cpqueens explain mine.yaml
  python -m cpqueens explain regions --input maps.txt

Exit status: 0 explained, 1 a placement exists, 2 wrong usage or input, 3 a limit came
before an answer, 130 Ctrl-C."""


def configure(parser: ArgumentParser) -> None:
    add_model(parser)
    add_input(parser)
    add_output(parser, FORMATS, "how to write the explanation (default: text)", read_too=True)
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=TIME_LIMIT_S,
        metavar="S",
        help=f"stop after S seconds for each instance (default: {TIME_LIMIT_S:g})",
    )


def run(options: Namespace) -> int:
    _, cases, _ = chosen_instances(options)
    if not cases:
        raise OptionError("there is no instance to explain")
    statuses = set()
    with opened(options.output) as file:
        for case in cases:
            explanation = explain(case, time_limit=options.time_limit)
            statuses.add(explanation.status)
            label = f"{case.label}: " if case.label else ""
            file.write(f"{label}{explanation}\n")
            file.flush()
    if Status.UNKNOWN in statuses:
        return NO_ANSWER
    return DISAGREEMENT if Status.FEASIBLE in statuses else ANSWERED
