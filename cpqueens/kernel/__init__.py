"""The searches: compiled when the extension is there and fits, else their twin in Python.

The environment variable `CPQUEENS_KERNEL=pure` chooses the twin.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

__all__ = [
    "API",
    "KIND",
    "BestSearch",
    "ClassicSearch",
    "CoverSearch",
    "JoinedCount",
    "MinConflicts",
    "SymmetricCount",
    "TableSearch",
    "Tables",
]

API = 4
"""Of the classes' interface: a compiled kernel with another number is not used."""
KIND: Literal["compiled", "pure"]


def _compiled_fits() -> bool:
    choice = os.environ.get("CPQUEENS_KERNEL", "")
    if choice not in ("", "pure"):
        raise ValueError(f"CPQUEENS_KERNEL must be 'pure' or unset, not {choice!r}")
    if choice == "pure":
        return False
    try:
        import _cpqueens_kernel
    except ImportError:
        return False
    return getattr(_cpqueens_kernel, "API", None) == API


if TYPE_CHECKING or _compiled_fits():
    from _cpqueens_kernel import (
        BestSearch,
        ClassicSearch,
        CoverSearch,
        JoinedCount,
        MinConflicts,
        SymmetricCount,
        Tables,
        TableSearch,
    )

    KIND = "compiled"
else:
    from cpqueens.kernel.pure import (
        BestSearch,
        ClassicSearch,
        CoverSearch,
        JoinedCount,
        MinConflicts,
        SymmetricCount,
        Tables,
        TableSearch,
    )

    KIND = "pure"
