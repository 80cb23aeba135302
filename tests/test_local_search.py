"""Local search: what it finds is right, whatever the seed, and it never claims that nothing is."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import chosen_kernel, compiled, kernels, needs_compiled, pure

import cpqueens as cq
from cpqueens.solvers import local_search
from cpqueens.solvers.construction import closed_form

LINES = [
    cq.all_different("column"),
    cq.all_different("row + column"),
    cq.all_different("row - column"),
]


def queens(n: int, *more: Any, **settings: Any) -> cq.Model:
    return cq.Model(board=n, constraints=[*LINES, *more], **settings)


def solved(model: cq.Model, seed: int | None = None, **options: Any) -> tuple[int, ...]:
    result = cq.solve(model, solver="local_search", seed=seed, **options)
    (placement,) = result.placements
    assert cq.verify(model, placement) == []
    assert result.solver == "local_search"
    return tuple(placement.columns)


def peaceful(columns: list[int], rows: Any = None, numbers: Any = None) -> bool:
    queens = [
        (row if rows is None else rows[row], column if numbers is None else numbers[column])
        for row, column in enumerate(columns)
    ]
    kinds = [{c for _, c in queens}, {r + c for r, c in queens}, {r - c for r, c in queens}]
    return all(len(lines) == len(queens) for lines in kinds)


def found(search: Any, nodes: int = 10_000) -> list[int]:
    while not search.finished:
        assert search.found() is None
        search.run(nodes)
    columns: list[int] = search.found()
    return columns


@kernels
@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, -(2**63)])
def test_small_boards(kernel: Any, seed: int) -> None:
    for n in (1, *range(4, 31 if kernel is compiled else 13)):
        assert peaceful(found(kernel.MinConflicts(n, n, [], None, None, seed)))


@kernels
def test_numbers_and_more_columns_than_rows(kernel: Any) -> None:
    rows, columns = [0, 1, 4, 5, 9], [2, 3, 4, 7, 8, 9, 20]
    for seed in range(10):
        placed = found(kernel.MinConflicts(5, 7, [0, 8, 34], rows, columns, seed))
        assert len(placed) == 5
        assert peaceful(placed, rows, columns)
        assert not {(0, 0), (1, 1), (4, 6)} & set(enumerate(placed))


@kernels
@given(rows=st.integers(1, 7), more=st.integers(0, 2), data=st.data(), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=60)
def test_what_is_found_keeps_off_barred_cells(
    kernel: Any, rows: int, more: int, data: st.DataObject, seed: int
) -> None:
    columns = rows + more
    barred = data.draw(st.lists(st.integers(0, rows * columns - 1), max_size=rows * 2))
    search = kernel.MinConflicts(rows, columns, barred, None, None, seed)
    search.run(3000)
    placed = search.found()
    assert search.finished == (placed is not None)
    if placed is not None:
        assert peaceful(placed)
        assert not {row * columns + column for row, column in enumerate(placed)} & set(barred)
    else:
        assert search.nodes == 3000
        assert search.restarts >= 1


@kernels
def test_slices_do_not_change_the_answer(kernel: Any) -> None:
    answers = {
        tuple(found(kernel.MinConflicts(10, 10, [], None, None, 5), nodes))
        for nodes in (1, 7, 1000)
    }
    assert len(answers) == 1
    others = {tuple(found(kernel.MinConflicts(10, 10, [], None, None, s))) for s in range(9)}
    assert len(others) > 1


@kernels
def test_it_starts_anew_where_there_is_nothing(kernel: Any) -> None:
    for side, barred in ((3, []), (2, []), (1, [0])):
        search = kernel.MinConflicts(side, side, barred, None, None, 1)
        search.run(5000)
        assert not search.finished
        assert search.found() is None
        assert search.restarts >= 3


@kernels
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"columns": 0}, "columns must be 1 to 10000000, not 0"),
        ({"columns": 10**7 + 1}, "columns must be 1 to 10000000, not 10000001"),
        ({"rows": 0}, "rows must be 1 to 3, not 0"),
        ({"rows": 4}, "rows must be 1 to 3, not 4"),
        ({"barred": [6]}, "barred has a cell beyond the board"),
        ({"barred": [-1]}, "barred has a cell beyond the board"),
        ({"row_numbers": [1]}, "row_numbers must have 2 entries, not 1"),
        ({"row_numbers": [-1, 1]}, "row_numbers must be 0 to 10000000"),
        ({"column_numbers": [0, 1, 10**7 + 1]}, "column_numbers must be 0 to 10000000"),
        ({"column_numbers": [0, 2, 2]}, "column_numbers must be strictly increasing"),
        ({"seed": 2**63}, "seed has a number that does not fit 64 bits"),
    ],
)
def test_wrong_arguments(kernel: Any, changed: dict[str, Any], message: str) -> None:
    fine = {"rows": 2, "columns": 3, "barred": [], "row_numbers": None, "column_numbers": None}
    with pytest.raises(ValueError, match=f"^{message}$"):
        kernel.MinConflicts(**{**fine, "seed": 0, **changed})
    with pytest.raises(ValueError, match=r"^nodes must be at least 1, not 0$"):
        kernel.MinConflicts(**fine, seed=0).run(0)


@pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
def test_the_twins_have_the_same_interface() -> None:
    assert compiled is not None

    def public(thing: type) -> set[str]:
        return {name for name in dir(thing) if not name.startswith("_")}

    assert public(pure.MinConflicts) == public(compiled.MinConflicts)


@pytest.mark.parametrize("n", [1, *range(4, 61 if chosen_kernel.KIND == "compiled" else 16)])
def test_every_board_by_several_seeds(n: int) -> None:
    for seed in range(3):
        assert len(solved(queens(n), seed)) == n


@needs_compiled
@pytest.mark.parametrize("seed", range(5))
def test_a_thousand_queens(seed: int) -> None:
    solved(queens(1000), seed)


@needs_compiled
@pytest.mark.parametrize("n", [8, 12, 30, 64, 65, 100, 300])
@pytest.mark.parametrize("seed", range(3))
def test_given_and_blocked_cells(n: int, seed: int) -> None:
    rng = Random(n + seed)
    known = closed_form(n)
    kept = rng.sample(range(n), n // 8)
    blocked = [(r, c) for r, column in enumerate(known) for c in rng.sample(range(n), 2)]
    blocked = [(r, c) for r, c in blocked if known[r] != c]
    given_queens = cq.given(*((row + 1, known[row] + 1) for row in kept))
    model = queens(n, given_queens, cq.blocked(*((r + 1, c + 1) for r, c in blocked)))
    placed = solved(model, seed)
    assert all(placed[row] == known[row] for row in kept)
    assert not set(enumerate(placed)) & set(blocked)


def test_rectangles_and_conditions() -> None:
    assert len(solved(cq.Model(board=(5, 9), constraints=LINES))) == 5
    placed = solved(queens(8, cq.forbid("row == column")))
    assert all(row != column for row, column in enumerate(placed))


def test_answers_are_reproducible() -> None:
    model = queens(12)
    assert solved(model) == solved(model) == solved(model, local_search.DEFAULT_SEED)
    assert solved(model, 5) == solved(model, 5)
    assert len({solved(model, seed) for seed in range(5)}) > 1


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (queens(2), "its own limit: more than 200 starts without a placement"),
        (queens(3), "its own limit: more than 200 starts without a placement"),
        (queens(5, cq.forbid("row == 2")), "a row where no queen may stand"),
        (queens(5, cq.forbid("column == 2")), "its own limit: .*"),
        (queens(6, cq.given((1, 2), (2, 4), (3, 1))), "a row where no .*|its own .*"),
    ],
)
def test_it_never_says_that_there_is_none(model: cq.Model, reason: str) -> None:
    result = cq.solve(model, solver="local_search")
    assert result.status is cq.Status.UNKNOWN
    assert not result.complete
    assert result.stopped_by is not None
    assert result.outcome == f"not known, stopped by {result.stopped_by}"
    assert re.fullmatch(reason, result.stopped_by)


def test_the_time_limit_ends_it() -> None:
    started = time.perf_counter()
    result = cq.solve(queens(3), solver="local_search", time_limit=0.3)
    assert 0.2 < time.perf_counter() - started < 3
    assert "time limit" in result.outcome


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_search, "MOST_BARRED", 27)
    bent = cq.Model(board=5, constraints=LINES[:2])
    for model, options, reason in [
        (bent, {}, "it knows only columns, diagonals and antidiagonals"),
        (queens(8, cq.no_attack("knight")), {}, "it knows only columns"),
        (queens(8, cq.total("column", at_least=1)), {}, "it knows only columns"),
        (queens(8), {"solutions": 2}, "does not answer: first k"),
        (queens(8), {"count": True}, "does not answer: count"),
        (queens(8, maximize="row"), {}, "does not answer: best k"),
        (queens(8, cq.forbid("row > column")), {}, "28 cells are left out; it takes 27"),
        (queens(5001, cq.blocked(*((1, c) for c in range(1, 30)))), {}, "29 cells are left out"),
    ]:
        with pytest.raises(cq.SolverError, match=reason):
            cq.solve(model, solver="local_search", **options)


@needs_compiled
def test_a_million_queens_in_seconds() -> None:
    started = time.perf_counter()
    model = queens(1_000_000, cq.blocked(*((row, row) for row in range(1, 100))))
    assert len(solved(model)) == 1_000_000
    assert time.perf_counter() - started < 20
