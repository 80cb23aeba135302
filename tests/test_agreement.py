"""Solvers against each other, and against the definition, on random boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpqueens as cq
from cpqueens import solvers
from cpqueens.question import Job

OPTIMISING = ("bitmask", "cpsat.integer", "cpsat.boolean", "constraint")
SOLVERS = (*OPTIMISING, "dlx")
LEAPS = {"king": [(0, 1), (1, 0), (1, 1)], "knight": [(1, 2), (2, 1)]}
SLIDERS = {"queen": "crd", "rook": "c", "bishop": "rd"}
LINES = {"c": "column", "r": "row + column", "d": "row - column"}
LABELS = (
    "column",
    "row + column",
    "row - column",
    "column - row",
    "(row + 2 * column) % 7",
    "(row - column) % 5",
    "2 * row + column",
    "row * column % 11",
    "region",
    "w // 3",
)
CONDITIONS = (
    "row + column > 3",
    "row * column % 5 != 2",
    "not (row == 2 and column < 3)",
    "w != 0 or row > 2",
    "abs(row - column) != 1",
    "1 < row + column <= 12",
)

Columns = tuple[int, ...]


@dataclass
class Said:
    """A model as plain data: what the definition is applied to, and what `cq.Model` is made of."""

    rows: int
    columns: int
    regions: list[str]
    weights: list[list[int]]
    labels: list[str] = field(default_factory=list)
    every_region: bool = False
    pieces: list[str] = field(default_factory=list)
    leaps: list[tuple[int, int]] = field(default_factory=list)
    allow: list[str] = field(default_factory=list)
    forbid: list[str] = field(default_factory=list)
    given: list[tuple[int, int]] = field(default_factory=list)
    blocked: list[tuple[int, int]] = field(default_factory=list)
    total: tuple[int, int] | None = None

    def model(self, **settings: Any) -> cq.Model:
        constraints: list[Any] = [cq.all_different(label) for label in self.labels]
        constraints += [cq.no_attack(piece) for piece in self.pieces]
        constraints += [cq.allow(condition) for condition in self.allow]
        constraints += [cq.forbid(condition) for condition in self.forbid]
        if self.every_region:
            constraints.append(cq.exactly_one("region"))
        if self.leaps:
            constraints.append(cq.no_attack(self.leaps))
        if self.given:
            constraints.append(cq.given(*self.given))
        if self.blocked:
            constraints.append(cq.blocked(*self.blocked))
        if self.total is not None:
            constraints.append(cq.total("w", at_least=self.total[0], at_most=self.total[1]))
        return cq.Model(
            board=(self.rows, self.columns),
            regions=self.regions,
            data={"w": self.weights},
            constraints=constraints,
            **settings,
        )

    def value(self, text: str, r: int, c: int) -> Any:
        names = {
            "row": r + 1,
            "column": c + 1,
            "region": self.regions[r][c],
            "w": self.weights[r][c],
        }
        return eval(text, {"abs": abs}, names)

    def by_definition(self) -> Iterator[Columns]:
        cell = cache(self.value)
        slides = [LINES[line] for piece in self.pieces for line in SLIDERS.get(piece, "")]
        labels = [*self.labels, *slides, *(["region"] if self.every_region else [])]
        leaps = [*self.leaps, *(leap for piece in self.pieces for leap in LEAPS.get(piece, []))]
        reach = {(abs(down), abs(right)) for down, right in leaps}
        letters = {letter for row in self.regions for letter in row}
        given = {r - 1: c - 1 for r, c in self.given}
        open_columns = [
            [
                c
                for c in range(self.columns)
                if (r + 1, c + 1) not in self.blocked
                and given.get(r, c) == c
                and all(cell(text, r, c) for text in self.allow)
                and not any(cell(text, r, c) for text in self.forbid)
            ]
            for r in range(self.rows)
        ]
        for columns in product(*open_columns):
            queens = list(enumerate(columns))
            pairs = list(combinations(queens, 2))
            if any((b[0] - a[0], abs(b[1] - a[1])) in reach for a, b in pairs):
                continue
            if any(cell(label, *a) == cell(label, *b) for label in labels for a, b in pairs):
                continue
            if self.every_region and {self.regions[r][c] for r, c in queens} != letters:
                continue
            if self.total is not None:
                low, high = self.total
                if not low <= self.worth(columns) <= high:
                    continue
            yield columns

    def worth(self, columns: Columns) -> int:
        return sum(self.weights[r][c] for r, c in enumerate(columns))

    def ranked(self, found: list[Columns], sense: str) -> list[Columns]:
        sign = -1 if sense == "maximize" else 1
        return sorted(found, key=lambda columns: (sign * self.worth(columns), columns))


def grown_regions(rng: Random, rows: int, columns: int) -> list[str]:
    """As many regions as rows, grown from random cells."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    region = {cell: i for i, cell in enumerate(rng.sample(cells, rows))}
    while len(region) < len(cells):
        r, c = rng.choice([cell for cell in cells if cell not in region])
        beside = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        near = [region[cell] for cell in beside if cell in region]
        if near:
            region[r, c] = rng.choice(near)
    return ["".join("aBcDeFgHiJ"[region[r, c]] for c in range(columns)) for r in range(rows)]


