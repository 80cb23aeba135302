"""Weighted optima: the native search against CP-SAT at its best, and what small boards take.

Run with `pytest tests/benchmarks/test_weighted.py -s`; it prints medians of CPU seconds over ten
seeded boards (random values 0 to 99). CP-SAT's best is a literal a cell, `linearization_level=2`
and one worker. The aim is 10 times as fast at n = 20 and 25, and n = 30 below 5 s.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

import pytest

import cpqueens as cq
from cpqueens import kernel
from cpqueens.board import Board
from cpqueens.solvers.attack_tables import attack_tables

BOARDS = 10
AIM = 10.0


def weighted(n: int, seed: int) -> cq.Model:
    rng = random.Random(seed)
    weights = [[rng.randrange(100) for _ in range(n)] for _ in range(n)]
    return cq.Model(
        board=n,
        constraints=[
            cq.all_different(cq.column),
            cq.all_different(cq.row + cq.column),
            cq.all_different(cq.row - cq.column),
        ],
        data={"weight": weights},
        maximize="weight",
    )


def cpu_seconds(work: Callable[[], cq.Result]) -> tuple[float, cq.Result]:
    begun = time.process_time()
    result = work()
    return time.process_time() - begun, result


def solved(model: cq.Model, solver: str) -> tuple[float, cq.Result]:
    return cpu_seconds(lambda: cq.solve(model, solver=solver))


@pytest.mark.parametrize("n", [16, 20, 25])
def test_native_against_cp_sat(n: int) -> None:
    solved(weighted(8, 0), "cpsat")
    native, cpsat = [], []
    for seed in range(1, BOARDS + 1):
        model = weighted(n, seed)
        ours, theirs = solved(model, "bitmask"), solved(model, "cpsat")
        assert ours[1].objective == theirs[1].objective
        native.append(ours[0])
        cpsat.append(theirs[0])
    ratio = median(theirs / ours for ours, theirs in zip(native, cpsat, strict=True))
    print(
        f"\nn = {n}: native {median(native):.3f} s, CP-SAT {median(cpsat):.2f} s, "
        f"{median(cpsat) / median(native):.0f} times; "
        f"board by board {ratio:.0f} times; aim {AIM:.0f}"
    )


@pytest.mark.parametrize("n", [30, 35])
def test_native_on_large_boards(n: int) -> None:
    seconds = sorted(solved(weighted(n, seed), "bitmask")[0] for seed in range(1, BOARDS + 1))
    print(
        f"\nn = {n}: least {seconds[0]:.2f} s, median {median(seconds):.2f}, most {seconds[-1]:.2f}"
    )


def kernel_seconds(model: cq.Model) -> float:
    """Of the search alone, without making its tables."""
    board = Board(model)
    tables, values = attack_tables(board), [value for row in board.values for value in row]
    search = kernel.BestSearch(tables, values, 1)
    begun = time.perf_counter()
    while not search.finished:
        search.run(10**9)
    return time.perf_counter() - begun


@pytest.mark.parametrize("n", [6, 8, 10, 12])
def test_small_boards(n: int) -> None:
    seconds = [min(kernel_seconds(weighted(n, seed)) for _ in range(5)) for seed in range(30)]
    print(f"\nn = {n}: median {median(seconds) * 1e6:.0f} µs of kernel time")


def test_twenty_contest_boards() -> None:
    """As many as UVa 167 has at most, 8 x 8 with values from 0 to 99."""
    boards = [weighted(8, seed) for seed in range(20)]
    seconds = sum(min(kernel_seconds(model) for _ in range(5)) for model in boards)
    print(f"\n{len(boards)} boards of 8 x 8: {seconds * 1e6:.0f} µs of kernel time; aim 1000")
