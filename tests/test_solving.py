"""Questions and answers: wordings, limits, interrupts, options, and solvers that are wrong."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import pytest
from sanitized import SANITIZED

import cpqueens as cq
from cpqueens import kernel, solvers
from cpqueens.board import Board
from cpqueens.question import Job, Options, Question, Reached
from cpqueens.result import Status
from cpqueens.solvers import base
from cpqueens.solvers.base import EnumeratingSolver, Solver, Tally

ROOT = Path(__file__).parents[1]
COLUMN, ROW = cq.column, cq.row
QUEEN_LINES = tuple(map(cq.all_different, (COLUMN, ROW + COLUMN, ROW - COLUMN)))
EXACT = ("bitmask", "cpsat", "cpsat.integer", "cpsat.boolean", "constraint")
STEADY = ("bitmask", "cpsat", "cpsat.integer", "cpsat.boolean")
SOON_S = 1.0 if SANITIZED else 0.3

exact = pytest.mark.parametrize("solver", EXACT)


LEFT = cq.total(COLUMN, at_most=10)


def queens(n: Any, *more: Any, **settings: Any) -> cq.Model:
    return cq.Model(board=n, constraints=[*QUEEN_LINES, *more], **settings)


def weighted(n: int, seed: int = 1, sense: str = "maximize") -> cq.Model:
    rng = random.Random(seed)
    table = [[rng.randrange(100) for _ in range(n)] for _ in range(n)]
    return queens(n, data={"weight": table}, **{sense: "weight"})


def said(result: cq.Result) -> tuple[Status, str, bool]:
    return result.status, result.outcome, result.complete


@exact
def test_all_placements_are_complete(solver: str) -> None:
    result = cq.solve(queens(6), solver=solver, solutions="all", count=True)
    assert said(result) == (Status.OPTIMAL, "complete: 4 placements", True)
    assert (result.count, result.at_least, result.stopped_by) == (4, 4, None)
    assert (result.objective, result.objectives, result.bound, result.gap) == (None, (), None, None)
    assert str(result).endswith(f"complete: 4 placements ({solver})")


@exact
def test_the_number_alone_lists_nothing(solver: str) -> None:
    result = cq.solve(queens(7), solver=solver, solutions=0, count=True)
    assert said(result) == (Status.OPTIMAL, "complete: 40 placements", True)
    assert (result.placements, result.placement, result.count) == ((), None, 40)


@exact
def test_one_placement_is_said_in_the_singular(solver: str) -> None:
    result = cq.solve(queens(1), solver=solver, solutions="all")
    assert said(result) == (Status.OPTIMAL, "complete: 1 placement", True)


@exact
@pytest.mark.parametrize(
    "asked",
    [{}, {"solutions": 2}, {"solutions": "all"}, {"solutions": 0, "count": True}, {"unique": True}],
)
def test_none_exists(solver: str, asked: dict[str, Any]) -> None:
    result = cq.solve(queens(3), solver=solver, **asked)
    assert said(result) == (Status.INFEASIBLE, "none exists", True)
    assert (result.placements, result.at_least, result.answered) == ((), 0, True)
    assert result.count == (0 if "count" in asked else None)
    assert result.unique is False


@exact
@pytest.mark.parametrize("best", [1, 3])
def test_no_optimum_exists(solver: str, best: int) -> None:
    result = cq.solve(queens(3, maximize=COLUMN), solver=solver, best=best)
    assert said(result) == (Status.INFEASIBLE, "none exists", True)
    assert (result.objective, result.bound) == (None, None)


@exact
def test_a_row_without_a_cell_leaves_none(solver: str) -> None:
    for asked in ({}, {"solutions": "all", "count": True}, {"best": 2}):
        model = queens(6, cq.forbid("row == 4"), maximize=ROW * COLUMN)
        assert cq.solve(model, solver=solver, **asked).outcome == "none exists"
    assert list(cq.solutions(model, solver=solver)) == []


@exact
def test_some_placements_are_answered_but_not_complete(solver: str) -> None:
    one = cq.solve(queens(8), solver=solver)
    outcome = "at least 1 found, stopped by the number asked for"
    assert said(one) == (Status.FEASIBLE, outcome, False)
    assert (one.answered, one.count, one.unique) == (True, None, None)
    assert cq.verify(queens(8), one.placement or []) == []
    three = cq.solve(queens(8), solver=solver, solutions=3)
    assert len(three.placements) == 3
    assert three.answered
    more = cq.solve(queens(8), solver=solver, solutions=100)
    assert said(more) == (Status.OPTIMAL, "complete: 92 placements", True)


@exact
def test_some_placements_and_their_number(solver: str) -> None:
    result = cq.solve(queens(8), solver=solver, solutions=3, count=True)
    assert said(result) == (Status.OPTIMAL, "complete: 92 placements", True)
    assert (len(result.placements), result.count, result.at_least) == (3, 92, 92)


@exact
def test_the_optimum_and_the_number(solver: str) -> None:
    model = weighted(6)
    table: Any = model.data["weight"]
    values = [
        sum(table[r][c] for r, c in enumerate(placement)) for placement in cq.solutions(queens(6))
    ]
    result = cq.solve(model, solver=solver, count=True)
    outcome = f"complete: optimum {max(values)}, proved, 4 placements"
    assert said(result) == (Status.OPTIMAL, outcome, True)
    assert (result.objective, result.bound, result.gap) == (max(values), max(values), 0.0)
    alone = cq.solve(model, solver=solver)
    assert alone.outcome == f"complete: optimum {max(values)}, proved"
    listed = cq.solve(model, solver=solver, solutions="all")
    assert listed.objectives == tuple(values)


@exact
@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_the_best_are_ranked_and_ties_are_in_order(solver: str, sense: str) -> None:
    model = queens(6, **{sense: "(row - 2) * column % 3 // 2"})
    placements = [placement.columns for placement in cq.solutions(queens(6))]
    value = {p: sum((r - 1) * (c + 1) % 3 // 2 for r, c in enumerate(p)) for p in placements}
    sign = -1 if sense == "maximize" else 1
    ranked = sorted(placements, key=lambda p: (sign * value[p], p))
    assert len(set(value.values())) == 2
    for best in (2, 3, 4, 9):
        result = cq.solve(model, solver=solver, best=best)
        assert [placement.columns for placement in result.placements] == ranked[:best]
        assert result.objectives == tuple(value[p] for p in ranked[:best])
        assert result.outcome == f"complete: the {min(best, 4)} best, proved"
        assert result.status is Status.OPTIMAL


@exact
def test_uniqueness_is_proved_or_refuted(solver: str) -> None:
    two = cq.solve(queens(4), solver=solver, unique=True)
    assert (two.unique, len(two.placements), two.answered) == (False, 2, True)
    one = cq.solve(queens(4, cq.given((1, 2))), solver=solver, unique=True)
    assert (one.unique, len(one.placements), one.complete) == (True, 1, True)
    assert cq.solve(queens(8), solver=solver, unique=True).unique is False
    asked = queens(4, find="unique")
    assert cq.solve(asked, solver=solver).unique is False


@pytest.mark.parametrize("solver", ["bitmask", "constraint"])
def test_values_near_64_bits(solver: str) -> None:
    largest = 2**63 - 1
    table = [[largest - 10, 0], [3, 10]]
    lines = [cq.all_different(COLUMN)]
    model = cq.Model(board=2, constraints=lines, data={"w": table}, maximize="w")
    result = cq.solve(model, solver=solver, best=2)
    assert result.objectives == (largest, 3)
    for bounds, count in (
        ({"at_least": largest}, 1),
        ({"at_most": largest - 1}, 1),
        ({"at_most": largest}, 2),
        ({"equals": largest}, 1),
    ):
        bounded = cq.Model(
            board=2, constraints=[*lines, cq.total("w", **bounds)], data={"w": table}
        )
        assert cq.count(bounded, solver=solver) == count


def test_cp_sat_refuses_sums_that_it_cannot_hold() -> None:
    table = [[2**62, 0], [0, 2**62 - 1]]
    model = cq.Model(board=2, data={"w": table}, maximize="w")
    with pytest.raises(cq.SolverError, match=r"CP-SAT refuses the model: .*overflow"):
        cq.solve(model, solver="cpsat")


LIMITED: list[tuple[str, cq.Model, dict[str, Any]]] = [
    ("count", queens(18), {"solutions": 0, "count": True}),
    ("all", queens(18, cq.no_attack("knight")), {"solutions": "all"}),
    ("first", queens(18), {"solutions": 10**8}),
    ("best", weighted(40), {}),
    ("the five best", weighted(40), {"best": 5}),
]


def warm_up(solver: str) -> None:
    cq.solve(queens(4), solver=solver)


@pytest.mark.parametrize("solver", STEADY)
@pytest.mark.parametrize("limit", [0.001, 0.4])
@pytest.mark.parametrize(
    ("model", "asked"), [pytest.param(*each[1:], id=each[0]) for each in LIMITED]
)
def test_a_time_limit_ends_the_search_and_leaves_what_is_known(
    solver: str, limit: float, model: cq.Model, asked: dict[str, Any]
) -> None:
    warm_up(solver)
    started = perf_counter()
    result = cq.solve(model, solver=solver, time_limit=limit, **asked)
    verified = len(result.placements) * 3e-5
    assert perf_counter() - started < limit + SOON_S + verified
    assert result.statistics.wall_s < limit + SOON_S
    assert threads_at_work() == []
    assert result.count is None
    assert result.stopped_by == f"the time limit of {limit:g} s"
    if result.at_least:
        assert result.status is Status.FEASIBLE
        best = ""
        if model.objective is not None:
            assert result.objective is not None
            best = f", best {result.objective}"
            if result.bound is not None:
                assert result.bound >= result.objective
                best += f", bound {result.bound}"
        assert result.outcome == (
            f"at least {result.at_least:,} found{best}, stopped by the time limit of {limit:g} s"
        )
    else:
        assert result.status is Status.UNKNOWN
        assert re.fullmatch(
            rf"not known(, bound \d+)?, stopped by the time limit of {limit:g} s", result.outcome
        )
    assert not result.complete
    assert not result.answered


def test_a_partial_count_is_never_the_count() -> None:
    with pytest.raises(
        cq.Incomplete, match=r"at least [\d,]+ found, stopped by the time"
    ) as caught:
        cq.count(queens(18), time_limit=0.5 if kernel.KIND == "compiled" else 2)
    assert 0 < caught.value.at_least < 666090624
    with pytest.raises(cq.Incomplete, match="not known, stopped by the time limit of 1e-06 s"):
        cq.count(queens(18), time_limit=1e-6, solver="constraint")


def test_python_constraint_keeps_to_a_time_limit() -> None:
    started = perf_counter()
    result = cq.solve(queens(14), solver="constraint", solutions=3, count=True, time_limit=0.3)
    assert perf_counter() - started < 0.3 + SOON_S
    assert result.status is Status.FEASIBLE
    assert result.count is None
    assert 0 < len(result.placements) <= 3


def test_a_large_native_model_is_not_made_beyond_the_time_limit() -> None:
    warm_up("cpsat")
    for solver in ("cpsat.integer", "cpsat.boolean"):
        started = perf_counter()
        result = cq.solve(queens(600), solver=solver, solutions=2, time_limit=0.2)
        assert perf_counter() - started < 0.2 + 2 * SOON_S
        assert result.status is Status.UNKNOWN


def threads_at_work() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread is not threading.main_thread()]


INTERRUPTED = """
import os, signal, sys, threading, time
import cpqueens as cq
sys.path[:0] = {paths!r}
from test_solving import queens, weighted
cq.solve(queens(4), solver={solver!r})
sent = []
def interrupt():
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
model = {model}
timer = threading.Timer({after}, interrupt)
timer.start()
result = cq.solve(model, solver={solver!r}, {asked})
late = time.perf_counter() - sent[0]
assert late < {soon}, late
assert result.stopped_by == "Ctrl-C"
assert result.count is None
print(result.status.value, result.outcome, sep=": ")
"""


@pytest.mark.parametrize(
    ("solver", "model", "asked", "expected"),
    [
        ("bitmask", "queens(18)", "solutions=0, count=True", r"feasible: at least [\d,]+ found, "),
        (
            "bitmask",
            "weighted(30)",
            "best=1",
            r"(feasible: at least 1 found, best \d+|unknown: not known), bound \d+, ",
        ),
        ("cpsat", "queens(18)", "solutions=0, count=True", r"feasible: at least [\d,]+ found, "),
        (
            "cpsat",
            "weighted(30)",
            "best=1",
            r"(feasible: at least 1 found, best \d+|unknown: not known)(, bound \d+)?, ",
        ),
        ("constraint", "queens(16)", "solutions=2", r"(feasible: .* found|unknown: not known), "),
    ],
)
def test_ctrl_c_ends_the_search_and_leaves_what_is_known(
    solver: str, model: str, asked: str, expected: str
) -> None:
    after = 1.0 if SANITIZED else 0.4
    paths = [str(ROOT / "tests"), str(ROOT / "tests" / "support")]
    code = INTERRUPTED.format(
        paths=paths, solver=solver, model=model, asked=asked, after=after, soon=SOON_S
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(expected + "stopped by Ctrl-C\n", done.stdout)


def test_ctrl_c_ends_the_instances_too() -> None:
    class Interrupted(Solver):
        name = "interrupted"
        summary = "is interrupted at the second instance"
        jobs = frozenset({Job.ONE})
        asked = 0

        def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
            self.asked += 1
            if self.asked == 2:
                raise KeyboardInterrupt
            solvers.find("bitmask").answer(board, question, options, tally)

    with registered(Interrupted()) as name:
        model = queens("n", parameters={"n": 4}).with_instances([{"n": n} for n in (4, 5, 6)])
        results = cq.solve_all(model, solver=name)
    assert [result.outcome for result in results] == [
        "at least 1 found, stopped by the number asked for",
        "not known, stopped by Ctrl-C",
    ]


class registered:
    """A solver of one's own, known by its name for a while."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def __enter__(self) -> str:
        solvers.register(self.solver)
        return self.solver.name

    def __exit__(self, *_: object) -> None:
        solvers.unregister(self.solver.name)