def random_model(rng: Random, rows: int, columns: int) -> Said:
    said = Said(
        rows,
        columns,
        grown_regions(rng, rows, columns),
        [[rng.randint(-4, 9) for _ in range(columns)] for _ in range(rows)],
    )
    if rng.random() < 0.7:
        said.labels.append("column")
    said.labels += rng.sample(LABELS, rng.randint(0, 2))
    said.every_region = rng.random() < 0.4
    if rng.random() < 0.6:
        said.pieces.append(rng.choice(["king", "knight", "bishop", "queen", "rook"]))
    if rng.random() < 0.3:
        said.leaps = [(rng.randint(0, 3), rng.randint(1, 3)) for _ in range(2)]
    if rng.random() < 0.3:
        said.allow.append(rng.choice(CONDITIONS))
    if rng.random() < 0.3:
        said.forbid.append(f"not ({rng.choice(CONDITIONS)})")
    share = rng.choice([0, 0.1, 0.3])
    cells = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    said.blocked = [cell for cell in cells if rng.random() < share]
    if rng.random() < 0.3:
        said.total = (rng.randint(-5, 3 * rows), 6 * rows)
    return said


def modest(rng: Random, n: int) -> Said:
    """A random model with some placements, but not too many for the slowest solver."""
    while True:
        said = random_model(rng, n - rng.choice([0, 0, 1, 2]) if n > 4 else n, n)
        least = 0 if rng.random() < 0.05 else 2
        if least <= cq.solve(said.model(), solver="bitmask", solutions=301).at_least <= 300:
            return said


BOARDS = [
    pytest.param(modest(Random(100 * n + number), n), id=f"n={n} no. {number}")
    for n in range(4, 10)
    for number in range(5)
]
boards = pytest.mark.parametrize("said", BOARDS)


def solvers_of(said: Said) -> tuple[str, ...]:
    return SOLVERS if said.total is None else OPTIMISING


def columns_of(result: cq.Result) -> list[Columns]:
    return [placement.columns for placement in result.placements]


@boards
def test_solvers_find_the_same_placements(said: Said) -> None:
    model = said.model()
    reference = columns_of(cq.solve(model, solver="bitmask", solutions="all"))
    if said.columns <= 6:
        assert reference == list(said.by_definition())
    assert reference == sorted(set(reference))
    assert all(cq.verify(model, columns) == [] for columns in reference)
    assert [each.columns for each in cq.solutions(model, solver="bitmask")] == reference
    for solver in solvers_of(said):
        result = cq.solve(model, solver=solver, solutions="all", count=True)
        assert columns_of(result) == reference
        assert result.count == result.at_least == len(reference)
        assert result.status is (cq.Status.OPTIMAL if reference else cq.Status.INFEASIBLE)
        lazily = [each.columns for each in cq.solutions(model, solver=solver)]
        assert sorted(lazily) == reference


@boards
def test_solvers_list_the_same_first_placements(said: Said) -> None:
    model = said.model()
    reference = columns_of(cq.solve(model, solver="constraint", solutions="all"))
    for solver in solvers_of(said):
        for first in (1, 3):
            result = cq.solve(model, solver=solver, solutions=first)
            assert columns_of(result) == reference[:first]
        counted = cq.solve(model, solver=solver, solutions=2, count=True)
        assert (columns_of(counted), counted.count) == (reference[:2], len(reference))
        one = cq.solve(model, solver=solver)
        assert set(columns_of(one)) <= set(reference)
        assert len(one.placements) == bool(reference)


@boards
@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_solvers_prove_the_same_optima(said: Said, sense: str) -> None:
    model = said.model(**{sense: "w"})
    found = columns_of(cq.solve(said.model(), solver="bitmask", solutions="all"))
    ranked = said.ranked(found, sense)
    worth = [said.worth(columns) for columns in ranked]
    for solver in OPTIMISING:
        optimum = cq.solve(model, solver=solver)
        assert optimum.complete
        assert optimum.objectives == tuple(worth[:1])
        assert optimum.bound == (worth[0] if worth else None)
        best = cq.solve(model, solver=solver, best=4)
        assert best.objectives == tuple(worth[:4])
        assert columns_of(best) == ranked[:4]
        assert best.outcome == (
            f"complete: the {len(ranked[:4])} best, proved" if ranked else "none exists"
        )


