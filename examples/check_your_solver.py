"""Check your own solver: a function with a mistake is caught, repaired, and then a program judged.

Run it with `python examples/check_your_solver.py`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import cpqueens as cq
from cpqueens import formats
from cpqueens.checking.programs import Settings, check_program

Free = Callable[[int, int, int, int], bool]

PROGRAM = """\
n = int(input())
found = []


def place(columns):
    r = len(columns)
    if r == n:
        found.append(columns)
        return
    for c in range(n):
        if all(c != q and abs(c - q) != r - i for i, q in enumerate(columns)):
            place([*columns, c])


place([])
for columns in found[:3]:
    print(*(c + 1 for c in columns))
print(len(found))
"""


def backtracking(free: Free) -> Callable[[int], Iterator[tuple[int, ...]]]:
    """A solver that asks `free` whether a new queen (row, column) and an old one may both stand."""

    def solver(n: int) -> Iterator[tuple[int, ...]]:
        def place(columns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            r = len(columns)
            if r == n:
                yield columns
                return
            for c in range(n):
                if all(free(r, c, i, q) for i, q in enumerate(columns)):
                    yield from place((*columns, c))

        return place(())

    solver.__name__ = free.__name__
    return solver


def one_diagonal_only(r: int, c: int, i: int, q: int) -> bool:
    return c != q and c - r != q - i


def both_diagonals(r: int, c: int, i: int, q: int) -> bool:
    return c != q and abs(c - q) != abs(r - i)


def main() -> None:
    model = cq.load("queens")
    for free in (one_diagonal_only, both_diagonals):
        print(cq.check(backtracking(free), model))
        print()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "slow.py"
        program.write_text(PROGRAM)
        report = check_program(
            [sys.executable, str(program)],
            cq.load("checker"),
            formats.find("checker"),
            Settings(inputs=0),
        )
        print(report)


if __name__ == "__main__":
    main()
