"""Optima on boards too large for brute force: against CP-SAT, symmetry and planted optima."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any

import pytest
from searches import ALL, compiled, grid, needs_compiled

import cpqueens as cq
from cpqueens import queens

COLUMN, ROW = cq.column, cq.row
pytestmark = needs_compiled
Values = list[list[int]]
Label = Callable[[int, int], int]


def column(r: int, c: int) -> int:
    return c


def queen_lines(columns: int) -> list[Label]:
    return [column, lambda r, c: r + c, lambda r, c: r - c + columns]


def tables(rows: int, columns: int, labels: Sequence[Label], allowed: Any = None) -> Any:
    assert compiled is not None
    tables = compiled.Tables(columns, allowed or [2**columns - 1] * rows)
    for label in labels:
        tables.add_family(grid(rows, columns, label))
    return tables


def search(tables: Any, values: Values, best: int = 1, **options: Any) -> Any:
    assert compiled is not None
    return compiled.BestSearch(tables, [value for row in values for value in row], best, **options)


def finished(search: Any) -> Any:
    while not search.finished:
        search.run(ALL)
    return search


def optimum(tables: Any, values: Values, **options: Any) -> int:
    done = finished(search(tables, values, in_order=False, **options))
    ((value, _),) = done.found()
    assert done.bound == value
    return int(value)


def random_values(rows: int, columns: int, seed: int, least: int = 0, most: int = 99) -> Values:
    rng = random.Random(seed)
    return [[rng.randint(least, most) for _ in range(columns)] for _ in range(rows)]


def holds(queens: bytes, labels: Sequence[Label]) -> bool:
    return all(len({label(r, c) for r, c in enumerate(queens)}) == len(queens) for label in labels)


def value_of(values: Values, queens: bytes) -> int:
    return sum(row[c] for row, c in zip(values, queens, strict=True))


QUEENS = [cq.all_different(COLUMN), cq.all_different(ROW + COLUMN), cq.all_different(ROW - COLUMN)]
KINDS: dict[str, dict[str, Any]] = {
    "random": {"board": 15},
    "negative": {"board": 14, "least": -99, "most": -1},
    "near ties": {"board": 14, "most": 3},
    "wide": {"board": (13, 20)},
    "blocked": {"board": 14, "constraints": [*QUEENS, cq.forbid((ROW * COLUMN) % 5 == 2)]},
    "superqueens": {"board": 13, "constraints": [*QUEENS, cq.no_attack("knight")]},
    "kings": {"board": 14, "constraints": [cq.all_different(COLUMN), cq.no_attack("king")]},
    "no columns": {"board": 14, "constraints": QUEENS[1:]},
    "regions": {
        "board": 13,
        "constraints": [
            cq.all_different(COLUMN),
            cq.exactly_one((ROW * 2 + COLUMN * 5) // 3 % 13),
            cq.no_attack("king"),
        ],
    },
    "toroidal": {
        "board": 13,
        "constraints": [
            QUEENS[0],
            cq.all_different((ROW + COLUMN) % 13),
            cq.all_different((ROW - COLUMN) % 13),
        ],
    },
    "total": {"board": 13, "constraints": [*QUEENS, cq.total(ROW * COLUMN, at_most=610)]},
}


@pytest.mark.parametrize(("kind", "sense"), [*zip(KINDS, cycle(["maximize", "minimize"]))])
def test_optima_agree_with_cp_sat(kind: str, sense: str) -> None:
    keys = {"constraints": QUEENS, **KINDS[kind]}
    rows, columns = keys["board"] if isinstance(keys["board"], tuple) else (keys["board"],) * 2
    weights = random_values(rows, columns, 7, keys.pop("least", 0), keys.pop("most", 99))
    model = cq.Model(**keys, data={"w": weights}, **{sense: "w"})
    ours, theirs = (cq.solve(model, solver=solver) for solver in ("bitmask", "cpsat"))
    assert ours.status is theirs.status is cq.Status.OPTIMAL
    assert ours.objective == ours.bound == theirs.objective


@pytest.mark.parametrize("rows", [9, 10, 11])
@pytest.mark.parametrize("most", [2, 99])
def test_both_searches_rank_alike(rows: int, most: int) -> None:
    board = tables(rows, 11, queen_lines(11))
    values = random_values(rows, 11, most, 0, most)
    expected = finished(search(board, values, 25, dual_from=65)).found()
    assert expected == finished(search(board, values, 25, dual_from=1)).found()
    assert len(expected) == 25


@pytest.mark.parametrize("best", [1, 4])
@pytest.mark.parametrize("nodes", [1, 500])
def test_whatever_stops_it_what_is_known_is_right(best: int, nodes: int) -> None:
    n = 14 if nodes > 1 else 9
    lines = queen_lines(n)
    values = random_values(n, n, 3)
    board = tables(n, n, lines)
    expected = finished(search(board, values, best, dual_from=65)).found()
    running = search(board, values, best, dual_from=1)
    highest = sum(map(max, values))
    worst = -1
    while not running.finished:
        found = running.found()
        assert expected[0][0] <= running.bound <= highest
        assert all(holds(queens, lines) for _, queens in found)
        assert [value for value, _ in found] == [value_of(values, q) for _, q in found]
        assert len(set(found)) == len(found) <= best
        if len(found) == best:
            assert worst <= found[-1][0] <= expected[-1][0]
            worst = found[-1][0]
        before = running.nodes
        running.run(nodes)
        assert running.finished or running.nodes >= before + nodes
    assert running.found() == expected
    assert running.bound == expected[0][0]


def test_a_slice_ends_soon_on_the_largest_board() -> None:
    running = search(tables(64, 64, queen_lines(64)), random_values(64, 64, 1), 1)
    for _ in range(200):
        before = running.nodes
        running.run(1)
        assert running.nodes - before < 25_000


def test_an_optimum_is_the_same_seen_from_every_side() -> None:
    n = 16
    board = tables(n, n, queen_lines(n))
    values = random_values(n, n, 5)
    turned = [list(row) for row in zip(*values, strict=True)]
    images = [values, values[::-1], [row[::-1] for row in values], turned, turned[::-1]]
    assert len({optimum(board, image) for image in images}) == 1


def test_shifts_and_factors_of_values() -> None:
    n = 15
    board = tables(n, n, queen_lines(n))
    values = random_values(n, n, 6)
    expected = optimum(board, values)
    shifted = [
        [value + 1000 * r - 7 * c for c, value in enumerate(row)] for r, row in enumerate(values)
    ]
    assert optimum(board, shifted) == expected + (1000 - 7) * n * (n - 1) // 2
    # Sums up to almost 2**63; the second with no factor that all values share.
    factor = (2**63 - 1) // (99 * n) - 1
    assert (
        optimum(board, [[factor * value for value in row] for row in values]) == factor * expected
    )
    uneven = [
        [factor * value + (r == c == 0) for c, value in enumerate(row)]
        for r, row in enumerate(values)
    ]
    assert optimum(board, uneven) - factor * expected in (0, 1)


def planted(
    n: int, queens: Sequence[int], labels: Sequence[Label], seed: int
) -> tuple[Values, int]:
    """Values of which these queens are an optimum, and it: each cell's value is at most what its
    row and its lines are worth, where lines that the queens leave empty are worth nothing."""
    rng = random.Random(seed)
    rows = [rng.randrange(100) for _ in range(n)]
    worth = [{label(r, c): rng.randrange(30) for r, c in enumerate(queens)} for label in labels]

    def most(r: int, c: int) -> int:
        return rows[r] + sum(
            of.get(label(r, c), 0) for of, label in zip(worth, labels, strict=True)
        )

    values = [[most(r, c) - rng.randrange(40) for c in range(n)] for r in range(n)]
    for r, c in enumerate(queens):
        values[r][c] = most(r, c)
    return values, value_of(values, bytes(queens))


@pytest.mark.parametrize("n", [20, 64])
def test_planted_optima_of_large_boards(n: int) -> None:
    placement = cq.solve(queens(n)).placement
    assert placement is not None
    for labels in (queen_lines(n), [column]):
        values, expected = planted(n, placement.columns, labels, n)
        assert optimum(tables(n, n, labels), values) == expected


def test_without_differences_any_placement_is_an_optimum() -> None:
    for n in (30, 64):
        done = finished(search(tables(n, n, queen_lines(n)), [[5] * n] * n, 1, in_order=False))
        assert (done.bound, done.found()[0][0]) == (5 * n, 5 * n)


def test_ties_of_a_large_board_in_order() -> None:
    n = 20
    done = finished(search(tables(n, n, queen_lines(n)), [[0] * n] * n, 3))
    first = cq.solve(queens(n), solutions=3).placements
    assert [tuple(columns) for _, columns in done.found()] == [p.columns for p in first]


def test_large_boards_without_a_placement() -> None:
    n = 20
    allowed = [2**n - 1] * (n - 2) + [3, 3]
    done = finished(search(tables(n, n, queen_lines(n), allowed), random_values(n, n, 1)))
    assert (done.bound, done.found()) == (None, [])


def test_a_gap_ends_the_search() -> None:
    weights = random_values(40, 40, 1)
    model = cq.Model(board=40, constraints=QUEENS, data={"w": weights}, maximize="w")
    result = cq.solve(model, solver="bitmask", gap=0.15)
    assert result.status is cq.Status.FEASIBLE
    assert result.stopped_by == "the gap of 0.15"
    assert result.gap is not None
    assert 0 < result.gap <= 0.15
