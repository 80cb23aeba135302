"""Instances on their boards: sizes, values of names, lines, cells, symmetries.

Rows and columns count from 1 throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cpqueens.affine import Affine, affine
from cpqueens.constraints import (
    SQUARE_SYMMETRIES,
    AllDifferent,
    Blocked,
    Constraint,
    ExactlyOne,
    Given,
    NoAttack,
    Symmetric,
    Total,
)
from cpqueens.errors import Problem
from cpqueens.expressions import (
    Expression,
    ExpressionError,
    Names,
    Scope,
    column,
    row,
)
from cpqueens.images import Map, images_under, orbit
from cpqueens.model import Model

MOST_CELLS = 25_000_000
MOST_ROWS = 10_000_000

QUEEN_LINES = (column, row + column, row - column)
SLIDER_LINES = {
    "queen": QUEEN_LINES,
    "rook": (column,),
    "bishop": QUEEN_LINES[1:],
}
CLASSIC_LINES = frozenset(affine(line, {}).lines for line in QUEEN_LINES)  # type: ignore[union-attr]


class Grounds(Struct, frozen=True):
    """An instance's sizes and names: what expressions need to have values."""

    rows: int
    columns: int
    names: Names
    parameters: dict[str, int]
    forms: dict[Expression, Affine | None] = {}

    def affine(self, expression: Expression) -> Affine | None:
        """The expression as an affine one with the parameters put in, if it is one."""
        if expression not in self.forms:
            self.forms[expression] = affine(expression, self.parameters)
        return self.forms[expression]

    def evaluate(self, expression: Expression, cells: Iterable[tuple[int, int]]) -> list[int]:
        """Values at cells counted from 1."""
        pairs = list(cells)
        return expression.evaluate(Scope([r for r, _ in pairs], [c for _, c in pairs], self.names))

    def every_row(self) -> Iterator[Scope]:
        """The cells row by row; raises `ExpressionError` where they are too many to look at."""
        if self.rows * self.columns > MOST_CELLS:
            raise ExpressionError(
                f"needs a value for each of {self.rows:,} x {self.columns:,} cells; "
                f"at most {MOST_CELLS:,} are accepted"
            )
        columns = range(1, self.columns + 1)
        for row_number in range(1, self.rows + 1):
            yield Scope([row_number] * self.columns, columns, self.names)

    def in_row(self, expression: Expression, row_number: int, columns: Sequence[int]) -> list[int]:
        """Values in these columns of a row, counted from 1."""
        return expression.evaluate(Scope([row_number] * len(columns), columns, self.names))


def board_size(model: Model) -> tuple[int, int]:
    """The numbers of rows and columns of a model that says them without its instances' data.

    Raises `ModelError`.
    """
    problems: list[Problem] = []
    size = _size(model, model.values, problems)
    model.refuse(problems)
    return size


def several_instances(model: Model) -> list[Problem]:
    """The problem of a model of several instances, where one is due."""
    if not model.instances:
        return []
    count = len(model.instances)
    return [Problem(f"a model of {count} instances where one is due; use solve_all for them all")]


def labels_of(model: Model) -> Iterator[Expression]:
    """The expressions whose value no two queens share, those of sliding pieces among them."""
    for constraint in model.constraints:
        if isinstance(constraint, (AllDifferent, ExactlyOne)):
            yield constraint.expression
        elif isinstance(constraint, NoAttack):
            yield from SLIDER_LINES.get(constraint.piece or "", ())


