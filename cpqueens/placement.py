"""Placements: one queen in every row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import total_ordering
from operator import index
from typing import TYPE_CHECKING

from cpqueens.errors import OptionError
from cpqueens.showing import Shown
from cpqueens.symmetry import AXES, TURNS, Symmetry, symmetries_of_shape

if TYPE_CHECKING:
    from cpqueens.model import Model

Symmetries = Iterable[Symmetry]


@total_ordering
class Placement(Shown):
    """For each row, from the top, the column of its queen; columns count from 0.

    A placement is a sequence of those columns; it equals another with the same columns on a board
    of the same width, and placements sort in lexicographic order. `print` draws the board, with
    queens where the terminal has them and letters where not; notebooks draw it as SVG.

    >>> placement = Placement([1, 3, 0, 2])
    >>> print(placement)
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    >>> placement.columns, placement.numbers
    ((1, 3, 0, 2), (2, 4, 1, 3))
    >>> placement.reflect(), placement.is_fundamental()
    (Placement([2, 0, 3, 1]), True)
    """

    __slots__ = ("columns", "width")
    columns: tuple[int, ...]
    width: int

    def __init__(self, columns: Iterable[int], width: int | None = None) -> None:
        """`width` is how many columns the board has; without it the board is square.

        Raises `ValueError` for columns that are off the board, `TypeError` for what is no whole
        number.
        """
        self.columns = tuple(map(index, columns))
        self.width = len(self.columns) if width is None else width
        if self.columns and not 0 <= min(self.columns) <= max(self.columns) < self.width:
            raise ValueError(f"columns are 0 to {self.width - 1}, counted from 0")

    @property
    def numbers(self) -> tuple[int, ...]:
        """The columns counted from 1, as texts and files have them."""
        return tuple(c + 1 for c in self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def __iter__(self) -> Iterator[int]:
        return iter(self.columns)

    def __getitem__(self, row: int) -> int:
        return self.columns[row]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        return self.columns == other.columns and self.width == other.width

    def __lt__(self, other: Placement) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        return (self.columns, self.width) < (other.columns, other.width)

    def __hash__(self) -> int:
        return hash((self.columns, self.width))

    def __repr__(self) -> str:
        width = "" if self.width == len(self.columns) else f", width={self.width}"
        return f"Placement({list(self.columns)}{width})"

    def rotate(self, quarters: int = 1) -> Placement:
        """The placement turned clockwise by so many quarters.

        Raises `ValueError` where the image has not one queen in every row: a quarter turn needs
        a square board on which no two queens share a column.

        >>> Placement([1, 3, 0, 2, 4]).rotate()
        Placement([2, 4, 1, 3, 0])
        """
        return self.image(TURNS[index(quarters) % 4])

    def reflect(self, axis: str = "vertical") -> Placement:
        """The mirror image; the `axis` stays: `vertical`, `horizontal`, `diagonal` (from the top
        left corner) or `antidiagonal`.

        Raises `ValueError` for another axis, or where the image has not one queen in every row.

        >>> Placement([0, 2], width=3).reflect("horizontal")
        Placement([2, 0], width=3)
        """
        if axis not in AXES:
            raise ValueError(f"axis: {axis!r} is not accepted; {', '.join(AXES)} are")
        return self.image(AXES[axis])

    def image(self, symmetry: Symmetry) -> Placement:
        """The image under a symmetry; raises `ValueError` where it has not one queen a row, and
        `OptionError` for what is no symmetry.

        >>> Placement([1, 3, 0, 2]).image(Symmetry.HALF_TURN)
        Placement([1, 3, 0, 2])
        """
        _require_symmetry(symmetry)
        return Placement(symmetry.image(self.columns, self.width), self.width)

    def images(self, under: Model | Symmetries | None = None) -> list[Placement]:
        """All different images, this placement among them, in lexicographic order.

        `under`: the symmetries of a model, or symmetries one by one; without it those of the
        board's shape (eight of a square, where no two queens share a column, else four). For many
        placements find the symmetries of a model once, by `symmetries`. Raises `OptionError` for a
        model of another size, and for what is no symmetry.

        >>> len(Placement([0, 4, 7, 5, 2, 6, 1, 3]).images())
        8
        >>> Placement([1, 3, 0, 2]).images()
        [Placement([1, 3, 0, 2]), Placement([2, 0, 3, 1])]
        """
        images = {symmetry.image(self.columns, self.width) for symmetry in self._under(under)}
        images.add(self.columns)
        return [Placement(columns, self.width) for columns in sorted(images)]

    def canonical(self, under: Model | Symmetries | None = None) -> Placement:
        """The first of its images in lexicographic order, which stands for all of them.

        >>> Placement([2, 0, 3, 1]).canonical()
        Placement([1, 3, 0, 2])
        """
        return self.images(under)[0]

    def is_fundamental(self, under: Model | Symmetries | None = None) -> bool:
        """Whether no image comes before it in lexicographic order.

        >>> Placement([2, 0, 3, 1]).is_fundamental()
        False
        """
        columns, width = self.columns, self.width
        return all(symmetry.image(columns, width) >= columns for symmetry in self._under(under))

    def _under(self, under: Model | Symmetries | None) -> Symmetries:
        if under is None:
            return symmetries_of_shape(self.columns, self.width)
        from cpqueens.model import Model

        if isinstance(under, Model):
            from cpqueens.fundamentals import symmetries_of_size

            return symmetries_of_size(under, len(self), self.width)
        if isinstance(under, (str, Symmetry)) or not isinstance(under, Iterable):
            raise OptionError(
                f"under: {under!r} is not accepted; a model is, or a list of symmetries"
            )
        group = tuple(under)
        for symmetry in group:
            _require_symmetry(symmetry)
        return group


def _require_symmetry(given: object) -> None:
    if not isinstance(given, Symmetry):
        known = ", ".join(each.name for each in Symmetry)
        raise OptionError(f"{given!r} is no symmetry; cq.Symmetry has them: {known}")
