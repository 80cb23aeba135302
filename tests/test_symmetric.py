"""Placements that are their own images: against brute force, by every solver that takes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpqueens as cq
from cpqueens import kernel, modelfile, solvers
from cpqueens.constraints import SQUARE_SYMMETRIES, SYMMETRIES
from cpqueens.kernel import pure

QUEENS = cq.no_attack("queen")
EXACT = ("bitmask", "dlx", "constraint", "cpsat.integer", "cpsat.boolean")
HALF_TURN = (1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80)  # OEIS A032522
QUARTER_TURN = (1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8)  # OEIS A033148
KERNELS = [pure] if kernel.KIND == "pure" else [pure, kernel]

Placement = tuple[int, ...]


def picture(queens: Placement, columns: int) -> list[str]:
    return ["".join("Q" if c == queen else "." for c in range(columns)) for queen in queens]


def transposed(drawn: list[str]) -> list[str]:
    return ["".join(row) for row in zip(*drawn, strict=True)]


def half_turned(drawn: list[str]) -> list[str]:
    return [row[::-1] for row in drawn[::-1]]


# On pictures, so that no formula is shared with the package.
TURNED: dict[str, Callable[[list[str]], list[str]]] = {
    "half-turn": half_turned,
    "quarter-turn": lambda drawn: transposed(drawn[::-1]),
    "left-right": lambda drawn: [row[::-1] for row in drawn],
    "top-bottom": lambda drawn: drawn[::-1],
    "diagonal": transposed,
    "antidiagonal": lambda drawn: half_turned(transposed(drawn)),
}


def own_image(queens: Placement, columns: int, symmetry: str) -> bool:
    drawn = picture(queens, columns)
    return TURNED[symmetry](drawn) == drawn


def by_filter(model: cq.Model, symmetry: str) -> list[Placement]:
    """The placements of a model without the symmetry that have it."""
    found = cq.solve(model, solutions="all", solver="constraint").placements
    return [tuple(p) for p in found if own_image(tuple(p), p.width, symmetry)]


def test_every_symmetry_is_tried() -> None:
    assert list(TURNED) == list(SYMMETRIES)


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize(
    ("symmetry", "counts"), [("half-turn", HALF_TURN), ("quarter-turn", QUARTER_TURN)]
)
def test_published_counts(symmetry: str, counts: tuple[int, ...], solver: str) -> None:
    largest = 12 if solver in ("bitmask", "dlx") and kernel.KIND == "compiled" else 7
    for n, count in enumerate(counts[:largest], 1):
        model = cq.Model(board=n, constraints=[QUEENS, cq.symmetric(symmetry)])
        assert cq.count(model, solver=solver) == count


def test_rooks_that_are_symmetric_in_the_diagonal_are_involutions() -> None:
    """OEIS A000085; those symmetric in both diagonals are A000898."""
    rooks = [cq.all_different("column"), cq.symmetric("diagonal")]
    both = [*rooks, cq.symmetric("antidiagonal")]
    counts = [cq.count(cq.Model(board=n, constraints=rooks)) for n in range(1, 9)]
    assert counts == [1, 2, 4, 10, 26, 76, 232, 764]
    counts = [cq.count(cq.Model(board=n, constraints=both)) for n in (2, 4, 6, 8)]
    assert counts == [2, 6, 20, 76]


def test_a_left_right_symmetry_leaves_the_middle_column() -> None:
    middle = cq.Model(board=(2, 5), constraints=[cq.symmetric("left-right")])
    assert [p.numbers for p in cq.solve(middle, solutions="all").placements] == [(3, 3)]
    assert cq.count(cq.Model(board=(2, 4), constraints=[cq.symmetric("left-right")])) == 0


@st.composite
def variants(draw: st.DrawFn) -> tuple[list[Any], tuple[int, int], str]:
    """Constraints other than the symmetry, the board's size, the symmetry."""
    symmetry = draw(st.sampled_from(list(SYMMETRIES)))
    rows = draw(st.integers(1, 5))
    square = symmetry in SQUARE_SYMMETRIES
    columns = rows if square else draw(st.integers(rows, 6))
    cells = st.tuples(st.integers(1, rows), st.integers(1, columns))
    said: list[Any] = []
    for label in ("column", "row + column", "row - column", "(row + column) % 3"):
        if draw(st.booleans()):
            said.append(cq.all_different(label))
    if draw(st.booleans()):
        said.append(cq.no_attack(draw(st.sampled_from(["king", "knight"]))))
    if draw(st.booleans()):
        said.append(cq.blocked(*draw(st.lists(cells, max_size=5, unique=True))))
    if draw(st.booleans()):
        said.append(cq.total("row * column", at_most=rows * columns * 2))
    return said, (rows, columns), symmetry


