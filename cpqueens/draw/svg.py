"""SVG pictures: how they stand in files and in notebooks, and the marks that they are made of.

Boards have colours of their own, readable on light and dark pages alike. What is beside them takes
the colour of the page's text in notebooks; files bring their paper along, light or dark.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from html import escape
from pathlib import Path

from msgspec import Struct

FRAME, QUEEN, WRONG = "#8a8f98", "#1f2430", "#c4432b"
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
NOTE_SIZE, NOTE_STEP = 13, 18
_CHARACTER = 0.56
"""The mean width of a character, as a part of the size of the font."""

_IN_FILES = (
    ".cq-file .cq-paper{fill:#fff}.cq-file .cq-ink{fill:#24292f}"
    "@media (prefers-color-scheme:dark){.cq-file .cq-paper{fill:#16181d}"
    ".cq-file .cq-ink{fill:#d7dae0}.cq-file .cq-board{opacity:.88}}"
)
_INLINE = (
    ".cq-inline{max-width:100%;height:auto}.cq-inline .cq-ink{fill:currentColor}"
    "[data-jp-theme-light=false] .cq-board,.vscode-dark .cq-board,html[theme=dark] .cq-board"
    "{opacity:.88}"
)
"""JupyterLab, Visual Studio Code and Colab say each in their way that the page is dark."""

_CROWN = (
    "M8 12.6a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 1 1 0-5.8zM16 7.1a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 1 1 "
    "0-5.8zM24 5.1a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 1 1 0-5.8zM32 7.1a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 "
    "1 1 0-5.8zM40 12.6a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 1 1 0-5.8zM8 16.5L13.2 33.5H34.8L40 16.5"
    "L31.8 25.5L32 11L26.7 23.5L24 9L21.3 23.5L16 11L16.2 25.5z"
    "M13 35h22v2.6H13zM11.5 39h25v3.6h-25z"
)
_QUEEN_SYMBOL = (
    f'<symbol id="cq-queen" viewBox="0 0 48 48"><path d="{_CROWN}" fill="none" stroke="#fff" '
    f'stroke-width="2.6" stroke-linejoin="round"/><path d="{_CROWN}"/></symbol>'
)


class Picture(Struct, frozen=True):
    """A drawing of so many pixels: `svg` for files, HTML for notebooks, `save` for both.

    >>> from cpqueens import Placement, draw
    >>> picture = draw.board(Placement([1, 3, 0, 2]))
    >>> picture.svg.startswith("<svg "), picture.label
    (True, '4 queens: columns 2 4 1 3')
    """

    width: float
    height: float
    body: str
    label: str

    @property
    def svg(self) -> str:
        """The drawing as the text of an SVG file, on light or dark paper."""
        paper = f'<rect class="cq-paper" {self._size} fill="#fff"/>'
        return self._element("cq-file", _IN_FILES, paper) + "\n"

    @property
    def html(self) -> str:
        """The drawing as part of a page, without paper and in the colour of the page's text."""
        return self._element("cq-inline", _INLINE, "")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the SVG file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def inside(self, x: float, y: float) -> str:
        """The drawing as part of a larger one."""
        return f'<svg x="{short(x)}" y="{short(y)}" {self._size}>{self.body}</svg>'

    def __repr__(self) -> str:
        return f"<{self.label}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.html

    @property
    def _size(self) -> str:
        return f'width="{short(self.width)}" height="{short(self.height)}"'

    def _element(self, kind: str, style: str, paper: str) -> str:
        symbols = f"<defs>{_QUEEN_SYMBOL}</defs>" if "#cq-queen" in self.body else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" {self._size} '
            f'viewBox="0 0 {short(self.width)} {short(self.height)}" role="img" '
            f'font-family="{FONT}">'
            f"<title>{escape(self.label)}</title>"
            f"<style>{style}</style>{symbols}{paper}{self.body}</svg>"
        )


def short(number: float) -> str:
    """A coordinate with as few characters as a tenth of a pixel needs."""
    return f"{number:.1f}".removesuffix(".0")


def mixed(first: str, second: str, part: float) -> str:
    """The colour between two, both as `#rrggbb`; `part` 0 is the first, 1 the second."""
    pairs = zip(rgb(first), rgb(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def rgb(colour: str) -> tuple[int, int, int]:
    """The parts of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def rectangle(x: float, y: float, width: float, height: float, look: str) -> str:
    return (
        f'<rect x="{short(x)}" y="{short(y)}" width="{short(width)}" height="{short(height)}" '
        f"{look}/>"
    )


def queen(x: float, y: float, size: float, colour: str = QUEEN) -> str:
    """A queen in the square with this upper left corner."""
    fill = "" if colour == QUEEN else f' fill="{colour}"'
    return (
        f'<use href="#cq-queen" x="{short(x)}" y="{short(y)}" width="{short(size)}" '
        f'height="{short(size)}"{fill}/>'
    )


def text(x: float, y: float, words: str, size: float, look: str = "") -> str:
    place = f'x="{short(x)}" y="{short(y)}" font-size="{short(size)}"'
    return f"<text {place}{look}>{escape(words)}</text>"


def text_width(words: str, size: float) -> float:
    """About how many pixels a text takes."""
    return len(words) * size * _CHARACTER


def wrapped(words: str, width: float) -> list[str]:
    """A note in lines of about this width."""
    import textwrap

    return textwrap.wrap(words, max(12, int(width / (NOTE_SIZE * _CHARACTER)))) or [""]


def notes(lines: Iterable[str], x: float, y: float) -> str:
    """Lines of text in the colour of the page's, the first one's top at `y`."""
    return "".join(
        text(x, y + NOTE_STEP * (place + 0.75), line, NOTE_SIZE, ' class="cq-ink"')
        for place, line in enumerate(lines)
    )
