"""The registry of solvers, and `auto`, which chooses among them."""

from __future__ import annotations

from importlib import import_module

from msgspec import Struct

from cpqueens.board import Board
from cpqueens.errors import SolverError, did_you_mean
from cpqueens.question import Job, Question
from cpqueens.solvers.base import Solver

_HOMES = {
    "bitmask": "bitmask",
    "cpsat": "cpsat",
    "cpsat.integer": "cpsat",
    "cpsat.boolean": "cpsat",
    "constraint": "constraint",
    "dlx": "dlx",
    "construction": "construction",
    "local_search": "local_search",
    "textbook.scan": "textbook.scan",
    "textbook.tables": "textbook.tables",
    "textbook.swap": "textbook.swap",
    "textbook.bytes": "textbook.bytes",
    "textbook.masks_by_row": "textbook.masks_by_row",
    "textbook.masks_shifted": "textbook.masks_shifted",
    "textbook.masks_lowest_bit": "textbook.masks_lowest_bit",
    "textbook.repair": "textbook.repair",
    "textbook.genetic": "textbook.genetic",
}
"""Every solver's name, and the module of `cpqueens.solvers` whose `SOLVERS` hold it."""

_REGISTERED: dict[str, Solver] = {}

TWIN_BEST_ROWS = 10
"""Up to so many rows the kernel's twin in Python finds optima before CP-SAT has started."""


class Choice(Struct, frozen=True):
    """A row of `auto`'s table: whom to ask for these jobs on boards of so many rows, and why."""

    solver: str
    why: str
    jobs: frozenset[Job] = frozenset(Job)
    rows: range = range(1, 2**31)
    compiled: bool = False
    """Whether only the compiled kernel is fast enough."""

    def suits(self, board: Board, question: Question) -> bool:
        """Whether the row speaks of this; that the solver can answer it is not yet said.

        The count beside placements is no job of its own: who lists the placements counts them.
        """
        asked = question.jobs - {Job.COUNT} or question.jobs
        return (
            asked <= self.jobs
            and board.rows in self.rows
            and not (self.compiled and _kernel_is_pure())
        )


_BEST = frozenset({Job.BEST})
_OTHERS = frozenset(Job) - _BEST
_SMALL = range(1, TWIN_BEST_ROWS + 1)
_LARGE = range(TWIN_BEST_ROWS + 1, 2**31)
_BEYOND_TWIN = f"an optimum of more than {TWIN_BEST_ROWS} rows, beyond a compiled kernel"

AUTO = (
    Choice("construction", "closed form of the classic board", jobs=frozenset({Job.ONE})),
    Choice("bitmask", "fastest exact solver up to 64 x 64", jobs=_OTHERS),
    Choice("bitmask", "fastest exact solver up to 64 x 64", jobs=_BEST, compiled=True),
    Choice("bitmask", "fastest exact solver up to 64 x 64", jobs=_BEST, rows=_SMALL),
    Choice("cpsat", _BEYOND_TWIN, jobs=_BEST, rows=_LARGE),
    Choice(
        "dlx",
        "too large for bit masks of 64, where dancing links lead CP-SAT",
        jobs=_OTHERS,
        compiled=True,
    ),
    Choice("cpsat", "too large for bit masks of 64"),
    Choice("bitmask", "what is left"),
    Choice("constraint", "what is left"),
)
"""`auto` takes the first row that suits the board and the question and whose solver can answer it.

Only complete solvers are on it, and the closed form where any one placement will do. The order is
measured (`tests/benchmarks/test_auto.py`, forty instances over the family):

- Up to 64 x 64 `bitmask` was first, or within milliseconds of `dlx`, whatever was asked.
- Beyond, `dlx` was 2 to 60 times as fast as `cpsat` for one placement and for the first ones, some
  25 times for all, and ahead for the count. Of many large square boards neither found the first
  placement in lexicographic order.
- For optima `bitmask` was ahead of `cpsat` on every kind of board; its twin see `TWIN_BEST_ROWS`.
"""


def names() -> tuple[str, ...]:
    """The names of all solvers, those registered from outside last."""
    return (*_HOMES, *_REGISTERED)


def find(name: str) -> Solver:
    """The solver of this name; raises `SolverError` for an unknown one."""
    if name in _REGISTERED:
        return _REGISTERED[name]
    if name not in _HOMES:
        known = ("auto", *names())
        raise SolverError(
            f"unknown solver {name!r}; known are {', '.join(known)}{did_you_mean(str(name), known)}"
        )
    solver: Solver = import_module(f"cpqueens.solvers.{_HOMES[name]}").SOLVERS[name]
    return solver


def register(solver: Solver) -> None:
    """Add a solver of one's own under its name, which must be new."""
    if solver.name in names():
        raise SolverError(f"there is a solver {solver.name!r} already")
    _REGISTERED[solver.name] = solver


def unregister(name: str) -> None:
    """Take out a solver that was registered."""
    del _REGISTERED[name]


def choose(name: str, board: Board, question: Question) -> tuple[Solver, str]:
    """The solver to ask, and why; raises `SolverError` with every reason where none can answer."""
    if name != "auto":
        solver = find(name)
        reason = solver.missing() or solver.refusal(board, question)
        if reason:
            raise SolverError(f"{name} cannot answer this: {reason}")
        return solver, "asked for"
    reasons: dict[str, str] = {}
    for row in AUTO:
        if row.solver in reasons or not row.suits(board, question):
            continue
        solver = find(row.solver)
        reason = solver.missing() or solver.refusal(board, question)
        if reason is None:
            return solver, row.why
        reasons[row.solver] = reason
    lines = [f"{name}: {reason}" for name, reason in reasons.items()]
    raise SolverError("\n".join(["no solver can answer this", *lines]))


def _kernel_is_pure() -> bool:
    from cpqueens import kernel

    return kernel.KIND == "pure"
