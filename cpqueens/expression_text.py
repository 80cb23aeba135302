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
import re
import string
import warnings
from typing import NoReturn

from cpqueens.errors import brief
from cpqueens.expressions import (
    FUNCTIONS,
    LARGEST_VALUE,
    Comparison,
    Condition,
    Expression,
    ExpressionError,
    Integer,
    Logic,
    Operation,
    Symbol,
)

_CHARACTERS = frozenset(string.ascii_letters + string.digits + "_ \t\r\n+-*/%()<>=!,.&|~")
_NUMBER_LIKE = re.compile(r"(?<![A-Za-z0-9_.])[0-9][A-Za-z0-9_.]*")
_LONE_EQUALS = re.compile(r"(?<![=!<>])=(?!=)")
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
    reader = _Reader(text, Expression, EXPRESSION_ACCEPTED)
    return reader.expression(reader.tree())


def parse_condition(text: str) -> Condition:
    """The condition that `text` says; raises `ExpressionError` with the offset of the fault."""
    reader = _Reader(text, Condition, CONDITION_ACCEPTED)
    return reader.condition(reader.tree())


class _Reader:
    def __init__(self, text: str, kind: type[Expression] | type[Condition], accepted: str) -> None:
        self.kind = kind
        self.accepted = accepted
        if len(text) > kind.LONGEST_TEXT:
            raise ExpressionError(
                f"a text of {len(text):,} characters; at most {kind.LONGEST_TEXT:,} are accepted"
            )
        self._check_characters(text)
        self._check_tokens(text)
        one_line = "".join(" " if character.isspace() else character for character in text)
        self.text = one_line.lstrip()
        self.indent = len(text) - len(self.text)

    def _check_characters(self, text: str) -> None:
        """Keeps what Python's own parser may be slow with (deep or mixed brackets) from it."""
        depth = 0
        for offset, character in enumerate(text):
            if character not in _CHARACTERS:
                raise ExpressionError(
                    f"the character {character!r} has no meaning here; "
                    f"accepted are {self.accepted}",
                    offset,
                )
            depth += (character == "(") - (character == ")")
            if depth > self.kind.DEEPEST_NESTING:
                raise ExpressionError(self.kind.too_deep(), offset)

    @staticmethod
    def _check_tokens(text: str) -> None:
        """Refuses what Python's parser would explain in terms that do not hold here."""
        for number in _NUMBER_LIKE.finditer(text):
            if not re.fullmatch("0|[1-9][0-9]*", number[0]):
                message = f"{brief(number[0])} is not a whole number"
                raise ExpressionError(message, number.start())
            if int(number[0][:20]) > LARGEST_VALUE:
                message = f"{brief(number[0])} does not fit 64 bits"
                raise ExpressionError(message, number.start())
        if lone := _LONE_EQUALS.search(text):
            raise ExpressionError("'=' is not accepted: write '==' to compare", lone.start())

    def tree(self) -> ast.expr:
        """What Python's parser makes of the text, if that is not too deep to go through."""
        if not self.text:
            raise ExpressionError(f"an empty text; accepted are {self.accepted}")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(self.text, mode="eval").body
        except SyntaxError as error:
            offset = len(self.text) - 1  # where the text ends too early, Python gives no place
            if error.lineno == 1 and error.offset:
                offset = min(error.offset - 1, offset)
            raise ExpressionError(
                f"{brief(self.text)} cannot be read ({error.msg}); accepted are {self.accepted}",
                self.indent + offset,
            ) from None
        except (RecursionError, MemoryError):
            raise ExpressionError(self.kind.too_deep()) from None
        level: list[ast.AST] = [tree]
        for _ in range(self.kind.DEEPEST_NESTING + 1):
            parts = (part for node in level for part in ast.iter_child_nodes(node))
            level = [part for part in parts if isinstance(part, ast.expr)]
        if level:
            raise ExpressionError(self.kind.too_deep())
        return tree

    def refuse(self, node: ast.expr, message: str) -> NoReturn:
        raise ExpressionError(message, self.indent + node.col_offset)

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
            return Operation(symbol, self.expression(node.left), self.expression(node.right))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            operand = self.expression(node.operand)
            return -operand if isinstance(node.op, ast.USub) else operand
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, (ast.Compare, ast.BoolOp)) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        ):
            self.refuse(node, f"{brief(self.source(node))} is true or false, a number is due here")
        self._refuse_operator(node, getattr(node, "op", node))

    def condition(self, node: ast.expr) -> Condition:
        if isinstance(node, ast.Compare):
            symbols = []
            for comparison in node.ops:
                symbol = _COMPARISONS.get(type(comparison))
                if symbol is None:
                    self._refuse_operator(node, comparison)
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
            node, f"{brief(str(number))} is a number, a condition such as row < 3 is due here"
        )

    def _number(self, node: ast.Constant) -> Integer:
        if isinstance(node.value, bool) or not isinstance(node.value, int):
            self.refuse(node, f"{brief(self.source(node))} is not a whole number")
        return Integer(node.value)

    def _call(self, node: ast.Call) -> Expression:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            called = brief(self.source(node.func))
            self.refuse(node, f"{called} is no function here; there are {', '.join(FUNCTIONS)}")
        function = node.func.id
        if node.keywords or any(isinstance(part, ast.Starred) for part in node.args):
            self.refuse(node, f"{function} takes plain expressions only")
        if (len(node.args) != 1) if function == "abs" else (len(node.args) < 2):
            takes = "one expression" if function == "abs" else "two or more expressions"
            self.refuse(node, f"{function} takes {takes}, not {len(node.args)}")
        return Operation(function, *(self.expression(part) for part in node.args))

    def _refuse_operator(self, node: ast.expr, operator: ast.AST) -> NoReturn:
        message = _INSTEAD.get(type(operator))
        if message is None:
            source = brief(self.source(node))
            self.refuse(node, f"{source} is not accepted; accepted are {self.accepted}")
        offset = node.col_offset
        if isinstance(node, ast.BinOp):
            offset = node.left.end_col_offset or 0
            offset += len(self.text[offset:]) - len(self.text[offset:].lstrip(" )"))
        raise ExpressionError(message, self.indent + offset)
