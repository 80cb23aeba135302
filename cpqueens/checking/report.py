"""What a check found: a table, and the placements that were disputed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import msgspec
from msgspec import Struct

from cpqueens.draw.boards import picture
from cpqueens.draw.scene import placement_scene
from cpqueens.draw.text import LARGEST_DRAWN, draw_placement
from cpqueens.formats.base import Verdict
from cpqueens.placement import Placement

AGREES = "agrees"
SILENT = "cannot answer"
UNFINISHED = "not finished"
ALONE = "not compared"
ACCEPTED = (AGREES, SILENT, UNFINISHED, ALONE, Verdict.AC.name)
"""The verdicts that find nobody wrong."""
WRONG, MISSING, REPEATED, BETTER = "wrong", "missing", "repeated", "better"
"""The kinds of disputed placements."""

MOST_ROWS = 100
"""Longer tables are cut on a terminal, to these rows and all that say more than `accepted`."""
MOST_LINES = 12
"""So many lines of an input are shown on a terminal."""

_DOES = {
    WRONG: "gave a wrong placement",
    MISSING: "lacks a placement",
    REPEATED: "gave a placement more than once",
    BETTER: "missed a better placement",
}


class Row(Struct, frozen=True):
    """One line of the table: who was asked about which case, and how it went.

    `verdict` is `agrees`, `cannot answer`, `not finished`, `not compared` (nobody else answered),
    or the name of a `Verdict`; `note` says why. `seconds` are of CPU for programs and of wall clock
    for all others, `memory` is a program's peak in bytes. `counts` is whether the verdict on the
    whole depends on the row, which is not so outside the task's stated range.
    """

    case: str
    voice: str
    answer: str
    verdict: str
    seconds: float
    note: str = ""
    memory: int | None = None
    counts: bool = True

    @property
    def accepted(self) -> bool:
        return self.verdict in ACCEPTED


class Disputed(Struct, frozen=True):
    """A placement that somebody has and should not, or lacks and should have.

    `kind` is `wrong`, `missing`, `repeated` or `better`, `message` says more. `columns` count from
    1, and so do `queens`, the attacking ones as (row, column); `width` is the board's.
    """

    case: str
    voice: str
    kind: str
    columns: tuple[int, ...]
    width: int
    message: str = ""
    queens: tuple[tuple[int, int], ...] = ()

    @property
    def placement(self) -> Placement | None:
        """The placement, or None where it is too large to draw or does not fit on the board."""
        if max(self.width, len(self.columns)) > LARGEST_DRAWN:
            return None
        try:
            return Placement([number - 1 for number in self.columns], self.width)
        except ValueError:
            return None

    @property
    def headline(self) -> str:
        more = f": {self.message}" if self.message else ""
        return f"{self.case}: {self.voice} {_DOES[self.kind]}{more}"

    def __str__(self) -> str:
        placement = self.placement
        drawn = [] if placement is None else [draw_placement(placement, self.queens, chess=False)]
        shown = " ".join(map(str, self.columns[:LARGEST_DRAWN]))
        cut = " …" if len(self.columns) > LARGEST_DRAWN else ""
        return "\n".join([self.headline, *drawn, f"columns {shown}{cut}"])


class Failing(Struct, frozen=True):
    """An input on which a program fails, and a right answer to it.

    `verdict` and `reason` are those on this input; `files` are where the two were written to.
    """

    input: str
    answer: str
    verdict: str
    reason: str
    files: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [
            f"an input that fails ({self.verdict}: {self.reason}):",
            _cut(self.input),
            "a right answer to it:",
            _cut(self.answer),
        ]
        if self.files:
            parts.append(f"written to {' and '.join(self.files)}")
        elif self.input.count("\n") > MOST_LINES:
            parts.append("(both whole: in the report as JSON)")
        return "\n".join(parts)


def _cut(text: str) -> str:
    lines = text.splitlines()
    more = [f"… ({len(lines)} lines)"] if len(lines) > MOST_LINES else []
    return "\n".join(
        "  " + (line if len(line) <= 100 else line[:99] + "…")
        for line in [*lines[:MOST_LINES], *more]
    )


class Report(Struct, frozen=True):
    """What a check found.

    `agrees` is whether nobody was found wrong; `verdict` is that of the first row that was, `AC`
    if none. `str` is a table for terminals, `to_json` and `to_html` are for files.
    """

    title: str
    rows: tuple[Row, ...]
    disputed: tuple[Disputed, ...] = ()
    remarks: tuple[str, ...] = ()
    failing: Failing | None = None

    @property
    def agrees(self) -> bool:
        return all(row.accepted or not row.counts for row in self.rows)

    @property
    def complete(self) -> bool:
        """Whether everybody who can answer was heard to the end, and something was compared."""
        verdicts = {row.verdict for row in self.rows}
        return UNFINISHED not in verdicts and not verdicts <= {SILENT, ALONE}

    @property
    def verdict(self) -> str:
        wrong = (row.verdict for row in self.rows if row.counts and not row.accepted)
        return next(wrong, Verdict.AC.name)

    def __str__(self) -> str:
        parts = [self.title, "", *_table(self.rows)]
        drawn = {each.kind: each for each in reversed(self.disputed)}
        for kind in _DOES:
            if kind in drawn:
                parts += ["", str(drawn[kind])]
        if len(self.disputed) > len(drawn):
            more = len(self.disputed) - len(drawn)
            parts += ["", f"{more} more such placements: see the report as JSON or HTML"]
        if self.remarks:
            parts += ["", *self.remarks]
        if self.failing is not None:
            parts += ["", str(self.failing)]
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
        verdicts = {row.verdict for row in self.rows}
        if UNFINISHED in verdicts:
            return "nobody was found wrong, but not everybody finished"
        if AGREES in verdicts:
            return "all agree"
        return "nothing was compared" if verdicts <= {SILENT, ALONE} else Verdict.AC.name

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
            "failing": self.failing,
        }
        return msgspec.json.format(msgspec.json.encode(document), indent=1).decode()

    def to_html(self) -> str:
        """The report as a page that needs nothing else, boards drawn."""
        return (
            "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
            f"<title>{escape(self.title)}</title></head>"
            f"<body style='margin:2em'>{self._repr_html_()}</body></html>\n"
        )

    def _repr_html_(self) -> str:
        parts = [
            f"<style>{_STYLE}</style><div class='cpqueens-report'>",
            f"<h1>{escape(self.title)}</h1><p>{escape(self.summary)}</p>",
            *_html_table(self.rows),
            *map(_figure, self.disputed),
            *(f"<p>{escape(remark)}</p>" for remark in self.remarks),
        ]
        if self.failing is not None:
            parts.append(f"<pre>{escape(str(self.failing))}</pre>")
        return "".join([*parts, "</div>"])


_STYLE = (
    ":root{color-scheme:light dark}.cpqueens-report{font-family:sans-serif}"
    ".cpqueens-report table{border-collapse:collapse}"
    ".cpqueens-report td,.cpqueens-report th"
    "{border:1px solid #888;padding:.2em .6em;text-align:left}"
    ".cpqueens-report tr.wrong td{background:#c4432b;color:#fff}"
    ".cpqueens-report figure{display:inline-block;margin:1em;vertical-align:top}"
    ".cpqueens-report figcaption{max-width:22em;margin-bottom:.5em}"
)


def _figure(disputed: Disputed) -> str:
    placement = disputed.placement
    drawn = ""
    if placement is not None:
        cells = [(r - 1, c - 1) for r, c in disputed.queens]
        drawn = picture(placement_scene(placement, cells)).html
    numbers = " ".join(map(str, disputed.columns))
    caption = f"{escape(disputed.headline)} (columns {numbers})"
    return f"<figure><figcaption>{caption}</figcaption>{drawn}</figure>"


class _Column(Struct, frozen=True):
    heading: str
    cells: list[str]
    right: bool = False


def _columns(rows: Sequence[Row]) -> list[_Column]:
    """The columns of the table, those that are empty everywhere left out."""
    columns = [
        _Column("case", [row.case for row in rows]),
        _Column("who", [row.voice for row in rows]),
        _Column("answer", [row.answer for row in rows]),
        _Column("verdict", [row.verdict for row in rows]),
        _Column("seconds", [f"{row.seconds:.3f}" for row in rows], right=True),
        _Column("MiB", [_mebibytes(row.memory) for row in rows], right=True),
        _Column("why", [row.note for row in rows]),
    ]
    return [column for column in columns if any(column.cells)]


def _mebibytes(size: int | None) -> str:
    return "" if size is None else f"{size / 2**20:.1f}"


def _html_table(rows: Sequence[Row]) -> Iterator[str]:
    columns = _columns(rows)
    yield "<table><thead><tr>"
    yield from (f"<th>{column.heading}</th>" for column in columns)
    yield "</tr></thead><tbody>"
    for number, row in enumerate(rows):
        yield "<tr>" if row.accepted else "<tr class='wrong'>"
        yield from (f"<td>{escape(column.cells[number])}</td>" for column in columns)
        yield "</tr>"
    yield "</tbody></table>"


def _table(rows: Sequence[Row]) -> list[str]:
    shown = rows
    if len(rows) > MOST_ROWS:
        shown = [row for i, row in enumerate(rows) if i < MOST_ROWS or not row.accepted or row.note]
    columns = _columns(shown)
    widths = [max(map(len, [column.heading, *column.cells])) for column in columns]
    lines = []
    for number in range(-1, len(shown)):
        cells = []
        for column, width in zip(columns, widths, strict=True):
            cell = column.heading if number < 0 else column.cells[number]
            cells.append(f"{cell:>{width}}" if column.right else f"{cell:{width}}")
        lines.append("  ".join(cells).rstrip())
    if len(shown) < len(rows):
        lines.append(f"… and {len(rows) - len(shown)} more, all accepted")
    return lines
