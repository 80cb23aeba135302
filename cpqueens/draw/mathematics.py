"""A model in words and mathematics, for reading."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from cpqueens import solvers
from cpqueens.board import Board
from cpqueens.constraints import (
    SYMMETRIES,
    AllDifferent,
    Allow,
    Blocked,
    Cell,
    Constraint,
    ExactlyOne,
    Forbid,
    Given,
    NoAttack,
    Symmetric,
    Total,
)
from cpqueens.draw.text import BLOCKED, FREE, QUEEN, draw_cells
from cpqueens.expressions import Condition, Expression
from cpqueens.model import Model
from cpqueens.question import ask

LARGEST_DRAWN = 40
_LISTED = 12


def model_text(model: Model, instances: Sequence[Model]) -> str:
    """The model as text: name, parameters, variables, constraints, objective, question, picture
    of the first instance, and which solvers can answer it and why the others cannot."""
    return "\n".join([*_head(model), *_statements(model), *_first(instances)])


def _head(model: Model) -> Iterator[str]:
    yield model.title or model.name or "a model"
    if model.source:
        yield f"source: {model.source}"
    if model.notes:
        yield model.notes.strip()
    yield ""
    for name, parameter in model.parameters.items():
        bounds = [
            f"at {word} {bound}"
            for word, bound in (("least", parameter.minimum), ("most", parameter.maximum))
            if bound is not None
        ]
        yield f"parameter  {name} = {parameter.default}" + (
            f" ({', '.join(bounds)})" if bounds else ""
        )


def _statements(model: Model) -> Iterator[str]:
    tables = {*model.tables, *(name for each in model.instances for name in each.data)}
    columns = "the columns" if model.board is None else str(model.board.columns)
    rows = "the rows" if model.board is None else str(model.board.rows)
    yield f"variables  q[r] in 1 .. {columns}: the column of the queen of row r, r = 1 .. {rows}"
    for constraint in model.constraints:
        for line in _statement(constraint, tables):
            yield f"subject to {line}"
    if model.objective:
        sense, expression = model.objective
        yield f"{sense:10} sum over r of {_at_queen(expression, tables)}"
    question = ask(model)
    asked = []
    if question.unique:
        asked.append("whether there is one placement and no second")
    elif question.best is not None:
        asked.append("the optimum" if question.best == 1 else f"the {question.best} best")
    elif question.solutions == "all":
        asked.append("all placements")
    elif question.solutions is None:
        asked.append("one placement")
    elif question.solutions:
        asked.append(f"the first {question.solutions} in lexicographic order")
    if question.count:
        asked.append("the number of placements")
    yield f"find       {' and '.join(asked)}"
    if model.format:
        yield f"format     {model.format}"


def _at_queen(node: Expression | Condition, tables: Collection[str]) -> str:
    """The expression at the queen of row r: `row` is r, `column` is q[r], a table has both."""
    instead = {"row": "r", "column": "q[r]", **{name: f"{name}[r, q[r]]" for name in tables}}
    return re.sub(r"\w+", lambda word: instead.get(word[0], word[0]), str(node))


def _statement(constraint: Constraint, tables: Collection[str]) -> Iterator[str]:
    if isinstance(constraint, AllDifferent):
        yield f"all different over r: {_at_queen(constraint.expression, tables)}"
    elif isinstance(constraint, ExactlyOne):
        yield f"all different over r, every value used: {_at_queen(constraint.expression, tables)}"
    elif isinstance(constraint, NoAttack):
        if constraint.piece:
            yield f"no queen attacks another as a {constraint.piece}"
        else:
            leaps = ", ".join(f"({rows}, {columns})" for rows, columns in constraint.leaps)
            yield f"no two queens at the distances {leaps}, with all signs"
    elif isinstance(constraint, Allow):
        yield f"for each r: {_at_queen(constraint.condition, tables)}"
    elif isinstance(constraint, Forbid):
        yield f"for no r: {_at_queen(constraint.condition, tables)}"
    elif isinstance(constraint, Given):
        yield f"queens given on (row, column) {_cells(constraint.cells)}"
    elif isinstance(constraint, Blocked):
        yield f"no queen on (row, column) {_cells(constraint.cells)}"
    elif isinstance(constraint, Symmetric):
        yield f"the placement is its own image under the {SYMMETRIES[constraint.symmetry]}"
    elif isinstance(constraint, Total):
        for symbol, bound in (
            (">=", constraint.at_least),
            ("<=", constraint.at_most),
            ("=", constraint.equals),
        ):
            if bound is not None:
                yield f"sum over r of {_at_queen(constraint.of, tables)} {symbol} {bound}"


def _cells(cells: Sequence[Cell]) -> str:
    text = ", ".join(f"({r}, {c})" for r, c in cells[:_LISTED])
    return text + (f", … ({len(cells)} in all)" if len(cells) > _LISTED else "")


def _first(instances: Sequence[Model]) -> Iterator[str]:
    if not instances:
        return
    instance = instances[0]
    board = Board(instance)
    yield f"board      {board.full_rows} rows, {board.full_columns} columns"
    if len(instances) > 1:
        yield f"instances  {len(instances)}; the first is drawn"
    if max(board.full_rows, board.full_columns) <= LARGEST_DRAWN:
        yield ""
        yield _picture(instance, board)
    yield ""
    question = ask(instance)
    chosen, why = solvers.choose("auto", board, question)
    width = max(map(len, solvers.names()))
    for name in solvers.names():
        solver = solvers.find(name)
        reason = solver.missing() or solver.refusal(board, question)
        line = f"no: {reason}" if reason else "can answer it"
        if solver is chosen:
            line += f"; auto takes it ({why})"
        yield f"{name:{width}}  {line}"


def _picture(instance: Model, board: Board) -> str:
    """Values where there is an objective; else given queens, blocked cells, regions by letter."""
    if board.values:
        width = max(len(str(value)) for row in board.values for value in row)
        return "\n".join(" ".join(f"{value:{width}}" for value in row) for row in board.values)
    regions = instance.regions
    cells = []
    for r in range(board.rows):
        row = [FREE if regions is None else regions[r][c] for c in range(board.columns)]
        for c in range(board.columns):
            if board.given.get(r) == c:
                row[c] = QUEEN
            elif not board.allowed[r] >> c & 1 and r not in board.given:
                row[c] = BLOCKED
        cells.append(row)
    return draw_cells(cells)
