"""Boards: what solvers get to see of an instance."""

from __future__ import annotations

import random
import re
import tracemalloc
from itertools import permutations
from typing import Any

import pytest

import cpqueens as cq

COLUMN, ROW = cq.column, cq.row
QUEEN_LINES = tuple(map(cq.all_different, (COLUMN, ROW + COLUMN, ROW - COLUMN)))
LARGE = 70


def board(size: Any, *constraints: Any, **settings: Any) -> cq.Board:
    return cq.Board(cq.Model(board=size, constraints=constraints, **settings))


def bits(mask: int) -> set[int]:
    return {c for c in range(mask.bit_length()) if mask >> c & 1}


def all_but_the_last(n: int, free: int) -> list[tuple[int, int]]:
    """Given queens on the main diagonal, where the last rows are free."""
    return [(i, i) for i in range(1, n - free + 1)]


@pytest.mark.parametrize(
    "lines",
    [
        (COLUMN, ROW + COLUMN, ROW - COLUMN),
        (COLUMN, COLUMN + ROW, COLUMN - ROW),
        (2 * COLUMN, 3 - ROW - COLUMN, 5 * ROW - 5 * COLUMN + 1),
        ("column", "row + column", "abs(row - column) * 0 + row - column"),
        ("column * n", "n * row + n * column", "-(row - column)"),
    ],
    ids=["as ever", "turned round", "multiples", "not recognised", "with a parameter"],
)
def test_classic_boards_are_recognised_by_their_lines(lines: Any) -> None:
    grounded = board(
        "n", *map(cq.all_different, lines), parameters={"n": {"default": 8, "minimum": 1}}
    )
    plain = "abs" not in str(lines)
    assert grounded.is_classic is plain
    assert grounded.has_queen_lines is plain
    assert cq.count(grounded.model) == 92


@pytest.mark.parametrize(
    ("constraints", "classic", "queen_lines"),
    [
        ([cq.no_attack("queen")], True, True),
        ([cq.no_attack("rook"), cq.no_attack("bishop")], True, True),
        ([cq.exactly_one(COLUMN), cq.no_attack("bishop")], True, True),
        ([*QUEEN_LINES, cq.no_attack("king")], True, True),
        ([*QUEEN_LINES, cq.no_attack("queen")], True, True),
        ([*QUEEN_LINES, cq.no_attack("knight")], False, False),
        ([*QUEEN_LINES, cq.total(COLUMN, at_least=1)], False, False),
        ([*QUEEN_LINES, cq.all_different((ROW + COLUMN) % 8)], False, False),
        ([*QUEEN_LINES[:2], cq.all_different((ROW - COLUMN) % 8)], False, False),
        ([*QUEEN_LINES, cq.given((1, 4))], False, True),
        ([*QUEEN_LINES, cq.blocked((1, 4))], False, True),
        ([*QUEEN_LINES, cq.forbid("row == column")], False, True),
        ([*QUEEN_LINES, cq.allow("row != column")], False, True),
        (QUEEN_LINES[:2], False, False),
    ],
)
def test_what_is_classic(constraints: Any, classic: bool, queen_lines: bool) -> None:
    grounded = board(8, *constraints)
    assert grounded.is_classic is classic
    assert grounded.has_queen_lines is queen_lines


def test_a_rectangular_board_has_queen_lines_but_is_not_classic() -> None:
    grounded = board((6, 7), *QUEEN_LINES)
    assert grounded.has_queen_lines
    assert not grounded.is_classic


def test_a_picture_restricts_a_board_when_it_says_something() -> None:
    blank = cq.Board(cq.Model(picture="....\n" * 4, constraints=QUEEN_LINES))
    drawn = cq.Board(cq.Model(picture="x...\n" + "....\n" * 3, constraints=QUEEN_LINES))
    assert blank.is_classic
    assert not drawn.is_classic
    assert drawn.allowed == (0b1110, 0b1111, 0b1111, 0b1111)


