"""What every solver is: the protocol between a question and the one who answers it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from msgspec import Struct, field

from cpqueens.board import Board
from cpqueens.memory import Room
from cpqueens.question import Job, Moment, Options, Progress, Question, Reached

Columns = tuple[int, ...]
"""A placement of a `Board`: for each of its rows a column index, from 0."""


PROGRESS_EVERY_S = 1.0


class Stopped(Exception):
    """A limit ended the search; raised by `Tally.check`, never seen outside of the package."""


class Tally(Struct):
    """What a solver has found so far; a stopped search is worth what its tally says.

    `placements` are in any order, but ranked where the best are asked for. `counted` placements
    are known to exist; `count_known` says that there are no others, `proved` that none is better
    than the `placements` asked for. `search_log` has what `note` was told, `part` is the part
    of the work that is done, where it is known. Where there is no `room` for more placements, they
    are refused.
    """

    time_limit: float | None = None
    placements: list[Columns] = []
    counted: int = 0
    count_known: bool = False
    proved: bool = False
    bound: int | None = None
    stopped_by: str | None = None
    counters: dict[str, int] = {}
    search_log: list[Moment] = []
    progress: Progress | None = None
    part: float | None = None
    room: Room | None = None
    told_s: float = 0.0
    started: float = field(default_factory=time.perf_counter)

    @property
    def remaining(self) -> float | None:
        """Seconds until the time limit; None without one."""
        if self.time_limit is None:
            return None
        return self.time_limit - (time.perf_counter() - self.started)

    def check(self) -> None:
        """Tell the progress now and then; raise `Stopped` when the time limit has passed.

        Raises `TooLarge` when there are more placements than memory holds.
        """
        if self.room is not None:
            self.room.require(len(self.placements), "at least ")
        elapsed_s = time.perf_counter() - self.started
        if self.progress is not None and elapsed_s - self.told_s >= PROGRESS_EVERY_S:
            self.told_s = elapsed_s
            incumbent, bound = self._known
            self.progress(Reached(self.counted, elapsed_s, self.part, incumbent, bound))
        remaining = self.remaining
        if remaining is not None and remaining <= 0:
            self.stop(f"the time limit of {self.time_limit:g} s")

    def note(self, incumbent: int | None = None, bound: int | None = None) -> None:
        """Enter into the log what a search for the best knows now: its best objective, and what
        no placement is better than. None stands for nothing new."""
        known = self._known
        now = (
            known[0] if incumbent is None else incumbent,
            known[1] if bound is None else bound,
        )
        if now != known:
            self.search_log.append(Moment(time.perf_counter() - self.started, *now))

    @property
    def _known(self) -> tuple[int | None, int | None]:
        if not self.search_log:
            return None, None
        return self.search_log[-1].incumbent, self.search_log[-1].bound

    def stop(self, reason: str) -> None:
        self.stopped_by = reason
        raise Stopped(reason)


class Listing(Protocol):
    """A search that goes on by slices of nodes and fills buffers with placements, a byte a row."""

    @property
    def finished(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    def fill(self, buffer: Any, nodes: int) -> int: ...


class Solver(ABC):
    """A way to answer questions about boards.

    One solver is one file: it says what it can do (`jobs`, `refusal`) and does it (`answer`).
    """

    name: str
    summary: str
    jobs: frozenset[Job]
    complete: bool = True
    """Whether it can prove that nothing is missing; local search cannot."""
    needs: tuple[str, ...] = ()
    """Modules that must be installed."""

    def missing(self) -> str | None:
        """Why it cannot run here, or None; found out without importing anything."""
        if self.needs:
            from importlib.util import find_spec

            for module in self.needs:
                if find_spec(module) is None:
                    return f"the package {module} is not installed"
        return None

    def refusal(self, board: Board, question: Question) -> str | None:
        """Why it cannot answer this question, in words, or None when it can."""
        beyond = question.jobs - self.jobs
        if beyond:
            names = " and ".join(sorted(job.value for job in beyond))
            can = ", ".join(job.value for job in Job if job in self.jobs)
            return f"it does not answer: {names}; it answers: {can}"
        return self.unfit(board)

    def unfit(self, board: Board) -> str | None:
        """Why it cannot take this board, in words, or None when it can."""
        return None

    @abstractmethod
    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        """Answer into the tally; `Stopped` and `KeyboardInterrupt` may end it at any time."""

    def listing(self, board: Board) -> Listing | None:
        """A search that writes all placements into memory in lexicographic order, or None."""
        return None

    def half_listing(self, board: Board) -> Listing | None:
        """The same of the placements that come before their mirror images, on boards where all
        have one; the images in reverse order are the second half. None where there is no such
        search."""
        return None

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]:
        """All placements, each once, some at a time; sets `tally.count_known` at the end."""
        self.answer(board, Question("all"), Options(), tally)
        yield tally.placements


class EnumeratingSolver(Solver):
    """A solver that answers every question by going through all placements in no set order."""

    jobs = frozenset(Job)

    @abstractmethod
    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]: ...

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        if question.jobs == {Job.ONE}:
            self._take_one(board, tally)
        elif question.best is not None:
            self._keep_best(board, question.best, tally)
        else:
            self._keep_first(board, question, tally)

    def _take_one(self, board: Board, tally: Tally) -> None:
        for batch in self.batches(board, tally):
            if batch:
                tally.counted = 1
                tally.placements = list(batch[:1])
                return

    def _keep_first(self, board: Board, question: Question, tally: Tally) -> None:
        wanted = question.wanted
        for batch in self.batches(board, tally):
            tally.counted += len(batch)
            tally.placements += batch
            if wanted is not None and len(tally.placements) > 2 * wanted + 1000:
                tally.placements = sorted(tally.placements)[:wanted]

    def _keep_best(self, board: Board, best: int, tally: Tally) -> None:
        sign = 1 if board.sense == "minimize" else -1

        def rank(columns: Columns) -> tuple[int, Columns]:
            return sign * value_of(board, columns), columns

        for batch in self.batches(board, tally):
            tally.counted += len(batch)
            tally.placements = sorted([*tally.placements, *batch], key=rank)[:best]
            if tally.placements:
                tally.note(value_of(board, tally.placements[0]) + board.offset)
        tally.proved = tally.count_known
        if tally.placements:
            tally.bound = value_of(board, tally.placements[0]) + board.offset


def value_of(board: Board, columns: Columns) -> int:
    """The objective's sum over these queens of the board."""
    return sum(values[c] for values, c in zip(board.values, columns, strict=True))
