"""Reading expressions and conditions from text.

The text is taken apart by Python's own `ast`, and only whitelisted nodes become objects of
`cpqueens.expressions`; nothing is ever evaluated as Python.

>>> parse_expression("row + 2*column")
Operation('row + 2 * column')
>>> parse_condition("1 < row <= 3 or row == column")
Logic('1 < row <= 3 or row == column')
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from typing import NoReturn

from cpqueens.expressions import (
    FUNCTIONS,
    Comparison,
    Condition,
    Expression,
    ExpressionError,
    Integer,
    Logic,
    Operation,
    Symbol,
)

LONGEST_TEXT = 4000
MOST_BRACKETS = 60
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_INSTEAD: dict[type[ast.AST], str] = {
    ast.Div: "'/' is not accepted: whole-number division is '//'",
    ast.Pow: "'**' is not accepted: write the product out",
    ast.BitAnd: "'&' is not accepted in text: write 'and'",
    ast.BitOr: "'|' is not accepted in text: write 'or'",
    ast.Invert: "'~' is not accepted in text: write 'not'",
}
EXPRESSION_ACCEPTED = (
    "whole numbers, row, column, names of parameters and data tables, "
    "+ - * // %, abs min max and brackets"
)
CONDITION_ACCEPTED = f"{EXPRESSION_ACCEPTED}, compared by == != < <= > >=, joined by and, or, not"


def parse_expression(text: str) -> Expression:
    """The expression that `text` says; raises `ExpressionError` with the offset of the fault."""
    node = _Reader(text).read(_Reader.expression)
    assert isinstance(node, Expression)
    return node


def parse_condition(text: str) -> Condition:
    """The condition that `text` says; raises `ExpressionError` with the offset of the fault."""
    node = _Reader(text).read(_Reader.condition)
    assert isinstance(node, Condition)
    return node


class _Reader:
    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_TEXT:
            raise ExpressionError(
                f"an expression of {len(text):,} characters; at most {LONGEST_TEXT:,} are accepted"
            )
        for offset, character in enumerate(text):
            if not (character.isascii() and (character.isprintable() or character in "\n\r\t")):
                raise ExpressionError(f"the character {character!r} has no meaning here", offset)
        self._check_brackets(text)
        one_line = "".join(" " if character.isspace() else character for character in text)
        self.text = one_line.lstrip()
        self.indent = len(text) - len(self.text)

    @staticmethod
    def _check_brackets(text: str) -> None:
        depth = 0
        for offset, character in enumerate(text):
            depth += (character in "([{") - (character in ")]}")
            if depth > MOST_BRACKETS:
                raise ExpressionError(f"brackets nested more than {MOST_BRACKETS} deep", offset)

    def read(
        self, kind: Callable[[_Reader, ast.expr], Expression | Condition]
    ) -> Expression | Condition:
        if not self.text:
            raise ExpressionError("an empty expression")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(self.text, mode="eval").body
        except SyntaxError as error:
            offset = min(max((error.offset or 1) - 1, 0), len(self.text) - 1)
            raise ExpressionError(
                f"{_shortened(self.text)} is no expression ({error.msg})", self.indent + offset
            ) from None
        except (ValueError, RecursionError, MemoryError):
            raise ExpressionError("an expression too long or too deep to read") from None
        return kind(self, tree)

    def refuse(self, node: ast.AST, message: str) -> NoReturn:
        raise ExpressionError(message, self.indent + getattr(node, "col_offset", 0))

    def source(self, node: ast.expr) -> str:
        return self.text[node.col_offset : node.end_col_offset]

    def expression(self, node: ast.expr) -> Expression:
        if isinstance(node, ast.Constant):
            return self._number(node)
        if isinstance(node, ast.Name):
            if node.id in FUNCTIONS:
                self.refuse(node, f"{node.id} is a function: write {node.id}(…)")
            return Symbol(node.id, self.indent + node.col_offset)
        if isinstance(node, ast.BinOp):
            symbol = _OPERATORS.get(type(node.op))
            if symbol is None:
                self._refuse_operator(node, node.op)
            return self._built(
                node, symbol, [self.expression(node.left), self.expression(node.right)]
            )
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            operand = self.expression(node.operand)
            return -operand if isinstance(node.op, ast.USub) else operand
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, (ast.Compare, ast.BoolOp)) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        ):
            self.refuse(
                node, f"{_shortened(self.source(node))} is true or false, a number is due here"
            )
        self._refuse_operator(node, getattr(node, "op", node))

    def condition(self, node: ast.expr) -> Condition:
        if isinstance(node, ast.Compare):
            symbols = []
            for comparison in node.ops:
                symbol = _COMPARISONS.get(type(comparison))
                if symbol is None:
                    self._refuse_operator(node, comparison, CONDITION_ACCEPTED)
                symbols.append(symbol)
            operands = [self.expression(part) for part in (node.left, *node.comparators)]
            return Comparison(tuple(symbols), tuple(operands))
        if isinstance(node, ast.BoolOp):
            symbol = "and" if isinstance(node.op, ast.And) else "or"
            return Logic(symbol, *(self.condition(part) for part in node.values))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Logic("not", self.condition(node.operand))
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            self.refuse(node, f"{node.value} is not accepted: a condition compares numbers")
        number = self.expression(node)
        self.refuse(
            node, f"{_shortened(str(number))} is a number, a condition such as row < 3 is due here"
        )

    def _number(self, node: ast.Constant) -> Integer:
        source = self.source(node)
        if not source.isdigit():
            self.refuse(node, f"{_shortened(source)} is not a whole number")
        return Integer(int(source))

    def _call(self, node: ast.Call) -> Expression:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            called = _shortened(self.source(node.func))
            self.refuse(node, f"{called} is no function here; there are {', '.join(FUNCTIONS)}")
        function = node.func.id
        if node.keywords or any(isinstance(part, ast.Starred) for part in node.args):
            self.refuse(node, f"{function} takes plain expressions only")
        if (len(node.args) != 1) if function == "abs" else (len(node.args) < 2):
            takes = "one expression" if function == "abs" else "two or more expressions"
            self.refuse(node, f"{function} takes {takes}, not {len(node.args)}")
        return self._built(node, function, [self.expression(part) for part in node.args])

    def _built(self, node: ast.expr, symbol: str, operands: list[Expression]) -> Expression:
        try:
            return Operation(symbol, *operands)
        except ExpressionError as error:
            self.refuse(node, str(error))

    def _refuse_operator(
        self, node: ast.expr, operator: ast.AST, accepted: str = EXPRESSION_ACCEPTED
    ) -> NoReturn:
        message = _INSTEAD.get(type(operator))
        if message is None:
            message = f"{_shortened(self.source(node))} is not accepted; accepted are {accepted}"
        self.refuse(node, message)


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "…")
