"""The registry of solvers, and `auto`, which chooses among them."""

from __future__ import annotations

from importlib import import_module

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

AUTO_BEST_ROWS = 18
"""Up to so many rows optima go to branch and bound on row maxima, beyond to CP-SAT. Of random
weights the first is ahead up to 22 rows, of those with many near ties far behind from 19."""


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
            f"unknown solver {name!r}; known are {', '.join(known)}{did_you_mean(name, known)}"
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
    reasons = []
    for candidate, why in _preferences(board, question):
        solver = find(candidate)
        reason = solver.missing() or solver.refusal(board, question)
        if reason is None:
            return solver, why
        reasons.append(f"{candidate}: {reason}")
    raise SolverError("no solver can answer this\n" + "\n".join(reasons))


def _preferences(board: Board, question: Question) -> list[tuple[str, str]]:
    """`auto`'s rule: who is asked first, and why. Only complete solvers are on it, and the
    closed form where any one placement will do."""
    cpsat = ("cpsat", "too large for bit masks of 64")
    rest = [
        ("bitmask", "fastest exact solver up to 64 x 64"),
        cpsat,
        ("constraint", "what is left"),
    ]
    if _dancing_links_lead(board, question):
        rest.insert(1, ("dlx", "too large for bit masks of 64, where dancing links lead CP-SAT"))
    if question.jobs == {Job.ONE}:
        return [("construction", "closed form of the classic board"), *rest]
    if question.best is not None and board.rows > AUTO_BEST_ROWS:
        return [("cpsat", f"an optimum of more than {AUTO_BEST_ROWS} rows"), *rest]
    return rest


def _dancing_links_lead(board: Board, question: Question) -> bool:
    if max(board.rows, board.columns) <= 64 or not question.jobs <= {Job.ONE, Job.COUNT}:
        return False
    from cpqueens import kernel

    return kernel.KIND == "compiled"
