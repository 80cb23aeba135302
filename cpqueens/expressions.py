"""The arithmetic of models: `row`, `column`, parameters, data tables, and conditions on them.

An expression is written as text (`"row + column"`) or built from `row` and `column` by Python's
operators; both give equal objects. Rows and columns count from 1, row 1 being the top one.

>>> str((row + 1) * -column % 3), str((row < column) & ~(row == 2))
('(row + 1) * -column % 3', 'row < column and not row == 2')
"""

from __future__ import annotations

import keyword
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, NoReturn, SupportsIndex, Union

from msgspec import Struct

from cpqueens.errors import CpqueensError

LARGEST_VALUE = 2**63 - 1

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
FUNCTIONS = ("abs", "min", "max")
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
RESERVED = frozenset({"row", "column", "picture", "regions", *FUNCTIONS})
_PRECEDENCE = {"or": 1, "and": 2, "not": 3, "compare": 4, "+": 5, "-": 5, "*": 6, "//": 6, "%": 6}
_NEGATION, _ATOM = 7, 9
_NO_CELL = (0,)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")

Row = Sequence[int | str]
"""One row of a data table: whole numbers, or letters (a `str` is a row of letters)."""
Names = Mapping[str, int | Sequence[Row]]
"""Values of parameters (`int`) and data tables (rows of cells) by name."""


class ExpressionError(CpqueensError, ValueError):
    """A text or value that is no expression; `offset` is where in the text, counted from 0."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        self.offset = offset
        super().__init__(message)


def name_fault(name: str) -> str | None:
    """Why `name` cannot name a parameter or table, or None when it can."""
    if not _IDENTIFIER.match(name):
        return "a name has letters, digits and _ only, and no digit first"
    if name in RESERVED or keyword.iskeyword(name):
        return f"{name!r} is a word of the model language"
    return None


class Scope(Struct, frozen=True):
    """The cells at which an expression is evaluated, and the values of its names.

    `rows[i]`, `columns[i]` are cell i, counted from 1.
    """

    rows: Sequence[int]
    columns: Sequence[int]
    names: Names

    def part(self, indices: Sequence[int]) -> Scope:
        rows, columns = self.rows, self.columns
        return Scope([rows[i] for i in indices], [columns[i] for i in indices], self.names)


class _Node:
    """What expressions and conditions have in common: they are immutable trees of bounded size.

    `text` has the fewest brackets, and tells the whole tree; `precedence` is that of its outermost
    operator.
    """

    DEEPEST_NESTING: ClassVar[int]
    LONGEST_TEXT: ClassVar[int]
    __slots__ = ("depth", "operands", "precedence", "text")
    operands: tuple[_Node, ...]
    depth: int

    def __init__(self, text: str, precedence: int, operands: tuple[_Node, ...] = ()) -> None:
        self.text = text
        self.precedence = precedence
        self.operands = operands
        self.depth = 1 + max((part.depth for part in operands), default=0)
        if self.depth > self.DEEPEST_NESTING:
            raise ExpressionError(self.too_deep())
        if len(text) > self.LONGEST_TEXT:
            raise ExpressionError(f"longer than {self.LONGEST_TEXT:,} characters when written out")

    @classmethod
    def too_deep(cls) -> str:
        return f"nested more than {cls.DEEPEST_NESTING} deep, a + b + c counting as (a + b) + c"

    def same(self, other: object) -> bool:
        """Whether `other` is the same tree."""
        return type(self) is type(other) and self.text == str(other)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def bracketed(self, least: int) -> str:
        """The text as an operand of an operator that takes this precedence or higher."""
        return self.text if self.precedence >= least else f"({self.text})"

    def symbols(self) -> Iterator[Symbol]:
        """Every name used, with repeats, from left to right."""
        for part in self.operands:
            yield from part.symbols()


Operand = Union["Expression", SupportsIndex]


def whole_number(value: object) -> int | None:
    """The number that `value` is if it is whole: an `int` or NumPy's like, but no truth value."""
    if type(value) is int:
        return value
    truth = isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool"
    if truth or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # arrays have __index__, but of one number only
        return None


def _operand(value: object) -> Expression | None:
    if isinstance(value, Expression):
        return value
    number = whole_number(value)
    return None if number is None else Integer(number)


