"""Dancing links against brute force, known counts, `bitmask` and another package."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations, cycle, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searches import (
    ALL,
    Placement,
    chosen_kernel,
    compiled,
    count,
    grid,
    kernels,
    needs_compiled,
    placements,
    pure,
)

import cpqueens as cq
from cpqueens.kernel.pure import cover
from cpqueens.solvers import dlx


@dataclass
class Board:
    columns: int
    allowed: list[list[int]]
    families: list[list[int]] = field(default_factory=list)
    leaps: list[tuple[int, int]] = field(default_factory=list)
    row_numbers: list[int] = field(default_factory=list)
    column_numbers: list[int] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return len(self.allowed)

    def __post_init__(self) -> None:
        self.row_numbers = self.row_numbers or list(range(self.rows))
        self.column_numbers = self.column_numbers or list(range(self.columns))

    def search(self, kernel: Any, ordered: bool = False) -> Any:
        return kernel.CoverSearch(
            self.columns,
            self.allowed,
            self.families,
            self.leaps,
            self.row_numbers,
            self.column_numbers,
            [],
            ordered,
        )

    def brute_force(self) -> list[Placement]:
        return [queens for queens in product(*self.allowed) if self.holds(queens)]

    def holds(self, queens: Placement) -> bool:
        for labels in self.families:
            used = [labels[row * self.columns + column] for row, column in enumerate(queens)]
            if len(set(used)) < len(used):
                return False
        for (row, column), (below, aside) in combinations(enumerate(queens), 2):
            down = self.row_numbers[below] - self.row_numbers[row]
            across = self.column_numbers[aside] - self.column_numbers[column]
            if (down, across) in self.leaps:
                return False
        return True


def full(rows: int, columns: int) -> list[list[int]]:
    return [list(range(columns)) for _ in range(rows)]


def queens_board(rows: int, columns: int, *leaps: tuple[int, int]) -> Board:
    return Board(
        columns,
        full(rows, columns),
        families=[
            grid(rows, columns, lambda row, column: column),
            grid(rows, columns, lambda row, column: row + column),
            grid(rows, columns, lambda row, column: row - column),
        ],
        leaps=list(leaps),
    )


def counts(kernel: Any, board: Board) -> list[int]:
    return [count(board.search(kernel, ordered)) for ordered in (False, True)]


QUEENS = list(enumerate([1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200], start=1))


@kernels
@pytest.mark.parametrize(("n", "expected"), QUEENS[:8])
def test_queens_counts(kernel: Any, n: int, expected: int) -> None:
    assert counts(kernel, queens_board(n, n)) == [expected] * 2


@needs_compiled
@pytest.mark.parametrize(("n", "expected"), QUEENS[8:])
def test_larger_queens_counts(n: int, expected: int) -> None:
    assert counts(chosen_kernel, queens_board(n, n)) == [expected] * 2


@kernels
@pytest.mark.parametrize(
    ("rows", "expected"), [(3, [0, 4, 14, 36, 76, 140]), (4, [2, 12, 46, 140, 344])]
)
def test_rectangular_counts(kernel: Any, rows: int, expected: list[int]) -> None:
    for columns, known in enumerate(expected, start=rows):
        assert counts(kernel, queens_board(rows, columns)) == [known] * 2


@kernels
def test_more_rows_than_columns_leave_no_placement(kernel: Any) -> None:
    assert counts(kernel, queens_board(4, 3)) == [0, 0]


@pytest.mark.parametrize(("n", "expected"), [(1, 1), (4, 0), (9, 0), (10, 4)])
def test_superqueens_counts(n: int, expected: int) -> None:
    board = queens_board(n, n, (1, 2), (1, -2), (2, 1), (2, -1))
    assert counts(chosen_kernel, board) == [expected] * 2


@kernels
@pytest.mark.parametrize(("n", "expected"), [(3, 0), (4, 2), (5, 14), (6, 90)])
def test_neighbouring_rows_not_in_neighbouring_columns(kernel: Any, n: int, expected: int) -> None:
    columns = grid(n, n, lambda row, column: column)
    board = Board(n, full(n, n), families=[columns], leaps=[(1, 1), (1, -1), (1, 1)])
    assert counts(kernel, board) == [expected] * 2


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
    assert counts(kernel, board) == [expected] * 2


@kernels
def test_boards_without_lines_or_cells(kernel: Any) -> None:
    assert counts(kernel, Board(3, full(2, 3))) == [9, 9]
    assert counts(kernel, Board(3, [[0, 1], []])) == [0, 0]
    assert counts(kernel, Board(2, [[0], []], families=[[0, 1, 1, 0]])) == [0, 0]
    assert counts(kernel, Board(1, [[0]], families=[[-(2**63)]])) == [1, 1]


@kernels
def test_a_family_with_fewer_labels_than_rows_has_no_placement(kernel: Any) -> None:
    assert counts(kernel, Board(3, full(2, 3), families=[[7] * 6])) == [0, 0]


@kernels
def test_the_largest_numbers_do_not_wrap(kernel: Any) -> None:
    low, high = -(2**63), 2**63 - 1
    board = Board(
        2,
        full(2, 2),
        leaps=[(1, high), (1, low), (high, 1), (high, high), (1, 1)],
        row_numbers=[low, high],
        column_numbers=[low, high],
    )
    assert counts(kernel, board) == [4, 4]


@kernels
def test_the_widest_board(kernel: Any) -> None:
    ends = [0, 255]
    board = queens_board(2, 256)
    board.allowed = [ends, ends]
    assert placements(board.search(kernel, True), 2) == [(0, 255), (255, 0)]
    assert counts(kernel, queens_board(2, 256)) == [255 * 254] * 2


@needs_compiled
@pytest.mark.parametrize("n", [*range(65, 90), 100, 150, 255, 256])
def test_one_placement_of_a_large_board(n: int) -> None:
    board = queens_board(n, n)
    search = board.search(chosen_kernel)
    (placement,) = [tuple(search.take(200_000, 1))]
    assert len(placement) == n
    assert board.holds(placement)


@kernels
def test_placements_in_lexicographic_order(kernel: Any) -> None:
    expected = queens_board(6, 6).brute_force()
    assert len(expected) == 4
    assert placements(queens_board(6, 6).search(kernel, True), 6) == expected
    assert sorted(placements(queens_board(6, 6).search(kernel), 6)) == expected


@kernels
@pytest.mark.parametrize("nodes", [1, 2, 7, 100])
@pytest.mark.parametrize("limit", [1, 3])
def test_slices_give_the_same_as_one_go(kernel: Any, nodes: int, limit: int) -> None:
    board = queens_board(7, 7)
    for ordered in (False, True):
        expected = placements(board.search(kernel, ordered), 7)
        assert len(expected) == 40
        assert count(board.search(kernel, ordered), nodes) == 40
        assert placements(board.search(kernel, ordered), 7, nodes, limit) == expected


@kernels
@given(
    turns=st.lists(
        st.tuples(st.booleans(), st.integers(1, 400), st.integers(1, 20)), min_size=1, max_size=8
    ),
    ordered=st.booleans(),
)
@settings(deadline=None, max_examples=30)
def test_counting_and_taking_in_turn_miss_nothing(
    kernel: Any, turns: list[tuple[bool, int, int]], ordered: bool
) -> None:
    expected = placements(queens_board(7, 7).search(kernel, ordered), 7)
    search = queens_board(7, 7).search(kernel, ordered)
    passed = 0
    for counting, nodes, limit in cycle(turns):
        if search.finished:
            break
        if counting:
            passed += search.count(nodes)
        else:
            taken = search.take(nodes, limit)
            assert len(taken) <= limit * 7
            for at in range(0, len(taken), 7):
                assert expected[passed] == tuple(taken[at : at + 7])
                passed += 1
    assert passed == 40
    assert search.take(1, 1) == b""
    assert search.count(1) == 0


@kernels
def test_node_counts_grow_by_about_the_slice(kernel: Any) -> None:
    search = queens_board(8, 8).search(kernel)
    assert search.nodes == 0
    search.take(10, ALL)
    assert 1 <= search.nodes <= 20


@st.composite
def boards(draw: st.DrawFn) -> Board:
    columns = draw(st.integers(1, 5))
    rows = draw(st.integers(1, columns))
    numbers = st.integers(0, 9)
    row = st.sets(st.integers(0, columns - 1)).map(sorted) | st.just(list(range(columns)))
    kinds: list[Callable[[int, int], int]] = [
        lambda row, column: column,
        lambda row, column: (row + column) % columns,
        lambda row, column: (row * column) % rows,
        lambda row, column: row - column,
    ]
    labels = st.lists(
        st.integers(0, 2 * columns), min_size=rows * columns, max_size=rows * columns
    ) | st.sampled_from(kinds).map(lambda label: grid(rows, columns, label))
    return Board(
        columns,
        draw(st.lists(row, min_size=rows, max_size=rows)),
        families=draw(st.lists(labels, max_size=3)),
        leaps=draw(st.lists(st.tuples(st.integers(1, 3), st.integers(-3, 3)), max_size=3)),
        row_numbers=sorted(draw(st.sets(numbers, min_size=rows, max_size=rows))),
        column_numbers=sorted(draw(st.sets(numbers, min_size=columns, max_size=columns))),
    )


@kernels
@given(board=boards(), nodes=st.integers(1, 50))
@settings(deadline=None, max_examples=300)
def test_cover_search_against_brute_force(kernel: Any, board: Board, nodes: int) -> None:
    expected = board.brute_force()
    assert [len(expected)] * 2 == counts(kernel, board)
    assert len(expected) == count(board.search(kernel), nodes)
    assert expected == placements(board.search(kernel, True), board.rows, nodes)
    assert expected == sorted(placements(board.search(kernel), board.rows, nodes))


@kernels
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"columns": 0}, "columns must be 1 to 256, not 0"),
        ({"columns": 257}, "columns must be 1 to 256, not 257"),
        ({"allowed": []}, "allowed must have 1 to 256 rows, not 0"),
        ({"allowed": [[]] * 257}, "allowed must have 1 to 256 rows, not 257"),
        ({"allowed": [[0], [2]]}, r"allowed\[1\] has a column beyond the board"),
        ({"allowed": [[-1], [1]]}, r"allowed\[0\] has a column beyond the board"),
        ({"allowed": [[0], [1, 1]]}, r"allowed\[1\] must be strictly increasing"),
        ({"allowed": [[2**64], [1]]}, "allowed has a number that does not fit 64 bits"),
        ({"families": [[0]]}, "labels must have 4 entries, not 1"),
        ({"families": [[0, 1, 2, 2**63]]}, "labels has a number that does not fit 64 bits"),
        ({"leaps": [(1,)]}, "leaps must be pairs"),
        ({"leaps": [(0, 1)]}, "leaps must go down at least 1 row, not 0"),
        ({"row_numbers": [0]}, "row_numbers must have 2 entries, not 1"),
        ({"column_numbers": [1, 1]}, "column_numbers must be strictly increasing"),
    ],
)
def test_wrong_arguments(kernel: Any, changed: dict[str, Any], message: str) -> None:
    board = queens_board(2, 2)
    for name, value in changed.items():
        setattr(board, name, value)
    with pytest.raises(ValueError, match=f"^{message}$"):
        board.search(kernel)


@kernels
def test_more_links_than_memory_are_refused(kernel: Any) -> None:
    board = queens_board(256, 256, *((1, right) for right in range(255)))
    with pytest.raises(ValueError, match=r"^families and leaps are too many for so large a board$"):
        board.search(kernel)


@kernels
def test_wrong_slices(kernel: Any) -> None:
    search = queens_board(2, 2).search(kernel)
    with pytest.raises(ValueError, match=r"^nodes must be at least 1, not 0$"):
        search.count(0)
    with pytest.raises(ValueError, match=r"^limit must be at least 1, not 0$"):
        search.take(1, 0)
    with pytest.raises(TypeError):
        search.take("1", 1)


@pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
def test_the_twins_have_the_same_interface() -> None:
    assert compiled is not None

    def public(thing: type) -> set[str]:
        return {name for name in dir(thing) if not name.startswith("_")}

    assert public(pure.CoverSearch) == public(compiled.CoverSearch)


@needs_compiled
def test_threads_may_share_a_search() -> None:
    search = queens_board(11, 11).search(chosen_kernel)
    found: list[int] = []

    def work() -> None:
        while not search.finished:
            found.append(search.count(1000))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(found) == 2680


def columns_of(result: cq.Result) -> list[Placement]:
    return [placement.columns for placement in result.placements]


LINES = [
    cq.all_different("column"),
    cq.all_different("row + column"),
    cq.all_different("row - column"),
]
REGIONS = ["AABBB", "AABCC", "DDBCC", "DEEEC", "DDDEC"]
MODELS = {
    "queens": cq.Model(board=8, constraints=LINES),
    "rectangle": cq.Model(board=(4, 7), constraints=LINES),
    "rooks": cq.Model(board=5, constraints=LINES[:1]),
    "blocked": cq.Model(board=8, constraints=[*LINES, cq.blocked((1, 4), (2, 2), (8, 5))]),
    "given": cq.Model(board=8, constraints=[*LINES, cq.given((1, 5), (2, 1))]),
    "excluded": cq.Model(board=8, constraints=[*LINES, cq.forbid("row - column == 2")]),
    "regions": cq.Model(
        board=5,
        regions=REGIONS,
        constraints=[LINES[0], cq.exactly_one("region"), cq.no_attack("king")],
    ),
    "superqueens": cq.Model(board=10, constraints=[*LINES, cq.no_attack("knight")]),
    "toroidal": cq.Model(
        board=7,
        constraints=[
            LINES[0],
            cq.all_different("(row + column) % 7"),
            cq.all_different("(row - column) % 7"),
        ],
    ),
    "none": cq.Model(board=3, constraints=LINES),
    "objective": cq.Model(board=6, constraints=LINES, maximize="row * column"),
}


@pytest.mark.parametrize("name", MODELS)
def test_every_question_is_answered_as_bitmask_does(name: str) -> None:
    model = MODELS[name]
    expected = cq.solve(model, solver="bitmask", solutions="all", count=True)
    answer = cq.solve(model, solver="dlx", solutions="all", count=True)
    assert columns_of(answer) == columns_of(expected)
    assert (answer.count, answer.status) == (expected.count, expected.status)
    assert answer.solver == "dlx"
    assert cq.solve(model, solver="dlx", solutions=0, count=True).count == expected.count
    for first in (1, 3):
        some = cq.solve(model, solver="dlx", solutions=first)
        assert columns_of(some) == columns_of(expected)[:first]
    both = cq.solve(model, solver="dlx", solutions=2, count=True)
    assert (columns_of(both), both.count) == (columns_of(expected)[:2], expected.count)
    lazily = [placement.columns for placement in cq.solutions(model, solver="dlx")]
    assert sorted(lazily) == columns_of(expected)
    if model.objective is None:
        one = cq.solve(model, solver="dlx")
        assert len(one.placements) == bool(expected.placements)
        assert set(columns_of(one)) <= set(columns_of(expected))


@pytest.mark.parametrize("seed", range(20))
def test_random_boards_are_answered_as_bitmask_does(seed: int) -> None:
    rng = Random(seed)
    n = rng.randint(4, 9)
    rows = n - rng.randint(0, 1)
    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, n + 1)]
    pieces = rng.sample(["king", "knight", "bishop", "queen"], 2)
    constraints = [LINES[0], cq.blocked(*rng.sample(cells, n)), *map(cq.no_attack, pieces)]
    model = cq.Model(board=(rows, n), constraints=constraints)
    expected = columns_of(cq.solve(model, solver="bitmask", solutions="all"))
    assert columns_of(cq.solve(model, solver="dlx", solutions="all")) == expected


def test_what_is_refused() -> None:
    total = cq.Model(board=4, constraints=[*LINES, cq.total("column", at_least=1)])
    for model, reason in [
        (total, r"total\) is no exact cover"),
        (MODELS["objective"], "does not answer: best k"),
        (cq.Model(board=257, constraints=LINES), "257 rows and 257 columns .* it takes 256"),
    ]:
        with pytest.raises(cq.SolverError, match=reason):
            cq.solve(model, solver="dlx")
    leaps = cq.no_attack([(2, right) for right in range(3, 250)])
    many = cq.Model(board=256, constraints=[LINES[0], leaps])
    with pytest.raises(cq.SolverError, match="links would be needed; it has memory for"):
        cq.solve(many, solver="dlx")
    assert dlx.MOST_LINKS == cover._MOST_LINKS


def test_the_time_limit_ends_it() -> None:
    started = time.perf_counter()
    model = cq.Model(board=20, constraints=LINES)
    result = cq.solve(model, solver="dlx", solutions=0, count=True, time_limit=0.3)
    assert time.perf_counter() - started < 3
    assert not result.complete
    assert result.count is None
    assert "time limit" in result.outcome


@needs_compiled
def test_a_board_too_large_for_masks() -> None:
    model = cq.Model(board=100, constraints=[*LINES, cq.blocked((1, 1), (50, 50))])
    result = cq.solve(model, solver="dlx", time_limit=20)
    assert len(result.placements) == 1


@pytest.mark.parametrize("name", ["queens", "regions", "toroidal", "blocked", "superqueens"])
def test_another_package_finds_the_same_placements(name: str) -> None:
    package = pytest.importorskip("pyxcc")
    board = cq.Board(MODELS[name])
    if name == "superqueens" and chosen_kernel.KIND == "pure":
        pytest.skip("slow without the compiled kernel")
    allowed = {(r, c) for r in range(board.rows) for c in board.allowed_columns(r)}
    secondary: dict[tuple[int, int], list[str]] = {cell: [] for cell in allowed}
    for r, c in allowed:
        for number, family in enumerate(board.families):
            secondary[r, c].append(f"line {number} {family.labels[r][c]}")
        for down, right in board.leaps:
            if (r + down, c + right) in allowed:
                for cell in ((r, c), (r + down, c + right)):
                    secondary[cell].append(f"leap {r} {c} {down} {right}")
    # Of a colour of its own in each option, so that no two options share an item.
    options = [
        package.Option(f"{r} {c}", [f"row {r}"], [(item, f"{r} {c}") for item in items])
        for (r, c), items in secondary.items()
    ]
    rows = [f"row {r}" for r in range(board.rows)]
    lines = sorted({item for items in secondary.values() for item in items})
    found = package.solve(package.Problem(rows, lines, options), True).all()
    theirs = sorted(
        tuple(c for _, c in sorted(tuple(map(int, label.split())) for label in labels))
        for labels in found
    )
    assert columns_of(cq.solve(MODELS[name], solver="dlx", solutions="all")) == theirs


@needs_compiled
@pytest.mark.parametrize(
    ("rows", "question", "solver"),
    [
        (4, {}, "dlx"),
        (2, {"solutions": 0, "count": True}, "dlx"),
        (2, {"solutions": 3}, "dlx"),
    ],
)
def test_auto_takes_it_where_bit_masks_end(
    rows: int, question: dict[str, Any], solver: str
) -> None:
    model = cq.Model(board=(rows, 66), constraints=LINES)
    assert cq.solve(model, **question).solver == solver
    within = cq.Model(board=(rows, 64), constraints=LINES)
    assert cq.solve(within, **question).solver == "bitmask"