@pytest.mark.parametrize("bound", [2**63 - 1, -(2**63) + 1])
@pytest.mark.parametrize("solver", OPTIMISING)
def test_bounds_that_no_sum_comes_near(solver: str, bound: int) -> None:
    queens = [cq.no_attack("queen")]
    for key in ("at_least", "at_most"):
        model = cq.Model(board=4, constraints=[*queens, cq.total("row", **{key: bound})])
        holds = (bound < 0) == (key == "at_least")
        assert cq.count(model, solver=solver) == (2 if holds else 0)


EXACT = [name for name in solvers.names() if solvers.find(name).complete]
ALL_OF_THEM = [name for name in EXACT if Job.ALL in solvers.find(name).jobs]


@pytest.mark.parametrize("n", range(1, 9))
def test_every_exact_solver_finds_all_of_the_classic_board(n: int) -> None:
    expected = [
        queens
        for queens in permutations(range(n))
        if len({r + c for r, c in enumerate(queens)}) == n
        and len({r - c for r, c in enumerate(queens)}) == n
    ]
    assert {name.partition(".")[0] for name in ALL_OF_THEM} >= {"bitmask", "dlx", "textbook"}
    for name in ALL_OF_THEM:
        found = cq.solve(cq.queens(n), solver=name, solutions="all")
        assert columns_of(found) == expected, name


@st.composite
def small_models(draw: st.DrawFn) -> Said:
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(rows, 5))
    rng = draw(st.randoms(use_true_random=False))
    cells = st.tuples(st.integers(1, rows), st.integers(1, columns))
    number = st.integers(-3, 3)
    said = Said(
        rows,
        columns,
        grown_regions(rng, rows, columns),
        draw(
            st.lists(
                st.lists(number, min_size=columns, max_size=columns), min_size=rows, max_size=rows
            )
        ),
        labels=draw(st.lists(st.sampled_from(LABELS), max_size=3)),
        every_region=draw(st.booleans()),
        pieces=draw(st.lists(st.sampled_from([*LEAPS, *SLIDERS]), max_size=2)),
        leaps=draw(
            st.lists(st.tuples(number, number).filter(lambda leap: leap != (0, 0)), max_size=2)
        ),
        allow=draw(st.lists(st.sampled_from(CONDITIONS), max_size=1)),
        forbid=draw(st.lists(st.sampled_from(CONDITIONS), max_size=1)),
        given=draw(st.lists(cells, max_size=1)),
        blocked=draw(st.lists(cells, max_size=4, unique=True)),
        total=draw(st.none() | st.tuples(st.integers(-6, 3), st.integers(-3, 6))),
    )
    return said


@settings(max_examples=300, deadline=None)
@given(said=small_models(), reduced=st.booleans(), sense=st.sampled_from(["maximize", "minimize"]))
def test_the_definition_decides(said: Said, reduced: bool, sense: str) -> None:
    expected = list(said.by_definition())
    with pytest.MonkeyPatch.context() as patch:
        if reduced:
            patch.setattr("cpqueens.board.REDUCED_FROM", 1)
        try:
            cq.Board(said.model())
        except cq.ModelError:
            assert said.given or said.every_region
            assert expected == []
            return
        found = columns_of(cq.solve(said.model(), solver="bitmask", solutions="all"))
        assert found == expected
        assert cq.count(said.model(), solver="bitmask") == len(expected)
        best = cq.solve(said.model(**{sense: "w"}), solver="bitmask", best=3)
        assert columns_of(best) == said.ranked(expected, sense)[:3]
    right, model = set(expected), said.model()
    for columns in product(range(said.columns), repeat=said.rows):
        assert (cq.verify(model, columns) == []) == (columns in right)


@settings(max_examples=25, deadline=None)
@given(said=small_models(), reduced=st.booleans())
def test_every_solver_agrees_with_the_definition(said: Said, reduced: bool) -> None:
    expected = list(said.by_definition())
    with pytest.MonkeyPatch.context() as patch:
        if reduced:
            patch.setattr("cpqueens.board.REDUCED_FROM", 1)
        try:
            cq.Board(said.model())
        except cq.ModelError:
            return
        for solver in solvers_of(said):
            result = cq.solve(said.model(), solver=solver, solutions="all")
            assert columns_of(result) == expected
