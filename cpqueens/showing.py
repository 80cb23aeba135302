"""How objects show themselves: the one seam by which what is below reaches the pictures above."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpqueens.draw.mathematics import Description
    from cpqueens.model import Model


class Shown:
    """Text for `print`, SVG and HTML for notebooks, all of it made when it is asked for."""

    __slots__ = ()

    def __str__(self) -> str:
        from cpqueens.draw.shown import as_text

        return as_text(self)

    def _repr_svg_(self) -> str:
        from cpqueens.draw.shown import picture_of

        return picture_of(self).svg

    def _repr_html_(self) -> str:
        from cpqueens.draw.shown import as_html

        return as_html(self)


class Described(Shown):
    """What models have beside: their mathematics."""

    __slots__ = ()

    def describe(self: Model) -> Description:  # type: ignore[misc]
        """The model as mathematics: Markdown with LaTeX in notebooks, plain text with `print`.

        It has the parameters, the sizes and the symmetries of the first instance, and which
        solvers can answer the model's question and why the others cannot.

        >>> from cpqueens import queens
        >>> print(queens(8).describe())  # doctest: +ELLIPSIS
        The n queens problem
        ...
        subject to all different over r: q[r]
        ...
        """
        from cpqueens.draw.mathematics import describe

        return describe(self)
