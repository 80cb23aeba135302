"""Placements up to symmetry: which symmetries a model has, and its fundamental placements.

A symmetry is found from what the model says: it must take allowed cells to allowed cells, lines to
lines, leaps to leaps, and keep totals and the objective. One that holds for the placements alone,
by chance or for deeper reasons, is not looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpqueens.affine import Affine
from cpqueens.board import Board
from cpqueens.constraints import Leap, Symmetric
from cpqueens.errors import OptionError, WrongAnswer
from cpqueens.model import Model
from cpqueens.placement import Placement
from cpqueens.solving import count, solutions
from cpqueens.symmetry import NAMED, Symmetry

MOST_CELLS_COMPARED = 1_000_000
_FEW_CELLS = 4096
"""Up to so many cells are compared one by one even where forms of lines would do."""

Labels = tuple[int, ...]
"""The lines of a family: for each cell the number of its line, in order of first appearance."""


def symmetries(model: Model | Board) -> tuple[Symmetry, ...]:
    """The symmetries of a model of one instance, `Symmetry.IDENTITY` first; 1, 2, 4 or 8.

    Raises `ModelError` for several instances, and `OptionError` for boards that are too large to
    be looked at cell by cell.

    >>> from cpqueens import queens, load
    >>> len(symmetries(queens(8)))
    8
    >>> [each.value for each in symmetries(load("rectangular"))]
    ['identity', 'left-right reflection', 'top-bottom reflection', 'half turn']
    >>> [each.value for each in symmetries(load("weighted"))]
    ['identity']
    """
    board = model if isinstance(model, Board) else Board(model)
    square = board.full_rows == board.full_columns
    candidates = [each for each in Symmetry if square or not each.exchanges]
    cells = board.rows * board.columns
    if cells > _FEW_CELLS and _told_by_forms(board):
        return tuple(each for each in candidates if _keeps_forms(board, each))
    if cells > MOST_CELLS_COMPARED:
        raise OptionError(
            f"the symmetries of {cells:,} cells; at most {MOST_CELLS_COMPARED:,} are compared"
        )
    structure = _Structure(board)
    return tuple(each for each in candidates if structure.has(each))


def symmetries_of_size(model: Model, rows: int, columns: int) -> tuple[Symmetry, ...]:
    """The symmetries of a model whose board has these sides; raises `OptionError` for others."""
    board = Board(model)
    if (board.full_rows, board.full_columns) != (rows, columns):
        raise OptionError(
            f"the model has {board.full_rows:,} rows and {board.full_columns:,} columns, the "
            f"placement {rows:,} and {columns:,}"
        )
    return symmetries(board)


def fundamental(
    model: Model, *, solver: str = "auto", time_limit: float | None = None
) -> Iterator[Placement]:
    """One placement of each class of images under the model's symmetries, lazily.

    It is the first of its class in lexicographic order. `Incomplete` is raised where the time
    limit ends them; other errors are those of `symmetries` and `solutions`.

    >>> from cpqueens import queens
    >>> [placement.numbers for placement in fundamental(queens(6))]
    [(2, 4, 6, 1, 3, 5)]
    >>> len(list(fundamental(queens(8))))
    12
    """
    group = symmetries(model)
    found = solutions(model, solver=solver, time_limit=time_limit)
    return (placement for placement in found if placement.is_fundamental(group))


def count_fundamental(
    model: Model, *, solver: str = "auto", time_limit: float | None = None
) -> int:
    """The number of fundamental placements, without going through all placements.

    By Burnside's lemma it is the mean, over the model's symmetries, of the number of placements
    that the symmetry leaves as they are. `time_limit` is for the count of all placements. Raises
    `Incomplete` where it is not known.

    >>> from cpqueens import queens
    >>> [count_fundamental(queens(n)) for n in range(1, 11)]
    [1, 0, 0, 1, 2, 1, 6, 12, 46, 92]
    """
    board = Board(model)
    group = symmetries(board)
    fixed = count(model, solver=solver, time_limit=time_limit)
    structure = _Structure(board) if len(group) > 1 else None
    turned: int | None = None
    for symmetry in group[1:]:
        assert structure is not None
        if symmetry.order == 4:
            turned = structure.count_fixed(symmetry) if turned is None else turned
            fixed += turned
        else:
            fixed += structure.count_fixed(symmetry)
    number, rest = divmod(fixed, len(group))
    if rest:
        raise WrongAnswer(
            f"{fixed} placements, each counted for every symmetry that leaves it as it is, do not "
            f"come in classes under {len(group)} symmetries; this is a defect, please report it "
            "with the model"
        )
    return number


def _told_by_forms(board: Board) -> bool:
    return (
        board.unrestricted
        and board.sense is None
        and not board.totals
        and all(family.affine is not None for family in board.families)
    )


def _keeps_forms(board: Board, symmetry: Symmetry) -> bool:
    """Whether lines that are all given by affine labels, and leaps, go to such lines and leaps."""
    forms = {family.affine.lines for family in board.families if family.affine is not None}
    forms.add(Affine(1, 0, 0))
    images = set()
    for form in forms:
        row, column = symmetry.step(form.row, form.column)
        images.add(Affine(row, column, 0, form.modulus).lines)
    return images == forms and _keeps_leaps(board.leaps, symmetry)


def _keeps_leaps(leaps: Sequence[Leap], symmetry: Symmetry) -> bool:
    images = set()
    for leap in leaps:
        rows, columns = symmetry.step(*leap)
        images.add((rows, columns) if rows > 0 else (-rows, -columns))
    return images == set(leaps)


class _Structure:
    """What placements depend on, cell by cell: cells where a queen may stand, lines, sums."""

    def __init__(self, board: Board) -> None:
        self.rows, self.columns = board.full_rows, board.full_columns
        self.leaps = board.leaps
        self.removed = set(board.removed.items())
        self.demanded = _demanded(board.model)
        places = _of_whole_orbits(board, _open_cells(board), self.demanded)
        self.cells = [(board.row_numbers[r] - 1, board.column_numbers[c] - 1) for r, c in places]
        self.index = {cell: place for place, cell in enumerate(self.cells)}

        def at(grid: Sequence[Sequence[int]]) -> Labels:
            return tuple(grid[r][c] for r, c in places)

        rows = _numbered([r for r, _ in self.cells])
        families = {rows, *(_numbered(at(family.labels)) for family in board.families)}
        self.families = {each for each in families if not _implied(each, families)}
        self.totals = {(at(each.values), each.at_least, each.at_most) for each in board.totals}
        self.values = at(board.values) if board.sense else ()

    def has(self, symmetry: Symmetry) -> bool:
        """Whether everything stays as it is under this symmetry."""
        if {self._moved(cell, symmetry) for cell in self.removed} != self.removed:
            return False
        if not _keeps_leaps(self.leaps, symmetry):
            return False
        if {_conjugate(demanded, symmetry) for demanded in self.demanded} != self.demanded:
            return False
        images = [self.index.get(self._moved(cell, symmetry)) for cell in self.cells]
        order = [place for place in images if place is not None]
        if len(order) < len(images):
            return False

        def moved(values: Labels) -> Labels:
            return tuple([values[place] for place in order])

        return (
            all(_numbered(moved(family)) in self.families for family in self.families)
            and all((moved(total), *bounds) in self.totals for total, *bounds in self.totals)
            and (not self.values or moved(self.values) == self.values)
        )

    def _moved(self, cell: tuple[int, int], symmetry: Symmetry) -> tuple[int, int]:
        return symmetry.cell(*cell, self.rows, self.columns)

    def count_fixed(self, symmetry: Symmetry) -> int:
        """How many placements this symmetry of the board leaves as they are.

        They are made of whole orbits of cells, which are searched row by row.
        """
        to_fill = {r for r, _ in self.cells} | {r for r, _ in self.removed}
        if len(to_fill) < self.rows:
            return 0
        choices = self._orbits_by_row(symmetry)
        full = (1 << self.rows) - 1
        start = sum(1 << r for r, _ in self.removed)
        found = 0

        def place(filled: int, lines: int, queens: frozenset[int]) -> None:
            nonlocal found
            if filled == full:
                found += self._totals_hold(queens) and self._is_as_demanded(queens)
                return
            row = (~filled & (filled + 1)).bit_length() - 1
            for orbit_rows, orbit_lines, orbit in choices.get(row, ()):
                if orbit_lines & lines or orbit_rows & filled or self._leap(orbit, queens):
                    continue
                place(filled | orbit_rows, lines | orbit_lines, queens | orbit)

        place(start, 0, frozenset())
        return found

    def _orbits_by_row(
        self, symmetry: Symmetry
    ) -> dict[int, list[tuple[int, int, frozenset[int]]]]:
        """Orbits without a conflict by their first row: rows, lines (a bit each) and cells."""
        lines = self._line_bits()
        choices: dict[int, list[tuple[int, int, frozenset[int]]]] = {}
        for place, start in enumerate(self.cells):
            orbit, cell = {place}, self._moved(start, symmetry)
            while cell != start:
                orbit.add(self.index[cell])
                cell = self._moved(cell, symmetry)
            if place != min(orbit):
                continue
            rows = used = 0
            for each in orbit:
                row = 1 << self.cells[each][0]
                if rows & row or used & lines[each]:
                    break
                rows, used = rows | row, used | lines[each]
            else:
                if not self._leap(orbit, frozenset(orbit)):
                    first = min(self.cells[each][0] for each in orbit)
                    choices.setdefault(first, []).append((rows, used, frozenset(orbit)))
        return choices

    def _line_bits(self) -> list[int]:
        bits = [0] * len(self.cells)
        offset = 0
        for family in self.families:
            for place, label in enumerate(family):
                bits[place] |= 1 << (offset + label)
            offset += max(family, default=-1) + 1
        return bits

    def _leap(self, some: frozenset[int] | set[int], others: frozenset[int]) -> bool:
        if not self.leaps:
            return False
        for place in some:
            r, c = self.cells[place]
            for rows, columns in self.leaps:
                for sign in (1, -1):
                    other = self.index.get((r + sign * rows, c + sign * columns))
                    if other is not None and other in others:
                        return True
        return False

    def _is_as_demanded(self, queens: frozenset[int]) -> bool:
        cells = {self.cells[place] for place in queens} | self.removed
        return all(
            {self._moved(cell, demanded) for cell in cells} == cells for demanded in self.demanded
        )

    def _totals_hold(self, queens: frozenset[int]) -> bool:
        for values, least, most in self.totals:
            total = sum(values[place] for place in queens)
            if (least is not None and total < least) or (most is not None and total > most):
                return False
        return True


def _demanded(model: Model) -> set[Symmetry]:
    """The symmetries that placements of this model must have themselves, and their powers."""
    constraints = (each for each in model.constraints if isinstance(each, Symmetric))
    return {power for constraint in constraints for power in NAMED[constraint.symmetry]}


def _conjugate(demanded: Symmetry, symmetry: Symmetry) -> Symmetry:
    """The symmetry that the image of a placement has where the placement has the demanded one."""
    for other in Symmetry:
        # Where one slanting step goes tells all eight apart.
        if other.step(*symmetry.step(1, 2)) == symmetry.step(*demanded.step(1, 2)):
            return other
    raise AssertionError("the eight symmetries are a group")


def _open_cells(board: Board) -> list[tuple[int, int]]:
    """The cells, as indices of the board, where a queen may stand beside those given."""
    cells = [(r, c) for r in range(board.rows) for c in board.allowed_columns(r)]
    for row, column in board.given.items():
        if row in board.removed:
            continue
        lines = [(family.labels, family.labels[row][column]) for family in board.families]
        reached = {(row + s * rows, column + s * c) for rows, c in board.leaps for s in (1, -1)}
        cells = [
            (r, c)
            for r, c in cells
            if r == row
            or ((r, c) not in reached and all(labels[r][c] != label for labels, label in lines))
        ]
    return cells


def _of_whole_orbits(
    board: Board, cells: list[tuple[int, int]], demanded: set[Symmetry]
) -> list[tuple[int, int]]:
    """The cells that can hold a queen together with their images under demanded symmetries."""
    if not demanded or board.removed:
        return cells
    labels = [family.labels for family in board.families]
    kept: set[tuple[int, int]] = set()
    left = set(cells)
    while kept != left:
        kept = left
        left = {
            (r, c)
            for r, c in kept
            for image in [{each.cell(r, c, board.rows, board.columns) for each in demanded}]
            if image <= kept
            and all(
                (i, j) == (r, c) or (i != r and all(grid[i][j] != grid[r][c] for grid in labels))
                for i, j in image
            )
        }
    return sorted(left)


def _numbered(labels: Sequence[object]) -> Labels:
    numbers: dict[object, int] = {}
    return tuple([numbers.setdefault(label, len(numbers)) for label in labels])


def _implied(family: Labels, families: set[Labels]) -> bool:
    """Whether each line of this family is part of a line of another one."""
    return any(
        other != family and len(set(zip(family, other, strict=True))) == max(family, default=-1) + 1
        for other in families
    )