class Expression(_Node):
    """A whole number for each cell of the board."""

    DEEPEST_NESTING = 100
    LONGEST_TEXT = 4000
    __slots__ = ()
    __array_ufunc__ = None  # NumPy's numbers leave operators to this class
    operands: tuple[Expression, ...]

    def evaluate(self, scope: Scope) -> list[int]:
        """The value at every cell of the scope.

        Raises `ExpressionError` for a division by zero and for values beyond 64 bits.
        """
        values = self._values(scope)
        if self.operands and values:
            _require_64_bits(self, scope, values)
        return values

    def constant(self, names: Names) -> int:
        """The value of an expression of parameters alone."""
        return self.evaluate(Scope(_NO_CELL, _NO_CELL, names))[0]

    def _values(self, scope: Scope) -> list[int]:
        raise NotImplementedError

    def _binary(self, symbol: str, other: object, reflected: bool = False) -> Expression:
        operand = _operand(other)
        if operand is None:
            return NotImplemented  # type: ignore[no-any-return]
        left, right = (operand, self) if reflected else (self, operand)
        return Operation(symbol, left, right)

    def __add__(self, other: Operand) -> Expression:
        return self._binary("+", other)

    def __radd__(self, other: Operand) -> Expression:
        return self._binary("+", other, reflected=True)

    def __sub__(self, other: Operand) -> Expression:
        return self._binary("-", other)

    def __rsub__(self, other: Operand) -> Expression:
        return self._binary("-", other, reflected=True)

    def __mul__(self, other: Operand) -> Expression:
        return self._binary("*", other)

    def __rmul__(self, other: Operand) -> Expression:
        return self._binary("*", other, reflected=True)

    def __floordiv__(self, other: Operand) -> Expression:
        return self._binary("//", other)

    def __rfloordiv__(self, other: Operand) -> Expression:
        return self._binary("//", other, reflected=True)

    def __mod__(self, other: Operand) -> Expression:
        return self._binary("%", other)

    def __rmod__(self, other: Operand) -> Expression:
        return self._binary("%", other, reflected=True)

    def __neg__(self) -> Expression:
        return Integer(-self.value) if isinstance(self, Integer) else Operation("-", self)

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return Operation("abs", self)

    def _compare(self, symbol: str, other: object) -> Comparison:
        operand = _operand(other)
        if operand is None:
            return NotImplemented  # type: ignore[no-any-return]
        return Comparison((symbol,), (self, operand))

    def __eq__(self, other: object) -> Comparison:  # type: ignore[override]
        return self._compare("==", other)

    def __ne__(self, other: object) -> Comparison:  # type: ignore[override]
        return self._compare("!=", other)

    def __lt__(self, other: Operand) -> Comparison:
        return self._compare("<", other)

    def __le__(self, other: Operand) -> Comparison:
        return self._compare("<=", other)

    def __gt__(self, other: Operand) -> Comparison:
        return self._compare(">", other)

    def __ge__(self, other: Operand) -> Comparison:
        return self._compare(">=", other)

    __hash__ = _Node.__hash__

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "an expression has no truth value before a board gives it cells; "
            "write conditions with == != < <= > >= and join them with & | ~"
        )


