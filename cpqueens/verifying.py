"""Checking placements against a model from the definition alone.

This module shares nothing with boards and solvers: it evaluates what the model says at the queens'
cells and compares pairs of queens.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from cpqueens.affine import line_name
from cpqueens.constraints import (
    SYMMETRIES,
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
from cpqueens.errors import ModelError
from cpqueens.expressions import Expression, Names, Scope, column, row
from cpqueens.model import Model, require_model

Queen = tuple[int, int]
"""(row, column), both counted from 1."""

_COLUMN, _ANTIDIAGONAL, _DIAGONAL = column, row + column, row - column
_SLIDES = {
    "queen": (_COLUMN, _ANTIDIAGONAL, _DIAGONAL),
    "rook": (_COLUMN,),
    "bishop": (_ANTIDIAGONAL, _DIAGONAL),
}
_IMAGES: dict[str, Callable[[Queen, int, int], Queen]] = {
    "half-turn": lambda queen, rows, columns: (rows + 1 - queen[0], columns + 1 - queen[1]),
    "quarter-turn": lambda queen, rows, columns: (queen[1], rows + 1 - queen[0]),
    "left-right": lambda queen, rows, columns: (queen[0], columns + 1 - queen[1]),
    "top-bottom": lambda queen, rows, columns: (rows + 1 - queen[0], queen[1]),
    "diagonal": lambda queen, rows, columns: (queen[1], queen[0]),
    "antidiagonal": lambda queen, rows, columns: (columns + 1 - queen[1], rows + 1 - queen[0]),
}
"""Where a symmetry takes a queen on a board of so many rows and columns."""
_BOUNDS: dict[str, Callable[[int, int], bool]] = {
    "at_least": operator.ge,
    "at_most": operator.le,
    "equals": operator.eq,
}


class Violation(Struct, frozen=True):
    """One way in which a placement breaks its model.

    `constraint` is the broken constraint as model files write it, or `board`; `queens` are those
    to blame as (row, column) counted from 1, `line` the expression whose value they share.

    >>> from cpqueens import queens
    >>> violation = verify(queens(4), [1, 3, 1, 2])[0]
    >>> violation.constraint, violation.queens, violation.line
    ('all_different: column', ((1, 2), (3, 2)), 'column')
    """

    constraint: str
    message: str
    queens: tuple[Queen, ...] = ()
    line: str | None = None

    def __str__(self) -> str:
        return self.message


def verify(model: Model, placement: Iterable[int]) -> list[Violation]:
    """What is wrong with a placement: an empty list when it is a solution of the model.

    `placement` has for each row the column of its queen, counted from 0: a `Placement` or any
    sequence of whole numbers. The model must be of one instance, else `ModelError` is raised.

    >>> from cpqueens import queens
    >>> verify(queens(4), [1, 3, 0, 2])
    []
    >>> print(verify(queens(4), [0, 1, 2, 3])[0])
    queens (1, 1) and (2, 2) share a diagonal (row - column = 0)
    """
    return Verifier(model).violations(placement)


class Verifier:
    """A model made ready to check many placements."""

    def __init__(self, model: Model) -> None:
        require_model(model)
        if model.instances:
            raise ModelError(
                f"a model of {len(model.instances)} instances where one is due; "
                "each_instance() gives them one by one"
            )
        self.model = model
        self.names: Names = {**model.values, **model.tables}
        self.rows, self.columns = self._size()
        self._labels_on_board: dict[Expression, frozenset[int]] = {}
        self.given = {**self._cells(Given), **self._drawn("Q")}
        self.blocked = {**self._cells(Blocked), **self._drawn("x")}

    def _size(self) -> tuple[int, int]:
        size = self.model.board
        if size is not None:
            return self._number(size.rows), self._number(size.columns)
        drawn = self.model.picture or self.model.regions or ("",)
        return len(drawn), len(drawn[0])

    def _number(self, expression: Expression) -> int:
        return expression.evaluate(Scope([1], [1], self.names))[0]

    def _cells(self, kind: type[Given] | type[Blocked]) -> dict[Queen, str]:
        return {
            (self._number(r), self._number(c)): kind.key
            for constraint in self.model.constraints
            if isinstance(constraint, kind)
            for r, c in constraint.cells
        }

    def _drawn(self, letter: str) -> dict[Queen, str]:
        return {
            (r, c): "picture"
            for r, drawn in enumerate(self.model.picture or (), 1)
            for c, cell in enumerate(drawn, 1)
            if cell == letter
        }

    def violations(self, placement: Iterable[int]) -> list[Violation]:
        """As `verify`."""
        columns, broken = self._read(placement)
        if broken:
            return broken
        queens = [(r, c + 1) for r, c in enumerate(columns, 1)]
        scope = self._scope(columns)
        for constraint in self.model.constraints:
            for line in lines_of(constraint):
                broken += _shared(_said(constraint), line, line.evaluate(scope), queens)
            broken += self._broken(constraint, queens, scope)
        standing = set(queens)
        broken += [
            Violation(said, f"no queen on the given {cell}")
            for cell, said in self.given.items()
            if cell not in standing
        ]
        broken += [
            Violation(self.blocked[queen], f"queen {queen} stands on a blocked cell", (queen,))
            for queen in queens
            if queen in self.blocked
        ]
        return broken

    def first_wrong(self, placements: Sequence[Sequence[int]]) -> int | None:
        """The index of the first placement that breaks the model, or None when none does.

        Asks of all at once whether they are right before it looks for the one to blame.
        """
        if self._all_right(placements):
            return None
        wrong = (i for i, each in enumerate(placements) if self.violations(each))
        return next(wrong, None)

    def _all_right(self, placements: Sequence[Sequence[int]]) -> bool:
        n = self.rows
        columns = [c for each in placements for c in each]
        if set(map(type, columns)) - {int} or any(len(each) != n for each in placements):
            return False
        if columns and not 0 <= min(columns) <= max(columns) < self.columns:
            return False
        numbers = [c + 1 for c in columns]
        scope = Scope(list(range(1, n + 1)) * len(placements), numbers, self.names)
        return (
            all(self._hold(constraint, scope) for constraint in self.model.constraints)
            and all(1 <= r <= n and set(numbers[r - 1 :: n]) <= {c} for r, c in self.given)
            and not (
                self.blocked
                and any(queen in self.blocked for queen in zip(scope.rows, numbers, strict=True))
            )
        )

    def _hold(self, constraint: Constraint, scope: Scope) -> bool:
        """Whether all placements whose queens are the scope, one after the other, keep to it."""
        n, columns = self.rows, scope.columns
        starts = range(0, len(columns), n)
        for line in lines_of(constraint):
            labels = line.evaluate(scope)
            if any(len(set(labels[i : i + n])) != n for i in starts):
                return False
        if isinstance(constraint, ExactlyOne):
            return len(self._on_board(constraint.expression)) == n
        if isinstance(constraint, NoAttack):
            return not any(
                abs(right)
                in map(abs, map(operator.sub, columns[r::n], columns[r + abs(down) :: n]))
                for down, right in constraint.distances
                for r in range(n - abs(down) if down else 0)
            )
        if isinstance(constraint, (Allow, Forbid)):
            return set(constraint.condition.evaluate(scope)) <= {isinstance(constraint, Allow)}
        if isinstance(constraint, Total):
            values = constraint.of.evaluate(scope)
            totals = [sum(values[i : i + n]) for i in starts]
            return all(
                holds(total, bound)
                for _, holds, bound in self.bounds(constraint)
                for total in totals
            )
        if isinstance(constraint, Symmetric):
            queens = list(zip(scope.rows, columns, strict=True))
            return not any(self._missing(constraint, queens[i : i + n]) for i in starts)
        return True

    def objective(self, placement: Iterable[int]) -> int | None:
        """The sum of the objective over the queens, or None for a model without one."""
        if self.model.objective is None:
            return None
        return sum(self.model.objective[1].evaluate(self._scope(list(placement))))

    def _scope(self, columns: Sequence[int]) -> Scope:
        return Scope(range(1, len(columns) + 1), [c + 1 for c in columns], self.names)

    def _read(self, placement: Iterable[int]) -> tuple[list[int], list[Violation]]:
        columns = []
        for position, value in enumerate(placement, 1):
            try:
                columns.append(operator.index(value))
            except TypeError:
                message = f"row {position} has {value!r}, which is no column number"
                return [], [Violation("board", message)]
        if len(columns) != self.rows:
            message = f"{len(columns)} queens on a board of {self.rows} rows"
            return columns, [Violation("board", message)]
        off = [(r, c) for r, c in enumerate(columns, 1) if not 0 <= c < self.columns]
        return columns, [
            Violation(
                "board",
                f"the queen of row {r} is off the board: column {c} counted from 0, "
                f"where 0 to {self.columns - 1} exist",
                ((r, c + 1),),
            )
            for r, c in off
        ]

    def _broken(self, constraint: Constraint, queens: list[Queen], scope: Scope) -> list[Violation]:
        if isinstance(constraint, ExactlyOne):
            return self._unused(constraint, scope)
        if isinstance(constraint, NoAttack):
            return _attacks(constraint, queens)
        if isinstance(constraint, (Allow, Forbid)):
            holds = constraint.condition.evaluate(scope)
            wanted = isinstance(constraint, Allow)
            text = _said(constraint)
            return [
                Violation(text, f"queen {queen} stands against {text}", (queen,))
                for queen, value in zip(queens, holds, strict=True)
                if value != wanted
            ]
        if isinstance(constraint, Total):
            return self._beyond(constraint, scope)
        if isinstance(constraint, Symmetric):
            return self._missing(constraint, queens)
        return []

    def _missing(self, constraint: Symmetric, queens: Sequence[Queen]) -> list[Violation]:
        take, standing = _IMAGES[constraint.symmetry], set(queens)
        images = {queen: take(queen, self.rows, self.columns) for queen in queens}
        return [
            Violation(
                _said(constraint),
                f"no queen on {image}, the image of {queen} under the "
                f"{SYMMETRIES[constraint.symmetry]}",
                (queen,),
            )
            for queen, image in images.items()
            if image not in standing
        ]

    def _unused(self, constraint: ExactlyOne, scope: Scope) -> list[Violation]:
        label = constraint.expression
        unused = self._on_board(label) - set(label.evaluate(scope))
        return [
            Violation(_said(constraint), f"no queen has {label} = {value}")
            for value in sorted(unused)
        ]

    def _on_board(self, label: Expression) -> frozenset[int]:
        if label not in self._labels_on_board:
            across = range(1, self.columns + 1)
            self._labels_on_board[label] = frozenset(
                value
                for r in range(1, self.rows + 1)
                for value in label.evaluate(Scope([r] * self.columns, across, self.names))
            )
        return self._labels_on_board[label]

    def _beyond(self, total: Total, scope: Scope) -> list[Violation]:
        value = sum(total.of.evaluate(scope))
        return [
            Violation(
                f"total of {total.of} {key} {getattr(total, key)}",
                f"the total of {total.of} is {value}, not {key} {bound}",
            )
            for key, holds, bound in self.bounds(total)
            if not holds(value, bound)
        ]

    def bounds(self, total: Total) -> Iterator[tuple[str, Callable[[int, int], bool], int]]:
        for key, holds in _BOUNDS.items():
            bound = getattr(total, key)
            if bound is not None:
                yield key, holds, self._number(bound)


def _said(constraint: Constraint) -> str:
    """The constraint as model files write it, the lists of cells and bounds left out."""
    if isinstance(constraint, (AllDifferent, ExactlyOne)):
        return f"{constraint.key}: {constraint.expression}"
    if isinstance(constraint, (Allow, Forbid)):
        return f"{constraint.key}: {constraint.condition}"
    if isinstance(constraint, NoAttack):
        return f"{constraint.key}: {constraint.piece or [list(leap) for leap in constraint.leaps]}"
    if isinstance(constraint, Symmetric):
        return f"{constraint.key}: {constraint.symmetry}"
    return constraint.key


def lines_of(constraint: Constraint) -> tuple[Expression, ...]:
    if isinstance(constraint, (AllDifferent, ExactlyOne)):
        return (constraint.expression,)
    if isinstance(constraint, NoAttack) and constraint.piece is not None:
        return _SLIDES.get(constraint.piece, ())
    return ()


def _shared(said: str, line: Expression, labels: list[int], queens: list[Queen]) -> list[Violation]:
    if len(set(labels)) == len(labels):
        return []
    broken = []
    last: dict[int, Queen] = {}
    for queen, label in zip(queens, labels, strict=True):
        if label in last:
            broken.append(
                Violation(
                    said,
                    f"queens {last[label]} and {queen} share {line_name(line)} ({line} = {label})",
                    (last[label], queen),
                    str(line),
                )
            )
        last[label] = queen
    return broken


def _attacks(constraint: NoAttack, queens: list[Queen]) -> list[Violation]:
    standing = set(queens)
    name = constraint.piece or "leap"
    broken = {}
    for rows, columns in constraint.distances:
        for down in (rows, -rows):
            for right in (columns, -columns):
                for r, c in queens:
                    other = (r + down, c + right)
                    if other in standing and (r, c) < other:
                        broken[(r, c), other] = Violation(
                            _said(constraint),
                            f"queens {(r, c)} and {other} attack each other ({name})",
                            ((r, c), other),
                        )
    return [broken[pair] for pair in sorted(broken)]