class Wrong(Solver):
    """Gives what it was made with."""

    name = "wrong"
    summary = "gives what it was made with"
    jobs = frozenset(Job)

    def __init__(self, placements: Sequence[Any], complete: bool = True) -> None:
        self.placements = list(placements)
        self.complete = complete

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        tally.placements = self.placements
        tally.counted = len(self.placements)
        tally.count_known = tally.proved = True


RIGHT = (1, 3, 0, 2)


@pytest.mark.parametrize(
    ("placements", "reason"),
    [
        ([(0, 1, 2, 3)], r"a wrong placement \[0, 1, 2, 3\]: queens \(1, 1\) and \(2, 2\) share"),
        ([RIGHT, (1, 3, 0, 3)], "share a column"),
        ([(1, 3, 0)], "3 queens on a board of 4 rows"),
        ([(2, 4, 1, 3)], "column 4 counted from 0, where 0 to 3 exist"),
        ([(-1, 3, 0, 2)], "column -1 counted from 0"),
        ([(1.0, 3.0, 0.0, 2.0)], "row 1 has 1.0, which is no column number"),
        ([("1", "3", "0", "2")], "row 1 has '1', which is no column number"),
        ([5], "columns that the board does not have"),
        ([RIGHT, (2, 0, 3, 1), RIGHT], "3 placements, 1 of them repeats"),
    ],
)
def test_a_wrong_answer_never_leaves_the_package(placements: Any, reason: str) -> None:
    whole = rf"the solver wrong gave .*{reason}.*; this is a defect of the solver"
    with registered(Wrong(placements)) as name:
        with pytest.raises(cq.WrongAnswer, match=whole):
            cq.solve(queens(4), solver=name, solutions="all")
        if "repeats" not in reason:
            with pytest.raises(cq.WrongAnswer, match=whole):
                list(cq.solutions(queens(4), solver=name))


