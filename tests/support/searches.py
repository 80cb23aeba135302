"""What the tests of the kernel's searches share: both kernels, and searches run in slices."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from cpqueens import kernel as chosen_kernel
from cpqueens.kernel import pure

ALL = 10**12
"""More nodes than any search of the tests has."""
Placement = tuple[int, ...]

try:
    compiled: ModuleType | None = importlib.import_module("_cpqueens_kernel")
except ImportError:
    compiled = None

needs_compiled = pytest.mark.skipif(
    chosen_kernel.KIND != "compiled", reason="the kernel is not compiled"
)
kernels = pytest.mark.parametrize(
    "kernel",
    [
        pytest.param(pure, id="pure"),
        pytest.param(
            compiled,
            id="compiled",
            marks=pytest.mark.skipif(compiled is None, reason="the kernel is not compiled"),
        ),
    ],
)


def grid(rows: int, columns: int, label: Callable[[int, int], int]) -> list[int]:
    """The labels of all cells, row by row."""
    return [label(row, column) for row in range(rows) for column in range(columns)]


def slices(search: Any, nodes: int, limit: int | None = None) -> Iterator[Any]:
    while not search.finished:
        yield search.count(nodes) if limit is None else search.take(nodes, limit)


def count(search: Any, nodes: int = ALL) -> int:
    return sum(slices(search, nodes))


def placements(search: Any, rows: int, nodes: int = ALL, limit: int = ALL) -> list[Placement]:
    columns = b"".join(slices(search, nodes, limit))
    return [tuple(columns[at : at + rows]) for at in range(0, len(columns), rows)]
