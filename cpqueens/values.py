"""Numbers, tables and drawings of cells, from the many kinds of objects that hold them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cpqueens.errors import KeyPath, ModelError, Problem, brief
from cpqueens.expressions import LARGEST_VALUE, whole_number

Table = tuple[tuple[int, ...], ...] | tuple[str, ...]
"""Whole numbers row by row, or letters: a string a row."""


def table(value: Any, path: KeyPath = ()) -> Table:
    """A data table from nested sequences, an array, or rows of letters.

    Raises `ModelError` for an empty or ragged one and for cells that are neither whole numbers
    nor single letters.
    """
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    rows = value.split() if isinstance(value, str) else _listed(value)
    if isinstance(rows, Mapping) or not isinstance(rows, Iterable):
        raise ModelError([Problem(f"a table is a list of rows, not {brief(rows)}", path)])
    rows = [_listed(row) for row in rows]
    faults = list(_table_faults(rows, path))
    if faults:
        raise ModelError(faults)
    if isinstance(rows[0][0], str):
        return tuple("".join(row) for row in rows)
    return tuple(tuple(int(cell) for cell in row) for row in rows)


def _table_faults(rows: list[Any], path: KeyPath) -> Iterator[Problem]:
    if not rows:
        yield Problem("an empty table; a row for each row of the board is due", path)
        return
    kinds = set()
    width: int | None = None
    for index, row in enumerate(rows):
        if not isinstance(row, Sequence) or isinstance(row, bytes):
            yield Problem(f"a row is a list of cells, not {brief(row)}", (*path, index))
            continue
        width = len(row) if width is None else width
        if len(row) != width or not row:
            message = f"{len(row)} cells, but the first row has {width}" if row else "an empty row"
            yield Problem(message, (*path, index))
        for position, cell in enumerate(row):
            if isinstance(cell, str) and len(cell) == 1 and cell.isalpha():
                kinds.add("letter")
                continue
            number = whole_number(cell)
            if number is None:
                fault = f"{no_number(cell)} (and no single letter, which a table may hold instead)"
                yield Problem(fault, (*path, index, position))
                continue
            kinds.add("number")
            if beyond := beyond_64_bits(number):
                yield Problem(beyond, (*path, index, position))
    if len(kinds) == 2:
        yield Problem("a table holds whole numbers or letters, not both", path)


def drawing(value: str | Iterable[Iterable[str]] | None, path: KeyPath) -> tuple[str, ...] | None:
    """The rows of a picture or of regions, from one text or from rows of characters."""
    if value is None:
        return None
    if isinstance(value, str):
        return tuple(value.split())
    try:
        return tuple("".join(row) for row in value)
    except TypeError:
        message = f"{brief(value)} is not accepted; a text, or a list of texts, one a row, is"
        raise ModelError([Problem(message, path)]) from None


def _listed(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def no_number(value: object) -> str:
    return f"{brief(value)} is not a whole number"


def beyond_64_bits(number: int) -> str | None:
    return None if abs(number) <= LARGEST_VALUE else f"{number} does not fit 64 bits"


def whole(value: object, path: KeyPath) -> int:
    number = whole_number(value)
    if number is None:
        raise ModelError([Problem(no_number(value), path)])
    return number
