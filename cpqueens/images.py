"""Where the symmetries of a board take its cells. Rows and columns count from 0."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cpqueens.symmetry import NAMED, Symmetry

Cell = tuple[int, int]
Map = Callable[[Cell], Cell]


def images_under(symmetry: str, rows: int, columns: int) -> tuple[Map, ...]:
    """Where one of `constraints.SYMMETRIES` takes a cell when it is applied once, twice, … until
    all cells are back; one map for each of these times, the last left out.

    >>> [turn((0, 1)) for turn in images_under("quarter-turn", 8, 8)]
    [(1, 7), (7, 6), (6, 0)]
    """

    def map_of(power: Symmetry) -> Map:
        return lambda cell: power.cell(*cell, rows, columns)

    return tuple(map(map_of, NAMED[symmetry]))


def orbit(cell: Cell, maps: Iterable[Map]) -> set[Cell]:
    """The cell and all of its images, those of its images among them."""
    maps, found, waiting = tuple(maps), {cell}, [cell]
    while waiting:
        here = waiting.pop()
        new = {each(here) for each in maps} - found
        found |= new
        waiting += new
    return found
