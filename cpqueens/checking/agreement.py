"""Solvers against each other: everybody answers the same questions, and `verify` is the arbiter.

A placement that `verify` accepts exists, whoever found it. So who has a placement that `verify`
refuses is wrong, and so is who lacks one that somebody else has.
"""

from __future__ import annotations

import operator
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from cpqueens import solvers
from cpqueens.board import Board
from cpqueens.checking.alarm import TimeUp, within
from cpqueens.checking.report import (
    AGREES,
    ALONE,
    BETTER,
    MISSING,
    REPEATED,
    SILENT,
    UNFINISHED,
    WRONG,
    Disputed,
    Report,
    Row,
)
from cpqueens.checking.sweep import chosen_cases, label_of
from cpqueens.errors import OptionError, brief
from cpqueens.formats.base import Verdict
from cpqueens.model import Model
from cpqueens.question import Options, Question
from cpqueens.solvers.base import Columns, Solver, Stopped, Tally
from cpqueens.verifying import Verifier, Violation

FIRST, BEST = 3, 5
"""How many placements in order, and how many best ones, are compared."""
MOST_COMPARED = 100_000
"""Up to so many placements whole sets are compared, beyond it their numbers."""
SHOWN = 3
"""So many disputed placements of each kind are kept of one voice and case."""
TIME_LIMIT = 10.0
"""Seconds that one solver has for one question about one case."""
GRACE_S = 1.0
"""Seconds after which a solver that disregards its time limit is interrupted."""


class Answers(Struct):
    """What one voice, a solver or a function, said about one case.

    Columns count from 0; what was not asked or not answered is None. `one` is one placement or, as
    an empty list, the word that none exists; `best` has the `wanted_best` best placements,
    `best_value` an optimum without its placement. `partial` are placements given before the voice
    was stopped. `seconds` are of wall clock. `complete` is whether its "none exists" is proof.
    """

    voice: str
    seconds: float = 0.0
    count: int | None = None
    all_placements: list[Columns] | None = None
    first: list[Columns] | None = None
    best: list[Columns] | None = None
    one: list[Columns] | None = None
    wanted_best: int = BEST
    best_value: int | None = None
    partial: list[Columns] = []
    complete: bool = True
    reason: str = ""
    unfinished: str = ""
    failure: str = ""

    @property
    def silent(self) -> bool:
        lists = (self.all_placements, self.first, self.best, self.one)
        return all(answer is None for answer in (*lists, self.count, self.best_value))

    def mentioned(self) -> Iterator[Columns]:
        """Every placement that it gave, in whatever answer."""
        for some in (self.all_placements, self.partial, self.first, self.best, self.one):
            yield from some or ()


def check_solvers(
    model: Model,
    names: Sequence[str] | None = None,
    cases: Iterable[Model] | None = None,
    time_limit: float = TIME_LIMIT,
) -> Report:
    """Compare solvers on a model: counts, sets of placements, the first in order, the best.

    `names` are the solvers, by default all that are complete; `cases` the instances, by default
    those of `sweep`; `time_limit` is in seconds, for each solver and question. Raises `SolverError`
    for an unknown solver, `OptionError` where there is nobody to compare with.
    """
    voices = [solvers.find(name) for name in (names or default_names())]
    if len({voice.name for voice in voices}) < len(voices):
        raise OptionError("a solver is named twice")
    if len(voices) < 2:
        raise OptionError(f"{voices[0].name} alone has nobody to agree with; name two solvers")
    chosen, remarks = chosen_cases(model, cases)
    rows: list[Row] = []
    disputed: list[Disputed] = []
    for case in chosen:
        label = label_of(case)
        found, shown = compare(case, label, [ask(case, voice, time_limit) for voice in voices])
        rows += found
        disputed += shown
    title = f"{model.title or model.name or 'a model'}: {', '.join(v.name for v in voices)}"
    return Report(title, tuple(rows), tuple(disputed), remarks)


def default_names() -> list[str]:
    """Every solver but the incomplete ones, and CP-SAT by its formulations."""
    names = [name for name in solvers.names() if name != "cpsat"]
    return [name for name in names if solvers.find(name).complete]


def ask(
    case: Model, solver: Solver, time_limit: float, questions: Sequence[Question] | None = None
) -> Answers:
    """Ask one solver about a case, by default everything; nothing is verified yet.

    Questions that it cannot answer are left out.
    """
    answers = Answers(solver.name, complete=solver.complete)
    board = Board(case)
    for question in everything(board) if questions is None else questions:
        reason = solver.missing() or solver.refusal(board, question)
        if reason:
            answers.reason = answers.reason or reason
            continue
        if question.solutions == "all" and (answers.count or 0) > MOST_COMPARED:
            continue
        started = time.perf_counter()
        tally = Tally(time_limit)
        try:
            within(time_limit + GRACE_S, partial(solver.answer, board, question, Options(), tally))
            _note(answers, question, tally, _lifted(board, tally))
        except Stopped:
            answers.unfinished = f"stopped by {tally.stopped_by or 'a limit'}"
        except TimeUp:
            answers.unfinished = f"interrupted: it disregards the time limit of {time_limit:g} s"
        except (Exception, SystemExit) as error:
            answers.failure = f"it raised {type(error).__name__}: {error}"
        answers.seconds += time.perf_counter() - started
        if answers.unfinished:
            try:
                answers.partial = _lifted(board, tally)
            except ValueError as error:
                answers.failure = str(error)
        if answers.unfinished or answers.failure:
            break
    return answers


