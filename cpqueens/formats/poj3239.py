"""POJ 3239, Solution to the n Queens Puzzle.

Input: numbers n (8 to 300 in the contest), until 0 or the end of the file. Output: for each a line
with any placement, columns counted from 1, a blank between them, and nothing for an n without one.

Accepted: every right placement; trailing blanks, blank lines at the end, a missing last newline and
the newlines of DOS are passed over. Presentation error: a right placement with other blanks on its
line, also where two numbers run together. All else is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
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
    whole_numbers,
    with_parameter,
    wrong_placement,
)
from cpqueens.model import Model
from cpqueens.result import Result
from cpqueens.verifying import Verifier

if TYPE_CHECKING:
    from random import Random

LEAST, MOST = 8, 300
"""The contest's range of n."""
FEW = 12
"""So many numbers are tried on each side when a failing input is reduced."""
MOST_STEPS, MOST_PARTINGS = 5000, 200
"""How long it is tried to part numbers that run together."""


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
        # That a placement exists need not be asked where every case has its line.
        due = list(cases)
        if len(lines) != len(cases):
            due = [case for case in cases if answer(case).placement is not None]
        for number, (case, line) in enumerate(zip(due, lines, strict=False), 1):
            fault = _fault(case, line)
            if fault:
                return Judgement(fault.verdict, f"line {number}: {fault.reason}", fault.wrong)
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
        """One half of many numbers; then smaller numbers, near and far: a mistake may show for some
        remainders only, or from some size on."""
        numbers = [int(word) for word in text.split() if word != "0"]
        middle = len(numbers) // 2
        if middle:
            yield _lines(numbers[:middle])
            yield _lines(numbers[middle:])
        if 2 < len(numbers) <= FEW:
            yield from (_lines(numbers[:i] + numbers[i + 1 :]) for i in range(len(numbers)))
        if len(numbers) == 1:
            (n,) = numbers
            tries = [*range(LEAST, LEAST + FEW), n // 2, 3 * n // 4, *range(n - FEW, n)]
            yield from (_lines([i]) for i in sorted(set(tries)) if LEAST <= i < n)


def _lines(numbers: Iterable[int]) -> str:
    return "".join(f"{n}\n" for n in [*numbers, 0])


def _fault(case: Model, line: str) -> Judgement | None:
    n = case.values["n"]
    words = line.split()
    digits = "".join(words)
    if len(words) < n and digits.isascii() and digits.isdigit():
        parted = _parted(case, words)
        if parted is not None:
            word, numbers_in_it = map(shortened, parted)
            reason = f"{len(words)} numbers for n = {n}; some run together: "
            return Judgement(Verdict.PE, f"{reason}{word} should be {numbers_in_it}")
    numbers = whole_numbers(line)
    if numbers is None:
        odd = next(word for word in words if whole_numbers(word) is None)
        return Judgement(Verdict.WA, f"{shortened(odd)} is no column number")
    if len(numbers) != n:
        return Judgement(Verdict.WA, f"{len(words)} numbers for n = {n}")
    wrong = wrong_placement(case, numbers)
    if wrong is not None:
        return Judgement(Verdict.WA, wrong.message, wrong)
    if " ".join(words) != line.rstrip():
        return Judgement(Verdict.PE, "the placement is right, but not one blank between numbers")
    return None


def _parted(case: Model, words: list[str]) -> tuple[str, str] | None:
    """The first word that holds several numbers, and these, where that makes the line right."""
    verifier = Verifier(case)
    for numbers in islice(_partings(words, case.values["n"]), MOST_PARTINGS):
        if verifier.violations([number - 1 for number in numbers]):
            continue
        left = map(str, numbers)
        for word in words:
            parts = [next(left)]
            while sum(map(len, parts)) < len(word):
                parts.append(next(left))
            if len(parts) > 1:
                return word, " ".join(parts)
    return None


def _partings(words: list[str], n: int) -> Iterator[list[int]]:
    """The ways to part the words into n numbers from 1 to n, none twice; depth first."""
    digits = "".join(words)
    ends = set(accumulate(map(len, words)))
    stack: list[tuple[int, list[int]]] = [(0, [])]
    for _ in range(MOST_STEPS):
        if not stack:
            return
        start, numbers = stack.pop()
        if start == len(digits):
            if len(numbers) == n:
                yield numbers
            continue
        if digits[start] == "0" or len(numbers) == n:
            continue
        for end in range(start + 1, start + len(str(n)) + 1):
            number = int(digits[start:end])
            if number <= n and number not in numbers:
                stack.append((end, [*numbers, number]))
            if end in ends:
                break


FORMAT = Poj3239Format()