def ground(model: Model) -> tuple[Grounds, list[Problem]]:
    """Sizes and names; the problems are those that leave nothing to stand on."""
    parameters = model.values
    names: dict[str, object] = {**parameters, **model.tables}
    problems: list[Problem] = []
    rows, columns = _size(model, parameters, problems)
    grounds = Grounds(rows, columns, names, parameters)  # type: ignore[arg-type]
    if problems:
        return grounds, problems
    size = f"{rows} rows, {columns} columns"
    home = next(key for key in ("board", "picture", "regions") if getattr(model, key) is not None)
    if not 1 <= rows <= MOST_ROWS or not 1 <= columns <= MOST_ROWS:
        problems.append(Problem(f"a board of {size}; 1 to {MOST_ROWS:,} are accepted", (home,)))
    elif rows > columns:
        problems.append(
            Problem(
                f"a board of {size}: one queen stands in every row, so that at least as many "
                "columns as rows are due",
                (home,),
            )
        )
    if problems:
        return grounds, problems
    for key in ("picture", "regions"):
        drawn = getattr(model, key)
        if drawn is not None and (len(drawn), len(drawn[0])) != (rows, columns):
            problems.append(
                Problem(f"{len(drawn)} rows of {len(drawn[0])}, but the board has {size}", (key,))
            )
    for name, table in model.data.items():
        if (len(table), len(table[0])) != (rows, columns):
            problems.append(
                Problem(
                    f"{len(table)} rows of {len(table[0])}, but the board has {size}",
                    ("data", name),
                )
            )
    return grounds, problems


def _size(model: Model, parameters: dict[str, int], problems: list[Problem]) -> tuple[int, int]:
    if model.board is None:
        drawn = model.picture or model.regions or ("",)
        return len(drawn), len(drawn[0])
    sides = []
    for path, side in model.board.sides().items():
        try:
            sides.append(side.constant(parameters))
        except ExpressionError as error:
            problems.append(Problem(str(error), path))
            return 0, 0
    return sides[0], sides[-1]


def symmetries_of(
    constraints: Iterable[Constraint], grounds: Grounds
) -> tuple[tuple[Map, ...], ...]:
    """Of each symmetry that placements must have, where it takes cells, counted from 0."""
    names = [each.symmetry for each in constraints if isinstance(each, Symmetric)]
    return tuple(
        images_under(name, grounds.rows, grounds.columns)
        for name in dict.fromkeys(names)
        if name not in SQUARE_SYMMETRIES or grounds.rows == grounds.columns
    )


def given_queens(model: Model, grounds: Grounds) -> dict[tuple[int, int], tuple[int, int]]:
    """The given queens and their images under the symmetries that placements must have, each
    with the given queen that it is or is an image of. Cells count from 1."""
    cells = cells_of(model, grounds, Given)
    return with_images(cells, symmetries_of(model.constraints, grounds))


def with_images(
    cells: Iterable[tuple[int, int]], symmetries: Iterable[tuple[Map, ...]]
) -> dict[tuple[int, int], tuple[int, int]]:
    """These cells and their images, each with the cell that it is or is an image of."""
    queens = {cell: cell for cell in cells}
    maps = [each for symmetry in symmetries for each in symmetry]
    if maps:
        for given in list(queens):
            for r, c in sorted(orbit((given[0] - 1, given[1] - 1), maps)):
                queens.setdefault((r + 1, c + 1), given)
    return queens


def total_bounds(grounds: Grounds, constraint: Total) -> tuple[int | None, int | None]:
    """The least and the most that the sum may be."""

    def bound(expression: Expression | None) -> int | None:
        return None if expression is None else expression.constant(grounds.parameters)

    least, most, equals = map(bound, (constraint.at_least, constraint.at_most, constraint.equals))
    lower = [value for value in (least, equals) if value is not None]
    upper = [value for value in (most, equals) if value is not None]
    return max(lower, default=None), min(upper, default=None)


def drawn_cells(model: Model, letter: str) -> Iterable[tuple[int, int]]:
    """The cells of the picture that have this letter."""
    for r, drawn in enumerate(model.picture or (), 1):
        for c, cell in enumerate(drawn, 1):
            if cell == letter:
                yield r, c


def cells_of(
    model: Model, grounds: Grounds, kind: type[Given] | type[Blocked]
) -> Iterable[tuple[int, int]]:
    """The cells of all `given` or `blocked`, and of the picture, counted from 1."""
    for constraint in model.constraints:
        if isinstance(constraint, kind):
            for pair in constraint.cells:
                r, c = (part.constant(grounds.parameters) for part in pair)
                yield r, c
    yield from drawn_cells(model, "Q" if kind is Given else "x")
