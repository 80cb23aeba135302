"""What a model may demand of its placements: the constraints, as data.

Each constraint is a frozen object that knows nothing of boards and solvers. The functions of the
same names in small letters take what people write: texts, numbers, expressions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from cpqueens.expression_text import parse_condition, parse_expression
from cpqueens.expressions import Condition, Expression, Integer, whole_number
from cpqueens.symmetry import NAMED

Leap = tuple[int, int]
Cell = tuple[Expression, Expression]
SLIDERS = ("queen", "rook", "bishop")
"""Pieces that reach as far as the board goes; they pass over queens and blocked cells."""
LEAPERS: dict[str, tuple[Leap, ...]] = {
    "king": ((0, 1), (1, 0), (1, 1)),
    "knight": ((1, 2), (2, 1)),
}
"""Pieces that reach the cells at these distances, taken with all signs."""
PIECES = (*SLIDERS, *LEAPERS)
SQUARE_SYMMETRIES = tuple(name for name, (first, *_) in NAMED.items() if first.exchanges)
"""Those that only square boards have."""
SYMMETRIES = {
    "half-turn": "half turn",
    "quarter-turn": "quarter turn",
    "left-right": "reflection that exchanges left and right",
    "top-bottom": "reflection that exchanges top and bottom",
    "diagonal": "reflection in the diagonal",
    "antidiagonal": "reflection in the antidiagonal",
}
"""Turns and reflections of the board, and what they are called. The diagonal is the one from top
left: the reflection in it exchanges rows and columns."""


class AllDifferent(Struct, frozen=True):
    """No two queens share the value of the expression."""

    key: ClassVar[str] = "all_different"
    expression: Expression


class ExactlyOne(Struct, frozen=True):
    """No two queens share the value of the expression, and every value on the board is used."""

    key: ClassVar[str] = "exactly_one"
    expression: Expression


class NoAttack(Struct, frozen=True):
    """No queen stands on a cell that another reaches as this piece, or by one of these leaps.

    `leaps` are distances (rows, columns), taken with all signs; a named piece has its own.
    """

    key: ClassVar[str] = "no_attack"
    piece: str | None = None
    leaps: tuple[Leap, ...] = ()

    @property
    def distances(self) -> tuple[Leap, ...]:
        """The leaps of the piece, or those given; none for pieces that slide."""
        return self.leaps if self.piece is None else LEAPERS.get(self.piece, ())


class Allow(Struct, frozen=True):
    """Queens stand only on cells where the condition holds."""

    key: ClassVar[str] = "allow"
    condition: Condition


class Forbid(Struct, frozen=True):
    """No queen stands on a cell where the condition holds."""

    key: ClassVar[str] = "forbid"
    condition: Condition


class Given(Struct, frozen=True):
    """Queens already placed: (row, column), counted from 1."""

    key: ClassVar[str] = "given"
    cells: tuple[Cell, ...]


class Blocked(Struct, frozen=True):
    """Cells taken out: (row, column), counted from 1. Attacks pass over them."""

    key: ClassVar[str] = "blocked"
    cells: tuple[Cell, ...]


class Total(Struct, frozen=True):
    """Bounds on the sum of an expression over the queens; the bounds may use parameters."""

    key: ClassVar[str] = "total"
    of: Expression
    at_least: Expression | None = None
    at_most: Expression | None = None
    equals: Expression | None = None


class Symmetric(Struct, frozen=True):
    """The placement is its own image under one of `SYMMETRIES`."""

    key: ClassVar[str] = "symmetric"
    symmetry: str


Constraint = (
    AllDifferent | ExactlyOne | NoAttack | Allow | Forbid | Given | Blocked | Total | Symmetric
)
CONSTRAINTS: tuple[type[Constraint], ...] = (
    AllDifferent,
    ExactlyOne,
    NoAttack,
    Allow,
    Forbid,
    Given,
    Blocked,
    Total,
    Symmetric,
)


def expression(value: Expression | int | str) -> Expression:
    """An expression from its text or a whole number; raises `ExpressionError` or `TypeError`.

    >>> expression("weight - 2 * row"), expression(7)
    (Operation('weight - 2 * row'), Integer('7'))
    """
    if isinstance(value, Expression):
        return value
    if isinstance(value, str):
        return parse_expression(value)
    number = whole_number(value)
    if number is None:
        raise TypeError(
            f"an expression is text, a whole number or built from row and column, not {value!r}"
        )
    return Integer(number)


def condition(value: Condition | str) -> Condition:
    """A condition from its text; raises `ExpressionError` or `TypeError`."""
    if isinstance(value, Condition):
        return value
    if isinstance(value, str):
        return parse_condition(value)
    raise TypeError(f"a condition is text or built from row and column, not {value!r}")


def all_different(label: Expression | int | str) -> AllDifferent:
    """No two queens share the value of `label`.

    >>> from cpqueens import Model, column, count
    >>> count(Model(board=4, constraints=[all_different(column)]))
    24
    """
    return AllDifferent(expression(label))


def exactly_one(label: Expression | int | str) -> ExactlyOne:
    """As `all_different`, and every value that `label` takes on the board is used.

    >>> from cpqueens import Model, count
    >>> count(Model(regions=["AAB", "ACB", "CCB"], constraints=[exactly_one("region")]))
    8
    """
    return ExactlyOne(expression(label))


def no_attack(piece: str | Iterable[Sequence[int]]) -> NoAttack:
    """No queen reaches another as this piece (a name of `PIECES`), or by these leaps.

    Leaps are pairs (rows, columns), taken with all signs. Whether the name or the leaps are
    accepted is decided by `Model`, which reports all faults at once.

    >>> from cpqueens import Model, count
    >>> count(Model(board=6, constraints=[no_attack("queen"), no_attack([(3, 1), (1, 3)])]))
    0
    """
    if isinstance(piece, str):
        return NoAttack(piece=piece)
    leaps = []
    for leap in piece:
        rows, columns = map(whole_number, _pair(leap, "a leap is a pair (rows, columns)"))
        if rows is None or columns is None:
            raise TypeError(f"a leap is a pair of whole numbers, not {leap!r}")
        leaps.append((rows, columns))
    return NoAttack(leaps=tuple(leaps))


def allow(where: Condition | str) -> Allow:
    """Queens stand only where the condition holds.

    >>> from cpqueens import Model, column, count, row
    >>> count(Model(board=4, constraints=[allow(abs(row - column) <= 1)]))
    36
    """
    return Allow(condition(where))


def forbid(where: Condition | str) -> Forbid:
    """No queen stands where the condition holds.

    >>> from cpqueens import column, count, queens, row
    >>> count(queens(8).with_constraints(forbid((row == 1) & (column < 4))))
    64
    """
    return Forbid(condition(where))


def given(*cells: Sequence[Expression | int | str]) -> Given:
    """Queens already placed, each (row, column) counted from 1.

    >>> from cpqueens import queens, solve
    >>> solve(queens(8).with_constraints(given((1, 4), (2, 7)))).placement.numbers
    (4, 7, 1, 8, 5, 2, 6, 3)
    """
    return Given(_cells(cells))


def blocked(*cells: Sequence[Expression | int | str]) -> Blocked:
    """Cells taken out, each (row, column) counted from 1; attacks pass over them.

    >>> from cpqueens import count, queens
    >>> count(queens(8).with_constraints(blocked((1, 1), (8, 8))))
    84
    """
    return Blocked(_cells(cells))


def total(
    of: Expression | int | str,
    *,
    at_least: Expression | int | str | None = None,
    at_most: Expression | int | str | None = None,
    equals: Expression | int | str | None = None,
) -> Total:
    """A bound on the sum of `of` over the queens; at least one bound is needed.

    >>> from cpqueens import count, queens
    >>> count(queens(8).with_constraints(total("row * column", at_most=150)))
    10
    """
    bounds = [None if b is None else expression(b) for b in (at_least, at_most, equals)]
    if not any(bound is not None for bound in bounds):
        raise TypeError("total takes one or more of at_least, at_most and equals")
    return Total(expression(of), *bounds)


def symmetric(symmetry: str) -> Symmetric:
    """The placement is its own image under a symmetry of the board, one of `SYMMETRIES`.

    `"half-turn"`, `"left-right"` and `"top-bottom"` suit every board, `"quarter-turn"`,
    `"diagonal"` and `"antidiagonal"` square ones. With one queen a row `"left-right"` leaves
    nothing but queens in the middle column. Whether the name is accepted is decided by `Model`.

    >>> from cpqueens import count, queens
    >>> count(queens(8).with_constraints(symmetric("half-turn")))
    4
    """
    if not isinstance(symmetry, str):
        raise TypeError(f"a symmetry is a name such as 'half-turn', not {symmetry!r}")
    return Symmetric(symmetry)


def _cells(cells: Iterable[Sequence[Expression | int | str]]) -> tuple[Cell, ...]:
    pairs = [_pair(cell, "a cell is a pair (row, column)") for cell in cells]
    return tuple((expression(r), expression(c)) for r, c in pairs)


def _pair(value: Any, due: str) -> tuple[Any, Any]:
    parts = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else ()
    if len(parts) != 2:
        raise TypeError(f"{due}, not {value!r}")
    return parts
