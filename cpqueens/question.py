"""Questions: what is asked of an instance, and under which limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Literal

from msgspec import Struct

from cpqueens.errors import OptionError
from cpqueens.model import Model
from cpqueens.option_checks import require_whole


class Reached(Struct, frozen=True):
    """How far a search is.

    - `found`: how many placements, so far; `seconds` since the start.
    - `part` of the work that is done, from 0 to 1; None where the solver cannot tell.
    - `incumbent`, `bound`: the best objective found, and what no placement is better than; None
      where there is none yet.

    >>> Reached(1234, 2.0, 0.375).text
    '1,234 found, 37 % done'
    """

    found: int
    seconds: float
    part: float | None = None
    incumbent: int | None = None
    bound: int | None = None

    @property
    def text(self) -> str:
        """All that is known but the seconds, in words."""
        parts = [f"{self.found:,} found"]
        if self.part is not None:
            parts.append(f"{int(100 * self.part)} % done")
        if self.incumbent is not None:
            parts.append(f"best {self.incumbent:,}")
        if self.bound is not None:
            parts.append(f"bound {self.bound:,}")
        return ", ".join(parts)


Progress = Callable[[Reached], None]
"""Is told about once a second how far the search is."""


class Job(Enum):
    """What a solver can be asked for."""

    COUNT = "count"
    FIRST = "first k"
    ALL = "all"
    ONE = "one"
    BEST = "best k"


class Moment(Struct, frozen=True):
    """What a search for the best knew, so many seconds after its start.

    `incumbent` is the best objective found, `bound` what no placement is better than; None where
    there was none yet.
    """

    seconds: float
    incumbent: int | None
    bound: int | None


class Question(Struct, frozen=True):
    """What is asked: placements, their number, or the best of them.

    `solutions`: the first so many in lexicographic order, `"all"`, or None for any one. With
    `best` it is the best so many under the objective instead, ties in lexicographic order (of one
    optimum, any will do).
    `count` asks for the number of placements as well; `solutions=0` then asks for nothing else.
    `unique` asks whether there is one placement and no second.
    """

    solutions: int | Literal["all"] | None = None
    count: bool = False
    best: int | None = None
    unique: bool = False

    @property
    def jobs(self) -> frozenset[Job]:
        """Everything that a solver must be able to do."""
        jobs = {Job.COUNT} if self.count else set()
        if self.best is not None:
            jobs.add(Job.BEST)
        elif self.solutions == "all":
            jobs.add(Job.ALL)
        elif self.solutions is None:
            jobs.add(Job.ONE)
        elif self.solutions:
            jobs.add(Job.FIRST)
        return frozenset(jobs)

    @property
    def wanted(self) -> int | None:
        """How many placements are asked for at most; None for all."""
        if self.best is not None:
            return self.best
        return None if self.solutions == "all" else 1 if self.solutions is None else self.solutions


class Options(Struct, frozen=True):
    """How to search: `time_limit` and `gap` as in `solve`, `hint` a placement to start from."""

    time_limit: float | None = None
    threads: int = 1
    seed: int | None = None
    gap: float | None = None
    hint: Sequence[int] | None = None
    log: Callable[[str], None] | None = None
    progress: Progress | None = None


def ask(
    model: Model,
    *,
    solutions: int | Literal["all"] | None = None,
    count: bool | None = None,
    best: int | None = None,
    unique: bool | None = None,
) -> Question:
    """The question of these arguments; where none is given, the model's own `find`.

    Raises `OptionError` for arguments that exclude each other or make no sense.
    """
    find = model.find
    if solutions is None and best is None and unique is None:
        solutions, best, unique = find.solutions, find.best, find.unique
        count = find.count if count is None else count
    if solutions is not None and best is not None:
        raise OptionError("solutions and best exclude each other")
    if unique and (solutions is not None or count or best is not None):
        raise OptionError("unique stands alone")
    if solutions is not None:
        require_whole("solutions", solutions, 0 if count else 1, None, "all")
    if best is not None:
        require_whole("best", best, 1, None)
    if best is not None and model.objective is None:
        raise OptionError("best needs a model with an objective (maximize or minimize)")
    if unique:
        return Question(2, unique=True)
    if solutions is None and best is None and model.objective is not None:
        best = 1
    return Question(solutions, bool(count), best)
