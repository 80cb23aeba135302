"""The kernel in plain Python: the same classes and answers, slow and obvious."""

from __future__ import annotations

from cpqueens.kernel.pure.classic import BreadthCount, ClassicSearch, textbook_count
from cpqueens.kernel.pure.counting import JoinedCount, SymmetricCount
from cpqueens.kernel.pure.cover import CoverSearch
from cpqueens.kernel.pure.listings import (
    JoinedListing,
    first_with_shared_line,
    mirror_second_half,
    plain_listing,
)
from cpqueens.kernel.pure.min_conflicts import MinConflicts
from cpqueens.kernel.pure.slices import Buffer
from cpqueens.kernel.pure.tables import BestSearch, Tables, TableSearch

__all__ = [
    "BestSearch",
    "BreadthCount",
    "Buffer",
    "ClassicSearch",
    "CoverSearch",
    "JoinedCount",
    "JoinedListing",
    "MinConflicts",
    "SymmetricCount",
    "TableSearch",
    "Tables",
    "first_with_shared_line",
    "mirror_second_half",
    "plain_listing",
    "textbook_count",
]