@given(variants())
@settings(max_examples=150, deadline=None)
def test_every_solver_finds_what_a_filter_finds(
    variant: tuple[list[Any], tuple[int, int], str],
) -> None:
    said, size, symmetry = variant
    expected = by_filter(cq.Model(board=size, constraints=said), symmetry)
    model = cq.Model(board=size, constraints=[*said, cq.symmetric(symmetry)])
    for name in ("bitmask", "dlx", "constraint"):
        if name == "dlx" and any(type(each).__name__ == "Total" for each in said):
            continue
        result = cq.solve(model, solutions="all", solver=name)
        assert [tuple(p) for p in result.placements] == expected, name


@pytest.mark.parametrize("seed", range(12))
def test_cpsat_finds_what_a_filter_finds(seed: int) -> None:
    rng = Random(seed)
    symmetry = rng.choice(list(SYMMETRIES))
    n = rng.randint(3, 5)
    said = [cq.all_different(e) for e in ("column", "row + column") if rng.random() < 0.5]
    expected = by_filter(cq.Model(board=n, constraints=said), symmetry)
    model = cq.Model(board=n, constraints=[*said, cq.symmetric(symmetry)])
    for name in ("cpsat.integer", "cpsat.boolean"):
        result = cq.solve(model, solutions="all", solver=name)
        assert [tuple(p) for p in result.placements] == expected


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_best_of_them(symmetry: str) -> None:
    rng = Random(symmetry)
    weights = [[rng.randint(-9, 30) for _ in range(5)] for _ in range(5)]
    said = [cq.no_attack("king"), cq.symmetric(symmetry)]
    model = cq.Model(board=5, data={"w": weights}, constraints=said, maximize="w")
    every = [tuple(p) for p in cq.solve(model, solver="bitmask", solutions="all").placements]
    worth = {queens: sum(weights[r][c] for r, c in enumerate(queens)) for queens in every}
    ranked = sorted(every, key=lambda queens: (-worth[queens], queens))
    for solver in ("bitmask", "cpsat", "constraint"):
        best = cq.solve(model, solver=solver, best=4)
        assert [tuple(p) for p in best.placements] == ranked[:4], solver


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_verify_says_which_image_is_missing(symmetry: str) -> None:
    model = cq.Model(board=4, constraints=[cq.symmetric(symmetry)])
    for queens in product(range(4), repeat=4):
        broken = cq.verify(model, queens)
        assert (not broken) == own_image(queens, 4, symmetry)
    (missing, *_) = cq.verify(cq.load("symmetric", n=4), [2, 0, 1, 3])[-1:]
    assert str(missing) == "no queen on (1, 1), the image of (4, 4) under the half turn"
    assert missing.constraint == "symmetric: half-turn"


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_given_queens_bring_their_images(symmetry: str) -> None:
    model = cq.Model(board=5, constraints=[cq.all_different("column"), cq.symmetric(symmetry)])
    every = {tuple(p) for p in cq.solve(model, solutions="all").placements}
    for r, c in product(range(5), repeat=2):
        expected = {queens for queens in every if queens[r] == c}
        try:
            found = cq.solve(
                model.with_constraints(cq.given((r + 1, c + 1))), solutions="all"
            ).placements
        except cq.ModelError:
            assert expected == set()
        else:
            assert {tuple(p) for p in found} == expected


def test_given_queens_whose_images_attack_are_named() -> None:
    with pytest.raises(
        cq.ModelError,
        match=re.escape(
            "given queens (1, 1) and (8, 8), an image of (1, 1), attack each other: "
            "they share a diagonal (row - column = 0)"
        ),
    ):
        cq.count(cq.load("symmetric", n=8).with_constraints(cq.given((1, 1))))


