"""Instances on their boards: sizes, values of names, and what is wrong with them.

Rows and columns count from 1 throughout.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from cpqueens.affine import Affine, affine, line_name
from cpqueens.constraints import (
    SQUARE_SYMMETRIES,
    AllDifferent,
    Allow,
    Blocked,
    Constraint,
    ExactlyOne,
    Forbid,
    Given,
    NoAttack,
    Symmetric,
    Total,
)
from cpqueens.errors import KeyPath, Problem
from cpqueens.expressions import (
    LARGEST_VALUE,
    Expression,
    ExpressionError,
    Names,
    Scope,
    Symbol,
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


def grounding_problems(model: Model) -> list[Problem]:
    """What is wrong with an instance when it is put on its board, located in its file."""
    grounds, problems = ground(model)
    if not problems:
        problems = instance_problems(model, grounds)
    return [model.origin.locate(p) if model.origin else p for p in problems]


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


def instance_problems(model: Model, grounds: Grounds) -> list[Problem]:
    """What is wrong with the constraints and the objective on this board."""
    problems: list[Problem] = []
    given: dict[tuple[int, int], KeyPath] = {}
    blocked: dict[tuple[int, int], KeyPath] = {}
    sound: list[Constraint] = []
    for index, constraint in enumerate(model.constraints):
        path: KeyPath = ("constraints", index, constraint.key)
        try:
            if isinstance(constraint, Given):
                _note_cells(constraint, grounds, path, given, problems)
            elif isinstance(constraint, Blocked):
                _note_cells(constraint, grounds, path, blocked, problems)
            elif isinstance(constraint, (AllDifferent, ExactlyOne)):
                _probe(constraint.expression, grounds)
                if isinstance(constraint, ExactlyOne):
                    _note_exact(constraint, grounds, path, problems)
            elif isinstance(constraint, (Allow, Forbid)):
                for scope in grounds.every_row():
                    constraint.condition.evaluate(scope)
            elif isinstance(constraint, Total):
                total_bounds(grounds, constraint)
                _note_sum(constraint.of, grounds, (*path, "of"), problems)
            elif isinstance(constraint, Symmetric):
                _note_symmetry(constraint, grounds, path, problems)
        except ExpressionError as error:
            problems.append(Problem(str(error), path))
        else:
            sound.append(constraint)
    if model.objective:
        sense, expression = model.objective
        try:
            _note_sum(expression, grounds, (sense,), problems)
        except ExpressionError as error:
            problems.append(Problem(str(error), (sense,)))
    for cells, letter in ((given, "Q"), (blocked, "x")):
        for cell in _drawn(model, letter):
            cells.setdefault(cell, ("picture",))
    problems += _given_problems(sound, grounds, given, blocked)
    return problems


def _note_symmetry(
    constraint: Symmetric, grounds: Grounds, path: KeyPath, problems: list[Problem]
) -> None:
    if constraint.symmetry in SQUARE_SYMMETRIES and grounds.rows != grounds.columns:
        problems.append(
            Problem(
                f"the board has {grounds.rows} rows and {grounds.columns} columns, but a "
                f"{constraint.symmetry} symmetry is one of square boards",
                path,
            )
        )


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
    return _with_images(cells, symmetries_of(model.constraints, grounds))


def _with_images(
    cells: Iterable[tuple[int, int]], symmetries: Iterable[tuple[Map, ...]]
) -> dict[tuple[int, int], tuple[int, int]]:
    queens = {cell: cell for cell in cells}
    maps = [each for symmetry in symmetries for each in symmetry]
    if maps:
        for given in list(queens):
            for r, c in sorted(orbit((given[0] - 1, given[1] - 1), maps)):
                queens.setdefault((r + 1, c + 1), given)
    return queens


def _probe(expression: Expression, grounds: Grounds) -> None:
    """Evaluate a label wherever it may fail: an affine one does so in a corner, if anywhere."""
    if grounds.affine(expression) is not None:
        corners = [(r, c) for r in (1, grounds.rows) for c in (1, grounds.columns)]
        grounds.evaluate(expression, corners)
        return
    for scope in grounds.every_row():
        expression.evaluate(scope)


def _label_set(grounds: Grounds, expression: Expression) -> frozenset[int]:
    line = grounds.affine(expression)
    if line is not None and line.modulus is None and 0 in (line.row, line.column):
        cells = [(r, 1) for r in range(1, grounds.rows + 1)] if line.row else []
        cells += [(1, c) for c in range(1, grounds.columns + 1)]
        return frozenset(line.value(r, c) for r, c in cells)
    return frozenset(label for scope in grounds.every_row() for label in expression.evaluate(scope))


def _note_exact(
    constraint: ExactlyOne, grounds: Grounds, path: KeyPath, problems: list[Problem]
) -> None:
    count = len(_label_set(grounds, constraint.expression))
    if count != grounds.rows:
        label, rows = constraint.expression, f"{grounds.rows} row{'s' if grounds.rows > 1 else ''}"
        values = "value" if count == 1 else "different values"
        what = f"{label} takes {count} {values} on a board of {rows}"
        if isinstance(label, Symbol):
            what = f"{count} {label}{'s' if count > 1 else ''}, {rows}"
        problems.append(
            Problem(
                f"{what}: every {label if isinstance(label, Symbol) else 'value'} must hold one "
                "queen, and every row has one, so that the numbers must be equal",
                path,
            )
        )


def _note_sum(
    expression: Expression, grounds: Grounds, path: KeyPath, problems: list[Problem]
) -> None:
    largest = sum(max(map(abs, expression.evaluate(scope))) for scope in grounds.every_row())
    if largest > LARGEST_VALUE:
        problems.append(
            Problem(f"the sum of {expression} over the queens may not fit 64 bits", path)
        )


def total_bounds(grounds: Grounds, constraint: Total) -> tuple[int | None, int | None]:
    """The least and the most that the sum may be."""

    def bound(expression: Expression | None) -> int | None:
        return None if expression is None else expression.constant(grounds.parameters)

    least, most, equals = map(bound, (constraint.at_least, constraint.at_most, constraint.equals))
    lower = [value for value in (least, equals) if value is not None]
    upper = [value for value in (most, equals) if value is not None]
    return max(lower, default=None), min(upper, default=None)


def _note_cells(
    constraint: Given | Blocked,
    grounds: Grounds,
    path: KeyPath,
    cells: dict[tuple[int, int], KeyPath],
    problems: list[Problem],
) -> None:
    for index, pair in enumerate(constraint.cells):
        where = (*path, index)
        try:
            r, c = (part.constant(grounds.parameters) for part in pair)
        except ExpressionError as error:
            problems.append(Problem(str(error), where))
            continue
        if not (1 <= r <= grounds.rows and 1 <= c <= grounds.columns):
            problems.append(
                Problem(
                    f"({r}, {c}) is off the board of {grounds.rows} rows, "
                    f"{grounds.columns} columns (counted from 1)",
                    where,
                )
            )
        elif isinstance(constraint, Given) and (r, c) in cells:
            problems.append(Problem(f"a queen stands on ({r}, {c}) already", where))
        else:
            cells[r, c] = where


def _drawn(model: Model, letter: str) -> Iterable[tuple[int, int]]:
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
    yield from _drawn(model, "Q" if kind is Given else "x")


def _given_problems(
    constraints: Collection[Constraint],
    grounds: Grounds,
    given: dict[tuple[int, int], KeyPath],
    blocked: Collection[tuple[int, int]],
) -> list[Problem]:
    queens = _with_images(given, symmetries_of(constraints, grounds))
    called = {
        cell: f"{cell}" if cell == original else f"{cell}, an image of {original},"
        for cell, original in queens.items()
    }
    paths = {cell: given[original] for cell, original in queens.items()}
    problems: list[Problem] = []
    by_row: dict[int, tuple[int, int]] = {}
    for cell, path in paths.items():
        first = by_row.setdefault(cell[0], cell)
        if first != cell:
            pair = f"{called[first]} and {called[cell]}"
            problems.append(Problem(f"given queens {pair} stand in the same row {cell[0]}", path))
        if cell in blocked:
            message = f"the given queen {called[cell]} stands on a blocked cell"
            problems.append(Problem(message, path))
    if paths:
        for constraint in constraints:
            problems += _given_against(constraint, grounds, paths, called)
    return list(dict.fromkeys(problems))


def _given_against(
    constraint: Constraint,
    grounds: Grounds,
    given: dict[tuple[int, int], KeyPath],
    called: dict[tuple[int, int], str],
) -> Iterable[Problem]:
    cells = list(given)
    if isinstance(constraint, (Allow, Forbid)):
        scope = Scope([r for r, _ in cells], [c for _, c in cells], grounds.names)
        wanted = isinstance(constraint, Allow)
        for cell, holds in zip(cells, constraint.condition.evaluate(scope), strict=True):
            if holds != wanted:
                yield Problem(
                    f"the given queen {called[cell]} stands where "
                    f"{constraint.key}: {constraint.condition} lets none stand",
                    given[cell],
                )
    lines: list[Expression] = []
    if isinstance(constraint, (AllDifferent, ExactlyOne)):
        lines = [constraint.expression]
    elif isinstance(constraint, NoAttack):
        lines = list(SLIDER_LINES.get(constraint.piece or "", ()))
        for rows, columns in constraint.distances:
            for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                for r, c in cells:
                    other = (r + signs[0] * rows, c + signs[1] * columns)
                    if other in given and (r, c) < other:
                        yield Problem(
                            f"given queens {called[r, c]} and {called[other]} attack each other "
                            f"({constraint.piece or f'leap {rows}, {columns}'})",
                            given[other],
                        )
    for line in lines:
        holders: dict[object, tuple[int, int]] = {}
        for cell, label in zip(cells, grounds.evaluate(line, cells), strict=True):
            first = holders.setdefault(label, cell)
            if first != cell:
                yield Problem(
                    f"given queens {called[first]} and {called[cell]} attack each other: "
                    f"they share {line_name(line)} ({line} = {label})",
                    given[cell],
                )
