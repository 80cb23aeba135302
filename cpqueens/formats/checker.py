"""USACO Training 1.5, Checker Challenge.

Input: one number N (6 to 13 in the contest). Output: the first three placements in lexicographic
order, columns counted from 1, a blank between them, a line each; then the number of placements.
The contest's files are `checker.in` and `checker.out`; programs may use the standard streams too.

Accepted: the very text, but for trailing blanks, blank lines at the end, a missing last newline and
the newlines of DOS. Presentation error: the right digits with other blanks (two between numbers,
none, all on one line). All else is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cpqueens.formats.base import (
    Answer,
    Case,
    Format,
    Judgement,
    Sample,
    Verdict,
    compare,
    refuse,
    require_parameter,
    tokens,
    whole_numbers,
    with_parameter,
    wrong_placement,
)
from cpqueens.model import Model
from cpqueens.result import Result

if TYPE_CHECKING:
    from random import Random

LEAST, MOST = 6, 13
"""The contest's range of N."""


class CheckerFormat(Format):
    name = "checker"
    summary = "USACO 1.5 Checker Challenge: N; the first three placements and the count"
    input_file, output_file = "checker.in", "checker.out"
    samples = (Sample("6\n", "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n4\n"),)

    def read(self, text: str, model: Model) -> list[Model]:
        require_parameter(model, "n", self.name)
        found = list(tokens(text))
        if not found:
            refuse("the input is empty; one number N is due")
        if len(found) > 1:
            refuse(f"{len(found)} words; one number N is due", found[1].line)
        return [with_parameter(model, "n", found[0])]

    def write(self, results: Sequence[Result]) -> str:
        return "".join(_written(result) for result in results if result.count is not None)

    def unanswered(self, results: Sequence[Result]) -> list[str]:
        return [result.outcome for result in results if result.count is None]

    def judge(self, cases: Sequence[Model], output: str, answer: Answer) -> Judgement:
        results = [answer(case) for case in cases]
        n = len(results[0].placements[0]) if results and results[0].placements else 1
        listed = n * len(results[0].placements) if results else 0

        def name(token: int) -> str:
            if token >= listed:
                return "the count"
            return f"column {token % n + 1} of placement {token // n + 1}"

        judgement = compare(output, self.write(results), name)
        if judgement.verdict is Verdict.WA and results:
            return _explained(judgement, cases[0], output.split("\n")[: listed // n])
        return judgement

    def sample(self, rng: Random, size: int) -> str:
        return f"{rng.randint(LEAST, MOST)}\n"

    def cases(self) -> Iterator[Case]:
        for n in range(LEAST, MOST + 1):
            yield Case(f"N = {n}", f"{n}\n")
        yield Case("N = 8, no newline", "8")
        yield Case("N = 8, CRLF", "8\r\n")

    def smaller(self, text: str) -> Iterator[str]:
        for n in range(LEAST, int(text)):
            yield f"{n}\n"


def _explained(judgement: Judgement, case: Model, lines: Sequence[str]) -> Judgement:
    """The judgement with the first of the listed placements that breaks the model, if one does."""
    reason = judgement.reason
    for number, line in enumerate(lines, 1):
        columns = whole_numbers(line)
        here = reason.startswith(f"line {number}:")
        wrong = wrong_placement(case, columns) if columns else None
        if wrong is not None:
            reason += f"; {wrong.message}" if here else f"; line {number}: {wrong.message}"
            return Judgement(judgement.verdict, reason, wrong)
        if columns and here:
            reason += f"; it is a placement, but not number {number} in lexicographic order"
            return Judgement(judgement.verdict, reason)
    return judgement


def _written(result: Result) -> str:
    lines = [" ".join(map(str, placement.numbers)) for placement in result.placements]
    return "\n".join([*lines, str(result.count)]) + "\n"


FORMAT = CheckerFormat()
