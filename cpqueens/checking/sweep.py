"""Which instances a check goes through."""

from __future__ import annotations

from collections.abc import Iterable

from cpqueens.board import Board
from cpqueens.errors import ModelError, OptionError, brief
from cpqueens.model import Model

SIZES = (4, 5, 6, 7, 8, 9)
"""Sides tried where the user names none. 4 and 8 are always among them: wrong programs that are
right at 5, 6 and 7 show there."""


def chosen_cases(
    model: Model, cases: Iterable[Model] | None
) -> tuple[list[Model], tuple[str, ...]]:
    """The instances that the caller named, or else those of `sweep`; and remarks on them."""
    if cases is None:
        chosen, remark = sweep(model)
        return chosen, (remark,) if remark else ()
    chosen = []
    for case in cases:
        if not isinstance(case, Model):
            raise OptionError(
                f"cases: {brief(case)} is no model; models are due, such as "
                "[cq.queens(n) for n in range(4, 9)]"
            )
        chosen += case.each_instance()
    if not chosen:
        raise OptionError("cases: there is none")
    return chosen, ()


def sweep(model: Model) -> tuple[list[Model], str]:
    """The instances to check, and what was chosen, in words.

    A model whose board has a side that is one parameter is tried at several sizes within its
    bounds; any other is taken as it is, with all its instances.
    """
    name = _side(model)
    if name is None or model.instances:
        return list(model.each_instance()), ""
    parameter = model.parameters[name]
    sizes = [size for size in SIZES if _fits(model, name, size)]
    if not sizes:
        first = parameter.default if parameter.minimum is None else parameter.minimum
        sizes = [size for size in range(first, first + 3) if _fits(model, name, size)]
    if model.data or model.picture or model.regions or not sizes:
        sizes = [parameter.default]
    chosen = ", ".join(map(str, sizes))
    return [model.with_parameters(**{name: size}) for size in sizes], f"tried {name} = {chosen}"


def _fits(model: Model, name: str, size: int) -> bool:
    """Whether there is a board of this size; given queens, for one, may be beyond it."""
    try:
        Board(model.with_parameters(**{name: size}))
    except ModelError:
        return False
    return True


def _side(model: Model) -> str | None:
    """The parameter that the number of rows is, if it is one."""
    if model.board is None:
        return None
    rows = str(model.board.rows)
    return rows if rows in model.parameters else None


def label_of(case: Model) -> str:
    """What a report calls an instance."""
    return case.label or case.name or "the model"
