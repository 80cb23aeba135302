"""Counting in breadth: both kernels, the code for AVX2 and that for all processors."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import ALL, compiled, count, kernels

import cpqueens as cq
from cpqueens.kernel import pure

QUEENS = list(enumerate([1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712], start=1))
needs_compiled = pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
both_codes = pytest.mark.parametrize("widest", [512, 0])


def full(rows: int, columns: int) -> list[int]:
    return [2**columns - 1] * rows


def blocked_board(rows: int, columns: int, free: float, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [sum((rng.random() < free) << c for c in range(columns)) for _ in range(rows)]


@kernels
@both_codes
@pytest.mark.parametrize(("n", "expected"), QUEENS[:8])
@pytest.mark.parametrize("nodes", [1, 300, ALL])
def test_whole_boards(kernel: Any, widest: int, n: int, expected: int, nodes: int) -> None:
    search = kernel.BreadthCount(n, full(n, n), widest)
    assert count(search, nodes) == expected
    assert search.count(1) == 0


@needs_compiled
@both_codes
@pytest.mark.parametrize(("n", "expected"), QUEENS[8:])
@pytest.mark.parametrize("nodes", [997, ALL])
def test_whole_boards_of_many_blocks(widest: int, n: int, expected: int, nodes: int) -> None:
    assert compiled is not None
    assert count(compiled.BreadthCount(n, full(n, n), widest), nodes) == expected


@st.composite
def queen_boards(draw: st.DrawFn) -> tuple[int, list[int]]:
    """Boards of all widths, often with rows where few columns are free."""
    columns = draw(st.one_of(st.integers(1, 7), st.sampled_from([15, 16, 17, 31, 32, 33, 63, 64])))
    few = st.sets(st.integers(0, columns - 1), max_size=4).map(lambda cs: sum(1 << c for c in cs))
    if columns > 7:
        masks = draw(st.lists(few, min_size=0, max_size=4))
        masks.insert(draw(st.integers(0, len(masks))), 2**columns - 1)
        return columns, masks
    some = st.one_of(st.integers(0, 2**columns - 1), st.just(2**columns - 1), few)
    return columns, draw(st.lists(some, min_size=1, max_size=columns + 1))


@kernels
@both_codes
@given(board=queen_boards(), nodes=st.sampled_from([1, 50, ALL]))
@settings(deadline=None, max_examples=60)
def test_as_many_as_depth_first(
    kernel: Any, widest: int, board: tuple[int, list[int]], nodes: int
) -> None:
    expected = count(pure.ClassicSearch(*board))
    assert count(kernel.BreadthCount(*board, widest), nodes) == expected


@needs_compiled
@both_codes
@pytest.mark.parametrize(
    ("rows", "columns", "free"),
    [(12, 12, 0.9), (13, 13, 0.7), (16, 16, 0.45), (18, 18, 0.4), (7, 20, 0.6), (4, 40, 0.8)],
)
@pytest.mark.parametrize("seed", range(3))
def test_large_blocked_boards(widest: int, rows: int, columns: int, free: float, seed: int) -> None:
    assert compiled is not None
    board = columns, blocked_board(rows, columns, free, seed)
    expected = count(compiled.ClassicSearch(*board))
    assert count(compiled.BreadthCount(*board, widest), 5000) == expected


@needs_compiled
@both_codes
@pytest.mark.parametrize("seed", range(5))
def test_given_queens_leave_gaps_between_the_rows(widest: int, seed: int) -> None:
    assert compiled is not None
    rng = random.Random(seed)
    allowed = full(12, 12)
    for row in rng.sample(range(12), 3):
        allowed[row] = 1 << rng.randrange(12)
    expected = count(compiled.ClassicSearch(12, allowed))
    assert count(compiled.BreadthCount(12, allowed, widest)) == expected


@kernels
@both_codes
def test_partial_counts_never_exceed_the_number_of_placements(kernel: Any, widest: int) -> None:
    search = kernel.BreadthCount(7, full(7, 7), widest)
    passed = nodes = 0
    while not search.finished:
        passed += search.count(20)
        assert passed <= 40
        assert search.finished or search.nodes >= nodes + 20
        nodes = search.nodes
    assert passed == 40


@kernels
@both_codes
def test_the_largest_boards_go_on_in_slices(kernel: Any, widest: int) -> None:
    for side in (16, 32, 64):
        search = kernel.BreadthCount(side, full(side, side), widest)
        for _ in range(3):
            search.count(1000)
        assert not search.finished
        assert 3000 <= search.nodes <= 6000


@kernels
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda k: k.BreadthCount(65, [0]), "columns must be 1 to 64, not 65"),
        (lambda k: k.BreadthCount(4, []), "allowed must have 1 to 64 rows, not 0"),
        (lambda k: k.BreadthCount(4, [16]), r"allowed\[0\] has a column beyond the board"),
        (lambda k: k.BreadthCount(4, [15]).count(0), "nodes must be at least 1, not 0"),
    ],
)
def test_wrong_arguments(kernel: Any, wrong: Callable[[Any], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        wrong(kernel)


@needs_compiled
@pytest.mark.parametrize("columns", [6, 7, 8])
@pytest.mark.parametrize("seed", range(4))
def test_mirrored_boards_are_counted_by_half(columns: int, seed: int) -> None:
    """Blocked cells that are their own mirror image, the middle column sometimes among them."""
    rng = random.Random(seed)
    cells = [(rng.randint(1, 5), rng.randint(1, columns)) for _ in range(seed + 1)]
    cells = sorted({*cells, *((r, columns + 1 - c) for r, c in cells)})
    model = cq.Model(board=(5, columns), constraints=[cq.no_attack("queen"), cq.blocked(*cells)])
    assert cq.count(model) == cq.count(model, solver="dlx")