def test_a_wrong_answer_among_a_thousand_right_ones_is_found() -> None:
    many = [placement.columns for placement in cq.solve(queens(10), solutions=700).placements]
    many += [
        placement.columns[::-1] for placement in cq.solve(queens(11), solutions=900).placements
    ]
    wrong = [(0, *columns[1:]) if i == 650 else columns for i, columns in enumerate(many[:700])]
    with registered(Wrong(wrong)) as name, pytest.raises(cq.WrongAnswer, match="share"):
        cq.solve(queens(10), solver=name, solutions="all")


def test_wrong_columns_of_a_board_with_queens_taken_out() -> None:
    n = 70
    placement = cq.solve(queens(n)).placements[0].numbers
    model = queens(n, cq.given(*list(enumerate(placement, 1))[:-3]))
    for broken in ([(0,)], [(0, 1, 99)], [("a", "b", "c")]):
        with registered(Wrong(broken)) as name, pytest.raises(cq.WrongAnswer):
            cq.solve(model, solver=name, solutions="all")


def test_an_incomplete_solver_never_says_none_exists_or_complete() -> None:
    with registered(Wrong([], complete=False)) as name:
        for asked in ({}, {"solutions": "all"}, {"solutions": 0, "count": True}):
            result = cq.solve(queens(4), solver=name, **asked)
            assert said(result) == (Status.UNKNOWN, "not known, stopped by the solver", False)
    with registered(Wrong([RIGHT], complete=False)) as name:
        result = cq.solve(queens(4), solver=name, solutions="all")
        assert result.status is Status.FEASIBLE


