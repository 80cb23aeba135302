"""What a picture shows, before it is drawn: cells and queens, counted from 0, and no pixels."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cpqueens.board import Board, Family
from cpqueens.constraints import Leap
from cpqueens.errors import OptionError
from cpqueens.placement import Placement

Cell = tuple[int, int]
Grid = Sequence[Sequence[int]]
Attacked = bool | Iterable[int]
"""Whose lines are drawn: every queen's, nobody's, or those of the queens in these rows, from 1."""
MOST_CELLS_SHOWN = 1_000_000
"""Boards of more cells show queens and the cells that the model blocks one by one."""


class Attack(Struct, frozen=True):
    """What one queen attacks: cells, and the straight lines among them from end to end."""

    cells: frozenset[Cell]
    lines: tuple[tuple[Cell, Cell], ...]


class Scene(Struct, frozen=True):
    """A board and what stands on it.

    `queens`: row → column. `given` are those the model gives, `disputed` those that attack each
    other. `barred`: row → columns of cells that no queen may take. `regions` has a number and
    `letters` a letter a cell, `values` the objective's value. `notes` are the lines below.
    """

    rows: int
    columns: int
    queens: Mapping[int, int] = {}
    given: frozenset[Cell] = frozenset()
    disputed: frozenset[Cell] = frozenset()
    barred: Mapping[int, Sequence[int]] = {}
    regions: Grid | None = None
    letters: Sequence[Sequence[str]] | None = None
    values: Grid | None = None
    attacks: tuple[Attack, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def side(self) -> int:
        """The longer side; 1 for the empty placement."""
        return max(self.rows, self.columns, 1)

    def noted(self, *notes: str) -> Scene:
        """The same scene with more lines below."""
        return replace(self, notes=(*self.notes, *notes))


def placement_scene(
    placement: Placement, disputed: Collection[Cell] = (), attacked: Attacked = False
) -> Scene:
    """A placement alone, as a placement of queens; `disputed` has (row, column) from 0."""
    queens = dict(enumerate(placement.columns))
    scene = Scene(len(placement), placement.width, queens, disputed=frozenset(disputed))
    rows = attacking_rows(scene, attacked)
    return replace(
        scene, attacks=tuple(_queen_attack(scene, row, placement.columns[row]) for row in rows)
    )


def board_scene(
    board: Board, placement: Placement | None = None, attacked: Attacked = False
) -> Scene:
    """A board with its given queens, or with a placement; of weights the sum is below."""
    rows, columns = board.full_rows, board.full_columns
    queens = dict(board.given if placement is None else enumerate(placement.columns))
    scene = Scene(rows, columns, queens, frozenset(board.given.items()))
    if rows * columns > MOST_CELLS_SHOWN:
        barred = {r - 1: sorted(c - 1 for c in taken) for r, taken in board.blocked.items()}
        return replace(scene, barred=barred)
    regions = _regions(board)
    scene = replace(
        scene,
        barred={} if board.unrestricted else _barred(board),
        regions=None if regions is None else _numbered(regions),
        letters=board.model.regions,
        values=values_of(board),
        attacks=_attacks(board, scene, attacked),
    )
    if scene.values is None or placement is None:
        return scene
    return scene.noted(sum_of([scene.values[r][c] for r, c in enumerate(placement.columns)]))


def sum_of(terms: Sequence[int]) -> str:
    """`3 + (-1) + 4 = 6`, or the sum alone where the terms are many."""
    if len(terms) > 12:
        return f"sum {sum(terms):,}"
    return f"{added(terms)} = {sum(terms)}" if len(terms) > 1 else f"sum {added(terms)}"


def added(terms: Sequence[int]) -> str:
    """`3 + (-1) + 4`."""
    return " + ".join(f"({term})" if term < 0 else str(term) for term in terms)


def runs(columns: Iterable[int]) -> list[tuple[int, int]]:
    """Neighbouring columns as (first, how many)."""
    found = []
    for _, group in groupby(enumerate(sorted(columns)), lambda pair: pair[1] - pair[0]):
        members = [column for _, column in group]
        found.append((members[0], len(members)))
    return found


def attacking_rows(scene: Scene, attacked: Attacked) -> list[int]:
    """The rows, from 0, of the queens whose lines are drawn.

    Raises `OptionError` for a row that the board does not have or that holds no queen.
    """
    if isinstance(attacked, bool):
        return sorted(scene.queens) if attacked else []
    if isinstance(attacked, str) or not isinstance(attacked, Iterable):
        raise OptionError(f"attacked: {attacked!r} is not accepted; True is, or rows from 1")
    rows = list(attacked)
    for number in rows:
        if not isinstance(number, int) or number - 1 not in scene.queens:
            raise OptionError(f"attacked: no queen in row {number}; rows count from 1")
    return [number - 1 for number in rows]


def _barred(board: Board) -> dict[int, list[int]]:
    rows = ((r, board.barred_columns(r)) for r in range(board.full_rows))
    return {r: columns for r, columns in rows if columns}


def _regions(board: Board) -> Grid | None:
    """The labels of the first lines that are no straight ones: regions, boxes."""
    for family in board.families:
        if family.affine is None:
            return [board.whole_row(family.expression, r) for r in range(board.full_rows)]
    return None


def _numbered(labels: Grid) -> Grid:
    numbers: dict[int, int] = {}
    return [[numbers.setdefault(label, len(numbers)) for label in row] for row in labels]


def values_of(board: Board) -> Grid | None:
    """The objective's value at every cell of the model's board, if there is an objective."""
    if board.model.objective is None:
        return None
    expression = board.model.objective[1]
    return [board.whole_row(expression, r) for r in range(board.full_rows)]


def _attacks(board: Board, scene: Scene, attacked: Attacked) -> tuple[Attack, ...]:
    rows = attacking_rows(scene, attacked)
    if not rows:
        return ()
    labels = [_whole_labels(board, family) for family in board.families]
    return tuple(_attack(board, scene, labels, r, scene.queens[r]) for r in rows)


def _whole_labels(board: Board, family: Family) -> Grid:
    return [board.whole_row(family.expression, r) for r in range(board.full_rows)]


def _attack(board: Board, scene: Scene, labels: Sequence[Grid], row: int, column: int) -> Attack:
    cells = {(row, c) for c in range(scene.columns)}
    lines = [((row, 0), (row, scene.columns - 1))]
    for family, grid in zip(board.families, labels, strict=True):
        label = grid[row][column]
        cells |= {(r, c) for r in range(scene.rows) for c, at in enumerate(grid[r]) if at == label}
        form = family.affine
        if form is not None and form.modulus is None and abs(form.row) <= 1 >= abs(form.column):
            lines.append(_through(scene, row, column, (form.column, -form.row)))
    cells |= set(_leapt(board.leaps, row, column))
    cells = {(r, c) for r, c in cells if 0 <= r < scene.rows and 0 <= c < scene.columns}
    return Attack(frozenset(cells - {(row, column)}), tuple(lines))


def _queen_attack(scene: Scene, row: int, column: int) -> Attack:
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    lines = tuple(_through(scene, row, column, step) for step in steps)
    cells = {
        (r, c)
        for r in range(scene.rows)
        for c in {column, column + r - row, column - r + row} & set(range(scene.columns))
    }
    cells |= {(row, c) for c in range(scene.columns)}
    return Attack(frozenset(cells - {(row, column)}), lines)


def _through(scene: Scene, row: int, column: int, step: tuple[int, int]) -> tuple[Cell, Cell]:
    """The straight line through a cell, from one end of the board to the other."""
    ends = []
    for sign in (-1, 1):
        r, c = row, column
        down, right = sign * step[0], sign * step[1]
        while 0 <= r + down < scene.rows and 0 <= c + right < scene.columns and (down or right):
            r, c = r + down, c + right
        ends.append((r, c))
    return ends[0], ends[1]


def _leapt(leaps: Sequence[Leap], row: int, column: int) -> Iterable[Cell]:
    for rows, columns in leaps:
        yield row + rows, column + columns
        yield row - rows, column - columns


Kind = Literal["cells", "dots", "pixels"]
LARGEST_CELLS, LARGEST_DOTS = 40, 400


def kind_of(scene: Scene) -> Kind:
    """How a board of this size is drawn: cell by cell, queens as dots, or scaled to pixels."""
    if scene.side <= LARGEST_CELLS:
        return "cells"
    return "dots" if scene.side <= LARGEST_DOTS else "pixels"
