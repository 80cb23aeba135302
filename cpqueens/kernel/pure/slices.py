"""Searches taken in slices: the steps of one, and the placements they come upon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from cpqueens.kernel.pure.arguments import checked_positive

Buffer = Any
"""Memory that can be written to: a `bytearray`, a contiguous array."""

_T = TypeVar("_T")
Placement = tuple[int, ...]
# One step places one queen; the one that completes a placement yields it.
Steps = Iterator[Placement | None]


class Sliced(Generic[_T]):
    """Takes the steps of a search in slices."""

    def __init__(self, steps: Iterator[_T | None]) -> None:
        self._steps = steps
        self._nodes = 0
        self._finished = False

    def _slice(self, nodes: int) -> Iterator[_T]:
        end = self._nodes + checked_positive("nodes", nodes)
        while self._nodes < end:
            try:
                found = next(self._steps)
            except StopIteration:
                self._finished = True
                return
            self._nodes += 1
            if found is not None:
                yield found

    @property
    def finished(self) -> bool:
        return self._finished

    @property
    def nodes(self) -> int:
        return self._nodes


class Enumeration(Sliced[Placement]):
    def __init__(self, steps: Steps, rows: int) -> None:
        super().__init__(steps)
        self._rows = rows

    def count(self, nodes: int) -> int:
        """Search on for about `nodes` nodes; the number of placements passed."""
        return sum(1 for _ in self._slice(nodes))

    def take(self, nodes: int, limit: int) -> bytes:
        """Search on for about `nodes` nodes or until `limit` placements; their columns."""
        nodes, limit = checked_positive("nodes", nodes), checked_positive("limit", limit)
        taken: list[Placement] = []
        for placement in self._slice(nodes):
            taken.append(placement)
            if len(taken) == limit:
                break
        return b"".join(map(bytes, taken))

    def fill(self, buffer: Buffer, nodes: int) -> int:
        """As `take`, but the columns go to the start of the buffer; how many placements."""
        view = memoryview(buffer).cast("B")
        room = len(view) // self._rows
        if room == 0:
            raise ValueError("the buffer has no room for a placement")
        taken = self.take(nodes, room)
        view[: len(taken)] = taken
        return len(taken) // self._rows
