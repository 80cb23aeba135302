"""Checking placements against a model from the definition alone.

This module shares nothing with boards and solvers: it evaluates what the model says at the queens'
cells and compares pairs of queens.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpqueens.affine import line_name
from cpqueens.constraints import (
    AllDifferent,
    Allow,
    Blocked,
    Constraint,
    ExactlyOne,
    Forbid,
    Given,
    NoAttack,
    Total,
)
from cpqueens.errors import ModelError
from cpqueens.expressions import Expression, Names, Scope, column, row
from cpqueens.model import Model

Queen = tuple[int, int]
"""(row, column), both counted from 1."""

_COLUMN, _ANTIDIAGONAL, _DIAGONAL = column, row + column, row - column
_SLIDES = {
    "queen": (_COLUMN, _ANTIDIAGONAL, _DIAGONAL),
    "rook": (_COLUMN,),
    "bishop": (_ANTIDIAGONAL, _DIAGONAL),
}


@dataclass(frozen=True)
class Violation:
    """One way in which a placement breaks its model.

    `constraint` is the broken constraint as model files write it, or `board`; `queens` are those
    to blame as (row, column) counted from 1, `line` the expression whose value they share.
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
        if model.instances:
            raise ModelError(
                f"a model of {len(model.instances)} instances where one is due; "
                "each_instance() gives them one by one"
            )
        self.model = model
        self.names: Names = {**model.values, **model.tables}
        self.rows, self.columns = self._size()
        self._labels_on_board: dict[Expression, frozenset[int]] = {}
        self._lines = [line for each in model.constraints for line in _lines_of(each)]
        self._other = [each for each in model.constraints if not isinstance(each, AllDifferent)]

    def _size(self) -> tuple[int, int]:
        size = self.model.board
        if size is not None:
            return self._number(size.rows), self._number(size.columns)
        drawn = self.model.picture or self.model.regions or ("",)
        return len(drawn), len(drawn[0])

    def _number(self, expression: Expression) -> int:
        return expression.evaluate(Scope([1], [1], self.names))[0]

    def violations(self, placement: Iterable[int]) -> list[Violation]:
        """As `verify`."""
        columns, broken = self._read(placement)
        if broken:
            return broken
        queens = [(r, c + 1) for r, c in enumerate(columns, 1)]
        scope = self._scope(columns)
        for line in self._lines:
            broken += _shared(line, line.evaluate(scope), queens)
        for constraint in self._other:
            broken += self._broken(constraint, queens, scope)
        broken += self._against_picture(queens)
        return broken

    def first_wrong(self, placements: Sequence[Sequence[int]]) -> int | None:
        """The index of the first placement that breaks the model, or None when none does.

        Does for many placements of whole numbers at once what `violations` does for one.
        """
        if self._other or self.model.picture is not None:
            wrong = (i for i, each in enumerate(placements) if self.violations(each))
            return next(wrong, None)
        n = self.rows
        suspects: set[int] = set()
        for i, each in enumerate(placements):
            if len(each) != n or min(each) < 0 or max(each) >= self.columns:
                return i if not suspects else min(suspects)
        scope = Scope(
            list(range(1, n + 1)) * len(placements),
            [c + 1 for each in placements for c in each],
            self.names,
        )
        for line in self._lines:
            labels = line.evaluate(scope)
            for i in range(len(placements)):
                if len(set(labels[i * n : (i + 1) * n])) != n:
                    suspects.add(i)
                    break
        return min(suspects) if suspects else None

    def objective(self, placement: Sequence[int]) -> int | None:
        """The sum of the objective over the queens, or None for a model without one."""
        if self.model.objective is None:
            return None
        return sum(self.model.objective[1].evaluate(self._scope(placement)))

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
            text = f"{constraint.key}: {constraint.condition}"
            return [
                Violation(text, f"queen {queen} stands against {text}", (queen,))
                for queen, value in zip(queens, holds, strict=True)
                if value != wanted
            ]
        if isinstance(constraint, (Given, Blocked)):
            cells = [(self._number(r), self._number(c)) for r, c in constraint.cells]
            return _misplaced(constraint, cells, queens)
        if isinstance(constraint, Total):
            return self._beyond(constraint, scope)
        return []

    def _unused(self, constraint: ExactlyOne, scope: Scope) -> list[Violation]:
        label = constraint.expression
        on_board = self._labels_on_board.get(label)
        if on_board is None:
            across = range(1, self.columns + 1)
            on_board = frozenset(
                value
                for r in range(1, self.rows + 1)
                for value in label.evaluate(Scope([r] * self.columns, across, self.names))
            )
            self._labels_on_board[label] = on_board
        unused = on_board - set(label.evaluate(scope))
        return [
            Violation(f"exactly_one: {label}", f"no queen has {label} = {value}")
            for value in sorted(unused)
        ]

    def _beyond(self, total: Total, scope: Scope) -> list[Violation]:
        value = sum(total.of.evaluate(scope))
        broken = []
        for key, holds in (
            ("at_least", operator.ge),
            ("at_most", operator.le),
            ("equals", operator.eq),
        ):
            bound = getattr(total, key)
            if bound is not None and not holds(value, self._number(bound)):
                text = f"total of {total.of} {key} {bound}"
                broken.append(Violation(text, f"the total of {total.of} is {value}, not {key} "
                                              f"{self._number(bound)}"))  # fmt: skip
        return broken

    def _against_picture(self, queens: list[Queen]) -> list[Violation]:
        broken = []
        for (r, c), drawn in zip(queens, self.model.picture or (), strict=False):
            if drawn[c - 1] == "x":
                broken.append(
                    Violation("picture", f"queen {(r, c)} stands on a blocked cell", ((r, c),))
                )
            for given, letter in enumerate(drawn, 1):
                if letter == "Q" and given != c:
                    broken.append(Violation("picture", f"no queen on the given {(r, given)}"))
        return broken


def _lines_of(constraint: Constraint) -> tuple[Expression, ...]:
    if isinstance(constraint, (AllDifferent, ExactlyOne)):
        return (constraint.expression,)
    if isinstance(constraint, NoAttack) and constraint.piece is not None:
        return _SLIDES.get(constraint.piece, ())
    return ()


def _shared(line: Expression, labels: list[int], queens: list[Queen]) -> list[Violation]:
    if len(set(labels)) == len(labels):
        return []
    broken = []
    last: dict[int, Queen] = {}
    for queen, label in zip(queens, labels, strict=True):
        if label in last:
            broken.append(
                Violation(
                    f"all_different: {line}",
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
                            f"no_attack: {name}",
                            f"queens {(r, c)} and {other} attack each other ({name})",
                            ((r, c), other),
                        )
    return [broken[pair] for pair in sorted(broken)]


def _misplaced(
    constraint: Given | Blocked, cells: list[Queen], queens: list[Queen]
) -> list[Violation]:
    if isinstance(constraint, Given):
        return [
            Violation("given", f"no queen on the given {cell}")
            for cell in cells
            if not (1 <= cell[0] <= len(queens) and queens[cell[0] - 1] == cell)
        ]
    taken_out = set(cells)
    return [
        Violation("blocked", f"queen {queen} stands on a blocked cell", (queen,))
        for queen in queens
        if queen in taken_out
    ]