class Integer(Expression):
    """A whole number."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        if not -LARGEST_VALUE <= value <= LARGEST_VALUE:
            raise ExpressionError("a number that does not fit 64 bits")
        super().__init__(str(value), _ATOM if value >= 0 else _NEGATION)
        self.value = value

    def _values(self, scope: Scope) -> list[int]:
        return [self.value] * len(scope.rows)


class Symbol(Expression):
    """`row`, `column`, a parameter, or a data table."""

    __slots__ = ("name", "offset")

    def __init__(self, name: str, offset: int | None = None) -> None:
        if name not in ("row", "column") and (fault := name_fault(name)):
            raise ExpressionError(f"{name!r} is no name here: {fault}", offset)
        super().__init__(name, _ATOM)
        self.name = name
        self.offset = offset

    def symbols(self) -> Iterator[Symbol]:
        yield self

    def _values(self, scope: Scope) -> list[int]:
        if self.name == "row":
            return list(scope.rows)
        if self.name == "column":
            return list(scope.columns)
        value = scope.names[self.name]
        if isinstance(value, int):
            return [value] * len(scope.rows)
        cells = zip(scope.rows, scope.columns, strict=True)
        return [value[r - 1][c - 1] for r, c in cells]  # type: ignore[misc]


class Operation(Expression):
    """An operator or function with its operands."""

    __slots__ = ("symbol",)
    symbol: str

    def __init__(self, symbol: str, *operands: Expression) -> None:
        self.symbol = symbol
        if symbol in FUNCTIONS:
            text, precedence = f"{symbol}({', '.join(map(str, operands))})", _ATOM
        elif len(operands) == 1:
            text, precedence = f"-{operands[0].bracketed(_NEGATION)}", _NEGATION
        else:
            precedence = _PRECEDENCE[symbol]
            left, right = operands
            text = f"{left.bracketed(precedence)} {symbol} {right.bracketed(precedence + 1)}"
        super().__init__(text, precedence, operands)

    def _values(self, scope: Scope) -> list[int]:
        parts = [part._values(scope) for part in self.operands]
        if self.symbol == "abs":
            return list(map(abs, parts[0]))
        if self.symbol in FUNCTIONS:
            return list(map(min if self.symbol == "min" else max, *parts))
        if len(parts) == 1:
            return list(map(operator.neg, parts[0]))
        try:
            values = list(map(ARITHMETIC[self.symbol], *parts))
        except ZeroDivisionError:
            where = _cell(scope, parts[1].index(0))
            raise ExpressionError(f"{self} divides by zero{where}") from None
        if self.symbol == "*" and values:
            _require_64_bits(self, scope, values)
        return values


def _cell(scope: Scope, index: int) -> str:
    if scope.rows is _NO_CELL:
        return ""
    return f" at row {scope.rows[index]}, column {scope.columns[index]}"


def _require_64_bits(expression: Expression, scope: Scope, values: list[int]) -> None:
    if max(max(values), -min(values)) > LARGEST_VALUE:
        worst = max(range(len(values)), key=lambda i: abs(values[i]))
        raise ExpressionError(f"{expression} does not fit 64 bits{_cell(scope, worst)}")


class Condition(_Node):
    """True or false for each cell of the board.

    Its bounds are so large that any two expressions can be compared.
    """

    DEEPEST_NESTING = 150
    LONGEST_TEXT = 10_000
    __slots__ = ()

    def evaluate(self, scope: Scope) -> list[bool]:
        """Whether it holds, for every cell of the scope; errors as for `Expression.evaluate`."""
        raise NotImplementedError

    def __and__(self, other: Condition) -> Condition:
        return Logic("and", self, other) if isinstance(other, Condition) else NotImplemented

    def __or__(self, other: Condition) -> Condition:
        return Logic("or", self, other) if isinstance(other, Condition) else NotImplemented

    def __invert__(self) -> Condition:
        return Logic("not", self)

    def __eq__(self, other: object) -> bool:
        return self.same(other)

    __hash__ = _Node.__hash__

    def __bool__(self) -> bool:
        raise TypeError(
            "a condition has no truth value before a board gives it cells; "
            "join conditions with & | ~, not with and, or, not or a chain like 1 < row < 4"
        )


class Comparison(Condition):
    """`a < b`, or a chain of them such as `1 < row <= 4`, evaluated as far as needed.

    The truth value of `a == b` tells whether both are the same expression, so that
    expressions can be compared, looked for in lists and used as keys.
    """

    __slots__ = ("operators",)
    operands: tuple[Expression, ...]

    def __init__(self, operators: tuple[str, ...], operands: tuple[Expression, ...]) -> None:
        self.operators = operators
        text = str(operands[0])
        for symbol, part in zip(operators, operands[1:], strict=True):
            text += f" {symbol} {part}"
        super().__init__(text, _PRECEDENCE["compare"], operands)

    def evaluate(self, scope: Scope) -> list[bool]:
        holds = [False] * len(scope.rows)
        undecided: Sequence[int] = range(len(holds))
        left = self.operands[0].evaluate(scope)
        for symbol, part in zip(self.operators, self.operands[1:], strict=True):
            right = part.evaluate(scope.part(undecided))
            compare = COMPARISONS[symbol]
            kept = [k for k, pair in enumerate(zip(left, right, strict=True)) if compare(*pair)]
            undecided = [undecided[k] for k in kept]
            left = [right[k] for k in kept]
        for i in undecided:
            holds[i] = True
        return holds

    def __bool__(self) -> bool:
        if self.operators in (("==",), ("!=",)):
            return self.operands[0].same(self.operands[1]) == (self.operators == ("==",))
        return super().__bool__()


class Logic(Condition):
    """`and`, `or`, `not` of conditions; `and` and `or` look at the right side only where needed."""

    __slots__ = ("symbol",)
    symbol: str
    operands: tuple[Condition, ...]

    def __init__(self, symbol: str, *operands: Condition) -> None:
        flat: list[Condition] = []
        for part in operands:
            same = symbol != "not" and isinstance(part, Logic) and part.symbol == symbol
            flat.extend(part.operands if same else (part,))  # type: ignore[arg-type]
        self.symbol = symbol
        precedence = _PRECEDENCE[symbol]
        if symbol == "not":
            text = f"not {flat[0].bracketed(precedence)}"
        else:
            text = f" {symbol} ".join(part.bracketed(precedence + 1) for part in flat)
        super().__init__(text, precedence, tuple(flat))

    def evaluate(self, scope: Scope) -> list[bool]:
        if self.symbol == "not":
            return [not value for value in self.operands[0].evaluate(scope)]
        decisive = self.symbol == "or"
        values = [not decisive] * len(scope.rows)
        undecided: Sequence[int] = range(len(values))
        for part in self.operands:
            found = part.evaluate(scope.part(undecided))
            for i, value in zip(undecided, found, strict=True):
                values[i] = value
            undecided = [i for i in undecided if values[i] != decisive]
        return values


row = Symbol("row")
column = Symbol("column")


def minimum(*operands: Operand) -> Expression:
    """The least of two or more expressions (Python's `min` cannot be used: it compares).

    >>> str(minimum(row, column, 3))
    'min(row, column, 3)'
    """
    return _extreme("min", operands)


def maximum(*operands: Operand) -> Expression:
    """The greatest of two or more expressions.

    >>> str(maximum(row, 9 - row))
    'max(row, 9 - row)'
    """
    return _extreme("max", operands)


def _extreme(function: str, operands: tuple[Operand, ...]) -> Expression:
    parts = [part for part in map(_operand, operands) if part is not None]
    if len(parts) != len(operands) or len(parts) < 2:
        raise TypeError(f"{function} takes two or more expressions or whole numbers")
    return Operation(function, *parts)
