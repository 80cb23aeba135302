"""`solve`: answer a model."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator
from typing import Literal, TextIO

from cpqueens.board import Board
from cpqueens.cli import ANSWERED, DISAGREEMENT, INTERRUPTED, NO_ANSWER
from cpqueens.cli.arguments import (
    add_input,
    add_model,
    add_output,
    add_search,
    chosen_instances,
    contest_format,
    part,
    positive,
    whole,
)
from cpqueens.cli.output import opened
from cpqueens.cli.progress import ProgressLine
from cpqueens.errors import OptionError, SolverError
from cpqueens.formats.base import Format
from cpqueens.model import Model
from cpqueens.result import Result, Status
from cpqueens.solving import CTRL_C, solve

FORMATS = ("text", "contest", "json", "csv", "svg")
EXPLAINING_S = 2.0
"""So long is it looked for reasons why there is no placement, in all; the answer stands before."""
DESCRIPTION = """\
Answer a model. Without --solutions, --count, --best and --unique what its key `find`
asks for is answered: one placement, or the optimum, unless the file says otherwise.

  python -m cpqueens solve sultan
  python -m cpqueens solve queens --set n=12 --solutions 3 --count
  python -m cpqueens solve models/checker.yaml --input checker.in --output checker.out
  python -m cpqueens solve regions --input maps.txt --format regions-text
  python -m cpqueens solve mine.yaml --unique
  python -m cpqueens solve sultan --format svg --output boards.svg

Where none exists, the text says why, if that is found within two seconds; `explain` takes
more time for it.

Exit status: 0 answered, 1 not unique (with --unique), 2 wrong usage or input,
3 a limit ended it before an answer, 130 Ctrl-C."""


def configure(parser: ArgumentParser) -> None:
    add_model(parser)
    add_search(parser)
    parser.add_argument(
        "--solutions",
        type=_solutions,
        metavar="K|all",
        help="the first K placements in lexicographic order, or all",
    )
    parser.add_argument("--count", action="store_true", help="how many placements there are")
    parser.add_argument("--best", type=positive, metavar="K", help="the K best placements")
    parser.add_argument(
        "--unique", action="store_true", help="whether there is one placement and no second"
    )
    add_input(parser)
    add_output(
        parser,
        FORMATS,
        "how to write the answer (default: contest with a contest's --input, else text)",
        read_too=True,
    )
    parser.add_argument("--seed", type=whole, metavar="N", help="the seed of solvers that have one")
    parser.add_argument(
        "--gap",
        type=part,
        metavar="G",
        help="an optimum within this part of its bound is enough: 0.05 for 5 %% (cpsat)",
    )
    parser.add_argument(
        "--log", action="store_true", help="the solver's log, on standard error (cpsat)"
    )


def run(options: Namespace) -> int:
    model, cases, form = chosen_instances(options)
    style = options.format or ("contest" if form else "text")
    if style == "contest" and form is None:
        form = contest_format(model)
    if not cases and form is None:
        raise OptionError("the model has no instance")
    answered: list[Result] = []
    progress = ProgressLine()

    def results() -> Iterator[Result]:
        for case in cases:
            result = _solve(case, options, progress)
            progress.clear()
            answered.append(result)
            yield result
            if result.stopped_by == CTRL_C:
                return

    unsaid: list[str] = []
    with opened(options.output) as file:
        if style == "contest" and form is not None:
            unsaid = _write_contest(form, results(), file)
        elif style == "json":
            from cpqueens.cli.records import write_json

            write_json(model, list(results()), file)
        elif style == "csv":
            from cpqueens.cli.records import write_csv

            write_csv(model, results(), file, "count" if options.count else None)
        elif style == "svg":
            from cpqueens.draw.shown import results_picture

            file.write(results_picture(list(results())).svg)
        else:
            _write_text(model, results(), file)
    for line in unsaid:
        print(f"cpqueens: {line}", file=sys.stderr)
    return _status(answered, bool(unsaid))


def _solve(case: Model, options: Namespace, progress: ProgressLine) -> Result:
    return solve(
        case,
        solver=options.solver,
        solutions=options.solutions,
        count=options.count or None,
        best=options.best,
        unique=options.unique or None,
        time_limit=options.time_limit,
        threads=options.threads,
        seed=options.seed,
        gap=options.gap,
        log=_log if options.log else None,
        progress=progress,
    )


def _log(line: str) -> None:
    print(line, file=sys.stderr)


def _write_contest(form: Format, results: Iterable[Result], file: TextIO) -> list[str]:
    found = list(results)
    file.write(form.write(found))
    return form.unanswered(found)


def _write_text(model: Model, results: Iterable[Result], file: TextIO) -> None:
    from cpqueens.draw.answer import answer_text

    title = model.title or model.name
    above = f"{title}\n\n" if title else ""
    chess = None if file is sys.stdout else False
    spent_s = 0.0
    for result in results:
        label = result.model.label
        file.write(above + (f"{label}\n" if label else "") + answer_text(result, chess))
        file.flush()
        if result.status is Status.INFEASIBLE:
            spent_s += _write_why(result.model, file, EXPLAINING_S - spent_s)
        file.write("\n")
        file.flush()
        above = ""


def _write_why(model: Model, file: TextIO, limit: float) -> float:
    """Why there is no placement, where that is quick to say; how long it took."""
    from cpqueens.explaining import LARGEST_SIDE, explain

    started = time.monotonic()
    board = Board(model)
    if limit <= 0 or max(board.full_rows, board.full_columns) > LARGEST_SIDE:
        return 0.0
    try:
        why = explain(model, time_limit=limit)
    except SolverError:
        return 0.0
    if why.status is not Status.INFEASIBLE:
        file.write(
            f"not explained within {limit:.1f} s; `python -m cpqueens explain` looks longer\n"
        )
    else:
        doubt = "" if why.minimal else " (not all of this may be needed)"
        file.write(f"because {why.summary}{doubt}\n")
    return time.monotonic() - started


def _status(results: list[Result], unsaid: bool) -> int:
    if any(result.stopped_by == CTRL_C for result in results):
        return INTERRUPTED
    if unsaid or not all(result.answered for result in results):
        return NO_ANSWER
    if any(result.question.unique and not result.unique for result in results):
        return DISAGREEMENT
    return ANSWERED


def _solutions(text: str) -> int | Literal["all"]:
    if text == "all":
        return "all"
    try:
        return whole(text)
    except ArgumentTypeError:
        raise ArgumentTypeError(f"{text!r} is neither a whole number nor all") from None
