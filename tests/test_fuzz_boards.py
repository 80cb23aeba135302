"""Random boards: whatever is asked, `auto`, `bitmask` and `dlx` answer as the textbook does.

`CPQUEENS_FUZZ=20000` makes it a long run.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cpqueens as cq

EXAMPLES = int(os.environ.get("CPQUEENS_FUZZ", "40"))
QUEEN_LINES = ("column", "row + column", "row - column")
Placement = tuple[int, ...]


class Drawn:
    """A model, and the same without what the textbook does not know: sums over the queens."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.rows = draw(st.integers(1, 6))
        self.columns = draw(st.integers(self.rows, self.rows + draw(st.integers(0, 2))))
        constraints: list[Any] = [cq.all_different(line) for line in self.lines(draw)]
        steps = st.tuples(st.integers(0, 2), st.integers(-3, 3)).filter(any)
        leaps = draw(st.lists(steps, max_size=2))
        if leaps:
            constraints.append(cq.no_attack(leaps))
        cells = [(r, c) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]
        most = draw(st.sampled_from([0, 2, len(cells) // 3]))
        blocked = draw(st.lists(st.sampled_from(cells), max_size=most, unique=True))
        if blocked:
            constraints.append(cq.blocked(*blocked))
        free = [cell for cell in cells if cell not in blocked]
        if free and draw(st.booleans()):
            constraints.append(cq.given(draw(st.sampled_from(free))))
        data = {name: self.table(draw, least) for name, least in (("label", 0), ("value", -9))}
        self.values = data["value"]
        board = (self.rows, self.columns)
        self.plain = cq.Model(board=board, constraints=constraints, data=data)
        self.bounds = draw(st.one_of(st.none(), st.tuples(st.integers(-30, 9), st.integers(0, 40))))
        if self.bounds is not None:
            least, most = self.bounds
            constraints.append(cq.total("value", at_least=least, at_most=least + most))
        self.feasible = cq.Model(board=board, constraints=constraints, data=data)
        self.model = cq.Model(board=board, constraints=constraints, data=data, maximize="value")

    def lines(self, draw: st.DrawFn) -> list[str]:
        modulus, a, b = draw(st.integers(2, 9)), draw(st.integers(1, 3)), draw(st.integers(-2, 2))
        others = ["label", f"({a}*row + {b}*column) % {modulus}", f"{a}*row + {b}*column"]
        if draw(st.booleans()):
            return [*QUEEN_LINES, *draw(st.lists(st.sampled_from(others), max_size=1))]
        return draw(st.lists(st.sampled_from([*QUEEN_LINES, *others]), unique=True))

    def table(self, draw: st.DrawFn, least: int) -> list[list[int]]:
        numbers = st.integers(least, least + self.rows + 9)
        row = st.lists(numbers, min_size=self.columns, max_size=self.columns)
        return draw(st.lists(row, min_size=self.rows, max_size=self.rows))

    def value(self, columns: Placement) -> int:
        return sum(row[c] for row, c in zip(self.values, columns, strict=True))

    def expected(self) -> list[Placement]:
        found = cq.solve(self.plain, solver="textbook.scan", solutions="all").placements
        placements = sorted(tuple(placement.columns) for placement in found)
        if self.bounds is None:
            return placements
        least, most = self.bounds
        return [p for p in placements if least <= self.value(p) <= least + most]


@st.composite
def drawn(draw: st.DrawFn) -> Drawn:
    return Drawn(draw)


def columns(result: cq.Result) -> list[Placement]:
    return [tuple(placement.columns) for placement in result.placements]


@given(drawn())
@settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_random_boards(drawn: Drawn) -> None:
    model, expected = drawn.model, drawn.expected()
    assert cq.count(model) == len(expected)
    for solver in ("auto", "bitmask") if drawn.bounds else ("auto", "bitmask", "dlx"):
        everything = cq.solve(model, solver=solver, solutions="all", count=True)
        assert columns(everything) == expected
        assert everything.count == len(expected)
        assert columns(cq.solve(model, solver=solver, solutions=3)) == expected[:3]
    one = cq.solve(drawn.feasible)
    assert set(columns(one)) <= set(expected)
    assert (one.status is cq.Status.INFEASIBLE) is (not expected)
    assert cq.solve(model, unique=True).unique is (len(expected) == 1)
    ranked = sorted(expected, key=lambda p: (-drawn.value(p), p))
    assert columns(cq.solve(model, best=3)) == ranked[:3]