def test_each_set_of_lines_is_one_family() -> None:
    region = ["AABB", "AABB", "CCDD", "CCDD"]
    grounded = board(
        4,
        *QUEEN_LINES,
        cq.all_different(2 * COLUMN),
        cq.exactly_one(COLUMN),
        cq.no_attack("queen"),
        cq.all_different(COLUMN - ROW),
        cq.all_different("region"),
        cq.exactly_one("region"),
        cq.all_different(COLUMN % 4),
        cq.all_different((3 * COLUMN + 1) % 4),
        regions=region,
    )
    assert [str(family.expression) for family in grounded.families] == [
        "column",
        "row + column",
        "row - column",
        "region",
        "column % 4",
    ]
    assert len({family.affine for family in grounded.families}) == 5


def test_leaps_that_lines_exclude_anyway_are_left_out() -> None:
    king = cq.no_attack("king")
    assert board(8, cq.all_different(COLUMN), king).leaps == ((1, -1), (1, 1))
    assert board(8, king).leaps == ((1, -1), (1, 0), (1, 1))
    assert board(8, *QUEEN_LINES, king).leaps == ()
    assert board(8, cq.no_attack("king"), cq.no_attack("rook")).leaps == ((1, -1), (1, 1))
    knight = ((1, -2), (1, 2), (2, -1), (2, 1))
    assert board(8, *QUEEN_LINES, cq.no_attack("knight")).leaps == knight
    modular = cq.all_different((ROW + 2 * COLUMN) % 5)
    assert board(8, modular, cq.no_attack("knight")).leaps == ((1, -2), (2, 1))
    assert board(8, cq.no_attack([(-2, 0), (2, 0), (0, 3)])).leaps == ((2, 0),)


def test_labels_are_numbered_from_zero_without_gaps() -> None:
    weights = [[7, -3, 7], [100, 0, -3], [0, 7, 7]]
    grounded = board(
        3, cq.all_different("w"), cq.all_different(ROW * 10 - COLUMN), data={"w": weights}
    )
    by_table, by_formula = grounded.families
    assert by_table.labels == weights
    assert by_table.numbered == [[2, 0, 2], [3, 1, 0], [1, 2, 2]]
    assert by_formula.numbered == [[2, 1, 0], [5, 4, 3], [8, 7, 6]]
    letters = cq.Board(cq.Model(regions=["aA", "AB"], constraints=[cq.all_different("region")]))
    assert ["".join(map(str, row)) for row in letters.families[0].labels] == ["aA", "AB"]
    assert letters.families[0].numbered == [[2, 0], [0, 1]]


def test_conditions_given_and_blocked_cells_say_what_is_allowed() -> None:
    grounded = board(
        4,
        cq.allow("row + column > 2"),
        cq.forbid("row == 2 and column < 3"),
        cq.given((3, 2)),
        cq.blocked((4, 4), (4, 1)),
    )
    assert [bits(mask) for mask in grounded.allowed] == [{1, 2, 3}, {2, 3}, {1}, {1, 2}]
    assert [grounded.allowed_columns(r) for r in range(4)] == [[1, 2, 3], [2, 3], [1], [1, 2]]
    assert grounded.given == {2: 1}
    assert grounded.removed == {}


def test_a_million_rows_make_no_grid() -> None:
    tracemalloc.start()
    try:
        grounded = board(10**6, *QUEEN_LINES)
        assert grounded.is_classic
        assert (grounded.rows, grounded.columns) == (10**6, 10**6)
        assert len(grounded.families) == 3
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 10**6


@pytest.mark.parametrize(
    "constraint",
    [
        cq.forbid("row == column"),
        cq.total(COLUMN, at_least=1),
        cq.all_different("row * column"),
        cq.exactly_one("(row + column) % 100000"),
        cq.given((1, 1)),
    ],
)
def test_what_would_need_a_grid_of_a_million_rows_is_refused(constraint: Any) -> None:
    with pytest.raises(cq.ModelError, match="at most 25,000,000"):
        board(10**6, cq.all_different(COLUMN), constraint)


