"""Boards that are not classic: counting with blocked cells, region puzzles, hard boards.

Run with `pytest tests/benchmarks/test_boards.py -s`; it prints each target beside what was
measured, in CPU seconds of the whole Python call. CaDiCaL takes part where python-sat is installed.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import cpqueens as cq
from cpqueens import kernel
from cpqueens.board import Board
from cpqueens.kernel_benchmark import region_model, region_puzzle

CASES = Path(__file__).parent.parent / "data" / "cases"
KERNELS = Path(__file__).parents[2] / "cpqueens" / "_native"
QUEEN_LINES = tuple(map(cq.all_different, (cq.column, cq.row + cq.column, cq.row - cq.column)))
PAIR = re.compile(r"\[\s*(\d+)\s*,\s*(\d+)\s*\]")
GIVE_UP_S = 60.0


def cpu_seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.process_time()
    answer = work()
    return time.process_time() - begun, answer


def with_blocked_cells(n: int, cells: int, seed: int) -> cq.Model:
    rng = random.Random(seed)
    chosen = rng.sample([(r, c) for r in range(1, n + 1) for c in range(1, n + 1)], cells)
    return cq.Model(board=n, constraints=[*QUEEN_LINES, cq.blocked(*chosen)])


@pytest.mark.parametrize("cells", [10, 40, 80])
def test_counting_with_blocked_cells_against_the_textbook(cells: int) -> None:
    ratios, portable = [], []
    for seed in range(9):
        model = with_blocked_cells(14, cells, seed)
        board = Board(model)
        reference_s, expected = cpu_seconds(
            lambda board=board: kernel.textbook_count(14, board.allowed)
        )
        measured_s, count = cpu_seconds(lambda model=model: cq.count(model))
        assert count == expected
        ratios.append(reference_s / measured_s)
        search = kernel.BreadthCount(14, board.allowed, widest=0)
        portable_s, count = cpu_seconds(lambda search=search: search.count(10**15))
        assert count == expected
        portable.append(reference_s / portable_s)
    print(
        f"\n14 x 14 with {cells} blocked cells, median ratio to T: "
        f"{median(ratios):.1f} (target 3), {median(portable):.1f} without AVX2"
    )


def test_region_puzzles_from_the_field() -> None:
    puzzles = json.loads((CASES / "regions" / "regions.json").read_text(encoding="utf-8"))
    slowest = {"unique": 0.0, "count": 0.0}
    for puzzle in puzzles:
        model = region_model(puzzle["rows"])
        seconds, result = cpu_seconds(lambda model=model: cq.solve(model, unique=True))
        assert result.unique is (puzzle["count"] == 1)
        slowest["unique"] = max(slowest["unique"], seconds)
        seconds, count = cpu_seconds(lambda model=model: cq.count(model))
        assert count == puzzle["count"]
        slowest["count"] = max(slowest["count"], seconds)
    for job, seconds in slowest.items():
        print(
            f"\n{len(puzzles)} puzzles, slowest {job}: {1000 * seconds:.1f} ms (target 50)", end=""
        )
    print()


def test_a_thousand_region_puzzles() -> None:
    models = [region_puzzle(seed) for seed in range(1000)]
    seconds, results = cpu_seconds(lambda: [cq.solve(model, unique=True) for model in models])
    solving = sum(result.statistics.cpu_s for result in results)
    print(
        f"\n1,000 region puzzles of 10 x 10: {solving:.2f} CPU s of solving (target 1), "
        f"{seconds:.2f} of whole calls"
    )


def numbers(path: Path) -> tuple[int, list[tuple[int, int]]]:
    text = path.read_text(encoding="utf-8")
    size = re.search(r"\bn\s*=\s*(\d+)", text)
    assert size is not None
    return int(size[1]), [(int(a), int(b)) for a, b in PAIR.findall(text)]


def excluding(n: int, diagonals: list[tuple[int, int]]) -> cq.Model:
    """Flag 0 numbers row - column + n - 1 and flag 1 row + column, both from 0."""
    lines = (cq.row - cq.column + n - 1, cq.row + cq.column - 2)
    return cq.Model(
        board=n,
        constraints=[*QUEEN_LINES, *(cq.forbid(lines[flag] == d) for d, flag in diagonals)],
    )


def hard_boards() -> Iterator[tuple[str, cq.Model]]:
    for path in sorted((CASES / "blocked").glob("blockedqueens*.param")):
        n, cells = numbers(path)
        yield path.stem, cq.Model(board=n, constraints=[*QUEEN_LINES, cq.blocked(*cells)])
    for n, blocked in ((50, 2150), (56, 2730)):
        for seed in range(2):
            name = f"{n} x {n}, {blocked} random cells blocked, seed {seed}"
            yield name, with_blocked_cells(n, blocked, seed)
    n, diagonals = numbers(CASES / "excluded" / "diag-21-4-259.param")
    yield "diag-21-4-259, 19 diagonals", excluding(n, diagonals[:19])
    for seed in range(4):
        rng = random.Random(seed)
        some = rng.sample([(d, flag) for d in range(41) for flag in (0, 1)], 19)
        yield f"19 random diagonals of 21, seed {seed}", excluding(21, some)


def clauses(model: cq.Model) -> list[list[int]]:
    """One variable a free cell: exactly one a row and column, at most one a diagonal."""
    board = Board(model)
    variables = {
        (r, c): 1 + r * board.columns + c
        for r in range(board.rows)
        for c in board.allowed_columns(r)
    }
    lines: dict[tuple[str, int], list[int]] = {}
    for (r, c), variable in variables.items():
        for line in (("row", r), ("column", c), ("sum", r + c), ("difference", r - c)):
            lines.setdefault(line, []).append(variable)
    found = [lines.get((kind, at), []) for kind in ("row", "column") for at in range(board.rows)]
    for line in lines.values():
        found += [[-a, -b] for a, b in combinations(line, 2)]
    return found


def cadical(model: cq.Model) -> tuple[float, bool | None]:
    """CPU seconds, and whether there is a placement; None at the limit, in a process of its own."""
    program = (
        "import json, sys, time; from pysat.solvers import Cadical195\n"
        "solver = Cadical195(bootstrap_with=json.load(sys.stdin)); begun = time.process_time()\n"
        "print(solver.solve(), time.process_time() - begun)"
    )
    text = json.dumps(clauses(model))
    command = [sys.executable, "-c", program]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=True, timeout=GIVE_UP_S
        )
    except subprocess.TimeoutExpired:
        return GIVE_UP_S, None
    exists, seconds = done.stdout.split()
    return float(seconds), exists == "True"


def test_hard_boards_against_cadical_and_cpsat() -> None:
    pytest.importorskip("pysat")
    print(f"\n{'CPU s':48} {'bitmask':>8} {'CaDiCaL':>8} {'CP-SAT':>8}  ahead (target 5)")
    leads = []
    for name, model in hard_boards():
        result = cq.solve(model, solver="bitmask")
        ours = result.statistics.cpu_s
        exists = bool(result.placements)
        assert exists or result.status is cq.Status.INFEASIBLE
        sat, said = cadical(model)
        assert said in (None, exists)
        other = cq.solve(model, solver="cpsat", time_limit=GIVE_UP_S)
        assert not other.complete or bool(other.placements) == exists
        cpsat = other.statistics.cpu_s
        leads.append(min(sat, cpsat) / ours)
        print(f"{name:48} {ours:8.3f} {sat:8.2f} {cpsat:8.2f}  {leads[-1]:.1f}")
    print(f"median {median(leads):.1f}, least {min(leads):.1f} (target 1)")
    assert min(leads) >= 1
