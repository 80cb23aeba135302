"""Symmetries: found from the model, never assumed; images, orbits and fundamental placements."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpqueens as cq
from cpqueens.symmetry import Symmetry

FUNDAMENTAL = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787]
"""OEIS A002562."""
ALL = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]
HALF_TURN = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80]
QUARTER_TURN = [1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8]
SQUARE = tuple(Symmetry)
RECTANGLE = (
    Symmetry.IDENTITY,
    Symmetry.LEFT_RIGHT,
    Symmetry.TOP_BOTTOM,
    Symmetry.HALF_TURN,
)
FIRST = (0, 4, 7, 5, 2, 6, 1, 3)


def turned(cells: set[tuple[int, int]], n: int) -> set[tuple[int, int]]:
    """A quarter turn clockwise, as one does it on paper: row r becomes the r-th last column."""
    return {(c, n - 1 - r) for r, c in cells}


def mirrored(cells: set[tuple[int, int]], n: int) -> set[tuple[int, int]]:
    return {(r, n - 1 - c) for r, c in cells}


def cells_of(placement: cq.Placement) -> set[tuple[int, int]]:
    return set(enumerate(placement))


class TestImages:
    def test_turns_and_reflections_are_those_of_paper(self) -> None:
        placement = cq.Placement(FIRST)
        cells = cells_of(placement)
        for quarters in range(5):
            assert cells_of(placement.rotate(quarters)) == cells
            assert cells_of(placement.rotate(quarters).reflect()) == mirrored(cells, 8)
            cells = turned(cells, 8)
        assert cells_of(placement.reflect("horizontal")) == {
            (7 - r, c) for r, c in cells_of(placement)
        }
        assert cells_of(placement.reflect("diagonal")) == {(c, r) for r, c in cells_of(placement)}
        assert cells_of(placement.reflect("antidiagonal")) == {
            (7 - c, 7 - r) for r, c in cells_of(placement)
        }
        assert placement.rotate(-1) == placement.rotate(3)

    @given(st.permutations(range(7)))
    def test_images_of_cells_and_placements_agree(self, columns: list[int]) -> None:
        placement = cq.Placement(columns)
        for symmetry in Symmetry:
            image = {symmetry.cell(r, c, 7, 7) for r, c in enumerate(columns)}
            assert cells_of(placement.image(symmetry)) == image
            assert placement.images() == placement.image(symmetry).images()
            assert placement.canonical() == placement.image(symmetry).canonical()
        assert len(placement.images()) in (1, 2, 4, 8)
        assert placement.is_fundamental() == (placement == placement.canonical())

    @given(st.integers(1, 6), st.integers(0, 3), st.data())
    def test_rectangles_have_four(self, rows: int, more: int, data: st.DataObject) -> None:
        columns = data.draw(st.lists(st.integers(0, rows + more), min_size=rows, max_size=rows))
        placement = cq.Placement(columns, rows + more + 1)
        images = {
            placement,
            placement.rotate(2),
            placement.reflect(),
            placement.reflect("horizontal"),
        }
        assert placement.images() == sorted(images)
        assert placement.width == placement.rotate(2).width

    @pytest.mark.parametrize("symmetry", Symmetry)
    def test_orders_and_steps(self, symmetry: Symmetry) -> None:
        cell = start = (0, 3)
        order = 0
        while not order or cell != start:
            cell, order = symmetry.cell(*cell, 5, 5), order + 1
        assert symmetry.order == order
        (r, c), (down, right) = symmetry.cell(1, 3, 9, 9), symmetry.step(2, -1)
        assert symmetry.cell(1 + 2, 3 - 1, 9, 9) == (r + down, c + right)

    def test_what_has_no_image_says_why(self) -> None:
        with pytest.raises(ValueError, match="a square board is due, this one has 2 rows and 3"):
            cq.Placement([0, 2], 3).rotate()
        with pytest.raises(ValueError, match=r"column 2 holds no queen"):
            cq.Placement([0, 2, 0]).reflect("diagonal")
        with pytest.raises(
            ValueError, match="axis: 'up' is not accepted; vertical, horizontal, diag"
        ):
            cq.Placement([0]).reflect("up")

    @pytest.mark.parametrize("under", ["half-turn", 4, Symmetry.HALF_TURN])
    def test_images_are_under_a_model_or_symmetries(self, under: Any) -> None:
        with pytest.raises(
            cq.OptionError, match=r"under: .* is not accepted; a model is, or a list"
        ):
            cq.Placement([1, 3, 0, 2]).images(under)

    def test_what_is_no_symmetry_is_refused(self) -> None:
        placement = cq.Placement([1, 3, 0, 2])
        with pytest.raises(cq.OptionError, match=r"'half-turn' is no symmetry; .* HALF_TURN"):
            placement.image("half-turn")  # type: ignore[arg-type]
        with pytest.raises(cq.OptionError, match="'half-turn' is no symmetry"):
            placement.is_fundamental(["half-turn"])  # type: ignore[list-item]
        with pytest.raises(TypeError, match="integer"):
            placement.rotate("1")  # type: ignore[arg-type]

    def test_a_model_of_another_size_has_no_say(self) -> None:
        with pytest.raises(cq.OptionError, match="the model has 8 rows and 8 columns, the placem"):
            cq.Placement([1, 3, 0, 2]).canonical(cq.queens(8))

    def test_a_placement_is_among_its_images(self) -> None:
        placement = cq.Placement([2, 0, 3, 1])
        assert placement.images([]) == [placement] == [placement.canonical([])]
        assert len(placement.images([Symmetry.LEFT_RIGHT])) == 2

    def test_repeated_columns_leave_the_four_of_a_rectangle(self) -> None:
        assert len(cq.Placement([0, 2, 0]).images()) == 2


class TestSymmetriesOfModels:
    @pytest.mark.parametrize(
        ("model", "expected"),
        [
            (cq.queens(8), SQUARE),
            (cq.queens(1000), SQUARE),
            (cq.load("rooks", n=5), SQUARE),
            (cq.load("toroidal", n=7), SQUARE),
            (cq.load("superqueens", n=8), SQUARE),
            (cq.load("rectangular"), RECTANGLE),
            (cq.load("weighted"), SQUARE[:1]),
            (next(cq.load("sultan").each_instance()), SQUARE[:1]),
            (cq.Model(board=5, constraints=[cq.no_attack("king")]), RECTANGLE),
            (cq.Model(board=100, constraints=[cq.no_attack("king")]), RECTANGLE),
            (cq.Model(board=5, constraints=[cq.all_different(cq.column)]), SQUARE),
            (cq.Model(board=5, constraints=[cq.all_different("row + column")]),
             (Symmetry.IDENTITY, Symmetry.HALF_TURN)),
            (cq.Model(board=90, constraints=[cq.all_different("row + column")]),
             (Symmetry.IDENTITY, Symmetry.HALF_TURN)),
            (cq.Model(board=5, constraints=map(cq.all_different, ["column", "row + column"])),
             (Symmetry.IDENTITY, Symmetry.HALF_TURN, Symmetry.DIAGONAL, Symmetry.ANTIDIAGONAL)),
        ],
    )  # fmt: skip
    def test_known_groups(self, model: cq.Model, expected: tuple[Symmetry, ...]) -> None:
        assert cq.symmetries(model) == expected

    @pytest.mark.parametrize(
        ("constraint", "expected"),
        [
            (cq.blocked((4, 4)), SQUARE),
            (cq.given((4, 4)), SQUARE),
            (cq.blocked((1, 1)), (Symmetry.IDENTITY, Symmetry.DIAGONAL)),
            (cq.given((7, 1)), (Symmetry.IDENTITY, Symmetry.ANTIDIAGONAL)),
            (cq.blocked((1, 4)), (Symmetry.IDENTITY, Symmetry.LEFT_RIGHT)),
            (cq.blocked((4, 1), (4, 7)), RECTANGLE),
            (cq.blocked((1, 2), (7, 6)), (Symmetry.IDENTITY, Symmetry.HALF_TURN)),
            (cq.blocked((1, 2), (2, 7), (7, 6), (6, 1)),
             (Symmetry.IDENTITY, Symmetry.HALF_TURN, Symmetry.QUARTER_TURN, Symmetry.BACK_TURN)),
            (cq.blocked((1, 2)), SQUARE[:1]),
            (cq.forbid("row == column or row + column == 8"), SQUARE),
            (cq.total("abs(row - 4) + abs(column - 4)", at_most=25), SQUARE),
            (cq.total("column", at_most=25), (Symmetry.IDENTITY, Symmetry.TOP_BOTTOM)),
        ],
    )  # fmt: skip
    def test_a_constraint_leaves_fewer(
        self, constraint: object, expected: tuple[Symmetry, ...]
    ) -> None:
        assert cq.symmetries(cq.queens(7).with_constraints(constraint)) == expected

    def test_boxes_are_as_symmetric_as_the_square(self) -> None:
        boxes = cq.exactly_one("(row - 1) // 3 * 3 + (column - 1) // 3")
        model = cq.Model(board=9, constraints=[cq.all_different(cq.column), boxes])
        assert cq.symmetries(model) == SQUARE

    def test_the_objective_counts(self) -> None:
        lines = [cq.no_attack("queen")]
        rings = cq.Model(board=6, constraints=lines, maximize="abs(2*row - 7) * abs(2*column - 7)")
        assert cq.symmetries(rings) == SQUARE
        down = cq.Model(board=6, constraints=lines, minimize="row * abs(2*column - 7)")
        assert cq.symmetries(down) == (Symmetry.IDENTITY, Symmetry.LEFT_RIGHT)

    @pytest.mark.parametrize(
        ("symmetry", "expected"),
        [
            ("half-turn", SQUARE),
            ("quarter-turn", SQUARE),
            ("diagonal", (Symmetry.IDENTITY, Symmetry.HALF_TURN, Symmetry.DIAGONAL,
                          Symmetry.ANTIDIAGONAL)),
        ],
    )  # fmt: skip
    def test_a_demanded_symmetry_leaves_those_that_keep_it(
        self, symmetry: str, expected: tuple[Symmetry, ...]
    ) -> None:
        rooks = cq.load("rooks", n=5).with_constraints(cq.symmetric(symmetry))
        assert cq.symmetries(rooks) == expected
        found = set(cq.solutions(rooks))
        orbits = [set(each.images(expected)) for each in cq.fundamental(rooks)]
        assert sum(map(len, orbits)) == len(found)
        assert set().union(*orbits) == found
        assert cq.count_fundamental(rooks) == len(orbits)

    def test_given_queens_of_large_boards_are_taken_out_first(self) -> None:
        n = 71
        middle = cq.queens(n).with_constraints(cq.given((36, 36)))
        assert cq.Board(middle).removed
        assert cq.symmetries(middle) == SQUARE
        corner = cq.queens(n).with_constraints(cq.given((1, 1)))
        assert cq.symmetries(corner) == (Symmetry.IDENTITY, Symmetry.DIAGONAL)

    def test_huge_boards(self) -> None:
        assert cq.symmetries(cq.queens(1_000_000)) == SQUARE
        blocked = cq.queens(2000).with_constraints(cq.blocked((1, 1)))
        with pytest.raises(cq.OptionError, match="4,000,000 cells; at most 1,000,000 are compared"):
            cq.symmetries(blocked)

    @settings(deadline=None, max_examples=50)
    @given(st.data())
    def test_every_symmetry_takes_the_placements_to_themselves(self, data: st.DataObject) -> None:
        model = data.draw(models())
        found = set(cq.solutions(model))
        for symmetry in cq.symmetries(model):
            assert {placement.image(symmetry) for placement in found} == found

    @settings(deadline=None, max_examples=50)
    @given(st.data())
    def test_orbits_partition_the_placements(self, data: st.DataObject) -> None:
        model = data.draw(models())
        found = list(cq.solutions(model))
        representatives = list(cq.fundamental(model))
        group = cq.symmetries(model)
        orbits = [placement.images(group) for placement in representatives]
        assert sorted(itertools.chain(*orbits)) == found
        assert {placement.canonical(group) for placement in found} == set(representatives)
        assert all(each.is_fundamental(model) for each in representatives[:3])
        assert cq.count_fundamental(model) == len(representatives)


@st.composite
def models(draw: Callable[..., object]) -> cq.Model:
    """Small boards, symmetric ones often."""
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(rows, 5)) if draw(st.booleans()) else rows
    lines = draw(
        st.lists(
            st.sampled_from(
                ["column", "row + column", "row - column", "(row + column) % 3",
                 "(row - column) % 4", "abs(row - column)", "row * column"]
            ),
            unique=True,
            max_size=4,
        )
    )  # fmt: skip
    constraints: list[object] = [cq.all_different(line) for line in lines]
    if draw(st.booleans()):
        constraints.append(cq.no_attack(draw(st.sampled_from(["king", "knight", [(1, 3)]]))))
    middle = ((rows + 1) // 2, (columns + 1) // 2)
    extra = draw(st.sampled_from(["", "blocked", "given", "corner", "total", "forbid"]))
    if extra in ("blocked", "given"):
        constraints.append(getattr(cq, extra)(middle))
    elif extra == "corner":
        constraints.append(cq.blocked((1, columns)))
    elif extra == "total":
        constraints.append(cq.total("(row - column) % 3", at_most=rows))
    elif extra == "forbid":
        constraints.append(cq.forbid("row == column"))
    return cq.Model(board=(rows, columns), constraints=constraints)


class TestFundamental:
    @pytest.mark.parametrize("n", range(1, 13))
    def test_a002562(self, n: int) -> None:
        model = cq.queens(n)
        representatives = list(cq.fundamental(model))
        assert len(representatives) == FUNDAMENTAL[n - 1]
        assert cq.count_fundamental(model) == FUNDAMENTAL[n - 1]
        assert sum(len(placement.images()) for placement in representatives) == ALL[n - 1]
        assert representatives == sorted(representatives)

    @pytest.mark.parametrize("n", range(1, 11))
    def test_symmetric_placements(self, n: int) -> None:
        found = list(cq.solutions(cq.queens(n)))
        assert sum(p.rotate(2) == p for p in found) == HALF_TURN[n - 1]
        assert sum(p.rotate() == p for p in found) == QUARTER_TURN[n - 1]
        assert not any(
            p.reflect(axis) == p for p in found if n > 1 for axis in ("vertical", "diagonal")
        )

    @pytest.mark.parametrize("n", range(1, 13))
    def test_symmetric_placements_counted_by_orbits(self, n: int) -> None:
        from cpqueens.fundamentals import _Structure

        structure = _Structure(cq.Board(cq.queens(n)))
        assert structure.count_fixed(Symmetry.HALF_TURN) == HALF_TURN[n - 1]
        assert structure.count_fixed(Symmetry.QUARTER_TURN) == QUARTER_TURN[n - 1]
        assert structure.count_fixed(Symmetry.BACK_TURN) == QUARTER_TURN[n - 1]
        assert structure.count_fixed(Symmetry.LEFT_RIGHT) == (n == 1)

    def test_orbit_sizes_of_eight(self) -> None:
        sizes = Counter(len(p.images()) for p in cq.fundamental(cq.queens(8)))
        assert sizes == {8: 11, 4: 1}

    def test_rooks_are_permutations_up_to_the_square(self) -> None:
        assert [cq.count_fundamental(cq.load("rooks", n=n)) for n in range(1, 8)] == [
            1, 1, 2, 7, 23, 115, 694,
        ]  # fmt: skip

    def test_it_is_lazy_and_any_solver_will_do(self) -> None:
        stream: Iterator[cq.Placement] = cq.fundamental(cq.queens(20))
        assert next(stream).is_fundamental()
        assert set(cq.fundamental(cq.queens(6), solver="constraint")) == set(
            cq.fundamental(cq.queens(6))
        )

    def test_limits_are_told(self) -> None:
        with pytest.raises(cq.Incomplete, match="stopped by the time limit"):
            cq.count_fundamental(cq.queens(22), time_limit=0.05)
        with pytest.raises(cq.ModelError, match="a model of 2 instances"):
            cq.symmetries(cq.load("sultan"))

    def test_a_count_that_no_classes_come_to_is_a_defect(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cpqueens.fundamentals.count", lambda model, **options: 91)
        with pytest.raises(cq.WrongAnswer, match="do not come in classes under 8 symmetries"):
            cq.count_fundamental(cq.queens(8))
