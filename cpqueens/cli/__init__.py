"""The command line: `python -m cpqueens COMMAND …`.

Exit statuses: 0 answered, 1 not unique or a disagreement, 2 wrong usage or input, or an output that
cannot be written, 3 no answer (a limit ended the search, or the contest's format cannot say it),
130 interrupted by Ctrl-C, 141 the reader of the output went away. `judge` has statuses of its own.
"""

from __future__ import annotations

import contextlib
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from cpqueens.errors import CpqueensError, InputError, ModelError, WrongAnswer, did_you_mean

ANSWERED, DISAGREEMENT, USAGE, NO_ANSWER, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 130, 141

COMMANDS = {
    "solve": "answer a model: draw placements, count them, find the optimum",
    "count": "a table of how many placements there are, a row an instance",
    "explain": "why a model has no placement",
    "check": "solvers against each other, or somebody's program against a model",
    "judge": "the verdict on an output, for other judging tools",
    "show": "the model as a picture and as mathematics, and who can solve it",
    "bench": "solvers side by side on this machine: times, nodes, counts",
    "solvers": "what each solver can do, and whether the native kernel is there",
    "schema": "the JSON Schema of model files, for editors, or of results",
}
"""Every command and its summary; `cpqueens.cli.NAME` has its `configure` and `run`."""

DESCRIPTION = """\
Queens and other placement problems: say a problem once, as data; solve it with the
best engine for it; and check the answer by independent engines.

  python -m cpqueens solve sultan
  python -m cpqueens count queens --set n=4..12
  python -m cpqueens solve checker --input checker.in --output checker.out

`python -m cpqueens COMMAND --help` explains a command."""


class Parser(ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def build_parser(*filled: str) -> Parser:
    """The parser of the command line; only the `filled` commands know their arguments.

    With one of them the others are left out, so that a command starts without delay.
    """
    parser = Parser(
        "cpqueens", description=DESCRIPTION, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    commands: _SubParsersAction[Parser] = parser.add_subparsers(
        dest="command", metavar="COMMAND", parser_class=Parser, prog=parser.prog
    )
    for name in filled or COMMANDS:
        sub = commands.add_parser(
            name, help=COMMANDS[name], formatter_class=RawDescriptionHelpFormatter
        )
        if name in filled:
            module = import_module(f"cpqueens.cli.{name}")
            sub.description = module.DESCRIPTION
            module.configure(sub)
            sub.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status. No traceback reaches the user."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    judging = _chosen(words) == "judge"
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except SystemExit as stop:
        if judging and stop.code:
            return NO_ANSWER
        raise
    except (KeyboardInterrupt, Exception) as error:
        if os.environ.get("CPQUEENS_DEBUG"):
            raise
        status = _told(error)
        return NO_ANSWER if judging else status


def _chosen(words: list[str]) -> str:
    return next((word for word in words if not word.startswith("-")), "")


def _run(words: list[str]) -> int:
    chosen = _chosen(words)
    parser = build_parser(chosen) if chosen in COMMANDS else build_parser()
    if chosen and chosen not in COMMANDS:
        parser.error(
            f"unknown command {chosen!r}; there are {', '.join(COMMANDS)}"
            f"{did_you_mean(chosen, COMMANDS)}"
        )
    options: Namespace = parser.parse_args(words)
    if options.version:
        from cpqueens import __version__

        print(f"cpqueens {__version__}")
        return ANSWERED
    if options.command is None:
        parser.print_help()
        return ANSWERED
    status: int = options.run(options)
    return status


def _told(error: BaseException) -> int:
    """Tell the user in one line (a line a fault for models and inputs); the exit status."""
    if isinstance(error, KeyboardInterrupt):
        return _fail("interrupted", INTERRUPTED)
    if isinstance(error, BrokenPipeError):
        _abandon_output()
        return _fail("the reader of the output went away", BROKEN_PIPE)
    if isinstance(error, (ModelError, InputError)):
        with contextlib.suppress(OSError):
            print(error, file=sys.stderr)
        return USAGE
    if isinstance(error, CpqueensError):
        return _fail(str(error), DISAGREEMENT if isinstance(error, WrongAnswer) else USAGE)
    if isinstance(error, OSError):
        _abandon_output()
        reason = (error.strerror or str(error)).lower()
        return _fail(f"{error.filename or 'output'}: {reason}", USAGE)
    if isinstance(error, MemoryError):
        return _fail("out of memory", NO_ANSWER)
    return _fail(
        f"internal error, please report it: {type(error).__name__}: {error} "
        "(CPQUEENS_DEBUG=1 shows where)",
        NO_ANSWER,
    )


def _fail(message: str, status: int) -> int:
    with contextlib.suppress(OSError):
        print(f"cpqueens: {message}", file=sys.stderr)
    return status


def _abandon_output() -> None:
    """Let nothing be written at exit: it could only fail again."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
