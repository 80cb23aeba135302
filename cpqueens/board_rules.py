"""What an instance must fulfil when it is put on its board: cells, labels, sums, given queens.

Rows and columns count from 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cpqueens.affine import line_name
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
from cpqueens.expressions import LARGEST_VALUE, Expression, ExpressionError, Scope, Symbol
from cpqueens.grounding import (
    SLIDER_LINES,
    Grounds,
    drawn_cells,
    ground,
    symmetries_of,
    total_bounds,
    with_images,
)
from cpqueens.model import Model


def grounding_problems(model: Model) -> list[Problem]:
    """What is wrong with an instance when it is put on its board, located in its file."""
    grounds, problems = ground(model)
    if not problems:
        problems = instance_problems(model, grounds)
    return [model.origin.locate(p) if model.origin else p for p in problems]


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
        for cell in drawn_cells(model, letter):
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


def _given_problems(
    constraints: Collection[Constraint],
    grounds: Grounds,
    given: dict[tuple[int, int], KeyPath],
    blocked: Collection[tuple[int, int]],
) -> list[Problem]:
    queens = with_images(given, symmetries_of(constraints, grounds))
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