def everything(board: Board) -> list[Question]:
    """What is asked, the easiest first: whoever is stopped has answered something by then."""
    best = [Question(best=BEST)] if board.sense is not None else []
    return [Question(), Question(FIRST), *best, Question(0, count=True), Question("all")]


def _lifted(board: Board, tally: Tally) -> list[Columns]:
    """The placements on the model's board, as whole numbers; raises `ValueError`."""
    found = []
    for columns in tally.placements:
        try:
            found.append(board.lift([operator.index(c) for c in columns]))
        except (TypeError, ValueError, IndexError):
            raise ValueError(f"{brief(columns)} is no placement of the board") from None
    return found


def _note(answers: Answers, question: Question, tally: Tally, found: list[Columns]) -> None:
    if question.count:
        answers.count = tally.counted
    elif question.solutions == "all":
        answers.all_placements = found
    elif question.best is not None:
        answers.best, answers.wanted_best = found, question.best
    elif question.solutions is None:
        # Where an incomplete solver finds nothing, nothing is said.
        answers.one = found[:1] if found or answers.complete else None
    else:
        answers.first = sorted(found)[:FIRST]


def compare(case: Model, label: str, voices: Sequence[Answers]) -> tuple[list[Row], list[Disputed]]:
    """A row for each voice, and the placements that are disputed."""
    evidence = Evidence(case, voices)
    alone = sum(not voice.silent for voice in voices) == 1
    rows, disputed = [], []
    for voice in voices:
        fault, shown = evidence.fault(voice, label)
        if fault:
            verdict, note = Verdict.WA.name, fault
        elif voice.failure:
            verdict, note = Verdict.RE.name, voice.failure
        elif voice.unfinished:
            verdict, note = UNFINISHED, voice.unfinished
        elif voice.silent:
            verdict, note = SILENT, voice.reason
        elif alone:
            verdict, note = ALONE, "nobody else answered"
        else:
            verdict, note = AGREES, ""
        rows.append(Row(label, voice.voice, evidence.said(voice), verdict, voice.seconds, note))
        disputed += shown
    return rows, disputed


