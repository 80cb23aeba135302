"""UVa 167, The Sultan's Successors.

Input: k (at most 20 in the contest), then k boards of 8 x 8 numbers (1 to 99 in the contest),
separated by any blanks. Output: for each board the largest sum, right-justified in width 5.

Accepted: the very text, but for trailing blanks, blank lines at the end, a missing last newline and
the newlines of DOS. Presentation error: the right sums in another width or with other blanks.
All else is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cpqueens.errors import ModelError
from cpqueens.formats.base import (
    Answer,
    Case,
    Format,
    Judgement,
    Sample,
    compare,
    last_line,
    refuse,
    tokens,
)
from cpqueens.grounding import board_size
from cpqueens.model import Model
from cpqueens.result import Result, Status

if TYPE_CHECKING:
    from random import Random

TABLE = "weight"
WIDTH = 5
SIDE = 8
MOST_BOARDS, LEAST_WEIGHT, MOST_WEIGHT = 20, 1, 99
"""The contest's ranges."""
_BOARD = "\n".join(" ".join(f"{8 * r + c:2}" for c in range(1, 9)) for r in range(8))


class Uva167Format(Format):
    name = "uva167"
    summary = "UVa 167 The Sultan's Successors: k boards of numbers; the largest sum of each"
    samples = (Sample(f"1\n{_BOARD}\n", "  260\n"),)

    def read(self, text: str, model: Model) -> list[Model]:
        if model.objective is None or TABLE not in {s.name for s in model.objective[1].symbols()}:
            raise ModelError(f"the format {self.name} needs an objective over the table {TABLE}")
        rows, columns = board_size(model)
        found = list(tokens(text))
        if not found:
            refuse("the input is empty; the number of boards is due")
        boards = found[0].number()
        if boards < 0:
            refuse(f"{boards} boards; a number from 0 is due", found[0].line)
        cells = found[1:]
        size = rows * columns
        if len(cells) < boards * size:
            board, rest = divmod(len(cells), size)
            refuse(
                f"the input ends inside board {board + 1} of {boards}, row {rest // columns + 1}: "
                f"{len(cells):,} numbers, {boards * size:,} due",
                last_line(text),
            )
        if len(cells) > boards * size:
            left = len(cells) - boards * size
            refuse(
                f"{left:,} {'number is' if left == 1 else 'numbers are'} left over after the last "
                f"of {boards} boards",
                cells[boards * size].line,
            )
        if boards == 0:
            return []
        values = [token.number() for token in cells]
        grids = [
            [values[start : start + columns] for start in range(b * size, (b + 1) * size, columns)]
            for b in range(boards)
        ]
        return list(model.with_instances({TABLE: grid} for grid in grids).each_instance())

    def write(self, results: Sequence[Result]) -> str:
        lines = []
        for result in results:
            if result.status is not Status.OPTIMAL:
                break
            lines.append(f"{result.objective:{WIDTH}}\n")
        return "".join(lines)

    def unanswered(self, results: Sequence[Result]) -> list[str]:
        return [
            f"board {number}: {result.outcome}"
            for number, result in enumerate(results, 1)
            if result.status is not Status.OPTIMAL
        ]

    def judge(self, cases: Sequence[Model], output: str, answer: Answer) -> Judgement:
        expected = self.write([answer(case) for case in cases])
        return compare(output, expected, lambda token: f"the sum of board {token + 1}")

    def sample(self, rng: Random, size: int) -> str:
        boards = min(max(1, size), MOST_BOARDS)
        return _text(
            [
                [rng.randint(LEAST_WEIGHT, MOST_WEIGHT) for _ in range(SIDE * SIDE)]
                for _ in range(boards)
            ]
        )

    def cases(self) -> Iterator[Case]:
        cells = range(SIDE * SIDE)
        rising = [1 + i for i in cells]
        plain = [1 + 7 * i % MOST_WEIGHT for i in cells]
        yield Case("no board", "0\n")
        yield Case("all equal", _text([[50] * len(cells)]))
        yield Case("least and greatest", _text([[LEAST_WEIGHT] * 64, [MOST_WEIGHT] * 64]))
        yield Case("rising, falling", _text([rising, rising[::-1]]))
        yield Case(f"{MOST_BOARDS} boards", _text([plain[k:] + plain[:k] for k in range(20)]))
        yield Case("blank lines", _text([rising]).replace("\n", "\n\n"))
        yield Case("ragged blanks", _text([plain]).replace(" ", "   ").replace("\n", " \n\t"))
        yield Case("a number a line", _text([plain]).replace(" ", "\n"))
        yield Case("CRLF, no last newline", _text([plain]).replace("\n", "\r\n").rstrip())
        yield Case("all zero", _text([[0] * len(cells)]), stated=False)
        yield Case("all negative", _text([[-w for w in plain]]), stated=False)
        yield Case("six-digit sums", _text([[99_000 + w for w in plain]]), stated=False)

    def smaller(self, text: str) -> Iterator[str]:
        """One board alone; then the same with more and more of its numbers least and round."""
        numbers = [int(word) for word in text.split()][1:]
        size = SIDE * SIDE
        boards = [numbers[i : i + size] for i in range(0, len(numbers), size)]
        if len(boards) > 1:
            yield from (_text([board]) for board in boards)
            return
        for length in (size, size // 2, SIDE, 1):
            for board in boards:
                for start in range(0, size, length):
                    for least in (LEAST_WEIGHT, None):
                        part = [
                            least if least is not None else w - w % 10 if w >= 10 else w
                            for w in board[start : start + length]
                        ]
                        changed = board[:start] + part + board[start + length :]
                        if changed != board:
                            yield _text([changed])


def _text(boards: Sequence[Sequence[int]]) -> str:
    lines = [str(len(boards))]
    for board in boards:
        for start in range(0, len(board), SIDE):
            lines.append(" ".join(f"{weight:2}" for weight in board[start : start + SIDE]))
    return "\n".join(lines) + "\n"


FORMAT = Uva167Format()
