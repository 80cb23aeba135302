"""Boards: an instance grounded, which is all that solvers get to see.

Rows and columns of a `Board` are indices from 0 into `row_numbers` and `column_numbers`, which
count from 1 on the model's board. They differ on large boards with given queens only: there the
rows and columns that the given queens decide are taken out before anything is built.

Everything is grounded when it is first asked for: a classic board of a million rows never makes a
grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import Struct

from cpqueens.affine import Affine
from cpqueens.board_rules import instance_problems
from cpqueens.constraints import (
    Allow,
    Blocked,
    Forbid,
    Given,
    Leap,
    NoAttack,
    Symmetric,
    Total,
)
from cpqueens.errors import Problem
from cpqueens.expressions import Expression, Scope
from cpqueens.grounding import (
    CLASSIC_LINES,
    MOST_CELLS,
    cells_of,
    given_queens,
    ground,
    labels_of,
    several_instances,
    symmetries_of,
    total_bounds,
)
from cpqueens.images import orbit
from cpqueens.model import Model, Sense, require_model
from cpqueens.showing import Shown

REDUCED_FROM = 65
"""Sides from which given queens are taken out: smaller boards fit the kernels as they are."""


class Family:
    """The lines of an `all_different` or `exactly_one`: cells that share a label.

    The two differ in nothing but what they demand of the board: one label a row, which is checked
    before. Then different labels in all rows are all labels.
    """

    def __init__(self, board: Board, expression: Expression) -> None:
        self._board = board
        self.expression = expression
        self.affine: Affine | None = board._grounds.affine(expression)

    @cached_property
    def labels(self) -> list[list[int]]:
        """The label of every cell, row by row; letters stand for themselves."""
        return self._board._grid(self.expression)

    @cached_property
    def numbered(self) -> list[list[int]]:
        """As `labels`, but the labels numbered from 0 without gaps."""
        seen = sorted({label for labels in self.labels for label in labels})
        numbers = {label: i for i, label in enumerate(seen)}
        return [[numbers[label] for label in labels] for labels in self.labels]


class TotalBound(Struct, frozen=True):
    """`at_least <= sum of values over the queens <= at_most`, values row by row."""

    values: list[list[int]]
    at_least: int | None
    at_most: int | None


class Board(Shown):
    """An instance grounded: sizes, allowed cells, line families, leaps, values, totals.

    `print` and notebooks draw it. Raises `ModelError` with everything that is wrong with the
    instance, and for a model of several instances; `OptionError` for what is no model.

    >>> from cpqueens import load
    >>> board = Board(load("rectangular"))
    >>> board, board.is_classic, board.allowed_columns(0)
    (Board(3 rows, 5 columns), False, [0, 1, 2, 3, 4])
    """

    def __init__(self, model: Model) -> None:
        require_model(model)
        model.refuse(several_instances(model))
        self.model = model
        self._grounds, problems = ground(model)
        if not problems:
            problems = instance_problems(model, self._grounds)
        model.refuse(problems)
        self.full_rows = self._grounds.rows
        self.full_columns = self._grounds.columns
        self._lines = list(labels_of(model))
        self._symmetries = symmetries_of(model.constraints, self._grounds)
        self.given: dict[int, int] = {r - 1: c - 1 for r, c in given_queens(model, self._grounds)}
        """Given queens on the model's board, from 0: row → column. The images that a symmetry of
        all placements demands are among them."""
        self.removed: dict[int, int] = {}
        """Those of them that were taken out."""
        self.row_numbers: Sequence[int] = range(1, self.full_rows + 1)
        self.column_numbers: Sequence[int] = range(1, self.full_columns + 1)
        if self.given and max(self.full_rows, self.full_columns) >= REDUCED_FROM:
            self._reduce()

    def __repr__(self) -> str:
        return f"Board({self.full_rows:,} rows, {self.full_columns:,} columns)"

    @property
    def rows(self) -> int:
        """How many rows are to be filled; at least 1."""
        return len(self.row_numbers)

    @property
    def columns(self) -> int:
        """How many columns are left; at least 1."""
        return len(self.column_numbers)

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """The line families, each set of lines once."""
        families: dict[object, Family] = {}
        for expression in self._lines:
            family = Family(self, expression)
            families.setdefault(family.affine.lines if family.affine else expression, family)
        return tuple(families.values())

    @cached_property
    def leaps(self) -> tuple[Leap, ...]:
        """Distances (rows > 0, columns) at which no two queens may stand, in model coordinates.

        Those that a line family excludes anyway are left out.
        """
        leaps = set()
        for constraint in self.model.constraints:
            if isinstance(constraint, NoAttack):
                for rows, columns in constraint.distances:
                    leaps |= {(abs(rows), sign * columns) for sign in (1, -1) if rows}
        return tuple(sorted(leap for leap in leaps if not self._implied(leap)))

    def _implied(self, leap: Leap) -> bool:
        for family in self.families:
            line = family.affine
            if line is not None:
                step = line.row * leap[0] + line.column * leap[1]
                if step == 0 or (line.modulus is not None and step % line.modulus == 0):
                    return True
        return False

    @cached_property
    def unrestricted(self) -> bool:
        """Whether queens may stand on every cell."""
        restricting = (Allow, Forbid, Given, Blocked, Symmetric)
        drawn = self.model.picture is not None and set("".join(self.model.picture)) != {"."}
        return not drawn and not any(isinstance(c, restricting) for c in self.model.constraints)

    @property
    def has_queen_lines(self) -> bool:
        """Whether the constraints are columns, diagonals and antidiagonals, and perhaps cells.

        False for boards with rows or columns taken out: their diagonals have steps.
        """
        families = self.families
        return (
            not self.removed
            and len(families) == 3
            and {family.affine.lines for family in families if family.affine} == CLASSIC_LINES
            and not self.leaps
            and not self.totals
            and not self.symmetric
        )

    @property
    def is_classic(self) -> bool:
        """Whether the constraints are exactly the three line families on a square board."""
        return self.full_rows == self.full_columns and self.unrestricted and self.has_queen_lines

    @cached_property
    def blocked(self) -> dict[int, set[int]]:
        """The cells that the model takes out, counted from 1: row → columns."""
        blocked: dict[int, set[int]] = {}
        for r, c in cells_of(self.model, self._grounds, Blocked):
            blocked.setdefault(r, set()).add(c)
        return blocked

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each row the columns where a queen may stand: bit c for column c."""
        if self.unrestricted:
            return ((1 << self.columns) - 1,) * self.rows
        rows = []
        given = {r: c for r, c in self.given.items() if r not in self.removed}
        barred = self.blocked
        for row_number in self.row_numbers:
            free = self._conditional(row_number, self.column_numbers)
            free -= barred.get(row_number, set())
            if row_number - 1 in given:
                free &= {given[row_number - 1] + 1}
            rows.append(free - self._attacked(row_number, free))
        self._leave_whole_orbits(rows)
        where = {number: index for index, number in enumerate(self.column_numbers)}
        return tuple(sum(1 << where[number] for number in free) for free in rows)

    def allowed_columns(self, row: int) -> list[int]:
        """The columns, from 0, where a queen may stand in this row."""
        mask = self.allowed[row]
        return [c for c in range(self.columns) if mask >> c & 1]

    def barred_columns(self, row: int) -> list[int]:
        """The columns, from 0, of a row of the model's board that the model lets no queen take.

        Given queens, and what they attack, do not count here.
        """
        numbers = range(1, self.full_columns + 1)
        free = self._conditional(row + 1, numbers) - self.blocked.get(row + 1, set())
        return [number - 1 for number in numbers if number not in free]

    def whole_row(self, expression: Expression, row: int) -> list[int]:
        """The values of an expression in a row, from 0, of the model's board."""
        return self._grounds.in_row(expression, row + 1, range(1, self.full_columns + 1))

    @cached_property
    def sense(self) -> Sense | None:
        """Which way the objective goes, if there is one."""
        return self.model.objective[0] if self.model.objective else None

    @cached_property
    def values(self) -> list[list[int]]:
        """The objective's value at every cell, row by row; empty without an objective."""
        if self.model.objective is None:
            return []
        return self._grid(self.model.objective[1])

    @cached_property
    def offset(self) -> int:
        """The objective's sum over the queens that were taken out."""
        return self._sum_of_removed(self.model.objective[1]) if self.model.objective else 0

    @cached_property
    def totals(self) -> tuple[TotalBound, ...]:
        """The bounds on sums, less what queens taken out contribute.

        A bound farther beyond the sums than by 1 is moved there, which changes nothing.
        """
        totals = []
        for constraint in self.model.constraints:
            if isinstance(constraint, Total):
                least, most = total_bounds(self._grounds, constraint)
                shift = self._sum_of_removed(constraint.of)
                values = self._grid(constraint.of)
                low, high = (sum(map(pick, values)) for pick in (min, max))
                bounds = [
                    None if bound is None else min(max(bound - shift, low - 1), high + 1)
                    for bound in (least, most)
                ]
                totals.append(TotalBound(values, *bounds))
        return tuple(totals)

    @property
    def symmetric(self) -> bool:
        """Whether placements must be their own images under a symmetry of the board."""
        return bool(self._symmetries)

    @cached_property
    def images(self) -> tuple[list[int], ...]:
        """Where placements must have more queens, because they have a symmetry.

        Each list has for every cell, row by row, the cell (row * columns + column) of its image
        under a symmetry applied once, twice, …; -1 where no queen may stand on the cell, or its
        image is a queen that was taken out. The image is the cell itself or in another row.
        """
        rows = {number - 1: index for index, number in enumerate(self.row_numbers)}
        columns = {number - 1: index for index, number in enumerate(self.column_numbers)}
        images = []
        for take in (each for symmetry in self._symmetries for each in symmetry):
            image = [-1] * (self.rows * self.columns)
            for r, row_number in enumerate(self.row_numbers):
                for c in self.allowed_columns(r):
                    row, column = take((row_number - 1, self.column_numbers[c] - 1))
                    if row in rows:
                        image[r * self.columns + c] = rows[row] * self.columns + columns[column]
            images.append(image)
        return tuple(images)

    def _leave_whole_orbits(self, rows: list[set[int]]) -> None:
        """Take out of the columns of each row those whose images cannot all be queens."""
        if not self._symmetries:
            return
        maps = [each for symmetry in self._symmetries for each in symmetry]
        free = {r - 1: {c - 1 for c in row} for r, row in zip(self.row_numbers, rows, strict=True)}

        def open_to(cell: tuple[int, int]) -> bool:
            r, c = cell
            return self.removed[r] == c if r in self.removed else c in free[r]

        for r, row in zip(self.row_numbers, rows, strict=True):
            for c in list(row):
                images = orbit((r - 1, c - 1), maps)
                if len({r for r, _ in images}) < len(images) or not all(map(open_to, images)):
                    row.remove(c)

    def lift(self, columns: Sequence[int]) -> tuple[int, ...]:
        """A placement of this board as one of the model's: its columns, from 0, row by row."""
        if not self.removed and len(self.column_numbers) == self.full_columns:
            return tuple(columns)
        full = {**self.removed}
        for row_number, c in zip(self.row_numbers, columns, strict=True):
            full[row_number - 1] = self.column_numbers[c] - 1
        return tuple(full[r] for r in range(self.full_rows))

    def project(self, columns: Sequence[int]) -> tuple[int, ...]:
        """The reverse of `lift`, for the rows and columns that are left."""
        where = {number: index for index, number in enumerate(self.column_numbers)}
        return tuple(where[columns[row_number - 1] + 1] for row_number in self.row_numbers)

    def _grid(self, expression: Expression) -> list[list[int]]:
        numbers = self.column_numbers
        return [self._grounds.in_row(expression, r, numbers) for r in self.row_numbers]

    def _sum_of_removed(self, expression: Expression) -> int:
        cells = [(r + 1, c + 1) for r, c in self.removed.items()]
        return sum(self._grounds.evaluate(expression, cells))

    def _reduce(self) -> None:
        """Take out the rows of given queens, and the columns that then no queen can use.

        One row and one column stay, so that solvers never meet an empty board.
        """
        rows = [r for r in range(self.full_rows) if r not in self.given] or [self.full_rows - 1]
        if len(rows) * self.full_columns > MOST_CELLS:
            message = (
                f"given queens on so large a board need a look at every cell of the {len(rows):,} "
                f"rows that are free, {self.full_columns:,} each; at most {MOST_CELLS:,} cells are "
                "accepted"
            )
            self.model.refuse([Problem(message, ("board",))])
        self.removed = {r: c for r, c in self.given.items() if r not in rows}
        self.row_numbers = tuple(r + 1 for r in rows)
        used = 0
        for mask in self.allowed:
            used |= mask
        del self.allowed
        kept = [number for i, number in enumerate(self.column_numbers) if used >> i & 1]
        self.column_numbers = tuple(kept or [1])

    @cached_property
    def _removed_labels(self) -> list[tuple[Expression, set[int]]]:
        cells = [(r + 1, c + 1) for r, c in self.removed.items()]
        return [(line, set(self._grounds.evaluate(line, cells))) for line in self._lines]

    def _attacked(self, row_number: int, numbers: Iterable[int]) -> set[int]:
        """Which of these columns a queen that was taken out attacks in this row."""
        if not self.removed:
            return set()
        columns = list(numbers)
        attacked: set[int] = set()
        for expression, taken in self._removed_labels:
            labels = self._grounds.in_row(expression, row_number, columns)
            attacked.update(c for c, label in zip(columns, labels, strict=True) if label in taken)
        for rows, step in self.leaps:
            for sign in (1, -1):
                queen = self.removed.get(row_number - 1 + sign * rows)
                if queen is not None:
                    attacked.add(queen + 1 - sign * step)
        return attacked

    def _conditional(self, row_number: int, numbers: Sequence[int]) -> set[int]:
        free = set(numbers)
        scope = Scope([row_number] * len(numbers), numbers, self._grounds.names)
        for constraint in self.model.constraints:
            if isinstance(constraint, (Allow, Forbid)):
                holds = constraint.condition.evaluate(scope)
                wanted = isinstance(constraint, Allow)
                free &= {c for c, value in zip(numbers, holds, strict=True) if value == wanted}
        return free
