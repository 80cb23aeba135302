"""The solver `cpsat` against the same models written by hand.

Run with `pytest tests/benchmarks/test_cpsat.py -s`; it prints CPU seconds of building and solving,
start-up aside (the least of several runs, taken in turn), and their ratio. The target is 1.05.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from ortools.sat.python import cp_model

import cpqueens as cq
from cpqueens.board import Board
from cpqueens.solvers.cpsat_models import formulate, set_objective

RUNS = 3
TARGET = 1.05


def queens_by_hand(n: int) -> tuple[cp_model.CpModel, list[Any]]:
    model = cp_model.CpModel()
    queens = [model.new_int_var(0, n - 1, f"q{i}") for i in range(n)]
    model.add_all_different(queens)
    model.add_all_different(queens[i] + i for i in range(n))
    model.add_all_different(queens[i] - i for i in range(n))
    return model, queens


def cells_by_hand(n: int) -> tuple[cp_model.CpModel, list[list[Any]]]:
    """Lines in the package's order: equal models whose lines are in another order, CP-SAT solves in
    times that differ by factors, either way.
    """
    model = cp_model.CpModel()
    cells = [[model.new_bool_var(f"{r},{c}") for c in range(n)] for r in range(n)]
    for row in cells:
        model.add_exactly_one(row)
    for column in zip(*cells, strict=True):
        model.add_exactly_one(column)
    for total in range(1, 2 * n - 2):
        model.add_at_most_one(cells[r][total - r] for r in range(n) if 0 <= total - r < n)
    for difference in (*range(n - 1), *range(-1, 1 - n, -1)):
        model.add_at_most_one(cells[r][r + difference] for r in range(n) if 0 <= r + difference < n)
    return model, cells


class Listing(cp_model.CpSolverSolutionCallback):
    def __init__(self, queens: list[Any], most: int | None = None) -> None:
        super().__init__()
        self.queens, self.most = queens, most
        self.found: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        self.found.append(tuple(self.value(queen) for queen in self.queens))
        if len(self.found) == self.most:
            self.stop_search()


def fixed_search() -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.search_branching = cp_model.FIXED_SEARCH
    solver.parameters.enumerate_all_solutions = True
    return solver


def all_by_hand(n: int) -> int:
    model, queens = queens_by_hand(n)
    model.add_decision_strategy(queens, cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MIN_VALUE)
    solver = fixed_search()
    listing = Listing(queens)
    solver.solve(model, listing)
    return len(listing.found)


def first_by_hand(n: int, most: int) -> list[tuple[int, ...]]:
    model, queens = queens_by_hand(n)
    model.add_decision_strategy(queens, cp_model.CHOOSE_FIRST, cp_model.SELECT_MIN_VALUE)
    solver = fixed_search()
    listing = Listing(queens, most)
    solver.solve(model, listing)
    return listing.found


def one_by_hand(n: int) -> None:
    model, _ = cells_by_hand(n)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = n < 200
    assert solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def best_model_by_hand(weights: list[list[int]]) -> cp_model.CpModel:
    model, cells = cells_by_hand(len(weights))
    flat = [cell for row in cells for cell in row]
    model.maximize(cp_model.LinearExpr.weighted_sum(flat, [w for row in weights for w in row]))
    return model


def best_by_hand(weights: list[list[int]]) -> int:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    assert solver.solve(best_model_by_hand(weights)) == cp_model.OPTIMAL
    return round(solver.objective_value)


def weighted(n: int, seed: int) -> tuple[list[list[int]], cq.Model]:
    rng = random.Random(seed)
    weights = [[rng.randint(0, 99) for _ in range(n)] for _ in range(n)]
    model = cq.Model(
        board=n,
        constraints=[cq.no_attack("queen")],
        data={"weight": weights},
        maximize="weight",
    )
    return weights, model


@pytest.mark.parametrize(
    ("job", "by_hand", "ours"),
    [
        (
            "all of n = 11",
            lambda: all_by_hand(11),
            lambda: len(cq.solve(cq.queens(11), solver="cpsat", solutions="all").placements),
        ),
        (
            "count of n = 11",
            lambda: all_by_hand(11),
            lambda: cq.count(cq.queens(11), solver="cpsat"),
        ),
        (
            "first 10 of n = 16",
            lambda: [list(found) for found in first_by_hand(16, 10)],
            lambda: [
                list(placement)
                for placement in cq.solve(cq.queens(16), solver="cpsat", solutions=10).placements
            ],
        ),
        (
            "one of n = 60",
            lambda: one_by_hand(60),
            lambda: cq.solve(cq.queens(60), solver="cpsat").placements and None,
        ),
        (
            "one of n = 200",
            lambda: one_by_hand(200),
            lambda: cq.solve(cq.queens(200), solver="cpsat").placements and None,
        ),
    ],
    ids=lambda value: value.replace(" ", "_") if isinstance(value, str) else "",
)
def test_as_fast_as_by_hand(
    job: str, by_hand: Callable[[], object], ours: Callable[[], object]
) -> None:
    least = [float("inf")] * 2
    for _ in range(RUNS):
        answers = []
        for i, work in enumerate((by_hand, ours)):
            begun = time.process_time()
            answers.append(work())
            least[i] = min(least[i], time.process_time() - begun)
        if answers[1] != ():
            assert answers[0] == answers[1]
    ratio = least[1] / least[0]
    print(
        f"\n{job}: by hand {least[0]:.3f} s, cpsat {least[1]:.3f} s, ratio {ratio:.2f} ({TARGET})"
    )


def without_names(model: cp_model.CpModel) -> str:
    return "\n".join(line for line in str(model.proto).splitlines() if "name:" not in line)


def test_optima_as_fast_as_by_hand() -> None:
    ratios = []
    for seed in range(9):
        weights, model = weighted(14, seed)
        ours = formulate(Board(model), "boolean")
        set_objective(ours)
        assert without_names(ours.model) == without_names(best_model_by_hand(weights))
        begun = time.process_time()
        expected = best_by_hand(weights)
        between = time.process_time()
        assert cq.solve(model, solver="cpsat").objective == expected
        ratios.append((time.process_time() - between) / (between - begun))
    print(
        f"\noptima of n = 14: median ratio {median(ratios):.2f} ({TARGET}), "
        f"from {min(ratios):.2f} to {max(ratios):.2f}"
    )