def test_a_solver_that_only_answers_can_stream_as_well() -> None:
    with registered(Wrong([RIGHT, (2, 0, 3, 1)])) as name:
        assert [each.columns for each in cq.solutions(queens(4), solver=name)] == [
            RIGHT,
            (2, 0, 3, 1),
        ]


class Backwards(EnumeratingSolver):
    name = "backwards"
    summary = "all placements of bitmask, the last one first"

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[tuple[int, ...]]]:
        found = [each for batch in solvers.find("bitmask").batches(board, tally) for each in batch]
        yield from ([each] for each in reversed(found))


def test_enumeration_in_any_order_gives_the_same_answers() -> None:
    with registered(Backwards()) as name:
        for asked in (
            {"solutions": "all", "count": True},
            {"solutions": 5},
            {"solutions": 2, "count": True},
            {"best": 7},
        ):
            model = weighted(8, seed=3)
            expected = cq.solve(model, solver="bitmask", **asked)
            result = cq.solve(model, solver=name, **asked)
            assert result.placements == expected.placements
            assert (result.count, result.objectives) == (expected.count, expected.objectives)
        many = cq.solve(queens(11), solver=name, solutions=3)
        assert many.placements == cq.solve(queens(11), solutions=3).placements


def test_names_of_solvers_are_looked_after() -> None:
    with registered(Wrong([RIGHT])) as name:
        assert solvers.names()[-1] == name
        with pytest.raises(cq.SolverError, match="there is a solver 'wrong' already"):
            solvers.register(Wrong([]))
    assert name not in solvers.names()
    known = ", ".join(["auto", *solvers.names()])
    assert known.startswith("auto, bitmask, cpsat, cpsat.integer, cpsat.boolean, constraint, ")
    message = f"unknown solver 'bitmsk'; known are {known}; did you mean 'bitmask'?"
    with pytest.raises(cq.SolverError, match=re.escape(message)):
        cq.solve(queens(4), solver="bitmsk")


