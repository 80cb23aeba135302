"""Boards as models of OR-Tools CP-SAT: the `integer` and the `boolean` formulation.

Imported only when CP-SAT is used. Variables stand for columns from 0 on the model's board.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from cpqueens.board import Board, Family

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Formulation = Literal["integer", "boolean"]
FORMULATIONS: tuple[Formulation, ...] = ("integer", "boolean")


def import_cp_model() -> Any:
    """OR-Tools' CP-SAT; the threads that its NumPy would start and never use are not started."""
    unset = "OPENBLAS_NUM_THREADS" not in os.environ
    if unset:
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
    try:
        from ortools.sat.python import cp_model
    finally:
        if unset:
            del os.environ["OPENBLAS_NUM_THREADS"]
    return cp_model


class Formulated(Struct):
    """A CP-SAT model of a board, and how its variables are read.

    `integer`: `rows[r]` is the column of row r, on the model's board. `boolean`: `literals[r, c]`
    is true when a queen stands there. `objective` is None, or the sum that the model asks for.
    """

    board: Board
    formulation: Formulation
    model: cp_model.CpModel
    rows: list[Any] = []
    literals: dict[tuple[int, int], Any] = {}
    objective: Any = None

    @property
    def variables(self) -> list[Any] | dict[tuple[int, int], Any]:
        """`rows` or `literals` of the model's whole board, numbers where a queen is given."""
        board = self.board
        if self.formulation == "integer":
            rows: dict[int, Any] = {**board.removed}
            rows |= {number - 1: v for number, v in zip(board.row_numbers, self.rows, strict=True)}
            return [rows[r] for r in range(board.full_rows)]
        cells: dict[tuple[int, int], Any] = dict.fromkeys(board.removed.items(), 1)
        for (r, c), literal in self.literals.items():
            cells[board.row_numbers[r] - 1, board.column_numbers[c] - 1] = literal
        return cells

    def columns(self, value: Any) -> tuple[int, ...]:
        """The placement in `value(variable)`: column indices of the board."""
        board = self.board
        if self.formulation == "integer":
            where = {number - 1: c for c, number in enumerate(board.column_numbers)}
            return tuple(where[value(variable)] for variable in self.rows)
        chosen = [0] * board.rows
        for (r, c), literal in self.literals.items():
            if value(literal):
                chosen[r] = c
        return tuple(chosen)

    def search_in_order(self, cp_model: Any) -> None:
        """Search row by row, least column first: solutions come in lexicographic order."""
        choose = cp_model.CHOOSE_FIRST
        if self.formulation == "integer":
            self.model.add_decision_strategy(self.rows, choose, cp_model.SELECT_MIN_VALUE)
        else:
            literals = [self.literals[cell] for cell in sorted(self.literals)]
            self.model.add_decision_strategy(literals, choose, cp_model.SELECT_MAX_VALUE)

    def search_fewest_first(self, cp_model: Any) -> None:
        """Search the row with the fewest columns left first, where rows are variables."""
        if self.formulation == "integer":
            self.model.add_decision_strategy(
                self.rows, cp_model.CHOOSE_MIN_DOMAIN_SIZE, cp_model.SELECT_MIN_VALUE
            )
        else:
            self.search_in_order(cp_model)

    def hint(self, placement: Sequence[int]) -> None:
        """Start from a placement of the board."""
        if self.formulation == "integer":
            for variable, c in zip(self.rows, placement, strict=True):
                self.model.add_hint(variable, self.board.column_numbers[c] - 1)
        else:
            for (r, c), literal in self.literals.items():
                self.model.add_hint(literal, placement[r] == c)


def formulate(
    board: Board, formulation: Formulation, check: Callable[[], None] = lambda: None
) -> Formulated:
    """The CP-SAT model of a board, without its objective being set.

    `check` is called now and then, so that it may end the making of a large model.
    """
    cp_model = import_cp_model()
    native = Formulated(board, formulation, cp_model.CpModel())
    native.model.name = board.model.name
    if formulation == "integer":
        _integer(native, cp_model, check)
    else:
        _boolean(native, cp_model, check)
    return native


def set_objective(native: Formulated) -> None:
    """Give the CP-SAT model the objective of its board."""
    if native.board.sense == "maximize":
        native.model.maximize(native.objective)
    elif native.board.sense == "minimize":
        native.model.minimize(native.objective)


