"""Region maps as JSON: one puzzle, or a list of them.

A puzzle is a map, or an object that has one under `rows`, `regions`, `grid`, `board`, `map` or
`colorRegions`. A map is a list of rows, each a text or a list of cells, or one text as in the
format `regions-text`. Cells are letters, numbers, or names (of colours, say); where they are not
all single letters, regions are called A, B, C, … in the order in which they appear. A list of
puzzles may stand under `puzzles`, `levels`, `boards` or `instances`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from cpqueens.errors import InputError, KeyPath, ModelError, path_text
from cpqueens.formats.base import Reader, last_line, refuse
from cpqueens.formats.region_maps import check_rows, instances, require_regions, with_letters
from cpqueens.formats.regions_text import map_of
from cpqueens.model import Model
from cpqueens.yamltree import read_tree

MAPS = ("rows", "regions", "grid", "board", "map", "colorRegions")
LISTS = ("puzzles", "levels", "boards", "instances")
_MAP = f"a map is a list of rows, or an object that has one as {', '.join(MAPS)}"


class RegionsJson(Reader):
    name = "regions-json"
    summary = "region maps in JSON: lists of rows, or objects that have them, one or several"

    def read(self, text: str, model: Model) -> list[Model]:
        require_regions(model, self.name)
        text = text.removeprefix("\ufeff")
        try:
            document = json.loads(text)
        except json.JSONDecodeError as error:
            refuse(f"no JSON: {error.msg.lower()} (column {error.colno})", error.lineno)
        except RecursionError:
            refuse("no JSON: nested too deep")
        maps = [_Map(text, path, value).rows() for path, value in _puzzles(document)]
        if not maps:
            refuse(f"there is no puzzle; {_MAP}", last_line(text))
        return instances(model, maps)


def _puzzles(document: Any) -> Iterator[tuple[KeyPath, Any]]:
    """The puzzles, and where they stand."""
    home: KeyPath = ()
    if isinstance(document, dict):
        for key in LISTS:
            if _is_list_of_puzzles(document.get(key)):
                home, document = (key,), document[key]
                break
    if _is_list_of_puzzles(document):
        yield from (((*home, index), each) for index, each in enumerate(document))
    else:
        yield home, document


def _is_list_of_puzzles(value: Any) -> bool:
    """A list of objects or of maps; a list of rows is not."""
    return isinstance(value, list) and all(
        isinstance(each, dict)
        or (isinstance(each, list) and bool(each) and all(isinstance(row, list) for row in each))
        for each in value
    )


class _Map:
    """One puzzle of a document."""

    def __init__(self, text: str, path: KeyPath, puzzle: Any) -> None:
        self.text, self.path, self.value = text, path, puzzle
        if isinstance(puzzle, dict):
            for key in MAPS:
                if isinstance(puzzle.get(key), (list, str)):
                    self.path, self.value = (*path, key), puzzle[key]
                    return
            self.refuse(f"no map; {_MAP}", path)

    def refuse(self, message: str, path: KeyPath) -> NoReturn:
        place = path_text(path)
        refuse(f"{place}: {message}" if place else message, self.line(path))

    def line(self, path: KeyPath) -> int | None:
        """The line where this stands, if it can be told: JSON is hardly ever no YAML."""
        try:
            position = read_tree(self.text, "").values.get(path)
        except ModelError:
            return None
        return position.line if position else None

    def rows(self) -> list[str]:
        if isinstance(self.value, str):
            try:
                return map_of(self.value)
            except InputError as error:
                self.refuse(error.message, self.path)
        if not isinstance(self.value, list) or not self.value:
            self.refuse(f"{_kind(self.value)}; {_MAP}", self.path)
        rows = [self.row(row, (*self.path, index)) for index, row in enumerate(self.value)]
        try:
            check_rows(rows, [None] * len(rows), "")
        except InputError as error:
            self.refuse(error.message, self.path)
        return with_letters(rows)

    def row(self, row: Any, path: KeyPath) -> list[str]:
        if isinstance(row, str):
            cells = row.replace(",", " ").split()
            together = len(cells) == 1 or all(cell.isalpha() for cell in cells)
            cells = list("".join(cells)) if together else cells
        elif isinstance(row, list):
            for index, cell in enumerate(row):
                if isinstance(cell, bool) or not isinstance(cell, (str, int)) or cell == "":
                    self.refuse(
                        f"{_kind(cell)} is no region; a letter, a number or a name is",
                        (*path, index),
                    )
            cells = [str(cell) for cell in row]
        else:
            self.refuse(f"{_kind(row)} is no row; a text or a list of cells is", path)
        if not cells:
            self.refuse("an empty row; a letter for each cell is due", path)
        return cells


def _kind(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 30 else shown[:27] + "…"


FORMAT = RegionsJson()
