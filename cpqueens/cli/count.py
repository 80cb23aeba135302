"""`count`: how many placements there are."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import TextIO

from cpqueens.cli import ANSWERED, INTERRUPTED, NO_ANSWER
from cpqueens.cli.arguments import add_input, add_model, add_output, add_search, chosen_instances
from cpqueens.cli.output import opened
from cpqueens.cli.progress import ProgressLine
from cpqueens.errors import OptionError
from cpqueens.model import Model
from cpqueens.result import Result
from cpqueens.solving import CTRL_C, solve

FORMATS = ("text", "json", "csv")
DESCRIPTION = """\
Count the placements of each instance: a table, one row an instance.

  python -m cpqueens count queens --set n=4..12
  python -m cpqueens count queens --set n=8,10 --solver cpsat --format csv

Exit status: 0 all counted, 2 wrong usage or input, 3 a limit came before an answer,
130 Ctrl-C."""


def configure(parser: ArgumentParser) -> None:
    add_model(parser)
    add_search(parser)
    add_input(parser)
    add_output(parser, FORMATS, "how to write the table (default: text)", read_too=True)
    parser.set_defaults(format="text")


def run(options: Namespace) -> int:
    model, cases, _ = chosen_instances(options)
    if not cases:
        raise OptionError("there is no instance to count")
    answered: list[Result] = []
    progress = ProgressLine()

    def results() -> Iterator[Result]:
        for case in cases:
            result = solve(
                case,
                solver=options.solver,
                solutions=0,
                count=True,
                time_limit=options.time_limit,
                threads=options.threads,
                progress=progress,
            )
            progress.clear()
            answered.append(result)
            yield result
            if result.stopped_by == CTRL_C:
                return

    with opened(options.output) as file:
        if options.format == "json":
            from cpqueens.cli.records import write_json

            write_json(model, list(results()), file)
        elif options.format == "csv":
            from cpqueens.cli.records import write_csv

            write_csv(model, results(), file, "count")
        else:
            _write_table(cases, results(), file)
    if any(result.stopped_by == CTRL_C for result in answered):
        return INTERRUPTED
    return ANSWERED if all(result.answered for result in answered) else NO_ANSWER


def _write_table(cases: list[Model], results: Iterable[Result], file: TextIO) -> None:
    names = [case.label for case in cases]
    width = max(map(len, names))
    head = f"{'':{width}}  " if width else ""
    above = f"{head}{'count':>20}  {'seconds':>9}  solver\n"
    for name, result in zip(names, results, strict=False):
        left = f"{name:{width}}  " if width else ""
        known = result.count is not None
        number = str(result.count) if known else f"at least {result.at_least}"
        line = f"{left}{number:>20}  {result.statistics.wall_s:9.3f}  {result.solver}"
        if not known:
            line += f" (stopped by {result.stopped_by})"
        file.write(f"{above}{line}\n")
        file.flush()
        above = ""
