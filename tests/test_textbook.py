"""The textbook algorithms against brute force: counts can be right by luck, sets cannot."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import combinations, permutations, product
from math import factorial
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from msgspec import Struct

import cpqueens as cq
from cpqueens import solvers
from cpqueens.board import Board
from cpqueens.question import Question
from cpqueens.result import Status

EVERY = [name for name in solvers.names() if name.startswith("textbook.")]
EXACT = [name for name in EVERY if solvers.find(name).complete]
INCOMPLETE = ["textbook.repair", "textbook.genetic"]
BACKTRACKING = [name for name in EXACT if name != "textbook.bytes"]
QUEEN_LINES = [name for name in EVERY if name != "textbook.scan"]

Columns = tuple[int, ...]
exact = pytest.mark.parametrize("name", EXACT)
incomplete = pytest.mark.parametrize("name", INCOMPLETE)


def test_who_is_there() -> None:
    assert len(EXACT) == 7
    assert sorted(set(EVERY) - set(EXACT)) == sorted(INCOMPLETE)


def chess_queens_attack(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])


def peaceful(columns: Columns) -> bool:
    return not any(chess_queens_attack(a, b) for a, b in combinations(enumerate(columns), 2))


@cache
def brute_force(n: int) -> list[Columns]:
    return [columns for columns in permutations(range(n)) if peaceful(columns)]


def columns_of(result: cq.Result) -> list[Columns]:
    return [placement.columns for placement in result.placements]


def assert_answers_alike(name: str, model: cq.Model, expected: list[Columns]) -> None:
    """Every question about the model is answered from the set that was expected, in order."""
    every = cq.solve(model, solver=name, solutions="all", count=True)
    assert columns_of(every) == expected
    assert every.count == len(expected)
    assert every.status is (Status.OPTIMAL if expected else Status.INFEASIBLE)
    assert cq.count(model, solver=name) == len(expected)
    assert sorted(each.columns for each in cq.solutions(model, solver=name)) == expected
    for first in (1, 3, len(expected) + 1):
        result = cq.solve(model, solver=name, solutions=first)
        assert columns_of(result) == expected[:first]
        everything_was_seen = first > len(expected) or name == "textbook.swap"
        assert result.complete == everything_was_seen
    both = cq.solve(model, solver=name, solutions=2, count=True)
    assert (columns_of(both), both.count) == (expected[:2], len(expected))
    one = cq.solve(model, solver=name)
    assert len(one.placements) == bool(expected)
    assert set(columns_of(one)) <= set(expected)


@exact
@pytest.mark.parametrize("n", range(1, 9))
def test_classic_boards(name: str, n: int) -> None:
    expected = brute_force(n)
    assert len(expected) == [1, 0, 0, 2, 10, 4, 40, 92][n - 1]
    assert_answers_alike(name, cq.queens(n), expected)


class Variant(Struct):
    """A board of queens with cells taken out and perhaps one queen given, from 0."""

    rows: int
    columns: int
    blocked: set[tuple[int, int]]
    given: dict[int, int]
    weights: list[list[int]]

    def model(self, **settings: str) -> cq.Model:
        constraints = [cq.no_attack("queen")]
        if self.blocked:
            constraints.append(cq.blocked(*[(r + 1, c + 1) for r, c in self.blocked]))
        if self.given:
            constraints.append(cq.given(*[(r + 1, c + 1) for r, c in self.given.items()]))
        return cq.Model(
            board=(self.rows, self.columns),
            data={"w": self.weights},
            constraints=constraints,
            **settings,
        )

    def brute_force(self) -> list[Columns]:
        return [
            columns
            for columns in permutations(range(self.columns), self.rows)
            if not any(cell in self.blocked for cell in enumerate(columns))
            and all(columns[r] == c for r, c in self.given.items())
            and peaceful(columns)
        ]

    def worth(self, columns: Columns) -> int:
        return sum(self.weights[r][c] for r, c in enumerate(columns))


def random_variant(seed: int) -> Variant:
    rng = Random(seed)
    rows = rng.randint(3, 8)
    columns = rows if seed % 2 else min(8, rows + rng.randint(0, 2))
    cells = list(product(range(rows), range(columns)))
    blocked = set(rng.sample(cells, rng.randint(0, len(cells) // 4)))
    given = dict([rng.choice(sorted(set(cells) - blocked))]) if seed % 3 == 0 else {}
    weights = [[rng.randint(-3, 9) for _ in range(columns)] for _ in range(rows)]
    return Variant(rows, columns, blocked, given, weights)


@cache
def variant(seed: int) -> tuple[Variant, list[Columns]]:
    made = random_variant(seed)
    return made, made.brute_force()


variants = pytest.mark.parametrize("seed", range(20))


def test_the_variants_are_worth_something() -> None:
    numbers = [len(variant(seed)[1]) for seed in range(20)]
    assert sum(number > 1 for number in numbers) >= 12
    assert 0 in numbers


@exact
@variants
def test_blocked_and_given_cells_and_wide_boards(name: str, seed: int) -> None:
    made, expected = variant(seed)
    assert_answers_alike(name, made.model(), expected)


@exact
@variants
def test_the_best_of_them(name: str, seed: int) -> None:
    made, expected = variant(seed)
    sense, sign = (("maximize", -1), ("minimize", 1))[seed % 2]
    ranked = sorted(expected, key=lambda columns: (sign * made.worth(columns), columns))
    best = cq.solve(made.model(**{sense: "w"}), solver=name, best=4)
    assert columns_of(best) == ranked[:4]
    assert best.objectives == tuple(map(made.worth, ranked[:4]))
    assert best.complete


RULES: dict[str, Callable[[int, int], int]] = {
    "column": lambda row, column: column,
    "row + column": lambda row, column: row + column,
    "column - row": lambda row, column: column - row,
    "(row + 2 * column) % 7": lambda row, column: (row + 2 * column) % 7,
    "row * column % 11": lambda row, column: row * column % 11,
    "abs(row - column) + 7 * (column // 3)": lambda row, column: (
        abs(row - column) + 7 * (column // 3)
    ),
}
PIECES = {"king": {(1, 1), (1, 0), (0, 1)}, "knight": {(1, 2), (2, 1)}}


@pytest.mark.parametrize("reduced", [False, True])
@variants
def test_scan_takes_every_rule_for_pairs(
    seed: int, reduced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(1000 + seed)
    rows = rng.randint(3, 6)
    columns = min(6, rows + rng.randint(0, 2))
    labels = rng.sample(sorted(RULES), rng.randint(0, 2))
    regions = ["".join(rng.choice("aBcDeFgH") for _ in range(columns)) for _ in range(rows)]
    by_region = seed % 2 == 0
    leaps: set[tuple[int, int]] = set()
    constraints = [cq.all_different(label) for label in labels]
    if by_region:
        constraints.append(cq.all_different("region"))
    for piece in rng.sample(sorted(PIECES), rng.randint(0, 2)):
        leaps |= PIECES[piece]
        constraints.append(cq.no_attack(piece))
    if seed % 5 == 0:
        leaps.add((3, 1))
        constraints.append(cq.no_attack([(3, -1)]))
    given = (rng.randrange(rows), rng.randrange(columns)) if reduced or seed % 4 == 0 else None
    if given:
        constraints.append(cq.given((given[0] + 1, given[1] + 1)))

    def attack(a: tuple[int, int], b: tuple[int, int]) -> bool:
        if (abs(b[0] - a[0]), abs(b[1] - a[1])) in leaps:
            return True
        if by_region and regions[a[0]][a[1]] == regions[b[0]][b[1]]:
            return True
        return any(
            RULES[label](a[0] + 1, a[1] + 1) == RULES[label](b[0] + 1, b[1] + 1) for label in labels
        )

    expected = [
        placed
        for placed in product(range(columns), repeat=rows)
        if (given is None or placed[given[0]] == given[1])
        and not any(attack(a, b) for a, b in combinations(enumerate(placed), 2))
    ]
    if reduced:
        monkeypatch.setattr("cpqueens.board.REDUCED_FROM", 1)
    model = cq.Model(board=(rows, columns), regions=regions, constraints=constraints)
    if len(expected) > 5000:
        assert cq.count(model, solver="textbook.scan") == len(expected)
    else:
        assert_answers_alike("textbook.scan", model, expected)


def partial_placements(n: int) -> int:
    """How many queens backtracking places: the peaceful beginnings of a placement."""
    grown: list[Columns] = [()]
    number = 0
    for _ in range(n):
        grown = [(*queens, c) for queens in grown for c in range(n) if peaceful((*queens, c))]
        number += len(grown)
    return number


@pytest.mark.parametrize("n", range(1, 9))
def test_nodes_are_the_queens_placed_or_the_permutations_tried(n: int) -> None:
    placed = partial_placements(n)
    assert n != 8 or placed == 2056
    for name in BACKTRACKING:
        result = cq.solve(cq.queens(n), solver=name, solutions=0, count=True)
        assert result.statistics.counters == {"nodes": placed}, name
    result = cq.solve(cq.queens(n), solver="textbook.bytes", solutions=0, count=True)
    assert result.statistics.counters == {"nodes": factorial(n)}


@exact
def test_the_first_need_not_wait_for_the_last(name: str) -> None:
    if name == "textbook.swap":
        pytest.skip("its placements come in no order, so that the first are known last")
    first = cq.solve(cq.queens(9), solver=name, solutions=2)
    every = cq.solve(cq.queens(9), solver=name, solutions=0, count=True)
    assert first.statistics.counters["nodes"] < every.statistics.counters["nodes"] / 10


@exact
def test_the_time_limit_gives_what_is_known(name: str) -> None:
    n = 10 if name == "textbook.bytes" else 15
    result = cq.solve(cq.queens(n), solver=name, solutions=0, count=True, time_limit=0.4)
    assert 0.4 <= result.statistics.wall_s < 2
    assert result.count is None
    assert result.at_least > 0
    assert (
        result.outcome == f"at least {result.at_least:,} found, stopped by the time limit of 0.4 s"
    )
    assert result.statistics.counters["nodes"] > 500


@exact
def test_a_limit_before_the_first_placement_leaves_it_unknown(name: str) -> None:
    n = 10 if name == "textbook.bytes" else 12
    model = cq.Model(
        board=n,
        constraints=[
            cq.no_attack("queen"),
            cq.forbid(f"row == {n}"),
            cq.forbid("row == 1 and 1 > 2"),
        ],
    )
    result = cq.solve(model, solver=name, time_limit=0.05)
    assert (result.status, result.placements) == (Status.UNKNOWN, ())
    assert result.outcome == "not known, stopped by the time limit of 0.05 s"


@incomplete
@pytest.mark.parametrize("n", [1, *range(4, 31)])
def test_incomplete_ones_find_a_placement(name: str, n: int) -> None:
    result = cq.solve(cq.queens(n), solver=name, seed=7)
    assert [len(columns) for columns in columns_of(result)] == [n]
    assert peaceful(columns_of(result)[0])
    assert result.answered


@incomplete
def test_the_seed_decides(name: str) -> None:
    def found(seed: int | None) -> tuple[Columns, int]:
        result = cq.solve(cq.queens(12), solver=name, seed=seed)
        return columns_of(result)[0], result.statistics.counters["nodes"]

    by_seed = [found(seed) for seed in range(6)]
    assert [found(seed) for seed in range(6)] == by_seed
    assert len(set(by_seed)) > 3
    assert found(None) == found(None)


@incomplete
@pytest.mark.parametrize("n", [2, 3])
def test_incomplete_ones_never_say_that_none_exists(name: str, n: int) -> None:
    for limit in (0.02, None):
        result = cq.solve(cq.queens(n), solver=name, time_limit=limit)
        assert result.status is Status.UNKNOWN
        assert result.outcome.startswith("not known, stopped by ")


@incomplete
@variants
def test_incomplete_ones_on_variants(name: str, seed: int) -> None:
    made, expected = variant(seed)
    result = cq.solve(made.model(), solver=name, seed=seed, time_limit=5 if expected else 0.05)
    assert set(columns_of(result)) <= set(expected)
    assert len(result.placements) == bool(expected)
    assert result.status is (Status.FEASIBLE if expected else Status.UNKNOWN)


@incomplete
def test_a_row_without_a_free_cell(name: str) -> None:
    model = cq.Model(board=5, constraints=[cq.no_attack("queen"), cq.forbid("row == 2")])
    assert cq.solve(model, solver=name, time_limit=0.2).status is Status.UNKNOWN


@incomplete
@pytest.mark.parametrize("asked", [{"solutions": "all"}, {"solutions": 0, "count": True}])
def test_incomplete_ones_answer_for_one_placement(name: str, asked: dict[str, object]) -> None:
    with pytest.raises(cq.SolverError, match="it answers: one"):
        cq.solve(cq.queens(6), solver=name, **asked)


@pytest.mark.parametrize("name", QUEEN_LINES)
@pytest.mark.parametrize(
    "constraints",
    [
        [cq.all_different("column")],
        [cq.no_attack("queen"), cq.no_attack("knight")],
        [cq.no_attack("queen"), cq.all_different("(row + column) % 6")],
        [cq.no_attack("queen"), cq.total("column", at_most=30)],
    ],
)
def test_other_rules_are_refused_in_words(name: str, constraints: list[object]) -> None:
    model = cq.Model(board=6, constraints=constraints)
    with pytest.raises(cq.SolverError, match="it knows only columns, diagonals and antidiagonals"):
        cq.solve(model, solver=name)


def test_what_else_is_refused() -> None:
    def refusal(name: str, model: cq.Model) -> str | None:
        return solvers.find(name).refusal(Board(model), Question())

    totals = cq.Model(board=6, constraints=[cq.total("column", at_most=30)])
    assert "a bound on a sum" in (refusal("textbook.scan", totals) or "")
    assert "up to 10" in (refusal("textbook.bytes", cq.queens(11)) or "")
    for name in set(BACKTRACKING) | {"textbook.genetic"}:
        assert "up to 100 of each" in (refusal(name, cq.queens(101)) or ""), name
        assert refusal(name, cq.queens(100)) is None
    assert "up to 1000 of each" in (refusal("textbook.repair", cq.queens(1001)) or "")
    given = cq.Model(board=70, constraints=[cq.no_attack("queen"), cq.given((1, 1))])
    for name in QUEEN_LINES:
        if name != "textbook.bytes":
            assert "were taken out of the board" in (refusal(name, given) or ""), name


@pytest.mark.parametrize("name", ["textbook.scan", "textbook.tables", "textbook.masks_by_row"])
def test_the_largest_boards_do_not_end_the_stack(name: str) -> None:
    result = cq.solve(cq.queens(100), solver=name, time_limit=0.2)
    assert result.status is Status.UNKNOWN
    corner = cq.Model(board=100, constraints=[cq.all_different("100 * row + column")])
    if name == "textbook.scan":
        assert columns_of(cq.solve(corner, solver=name)) == [(0,) * 100]


def test_auto_never_chooses_them() -> None:
    models = [
        cq.queens(3),
        cq.queens(8),
        cq.queens(70),
        variant(1)[0].model(maximize="w"),
        cq.Model(board=6, constraints=[cq.no_attack("knight")]),
    ]
    questions = [Question(), Question("all"), Question(0, count=True), Question(3)]
    for model, question in product(models, questions):
        chosen, _ = solvers.choose("auto", Board(model), question)
        assert not chosen.name.startswith("textbook.")


def modules() -> Iterator[ModuleType]:
    for name in EVERY:
        yield import_module(f"cpqueens.solvers.{name}")


def test_the_registry_imports_none_of_them() -> None:
    code = (
        "import sys, cpqueens as cq; from cpqueens import solvers\n"
        "solvers.names(); cq.solve(cq.queens(6))\n"
        "assert not [name for name in sys.modules if 'textbook' in name]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_they_share_no_search() -> None:
    for module in modules():
        assert module.__file__ is not None
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        known = {
            node.module
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cpqueens")
        }
        assert known <= {
            "cpqueens.board",
            "cpqueens.question",
            "cpqueens.solvers.base",
            "cpqueens.solvers.textbook.common",
        }


def test_each_says_where_it_is_from_and_how_it_counts() -> None:
    for module in modules():
        text = " ".join((module.__doc__ or "").split())
        assert "Nodes are " in text, module.__name__
        assert "count from 0" in text, module.__name__
        assert re.search("costs|looks at|All n! permutations", text), module.__name__
        assert any(f"({year})" in text for year in range(1960, 2010)), module.__name__