def test_a_few_free_rows_of_a_large_board_are_ground_alone() -> None:
    n = 3000
    columns = list(cq.solve(cq.queens(n)).placements[0].numbers)
    given = list(enumerate(columns, 1))
    del given[1500], given[7]
    grounded = board(n, *QUEEN_LINES, cq.given(*given))
    assert grounded.row_numbers == (8, 1501)
    assert set(grounded.column_numbers) >= {columns[7], columns[1500]}
    assert columns in [list(each.numbers) for each in cq.solutions(grounded.model)]


def test_small_boards_keep_their_given_queens() -> None:
    grounded = board(64, *QUEEN_LINES, cq.given((1, 1)))
    assert (grounded.rows, grounded.columns, grounded.removed) == (64, 64, {})
    assert grounded.allowed[0] == 1
    assert board(65, *QUEEN_LINES, cq.given((1, 1))).removed == {0: 0}


def test_one_row_and_one_column_stay() -> None:
    n = LARGE
    every = [(r, c) for r, c in enumerate(cq.solve(cq.queens(n)).placements[0].numbers, 1)]
    grounded = board(n, *QUEEN_LINES, cq.given(*every))
    assert (grounded.rows, grounded.columns) == (1, 1)
    assert cq.count(grounded.model) == 1
    none = board((1, n), cq.given((1, 5)), cq.forbid("column != 5"))
    assert (none.rows, none.columns) == (1, 1)
    assert cq.count(none.model) == 1


def test_lift_and_project_are_inverse() -> None:
    rng = random.Random(4)
    rows = rng.sample(range(1, LARGE + 1), LARGE - 5)
    columns = rng.sample(range(1, LARGE + 1), LARGE - 5)
    given = list(zip(rows, columns, strict=True))
    grounded = board(LARGE, cq.all_different(COLUMN), cq.given(*given))
    assert (grounded.rows, grounded.columns) == (5, 5)
    free_rows = sorted(set(range(LARGE)) - {r - 1 for r in rows})
    free_columns = sorted(set(range(LARGE)) - {c - 1 for c in columns})
    assert grounded.row_numbers == tuple(r + 1 for r in free_rows)
    assert grounded.column_numbers == tuple(c + 1 for c in free_columns)
    for reduced in permutations(range(5)):
        lifted = grounded.lift(reduced)
        assert grounded.project(lifted) == reduced
        assert [lifted[r - 1] for r, _ in given] == [c - 1 for _, c in given]
        assert [lifted[r] for r in free_rows] == [free_columns[c] for c in reduced]
    assert cq.count(grounded.model) == 120


def solved_both_ways(monkeypatch: pytest.MonkeyPatch, model: cq.Model, **asked: Any) -> Any:
    """The answer with given queens taken out; it must be that with them left in."""
    answers = []
    for side in (1, 10**9):
        monkeypatch.setattr("cpqueens.board.REDUCED_FROM", side)
        for solver in ("bitmask", "cpsat.integer", "cpsat.boolean", "constraint"):
            result = cq.solve(model, solver=solver, **asked)
            answers.append((result.placements, result.objectives, result.count, result.status))
    first, *others = answers
    for other in others:
        assert other == first
    return first


REGIONS = ["AAABBB", "AACCBB", "DDCCBB", "DDDCEE", "DFFFEE", "FFFFEE"]
WEIGHTS = [[(7 * r * r + 3 * c + r * c) % 11 - 5 for c in range(6)] for r in range(6)]


