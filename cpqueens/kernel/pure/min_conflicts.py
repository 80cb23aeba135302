"""Local search that repairs a board with conflicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import index
from random import Random

from cpqueens.kernel.pure.arguments import (
    check_increasing,
    checked_integer,
    checked_integers,
    checked_positive,
)

_REPAIR_SIDE = 10_000_000
_CANDIDATES = 64
_UPHILL_ONE_IN = 8


class MinConflicts:
    """Local search: queens of different columns exchange them until none is in conflict."""

    def __init__(
        self,
        rows: int,
        columns: int,
        barred: Sequence[int],
        row_numbers: Sequence[int] | None,
        column_numbers: Sequence[int] | None,
        seed: int,
    ) -> None:
        columns, rows = index(columns), index(rows)
        for name, side, most in (("columns", columns, _REPAIR_SIDE), ("rows", rows, columns)):
            if not 1 <= side <= most:
                raise ValueError(f"{name} must be 1 to {most}, not {side}")
        self._barred = {divmod(checked_integer("barred", cell), columns) for cell in barred}
        if any(not 0 <= row < rows for row, _ in self._barred):
            raise ValueError("barred has a cell beyond the board")
        self._across = _checked_numbers("row_numbers", row_numbers, rows)
        self._aside = _checked_numbers("column_numbers", column_numbers, columns)
        self._random = Random(checked_integer("seed", seed))
        self._rows = rows
        self._columns = list(range(columns))
        self._patience = 1000 + 20 * rows
        self._nodes = 0
        self._restarts = 0
        self._start()

    def _start(self) -> None:
        self._random.shuffle(self._columns)
        self._least = self._conflicts()
        self._improved = self._nodes

    def _queens(self) -> list[tuple[int, int]]:
        return list(enumerate(self._columns[: self._rows]))

    def _conflicts(self) -> int:
        queens = self._queens()
        sums = {self._across[row] + self._aside[column] for row, column in queens}
        differences = {self._across[row] - self._aside[column] for row, column in queens}
        barred = sum(queen in self._barred for queen in queens)
        return 2 * len(queens) - len(sums) - len(differences) + barred

    def _in_conflict(self) -> list[int]:
        queens = self._queens()
        sums = Counter(self._across[row] + self._aside[column] for row, column in queens)
        differences = Counter(self._across[row] - self._aside[column] for row, column in queens)
        return [
            row
            for row, column in queens
            if sums[self._across[row] + self._aside[column]] > 1
            or differences[self._across[row] - self._aside[column]] > 1
            or (row, column) in self._barred
        ]

    def _exchange(self, row: int, other: int) -> None:
        columns = self._columns
        columns[row], columns[other] = columns[other], columns[row]

    def _repair(self) -> None:
        row = self._random.choice(self._in_conflict())
        before = self._conflicts()
        others = [other for other in range(len(self._columns)) if other != row]
        ranked = []
        for other in self._random.sample(others, min(len(others), _CANDIDATES)):
            self._exchange(row, other)
            ranked.append((self._conflicts(), other))
            self._exchange(row, other)
        after, other = min(ranked, key=lambda pair: pair[0], default=(before, row))
        if after <= before or self._random.randrange(_UPHILL_ONE_IN) == 0:
            self._exchange(row, other)
            if after < self._least:
                self._least, self._improved = after, self._nodes

    def run(self, nodes: int) -> None:
        """Search on for `nodes` steps or until a placement is found."""
        end = self._nodes + checked_positive("nodes", nodes)
        while self._nodes < end and not self.finished:
            if self._nodes > self._improved + self._patience:
                self._restarts += 1
                self._start()
            else:
                self._repair()
            self._nodes += 1

    def found(self) -> list[int] | None:
        """The placement, once there is one."""
        return self._columns[: self._rows] if self.finished else None

    @property
    def finished(self) -> bool:
        return self._conflicts() == 0

    @property
    def nodes(self) -> int:
        return self._nodes

    @property
    def restarts(self) -> int:
        return self._restarts


def _checked_numbers(name: str, numbers: Iterable[int] | None, length: int) -> Sequence[int]:
    if numbers is None:
        return range(length)
    checked = checked_integers(name, numbers, length)
    if checked[0] < 0 or checked[-1] > _REPAIR_SIDE:
        raise ValueError(f"{name} must be 0 to {_REPAIR_SIDE}")
    check_increasing(name, checked)
    return checked
