"""Checking whole arrays of placements against a model, from the definition alone.

As `verifying`, this shares nothing with boards and solvers. Where something is wrong, `verifying`
says what.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from cpqueens import kernel
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
from cpqueens.expressions import Condition, Expression, Scope, column, row
from cpqueens.model import Model
from cpqueens.verifying import Verifier, Violation, lines_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SLOPES = {str(column): 0, str(row - column): 1, str(row + column): -1}
"""Lines on which columns differ by so many times what rows differ by."""
_AT_ONCE = 16_384


class ArrayVerifier:
    """A model made ready to check arrays of placements: a row each, columns from 0."""

    def __init__(self, model: Model) -> None:
        self._verifier = Verifier(model)
        self._model = model
        self._grids: dict[Expression | Condition, NDArray[Any]] = {}

    def first_wrong(self, array: NDArray[np.signedinteger]) -> tuple[int, Violation] | None:
        """The index of the first placement that breaks the model, and how; None when none does."""
        for start in range(0, len(array), _AT_ONCE):
            block = array[start : start + _AT_ONCE]
            if self._all_right(block):
                continue
            for index, placement in enumerate(block.tolist(), start):
                broken = self._verifier.violations(placement)
                if broken:
                    return index, broken[0]
        return None

    def _all_right(self, block: NDArray[np.signedinteger]) -> bool:
        import numpy as np

        verifier = self._verifier
        if block.shape[1] != verifier.rows:
            return False
        if not 0 <= block.min() <= block.max() < verifier.columns:
            return False
        for r, c in verifier.given:
            if not (1 <= r <= verifier.rows and bool(np.all(block[:, r - 1] == c - 1))):
                return False
        for r, c in verifier.blocked:
            if 1 <= r <= verifier.rows and bool(np.any(block[:, r - 1] == c - 1)):
                return False
        return self._no_slope_shared(block) and all(
            self._holds(constraint, block) for constraint in self._model.constraints
        )

    @cached_property
    def _slopes(self) -> list[int]:
        if self._verifier.rows > 128 or self._verifier.columns > 128:
            return []
        lines = {str(line) for each in self._model.constraints for line in lines_of(each)}
        return [slope for line, slope in _SLOPES.items() if line in lines]

    def _no_slope_shared(self, block: NDArray[np.signedinteger]) -> bool:
        import numpy as np

        if not self._slopes:
            return True
        octets = np.ascontiguousarray(block, dtype=np.int8)
        wrong = kernel.first_with_shared_line(octets, self._verifier.rows, self._slopes)
        return wrong == len(block)

    def _holds(self, constraint: Constraint, block: NDArray[np.signedinteger]) -> bool:
        import numpy as np

        for line in lines_of(constraint):
            if _SLOPES.get(str(line)) not in self._slopes:
                labels = np.sort(self._at(line, block), axis=1)
                if np.any(labels[:, 1:] == labels[:, :-1]):
                    return False
        if isinstance(constraint, ExactlyOne):
            return len(np.unique(self._grid(constraint.expression))) == self._verifier.rows
        if isinstance(constraint, NoAttack):
            return not any(
                np.any(np.abs(block[:, abs(down) :] - block[:, : -abs(down)]) == abs(right))
                for down, right in constraint.distances
                if 0 < abs(down) < self._verifier.rows
            )
        if isinstance(constraint, (Allow, Forbid)):
            holds = self._at(constraint.condition, block)
            return bool(np.all(holds == isinstance(constraint, Allow)))
        if isinstance(constraint, Total):
            totals = self._at(constraint.of, block).sum(axis=1)
            return all(
                bool(np.all(compare(totals, bound)))
                for _, compare, bound in self._verifier.bounds(constraint)
            )
        if isinstance(constraint, (AllDifferent, Given, Blocked)):
            return True
        return self._verifier.first_wrong(block.tolist()) is None

    def _at(
        self, expression: Expression | Condition, block: NDArray[np.signedinteger]
    ) -> NDArray[Any]:
        """The values at the queens' cells."""
        import numpy as np

        values: NDArray[Any] = self._grid(expression)[np.arange(block.shape[1]), block]
        return values

    def _grid(self, expression: Expression | Condition) -> NDArray[Any]:
        """The values at all cells; models see to it that sums of numbers fit 64 bits."""
        import numpy as np

        if expression not in self._grids:
            rows, columns = self._verifier.rows, self._verifier.columns
            across = range(1, columns + 1)
            self._grids[expression] = np.array(
                [
                    expression.evaluate(Scope([r] * columns, across, self._verifier.names))
                    for r in range(1, rows + 1)
                ]
            )
        return self._grids[expression]