@pytest.mark.parametrize(
    ("solver", "model", "asked", "reason"),
    [
        (
            "construction",
            queens(8),
            {"solutions": 2, "count": True},
            "it does not answer: count and first k; it answers: one",
        ),
        ("construction", queens(8), {"solutions": "all"}, "it does not answer: all"),
        ("construction", queens(8, maximize=COLUMN), {"best": 1}, "it does not answer: best k"),
        (
            "construction",
            queens((7, 8)),
            {},
            "it knows only square boards with columns, diagonals and antidiagonals",
        ),
        ("construction", queens(8, cq.blocked((1, 1))), {}, "it knows only square boards"),
        ("construction", queens(3), {}, "the closed form has no placement for n = 2 and 3"),
        (
            "bitmask",
            queens(65),
            {},
            "65 rows and 65 columns are to be filled; its bit masks have 64",
        ),
        ("bitmask", queens((4, 65)), {}, "4 rows and 65 columns are to be filled"),
        ("cpsat", queens(3000), {}, "3000 x 3000 cells are more than 4,000,000"),
        ("constraint", queens(101), {}, "101 rows are to be filled; it is hopeless beyond 100"),
    ],
)
def test_solvers_refuse_in_words(
    solver: str, model: cq.Model, asked: dict[str, Any], reason: str
) -> None:
    with pytest.raises(cq.SolverError, match=re.escape(f"{solver} cannot answer this: {reason}")):
        cq.solve(model, solver=solver, **asked)


def test_a_package_that_is_not_installed_is_named() -> None:
    class Absent(Wrong):
        name = "absent"
        needs = ("no_such_package",)

    with registered(Absent([])) as name:
        message = "absent cannot answer this: the package no_such_package is not installed"
        with pytest.raises(cq.SolverError, match=message):
            cq.solve(queens(4), solver=name)


def test_when_no_solver_can_answer_every_reason_is_given() -> None:
    with pytest.raises(cq.SolverError) as caught:
        cq.solve(queens(3000), solutions="all")
    dancing_links = "dlx: 3000 rows and 3000 columns are to be filled; it takes 256"
    assert str(caught.value).splitlines() == [
        "no solver can answer this",
        "bitmask: 3000 rows and 3000 columns are to be filled; its bit masks have 64",
        *([dancing_links] if kernel.KIND == "compiled" else []),
        "cpsat: 3000 x 3000 cells are more than 4,000,000",
        "constraint: 3000 rows are to be filled; it is hopeless beyond 100",
    ]


@pytest.mark.parametrize(
    ("model", "asked", "solver", "why"),
    [
        (queens(8), {}, "construction", "closed form of the classic board"),
        (queens(1000), {}, "construction", "closed form of the classic board"),
        (queens(3), {}, "bitmask", "fastest exact solver up to 64 x 64"),
        (queens(8), {"solutions": 1}, "bitmask", "fastest exact solver up to 64 x 64"),
        (queens(8), {"solutions": "all"}, "bitmask", "fastest exact solver up to 64 x 64"),
        (queens(8, cq.given((1, 1))), {}, "bitmask", "fastest exact solver up to 64 x 64"),
        (queens((8, 9)), {}, "bitmask", "fastest exact solver up to 64 x 64"),
        (queens(8, maximize=COLUMN), {}, "bitmask", "fastest exact solver up to 64 x 64"),
        (queens((2, 66), maximize=COLUMN), {}, "cpsat", "too large for bit masks of 64"),
        (queens((2, 66), LEFT), {"count": True}, "cpsat", "too large for bit masks of 64"),
    ],
)
def test_auto_says_whom_it_chose_and_why(
    model: cq.Model, asked: dict[str, Any], solver: str, why: str
) -> None:
    result = cq.solve(model, **asked)
    assert (result.solver, result.choice) == (solver, why)
    assert cq.solve(queens(4), solver="bitmask").choice == "asked for"


@pytest.mark.skipif(kernel.KIND == "pure", reason="then CP-SAT leads")
@pytest.mark.parametrize("asked", [{"solutions": 2}, {"solutions": "all"}, {"count": True}])
def test_auto_gives_large_boards_to_dancing_links(asked: dict[str, Any]) -> None:
    result = cq.solve(queens((2, 66)), **asked)
    why = "too large for bit masks of 64, where dancing links lead CP-SAT"
    assert (result.solver, result.choice) == ("dlx", why)
    assert result.at_least == (2 if asked == {"solutions": 2} else 65 * 64)