def test_large_boards_lose_the_rows_of_given_queens_and_of_their_images() -> None:
    """A symmetric placement of 80 with 30 queens given: 20 rows remain, whatever the solver."""
    n, cyclic = 80, cq.symmetric("half-turn")
    rng = Random(5)
    half = rng.sample(range(n // 2), n // 2)
    columns = [c if rng.random() < 0.5 else n - 1 - c for c in half]
    whole = [*columns, *(n - 1 - c for c in reversed(columns))]
    shown = [(r + 1, whole[r] + 1) for r in range(36)]
    model = cq.Model(board=n, constraints=[cq.all_different("column"), cyclic, cq.given(*shown)])
    board = cq.Board(model)
    assert (board.rows, board.columns) == (8, 8)
    counts = {name: cq.count(model, solver=name) for name in EXACT}
    assert counts == dict.fromkeys(EXACT, 8 * 6 * 4 * 2)
    for placement in cq.solve(model, solutions=5).placements:
        assert own_image(tuple(placement), n, "half-turn")
        assert list(placement)[:36] == whole[:36]


def test_a_free_row_does_not_lean_on_queens_that_were_taken_out() -> None:
    """Diagonal symmetry: row 1 may not use a column whose row has a queen of its own."""
    n = 70
    shown = [(r, r) for r in range(3, n + 1)]
    rooks = [cq.all_different("column"), cq.symmetric("diagonal"), cq.given(*shown)]
    model = cq.Model(board=n, constraints=rooks)
    for name in EXACT:
        found = cq.solve(model, solutions="all", solver=name).placements
        assert [tuple(p)[:2] for p in found] == [(0, 1), (1, 0)]
    model = cq.Model(board=n, constraints=rooks[1:])
    assert cq.count(model) == 2


@pytest.mark.parametrize("symmetry", SQUARE_SYMMETRIES)
def test_symmetries_of_squares_are_refused_elsewhere(symmetry: str) -> None:
    text = f"board: {{rows: 3, columns: 4}}\nconstraints:\n  - symmetric: {symmetry}\n"
    with pytest.raises(
        cq.ModelError,
        match=rf"<text>:3:16: constraints\[1\].symmetric: the board has 3 rows and 4 columns, "
        f"but a {symmetry} symmetry is one of square boards",
    ):
        modelfile.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "half-turns",
            "unknown symmetry 'half-turns'; known are half-turn, quarter-turn, left-right, "
            "top-bottom, diagonal, antidiagonal; did you mean 'half-turn'?",
        ),
        ("180", "the number 180 is not accepted; text is"),
    ],
)
def test_unknown_symmetries_are_refused(text: str, message: str) -> None:
    with pytest.raises(cq.ModelError, match=re.escape(message)):
        modelfile.parse(f"board: 4\nconstraints:\n  - symmetric: {text}\n")
    with pytest.raises(TypeError, match="a symmetry is a name such as 'half-turn', not 2"):
        cq.symmetric(2)  # type: ignore[arg-type]


def test_a_symmetric_model_is_written_and_read_back() -> None:
    model = cq.Model(board=6, constraints=[QUEENS, cq.symmetric("half-turn")])
    assert "- symmetric: half-turn" in model.to_yaml()
    assert modelfile.parse(model.to_yaml()) == model


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("construction", "its placements are not symmetric"),
        ("local_search", "symmetric placements need them moved together"),
        ("textbook.scan", "not whether one needs another"),
        *(
            (name, "without those that a symmetry of the board demands")
            for name in solvers.names()
            if name.startswith("textbook.") and name != "textbook.scan"
        ),
    ],
)
def test_solvers_that_cannot_say_why(name: str, reason: str) -> None:
    with pytest.raises(cq.SolverError, match=reason):
        cq.solve(cq.load("symmetric", n=5).with_find({}), solver=name)


@pytest.mark.parametrize("module", KERNELS)
def test_the_kernel_refuses_images_that_are_none(module: Any) -> None:
    for images, message in (
        ([0, 1, 2], "images must have 4 entries, not 3"),
        ([0, 1, 2, 4], "images has a cell beyond the board"),
        ([-2, 1, 2, 3], "images has a cell beyond the board"),
        ([1, 1, 2, 3], re.escape("images[0] is another cell of the same row")),
    ):
        with pytest.raises(ValueError, match=message):
            module.Tables(2, [3, 3]).add_images(images)
        with pytest.raises(ValueError, match=message):
            module.CoverSearch(2, [[0, 1], [0, 1]], [], [], [0, 1], [0, 1], [images], False)


@given(st.integers(0, 10**6))
@settings(max_examples=80, deadline=None)
def test_kernels_agree_on_any_images(seed: int) -> None:
    rng = Random(seed)
    rows, columns = rng.randint(2, 4), rng.randint(4, 5)
    cells = range(rows * columns)
    images = [
        rng.choice([-1, cell, *(other for other in cells if other // columns != cell // columns)])
        for cell in cells
    ]
    expected = [
        bytes(queens)
        for queens in permutations(range(columns), rows)
        if all(
            images[r * columns + c] in (-1, r * columns + c)
            or queens[images[r * columns + c] // columns] == images[r * columns + c] % columns
            for r, c in enumerate(queens)
        )
    ]
    labels = [c for _ in range(rows) for c in range(columns)]
    every = list(range(columns))
    for module in KERNELS:
        tables = module.Tables(columns, [2**columns - 1] * rows)
        tables.add_family(labels)
        tables.add_images(images)
        numbers = (list(range(rows)), every)
        searches = [module.TableSearch(tables, ordered) for ordered in (False, True)] + [
            module.CoverSearch(columns, [every] * rows, [labels], [], *numbers, [images], ordered)
            for ordered in (False, True)
        ]
        for search in searches:
            found = search.take(10**6, 10**6)
            assert sorted(found[i : i + rows] for i in range(0, len(found), rows)) == expected
