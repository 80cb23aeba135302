"""Region maps as people write them: a letter or a number for each cell.

Rows are lines, or joined by `|`. Cells may stand apart (blanks, commas, quotes, brackets), and
repeated ones may be counted, before the letter (3A2B) or behind it (A3B2). A blank line ends a map;
where every line is one row with blank lines between, they are all of one map. A map on one line
without `|` is cut into as many rows as columns. `#` begins a comment.

Capital and small letters are different regions. Where regions are numbers, they are called A, B, C,
… in the order in which they appear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NoReturn

from msgspec import Struct

from cpqueens.formats.base import Reader, last_line, refuse, shortened
from cpqueens.formats.region_maps import check_rows, instances, require_regions, with_letters
from cpqueens.model import Model

_AROUND_CELLS = str.maketrans(dict.fromkeys(",;\"'[](){}", " "))
_COUNTED = {
    "before": re.compile(r"([0-9]*)([^\W\d_])"),
    "behind": re.compile(r"([^\W\d_])([0-9]*)"),
}
MOST_COUNTED = 1_000_000
"""So many cells may a map have that are said by counts."""


class Line(Struct, frozen=True):
    """A row of a map as it is written, and the line of the file that it stands in."""

    text: str
    number: int


class RegionsText(Reader):
    name = "regions-text"
    summary = "region maps: a letter or a number a cell, rows as lines or joined by |, run lengths"

    def read(self, text: str, model: Model) -> list[Model]:
        require_regions(model, self.name)
        blocks = list(_blocks(text))
        if not blocks:
            refuse(
                "there is no map; rows of letters, one for each cell, are accepted", last_line(text)
            )
        return instances(model, [_map(block) for block in blocks])


def map_of(text: str) -> list[str]:
    """The one map of a text, as models draw it; raises `InputError`."""
    blocks = list(_blocks(text))
    if len(blocks) != 1:
        refuse(f"{len(blocks)} maps where one is due")
    return _map(blocks[0])


def _blocks(text: str) -> Iterator[list[Line]]:
    """The rows of each map."""
    blocks: list[list[Line]] = [[]]
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text.strip("\ufeff\x1a")), 1):
        content = line.partition("#")[0].translate(_AROUND_CELLS).strip()
        for letter in content:
            if not (letter.isalnum() or letter.isspace() or letter == "|"):
                refuse(
                    f"{letter!r} is no region; a letter or a number for each cell is accepted, "
                    "rows as lines or joined by '|'",
                    number,
                )
        if content.strip("| "):
            blocks[-1].append(Line(content, number))
        elif blocks[-1] and not line.strip():
            blocks.append([])
    blocks = [block for block in blocks if block]
    if len(blocks) > 1 and all(len(block) == 1 and "|" not in block[0].text for block in blocks):
        blocks = [[line for block in blocks for line in block]]
    for block in blocks:
        yield from _unjoined(_without_size(block))


def _without_size(block: list[Line]) -> list[Line]:
    """Without a first line that says how many rows follow."""
    head, *rows = block
    words = head.text.split()
    if rows and set(words) == {str(len(rows))} and len(words) <= 2 and len(rows) > 2:
        return rows
    return block


def _unjoined(block: list[Line]) -> Iterator[list[Line]]:
    """The block's maps: one, or one in each line where rows are joined by |."""
    joined = [_parts(line) for line in block]
    if not any("|" in line.text for line in block):
        yield block
    elif len(block) == 1 or all(len(parts) > 1 and _is_map(parts) for parts in joined):
        yield from joined
    else:  # bars stand between the cells, or end the rows
        yield [Line(line.text.replace("|", " ").strip(), line.number) for line in block]


def _parts(line: Line) -> list[Line]:
    return [Line(part.strip(), line.number) for part in line.text.split("|") if part.strip()]


def _is_map(rows: Sequence[Line]) -> bool:
    return any(
        all(cells is not None and len(cells) == len(rows) for cells in drawn)
        for drawn in _readings(rows)
    )


def _map(rows: Sequence[Line]) -> list[str]:
    lines: list[int | None] = [row.number for row in rows]
    readings = [
        [cells for cells in reading if cells is not None]
        for reading in _readings(rows)
        if None not in reading
    ]
    if not readings:
        _refuse_counts(rows)
    for reading in readings:
        if {len(cells) for cells in reading} == {len(reading)}:
            return with_letters(reading)
    (reading, *_) = readings
    side = isqrt(len(reading[0]))
    if len(reading) == 1 and side > 1 and side * side == len(reading[0]):
        reading = [reading[0][start : start + side] for start in range(0, side * side, side)]
        lines = lines * side
    check_rows(reading, lines, "")
    return with_letters(reading)


def _readings(rows: Sequence[Line]) -> list[list[list[str] | None]]:
    """The rows with counts before the letters, and behind them; None for a row that is not so."""
    return [_reading(rows, where) for where in _COUNTED]


def _reading(rows: Sequence[Line], where: str) -> list[list[str] | None]:
    found: list[list[str] | None] = []
    room = MOST_COUNTED
    for row in rows:
        found.append(_cells(row, where, room))
        room -= len(found[-1] or ())
    return found


def _cells(row: Line, where: str, room: int) -> list[str] | None:
    words = row.text.split()
    together = "".join(words)
    if together.isdigit():
        return words if len(words) > 1 else list(row.text)
    if together.isalpha():
        return list(together)
    if len(words) > 1 and all(len(word) == 1 or word.isdigit() for word in words):
        return words
    cells: list[str] = []
    end = 0
    for match in _COUNTED[where].finditer(together):
        if match.start() != end:
            return None
        end = match.end()
        number = match[1] if where == "before" else match[2]
        times = int(number[:12] or 1)
        if len(cells) + times > room:
            refuse(f"counts that make more than {MOST_COUNTED:,} cells of a map", row.number)
        cells += (match[2] if where == "before" else match[1]) * times
    return cells if end == len(together) else None


def _refuse_counts(rows: Sequence[Line]) -> NoReturn:
    for where in _COUNTED:
        for row in rows:
            if _cells(row, where, MOST_COUNTED) is None:
                refuse(
                    f"{shortened(row.text)} is no row of regions; counts stand before all letters "
                    "(3A2B) or behind all of them (A3B2)",
                    row.number,
                )
    raise AssertionError


FORMAT = RegionsText()
