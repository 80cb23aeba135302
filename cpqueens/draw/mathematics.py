"""A model in words and mathematics, for reading: as plain text, and as Markdown with LaTeX."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

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
from cpqueens.draw.latex import latex, name
from cpqueens.draw.shown import board_text, heading
from cpqueens.draw.text import LARGEST_DRAWN
from cpqueens.errors import OptionError, SolverError
from cpqueens.expressions import Condition, Expression
from cpqueens.fundamentals import symmetries
from cpqueens.model import Model
from cpqueens.question import ask
from cpqueens.symmetry import Symmetry

_LISTED = 12
_MOST_CELLS_COUNTED = 250_000
_Q = "q_r"


class Description(Struct, frozen=True):
    """A model in mathematics: `str` gives plain text, `markdown` is for notebooks."""

    text: str
    markdown: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.markdown


class _Line(NamedTuple):
    """One thing that is said, under its keyword: as plain text and as Markdown."""

    keyword: str
    text: str
    markdown: str


def describe(model: Model, instances: Sequence[Model] | None = None) -> Description:
    """The model in mathematics: name, parameters, variables, constraints, objective, question,
    sizes, symmetries and picture of the first instance, and which solvers can answer it and why
    the others cannot.

    `instances`: those of the model, unless others are to be told.
    """
    if instances is None:
        instances = list(model.each_instance())
    lines = [*_parameters(model), *_statements(model)]
    board = Board(instances[0]) if instances else None
    sizes = [] if board is None else list(_sizes(board, len(instances)))
    answerers = [] if board is None else list(_answerers(board))
    drawn = board is not None and max(board.full_rows, board.full_columns) <= LARGEST_DRAWN
    picture = board_text(board) if board is not None and drawn else ""
    return Description(
        _as_text(model, [*lines, *sizes], picture, answerers),
        _as_markdown(model, [*lines, *sizes], answerers),
    )


def _as_text(model: Model, lines: Sequence[_Line], picture: str, answerers: Sequence[_Line]) -> str:
    parts = [heading(model)]
    if model.source:
        parts.append(f"source: {model.source}")
    if model.notes:
        parts.append(model.notes.strip())
    parts.append("")
    parts += [f"{line.keyword:10} {line.text}" for line in lines]
    if picture:
        parts += ["", picture]
    if answerers:
        width = max(len(line.keyword) for line in answerers)
        parts += ["", *(f"{line.keyword:{width}}  {line.text}" for line in answerers)]
    return "\n".join(parts)


def _as_markdown(model: Model, lines: Sequence[_Line], answerers: Sequence[_Line]) -> str:
    parts = [f"### {heading(model)}"]
    if model.source:
        parts.append(f"*Source: {model.source}*")
    if model.notes:
        parts.append(model.notes.strip())
    parts.append("\n".join(["| | |", "| --- | --- |", *(_row(line) for line in lines)]))
    if answerers:
        rows = (_row(_Line(f"`{each.keyword}`", "", each.markdown)) for each in answerers)
        parts.append("\n".join(["| solver | |", "| --- | --- |", *rows]))
    return "\n\n".join(parts) + "\n"


def _row(line: _Line) -> str:
    said = line.markdown.replace("|", r"\|")
    return f"| {line.keyword} | {said} |"


def _parameters(model: Model) -> Iterator[_Line]:
    for known, parameter in model.parameters.items():
        bounds = [
            f"at {word} {bound}"
            for word, bound in (("least", parameter.minimum), ("most", parameter.maximum))
            if bound is not None
        ]
        tail = f" ({', '.join(bounds)})" if bounds else ""
        yield _Line(
            "parameter",
            f"{known} = {parameter.default}{tail}",
            f"${name(known)} = {parameter.default}${tail}",
        )


def _statements(model: Model) -> Iterator[_Line]:
    tables = {*model.tables, *(table for each in model.instances for table in each.data)}
    columns, rows = ("the columns", "the rows")
    columns_latex, rows_latex = (r"\text{columns}", r"\text{rows}")
    if model.board is not None:
        columns, rows = str(model.board.columns), str(model.board.rows)
        columns_latex, rows_latex = latex(model.board.columns, ()), latex(model.board.rows, ())
    yield _Line(
        "variables",
        f"q[r] in 1 .. {columns}: the column of the queen of row r, r = 1 .. {rows}",
        rf"${_Q} \in \lbrace 1, \dots, {columns_latex} \rbrace$, the column of the queen "
        rf"of row $r$, for $r = 1, \dots, {rows_latex}$",
    )
    for constraint in model.constraints:
        for text, markdown in _statement(constraint, tables):
            yield _Line("subject to", text, markdown)
    if model.objective:
        sense, expression = model.objective
        yield _Line(
            sense,
            f"sum over r of {_at_queen(expression, tables)}",
            rf"$\sum_r {_summand(expression, tables)}$",
        )
    asked = _asked(model)
    yield _Line("find", asked, asked)
    if model.format:
        yield _Line("format", model.format, f"`{model.format}`")


def _asked(model: Model) -> str:
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
    return " and ".join(asked)


def _at_queen(node: Expression | Condition, tables: Collection[str]) -> str:
    """The expression at the queen of row r: `row` is r, `column` is q[r], a table has both."""
    instead = {"row": "r", "column": "q[r]", **{each: f"{each}[r, q[r]]" for each in tables}}
    return re.sub(r"\w+", lambda word: instead.get(word[0], word[0]), str(node))


def _summand(node: Expression, tables: Collection[str]) -> str:
    written = latex(node, tables)
    return rf"\left({written}\right)" if re.search(r" [+-] ", written) else written


def _statement(constraint: Constraint, tables: Collection[str]) -> Iterator[tuple[str, str]]:
    if isinstance(constraint, (AllDifferent, ExactlyOne)):
        exact = ", every value used" if isinstance(constraint, ExactlyOne) else ""
        yield (
            f"all different over r{exact}: {_at_queen(constraint.expression, tables)}",
            rf"$\mathrm{{alldifferent}}_r\left({latex(constraint.expression, tables)}\right)$"
            + exact,
        )
    elif isinstance(constraint, NoAttack):
        if constraint.piece:
            said = f"no queen attacks another as a {constraint.piece}"
        else:
            leaps = ", ".join(f"({rows}, {columns})" for rows, columns in constraint.leaps)
            said = f"no two queens at the distances {leaps}, with all signs"
        yield said, said
    elif isinstance(constraint, Allow):
        yield (
            f"for each r: {_at_queen(constraint.condition, tables)}",
            rf"$\forall r:\; {latex(constraint.condition, tables)}$",
        )
    elif isinstance(constraint, Forbid):
        yield (
            f"for no r: {_at_queen(constraint.condition, tables)}",
            rf"$\nexists r:\; {latex(constraint.condition, tables)}$",
        )
    elif isinstance(constraint, Given):
        said = f"queens given on (row, column) {_cells(constraint.cells)}"
        yield said, said
    elif isinstance(constraint, Blocked):
        said = f"no queen on (row, column) {_cells(constraint.cells)}"
        yield said, said
    elif isinstance(constraint, Symmetric):
        said = f"the placement is its own image under the {SYMMETRIES[constraint.symmetry]}"
        yield said, said
    elif isinstance(constraint, Total):
        for symbol, sign, bound in (
            (">=", r"\ge", constraint.at_least),
            ("<=", r"\le", constraint.at_most),
            ("=", "=", constraint.equals),
        ):
            if bound is not None:
                yield (
                    f"sum over r of {_at_queen(constraint.of, tables)} {symbol} {bound}",
                    rf"$\sum_r {_summand(constraint.of, tables)} {sign} {latex(bound, ())}$",
                )


def _cells(cells: Sequence[Cell]) -> str:
    text = ", ".join(f"({r}, {c})" for r, c in cells[:_LISTED])
    return text + (f", … ({len(cells)} in all)" if len(cells) > _LISTED else "")


def _sizes(board: Board, instances: int) -> Iterator[_Line]:
    said = f"{board.full_rows} rows, {board.full_columns} columns"
    if board.rows * board.columns <= _MOST_CELLS_COUNTED:
        cells = sum(mask.bit_count() for mask in board.allowed) + len(board.removed)
        lines = sum(len({label for row in f.labels for label in row}) for f in board.families)
        number = len(board.families)
        said += (
            f"; a queen may stand on {cells:,} cells, which lie on {lines:,} lines of "
            f"{number} kind{'' if number == 1 else 's'}"
        )
    yield _Line("board", said, said)
    symmetric = _symmetry(board)
    yield _Line("symmetry", symmetric, symmetric)
    if instances > 1:
        several = f"{instances}; the first is described and drawn"
        yield _Line("instances", several, several)


def _symmetry(board: Board) -> str:
    try:
        group = symmetries(board)
    except OptionError:
        return "not looked for on so large a board"
    if len(group) == len(Symmetry):
        return "all eight of the square"
    if len(group) == 1:
        return "none"
    return ", ".join(each.value for each in islice(group, 1, None))


def _answerers(board: Board) -> Iterator[_Line]:
    question = ask(board.model)
    try:
        chosen, why = solvers.choose("auto", board, question)
    except SolverError:
        chosen, why = None, ""
    for known in solvers.names():
        solver = solvers.find(known)
        reason = solver.missing() or solver.refusal(board, question)
        line = f"no: {reason}" if reason else "can answer it"
        if solver is chosen:
            line += f"; auto takes it ({why})"
        yield _Line(known, line, line)
