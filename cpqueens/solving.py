"""Asking questions of models: `solve`, `solve_all`, `count`, `solutions`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from cpqueens import memory, solvers
from cpqueens.board import Board
from cpqueens.errors import Incomplete, OptionError, WrongAnswer
from cpqueens.model import Model, require_model
from cpqueens.option_checks import is_number, positive, require_whole
from cpqueens.placement import Placement
from cpqueens.progress import shown
from cpqueens.question import Options, Progress, Question, ask
from cpqueens.result import Result, Results, Statistics, Status
from cpqueens.sizing import require_room
from cpqueens.solvers.base import Columns, Solver, Stopped, Tally
from cpqueens.verifying import Verifier

_VERIFIED_AT_ONCE = 1000
_INSTEAD = (
    "count them without (solutions=0, count=True), or take them one by one (cq.solutions) "
    "or as arrays, a part at a time (cq.iter_arrays)"
)
ENOUGH = "the number asked for"
CTRL_C = "Ctrl-C"


def solve(
    model: Model,
    *,
    solver: str = "auto",
    solutions: int | Literal["all"] | None = None,
    count: bool | None = None,
    best: int | None = None,
    unique: bool | None = None,
    time_limit: float | None = None,
    threads: int = 1,
    seed: int | None = None,
    gap: float | None = None,
    hint: Iterable[int] | None = None,
    log: Callable[[str], None] | None = None,
    progress: Progress | bool | None = None,
) -> Result:
    """Answer a question about a model of one instance.

    Without `solutions`, `count`, `best` and `unique` the model's own `find` is answered, which is
    one placement, or with an objective one optimum, unless the model says otherwise.

    - `solutions`: the first so many in lexicographic order, or `"all"`.
    - `count`: their number too; `solutions=0` asks for the number alone.
    - `best`: the so many best under the objective, ties in lexicographic order; where one is asked
      for, it may be any of those that tie.
    - `unique`: whether there is one placement and no second.
    - `time_limit`: seconds; when they or Ctrl-C end the search, the result has what is known.
    - `gap`: an optimum within this part of the bound is enough; for `bitmask` and `cpsat`.
    - `threads`: `bitmask` counts classic boards with so many, `cpsat` looks for any one placement;
      in parallel it is wrong at listing and slower at optima.
    - `seed`, `hint` (a placement to start from, columns from 0), `log` (gets the solver's log line
      by line): for solvers that know them, which is `cpsat`; `local_search` has a seed, too.
    - `progress`: called about once a second with how far the search is (`found`, `seconds`, `part`,
      `incumbent`, `bound`); or `True` for a line of tqdm's, on a terminal or in a notebook.

    Raises `SolverError` where the solver cannot answer (it says why), `OptionError` for arguments
    that make no sense, `ModelError` for a model of several instances (see `solve_all`), `TooLarge`
    where `"all"` would not fit into memory, and `WrongAnswer` if `verify` refuses what the solver
    found.

    >>> from cpqueens import queens
    >>> result = solve(queens(6), solutions=2, count=True)
    >>> result.placements, result.count
    ((Placement([1, 3, 5, 0, 2, 4]), Placement([2, 5, 1, 4, 0, 3])), 4)
    >>> solve(queens(3)).outcome
    'none exists'
    """
    board = Board(model)
    question = ask(model, solutions=solutions, count=count, best=best, unique=unique)
    chosen, why = solvers.choose(solver, board, question)
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise OptionError(f"progress: {progress!r} is not accepted; True or a function is")
    with shown(progress, board.model.label) as told:
        options = _options(board, time_limit, threads, seed, gap, hint, log, told)
        return _answer(board, question, options, chosen, why)


def solve_all(model: Model, **arguments: object) -> Results:
    """One `Result` for each instance of the model, in order; arguments as for `solve`.

    After Ctrl-C the results known so far are given, the last one marked as stopped.

    >>> from cpqueens import load
    >>> [result.count for result in solve_all(load("regions"), count=True)]
    [14, 4, 1]
    """
    require_model(model)
    results = Results()
    for instance in model.each_instance():
        result = solve(instance, **arguments)  # type: ignore[arg-type]
        results.append(result)
        if result.stopped_by == CTRL_C:
            break
    return results


def count(
    model: Model,
    *,
    solver: str = "auto",
    time_limit: float | None = None,
    threads: int = 1,
    progress: Progress | bool | None = None,
) -> int:
    """The number of placements; raises `Incomplete` where a limit or Ctrl-C came before it.

    >>> from cpqueens import queens
    >>> [count(queens(n)) for n in range(1, 9)]
    [1, 0, 0, 2, 10, 4, 40, 92]
    """
    result = solve(
        model,
        solver=solver,
        solutions=0,
        count=True,
        time_limit=time_limit,
        threads=threads,
        progress=progress,
    )
    if result.count is None:
        raise Incomplete(result.outcome, result.at_least)
    return result.count


def solutions(
    model: Model, *, solver: str = "auto", time_limit: float | None = None
) -> Iterator[Placement]:
    """All placements, lazily; `Incomplete` is raised where the time limit ends them.

    `bitmask` gives them in lexicographic order, other solvers in an order of their own.

    >>> from cpqueens import queens
    >>> next(iter(solutions(queens(20))))
    Placement([0, 2, 4, 1, 3, 12, 14, 11, 17, 19, 16, 8, 15, 18, 7, 9, 6, 13, 5, 10])
    """
    board = Board(model)
    question = Question("all")
    chosen, _ = solvers.choose(solver, board, question)
    tally = Tally(positive("time_limit", time_limit))
    return _stream(board, chosen, tally)


def _stream(board: Board, solver: Solver, tally: Tally) -> Iterator[Placement]:
    verifier = Verifier(board.model)
    found = 0
    try:
        for batch in solver.batches(board, tally):
            for placement in _verified(board, verifier, batch, solver):
                found += 1
                yield placement
    except Stopped:
        message = f"at least {found:,} found, stopped by {tally.stopped_by}"
        raise Incomplete(message, found) from None


def _answer(board: Board, question: Question, options: Options, solver: Solver, why: str) -> Result:
    tally = Tally(options.time_limit, progress=options.progress)
    if question.solutions == "all":
        tally.room = memory.room(_bytes_each(board), _INSTEAD)
    cpu = time.process_time()
    try:
        if tally.room is not None:
            require_room(board, tally.room, tally)
        solver.answer(board, question, options, tally)
    except Stopped:
        pass
    except KeyboardInterrupt:
        tally.stopped_by = CTRL_C
    wall_s, cpu_s = time.perf_counter() - tally.started, time.process_time() - cpu
    verifier = Verifier(board.model)
    found = tally.placements if question.best is not None else sorted(tally.placements)
    placements = _verified(board, verifier, found[: question.wanted], solver)
    _require_no_repeats(placements, solver)
    objectives = [verifier.objective(placement) for placement in placements]
    if question.best is not None:
        tally.note(objectives[0] if objectives else None, tally.bound)
    statistics = Statistics(wall_s, cpu_s, dict(tally.counters), tuple(tally.search_log))
    status = _status(question, tally, solver)
    stopped_by = tally.stopped_by
    if status in (Status.FEASIBLE, Status.UNKNOWN):
        stopped_by = stopped_by or (ENOUGH if placements else "the solver")
    return Result(
        model=board.model,
        question=question,
        status=status,
        placements=tuple(placements),
        count=tally.counted if question.count and tally.count_known else None,
        at_least=max(tally.counted, len(placements)),
        objectives=tuple(value for value in objectives if value is not None),
        bound=tally.bound if question.best is not None else None,
        solver=solver.name,
        choice=why,
        stopped_by=stopped_by,
        statistics=statistics,
    )


def _bytes_each(board: Board) -> int:
    """What a placement takes until it is verified and kept: twice its columns, and itself."""
    return 2 * sys.getsizeof((0,) * board.full_rows) + sys.getsizeof(Placement((0,))) + 24


def _status(question: Question, tally: Tally, solver: Solver) -> Status:
    listed = question.best is None
    counted = tally.count_known or not (listed or question.count)
    proved = tally.proved or listed
    found = bool(tally.placements or tally.counted)
    if solver.complete and counted and proved:
        return Status.OPTIMAL if found else Status.INFEASIBLE
    return Status.FEASIBLE if found else Status.UNKNOWN


def _verified(
    board: Board, verifier: Verifier, found: Sequence[Columns], solver: Solver
) -> list[Placement]:
    """The placements on the model's board; raises `WrongAnswer` for one that breaks the model."""
    try:
        lifted = [board.lift(columns) for columns in found]
    except (IndexError, TypeError, ValueError):
        raise wrong_answer(solver, "columns that the board does not have") from None
    for start in range(0, len(lifted), _VERIFIED_AT_ONCE):
        batch = lifted[start : start + _VERIFIED_AT_ONCE]
        wrong = verifier.first_wrong(batch)
        if wrong is not None:
            first = verifier.violations(batch[wrong])[0]
            raise wrong_answer(solver, f"a wrong placement {list(batch[wrong])}: {first}")
    return [Placement(columns, board.full_columns) for columns in lifted]


