"""`verify` against the definition, and what it says of every kind of fault."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from itertools import combinations, product
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpqueens as cq
from cpqueens.solvers.construction import closed_form
from cpqueens.verifying import Verifier

COLUMN, ROW = cq.column, cq.row
QUEEN_LINES = tuple(map(cq.all_different, (COLUMN, ROW + COLUMN, ROW - COLUMN)))
ABOVE = 2001


def model(board: Any, *constraints: Any, **settings: Any) -> cq.Model:
    return cq.Model(board=board, constraints=constraints, **settings)


def faults(of: cq.Model, placement: Any) -> list[str]:
    return [str(violation) for violation in cq.verify(of, placement)]


def attack(columns: Any) -> bool:
    return any(
        a == b or abs(a - b) == down
        for (r, a), (below, b) in combinations(enumerate(columns), 2)
        for down in [below - r]
    )


@pytest.mark.parametrize("n", range(1, 6))
def test_every_sequence_of_columns_is_judged_rightly(n: int) -> None:
    classic = Verifier(cq.queens(n))
    for columns in product(range(n), repeat=n):
        assert bool(classic.violations(columns)) == attack(columns)
        assert (classic.first_wrong([columns]) == 0) == attack(columns)


FAULTS: list[tuple[str, cq.Model, Any, list[tuple[str, str, Any, Any]]]] = [
    (
        "columns",
        model(4, cq.all_different(COLUMN)),
        [0, 1, 0, 0],
        [
            (
                "all_different: column",
                "queens (1, 1) and (3, 1) share a column (column = 1)",
                ((1, 1), (3, 1)),
                "column",
            ),
            (
                "all_different: column",
                "queens (3, 1) and (4, 1) share a column (column = 1)",
                ((3, 1), (4, 1)),
                "column",
            ),
        ],
    ),
    (
        "antidiagonals",
        model(4, cq.all_different(ROW + COLUMN)),
        [3, 0, 1, 2],
        [
            (
                "all_different: row + column",
                "queens (1, 4) and (3, 2) share an antidiagonal (row + column = 5)",
                ((1, 4), (3, 2)),
                "row + column",
            )
        ],
    ),
    (
        "other lines",
        model(3, cq.all_different((ROW + COLUMN) % 3)),
        [0, 2, 2],
        [
            (
                "all_different: (row + column) % 3",
                "queens (1, 1) and (2, 3) share a line ((row + column) % 3 = 2)",
                ((1, 1), (2, 3)),
                "(row + column) % 3",
            )
        ],
    ),
    (
        "a piece that slides",
        model(3, cq.no_attack("bishop")),
        [0, 1, 1],
        [
            (
                "no_attack: bishop",
                "queens (1, 1) and (2, 2) share a diagonal (row - column = 0)",
                ((1, 1), (2, 2)),
                "row - column",
            )
        ],
    ),
    (
        "regions",
        model(2, cq.exactly_one("region"), regions="AB AB"),
        [0, 0],
        [
            (
                "exactly_one: region",
                "queens (1, 1) and (2, 1) share a line (region = A)",
                ((1, 1), (2, 1)),
                "region",
            ),
            ("exactly_one: region", "no queen has region = B", (), None),
        ],
    ),
    (
        "a piece that leaps",
        model(3, cq.no_attack("knight")),
        [0, 2, 2],
        [
            (
                "no_attack: knight",
                "queens (1, 1) and (2, 3) attack each other (knight)",
                ((1, 1), (2, 3)),
                None,
            )
        ],
    ),
    (
        "leaps",
        model(3, cq.no_attack([(-2, 1)])),
        [1, 0, 0],
        [
            (
                "no_attack: [[-2, 1]]",
                "queens (1, 2) and (3, 1) attack each other (leap)",
                ((1, 2), (3, 1)),
                None,
            )
        ],
    ),
    (
        "allow",
        model(2, cq.allow("row == column")),
        [1, 1],
        [
            (
                "allow: row == column",
                "queen (1, 2) stands against allow: row == column",
                ((1, 2),),
                None,
            )
        ],
    ),
    (
        "forbid",
        model(2, cq.forbid("row == column")),
        [1, 1],
        [
            (
                "forbid: row == column",
                "queen (2, 2) stands against forbid: row == column",
                ((2, 2),),
                None,
            )
        ],
    ),
    (
        "given",
        model(2, cq.given((1, 2), (2, 2))),
        [0, 1],
        [("given", "no queen on the given (1, 2)", (), None)],
    ),
    (
        "blocked",
        model(2, cq.blocked((1, 2), (2, 2))),
        [0, 1],
        [("blocked", "queen (2, 2) stands on a blocked cell", ((2, 2),), None)],
    ),
    (
        "pictures",
        cq.Model(picture=".Q x."),
        [0, 0],
        [
            ("picture", "no queen on the given (1, 2)", (), None),
            ("picture", "queen (2, 1) stands on a blocked cell", ((2, 1),), None),
        ],
    ),
    (
        "totals",
        model(2, cq.total(COLUMN, at_least="n", at_most=2), parameters={"n": 4}),
        [0, 2 - 1],
        [
            ("total of column at_least n", "the total of column is 3, not at_least 4", (), None),
            ("total of column at_most 2", "the total of column is 3, not at_most 2", (), None),
        ],
    ),
    (
        "an equal total",
        model(2, cq.total(COLUMN, equals=2)),
        [1, 0],
        [("total of column equals 2", "the total of column is 3, not equals 2", (), None)],
    ),
    (
        "too few queens",
        model(3),
        [0, 1],
        [("board", "2 queens on a board of 3 rows", (), None)],
    ),
    (
        "too many queens",
        model(3),
        [0, 1, 2, 0],
        [("board", "4 queens on a board of 3 rows", (), None)],
    ),
    (
        "columns counted from 1",
        model(2),
        [1, 2],
        [
            (
                "board",
                "the queen of row 2 is off the board: column 2 counted from 0, where 0 to 1 exist",
                ((2, 3),),
                None,
            )
        ],
    ),
    (
        "negative columns",
        model(2),
        [-1, 0],
        [
            (
                "board",
                "the queen of row 1 is off the board: column -1 counted from 0, where 0 to 1 exist",
                ((1, 0),),
                None,
            )
        ],
    ),
    (
        "floats",
        model(2),
        [0, 1.0],
        [("board", "row 2 has 1.0, which is no column number", (), None)],
    ),
    ("texts", model(2), "01", [("board", "row 1 has '0', which is no column number", (), None)]),
    (
        "nothing",
        model(2),
        [None, 1],
        [("board", "row 1 has None, which is no column number", (), None)],
    ),
]


@pytest.mark.parametrize(
    ("broken", "placement", "expected"),
    [pytest.param(*each[1:], id=each[0]) for each in FAULTS],
)
def test_what_is_said_of_each_fault(broken: cq.Model, placement: Any, expected: Any) -> None:
    found = cq.verify(broken, placement)
    assert [(v.constraint, v.message, v.queens, v.line) for v in found] == expected
    assert [str(v) for v in found] == [v.message for v in found]
    assert Verifier(broken).first_wrong([placement]) == 0


def test_all_faults_are_reported() -> None:
    broken = model(4, *QUEEN_LINES, cq.no_attack("knight"), cq.forbid("row == 4"), cq.given((1, 3)))
    assert len(faults(broken, [0, 0, 1, 2])) == 6


def test_numpy_numbers_are_whole_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    for kind in (numpy.int64, numpy.int8, numpy.uint32):
        assert cq.verify(cq.queens(4), numpy.array([1, 3, 0, 2], dtype=kind)) == []
        assert faults(cq.queens(4), numpy.array([1, 3, 0, 1], dtype=kind))[0] == (
            "queens (1, 2) and (4, 2) share a column (column = 2)"
        )
        placement = cq.Placement(numpy.array([1, 3, 0, 2], dtype=kind))
        assert {type(column) for column in placement.columns} == {int}
    assert faults(cq.queens(4), numpy.array([1.0, 3.0, 0.0, 2.0]))[0].endswith("no column number")
    wide = numpy.array([0, 200], dtype=numpy.uint8)
    wide_board = model((2, 256), cq.all_different(COLUMN * 2))
    assert cq.verify(wide_board, wide) == []
    assert faults(model((2, 256), cq.all_different(COLUMN % 200)), wide) == [
        "queens (1, 1) and (2, 201) share a line (column % 200 = 1)"
    ]


def test_placements_and_iterators_are_taken() -> None:
    for taken in (
        cq.Placement([1, 3, 0, 2]),
        iter([1, 3, 0, 2]),
        (1, 3, 0, 2),
        {1: 0, 3: 0, 0: 0, 2: 0},
    ):
        assert cq.verify(cq.queens(4), taken) == []


def test_a_placement_refuses_what_is_no_column() -> None:
    with pytest.raises(ValueError, match="columns are 0 to 3, counted from 0"):
        cq.Placement([1, 2, 3, 4])
    with pytest.raises(ValueError, match="columns are 0 to 9"):
        cq.Placement([-1], width=10)
    with pytest.raises(TypeError):
        cq.Placement([1.0, 0.0])  # type: ignore[list-item]


def test_a_model_of_several_instances_is_refused() -> None:
    with pytest.raises(cq.ModelError, match="a model of 2 instances where one is due"):
        cq.verify(cq.load("sultan"), range(8))


def test_a_million_queens_are_verified_in_seconds() -> None:
    classic = cq.queens(10**6)
    placement = cq.solve(classic, solver="construction").placement
    assert placement is not None
    started = perf_counter()
    assert cq.verify(classic, placement) == []
    columns = list(placement.columns)
    columns[0], columns[1] = columns[1], columns[0]
    assert faults(classic, columns)
    assert perf_counter() - started < 10


def test_verifying_makes_no_grid() -> None:
    n = 20_000
    classic, columns = cq.queens(n), closed_form(n)
    tracemalloc.start()
    try:
        assert cq.verify(classic, columns) == []
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1000 * n


@pytest.mark.parametrize("n", [*range(1, 201), 300, 998, 999, 1000, 1001, 1002, 1003, ABOVE])
def test_the_closed_form_is_right(n: int) -> None:
    if n in (2, 3):
        with pytest.raises(ValueError, match="no placement of"):
            closed_form(n)
        return
    columns = closed_form(n)
    assert sorted(columns) == list(range(n))
    assert len({r + c for r, c in enumerate(columns)}) == n
    assert len({r - c for r, c in enumerate(columns)}) == n
    assert cq.verify(cq.queens(n), columns) == []


@pytest.mark.parametrize("n", [0, -1, 2, 3])
def test_the_closed_form_refuses_boards_without_a_placement(n: int) -> None:
    with pytest.raises(ValueError, match="no placement of"):
        closed_form(n)


REGIONS = ["AABBC", "AABCC", "DDBCC", "DDBEE", "DDEEE"]
TABLE = [[(3 * r + 5 * c * c) % 7 - 3 for c in range(5)] for r in range(5)]
CONSTRAINTS: dict[str, tuple[Any, Callable[[Any], bool]]] = {
    "all_different: column": (
        cq.all_different(COLUMN),
        lambda p: len(set(p)) == 5,
    ),
    "exactly_one: region": (
        cq.exactly_one("region"),
        lambda p: {REGIONS[r][c] for r, c in enumerate(p)} == set("ABCDE"),
    ),
    "all_different: w": (
        cq.all_different("w"),
        lambda p: len({TABLE[r][c] for r, c in enumerate(p)}) == 5,
    ),
    "king": (
        cq.no_attack("king"),
        lambda p: all(abs(p[r] - p[r + 1]) > 1 for r in range(4)),
    ),
    "leaps": (
        cq.no_attack([(2, 0), (-3, 1), (0, 2), (9, 9)]),
        lambda p: (
            all(p[r] != p[r + 2] for r in range(3))
            and all(abs(p[r] - p[r + 3]) != 1 for r in (0, 1))
        ),
    ),
    "bishop": (
        cq.no_attack("bishop"),
        lambda p: all(abs(p[a] - p[b]) != b - a for a, b in combinations(range(5), 2)),
    ),
    "rook": (cq.no_attack("rook"), lambda p: len(set(p)) == 5),
    "queen": (cq.no_attack("queen"), lambda p: not attack(p)),
    "allow": (
        cq.allow("row + column < 9"),
        lambda p: all(r + c + 2 < 9 for r, c in enumerate(p)),
    ),
    "forbid": (
        cq.forbid("row == 2 and column > 3"),
        lambda p: p[1] < 3,
    ),
    "given": (cq.given((2, 3)), lambda p: p[1] == 2),
    "blocked": (cq.blocked((1, 1), (5, 5)), lambda p: p[0] != 0 and p[4] != 4),
    "total": (
        cq.total("w", at_least=-4, at_most=3),
        lambda p: -4 <= sum(TABLE[r][c] for r, c in enumerate(p)) <= 3,
    ),
}


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_each_constraint_on_every_sequence_of_columns(name: str) -> None:
    constraint, holds = CONSTRAINTS[name]
    verifier = Verifier(model(5, constraint, regions=REGIONS, data={"w": TABLE}))
    for columns in product(range(5), repeat=5):
        right = verifier.first_wrong([columns]) is None
        assert right == holds(columns)
        if columns[0] == columns[3]:
            assert bool(verifier.violations(columns)) != right


@settings(max_examples=60, deadline=None)
@given(
    names=st.sets(st.sampled_from(sorted(CONSTRAINTS)), max_size=3),
    seed=st.integers(0, 10**6),
    picture=st.booleans(),
)
def test_many_at_once_is_one_by_one(names: set[str], seed: int, picture: bool) -> None:
    rng = random.Random(seed)
    drawn = ["....x", ".....", ".....", ".....", "....."] if picture else None
    verifier = Verifier(
        model(
            5,
            *(CONSTRAINTS[name][0] for name in sorted(names)),
            regions=REGIONS,
            data={"w": TABLE},
            picture=drawn,
        )
    )
    batch = [tuple(rng.randrange(5) for _ in range(5)) for _ in range(8)]
    right = [
        all(CONSTRAINTS[name][1](columns) for name in names) and not (picture and columns[0] == 4)
        for columns in batch
    ]
    assert [not verifier.violations(columns) for columns in batch] == right
    expected = right.index(False) if False in right else None
    assert verifier.first_wrong(batch) == expected
    good = [columns for columns, holds in zip(batch, right, strict=True) if holds]
    assert verifier.first_wrong(good) is None


@pytest.mark.parametrize("placement", [(0, 1.0), (0,), (0, 1, 1), (0, 2), (-1, 0), ("0", "1")])
def test_many_at_once_refuses_what_is_no_placement(placement: Any) -> None:
    verifier = Verifier(model(2))
    assert verifier.first_wrong([(0, 1), (1, 1), placement]) == 2
    assert verifier.first_wrong([placement, (0, 1)]) == 0
    assert verifier.first_wrong([]) is None


def test_many_placements_of_a_region_puzzle_are_verified_quickly() -> None:
    width = 11
    regions = ["ABCDEFGHIJK"] * width
    puzzle = model(
        width,
        cq.exactly_one("region"),
        cq.all_different(COLUMN),
        cq.no_attack("king"),
        regions=regions,
    )
    verifier = Verifier(puzzle)
    found = [each.columns for each in cq.solve(puzzle, solutions=100_000).placements]
    started = perf_counter()
    for start in range(0, len(found), 1000):
        assert verifier.first_wrong(found[start : start + 1000]) is None
    assert perf_counter() - started < 3
