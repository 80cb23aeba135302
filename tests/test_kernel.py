"""Both kernels against known counts and against brute force."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, cycle, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import ALL, Placement, compiled, count, grid, kernels, placements

import cpqueens.kernel
from cpqueens.kernel import pure


@dataclass
class Board:
    columns: int
    allowed: list[int]
    families: list[list[int]] = field(default_factory=list)
    leaps: list[tuple[int, int]] = field(default_factory=list)
    row_numbers: list[int] = field(default_factory=list)
    column_numbers: list[int] = field(default_factory=list)
    totals: list[tuple[list[int], int, int]] = field(default_factory=list)

    def tables(self, kernel: Any) -> Any:
        tables = kernel.Tables(self.columns, self.allowed)
        for labels in self.families:
            tables.add_family(labels)
        if self.leaps:
            tables.add_leaps(self.leaps, self.row_numbers, self.column_numbers)
        for values, at_least, at_most in self.totals:
            tables.add_total(values, at_least, at_most)
        return tables

    def brute_force(self) -> list[Placement]:
        choices = [[c for c in range(self.columns) if mask & 2**c] for mask in self.allowed]
        return [queens for queens in product(*choices) if self.holds(queens)]

    def holds(self, queens: Placement) -> bool:
        for labels in self.families:
            used = [labels[row * self.columns + column] for row, column in enumerate(queens)]
            if len(set(used)) < len(used):
                return False
        for (row, column), (below, aside) in combinations(enumerate(queens), 2):
            down = self.row_numbers[below] - self.row_numbers[row] if self.leaps else 0
            across = self.column_numbers[aside] - self.column_numbers[column] if self.leaps else 0
            if (down, across) in self.leaps:
                return False
        return all(low <= self.value(values, queens) <= high for values, low, high in self.totals)

    def value(self, values: Sequence[int], queens: Iterable[int]) -> int:
        return sum(values[row * self.columns + column] for row, column in enumerate(queens))


def full(rows: int, columns: int) -> list[int]:
    return [2**columns - 1] * rows


def queens_board(rows: int, columns: int, leaps: Sequence[tuple[int, int]] = ()) -> Board:
    return Board(
        columns,
        full(rows, columns),
        families=[
            grid(rows, columns, lambda row, column: column),
            grid(rows, columns, lambda row, column: row + column),
            grid(rows, columns, lambda row, column: row - column + columns),
        ],
        leaps=list(leaps),
        row_numbers=list(range(rows)),
        column_numbers=list(range(columns)),
    )


def searches(kernel: Any, board: Board) -> list[Any]:
    tables = board.tables(kernel)
    return [kernel.TableSearch(tables, ordered) for ordered in (True, False)]


def best(kernel: Any, board: Board, values: Sequence[int], places: int, dual_from: int = 13) -> Any:
    search = kernel.BestSearch(board.tables(kernel), values, places, dual_from=dual_from)
    while not search.finished:
        search.run(ALL)
    return search


either_search = pytest.mark.parametrize("dual_from", [1, 65])
"""Optima by the Lagrangian relaxation and by row maxima, whatever the size."""


QUEENS = list(enumerate([1, 0, 0, 2, 10, 4, 40, 92, 352, 724], start=1))


@kernels
@pytest.mark.parametrize(("n", "expected"), QUEENS[:8])
def test_queens_counts(kernel: Any, n: int, expected: int) -> None:
    assert expected == count(kernel.ClassicSearch(n, full(n, n)))
    assert [expected] * 2 == [count(search) for search in searches(kernel, queens_board(n, n))]


@pytest.mark.parametrize(("n", "expected"), QUEENS)
def test_queens_counts_of_the_chosen_kernel(n: int, expected: int) -> None:
    assert expected == count(cpqueens.kernel.ClassicSearch(n, full(n, n)))


@pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
@pytest.mark.parametrize(("n", "expected"), [(9, 352), (10, 724), (12, 14200)])
def test_larger_queens_counts(n: int, expected: int) -> None:
    assert expected == count(compiled.ClassicSearch(n, full(n, n)))  # type: ignore[union-attr]
    assert [expected] * 2 == [count(search) for search in searches(compiled, queens_board(n, n))]


@kernels
@pytest.mark.parametrize(("n", "expected"), QUEENS[:8])
@pytest.mark.parametrize("nodes", [1, 7, 300, ALL])
def test_symmetric_counts_in_slices(kernel: Any, n: int, expected: int, nodes: int) -> None:
    assert expected == count(kernel.SymmetricCount(n), nodes)


LARGER_QUEENS = [*QUEENS[8:], (11, 2680), (12, 14200), (13, 73712), (14, 365596)]


@pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
@pytest.mark.parametrize(("n", "expected"), LARGER_QUEENS)
@pytest.mark.parametrize("nodes", [997, ALL])
def test_larger_symmetric_counts_in_slices(n: int, expected: int, nodes: int) -> None:
    assert compiled is not None
    assert expected == count(compiled.SymmetricCount(n), nodes)


@kernels
@given(n=st.integers(1, 8), turns=st.lists(st.integers(1, 400), min_size=1, max_size=8))
@settings(deadline=None, max_examples=30)
def test_partial_symmetric_counts_never_exceed_the_number_of_placements(
    kernel: Any, n: int, turns: list[int]
) -> None:
    search = kernel.SymmetricCount(n)
    passed, nodes = 0, 0
    for turn in cycle(turns):
        if search.finished:
            break
        passed += search.count(turn)
        assert passed <= QUEENS[n - 1][1]
        assert search.finished or search.nodes >= nodes + turn
        nodes = search.nodes
    assert passed == QUEENS[n - 1][1]
    assert search.count(1) == 0


@pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
@pytest.mark.parametrize("n", range(1, 12))
def test_symmetric_counts_agree_with_a_search_of_the_whole_board(n: int) -> None:
    assert compiled is not None
    assert count(compiled.SymmetricCount(n)) == count(compiled.ClassicSearch(n, full(n, n)))


def test_totals_beyond_64_bits_are_refused() -> None:
    search = pure.SymmetricCount(8)
    search._total = 2**64 - 92
    with pytest.raises(OverflowError, match="does not fit 64 bits"):
        search.count(ALL)


@kernels
@pytest.mark.parametrize("n", [63, 64])
def test_symmetric_count_of_the_largest_boards_goes_on_in_slices(kernel: Any, n: int) -> None:
    search = kernel.SymmetricCount(n)
    for _ in range(3):
        search.count(1000)
    assert not search.finished
    assert 3000 <= search.nodes <= 6000


@kernels
@pytest.mark.parametrize(("n", "expected"), [(5, 10), (6, 0), (7, 28)])
def test_toroidal_counts(kernel: Any, n: int, expected: int) -> None:
    board = Board(
        n,
        full(n, n),
        families=[
            grid(n, n, lambda row, column: column),
            grid(n, n, lambda row, column: (row + column) % n),
            grid(n, n, lambda row, column: (row - column) % n),
        ],
    )
    assert [expected] * 2 == [count(search) for search in searches(kernel, board)]


SUPERQUEEN_LEAPS = [(1, 2), (1, -2), (2, 1), (2, -1)]


@pytest.mark.parametrize(("n", "expected"), [*((n, 0) for n in range(2, 10)), (1, 1), (10, 4)])
def test_superqueens_counts(n: int, expected: int) -> None:
    board = queens_board(n, n, SUPERQUEEN_LEAPS)
    kernel = compiled if compiled is not None and n > 7 else pure
    assert [expected] * 2 == [count(search) for search in searches(kernel, board)]


@kernels
@pytest.mark.parametrize(("n", "expected"), [(3, 0), (4, 2), (5, 14), (6, 90)])
def test_neighbouring_rows_not_in_neighbouring_columns(kernel: Any, n: int, expected: int) -> None:
    board = Board(
        n,
        full(n, n),
        families=[grid(n, n, lambda row, column: column)],
        leaps=[(1, 1), (1, -1)],
        row_numbers=list(range(n)),
        column_numbers=list(range(n)),
    )
    assert [expected] * 2 == [count(search) for search in searches(kernel, board)]


@kernels
@pytest.mark.parametrize(
    ("rows", "counts"), [(3, [0, 4, 14, 36, 76, 140]), (4, [2, 12, 46, 140, 344])]
)
def test_rectangular_counts(kernel: Any, rows: int, counts: list[int]) -> None:
    for columns, expected in enumerate(counts, start=rows):
        assert expected == count(kernel.ClassicSearch(columns, full(rows, columns)))
        assert expected == count(searches(kernel, queens_board(rows, columns))[0])


@kernels
def test_more_rows_than_columns_leave_no_placement(kernel: Any) -> None:
    assert count(kernel.ClassicSearch(3, full(40, 3))) == 0
    assert [count(search) for search in searches(kernel, queens_board(4, 3))] == [0] * 2


@kernels
def test_the_widest_board_shifts_nothing_across_its_edges(kernel: Any) -> None:
    edges = 1 | 1 << 63
    assert placements(kernel.ClassicSearch(64, [edges, edges]), 2) == [(0, 63), (63, 0)]
    assert count(kernel.ClassicSearch(64, full(2, 64))) == 63 * 62
    for search in searches(kernel, queens_board(2, 64)):
        assert count(search) == 63 * 62


@kernels
def test_placements_in_lexicographic_order(kernel: Any) -> None:
    expected = queens_board(6, 6).brute_force()
    assert len(expected) == 4
    assert expected == sorted(expected)
    assert expected == placements(kernel.ClassicSearch(6, full(6, 6)), 6)
    ordered, unordered = searches(kernel, queens_board(6, 6))
    assert expected == placements(ordered, 6)
    assert set(expected) == set(placements(unordered, 6))


@kernels
@pytest.mark.parametrize("nodes", [1, 2, 7, 100])
@pytest.mark.parametrize("limit", [1, 3])
def test_slices_give_the_same_as_one_go(kernel: Any, nodes: int, limit: int) -> None:
    expected = placements(kernel.ClassicSearch(7, full(7, 7)), 7)
    assert len(expected) == 40
    assert count(kernel.ClassicSearch(7, full(7, 7)), nodes) == 40
    assert placements(kernel.ClassicSearch(7, full(7, 7)), 7, nodes, limit) == expected
    for search in searches(kernel, queens_board(7, 7)):
        assert count(search, nodes) == 40
    ordered, unordered = searches(kernel, queens_board(7, 7))
    assert placements(ordered, 7, nodes, limit) == expected
    assert sorted(placements(unordered, 7, nodes, limit)) == expected


@kernels
@given(
    turns=st.lists(
        st.tuples(st.booleans(), st.integers(1, 400), st.integers(1, 20)), min_size=1, max_size=8
    )
)
@settings(deadline=None, max_examples=30)
def test_counting_and_taking_in_turn_miss_nothing(
    kernel: Any, turns: list[tuple[bool, int, int]]
) -> None:
    expected = placements(kernel.ClassicSearch(7, full(7, 7)), 7)
    for search in (kernel.ClassicSearch(7, full(7, 7)), searches(kernel, queens_board(7, 7))[0]):
        passed = 0
        for counting, nodes, limit in cycle(turns):
            if search.finished:
                break
            if counting:
                passed += search.count(nodes)
            else:
                taken = search.take(nodes, limit)
                for at in range(0, len(taken), 7):
                    assert expected[passed] == tuple(taken[at : at + 7])
                    passed += 1
        assert passed == 40


@pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
@pytest.mark.parametrize("nodes", [777, ALL])
def test_order_is_kept_where_placements_are_rare(nodes: int) -> None:
    assert compiled is not None
    expected = compiled.ClassicSearch(20, full(20, 20)).take(ALL, 40)
    search = compiled.TableSearch(queens_board(20, 20).tables(compiled), True)
    taken = b""
    while len(taken) < len(expected):
        taken += search.take(nodes, 40)
    assert expected == taken[: len(expected)]


@pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
@pytest.mark.parametrize(("free_cells_a_row", "expected"), [(6, 0), (7, 14)])
def test_blocked_boards_are_decided_in_any_order(free_cells_a_row: int, expected: int) -> None:
    board = queens_board(40, 40)
    draw = random.Random(0)
    board.allowed = [
        sum(1 << column for column in draw.sample(range(40), free_cells_a_row)) for _ in range(40)
    ]
    ordered, unordered = (placements(search, 40) for search in searches(compiled, board))
    assert len(ordered) == expected
    assert ordered == sorted(unordered)


@kernels
def test_take_stops_at_its_limit(kernel: Any) -> None:
    search = kernel.ClassicSearch(8, full(8, 8))
    assert len(search.take(ALL, 5)) == 5 * 8
    assert not search.finished
    assert count(search) == 87
    assert search.take(ALL, 1) == b""


@kernels
def test_node_counts_grow_by_about_the_slice(kernel: Any) -> None:
    for search in (kernel.ClassicSearch(8, full(8, 8)), *searches(kernel, queens_board(8, 8))):
        assert search.nodes == 0
        search.take(10, ALL)
        assert 1 <= search.nodes <= 20


def masks(columns: int) -> st.SearchStrategy[int]:
    return st.one_of(st.just(2**columns - 1), st.integers(0, 2**columns - 1))


@st.composite
def classic_boards(draw: st.DrawFn) -> Board:
    columns = draw(st.integers(1, 6))
    rows = draw(st.integers(1, columns))
    board = queens_board(rows, columns)
    board.allowed = draw(st.lists(masks(columns), min_size=rows, max_size=rows))
    return board


@st.composite
def label_grids(draw: st.DrawFn, rows: int, columns: int) -> list[int]:
    kind = draw(st.sampled_from(["random", "column", "permuted columns", "diagonal", "few"]))
    names = draw(st.permutations(range(columns)))
    if kind == "column":
        return grid(rows, columns, lambda row, column: column)
    if kind == "permuted columns":
        return grid(rows, columns, lambda row, column: names[column])
    if kind == "diagonal":
        return grid(rows, columns, lambda row, column: (row + column) % columns)
    most = rows - 1 if kind == "few" else 2 * columns
    labels = st.integers(0, most)
    return draw(st.lists(labels, min_size=rows * columns, max_size=rows * columns))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    columns = draw(st.integers(1, 5))
    rows = draw(st.integers(1, columns))
    cells = rows * columns
    numbers = st.integers(0, 9)
    values = st.lists(st.integers(-5, 5), min_size=cells, max_size=cells)
    bounds = st.tuples(values, st.integers(-12, 3), st.integers(-3, 12))
    return Board(
        columns,
        draw(st.lists(masks(columns), min_size=rows, max_size=rows)),
        families=draw(st.lists(label_grids(rows, columns), max_size=3)),
        leaps=draw(st.lists(st.tuples(st.integers(1, 3), st.integers(-3, 3)), max_size=3)),
        row_numbers=sorted(draw(st.sets(numbers, min_size=rows, max_size=rows))),
        column_numbers=sorted(draw(st.sets(numbers, min_size=columns, max_size=columns))),
        totals=draw(st.lists(bounds, max_size=2)),
    )


@kernels
@given(board=classic_boards())
@settings(deadline=None)
def test_classic_search_against_brute_force(kernel: Any, board: Board) -> None:
    expected = board.brute_force()
    rows = len(board.allowed)
    assert expected == placements(kernel.ClassicSearch(board.columns, board.allowed), rows)
    assert len(expected) == count(kernel.ClassicSearch(board.columns, board.allowed))


@kernels
@given(board=boards(), nodes=st.integers(1, 50))
@settings(deadline=None, max_examples=200)
def test_table_search_against_brute_force(kernel: Any, board: Board, nodes: int) -> None:
    expected = board.brute_force()
    rows = len(board.allowed)
    assert [len(expected)] * 2 == [count(search, nodes) for search in searches(kernel, board)]
    ordered, unordered = searches(kernel, board)
    assert expected == placements(ordered, rows, nodes)
    assert expected == sorted(placements(unordered, rows, nodes))


@kernels
@either_search
@given(data=st.data(), board=boards(), places=st.integers(1, 12), nodes=st.integers(1, 50))
@settings(deadline=None, max_examples=200)
def test_best_search_against_brute_force(
    kernel: Any, dual_from: int, data: st.DataObject, board: Board, places: int, nodes: int
) -> None:
    cells = board.columns * len(board.allowed)
    spread = data.draw(st.sampled_from([0, 1, 100, 2**59]))
    values = data.draw(st.lists(st.integers(-spread, spread), min_size=cells, max_size=cells))
    ranked = sorted((-board.value(values, queens), queens) for queens in board.brute_force())
    expected = [(-value, bytes(queens)) for value, queens in ranked[:places]]
    optimum = expected[0][0] if expected else None

    search = kernel.BestSearch(board.tables(kernel), values, places, dual_from=dual_from)
    while not search.finished:
        if optimum is not None:
            assert search.bound is not None
            assert search.bound >= optimum
        for value, queens in search.found():
            assert (-value, tuple(queens)) in ranked
        search.run(nodes)
    assert expected == search.found()
    assert optimum == search.bound

    found = []
    for slice_nodes in (nodes, ALL):
        tables = board.tables(kernel)
        unranked = kernel.BestSearch(tables, values, places, False, dual_from)
        while not unranked.finished:
            unranked.run(slice_nodes)
        assert optimum == unranked.bound
        assert [value for value, _ in expected] == [value for value, _ in unranked.found()]
        assert all((-value, tuple(queens)) in ranked for value, queens in unranked.found())
        found.append(unranked.found())
    assert found[0] == found[1]


@kernels
@either_search
def test_best_search_with_fewer_placements_than_places(kernel: Any, dual_from: int) -> None:
    search = best(kernel, queens_board(4, 4), [0] * 16, 100, dual_from)
    assert search.found() == [(0, bytes([1, 3, 0, 2])), (0, bytes([2, 0, 3, 1]))]
    assert search.bound == 0


@kernels
@either_search
def test_best_search_proves_that_there_is_no_placement(kernel: Any, dual_from: int) -> None:
    search = best(kernel, queens_board(3, 3), [1] * 9, 1, dual_from)
    assert search.found() == []
    assert search.bound is None


@kernels
@either_search
def test_largest_sums_that_fit(kernel: Any, dual_from: int) -> None:
    largest = 2**63 - 1
    board = Board(2, [3], totals=[([largest, -largest], -(2**63), 2**63 - 1)])
    assert best(kernel, board, [largest, -largest], 2, dual_from).found() == [
        (largest, b"\0"),
        (-largest, b"\1"),
    ]
    assert best(kernel, board, [largest, -largest], 1, dual_from).found() == [(largest, b"\0")]


@kernels
@either_search
def test_values_of_cells_that_are_not_allowed_do_not_matter(kernel: Any, dual_from: int) -> None:
    board = Board(2, [1, 1])
    values = [1, 2**62, 1, 2**62]
    assert best(kernel, board, values, 1, dual_from).found() == [(2, b"\0\0")]


@kernels
def test_tables_may_grow_after_a_search_took_them(kernel: Any) -> None:
    tables = kernel.Tables(3, full(3, 3))
    search = kernel.TableSearch(tables, True)
    tables.add_family(grid(3, 3, lambda row, column: column))
    assert count(search) == 27
    assert count(kernel.TableSearch(tables, True)) == math.factorial(3)


@kernels
def test_a_family_with_fewer_labels_than_rows_has_no_placement(kernel: Any) -> None:
    board = Board(3, full(2, 3), families=[[7] * 6])
    assert [count(search) for search in searches(kernel, board)] == [0] * 2
    assert best(kernel, board, [0] * 6, 1).bound is None


@kernels
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda k: k.ClassicSearch(0, [0]), "columns must be 1 to 64, not 0"),
        (lambda k: k.ClassicSearch(65, [0]), "columns must be 1 to 64, not 65"),
        (lambda k: k.SymmetricCount(0), "side must be 1 to 64, not 0"),
        (lambda k: k.SymmetricCount(65), "side must be 1 to 64, not 65"),
        (lambda k: k.SymmetricCount(4).count(0), "nodes must be at least 1, not 0"),
        (lambda k: k.ClassicSearch(4, []), "allowed must have 1 to 64 rows, not 0"),
        (lambda k: k.Tables(4, [0] * 65), "allowed must have 1 to 64 rows, not 65"),
        (lambda k: k.ClassicSearch(4, [15, 16]), r"allowed\[1\] has a column beyond the board"),
        (lambda k: k.Tables(4, [-1]), r"allowed\[0\] has a column beyond the board"),
        (lambda k: k.Tables(64, [2**64]), r"allowed\[0\] has a column beyond the board"),
        (lambda k: k.ClassicSearch(4, [15]).count(0), "nodes must be at least 1, not 0"),
        (lambda k: k.ClassicSearch(4, [15]).take(1, 0), "limit must be at least 1, not 0"),
        (lambda k: k.Tables(2, [3]).add_family([0]), "labels must have 2 entries, not 1"),
        (
            lambda k: k.Tables(2, [3]).add_family([0, -1]),
            "labels must be at least 0, not -1",
        ),
        (
            lambda k: k.Tables(2, [3]).add_family([0, 2**64]),
            "labels has a number that does not fit 64 bits",
        ),
        (lambda k: k.Tables(2, [3]).add_leaps([(1,)], [0], [0, 1]), "leaps must be pairs"),
        (
            lambda k: k.Tables(2, [3]).add_leaps([(0, 1)], [0], [0, 1]),
            "leaps must go down at least 1 row, not 0",
        ),
        (
            lambda k: k.Tables(2, [3]).add_leaps([(1, 1)], [0, 1], [0, 1]),
            "row_numbers must have 1 entries, not 2",
        ),
        (
            lambda k: k.Tables(2, [3]).add_leaps([(1, 1)], [0], [1, 1]),
            "column_numbers must be strictly increasing",
        ),
        (lambda k: k.Tables(2, [3]).add_total([0], 0, 0), "values must have 2 entries, not 1"),
        (
            lambda k: k.Tables(1, [1, 1]).add_total([2**62, -(2**62)], 0, 0),
            "values are too large: a sum does not fit 64 bits",
        ),
        (
            lambda k: k.BestSearch(k.Tables(2, [3]), [0], 1),
            "values must have 2 entries, not 1",
        ),
        (lambda k: k.BestSearch(k.Tables(2, [3]), [0, 0], 0), "best must be at least 1, not 0"),
        (
            lambda k: k.BestSearch(k.Tables(2, [3]), [0, 0], 1).run(-1),
            "nodes must be at least 1, not -1",
        ),
    ],
)
def test_wrong_arguments(kernel: Any, wrong: Callable[[Any], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        wrong(kernel)


@kernels
def test_arguments_that_are_no_integers(kernel: Any) -> None:
    with pytest.raises(TypeError):
        kernel.ClassicSearch(4, ["15"])
    with pytest.raises(TypeError):
        kernel.SymmetricCount(4.0)
    with pytest.raises(TypeError):
        kernel.Tables(2, [3]).add_family([0.5, 1])


@pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
def test_threads_may_share_a_search() -> None:
    assert compiled is not None
    search = compiled.ClassicSearch(12, full(12, 12))
    counts: list[int] = []

    def work() -> None:
        while not search.finished:
            counts.append(search.count(10_000))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts) == 14200


def kind_with(choice: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import cpqueens.kernel as kernel; print(kernel.KIND)"],
        env={**os.environ, "CPQUEENS_KERNEL": choice},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_twin_can_be_chosen() -> None:
    assert kind_with("pure").stdout == "pure\n"
    assert kind_with("").stdout == f"{'pure' if compiled is None else 'compiled'}\n"


def test_an_unknown_kernel_is_refused() -> None:
    refused = kind_with("fast")
    assert refused.returncode != 0
    assert "CPQUEENS_KERNEL must be 'pure' or unset, not 'fast'" in refused.stderr


@pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
def test_the_twins_have_the_same_interface() -> None:
    assert compiled is not None
    assert cpqueens.kernel.API == compiled.API
    for name in (
        "BreadthCount",
        "ClassicSearch",
        "SymmetricCount",
        "Tables",
        "TableSearch",
        "BestSearch",
    ):
        assert public_names(getattr(pure, name)) == public_names(getattr(compiled, name))


def public_names(thing: type) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}
