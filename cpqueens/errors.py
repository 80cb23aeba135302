"""The errors that cpqueens raises, and the problems that they list.

Every error is a `CpqueensError`; those that a caller's input causes are `ValueError`s as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

KeyPath = tuple[str | int, ...]
MOST_PRINTED = 100


def path_text(path: KeyPath) -> str:
    """`("constraints", 2, "given")` as people write it: `constraints[3].given`, counted from 1."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            text += f".{part}" if text else part
    return text


def did_you_mean(name: str, accepted: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the accepted name nearest to `name`, or nothing."""
    from difflib import get_close_matches

    if len(name) > 100:
        return ""
    names = {candidate.lower(): candidate for candidate in accepted}
    near = get_close_matches(name.lower(), list(names), n=1, cutoff=0.6)
    return f"; did you mean {names[near[0]]!r}?" if near else ""


class Problem(Struct, frozen=True):
    """One thing that is wrong: where it stands and what would be accepted.

    `line` and `column` count from 1; they and `file` are absent for models built in Python.
    `offset` is how far into the text of the value, counted from 0, where that is known.
    """

    message: str
    path: KeyPath = ()
    offset: int | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = self.file or ""
        if place and self.line is not None:
            place += f":{self.line}:{self.column}"
        return ": ".join(part for part in (place, path_text(self.path), self.message) if part)


class Position(Struct, frozen=True):
    """Where a value begins in its file, counted from 1.

    `text_at` is how many characters its text begins later (the opening quote), or None where
    places in the text are not places in the file (folded and escaped text).
    """

    line: int
    column: int
    text_at: int | None = None

    def at(self, offset: int | None) -> tuple[int, int]:
        if offset is None or self.text_at is None:
            return self.line, self.column
        return self.line, self.column + self.text_at + offset


def place_after(text: str) -> tuple[int, int]:
    """The line and column, counted from 1, where a file goes on after this text."""
    return text.count("\n") + 1, len(text) - text.rfind("\n")


class Origin(Struct, frozen=True):
    """Where a model's keys stand in the file that it was read from."""

    file: str
    positions: Mapping[KeyPath, Position]
    moved: Mapping[KeyPath, KeyPath] = {}

    def locate(self, problem: Problem) -> Problem:
        """The problem with the file, line and column of the innermost key that the file has."""
        path = problem.path
        for length in range(len(path), 0, -1):
            home = self.moved.get(path[:length])
            if home is not None:
                path = home + path[length:]
                break
        for length in range(len(path), -1, -1):
            if path[:length] in self.positions:
                offset = problem.offset if length == len(path) else None
                line, column = self.positions[path[:length]].at(offset)
                return replace(problem, path=path, file=self.file, line=line, column=column)
        return replace(problem, path=path, file=self.file)


class CpqueensError(Exception):
    """The base of all errors that cpqueens raises on purpose."""


def brief(value: object) -> str:
    """What a message shows of a value."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"


class ModelError(CpqueensError, ValueError):
    """A model that says something impossible or unreadable; `problems` lists all of it."""

    def __init__(self, problems: Iterable[Problem] | str) -> None:
        if isinstance(problems, str):
            problems = [Problem(problems)]
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems[:MOST_PRINTED]]
        if len(self.problems) > MOST_PRINTED:
            lines.append(f"… and {len(self.problems) - MOST_PRINTED} more")
        super().__init__("\n".join(lines))


class InputError(CpqueensError, ValueError):
    """A contest input that its format cannot take; `line` counts from 1."""

    def __init__(self, message: str, line: int | None = None, file: str | None = None) -> None:
        self.message, self.line, self.file = message, line, file
        place = ":".join(str(part) for part in (file, line) if part is not None)
        if line is not None and file is None:
            place = f"line {line}"
        super().__init__(f"{place}: {message}" if place else message)


class OptionError(CpqueensError, ValueError):
    """An argument that makes no sense for what was asked, with what would be accepted."""


class SolverError(CpqueensError, ValueError):
    """A solver that is unknown, not installed, or cannot answer this question; it says why."""


class Incomplete(CpqueensError, RuntimeError):
    """What was asked for is not known: a limit or Ctrl-C ended the search before.

    `at_least` is how many placements had been found by then.
    """

    def __init__(self, message: str, at_least: int = 0) -> None:
        self.at_least = at_least
        super().__init__(message)


class MissingPackage(CpqueensError, ImportError):
    """An optional package that is not installed; the message says how to install it."""


class TooLarge(CpqueensError, MemoryError):
    """What was asked for does not fit into memory; the message says how to stream it instead.

    `number` is how many placements it would be: their count, a lower bound or an estimate, as the
    message says.
    """

    def __init__(self, message: str, number: int) -> None:
        self.number = number
        super().__init__(message)


class WrongAnswer(CpqueensError, RuntimeError):
    """A solver's answer that `verify` refuses: a defect of that solver, never of the input."""
