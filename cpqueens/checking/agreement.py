"""Solvers against each other: everybody answers the same questions, and `verify` is the arbiter.

A placement that `verify` accepts exists, whoever found it. So who has a placement that `verify`
refuses is wrong, and so is who lacks one that somebody else has.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from msgspec import Struct

from cpqueens import solvers
from cpqueens.board import Board
from cpqueens.checking.report import AGREES, SILENT, UNFINISHED, Disputed, Report, Row
from cpqueens.checking.sweep import labels, sweep
from cpqueens.errors import OptionError
from cpqueens.formats.base import Verdict
from cpqueens.model import Model
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Columns, Solver, Stopped, Tally
from cpqueens.verifying import Verifier

FIRST, BEST = 3, 5
"""How many placements in order, and how many best ones, are compared."""
MOST_COMPARED = 100_000
"""Up to so many placements whole sets are compared, beyond it their numbers."""
SHOWN = 3
"""How many disputed placements of one voice about one case are drawn."""
TIME_LIMIT = 10.0
"""Seconds that one solver has for one question about one case."""


class Heard(Struct):
    """What one solver said about one case; columns are the model's, from 0."""

    voice: str
    seconds: float = 0.0
    count: int | None = None
    placements: list[Columns] | None = None
    first: list[Columns] | None = None
    best: list[Columns] | None = None
    any_one: Columns | None = None
    value: int | None = None
    reason: str = ""
    unfinished: str = ""
    failure: str = ""

    @property
    def silent(self) -> bool:
        asked = (self.count, self.placements, self.first, self.best, self.any_one)
        return all(answer is None for answer in asked)


def check_solvers(
    model: Model,
    names: Sequence[str] | None = None,
    cases: Iterable[Model] | None = None,
    time_limit: float = TIME_LIMIT,
) -> Report:
    """Compare solvers on a model: counts, sets of placements, the first in order, the best.

    `names` are the solvers, by default all that are complete and the closed form; `cases` the
    instances, by default those of `sweep`. Raises `SolverError` for an unknown solver.
    """
    voices = [solvers.find(name) for name in (names or default_names())]
    if len({voice.name for voice in voices}) < len(voices):
        raise OptionError("a solver is named twice")
    remark = ""
    if cases is None:
        chosen, remark = sweep(model)
    else:
        chosen = list(cases)
    rows: list[Row] = []
    disputed: list[Disputed] = []
    for case, label in zip(chosen, labels(chosen), strict=True):
        found, shown = compare(case, label, [listen(case, v, time_limit) for v in voices])
        rows += found
        disputed += shown
    title = f"{model.title or model.name or 'a model'}: {', '.join(v.name for v in voices)}"
    return Report(title, tuple(rows), tuple(disputed), (remark,) if remark else ())


def default_names() -> list[str]:
    """Every solver but the incomplete ones, and CP-SAT by its formulations."""
    names = [name for name in solvers.names() if name != "cpsat"]
    return [name for name in names if solvers.find(name).complete]


def listen(case: Model, solver: Solver, time_limit: float) -> Heard:
    """Ask one solver everything that it can answer about a case; nothing is verified yet."""
    heard = Heard(solver.name)
    board = Board(case)
    missing = solver.missing() or solver.unfit(board)
    if missing:
        heard.reason = missing
        return heard
    for question in _questions(board, solver):
        if question.solutions == "all" and (heard.count or 0) > MOST_COMPARED:
            continue
        started = time.perf_counter()
        tally = Tally(time_limit)
        try:
            solver.answer(board, question, Options(), tally)
        except Stopped:
            heard.unfinished = tally.stopped_by or "a limit"
        except Exception as error:
            heard.failure = f"{type(error).__name__}: {error}"
        heard.seconds += time.perf_counter() - started
        if heard.unfinished or heard.failure:
            break
        _note(heard, board, question, tally)
    return heard


def _questions(board: Board, solver: Solver) -> list[Question]:
    asked = {
        Job.COUNT: Question(0, count=True),
        Job.ALL: Question("all"),
        Job.FIRST: Question(FIRST),
        Job.BEST: Question(best=BEST) if board.sense is not None else None,
        Job.ONE: Question() if solver.jobs == {Job.ONE} else None,
    }
    return [question for job, question in asked.items() if job in solver.jobs and question]


def _note(heard: Heard, board: Board, question: Question, tally: Tally) -> None:
    found = [board.lift(columns) for columns in tally.placements]
    if question.count:
        heard.count = tally.counted
    elif question.solutions == "all":
        heard.placements = found
    elif question.best is not None:
        heard.best = found
    elif question.solutions is None:
        heard.any_one = found[0] if found else None
    else:
        heard.first = sorted(found)[:FIRST]


