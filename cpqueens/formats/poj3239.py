"""POJ 3239, Solution to the n Queens Puzzle.

Input: numbers n (8 to 300 in the contest), until 0 or the end of the file. Output: for each a line
with any placement, columns counted from 1, a blank between them. The judge accepts every right
placement; trailing blanks and a missing last newline are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cpqueens.formats.base import (
    ACCEPTED,
    Answer,
    Case,
    Format,
    Judgement,
    Sample,
    Verdict,
    refuse,
    require_parameter,
    shortened,
    tokens,
    with_parameter,
)
from cpqueens.model import Model
from cpqueens.result import Result
from cpqueens.verifying import verify

if TYPE_CHECKING:
    from random import Random

LEAST, MOST = 8, 300
"""The contest's range of n."""


class Poj3239Format(Format):
    name = "poj3239"
    summary = "POJ 3239: numbers n until 0; any placement for each"
    samples = (Sample("8\n0\n", "5 3 1 6 8 2 4 7\n"),)

    def read(self, text: str, model: Model) -> list[Model]:
        require_parameter(model, "n", self.name)
        cases = []
        for token in tokens(text):
            if token.number() == 0:
                break
            if token.number() < 0:
                refuse(f"{token.text} queens; a number from 1 is due, or 0 to end", token.line)
            cases.append(with_parameter(model, "n", token))
        return cases

    def write(self, results: Sequence[Result]) -> str:
        found = [result.placement for result in results]
        return "".join(
            " ".join(map(str, placement.numbers)) + "\n" for placement in found if placement
        )

    def unanswered(self, results: Sequence[Result]) -> list[str]:
        return [
            f"n = {result.model.values['n']}: {result.outcome}"
            for result in results
            if result.placement is None
        ]

    def judge(self, cases: Sequence[Model], output: str, answer: Answer) -> Judgement:
        lines = output.rstrip().split("\n") if output.strip() else []
        due = [case for case in cases if case.values["n"] not in (2, 3)]
        for number, (case, line) in enumerate(zip(due, lines, strict=False), 1):
            fault = _fault(case, line)
            if fault:
                return Judgement(fault.verdict, f"line {number}: {fault.reason}")
        if len(lines) < len(due):
            n = due[len(lines)].values["n"]
            return Judgement(
                Verdict.WA, f"the output ends before the line of case {len(lines) + 1} (n = {n})"
            )
        if len(lines) > len(due):
            return Judgement(Verdict.WA, f"line {len(due) + 1} stands after the last case")
        return ACCEPTED

    def sample(self, rng: Random, size: int) -> str:
        numbers = [rng.randint(LEAST, MOST) for _ in range(max(1, size))]
        return _lines(numbers)

    def cases(self) -> Iterator[Case]:
        numbers = range(LEAST, MOST + 1)
        yield Case(f"n = {LEAST}..{MOST}", _lines(numbers))
        yield Case(f"n = {MOST}..{LEAST}", _lines(reversed(numbers)))
        yield Case("no case", "0\n")
        yield Case("no 0 at the end", f"{LEAST}\n{MOST}\n")
        yield Case("CRLF", "8\r\n9\r\n0\r\n")
        for n in numbers:
            yield Case(f"n = {n}", _lines([n]))
        yield Case("n = 1, 4, 5, 6, 7", _lines([1, 4, 5, 6, 7]), stated=False)

    def smaller(self, text: str) -> Iterator[str]:
        numbers = [int(word) for word in text.split() if word != "0"]
        if len(numbers) > 1:
            yield from (_lines([n]) for n in sorted(set(numbers)))
        elif numbers:
            yield from (_lines([n]) for n in range(LEAST, numbers[0]))


def _lines(numbers: Iterable[int]) -> str:
    return "".join(f"{n}\n" for n in [*numbers, 0])


def _fault(case: Model, line: str) -> Judgement | None:
    n = case.values["n"]
    words = line.split()
    for word in words:
        if not (word.isascii() and word.isdigit()) or len(word) > 10:
            return Judgement(Verdict.WA, f"{shortened(word)} is no column number")
    if len(words) != n:
        if "".join(words).isdigit() and max(map(len, words), default=0) > len(str(n)):
            return Judgement(Verdict.PE, f"{len(words)} numbers for n = {n}; some run together")
        return Judgement(Verdict.WA, f"{len(words)} numbers for n = {n}")
    broken = verify(case, [int(word) - 1 for word in words])
    if broken:
        return Judgement(Verdict.WA, str(broken[0]))
    if " ".join(words) != line.rstrip():
        return Judgement(Verdict.PE, "the placement is right, but not one blank between numbers")
    return None


FORMAT = Poj3239Format()
