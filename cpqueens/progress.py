"""How far a search is, for those who wait: a line of tqdm's, or a plain one without tqdm."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cpqueens.question import Progress, Reached


@contextmanager
def shown(progress: Progress | bool | None, label: str = "") -> Iterator[Progress | None]:
    """What a search is to call: the caller's own function, or a line that ends with the search."""
    if progress is not True:
        yield progress or None
        return
    line = ProgressLine(label)
    try:
        yield line
    finally:
        line.close()


class ProgressLine:
    """A line that appears when a search takes more than a second.

    It is tqdm's, a widget in notebooks that have them, else it is written over on standard error.
    """

    def __init__(self, label: str = "") -> None:
        self.label = label
        self._bar: Any = None
        self._plain = False

    def __call__(self, reached: Reached) -> None:
        told = f"{self.label}: {reached.text}" if self.label else reached.text
        if self._bar is None and not self._plain:
            self._open(told)
        if self._plain:
            print(f"\r{told}, {reached.seconds:.0f} s", end="", file=sys.stderr, flush=True)
        else:
            self._bar.start_t = self._bar._time() - reached.seconds
            self._bar.set_description_str(told)

    def close(self) -> None:
        """End the line."""
        if self._bar is not None:
            self._bar.close()
        elif self._plain:
            print(file=sys.stderr)

    def _open(self, told: str) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # tqdm's, about widgets that are not installed
                from tqdm.auto import tqdm  # type: ignore[import-untyped]

                # Searches tell often enough; tqdm's thread that would watch over them stays away.
                unwatched = type("Line", (tqdm,), {"monitor_interval": 0})
                self._bar = unwatched(desc=told, bar_format="{desc} [{elapsed}]")
        except ImportError:
            self._plain = True