def compare(case: Model, label: str, voices: Sequence[Heard]) -> tuple[list[Row], list[Disputed]]:
    """A row for each voice, and the placements that are disputed."""
    truth = Truth(case, voices)
    rows, disputed = [], []
    for heard in voices:
        fault, shown = truth.fault(heard, label)
        if heard.failure:
            verdict, note = Verdict.RE.name, heard.failure
        elif fault:
            verdict, note = Verdict.WA.name, fault
        elif heard.unfinished:
            verdict, note = UNFINISHED, f"stopped by {heard.unfinished}"
        elif heard.silent:
            verdict, note = SILENT, heard.reason
        else:
            verdict, note = AGREES, ""
        rows.append(Row(label, heard.voice, truth.answer(heard), verdict, heard.seconds, note))
        disputed += shown
    return rows, disputed


class Truth:
    """What is known of a case after everybody was heard."""

    def __init__(self, case: Model, voices: Sequence[Heard]) -> None:
        self.case = case
        self.verifier = Verifier(case)
        self.width = self.verifier.columns
        listed = [heard.placements for heard in voices if heard.placements is not None]
        mentioned: set[Columns] = {columns for placements in listed for columns in placements}
        for heard in voices:
            for some in (heard.first, heard.best, [heard.any_one] if heard.any_one else None):
                mentioned.update(some or ())
        self.wrong = {
            columns: broken[0]
            for columns in mentioned
            if (broken := self.verifier.violations(columns))
        }
        self.right = sorted(mentioned - set(self.wrong))
        self.listed = bool(listed)
        counts = [heard.count for heard in voices if heard.count is not None]
        self.count = len(self.right) if listed else max(counts, key=counts.count, default=None)

    def answer(self, heard: Heard) -> str:
        """What the voice said, in a few words."""
        said = []
        count = heard.count if heard.placements is None else len(heard.placements)
        if count is not None:
            said.append(f"{count:,} placement{'' if count == 1 else 's'}")
        if heard.best and not any(columns in self.wrong for columns in heard.best):
            said.append(f"best {self.verifier.objective(heard.best[0])}")
        if heard.value is not None:
            said.append(f"best {heard.value}")
        if heard.any_one is not None:
            said.append("one placement")
        return ", ".join(said)

    def fault(self, heard: Heard, label: str) -> tuple[str, list[Disputed]]:
        """What is wrong with what the voice said, or nothing; with the placements to draw."""
        disputed: list[Disputed] = []
        faults = []
        mentioned = [
            *(heard.placements or ()),
            *(heard.first or ()),
            *(heard.best or ()),
            *([heard.any_one] if heard.any_one else ()),
        ]
        extra = sorted({columns for columns in mentioned if columns in self.wrong})
        if extra:
            faults.append(f"{len(extra)} of its placements are wrong: {self.wrong[extra[0]]}")
            for columns in extra[:SHOWN]:
                violation = self.wrong[columns]
                disputed.append(
                    self._dispute(label, heard, f"wrong: {violation}", columns, violation.queens)
                )
        if heard.placements is not None:
            have = set(heard.placements)
            lacking = [columns for columns in self.right if columns not in have]
            if lacking:
                faults.append(f"{len(lacking)} of {len(self.right)} placements are missing")
                disputed += [
                    self._dispute(label, heard, "missing", columns) for columns in lacking[:SHOWN]
                ]
            if len(have) < len(heard.placements):
                faults.append(f"{len(heard.placements) - len(have)} placements are repeated")
        faults += self._list_faults(heard)
        return "; ".join(faults), disputed

    def _list_faults(self, heard: Heard) -> list[str]:
        faults = []
        if heard.count is not None and heard.count != self.count:
            faults.append(f"the count {heard.count} is not {self.count}")
        if heard.value is not None:
            best = self._best()
            due = self.verifier.objective(best[0]) if best else None
            if heard.value != due:
                faults.append(f"the best value {heard.value} is not {due}")
        if heard.first is not None and self.listed and heard.first != self.right[:FIRST]:
            faults.append(f"the first {FIRST} in lexicographic order are others")
        if heard.best is not None and self.listed:
            wanted = [self.verifier.objective(columns) for columns in self._best()]
            have = [
                self.verifier.objective(columns)
                for columns in heard.best
                if columns not in self.wrong
            ]
            if have != wanted:
                faults.append(f"the best have the objectives {have}, not {wanted}")
        return faults

    def _best(self) -> list[Columns]:
        sign = 1 if self.case.minimize is not None else -1
        ranked = sorted(self.right, key=lambda c: (sign * (self.verifier.objective(c) or 0), c))
        return ranked[:BEST]

    def _dispute(
        self,
        label: str,
        heard: Heard,
        message: str,
        columns: Columns,
        queens: tuple[tuple[int, int], ...] = (),
    ) -> Disputed:
        numbers = tuple(c + 1 for c in columns)
        return Disputed(label, heard.voice, message, numbers, self.width, queens)
