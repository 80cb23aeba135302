"""Expressions that are `a*row + b*column + c`, perhaps modulo m: lines that need no grid."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from msgspec import Struct

from cpqueens.expressions import (
    ARITHMETIC,
    Expression,
    Integer,
    Operation,
    Symbol,
    column,
    row,
)


class Affine(Struct, frozen=True):
    """`row*r + column*c + constant`, modulo `modulus` if there is one."""

    row: int
    column: int
    constant: int
    modulus: int | None = None

    def value(self, row: int, column: int) -> int:
        """The value at a cell counted from 1."""
        value = self.row * row + self.column * column + self.constant
        return value if self.modulus is None else value % self.modulus

    @property
    def lines(self) -> Affine:
        """The one affine expression that stands for all that have the same lines.

        >>> Affine(-2, 2, 7).lines == Affine(1, -1, 0).lines
        True
        """
        if self.modulus is None:
            divisor = gcd(self.row, self.column) or 1
            row, column = self.row // divisor, self.column // divisor
            return Affine(*max((row, column), (-row, -column)), 0)
        modulus = abs(self.modulus)
        turned = [(sign * self.row % modulus, sign * self.column % modulus) for sign in (1, -1)]
        return Affine(*min(turned), 0, modulus)


def affine(expression: Expression, parameters: Mapping[str, int]) -> Affine | None:
    """`expression` as an `Affine` with the parameters put in, or None when it is not affine."""
    if isinstance(expression, Integer):
        return Affine(0, 0, expression.value)
    if isinstance(expression, Symbol):
        if expression.name in parameters:
            return Affine(0, 0, parameters[expression.name])
        return {"row": Affine(1, 0, 0), "column": Affine(0, 1, 0)}.get(expression.name)
    if not isinstance(expression, Operation):
        return None
    parts = [affine(part, parameters) for part in expression.operands]
    if len(parts) == 1 and expression.symbol == "-":
        return _scaled(parts[0], -1)
    if len(parts) != 2 or expression.symbol not in ARITHMETIC:
        return None
    left, right = parts
    if left is None or right is None or right.modulus is not None:
        return None
    return _combined(expression.symbol, left, right)


def _combined(operator: str, left: Affine, right: Affine) -> Affine | None:
    left_fixed, right_fixed = (part.row == part.column == 0 for part in (left, right))
    if left.modulus is not None:
        return None
    if operator in "+-":
        sign = 1 if operator == "+" else -1
        return Affine(
            left.row + sign * right.row,
            left.column + sign * right.column,
            left.constant + sign * right.constant,
        )
    if operator == "*" and right_fixed:
        return _scaled(left, right.constant)
    if operator == "*" and left_fixed:
        return _scaled(right, left.constant)
    if operator in ("//", "%") and right_fixed and right.constant != 0:
        if left_fixed:
            return Affine(0, 0, ARITHMETIC[operator](left.constant, right.constant))
        if operator == "%":
            return Affine(left.row, left.column, left.constant, right.constant)
    return None


def _scaled(part: Affine | None, factor: int) -> Affine | None:
    if part is None or part.modulus is not None:
        return None
    return Affine(part.row * factor, part.column * factor, part.constant * factor)


def line_name(line: Expression) -> str:
    """What people call the lines of this label."""
    form = affine(line, {})
    names = {
        _lines(column): "a column",
        _lines(row - column): "a diagonal",
        _lines(row + column): "an antidiagonal",
        _lines(row): "a row",
    }
    return names.get(form.lines, "a line") if form else "a line"


def _lines(line: Expression) -> Affine:
    form = affine(line, {})
    assert form is not None
    return form.lines
