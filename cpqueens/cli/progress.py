"""How far a search is, on a terminal only."""

from __future__ import annotations

import sys

from cpqueens.question import Reached

_CLEAR = "\r\x1b[K"


class ProgressLine:
    """One line on standard error that is written over, and cleared before results are printed.

    Nothing is shown where standard error is not a terminal.
    """

    def __init__(self) -> None:
        self.shown = False

    def __call__(self, reached: Reached) -> None:
        if sys.stderr.isatty():
            self.shown = True
            line = f"{_CLEAR}{reached.text}, {reached.seconds:.0f} s"
            print(line, end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.shown:
            print(_CLEAR, end="", file=sys.stderr, flush=True)
            self.shown = False
