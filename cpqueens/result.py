"""Results: what a solver answered, and how sure it is."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from msgspec import Struct

from cpqueens.model import Model
from cpqueens.placement import Placement
from cpqueens.question import Moment, Question
from cpqueens.showing import Shown

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes


class Status(Enum):
    """How complete an answer is, for every solver alike.

    >>> from cpqueens import queens, solve
    >>> solve(queens(3)).status, solve(queens(6), solutions="all").status
    (<Status.INFEASIBLE: 'infeasible'>, <Status.OPTIMAL: 'optimal'>)
    """

    OPTIMAL = "optimal"
    """Complete: all placements were found or counted, or the optimum is proved."""
    FEASIBLE = "feasible"
    """Some placements were found; there may be more, or better ones."""
    INFEASIBLE = "infeasible"
    """Proved: no placement exists."""
    UNKNOWN = "unknown"
    """Nothing was found, and nothing is proved."""


class Statistics(Struct, frozen=True):
    """What an answer took: seconds of wall clock and of CPU, and the search's own counters.

    `search_log` has the moments at which a search for the best had learned something.
    """

    wall_s: float
    cpu_s: float
    counters: Mapping[str, int] = {}
    search_log: tuple[Moment, ...] = ()


class Result(Shown, Struct, frozen=True):
    """The answer to one question about one instance.

    - `placements`: what was asked for, columns counted from 0; each was checked by `verify`.
    - `count`: the number of placements, or None where it was not asked for or is not known.
    - `at_least`: how many placements were found or counted, complete or not.
    - `objectives`: the objective of each placement, for a model that has one.
    - `bound`: no placement has a better objective (greater, or less when minimizing).
    - `solver`, `choice`: who answered, and why `auto` chose it.
    - `stopped_by`: what ended the search before its end.

    `print` and notebooks draw the placements and say how sure they are.

    >>> from cpqueens import queens, solve
    >>> print(solve(queens(4), solutions=1, count=True))
    . Q . .
    . . . Q
    Q . . .
    . . Q .
    <BLANKLINE>
    complete: 2 placements (bitmask)
    """

    model: Model
    question: Question
    status: Status
    placements: tuple[Placement, ...]
    count: int | None
    at_least: int
    objectives: tuple[int, ...]
    bound: int | None
    solver: str
    choice: str
    stopped_by: str | None
    statistics: Statistics

    @property
    def placement(self) -> Placement | None:
        """The first placement, if there is one."""
        return self.placements[0] if self.placements else None

    @property
    def objective(self) -> int | None:
        """The objective of the first placement: the best found, where the best were asked for."""
        return self.objectives[0] if self.objectives else None

    @property
    def complete(self) -> bool:
        """Whether nothing remains to be known: all placements, the proved optimum, or none."""
        return self.status in (Status.OPTIMAL, Status.INFEASIBLE)

    @property
    def answered(self) -> bool:
        """Whether the question was answered; False where a limit or Ctrl-C came before."""
        if self.complete:
            return True
        question = self.question
        enough = question.wanted is not None and len(self.placements) >= question.wanted
        return enough and question.best is None and not question.count

    @property
    def unique(self) -> bool | None:
        """Whether there is one placement and no second; None where that is not known."""
        if self.at_least > 1:
            return False
        counted = self.count is not None or (self.complete and self.question.best is None)
        return self.at_least == 1 if counted else None

    @property
    def gap(self) -> float | None:
        """How far the bound is from the objective, as a part of the objective; 0.0 if proved."""
        if self.objective is None or self.bound is None:
            return None
        return abs(self.bound - self.objective) / max(1, abs(self.objective))

    @property
    def outcome(self) -> str:
        """The answer in one of the four wordings that every solver and command uses."""
        if self.status is Status.INFEASIBLE:
            return "none exists"
        if self.status is Status.UNKNOWN:
            bound = "" if self.bound is None else f", bound {self.bound}"
            return f"not known{bound}, stopped by {self.stopped_by}"
        if self.status is Status.OPTIMAL:
            if self.question.best is None:
                number = self.at_least
                return f"complete: {number:,} placement{'' if number == 1 else 's'}"
            if self.question.best == 1:
                counted = "" if self.count is None else f", {self.count:,} placements"
                return f"complete: optimum {self.objective}, proved{counted}"
            return f"complete: the {len(self.placements)} best, proved"
        best = ""
        if self.question.best is not None and self.objective is not None:
            best = f", best {self.objective}"
            if self.bound is not None:
                best += f", bound {self.bound}"
        return f"at least {self.at_least:,} found{best}, stopped by {self.stopped_by}"

    def to_frame(self) -> pandas.DataFrame:
        """The placements as a pandas data frame, a row each.

        Its columns `row1`, `row2`, … hold the columns of the queens, counted from 1 as people read
        them; `objective` follows where the model has one. Raises `MissingPackage` without pandas.
        """
        from cpqueens.export import to_frame

        return to_frame(self)

    def to_csv(self, target: str | os.PathLike[str] | TextIO) -> None:
        """Write the placements as CSV into a file, given by its path or open for writing text.

        A header and a line for each placement, with the columns of `to_frame`.
        """
        from cpqueens.export import to_csv

        to_csv(self, target)

    def to_parquet(self, target: str | os.PathLike[str] | BinaryIO) -> None:
        """Write the placements as Parquet into a file, given by its path or open for writing bytes.

        The columns are those of `to_frame`. Raises `MissingPackage` without pyarrow.
        """
        from cpqueens.export import to_parquet

        to_parquet(self, target)

    def plot(self, axes: Axes | None = None) -> Axes:
        """The objective and its bound over time, drawn by matplotlib on `axes` or on new ones.

        Raises `OptionError` where the search has no such log, because the best were not asked
        for, and `MissingPackage` without matplotlib.
        """
        from cpqueens.draw.progress_plot import plot_search

        return plot_search(self, axes)

    def __repr__(self) -> str:
        return f"Result({self.outcome!r}, solver={self.solver!r})"


class Results(Shown, list[Result]):
    """The results of several instances: a list, which shows itself as a table of boards.

    >>> from cpqueens import load, solve_all
    >>> results = solve_all(load("sultan"))
    >>> [result.objective for result in results]
    [260, 429]
    """

    __slots__ = ()
    __str__ = Shown.__str__

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        return Results(found) if isinstance(place, slice) else found
