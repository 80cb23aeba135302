"""Known counts, published puzzles and files from the field, answered through the public names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

import cpqueens as cq
from cpqueens import kernel

CASES = Path(__file__).parent / "data" / "cases"
COLUMN, ROW = cq.column, cq.row
QUEEN_LINES = tuple(map(cq.all_different, (COLUMN, ROW + COLUMN, ROW - COLUMN)))
ALL_BOARDS = (1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200)
TOROIDAL = (1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524)
SUPERQUEENS = (1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44)
TOUCH_RULE = (1, 0, 0, 2, 14, 90, 646, 5242, 47622)
THREE_ROWS = (0, 4, 14, 36, 76, 140)
FOUR_ROWS = (2, 12, 46, 140, 344)
EXCLUDED_FIRST = (724, 320, 198, 63, 11, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0)

Pairs = list[tuple[int, int]]

large = pytest.mark.skipif(kernel.KIND == "pure", reason="too large for the kernel in Python")
LARGE_PUZZLES = ("community-106", "community-195", "community-212", "int02h-1", "int02h-2")


def marked(value: Any, is_large: bool, name: str) -> Any:
    return pytest.param(*value, marks=[large] if is_large else [], id=name)


def queens(board: Any, *more: Any, **settings: Any) -> cq.Model:
    return cq.Model(board=board, constraints=[*QUEEN_LINES, *more], **settings)


def numbers(placements: Iterable[cq.Placement]) -> list[list[int]]:
    return [list(placement.numbers) for placement in placements]


def all_of(model: cq.Model) -> list[list[int]]:
    result = cq.solve(model, solutions="all")
    assert result.complete
    assert result.at_least == len(result.placements)
    return numbers(result.placements)


def from_one(counts: Iterable[int]) -> list[tuple[int, int]]:
    return list(enumerate(counts, 1))


def imported(model: str, *file: str) -> cq.Model:
    """The board of a file of the field under the rules of a model that ships."""
    (board,) = cq.read_instances(CASES.joinpath(*file), model)
    return board


def parameters(path: Path) -> tuple[int, Pairs]:
    """The size and the pairs of a CSPLib parameter file."""
    text = path.read_text(encoding="utf-8")
    size = re.search(r"\bn\s*=\s*(\d+)", text)
    assert size is not None
    pairs = re.findall(r"\[\s*(\d+)\s*,\s*(\d+)\s*\]", text)
    assert pairs
    return int(size[1]), [(int(a), int(b)) for a, b in pairs]


@pytest.mark.parametrize(("n", "count"), from_one(ALL_BOARDS))
def test_all_boards(n: int, count: int) -> None:
    assert cq.count(queens(n)) == count
    assert cq.count(cq.queens(n)) == count
    assert len(all_of(queens(n))) == count


def test_no_rows_are_refused() -> None:
    message = "a board of 0 rows, 0 columns; 1 to 10,000,000 are accepted"
    with pytest.raises(cq.ModelError, match=re.escape(message)):
        cq.count(queens(0))


@pytest.mark.parametrize(
    ("n", "count"), [marked(each, each[0] > 11, f"n={each[0]}") for each in from_one(TOROIDAL)]
)
def test_toroidal_boards(n: int, count: int) -> None:
    labels = [COLUMN, (ROW + COLUMN) % n, (ROW - COLUMN) % n]
    assert cq.count(cq.Model(board=n, constraints=map(cq.all_different, labels))) == count
    texts = ["column", "(row + column) % n", "(row - column) % n"]
    model = cq.Model(
        board="n", parameters={"n": 1}, constraints=[cq.all_different(text) for text in texts]
    )
    assert cq.count(model.with_parameters(n=n)) == count


@pytest.mark.parametrize(("n", "count"), from_one(SUPERQUEENS))
def test_superqueens(n: int, count: int) -> None:
    assert cq.count(queens(n, cq.no_attack("knight"))) == count
    pieces = [cq.no_attack("queen"), cq.no_attack([(1, 2), (2, 1)])]
    assert cq.count(cq.Model(board=n, constraints=pieces)) == count


@pytest.mark.parametrize(("n", "count"), from_one(TOUCH_RULE))
def test_the_touch_rule_alone(n: int, count: int) -> None:
    model = cq.Model(board=n, constraints=[cq.all_different(COLUMN), cq.no_attack("king")])
    assert cq.count(model) == count


@pytest.mark.parametrize(
    ("rows", "columns", "count"),
    [
        *((3, n, count) for n, count in enumerate(THREE_ROWS, 3)),
        *((4, n, count) for n, count in enumerate(FOUR_ROWS, 4)),
        (5, 8, 568),
        (6, 7, 94),
        (7, 9, 2038),
    ],
)
def test_rectangular_boards(rows: int, columns: int, count: int) -> None:
    assert cq.count(queens((rows, columns))) == count


@pytest.mark.parametrize("columns", range(3))
def test_fewer_columns_than_rows_are_refused(columns: int) -> None:
    with pytest.raises(cq.ModelError, match=f"a board of 3 rows, {columns} columns"):
        cq.count(queens((3, columns)))


def test_naucks_two_queens_have_two_completions() -> None:
    completions = [[5, 1, 8, 4, 2, 7, 3, 6], [5, 7, 1, 4, 2, 8, 6, 3]]
    picture = (CASES / "completion" / "nauck1850.txt").read_text(encoding="utf-8")
    assert all_of(queens(8, cq.given((4, 4), (5, 2)))) == completions
    assert all_of(cq.Model(picture=picture, constraints=QUEEN_LINES)) == completions


def test_aoj_alds1_13_a_has_one_completion() -> None:
    folder = CASES / "contest"
    count, *given = (folder / "aoj_alds1_13_a.in").read_text(encoding="utf-8").splitlines()
    cells = [[int(word) + 1 for word in line.split()] for line in given]
    assert len(cells) == int(count)
    picture = (folder / "aoj_alds1_13_a.out").read_text(encoding="utf-8").split()
    model = queens(8, cq.given(*cells))
    assert cq.solve(model, unique=True).unique
    assert all_of(model) == [[line.index("Q") + 1 for line in picture]]


def test_given_queens_that_attack_each_other_are_named_before_anything_is_solved() -> None:
    share_a_diagonal = re.escape(
        "given queens (1, 1) and (2, 2) attack each other: they share a diagonal (row - column = 0)"
    )
    with pytest.raises(cq.ModelError, match=share_a_diagonal):
        cq.count(queens(8, cq.given((1, 1), (2, 2))))
    with pytest.raises(cq.ModelError, match=re.escape("(1, 2) and (2, 4) attack each other")):
        cq.count(queens(8, cq.no_attack("knight"), cq.given((1, 2), (2, 4))))


EXPECTED_BLOCKED = json.loads((CASES / "blocked" / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "expected",
    [marked((each,), "blockedqueens" in each["file"], each["file"]) for each in EXPECTED_BLOCKED],
)
def test_blocked_boards(expected: dict[str, Any]) -> None:
    model = imported("blocked", "blocked", expected["file"])
    _, cells = parameters(CASES / "blocked" / expected["file"])
    assert cq.count(model) == expected.get("count", 0)
    status = expected.get("status", "SAT" if expected.get("count") else "UNSAT")
    one = cq.solve(model)
    assert (one.status is cq.Status.INFEASIBLE) == (status == "UNSAT")
    taken_out = set(cells)
    for placement in one.placements:
        assert taken_out.isdisjoint(enumerate(placement.numbers, 1))


@pytest.mark.parametrize("solver", ["cpsat.integer", "cpsat.boolean", "constraint"])
@pytest.mark.parametrize(
    "expected",
    [each for each in EXPECTED_BLOCKED if each["file"].startswith("block-10")],
    ids=lambda each: each["file"],
)
def test_blocked_boards_for_other_solvers(expected: dict[str, Any], solver: str) -> None:
    model = imported("blocked", "blocked", expected["file"])
    assert cq.count(model, solver=solver) == expected["count"]


@large
def test_uva_11195_bad_squares_do_not_stop_attacks() -> None:
    folder = CASES / "contest"
    words = iter((folder / "uva11195.in").read_text(encoding="utf-8").split())
    counts = []
    while (n := int(next(words))) != 0:
        picture = "\n".join(next(words).replace("*", "x") for _ in range(n))
        counts.append(cq.count(cq.Model(picture=picture, constraints=QUEEN_LINES)))
    expected = (folder / "uva11195.out").read_text(encoding="utf-8")
    lines = [f"Case {case}: {count}\n" for case, count in enumerate(counts, 1)]
    assert "".join(lines) == expected


def excluded(n: int, diagonals: Pairs, number: Callable[[int], tuple[Any, Any]]) -> cq.Model:
    """`number(n)` has the number of the diagonal of a cell for the flags 0 and 1."""
    forbidden = [cq.forbid(number(n)[flag] == diagonal) for diagonal, flag in diagonals]
    return queens(n, *forbidden)


def documented(n: int) -> tuple[Any, Any]:
    return ROW - COLUMN + n - 1, (ROW - 1) + (COLUMN - 1)


def swapped(n: int) -> tuple[Any, Any]:
    return documented(n)[::-1]


@pytest.mark.parametrize(("prefix", "count"), list(enumerate(EXCLUDED_FIRST)))
def test_excluded_diagonals(prefix: int, count: int) -> None:
    model = imported("excluded-diagonals", "excluded", "diag-10-4-1.param")
    assert cq.count(model.with_parameters(excluded=prefix)) == count


def test_the_convention_of_excluded_diagonals_shows_in_the_boards() -> None:
    n, diagonals = parameters(CASES / "excluded" / "diag-10-4-1.param")
    read = imported("excluded-diagonals", "excluded", "diag-10-4-1.param")
    by_hand = all_of(excluded(n, diagonals[:6], documented))
    assert all_of(read.with_parameters(excluded=6)) == by_hand
    assert by_hand == [
        [4, 7, 10, 3, 9, 2, 5, 8, 6, 1],
        [8, 5, 2, 9, 3, 10, 7, 4, 6, 1],
    ]
    assert all_of(excluded(n, diagonals[:6], swapped)) == [
        [3, 6, 9, 2, 8, 1, 4, 7, 5, 10],
        [7, 4, 1, 8, 2, 9, 6, 3, 5, 10],
    ]


@large
def test_nineteen_of_many_excluded_diagonals_leave_no_placement() -> None:
    model = imported("excluded-diagonals", "excluded", "diag-21-4-259.param")
    nineteen = model.with_parameters(excluded=19)
    assert cq.solve(nineteen, solutions=1).outcome == "none exists"


@pytest.mark.parametrize(("entries", "n", "count"), [(6, 2543, 2), (10, 2547, 0)])
def test_completion_of_a_large_board_looks_at_free_rows_only(
    entries: int, n: int, count: int
) -> None:
    file = f"nqc-from-diag-10-4-1-first{entries}.param"
    size, given = parameters(CASES / "completion" / file)
    assert size == n
    model = imported("completion", "completion", file)
    board = cq.Board(model)
    assert (board.full_rows, board.rows, len(board.removed)) == (n, 10, n - 10)
    assert board.columns <= 10
    started = perf_counter()
    assert cq.count(model) == count
    assert perf_counter() - started < 1
    for placement in all_of(model):
        assert {(r, c - 1) for r, c in enumerate(placement)} >= set(given)
    for solver in ("dlx", "constraint", "cpsat.integer", "cpsat.boolean"):
        assert cq.count(model, solver=solver) == count


REGIONS = json.loads((CASES / "regions" / "regions.json").read_text(encoding="utf-8"))


def region_model(puzzle: dict[str, Any], model: str) -> cq.Model:
    """The puzzle under the rule of a model that ships, read from the file of all puzzles."""
    boards = cq.read_instances(CASES / "regions" / "regions.json", model)
    return boards[REGIONS.index(puzzle)]


@pytest.mark.parametrize(
    "puzzle", [marked((each,), each["id"] in LARGE_PUZZLES, each["id"]) for each in REGIONS]
)
def test_region_puzzles_under_the_touching_rule(puzzle: dict[str, Any]) -> None:
    model = region_model(puzzle, "regions")
    assert cq.count(model) == puzzle["count"]
    found = all_of(model)
    assert found == sorted(found)
    assert len(found) == puzzle["count"]
    assert found[0] == puzzle["first_solution_columns"]
    last = puzzle.get("last_solution_columns", puzzle["first_solution_columns"])
    assert found[-1] == last
    assert cq.solve(model, unique=True).unique is (puzzle["count"] == 1)


@pytest.mark.parametrize(
    "puzzle",
    [each for each in REGIONS if "count_with_full_diagonals" in each],
    ids=lambda puzzle: puzzle["id"],
)
def test_region_puzzles_under_full_diagonals(puzzle: dict[str, Any]) -> None:
    model = region_model(puzzle, "regions-queens")
    found = all_of(model)
    assert len(found) == cq.count(model) == puzzle["count_with_full_diagonals"]
    if found:
        assert found[0] == puzzle["first_solution_full_diagonals"]


@pytest.mark.parametrize("solver", ["cpsat.integer", "cpsat.boolean", "constraint"])
@pytest.mark.parametrize(
    "puzzle",
    [each for each in REGIONS if each["count"] <= 100 and each["n"] <= 10][::2],
    ids=lambda puzzle: puzzle["id"],
)
def test_region_puzzles_for_other_solvers(puzzle: dict[str, Any], solver: str) -> None:
    model = region_model(puzzle, "regions")
    result = cq.solve(model, solver=solver, solutions="all", count=True)
    assert result.count == puzzle["count"]
    assert numbers(result.placements) == all_of(model)


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("solver", ["auto", "bitmask", "cpsat", "constraint"])
def test_the_smallest_boards(n: int, solver: str) -> None:
    count = ALL_BOARDS[n - 1]
    assert cq.count(queens(n), solver=solver) == count
    status = cq.Status.OPTIMAL if count else cq.Status.INFEASIBLE
    assert cq.solve(queens(n), solver=solver, solutions="all").status is status
    assert len(cq.solve(queens(n), solver=solver).placements) == count


@pytest.mark.parametrize("solver", ["auto", "bitmask", "cpsat", "constraint"])
def test_the_first_three_are_those_of_the_lexicographic_order(solver: str) -> None:
    result = cq.solve(queens(8), solver=solver, solutions=3)
    assert numbers(result.placements) == [
        [1, 5, 8, 6, 3, 7, 2, 4],
        [1, 6, 8, 3, 7, 4, 2, 5],
        [1, 7, 4, 6, 8, 2, 5, 3],
    ]


@pytest.mark.parametrize(
    ("labels", "counts"),
    [
        ((COLUMN,), (24, 120, 720, 5040, 40320)),
        ((ROW + COLUMN, ROW - COLUMN), (24, 125, 796, 5635)),
        ((COLUMN, ROW + COLUMN), (7, 23, 83, 405)),
    ],
    ids=["no diagonals", "no columns", "no diagonals of one kind"],
)
def test_forgotten_lines_show_in_the_counts(
    labels: tuple[Any, ...], counts: tuple[int, ...]
) -> None:
    for n, count in enumerate(counts, 4):
        assert cq.count(cq.Model(board=n, constraints=map(cq.all_different, labels))) == count


def test_without_columns_there_are_48042_of_eight() -> None:
    labels = (ROW + COLUMN, ROW - COLUMN)
    assert cq.count(cq.Model(board=8, constraints=map(cq.all_different, labels))) == 48042
