"""Counting arguments: lines that need more queens than the lines that cross them can hold.

Every row needs a queen, and so does every line of an `exactly_one`; a row holds one, and so does
every line of an `all_different`. Where some lines need a queen each, and all cells that they have
left lie on fewer lines that hold one each, there is no placement (P. Hall's marriage theorem says
that otherwise each of the first finds one of the second for itself).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from cpqueens.board import Board
from cpqueens.expressions import Expression
from cpqueens.model import Model
from cpqueens.reasons import Noun, Reason, alone, named, noun_of, number_of

Cell = tuple[int, int]
"""Row and column of a board, from 0."""
Lines = Mapping[Noun, frozenset[Cell]]


class Demand:
    """A reason on its board: the cells that it leaves, and the lines that hold one queen each."""

    def __init__(self, model: Model, reason: Reason) -> None:
        self.reason = reason
        self.board = Board(alone(model, [reason]))

    @cached_property
    def barred(self) -> frozenset[Cell]:
        """The cells where no queen may stand."""
        columns = range(self.board.columns)
        return frozenset(
            (r, c)
            for r, mask in enumerate(self.board.allowed)
            for c in columns
            if not mask >> c & 1
        )

    @cached_property
    def needy(self) -> Lines:
        """The line that needs a queen, if that is what is demanded."""
        if self.reason.needy is None:
            return {}
        (total,) = self.board.totals
        return {self.reason.name: _cells(total.values, 1)}

    @cached_property
    def families(self) -> tuple[Lines, ...]:
        """The lines that hold one queen at most."""
        found: list[Lines] = [self.needy] if self.needy else []
        for family in self.board.families:
            labels = sorted({label for row in family.labels for label in row})
            found.append(
                {noun_of(family.expression, each): _cells(family.labels, each) for each in labels}
            )
        return tuple(found)

    @cached_property
    def given(self) -> list[Cell]:
        return list(self.board.given.items())

    def attacked_by(self, queen: Cell) -> set[Cell]:
        """The cells of other rows that a queen takes away."""
        lines = [line for lines in self.families for line in lines.values() if queen in line]
        cells = {cell for line in lines for cell in line if cell[0] != queen[0]}
        for down, right in self.board.leaps:
            for sign in (1, -1):
                cells.add((queen[0] + sign * down, queen[1] + sign * right))
        return cells


class Shortage(Struct, frozen=True):
    """Lines that need a queen each, and the fewer lines that all of their cells lie on.

    `demands` are the numbers of those that say so, with more than are necessary perhaps.
    """

    needy: tuple[Noun, ...]
    room: tuple[Noun, ...]
    demands: frozenset[int]
    whole: bool
    after_given: bool

    def __str__(self) -> str:
        """`regions B and D need row 3`, `row 2 has no cell left`, `11 regions, 10 rows`."""
        first = "with the given queens, " if self.after_given else ""
        if self.whole and self.room:
            return f"{first}{number_of(self.needy)}, {number_of(self.room)}"
        if not self.room:
            verb = "has" if len(self.needy) == 1 else "have"
            return f"{first}{named(self.needy)} {verb} no cell left"
        return f"{first}{named(self.needy)} need {named(self.room)}"


def shortage(demands: Sequence[Demand]) -> Shortage | None:
    """A counting argument against these demands, if there is one; those without given queens
    attacking first, and of them the one with fewest lines."""
    if not demands:
        return None
    sizes = demands[0].board
    every = {(r, c) for r in range(sizes.rows) for c in range(sizes.columns)}
    free = every.difference(*(each.barred for each in demands))
    rows = {
        ("row", str(r + 1)): frozenset(c for c in every if c[0] == r) for r in range(sizes.rows)
    }
    found = list(_shortages(demands, rows, free, frozenset()))
    queens = [cell for each in demands for cell in each.given]
    if not found and queens:
        attacked = {
            cell for queen in queens for each in demands for cell in each.attacked_by(queen)
        }
        sources = frozenset(
            i for i, each in enumerate(demands) if each.given or each.families or each.board.leaps
        )
        found = list(_shortages(demands, rows, free - attacked, sources))
    return min(found, key=lambda each: len(each.needy) + len(each.room), default=None)


def _shortages(
    demands: Sequence[Demand], rows: Lines, free: set[Cell], sources: frozenset[int]
) -> Iterator[Shortage]:
    exact: dict[Expression, dict[Noun, frozenset[Cell]]] = {}
    for each in demands:
        if each.reason.needy is not None:
            exact.setdefault(each.reason.needy, {}).update(each.needy)
    who = {noun: i for i, each in enumerate(demands) for noun in each.needy}
    rooms: list[tuple[Lines, frozenset[int]]] = [(rows, frozenset())]
    rooms += [
        (lines, frozenset({i}))
        for i, each in enumerate(demands)
        if not each.needy
        for lines in each.families
    ]
    rooms += [(lines, frozenset()) for lines in exact.values()]
    for needy in (rows, *exact.values()):
        for room, said in rooms:
            pair = _without_cells(needy, free) if room is needy else _too_many(needy, room, free)
            if pair is None:
                continue
            few, wide = pair
            cells = {cell for noun in few for cell in needy[noun]}
            barring = {i for i, each in enumerate(demands) if each.barred & cells}
            named = {who[noun] for noun in (*few, *wide) if noun in who}
            yield Shortage(
                few,
                wide,
                frozenset(barring | named | said | sources),
                len(few) == len(needy) and len(wide) == len(room),
                bool(sources),
            )


def _without_cells(
    needy: Lines, free: set[Cell]
) -> tuple[tuple[Noun, ...], tuple[Noun, ...]] | None:
    """A line that has no free cell."""
    return next((((noun,), ()) for noun, cells in needy.items() if not cells & free), None)


def _too_many(
    needy: Lines, room: Lines, free: set[Cell]
) -> tuple[tuple[Noun, ...], tuple[Noun, ...]] | None:
    """Lines of the first kind whose free cells lie on fewer lines of the second, and these."""
    home = {cell: noun for noun, cells in room.items() for cell in cells}
    near: dict[Noun, set[Noun]] = {}
    for noun, cells in needy.items():
        left = cells & free
        if left <= home.keys():
            near[noun] = {home[cell] for cell in left}
    taken: dict[Noun, Noun] = {}

    def seat(noun: Noun, seen: set[Noun]) -> bool:
        for place in sorted(near[noun] - seen):
            if place in seen:
                continue
            seen.add(place)
            if place not in taken or seat(taken[place], seen):
                taken[place] = noun
                return True
        return False

    best: tuple[tuple[Noun, ...], tuple[Noun, ...]] | None = None
    for noun in sorted(near, key=lambda each: len(near[each])):
        wide: set[Noun] = set()
        if seat(noun, wide):
            continue
        few = {noun, *(taken[place] for place in wide)}
        if best is None or len(few) < len(best[0]):
            best = tuple(sorted(few, key=_place)), tuple(sorted(wide, key=_place))
    return best


def _cells(grid: Iterable[Iterable[object]], wanted: object) -> frozenset[Cell]:
    return frozenset(
        (r, c) for r, row in enumerate(grid) for c, value in enumerate(row) if value == wanted
    )


def _place(noun: Noun) -> tuple[str, int, str]:
    """Rows by their numbers, regions by their letters."""
    return noun[0], int(noun[1]) if noun[1].lstrip("-").isdigit() else 0, noun[1]
