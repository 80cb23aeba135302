"""What formats are, and the reading of whole numbers that they share."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct

from cpqueens.errors import InputError, ModelError
from cpqueens.model import Model
from cpqueens.result import Result
from cpqueens.verifying import Verifier

if TYPE_CHECKING:
    from random import Random

Answer = Callable[[Model], Result]
"""The model's own answer to an instance; the judge of a format asks for it where it needs one."""

_NUMBER = re.compile(r"[+-]?[0-9]{1,40}\Z")


class Verdict(Enum):
    """What a judge says, by the names that contest people use."""

    AC = "accepted"
    WA = "wrong answer"
    PE = "presentation error"
    TLE = "time limit exceeded"
    MLE = "memory limit exceeded"
    OLE = "output limit exceeded"
    RE = "runtime error"


class WrongPlacement(Struct, frozen=True):
    """A placement in an output that breaks the model.

    `columns` and `queens`, (row, column) of those to blame, count from 1; `width` is the board's.
    """

    columns: tuple[int, ...]
    width: int
    queens: tuple[tuple[int, int], ...]
    message: str


class Judgement(Struct, frozen=True):
    """A verdict and its reason in one sentence, with the placement that is to blame, if one is."""

    verdict: Verdict
    reason: str = ""
    wrong: WrongPlacement | None = None


ACCEPTED = Judgement(Verdict.AC)


class Sample(Struct, frozen=True):
    """An input of the task's statement and the answer printed there."""

    input: str
    answer: str


class Case(Struct, frozen=True):
    """An input to try a program on; `stated` is whether it is in the task's stated range."""

    name: str
    text: str
    stated: bool = True


class Reader(ABC):
    """How instances are written down; how their answers are is said by a `Format` only."""

    name: str
    summary: str

    @abstractmethod
    def read(self, text: str, model: Model) -> list[Model]:
        """The instances of an input; raises `InputError` with the line of what it cannot take."""


class Format(Reader):
    """How a contest writes instances and answers down."""

    samples: tuple[Sample, ...] = ()
    cpu_limit: float = 1.0
    """The contest's limit in seconds of CPU."""
    input_file: str | None = None
    """The file that the task reads, where it names one; programs may use standard input too."""
    output_file: str | None = None

    @abstractmethod
    def write(self, results: Sequence[Result]) -> str:
        """The answers, byte for byte as the contest wants them, of those that can be written."""

    @abstractmethod
    def unanswered(self, results: Sequence[Result]) -> list[str]:
        """For each result that `write` leaves out, why, in one line."""

    @abstractmethod
    def judge(self, cases: Sequence[Model], output: str, answer: Answer) -> Judgement:
        """The verdict on a program's output for these instances."""

    @abstractmethod
    def sample(self, rng: Random, size: int) -> str:
        """A random input; `size` is about how many cases, or how large, from 1."""

    @abstractmethod
    def cases(self) -> Iterator[Case]:
        """Inputs that every program should be tried on: the whole range where it is small, and
        what stands at its edges."""

    @abstractmethod
    def smaller(self, text: str) -> Iterator[str]:
        """Smaller inputs than this one, the smallest first: to find a small one that fails."""


class Token(Struct, frozen=True):
    """A word of an input and the line, from 1, that it stands in."""

    text: str
    line: int

    def number(self) -> int:
        """The whole number it says; raises `InputError`."""
        if not _NUMBER.match(self.text):
            raise InputError(f"{shortened(self.text)} is not a whole number", self.line)
        value = int(self.text)
        if not -(2**63) < value < 2**63:
            raise InputError(f"{shortened(self.text)} does not fit 64 bits", self.line)
        return value


def tokens(text: str) -> Iterator[Token]:
    """The words of a text; a byte-order mark and the end mark of DOS are passed over."""
    text = text.removeprefix("\ufeff").rstrip("\x1a \t\r\n")
    for line, content in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        for word in content.split():
            yield Token(word, line)


def last_line(text: str) -> int:
    """The number of the last line."""
    return max(1, len(re.split(r"\r\n|\n|\r", text.rstrip())))


def with_parameter(model: Model, name: str, token: Token) -> Model:
    """The model with this parameter; its refusal becomes an `InputError` of the token's line."""
    try:
        return model.with_parameters(**{name: token.number()})
    except ModelError as error:
        raise InputError(str(error), token.line) from None


def require_parameter(model: Model, name: str, form: str) -> None:
    """Refuse a model that this format cannot feed."""
    if name not in model.parameters or model.instances:
        raise ModelError(f"the format {form} needs a model of one instance with a parameter {name}")


def shortened(text: str) -> str:
    return repr(text if len(text) <= 30 else text[:27] + "…")


def whole_numbers(line: str) -> list[int] | None:
    """The numbers of a line that holds nothing but short whole numbers, or None."""
    words = line.split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 10 for word in words):
        return None
    return [int(word) for word in words]


def wrong_placement(case: Model, numbers: Sequence[int]) -> WrongPlacement | None:
    """What is wrong with these columns, counted from 1, or None for a placement of the case."""
    verifier = Verifier(case)
    broken = verifier.violations([number - 1 for number in numbers])
    if not broken:
        return None
    first = broken[0]
    return WrongPlacement(tuple(numbers), verifier.columns, first.queens, first.message)


def same_but_for_blanks(output: str, expected: str) -> bool:
    """Whether the lines are equal, trailing blanks and the missing end of the last line aside."""

    def lines(text: str) -> list[str]:
        return [line.rstrip() for line in text.rstrip().split("\n")]

    return lines(output) == lines(expected)


def compare(output: str, expected: str, name: Callable[[int], str]) -> Judgement:
    """The verdict where there is one right text; `name(i)` says what token i is, from 0.

    Trailing blanks, blank lines at the end, a missing last newline and the newlines of DOS are
    accepted. The right digits with other blanks are a presentation error, also where two numbers
    run together; all else is wrong.
    """
    if same_but_for_blanks(output, expected):
        return ACCEPTED
    found, due = [list(tokens(text)) for text in (output, expected)]
    if "".join(t.text for t in found) == "".join(t.text for t in due):
        return Judgement(Verdict.PE, _misplaced_blanks(output, expected))
    for i, wanted in enumerate(due):
        if i >= len(found):
            reason = f"the output ends before {name(i)} ({wanted.text} expected)"
            return Judgement(Verdict.WA, reason)
        if found[i].text != wanted.text:
            return Judgement(
                Verdict.WA,
                f"line {found[i].line}: {name(i)} is {shortened(found[i].text)}, "
                f"{wanted.text} expected",
            )
    extra = found[len(due)]
    return Judgement(
        Verdict.WA, f"line {extra.line}: {shortened(extra.text)} stands after the answer's end"
    )


def _misplaced_blanks(output: str, expected: str) -> str:
    """Where the blanks are wrong in an output whose digits are right."""
    lines, due = output.split("\n"), expected.split("\n")
    for number, (line, wanted) in enumerate(zip(lines, due, strict=False), 1):
        if line.rstrip() == wanted.rstrip():
            continue
        if "".join(line.split()) != "".join(wanted.split()):
            return f"line {number}: the numbers are right, but the lines end elsewhere"
        together = len(line.split()) < len(wanted.split())
        what = "numbers run together" if together else "the numbers are right"
        if len(line.split()) > len(wanted.split()):
            what = "a number is split"
        shown = shortened(line.rstrip(chr(13)))
        return f"line {number}: {what}, but {shown} should be {shortened(wanted)}"
    return "the numbers are right, but the lines are not"


def refuse(message: str, line: int | None = None) -> NoReturn:
    raise InputError(message, line)