class Evidence:
    """What is known of a case after everybody has answered.

    `wrong` has what is wrong with each wrong placement, `right` are the others, sorted; `count` is
    how many exist, where that is known. Only the `judges` are believed to have found all, by
    default everybody.
    """

    def __init__(
        self, case: Model, voices: Sequence[Answers], judges: Sequence[Answers] | None = None
    ) -> None:
        self.case = case
        self.verifier = Verifier(case)
        mentioned = {columns for voice in voices for columns in voice.mentioned()}
        self.wrong = self._wrong(list(mentioned))
        self.right = sorted(mentioned - set(self.wrong))
        judges = voices if judges is None else judges
        self.listed = any(judge.all_placements is not None for judge in judges)
        self.claims = {
            judge.voice: count for judge in judges if (count := self._claim(judge)) is not None
        }
        self.count = self._likely_count()

    def _wrong(self, mentioned: list[Columns]) -> dict[Columns, Violation]:
        if self.verifier.first_wrong(mentioned) is None:
            return {}
        return {
            columns: broken[0]
            for columns in mentioned
            if (broken := self.verifier.violations(columns))
        }

    def _claim(self, voice: Answers) -> int | None:
        """How many placements there are by a voice that does not refute itself."""
        if voice.all_placements is None:
            return voice.count
        listed = len(set(voice.all_placements) - self.wrong.keys())
        return listed if voice.count in (listed, None) else None

    def _likely_count(self) -> int | None:
        """What most voices say; no less than what is proved, and nothing where they are at odds."""
        proved = len(self.right)
        claims = Counter(count for count in self.claims.values() if count >= proved)
        most = max(claims.values(), default=0)
        likely = {count for count, times in claims.items() if times == most}
        if self.listed and (proved in likely or not likely):
            return proved
        return likely.pop() if len(likely) == 1 else None

    def said(self, voice: Answers) -> str:
        """What the voice said, in a few words."""
        said = []
        count = voice.count if voice.all_placements is None else len(voice.all_placements)
        if count is not None:
            said.append(f"{count:,} placement{'' if count == 1 else 's'}")
        if voice.best_value is not None:
            said.append(f"best {voice.best_value}")
        elif voice.best and not any(columns in self.wrong for columns in voice.best):
            said.append(f"best {self.verifier.objective(voice.best[0])}")
        if not said and voice.one is not None:
            said.append("one placement" if voice.one else "none exists")
        return ", ".join(said)

    def fault(self, voice: Answers, label: str) -> tuple[str, list[Disputed]]:
        """What is wrong with what the voice said, or nothing; with the placements to draw."""
        faults: list[str] = []
        shown: list[Disputed] = []

        def dispute(kind: str, some: Iterable[Columns], message: str = "") -> None:
            for columns in list(some)[:SHOWN]:
                broken = self.wrong.get(columns)
                numbers = tuple(c + 1 for c in columns)
                more = str(broken) if broken else message
                queens = broken.queens if broken else ()
                width = self.verifier.columns
                shown.append(Disputed(label, voice.voice, kind, numbers, width, more, queens))

        given = set(voice.mentioned())
        wrong = sorted(columns for columns in given if columns in self.wrong)
        if wrong:
            faults.append(f"{_of(len(wrong), len(given))} wrong: {self.wrong[wrong[0]]}")
            dispute(WRONG, wrong)
        missing = self._missing(voice)
        if missing:
            faults.append(f"{_of(len(missing), len(self.right))} missing")
            dispute(MISSING, missing)
        repeated = [c for c, times in Counter(voice.all_placements or ()).items() if times > 1]
        if repeated:
            faults.append(f"{_placements(len(repeated))} given more than once")
            dispute(REPEATED, repeated)
        if (fault := self._count_fault(voice)) and not (missing and voice.count is None):
            faults.append(fault)
        if voice.one == [] and self.right:
            faults.append("it says that none exists, but one does")
            dispute(MISSING, self.right[:1])
        if not wrong:
            fault, due = self._order_fault(voice)
            if fault:
                faults.append(fault)
                dispute(MISSING, due, "its place in the order is missed")
            fault, due = self._best_fault(voice)
            if fault:
                faults.append(fault)
                dispute(BETTER, due, f"objective {self._best_values(1)[0]}" if due else "")
        return "; ".join(faults), shown

    def _missing(self, voice: Answers) -> list[Columns]:
        if voice.all_placements is None:
            return []
        have = set(voice.all_placements)
        return [columns for columns in self.right if columns not in have]

    def _count_fault(self, voice: Answers) -> str:
        count = voice.count
        if count is None and voice.all_placements is not None:
            count = len(set(voice.all_placements) - self.wrong.keys())
        if count is None or count == self.count:
            return ""
        if self.count is not None:
            return f"it has {_placements(count)}, but {self.count:,} exist"
        others = {name: claim for name, claim in self.claims.items() if claim != count}
        if not others:
            return ""
        told = ", ".join(f"{name} {claim:,}" for name, claim in others.items())
        return f"it has {_placements(count)}, others not ({told}), and nobody can list them"

    def _order_fault(self, voice: Answers) -> tuple[str, list[Columns]]:
        """What is wrong with the first placements in lexicographic order; what is due there."""
        due = self.right[:FIRST]
        if voice.first is None or voice.first == due:
            return "", []
        for number, wanted in enumerate(due, 1):
            if voice.first[number - 1 : number] != [wanted]:
                where = f"number {number} in lexicographic order"
                return f"{where} is not {_numbers(wanted)}", [wanted]
        return f"it has {len(voice.first)} first placements, but {len(due)} exist", []

    def _best_fault(self, voice: Answers) -> tuple[str, list[Columns]]:
        """What is wrong with the best placements or their value; a better one."""
        if voice.best_value is not None:
            (due, *_) = self._best_values(1) or [None]
            if voice.best_value == due:
                return "", []
            if due is None:
                return f"the best value is not {voice.best_value}, no placement exists", []
            return f"the best value is {due}, not {voice.best_value}", self._ranked()[:1]
        if voice.best is None:
            return "", []
        have = [self.verifier.objective(columns) for columns in voice.best]
        values = self._best_values(voice.wanted_best)
        if have == values:
            return "", []
        told = ", ".join(map(str, have)) or "none"
        wanted = ", ".join(map(str, values))
        better = self._ranked()[:1] if have[:1] != values[:1] else []
        return f"the best objectives are {wanted}, not {told}", better

    def _ranked(self) -> list[Columns]:
        sign = 1 if self.case.minimize is not None else -1
        return sorted(self.right, key=lambda c: (sign * (self.verifier.objective(c) or 0), c))

    def _best_values(self, wanted: int) -> list[int | None]:
        return [self.verifier.objective(columns) for columns in self._ranked()[:wanted]]


def _placements(number: int) -> str:
    return f"{number:,} placement{'' if number == 1 else 's'}"


def _of(some: int, number: int) -> str:
    """`1 of 2 placements is`, `2 of 2 placements are` or `the only placement is`."""
    if number == 1:
        return "the only placement is"
    return f"{some:,} of {_placements(number)} {'is' if some == 1 else 'are'}"


def _numbers(columns: Columns) -> str:
    return " ".join(str(c + 1) for c in columns)
