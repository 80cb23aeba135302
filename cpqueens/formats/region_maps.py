"""What the formats of region maps share: cells with labels, and the models that take them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from cpqueens.errors import ModelError
from cpqueens.formats.base import refuse
from cpqueens.model import Model

Labels = Sequence[str]
"""A row of a map: what each of its cells is marked with."""
TABLE = "region"


def require_regions(model: Model, form: str) -> None:
    """Refuse a model that says nothing of regions."""
    if model.board is not None and "n" not in model.parameters:
        raise ModelError(
            f"the format {form} needs a model whose board is as large as its regions or has a "
            "side n; models that ship and take regions are regions and regions-queens"
        )
    said = [getattr(each, "expression", None) for each in model.constraints]
    if TABLE not in {symbol.name for each in said if each is not None for symbol in each.symbols()}:
        raise ModelError(
            f"the format {form} needs a model with a constraint on the table {TABLE}, such as "
            "exactly_one: region; regions and regions-queens ship"
        )


def check_rows(rows: Sequence[Labels], lines: Sequence[int | None], what: str) -> None:
    """Refuse a map whose rows are of different lengths, or more than its columns."""
    width = len(rows[0])
    for number, (cells, line) in enumerate(zip(rows, lines, strict=True), 1):
        if len(cells) != width:
            message = f"{what}row {number} has {len(cells)} cells, but the first row has {width}"
            refuse(message, line)
    if len(rows) > width:
        refuse(
            f"{what}{len(rows)} rows of {width} cells; with one queen in every row, at least as "
            "many columns as rows are accepted",
            lines[0],
        )


def with_letters(rows: Iterable[Labels]) -> list[str]:
    """The map as models draw it. Where not all labels are single letters, regions are called A, B,
    C, … in the order in which they appear."""
    rows = list(rows)
    if all(len(label) == 1 and label.isalpha() for row in rows for label in row):
        return ["".join(row) for row in rows]
    letters = (chr(code) for code in count(ord("A")) if chr(code).isalpha())
    names: dict[str, str] = {}
    for row in rows:
        for label in row:
            if label not in names:
                names[label] = next(letters)
    return ["".join(names[label] for label in row) for row in rows]


def instances(model: Model, maps: Iterable[list[str]]) -> list[Model]:
    """The model's rules on each of these maps, which take the place of its own instances."""
    sized = model.board is not None
    values = [{"regions": rows, **({"n": len(rows)} if sized else {})} for rows in maps]
    return list(model.with_instances(values).each_instance())