def test_auto_gives_large_optima_to_cp_sat_where_no_kernel_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = solvers.TWIN_BEST_ROWS + 1
    model = queens(rows, maximize=COLUMN)
    monkeypatch.setattr(kernel, "KIND", "pure")
    result = cq.solve(model, time_limit=0.001)
    choice = f"an optimum of more than {rows - 1} rows, beyond a compiled kernel"
    assert (result.solver, result.choice) == ("cpsat", choice)
    monkeypatch.setattr(kernel, "KIND", "compiled")
    assert cq.solve(model, time_limit=0.001).solver == "bitmask"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"solutions": 0}, "solutions: 0 is not accepted; a whole number from 1, or 'all', is"),
        (
            {"solutions": -1, "count": True},
            "solutions: -1 is not accepted; a whole number from 0",
        ),
        ({"solutions": "some"}, "solutions: 'some' is not accepted"),
        ({"solutions": 1.5}, "solutions: 1.5 is not accepted"),
        ({"solutions": True}, "solutions: True is not accepted"),
        ({"best": 1}, "best needs a model with an objective (maximize or minimize)"),
        ({"best": 0}, "best: 0 is not accepted; a whole number from 1 is"),
        ({"best": "all"}, "best: 'all' is not accepted"),
        ({"solutions": 1, "best": 1}, "solutions and best exclude each other"),
        ({"unique": True, "count": True}, "unique stands alone"),
        ({"unique": True, "solutions": 2}, "unique stands alone"),
        ({"unique": True, "best": 2}, "unique stands alone"),
        ({"time_limit": 0}, "time_limit: 0 is not accepted; seconds above 0 are"),
        ({"time_limit": -1.5}, "time_limit: -1.5 is not accepted"),
        ({"time_limit": float("nan")}, "time_limit: nan is not accepted"),
        ({"time_limit": "5"}, "time_limit: '5' is not accepted"),
        ({"time_limit": True}, "time_limit: True is not accepted"),
        ({"threads": 0}, "threads: 0 is not accepted; a whole number from 1 is"),
        ({"threads": 1.0}, "threads: 1.0 is not accepted"),
        ({"threads": True}, "threads: True is not accepted"),
        ({"seed": -1}, "seed: -1 is not accepted; a whole number from 0 is"),
        ({"seed": 2**40}, f"seed: {2**40} is not accepted"),
        ({"seed": "x"}, "seed: 'x' is not accepted"),
        ({"gap": 1}, "gap: 1 is not accepted; 0 up to 1 is (0.05 for 5 %)"),
        ({"gap": -0.1}, "gap: -0.1 is not accepted"),
        ({"gap": float("nan")}, "gap: nan is not accepted"),
        ({"gap": "0.1"}, "gap: '0.1' is not accepted"),
        ({"hint": [0, 0, 0, 0]}, "hint: a placement is due, but queens (1, 1) and (2, 1) share"),
        ({"hint": [0]}, "hint: a placement is due, but 1 queens on a board of 4 rows"),
        ({"hint": "abcd"}, "hint: a placement is due, but row 1 has 'a'"),
    ],
)
def test_options_that_make_no_sense(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(cq.OptionError, match=re.escape(message)):
        cq.solve(queens(4), solver="bitmask", **arguments)


def test_a_wrong_time_limit_is_refused_before_anything_is_listed() -> None:
    with pytest.raises(cq.OptionError, match="time_limit"):
        cq.solutions(queens(4), time_limit=0)
    with pytest.raises(cq.OptionError, match="time_limit"):
        cq.count(queens(4), time_limit=-1)


def test_several_instances_are_for_solve_all() -> None:
    sultan = cq.load("sultan")
    message = "a model of 2 instances where one is due; use solve_all for them all"
    for ask in (cq.solve, cq.count, cq.solutions):
        with pytest.raises(cq.ModelError, match=message):
            ask(sultan)
    assert [result.objective for result in cq.solve_all(sultan)] == [260, 429]


def test_the_models_own_question_is_asked_unless_another_is() -> None:
    model = queens(6, find={"solutions": 3, "count": True})
    assert cq.solve(model).question == Question(3, count=True)
    assert cq.solve(model, count=False).question == Question(3)
    assert cq.solve(model, solutions="all").question == Question("all")
    assert cq.count(model) == 4
    assert cq.count(queens(6, find="unique")) == 4
    best = queens(6, find={"best": 2}, maximize=COLUMN)
    assert cq.solve(best).question == Question(best=2)
    assert cq.solve(best, solutions=1).question == Question(1)
    assert cq.solve(queens(6, maximize=COLUMN)).question == Question(best=1)


@pytest.mark.parametrize("solver", ["cpsat", "cpsat.integer", "cpsat.boolean"])
@pytest.mark.parametrize("threads", [2, 8])
def test_threads_neither_lose_nor_repeat_placements_of_cp_sat(solver: str, threads: int) -> None:
    reference = cq.solve(queens(8), solver="bitmask", solutions="all").placements
    result = cq.solve(queens(8), solver=solver, solutions="all", count=True, threads=threads)
    assert result.placements == reference
    assert len(set(result.placements)) == result.count == 92


@pytest.mark.parametrize("formulation", ["integer", "boolean"])
def test_variables_without_use_multiply_no_placements(
    monkeypatch: pytest.MonkeyPatch, formulation: str
) -> None:
    from cpqueens.solvers import cpsat_models

    formulate: Callable[..., Any] = cpsat_models.formulate

    def with_two_more(*arguments: Any) -> Any:
        native = formulate(*arguments)
        for name in ("unused", "unused too"):
            native.model.new_bool_var(name)
        return native

    monkeypatch.setattr(cpsat_models, "formulate", with_two_more)
    solver = f"cpsat.{formulation}"
    reference = cq.solve(queens(6), solver="bitmask", solutions="all").placements
    assert cq.count(queens(6), solver=solver) == 4
    assert cq.solve(queens(6), solver=solver, solutions="all").placements == reference
    assert cq.solve(queens(6), solver=solver, solutions=2).placements == reference[:2]
    assert sorted(cq.solutions(queens(6), solver=solver)) == list(reference)
    ties = queens(6, maximize=1)
    assert cq.solve(ties, solver=solver, best=3).placements == reference[:3]


def test_stopping_at_the_last_placement_is_no_proof_of_completeness() -> None:
    for wanted, complete in ((3, False), (100, True)):
        result = cq.solve(queens(8), solver="cpsat", solutions=wanted)
        assert result.complete is complete
        assert result.at_least == min(wanted, 92)
    last = cq.solve(queens(8), solver="cpsat", solutions=92)
    assert last.answered
    assert last.at_least == 92


@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_an_optimum_within_a_gap_is_not_called_proved(sense: str) -> None:
    model = weighted(12, sense=sense)
    optimum = cq.solve(model, solver="bitmask").objective
    assert optimum is not None
    result = cq.solve(model, solver="cpsat", gap=0.9)
    assert result.objective is not None
    assert result.bound is not None
    sign = 1 if sense == "maximize" else -1
    assert sign * result.objective <= sign * optimum <= sign * result.bound
    if result.bound == result.objective:
        assert result.outcome == f"complete: optimum {optimum}, proved"
    else:
        assert result.status is Status.FEASIBLE
        assert result.stopped_by == "the gap of 0.9"
        assert "proved" not in result.outcome
        assert result.gap is not None
        assert result.gap > 0
    exactly = cq.solve(model, solver="cpsat", gap=0)
    assert exactly.outcome == f"complete: optimum {optimum}, proved"


def test_a_hint_is_a_placement_to_start_from() -> None:
    hint = cq.solve(queens(8), solver="bitmask", solutions=5).placements[4]
    model = queens(8)
    for taken in (hint, list(hint), iter(hint)):
        assert cq.solve(model, solver="cpsat", hint=taken).placement
    hard = weighted(40)
    table: Any = hard.data["weight"]
    good = cq.solve(queens(40), solver="construction").placement
    assert good is not None
    better = cq.solve(hard, solver="cpsat", hint=good, time_limit=1)
    assert better.objective is not None
    assert better.objective >= sum(table[r][c] for r, c in enumerate(good))
    n = 70
    columns = cq.solve(queens(n)).placement
    assert columns is not None
    given = list(enumerate(columns.numbers, 1))[:-5]
    completion = queens(n, cq.given(*given))
    assert cq.solve(completion, solver="cpsat", hint=columns).placement is not None


def test_the_log_comes_line_by_line() -> None:
    lines: list[str] = []
    cq.solve(queens(6), solver="cpsat", log=lines.append)
    assert any("CP-SAT" in line for line in lines)
    before = len(lines)
    cq.solve(queens(6), solver="cpsat")
    assert len(lines) == before


@pytest.mark.parametrize(
    ("model", "workers"), [(queens(5), 2), (queens(5, maximize="row * column"), 1)]
)
def test_cpsat_uses_threads_for_any_placement_only(model: cq.Model, workers: int) -> None:
    lines: list[str] = []
    cq.solve(model, solver="cpsat", threads=2, log=lines.append)
    assert any(f"with {workers} workers" in line for line in lines)


def test_what_a_callback_raises_is_not_swallowed() -> None:
    def refuse(line: str) -> None:
        raise ZeroDivisionError(line)

    with pytest.raises(ZeroDivisionError):
        cq.solve(queens(6), solver="cpsat", log=refuse)


def test_an_optimum_that_the_bound_proves_is_proved_at_a_limit_too() -> None:
    class Late(Wrong):
        def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
            tally.placements, tally.counted, tally.proved = [RIGHT], 1, True
            tally.stop("the time limit of 1 s")

    with registered(Late([])) as name:
        result = cq.solve(queens(4, maximize=COLUMN), solver=name)
    assert said(result) == (Status.OPTIMAL, "complete: optimum 10, proved", True)
    assert result.stopped_by == "the time limit of 1 s"


@exact
def test_statistics_say_what_it_took(solver: str) -> None:
    statistics = cq.solve(queens(8), solver=solver, solutions="all").statistics
    assert statistics.wall_s > 0
    assert statistics.cpu_s > 0
    names = {"bitmask": {"nodes"}, "constraint": set()}
    assert set(statistics.counters) == names.get(solver, {"branches", "conflicts"})


def test_the_first_of_many_placements_comes_at_once() -> None:
    started = perf_counter()
    first = next(iter(cq.solutions(queens(20))))
    assert perf_counter() - started < (SOON_S if kernel.KIND == "compiled" else 5)
    assert cq.verify(queens(20), first) == []
    warm_up("cpsat")
    started = perf_counter()
    assert cq.verify(queens(12), next(cq.solutions(queens(12), solver="cpsat"))) == []
    assert perf_counter() - started < SOON_S
    assert threads_at_work() == []


@pytest.mark.parametrize("solver", STEADY)
def test_a_stream_can_be_closed_early(solver: str) -> None:
    warm_up(solver)
    stream = cq.solutions(queens(14), solver=solver)
    seen = {next(stream) for _ in range(5)}
    assert len(seen) == 5
    sleep(0.1)
    started = perf_counter()
    stream.close()  # type: ignore[attr-defined]
    assert perf_counter() - started < SOON_S
    assert threads_at_work() == []
    unused = cq.solutions(queens(14), solver=solver)
    del unused
    assert threads_at_work() == []


@pytest.mark.parametrize("solver", [*STEADY, "constraint"])
def test_a_stream_says_that_its_time_is_over(solver: str) -> None:
    warm_up(solver)
    started = perf_counter()
    found: list[cq.Placement] = []
    n = 12 if solver == "constraint" else 16
    stream = cq.solutions(queens(n), solver=solver, time_limit=0.3)
    with pytest.raises(
        cq.Incomplete, match=r"at least [\d,]+ found, stopped by the time"
    ) as caught:
        found.extend(stream)
    assert perf_counter() - started < 0.3 + SOON_S
    assert caught.value.at_least == len(found) > 0
    assert threads_at_work() == []


@exact
def test_a_stream_gives_each_placement_once(solver: str) -> None:
    found = list(cq.solutions(queens(8), solver=solver))
    assert len(found) == len(set(found)) == 92
    if solver == "bitmask":
        assert found == sorted(found)
    assert set(found) == set(cq.solve(queens(8), solver="constraint", solutions="all").placements)


@pytest.mark.parametrize("formulation", ["integer", "boolean"])
@pytest.mark.parametrize("n", [6, 70])
def test_the_native_model_is_solved_on_its_own(formulation: Any, n: int) -> None:
    from ortools.sat.python import cp_model

    placement = cq.solve(queens(n)).placement
    assert placement is not None
    given = list(enumerate(placement.numbers, 1))[:-5] if n > 64 else []
    model = queens(n, *([cq.given(*given)] if given else []), maximize=ROW * COLUMN % 7)
    native = cq.to_cpsat(model, formulation)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(native.model) == cp_model.OPTIMAL
    if formulation == "integer":
        columns = [solver.value(variable) for variable in native.variables]
    else:
        standing = sorted(
            cell for cell, literal in native.variables.items() if solver.value(literal)
        )
        assert [r for r, _ in standing] == list(range(n))
        columns = [c for _, c in standing]
    assert cq.verify(model, columns) == []
    assert round(solver.objective_value) == cq.solve(model, solver="bitmask").objective


def test_an_unknown_formulation_is_refused() -> None:
    message = "formulation: 'bool' is not accepted; integer and boolean are"
    with pytest.raises(cq.OptionError, match=message):
        cq.to_cpsat(queens(4), "bool")  # type: ignore[arg-type]


def test_progress_is_told_as_a_part_that_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "PROGRESS_EVERY_S", 0.0)
    told: list[Reached] = []
    n = 16 if kernel.KIND == "compiled" else 9
    cq.solve(queens(n), solutions=0, count=True, progress=told.append)
    parts = [reached.part for reached in told if reached.part is not None]
    assert parts == sorted(parts)
    if kernel.KIND == "compiled":
        assert 0 <= parts[0] < parts[-1] < 1
    assert [reached.found for reached in told] == sorted(reached.found for reached in told)