def _integer(native: Formulated, cp_model: Any, check: Callable[[], None]) -> None:
    board, model = native.board, native.model
    numbers = board.column_numbers
    for r, row_number in enumerate(board.row_numbers):
        columns = [numbers[c] - 1 for c in board.allowed_columns(r)]
        domain = cp_model.Domain.from_values(columns)
        native.rows.append(model.new_int_var_from_domain(domain, f"row{row_number}"))
    for family in board.families:
        check()
        model.add_all_different(_label_expressions(native, cp_model, family))
    where = {number: r for r, number in enumerate(board.row_numbers)}
    for down, right in board.leaps:
        for number, r in where.items():
            if number + down in where:
                model.add(native.rows[where[number + down]] - native.rows[r] != right)
    if board.symmetric:
        _need_images(native, _cell_literals(native))
    for total in board.totals:
        values = _row_values(native, cp_model, total.values, "total")
        _bound(native, sum(values), total.at_least, total.at_most)
    if board.sense is not None:
        values = _row_values(native, cp_model, board.values, "value")
        native.objective = sum(values) + board.offset


def _cell_literals(native: Formulated) -> dict[tuple[int, int], Any]:
    """For each allowed cell a literal that is true when the row's queen stands there."""
    board, model, literals = native.board, native.model, {}
    for r, queen in enumerate(native.rows):
        for c in board.allowed_columns(r):
            literal = model.new_bool_var(f"row{board.row_numbers[r]}_at{board.column_numbers[c]}")
            model.add(queen == board.column_numbers[c] - 1).only_enforce_if(literal)
            model.add(queen != board.column_numbers[c] - 1).only_enforce_if(~literal)
            literals[r, c] = literal
    return literals


def _need_images(native: Formulated, cells: dict[tuple[int, int], Any]) -> None:
    """A queen on a cell needs another on the cell's image."""
    columns = native.board.columns
    for images in native.board.images:
        for (r, c), literal in cells.items():
            image = images[r * columns + c]
            if image >= 0:
                native.model.add_implication(literal, cells[divmod(image, columns)])


def _label_expressions(native: Formulated, cp_model: Any, family: Family) -> list[Any]:
    """The labels of the rows' queens: affine in the variables where the expression is."""
    board, form = native.board, family.affine
    if form is not None and form.modulus is None:
        return [
            form.column * variable + (form.row * number + form.column + form.constant)
            for variable, number in zip(native.rows, board.row_numbers, strict=True)
        ]
    return _row_values(native, cp_model, family.numbered, "label")


def _row_values(native: Formulated, cp_model: Any, grid: list[list[int]], name: str) -> list[Any]:
    """A variable a row that has the grid's value at the row's queen."""
    board, variables = native.board, []
    for r, queen in enumerate(native.rows):
        columns = board.allowed_columns(r)
        domain = cp_model.Domain.from_values([grid[r][c] for c in columns])
        variable = native.model.new_int_var_from_domain(domain, f"{name}_row{r + 1}")
        pairs = [(board.column_numbers[c] - 1, grid[r][c]) for c in columns]
        native.model.add_allowed_assignments([queen, variable], pairs)
        variables.append(variable)
    return variables


def _boolean(native: Formulated, cp_model: Any, check: Callable[[], None]) -> None:
    board, model = native.board, native.model
    for r in range(board.rows):
        check()
        for c in board.allowed_columns(r):
            name = f"row{board.row_numbers[r]}_column{board.column_numbers[c]}"
            native.literals[r, c] = model.new_bool_var(name)
    cells = native.literals
    for r in range(board.rows):
        model.add_exactly_one(cells[r, c] for c in board.allowed_columns(r))
    for family in board.families:
        lines: dict[int, list[Any]] = {}
        labels = family.labels
        for (r, c), literal in cells.items():
            lines.setdefault(labels[r][c], []).append(literal)
        for line in lines.values():
            check()
            if len(lines) == board.rows:
                model.add_exactly_one(line)
            elif len(line) > 1:
                model.add_at_most_one(line)
        if len(lines) < board.rows:
            model.add_bool_or([])
    rows = {number: r for r, number in enumerate(board.row_numbers)}
    columns = {number: c for c, number in enumerate(board.column_numbers)}
    for down, right in board.leaps:
        check()
        for (r, c), literal in cells.items():
            below = rows.get(board.row_numbers[r] + down)
            beside = columns.get(board.column_numbers[c] + right)
            other = None if below is None or beside is None else cells.get((below, beside))
            if other is not None:
                model.add_at_most_one(literal, other)
    _need_images(native, cells)
    for total in board.totals:
        _bound(native, _weighted(cp_model, cells, total.values), total.at_least, total.at_most)
    if board.sense is not None:
        native.objective = _weighted(cp_model, cells, board.values) + board.offset


def _weighted(cp_model: Any, cells: dict[tuple[int, int], Any], grid: list[list[int]]) -> Any:
    return cp_model.LinearExpr.weighted_sum(list(cells.values()), [grid[r][c] for r, c in cells])


def _bound(native: Formulated, value: Any, least: int | None, most: int | None) -> None:
    if least is not None:
        native.model.add(value >= least)
    if most is not None:
        native.model.add(value <= most)
