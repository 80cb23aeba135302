"""What a check found: a table, and the placements that were disputed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec
from msgspec import Struct

from cpqueens.draw.svg import placement_svg
from cpqueens.draw.text import draw_placement
from cpqueens.formats.base import Verdict
from cpqueens.placement import Placement

AGREES, SILENT, UNFINISHED = "agrees", "cannot answer", "not finished"
DRAWN = 3
"""How many disputed placements are drawn on a terminal; files have them all."""
ACCEPTED = (AGREES, SILENT, UNFINISHED, Verdict.AC.name)


class Row(Struct, frozen=True):
    """One line of the table: who was asked about which case, and how it went.

    `verdict` is `agrees`, `cannot answer`, `not finished`, or the name of a `Verdict`; `note` says
    why. `seconds` are of CPU for programs and of wall clock for all others, `memory` is the peak
    in bytes.
    """

    case: str
    voice: str
    answer: str
    verdict: str
    seconds: float
    note: str = ""
    memory: int | None = None
    counts: bool = True
    """Whether the verdict on the whole depends on it; not so outside the task's stated range."""

    @property
    def accepted(self) -> bool:
        return self.verdict in ACCEPTED


class Disputed(Struct, frozen=True):
    """A placement that somebody has and should not, or lacks and should have.

    `columns` count from 1; `queens` are the attacking ones, (row, column) from 1.
    """

    case: str
    voice: str
    message: str
    columns: tuple[int, ...]
    width: int
    queens: tuple[tuple[int, int], ...] = ()

    @property
    def placement(self) -> Placement | None:
        """The placement, or None where it does not fit on the board and cannot be drawn."""
        try:
            return Placement([number - 1 for number in self.columns], self.width)
        except ValueError:
            return None

    @property
    def headline(self) -> str:
        return f"{self.case}: {self.voice}: {self.message}"

    def __str__(self) -> str:
        numbers = " ".join(map(str, self.columns))
        placement = self.placement
        drawn = [] if placement is None else [draw_placement(placement, self.queens)]
        return "\n".join([self.headline, *drawn, f"columns {numbers}"])


class Report(Struct, frozen=True):
    """What a check found.

    `agrees` is whether nobody was found wrong; `verdict` is that of the first row that was, `AC`
    if none. `str` is a table for terminals, `to_json` and `to_html` are for files.
    """

    title: str
    rows: tuple[Row, ...]
    disputed: tuple[Disputed, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        return all(row.accepted or not row.counts for row in self.rows)

    @property
    def complete(self) -> bool:
        """Whether everybody who can answer was heard to the end."""
        return not any(row.verdict == UNFINISHED for row in self.rows)

    @property
    def verdict(self) -> str:
        wrong = (row.verdict for row in self.rows if row.counts and not row.accepted)
        return next(wrong, Verdict.AC.name)

    def __str__(self) -> str:
        parts = [self.title, "", *_table(self.rows)]
        for disputed in self.disputed[:DRAWN]:
            parts += ["", str(disputed)]
        if self.remarks:
            parts += ["", *self.remarks]
        return "\n".join([*parts, "", self.summary])

    @property
    def summary(self) -> str:
        """The outcome in one sentence."""
        wrong = [row for row in self.rows if row.counts and not row.accepted]
        if wrong:
            row = wrong[0]
            where = ": ".join(part for part in (row.case, row.voice) if part)
            return f"{row.verdict}: {where}: {row.note}"
        beyond = [row for row in self.rows if not row.accepted]
        if beyond:
            return f"{Verdict.AC.name}, but {beyond[0].case}: {beyond[0].note}"
        if not self.complete:
            return "nobody was found wrong, but not everybody finished"
        return "all agree" if any(row.verdict == AGREES for row in self.rows) else "AC"

    def to_json(self) -> str:
        """The report as one JSON document; columns and queens count from 1."""
        document = {
            "title": self.title,
            "agrees": self.agrees,
            "complete": self.complete,
            "verdict": self.verdict,
            "summary": self.summary,
            "rows": self.rows,
            "disputed": self.disputed,
            "remarks": self.remarks,
        }
        return msgspec.json.format(msgspec.json.encode(document), indent=1).decode()

    def to_html(self) -> str:
        """The report as a page that needs nothing else, boards drawn."""
        cells = "".join(_html_row(row) for row in self.rows)
        boards = "".join(map(_figure, self.disputed))
        remarks = "".join(f"<p>{escape(remark)}</p>" for remark in self.remarks)
        return (
            "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
            f"<title>{escape(self.title)}</title><style>{_STYLE}</style></head><body>"
            f"<h1>{escape(self.title)}</h1><p>{escape(self.summary)}</p>"
            "<table><thead><tr><th>case</th><th>who</th><th>answer</th><th>verdict</th>"
            f"<th>seconds</th><th>why</th></tr></thead><tbody>{cells}</tbody></table>"
            f"{boards}{remarks}</body></html>\n"
        )

    def _repr_html_(self) -> str:
        return self.to_html()


_STYLE = (
    ":root{color-scheme:light dark}body{font-family:sans-serif;margin:2em}"
    "table{border-collapse:collapse}td,th{border:1px solid #888;padding:.2em .6em;text-align:left}"
    "tr.wrong td{background:#c4432b;color:#fff}figure{display:inline-block;margin:1em}"
    "figcaption{max-width:22em;margin-bottom:.5em}"
)


def _figure(disputed: Disputed) -> str:
    placement = disputed.placement
    drawn = "" if placement is None else placement_svg(placement, disputed.queens)
    return f"<figure><figcaption>{escape(disputed.headline)}</figcaption>{drawn}</figure>"


def _html_row(row: Row) -> str:
    cells = (row.case, row.voice, row.answer, row.verdict, f"{row.seconds:.3f}", row.note)
    style = "" if row.accepted else " class='wrong'"
    return f"<tr{style}>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def _table(rows: Sequence[Row]) -> list[str]:
    columns: list[tuple[str, list[str], bool]] = [
        ("case", [row.case for row in rows], False),
        ("who", [row.voice for row in rows], False),
        ("answer", [row.answer for row in rows], False),
        ("verdict", [row.verdict for row in rows], False),
        ("seconds", [f"{row.seconds:.3f}" for row in rows], True),
    ]
    if any(row.memory is not None for row in rows):
        megabytes = [f"{(row.memory or 0) / 2**20:.1f}" for row in rows]
        columns.append(("MiB", megabytes, True))
    columns.append(("why", [row.note for row in rows], False))
    shown = [column for column in columns if any(column[1])]
    lines = []
    for number in range(-1, len(rows)):
        cells = []
        for heading, values, right in shown:
            width = max(len(heading), *(len(value) for value in values)) if values else len(heading)
            cell = heading if number < 0 else values[number]
            cells.append(f"{cell:>{width}}" if right else f"{cell:{width}}")
        lines.append("  ".join(cells).rstrip())
    return lines
