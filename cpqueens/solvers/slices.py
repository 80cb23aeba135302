"""Searches of the kernel, worked on in slices so that limits and Ctrl-C are seen between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar, runtime_checkable

from cpqueens import kernel
from cpqueens.solvers.base import Columns, Listing, Tally

_SLICE_S = 0.02
_FIRST_SLICE = 20_000 if kernel.KIND == "compiled" else 500
_LARGEST_BATCH = 4096
T = TypeVar("T")


class Sliced(Protocol):
    """A search of the kernel, which goes on by slices of nodes."""

    @property
    def finished(self) -> bool: ...
    @property
    def nodes(self) -> int: ...


@runtime_checkable
class Measured(Protocol):
    """What knows how far it is: the part of its work that is done, from 0 to 1."""

    @property
    def progress(self) -> float | None: ...


class Count(Sliced, Protocol):
    def count(self, nodes: int) -> int: ...


class Search(Count, Listing, Protocol):
    def take(self, nodes: int, limit: int) -> bytes: ...


def slices(search: Sliced, work: Callable[[int], T], tally: Tally) -> Iterator[T]:
    """Work on in slices of about `_SLICE_S` seconds, so that limits and Ctrl-C are seen."""
    nodes = _FIRST_SLICE
    try:
        while not search.finished:
            tally.part = search.progress if isinstance(search, Measured) else None
            tally.check()
            before = search.nodes
            started = time.perf_counter()
            done = work(nodes)
            spent = time.perf_counter() - started
            if spent > 2 * _SLICE_S:
                nodes = max(nodes // 2, 100)
            elif spent < _SLICE_S / 2 and search.nodes - before >= nodes:
                # A slice that a full buffer ended early does not say how long its nodes would take.
                nodes *= 2
            yield done
    finally:
        tally.counters["nodes"] = tally.counters.get("nodes", 0) + search.nodes


def taken(search: Search, rows: int, tally: Tally, wanted: int | None) -> Iterator[list[Columns]]:
    """The placements of a board of so many rows, some at a time; at most `wanted` of them."""
    left = wanted

    def work(nodes: int) -> bytes:
        return search.take(nodes, _LARGEST_BATCH if left is None else min(left, _LARGEST_BATCH))

    for part in slices(search, work, tally):
        batch = [tuple(part[i : i + rows]) for i in range(0, len(part), rows)]
        if batch:
            yield batch
        if left is not None:
            left -= len(batch)
            if left <= 0:
                return


def count_all(searches: Iterable[tuple[Count, int]], tally: Tally) -> None:
    """Count by searches whose counts, times their weights, add up to the number of placements.

    What was listed before is known to exist, however far the count gets.
    """
    listed, tally.counted = tally.counted, 0
    try:
        for search, weight in searches:
            for passed in slices(search, search.count, tally):
                tally.counted += weight * passed
    finally:
        tally.counted = max(tally.counted, listed)
    tally.count_known = True