def test_progress_of_a_search_for_the_best_tells_what_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(base, "PROGRESS_EVERY_S", 0.0)
    told: list[Reached] = []
    model = cq.load("weighted", n=24 if kernel.KIND == "compiled" else 9)
    result = cq.solve(model, solver="bitmask", progress=told.append)
    known = [each for each in told if each.incumbent is not None and each.bound is not None]
    assert known
    for each in known:
        assert each.incumbent is not None
        assert each.bound is not None
        assert each.incumbent <= result.objective <= each.bound
        assert f"best {each.incumbent:,}, bound {each.bound:,}" in each.text


@pytest.mark.parametrize("given", [8, "queens", None])
@pytest.mark.parametrize(
    "ask",
    [
        cq.solve,
        cq.solve_all,
        cq.count,
        cq.solutions,
        cq.placements_array,
        cq.iter_arrays,
        cq.symmetries,
        cq.fundamental,
        cq.count_fundamental,
        cq.explain,
        cq.to_cpsat,
        cq.Board,
        lambda given: cq.verify(given, [1, 3, 0, 2]),
    ],
)
def test_what_is_no_model_is_refused(ask: Any, given: Any) -> None:
    with pytest.raises(cq.OptionError, match=rf"{given!r} is no model; cq\.load\(\.\.\.\) gives"):
        ask(given)


@pytest.mark.parametrize("progress", [3, "often"])
def test_progress_is_a_function_or_true(progress: Any) -> None:
    with pytest.raises(cq.OptionError, match="not accepted; True or a function is"):
        cq.solve(cq.queens(6), progress=progress)


def test_the_name_of_a_solver_is_a_text() -> None:
    with pytest.raises(cq.SolverError, match="unknown solver 3; known are auto, "):
        cq.solve(cq.queens(6), solver=3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"hint": 3}, "hint: 3 is not accepted; a placement is"),
        ({"log": 3}, "log: 3 is not accepted; a function that takes a line is"),
    ],
)
def test_hints_and_logs_of_another_kind_are_refused(option: Any, message: str) -> None:
    with pytest.raises(cq.OptionError, match=message):
        cq.solve(cq.queens(6), solver="cpsat", **option)