@pytest.mark.parametrize("given", [[(1, 1)], [(6, 3), (1, 4)], [(3, 3)], [(1, 6), (2, 1), (6, 2)]])
@pytest.mark.parametrize(
    "constraints",
    [
        [cq.all_different(COLUMN), cq.no_attack("bishop")],
        [cq.all_different(COLUMN), cq.exactly_one("region"), cq.no_attack("king")],
        [cq.exactly_one("region")],
        [cq.exactly_one(COLUMN), cq.no_attack("knight")],
        [cq.no_attack([(2, 0), (3, 1)]), cq.all_different((ROW + 2 * COLUMN) % 6)],
        [cq.all_different(COLUMN), cq.total("w", at_least=-3, at_most=6)],
        [cq.all_different(COLUMN), cq.total("w", equals=2), cq.no_attack("king")],
    ],
)
def test_given_queens_taken_out_change_no_answer(
    monkeypatch: pytest.MonkeyPatch, constraints: Any, given: list[tuple[int, int]]
) -> None:
    def model(**settings: Any) -> cq.Model:
        every = [*constraints, cq.given(*given)]
        return cq.Model(
            board=6, regions=REGIONS, data={"w": WEIGHTS}, constraints=every, **settings
        )

    try:
        cq.Board(model())
    except cq.ModelError:
        with pytest.raises(cq.ModelError, match="attack each other"):
            cq.Board(model())
        return
    solved_both_ways(monkeypatch, model(), solutions="all", count=True)
    for sense in ("maximize", "minimize"):
        solved_both_ways(monkeypatch, model(**{sense: "w"}), best=4)


@pytest.mark.parametrize("solver", ["bitmask", "cpsat.integer", "cpsat.boolean", "constraint"])
def test_labels_of_given_queens_are_not_asked_for_again(solver: str) -> None:
    given = cq.given(*[(r, 1) for r in range(1, LARGE - 1)])
    model = cq.Model(board=LARGE, constraints=[cq.exactly_one((ROW + COLUMN) % LARGE), given])
    assert cq.count(model, solver=solver) == 2


def test_the_objective_counts_queens_that_were_taken_out() -> None:
    n = LARGE
    given = [(r, r) for r in range(1, n - 1)]
    model = cq.Model(
        board=n,
        constraints=[cq.all_different(COLUMN), cq.given(*given)],
        maximize=ROW * COLUMN,
    )
    grounded = cq.Board(model)
    assert grounded.offset == sum(r * r for r in range(1, n - 1))
    best = sum(r * r for r in range(1, n + 1))
    for solver in ("bitmask", "cpsat.integer", "cpsat.boolean", "constraint"):
        result = cq.solve(model, solver=solver, best=2)
        assert result.objectives == (best, best - 1)
        assert result.bound == best


def test_totals_are_shifted_by_queens_that_were_taken_out() -> None:
    n = LARGE
    given = [(r, r) for r in range(1, n - 1)]
    total = sum(r * r for r in range(1, n + 1))
    shift = sum(r * r for r in range(1, n - 1))
    bounds = cq.total(ROW * COLUMN, at_least=total, at_most=total + 5)
    model = cq.Model(board=n, constraints=[cq.all_different(COLUMN), cq.given(*given), bounds])
    (bound,) = cq.Board(model).totals
    assert (bound.at_least, bound.at_most) == (total - shift, total + 5 - shift)
    assert bound.values == [[(n - 1) * (n - 1), (n - 1) * n], [n * (n - 1), n * n]]
    assert [placement[n - 1] for placement in cq.solve(model, solutions="all").placements] == [
        n - 1
    ]


def test_leaps_across_rows_that_were_taken_out() -> None:
    n = LARGE
    free = {10, 11, 13}
    given = [(r, r) for r in range(1, n + 1) if r not in free]
    knight = cq.Model(
        board=n,
        constraints=[cq.all_different(COLUMN), cq.given(*given), cq.no_attack([(1, 3), (3, 1)])],
    )
    grounded = cq.Board(knight)
    assert grounded.row_numbers == (10, 11, 13)
    expected = [
        {10: a, 11: b, 13: c}
        for a, b, c in permutations((10, 11, 13))
        if abs(a - b) != 3 and abs(a - c) != 1
    ]
    standing = {r: c for r, c in given}
    for r in free:
        for down, right in ((1, 3), (3, 1)):
            for other in (r - down, r + down):
                expected = [
                    each
                    for each in expected
                    if other not in standing or abs(standing[other] - each[r]) != right
                ]
    found = cq.solve(knight, solutions="all").placements
    assert [{r: p.numbers[r - 1] for r in sorted(free)} for p in found] == expected


def test_a_model_of_several_instances_is_refused() -> None:
    with pytest.raises(cq.ModelError, match=re.escape("2 instances where one is due")):
        cq.Board(cq.load("sultan"))
