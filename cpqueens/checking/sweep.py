"""Which instances a check goes through."""

from __future__ import annotations

from collections.abc import Iterator

from cpqueens.model import Model

SIZES = (4, 5, 6, 7, 8, 9)
"""Sides tried where the user names none. 4 and 8 are always among them: wrong programs that are
right at 5, 6 and 7 show there."""


def sweep(model: Model) -> tuple[list[Model], str]:
    """The instances to check, and what was chosen, in words.

    A model whose board has a side that is one parameter is tried at several sizes within its
    bounds; any other is taken as it is, with all its instances.
    """
    name = _side(model)
    if name is None or model.instances:
        return list(model.each_instance()), ""
    parameter = model.parameters[name]
    sizes = [size for size in SIZES if parameter.fault(size) is None]
    if not sizes:
        first = parameter.default if parameter.minimum is None else parameter.minimum
        sizes = [size for size in range(first, first + 3) if parameter.fault(size) is None]
    if model.data or model.picture or model.regions:
        sizes = [parameter.default]
    chosen = ", ".join(map(str, sizes))
    cases = [model.with_parameters(**{name: size}) for size in sizes]
    return [one for case in cases for one in case.each_instance()], f"tried {name} = {chosen}"


def _side(model: Model) -> str | None:
    """The parameter that the number of rows is, if it is one."""
    if model.board is None:
        return None
    rows = str(model.board.rows)
    return rows if rows in model.parameters else None


def labels(cases: list[Model]) -> Iterator[str]:
    """What tells each instance from the others, in a few words."""
    for case in cases:
        values = ", ".join(f"{name} = {value}" for name, value in case.values.items())
        number, of = case.place or (1, 1)
        place = f"instance {number} of {of}" if of > 1 else ""
        yield ": ".join(part for part in (place, values) if part) or case.name or "the model"
