"""`auto` against every complete solver on forty instances over the family.

Run with `pytest tests/benchmarks/test_auto.py -s`; it prints the CPU seconds of whole calls, the
choice, and the best other solver. The target is 1.5 times the best, plus 20 ms. The others get as
much time as `auto` took, so that a table takes minutes and not hours: who needs more is not better.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cpqueens as cq

CASES = Path(__file__).parent.parent / "data" / "cases"
PAIR = re.compile(r"\[\s*(\d+)\s*,\s*(\d+)\s*\]")
LIMIT_S = 8.0
FACTOR, GRACE_S = 1.5, 0.02
OTHERS = ("bitmask", "dlx", "cpsat.integer", "cpsat.boolean", "constraint", "construction")
COUNT: dict[str, Any] = {"solutions": 0, "count": True}
ONE: dict[str, Any] = {}
ALL: dict[str, Any] = {"solutions": "all"}

QUEEN = cq.no_attack("queen")


def pairs(path: str) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in PAIR.findall((CASES / path).read_text(encoding="utf-8"))]


def blocked(n: int, part: float, seed: int = 1) -> cq.Model:
    rng = random.Random(seed)
    cells = [(r, c) for r in range(1, n + 1) for c in range(1, n + 1) if rng.random() < part]
    return cq.Model(board=n, constraints=[QUEEN, cq.blocked(*cells)])


def completion(n: int, given: int, seed: int = 1) -> cq.Model:
    """Some queens of a placement."""
    placement = cq.solve(cq.queens(n)).placement
    assert placement is not None
    cells = list(enumerate(placement.numbers, 1))
    return cq.Model(
        board=n, constraints=[QUEEN, cq.given(*random.Random(seed).sample(cells, given))]
    )


def excluding(n: int, diagonals: list[tuple[int, int]]) -> cq.Model:
    lines = (cq.row - cq.column + n - 1, cq.row + cq.column - 2)
    forbidden = [cq.forbid(lines[flag] == diagonal) for diagonal, flag in diagonals]
    return cq.Model(board=n, constraints=[QUEEN, *forbidden])


def regions(name: str) -> cq.Model:
    puzzles = json.loads((CASES / "regions" / "regions.json").read_text(encoding="utf-8"))
    (rows,) = [puzzle["rows"] for puzzle in puzzles if puzzle["id"] == name]
    lines = [cq.exactly_one("region"), cq.all_different(cq.column), cq.no_attack("king")]
    return cq.Model(regions=rows, constraints=lines)


def toroidal(n: int) -> cq.Model:
    labels = (cq.column, (cq.row + cq.column) % n, (cq.row - cq.column) % n)
    return cq.Model(board=n, constraints=map(cq.all_different, labels))


def superqueens(n: int) -> cq.Model:
    return cq.Model(board=n, constraints=[QUEEN, cq.no_attack("knight")])


def rooks(n: int) -> cq.Model:
    return cq.Model(board=n, constraints=[cq.all_different(cq.column)])


def weighted(n: int, seed: int = 1) -> cq.Model:
    rng = random.Random(seed)
    table = [[rng.randrange(100) for _ in range(n)] for _ in range(n)]
    return cq.Model(board=n, constraints=[QUEEN], data={"weight": table}, maximize="weight")


def instances() -> Iterator[tuple[str, cq.Model, dict[str, Any]]]:
    yield "classic 8, count", cq.queens(8), COUNT
    yield "classic 13, count", cq.queens(13), COUNT
    yield "classic 11, all", cq.queens(11), ALL
    yield "classic 20, first 10", cq.queens(20), {"solutions": 10}
    yield "classic 28, first 1", cq.queens(28), {"solutions": 1}
    yield "classic 1000, one", cq.queens(1000), ONE
    yield "rectangular 2 x 100, all", cq.Model(board=(2, 100), constraints=[QUEEN]), ALL
    yield "blocked 14, count", blocked(14, 0.05), COUNT
    yield "blocked 18, count", blocked(18, 0.5), COUNT
    yield "blocked 24, count", blocked(24, 0.7), COUNT
    yield "blocked 14, all", blocked(14, 0.3), ALL
    yield "blocked 30, one", blocked(30, 0.1), ONE
    yield "blocked 64, one", blocked(64, 0.05), ONE
    yield "blocked 60, one", blocked(60, 0.6), ONE
    yield "blocked 100, one", blocked(100, 0.1), ONE
    yield "blocked 30, first 3", blocked(30, 0.5), {"solutions": 3}
    cells = pairs("blocked/blockedqueens.48.1721237620.param")
    hard = cq.Model(board=48, constraints=[QUEEN, cq.blocked(*cells)])
    yield "blocked 48 (CSPLib), one", hard, ONE
    yield "excluded 10, count", excluding(10, pairs("excluded/diag-10-4-1.param")[:6]), COUNT
    yield "excluded 21, one", excluding(21, pairs("excluded/diag-21-4-259.param")[:19]), ONE
    yield "regions 11, count", regions("community-106"), COUNT
    yield "regions 11, unique", regions("community-195"), {"unique": True}
    yield "regions 18, unique", regions("int02h-1"), {"unique": True}
    yield "toroidal 11, count", toroidal(11), COUNT
    yield "toroidal 13, count", toroidal(13), COUNT
    yield "toroidal 12, one", toroidal(12), ONE
    yield "toroidal 35, one", toroidal(35), ONE
    yield "superqueens 12, count", superqueens(12), COUNT
    yield "superqueens 30, one", superqueens(30), ONE
    yield "superqueens 60, one", superqueens(60), ONE
    rectangle = cq.Model(board=(7, 14), constraints=[QUEEN])
    yield "rectangular 7 x 14, count", rectangle, COUNT
    wide = cq.Model(board=(4, 100), constraints=[QUEEN])
    yield "rectangular 4 x 100, first 5", wide, {"solutions": 5}
    yield "rooks 9, count", rooks(9), COUNT
    yield "completion 20, count", completion(20, 5), COUNT
    yield "completion 50, one", completion(50, 20), ONE
    yield "completion 150, one", completion(150, 60), ONE
    many = pairs("completion/nqc-from-diag-10-4-1-first6.param")
    given = cq.given(*((r + 1, c + 1) for r, c in many))
    yield "completion 2543, count", cq.Model(board=2543, constraints=[QUEEN, given]), COUNT
    yield "weighted 8, best", weighted(8), {"best": 1}
    yield "weighted 12, best 5", weighted(12), {"best": 5}
    yield "weighted 16, best", weighted(16), {"best": 1}
    yield "weighted 20, best", weighted(20), {"best": 1}


def timed(
    model: cq.Model, solver: str, limit: float, question: dict[str, Any]
) -> tuple[float, cq.Result]:
    begun = time.process_time()
    result = cq.solve(model, solver=solver, time_limit=limit, **question)
    return time.process_time() - begun, result


def test_auto_is_never_far_behind() -> None:
    for solver in OTHERS:  # so that no time is that of an import
        cq.solve(cq.queens(6), solver=solver)
    behind = []
    print(f"\n{'':30} {'auto':>8}  {'choice':13} {'best other':>8}")
    for name, model, question in instances():
        ours, result = timed(model, "auto", LIMIT_S, question)
        best, best_name = float("inf"), "none in that time"
        for solver in OTHERS:
            if solver == result.solver:
                continue
            try:
                seconds, other = timed(model, solver, max(min(ours, best), GRACE_S), question)
            except cq.SolverError:
                continue
            if other.answered and seconds < best:
                best, best_name = seconds, solver
        late = best < float("inf") and (ours > FACTOR * best + GRACE_S or not result.answered)
        print(
            f"{name:30} {ours:8.3f}  {result.solver:13} {best:8.3f} {best_name}"
            f"{'' if result.answered else '  not answered'}{'  BEHIND' if late else ''}",
            flush=True,
        )
        if late:
            behind.append(name)
    assert not behind
