"""OR-Tools CP-SAT: a state-of-the-art solver for constraints and optimisation.

Only the search for any one placement runs on more than one worker. With two or more, CP-SAT 9.15
loses and repeats solutions when it enumerates, and takes several times as long for an optimum, in
wall time too.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cpqueens.board import Board
from cpqueens.errors import SolverError
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Columns, Solver, Tally, value_of

if TYPE_CHECKING:
    from cpqueens.solvers.cpsat_models import Formulated, Formulation

_POLL_S = 0.02
_MOST_LITERALS = 4_000_000


class CpsatSolver(Solver):
    """CP-SAT with one formulation, or with the one that was measured best for the job."""

    needs = ("ortools",)
    jobs = frozenset(Job)

    def __init__(self, formulation: Formulation | None = None) -> None:
        self.formulation = formulation
        self.name = "cpsat" if formulation is None else f"cpsat.{formulation}"
        self.summary = {
            None: "OR-Tools CP-SAT, with the formulation that suits the question",
            "integer": "CP-SAT with a variable a row: all-different over affine expressions",
            "boolean": "CP-SAT with a literal a cell: at most one a line",
        }[formulation]

    def unfit(self, board: Board) -> str | None:
        if board.rows * board.columns > _MOST_LITERALS:
            return f"{board.rows} x {board.columns} cells are more than {_MOST_LITERALS:,}"
        return None

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        if not all(board.allowed):
            tally.count_known = tally.proved = True
            return
        if question.best is not None:
            _Best(self._formulation(Job.BEST), board, options, tally).find(question.best)
        elif question.jobs == {Job.ONE}:
            self._one(board, options, tally)
        if question.count or question.jobs & {Job.FIRST, Job.ALL}:
            self._enumerate(board, question, options, tally)

    def _formulation(self, job: Job) -> Formulation:
        if self.formulation is not None:
            return self.formulation
        return "boolean" if job in (Job.ONE, Job.BEST) else "integer"

    def _one(self, board: Board, options: Options, tally: Tally) -> None:
        run = _Run(self._formulation(Job.ONE), board, options, tally)
        if options.hint is not None:
            run.native.hint(board.project(options.hint))
        run.parameters.num_workers = options.threads
        run.parameters.cp_model_presolve = board.rows < 200
        run.solve(lambda columns: None)
        tally.placements = run.solutions[:1]
        tally.counted = len(tally.placements)
        tally.count_known = run.infeasible

    def _enumerate(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        """The first placements in order; all others are only counted."""
        listing = question.best is None
        wanted = question.wanted if listing else 0
        in_order = wanted is not None and not (question.count and wanted == 0)
        run = _Run(self._formulation(Job.FIRST), board, options, tally)
        seen: set[Columns] = set()
        tally.counted = 0

        def note(columns: Columns) -> None:
            if columns in seen:
                return
            seen.add(columns)
            tally.counted += 1
            if listing and (wanted is None or len(tally.placements) < wanted):
                tally.placements.append(columns)
            if not question.count and len(seen) == wanted:
                run.stop()

        run.enumerate(note, in_order)
        if in_order and tally.placements != sorted(tally.placements):
            raise SolverError(f"{self.name} did not list placements in lexicographic order")
        tally.count_known = not run.stopped

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]:
        if not all(board.allowed):
            tally.count_known = True
            return
        run = _Run(self._formulation(Job.ALL), board, Options(), tally)
        yield from run.stream()
        tally.count_known = True


class _Run:
    """One CP-SAT search, in a thread of its own so that Ctrl-C and limits reach it at once."""

    def __init__(
        self, formulation: Formulation, board: Board, options: Options, tally: Tally
    ) -> None:
        from cpqueens.solvers import cpsat_models

        self.cp_model = cpsat_models.import_cp_model()
        self.native: Formulated = cpsat_models.formulate(board, formulation, tally.check)
        self.tally = tally
        self.solutions: list[Columns] = []
        self.stopped = False
        self.solver = self.cp_model.CpSolver()
        self.parameters = self.solver.parameters
        self.parameters.catch_sigint_signal = False
        self.parameters.num_workers = 1
        if options.seed is not None:
            self.parameters.random_seed = options.seed
        if options.log is not None:
            self.parameters.log_search_progress = True
            self.parameters.log_to_stdout = False
            self.solver.log_callback = options.log

    @property
    def infeasible(self) -> bool:
        return bool(self.status == self.cp_model.INFEASIBLE)

    def stop(self) -> None:
        """End the search: enough was found."""
        self.stopped = True
        self.solver.stop_search()

    def enumerate(self, note: Callable[[Columns], None], in_order: bool) -> None:
        """Every solution, perhaps more than once."""
        self._prepare_enumeration(in_order)
        self.solve(note)

    def _prepare_enumeration(self, in_order: bool) -> None:
        self.parameters.enumerate_all_solutions = True
        self.parameters.num_workers = 1
        self.parameters.search_branching = self.cp_model.FIXED_SEARCH
        if in_order:
            # Presolve may put other variables in the place of ours, and so change the order.
            self.parameters.cp_model_presolve = False
            self.parameters.symmetry_level = 0
            self.native.search_in_order(self.cp_model)
        else:
            self.native.search_fewest_first(self.cp_model)

    def stream(self) -> Iterator[list[Columns]]:
        """Placements, each once, while the search runs; it waits when they are not taken."""
        self._prepare_enumeration(in_order=False)
        found: queue.Queue[Columns] = queue.Queue(maxsize=1000)
        seen: set[Columns] = set()

        def put(columns: Columns) -> None:
            if columns in seen:
                return
            seen.add(columns)
            while not self.stopped:
                try:
                    return found.put(columns, timeout=_POLL_S)
                except queue.Full:
                    continue

        with self._searching(put) as over:
            while not (over.is_set() and found.empty()):
                self.tally.check()
                try:
                    yield [found.get(timeout=_POLL_S)]
                except queue.Empty:
                    continue

    def solve(self, note: Callable[[Columns], None]) -> None:
        """Search to the end; raises `Stopped` at the time limit."""
        with self._searching(note) as over:
            while not over.wait(_POLL_S):
                self.tally.check()

    @contextmanager
    def _searching(self, note: Callable[[Columns], None]) -> Iterator[threading.Event]:
        """A search under way, and the event of its end; it has ended afterwards.

        Not `Thread.is_alive` but an event tells, because to Python 3.11 a thread is dead once
        Ctrl-C has ended a `join`.
        """
        over = threading.Event()
        failure: list[BaseException] = []

        def work() -> None:
            try:
                self._solve_here(note)
            except BaseException as error:
                failure.append(error)
            finally:
                over.set()

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        try:
            yield over
        finally:
            self.stopped = self.stopped or not over.is_set()
            # Again and again: CP-SAT does not hear it before its search has begun.
            while not over.wait(0):
                self.solver.stop_search()
                over.wait(_POLL_S)
            thread.join()
            self._note_counters()
        if failure:
            raise failure[0]
        if self.status == self.cp_model.MODEL_INVALID:
            raise SolverError(f"CP-SAT refuses the model: {self.native.model.validate()}")

    def _solve_here(self, note: Callable[[Columns], None]) -> None:
        native, solutions = self.native, self.solutions

        class Callback(self.cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined,misc]
            def on_solution_callback(self) -> None:
                columns = native.columns(self.value)
                solutions[:] = [columns]
                note(columns)

        self.status = self.solver.solve(native.model, Callback())

    def _note_counters(self) -> None:
        counters = self.tally.counters
        for name in ("num_branches", "num_conflicts"):
            try:
                value = int(getattr(self.solver, name))
            except RuntimeError:
                continue
            counters[name.removeprefix("num_")] = counters.get(name.removeprefix("num_"), 0) + value


class _Best:
    """The best k: the optimum, then all placements of that value in order, then the next value."""

    def __init__(
        self, formulation: Formulation, board: Board, options: Options, tally: Tally
    ) -> None:
        self.formulation: Formulation = formulation
        self.board, self.options, self.tally = board, options, tally
        self.sign = 1 if board.sense == "maximize" else -1

    def find(self, best: int) -> None:
        tally = self.tally
        limit: int | None = None
        while len(tally.placements) < best:
            kept = list(tally.placements)
            value = self._optimum(limit, kept)
            if value is None:
                break
            if best > 1:
                tally.placements = kept
                self._of_value(value, best)
            limit = value
        tally.counted = max(tally.counted, len(tally.placements))
        tally.proved = True
        if tally.placements:
            tally.bound = self._value(tally.placements[0])

    def _optimum(self, beyond: int | None, kept: list[Columns]) -> int | None:
        """The best value worse than `beyond`; its placement is put behind those kept."""
        from cpqueens.solvers.cpsat_models import set_objective

        tally, options = self.tally, self.options
        run = _Run(self.formulation, self.board, options, tally)
        model, objective = run.native.model, run.native.objective
        set_objective(run.native)
        if beyond is not None:
            model.add(self.sign * objective <= self.sign * beyond - 1)
        elif options.hint is not None:
            run.native.hint(self.board.project(options.hint))
        run.parameters.linearization_level = 2
        if options.gap is not None:
            run.parameters.relative_gap_limit = options.gap

        def note(columns: Columns) -> None:
            tally.placements = [*kept, columns]
            tally.counted = len(tally.placements)
            if beyond is None:
                tally.note(self._value(columns))

        if beyond is None:
            run.solver.best_bound_callback = lambda bound: tally.note(bound=round(bound))
        try:
            run.solve(note)
        finally:
            if beyond is None:
                self._note_bound(run)
        if run.infeasible:
            return None
        value = self._value(tally.placements[-1])
        if options.gap and beyond is None and tally.bound != value:
            tally.stop(f"the gap of {options.gap:.3g}")
        return value

    def _note_bound(self, run: _Run) -> None:
        """CP-SAT's bound, unless it has none yet."""
        try:
            bound = run.solver.best_objective_bound
        except RuntimeError:
            return
        if run.infeasible or abs(bound) >= 2**62:
            return
        self.tally.bound = round(bound)

    def _of_value(self, value: int, best: int) -> None:
        tally = self.tally
        run = _Run(self.formulation, self.board, self.options, tally)
        run.native.model.add(run.native.objective == value)
        before = len(tally.placements)

        def note(columns: Columns) -> None:
            if columns not in tally.placements[before:]:
                tally.placements.append(columns)
            if len(tally.placements) == best:
                run.stop()

        run.enumerate(note, in_order=True)
        tally.placements = [*tally.placements[:before], *sorted(tally.placements[before:])]

    def _value(self, columns: Columns) -> int:
        return value_of(self.board, columns) + self.board.offset


SOLVERS = {
    "cpsat": CpsatSolver(),
    "cpsat.integer": CpsatSolver("integer"),
    "cpsat.boolean": CpsatSolver("boolean"),
}
