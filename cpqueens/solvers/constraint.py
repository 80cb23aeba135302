"""python-constraint: an independent constraint solver, written in Python.

A variable a row, whose values are columns. Every line family is one `AllDifferentConstraint` over
them: that of the columns as it is, those of other labels compare the labels of the values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cpqueens.affine import Affine
from cpqueens.board import Board
from cpqueens.solvers.base import Columns, EnumeratingSolver, Tally


class ConstraintSolver(EnumeratingSolver):
    name = "constraint"
    summary = "python-constraint: an independent constraint solver in Python, by enumeration"
    needs = ("constraint",)

    def unfit(self, board: Board) -> str | None:
        if board.rows > 100:
            return f"{board.rows} rows are to be filled; it is hopeless beyond 100"
        return None

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]:
        allowed = [board.allowed_columns(r) for r in range(board.rows)]
        if all(allowed):
            problem = _problem(board, allowed, tally)
            for solution in problem.getSolutionIter():
                tally.check()
                yield [tuple(solution[r] for r in range(board.rows))]
        tally.count_known = True


def _problem(board: Board, allowed: list[list[int]], tally: Tally) -> Any:
    import constraint as library

    problem = library.Problem()
    rows = list(range(board.rows))
    for r in rows:
        problem.addVariable(r, allowed[r])

    problem.addConstraint(_clock(library, tally), rows)
    for family in board.families:
        if family.affine is not None and family.affine.lines == Affine(0, 1, 0):
            problem.addConstraint(library.AllDifferentConstraint(), rows)
        else:
            problem.addConstraint(_all_different_labels(library, family.labels), rows)
    for down, right in board.leaps:
        _add_leap(library, problem, board, down, right)
    for images in board.images:
        _add_images(library, problem, board, images)
    for total in board.totals:

        def within(*columns: int, total: Any = total) -> bool:
            value = sum(total.values[r][c] for r, c in enumerate(columns))
            return (total.at_least is None or value >= total.at_least) and (
                total.at_most is None or value <= total.at_most
            )

        problem.addConstraint(library.FunctionConstraint(within), rows)
    return problem


def _clock(library: Any, tally: Tally) -> Any:
    """A constraint that is always fulfilled, and ends the search at the time limit."""

    class Clock(library.Constraint):  # type: ignore[misc]
        def __call__(self, *_: Any) -> bool:
            tally.check()
            return True

    return Clock()


def _all_different_labels(library: Any, labels: list[list[int]]) -> Any:
    """The library's constraint with each row's value replaced by its label: `labels[row][column]`.

    Variables of their own for the labels would do without a class, at a hundred times the cost.
    """

    class AllDifferentLabels(library.AllDifferentConstraint):  # type: ignore[misc]
        def __call__(
            self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False, *_: Any
        ) -> bool:
            used = [labels[r][assignments[r]] for r in variables if r in assignments]
            taken = set(used)
            if len(taken) != len(used):
                return False
            if forwardcheck:
                for r in variables:
                    if r in assignments:
                        continue
                    domain = domains[r]
                    for c in [c for c in domain if labels[r][c] in taken]:
                        domain.hideValue(c)
                    if not domain:
                        return False
            return True

    return AllDifferentLabels()


def _add_leap(library: Any, problem: Any, board: Board, down: int, right: int) -> None:
    where = {number: r for r, number in enumerate(board.row_numbers)}
    columns = board.column_numbers

    def apart(upper: int, lower: int) -> bool:
        return columns[lower] - columns[upper] != right

    for number, r in where.items():
        other = where.get(number + down)
        if other is not None:
            problem.addConstraint(library.FunctionConstraint(apart), [r, other])


def _add_images(library: Any, problem: Any, board: Board, images: list[int]) -> None:
    """A pair of rows where a queen of the first needs one in the second agrees about it."""
    needed: dict[tuple[int, int], dict[int, int]] = {}
    for r in range(board.rows):
        for c in board.allowed_columns(r):
            image = images[r * board.columns + c]
            if image >= 0 and image // board.columns != r:
                other, column = divmod(image, board.columns)
                needed.setdefault((r, other), {})[c] = column
    for rows, columns in needed.items():

        def agree(here: int, there: int, columns: dict[int, int] = columns) -> bool:
            return columns.get(here, there) == there

        problem.addConstraint(library.FunctionConstraint(agree), rows)


SOLVERS = {"constraint": ConstraintSolver()}
