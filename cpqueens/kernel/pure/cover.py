"""Placements as exact covers."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from cpqueens.kernel.pure.arguments import (
    check_increasing,
    checked_images,
    checked_integer,
    checked_integers,
    checked_leaps,
)
from cpqueens.kernel.pure.slices import Enumeration, Steps

_COVER_SIDE = 256
_MOST_LINKS = 2**25

_Option = tuple[int, int]
_Item = tuple[object, ...]


class CoverSearch(Enumeration):
    """Placements as exact covers, by Algorithm X on dictionaries.

    Options are cells. Primary items must be covered once: the rows, and labels where there is one
    for each row. Secondary items, the other labels, the pairs of cells a leap apart, and a cell
    with those of its image's row that are not its image, at most once.
    """

    def __init__(
        self,
        columns: int,
        allowed: Sequence[Sequence[int]],
        families: Sequence[Sequence[int]],
        leaps: Sequence[tuple[int, int]],
        row_numbers: Sequence[int],
        column_numbers: Sequence[int],
        images: Sequence[Sequence[int]],
        ordered: bool,
    ) -> None:
        columns = index(columns)
        if not 1 <= columns <= _COVER_SIDE:
            raise ValueError(f"columns must be 1 to {_COVER_SIDE}, not {columns}")
        lists = [[checked_integer("allowed", column) for column in row] for row in allowed]
        rows = len(lists)
        if not 1 <= rows <= _COVER_SIDE:
            raise ValueError(f"allowed must have 1 to {_COVER_SIDE} rows, not {rows}")
        for row, numbers in enumerate(lists):
            if any(not 0 <= column < columns for column in numbers):
                raise ValueError(f"allowed[{row}] has a column beyond the board")
            check_increasing(f"allowed[{row}]", numbers)
        labels = [checked_integers("labels", family, rows * columns) for family in families]
        pairs, across, aside = checked_leaps(
            leaps, row_numbers, column_numbers, rows=rows, columns=columns
        )
        if (1 + len(labels) + 2 * len(pairs)) * rows * columns > _MOST_LINKS:
            raise ValueError("families and leaps are too many for so large a board")
        needed = [checked_images(each, rows, columns) for each in images]
        if len(needed) * columns * rows * columns > _MOST_LINKS:
            raise ValueError("images are too many for so large a board")

        cells = [(row, column) for row, numbers in enumerate(lists) for column in numbers]
        primary: list[_Item] = [("row", row) for row in range(rows)]
        items: dict[_Option, list[_Item]] = {(row, column): [("row", row)] for row, column in cells}
        enough_labels = True
        for number, family in enumerate(labels):
            used = {(row, column): family[row * columns + column] for row, column in cells}
            different = set(used.values())
            enough_labels &= len(different) >= rows
            if len(different) == rows:
                primary += [("label", number, label) for label in different]
            for cell, label in used.items():
                items[cell].append(("label", number, label))
        where = {(across[row], aside[column]): (row, column) for row, column in cells}
        for (above, left), cell in where.items():
            for down, right in set(pairs):
                other = where.get((above + down, left + right))
                if other is not None:
                    items[cell].append(("leap", cell, other))
                    items[other].append(("leap", cell, other))
        for number, each in enumerate(needed):
            for row, column in cells:
                image = divmod(each[row * columns + column], columns)
                if image[0] in (-1, row):
                    continue
                for cell in cells:
                    if cell == (row, column) or (cell[0] == image[0] and cell != image):
                        items[cell].append(("image", number, (row, column)))
        options: dict[_Item, set[_Option]] = {item: set() for item in primary}
        for cell, its in items.items():
            for item in its:
                options.setdefault(item, set()).add(cell)
        steps = _cover_steps(options, items, primary, (), rows, ordered)
        super().__init__(steps if enough_labels else iter(()), rows)


def _cover_steps(
    options: dict[_Item, set[_Option]],
    items: dict[_Option, list[_Item]],
    primary: list[_Item],
    chosen: tuple[_Option, ...],
    rows: int,
    ordered: bool,
) -> Steps:
    open_items = [item for item in primary if item in options]
    scarcest = min(open_items, key=lambda item: len(options[item]))
    item = open_items[0] if ordered and options[scarcest] else scarcest
    for cell in sorted(options[item]):
        queens = (*chosen, cell)
        if len(queens) == rows:
            yield tuple(column for _, column in sorted(queens))
            continue
        yield None
        covered = [(each, options.pop(each)) for each in items[cell]]
        hidden = {other for _, others in covered for other in others}
        for other in hidden:
            for each in items[other]:
                if each in options:
                    options[each].discard(other)
        yield from _cover_steps(options, items, primary, queens, rows, ordered)
        for other in hidden:
            for each in items[other]:
                if each in options:
                    options[each].add(other)
        options.update(covered)