def _require_no_repeats(placements: Sequence[Placement], solver: Solver) -> None:
    repeats = len(placements) - len(set(placements)) if len(placements) > 1 else 0
    if repeats:
        raise wrong_answer(solver, f"{len(placements)} placements, {repeats} of them repeats")


def wrong_answer(solver: Solver, what: str) -> WrongAnswer:
    return WrongAnswer(
        f"the solver {solver.name} gave {what}; "
        "this is a defect of the solver, please report it with the model"
    )


def _options(
    board: Board,
    time_limit: float | None,
    threads: int,
    seed: int | None,
    gap: float | None,
    hint: Iterable[int] | None,
    log: Callable[[str], None] | None,
    progress: Progress | None,
) -> Options:
    require_whole("threads", threads, 1)
    if seed is not None:
        require_whole("seed", seed, 0)
    if log is not None and not callable(log):
        raise OptionError(f"log: {log!r} is not accepted; a function that takes a line is")
    if hint is not None:
        if not isinstance(hint, Iterable):
            raise OptionError(f"hint: {hint!r} is not accepted; a placement is")
        hint = tuple(hint)
        broken = Verifier(board.model).violations(hint)
        if broken:
            raise OptionError(f"hint: a placement is due, but {broken[0]}")
    if gap is not None and not (is_number(gap) and 0 <= gap < 1):
        raise OptionError(f"gap: {gap!r} is not accepted; 0 up to 1 is (0.05 for 5 %)")
    return Options(positive("time_limit", time_limit), threads, seed, gap, hint, log, progress)
