"""Why a model has no placement: a few of its demands that already exclude each other."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from cpqueens.board import REDUCED_FROM
from cpqueens.board_rules import grounding_problems
from cpqueens.errors import SolverError
from cpqueens.grounding import ground, several_instances
from cpqueens.model import Model, require_model
from cpqueens.option_checks import require_seconds
from cpqueens.reasons import Noun, Reason, alone, named, number_of, reasons_of
from cpqueens.result import Status
from cpqueens.shortages import Demand, shortage
from cpqueens.solvers.cpsat_models import import_cp_model
from cpqueens.solving import solve

TIME_LIMIT_S = 5.0
LARGEST_SIDE = REDUCED_FROM - 1
"""Boards with more rows or columns are not explained: their cells are too many."""
BITMASK_S = 0.1
"""So long is the native solver asked first."""
NOTHING = "a placement exists: there is nothing to explain"
MOST_LISTED = 4
"""So many of a kind does a summary name; of more it says how many."""


class Explanation(Struct, frozen=True):
    """Why a model has no placement.

    - `status`: INFEASIBLE where that is explained, FEASIBLE where a placement exists after all,
      UNKNOWN where neither was found out in time.
    - `summary`: the explanation in one sentence.
    - `reasons`: demands of the model that exclude each other, beside one queen in every row.
    - `minimal`: whether it is proved that none of them can be left out.

    >>> from cpqueens import queens
    >>> explanation = explain(queens(3))
    >>> explanation.minimal, len(explanation.reasons)
    (True, 3)
    """

    model: Model
    status: Status
    summary: str
    reasons: tuple[Reason, ...] = ()
    minimal: bool = False

    @property
    def subproblem(self) -> Model:
        """The board with nothing but the reasons: a model that has no placement."""
        return alone(self.model, self.reasons)

    def __str__(self) -> str:
        if not self.reasons:
            return self.summary
        groups = _by_kind([reason.name for reason in self.reasons])
        lines = [self.summary, *(f"  {named(group)}" for group in groups)]
        if not self.minimal:
            lines.append("  (perhaps not all of these are needed: the time limit came first)")
        return "\n".join(lines)


def explain(model: Model, *, time_limit: float = TIME_LIMIT_S) -> Explanation:
    """Name a few demands of a model that leave no placement, none of them to spare.

    Counting is tried first (two regions with nothing but one row between them), then CP-SAT, with
    one assumption for each demand. The demands found are left out one by one as long as what
    remains has no placement, says `bitmask` or, where that takes long, CP-SAT. What cannot be
    decided within `time_limit` seconds is kept, and `minimal` is False then.

    Raises `ModelError` for a model of several instances and for one without a board to stand on,
    `OptionError` for a time limit that is none, and `SolverError` where CP-SAT is needed and not
    installed, or refuses numbers as too large.

    >>> from cpqueens import given, no_attack
    >>> lines = [no_attack("queen"), given((1, 1), (2, 2))]
    >>> print(explain(Model(board=8, constraints=lines)))
    given queens (1, 1) and (2, 2) attack each other: they share a diagonal (row - column = 0)
      no_attack: queen
      given queens (1, 1) and (2, 2)
    """
    require_model(model)
    require_seconds("time_limit", time_limit)
    model.refuse(several_instances(model))
    grounds, problems = ground(model)
    model.refuse(problems)
    if max(grounds.rows, grounds.columns) > LARGEST_SIDE:
        return Explanation(
            model,
            Status.UNKNOWN,
            f"not looked for: the board has {grounds.rows} rows and {grounds.columns} columns, "
            f"and up to {LARGEST_SIDE} are explained",
        )
    deadline = time.monotonic() + time_limit
    demands = [Demand(model, reason) for reason in reasons_of(model)]
    counted = shortage(demands)
    search = _Search(model, demands, deadline)
    if not demands:
        return Explanation(model, Status.FEASIBLE, NOTHING)
    if counted is None:
        answer, core = search.core()
        if answer is Status.UNKNOWN:
            message = f"not known, stopped by the time limit of {time_limit:g} s"
            return Explanation(model, answer, message)
        if answer is Status.FEASIBLE:
            return Explanation(model, answer, NOTHING)
    else:
        core = sorted(counted.demands)
    core, minimal = search.shrunk(core)
    reasons = tuple(demands[i].reason for i in sorted(core))
    return Explanation(
        model,
        Status.INFEASIBLE,
        _summary(model, [demands[i] for i in sorted(core)]),
        reasons,
        minimal,
    )


def _summary(model: Model, demands: Sequence[Demand]) -> str:
    reasons = [each.reason for each in demands]
    problems = grounding_problems(alone(model, reasons))
    if problems:
        return problems[0].message
    counted = shortage(demands)
    if counted is not None:
        return str(counted)
    whole = [reason.name for reason in reasons if not reason.name[0]]
    parts = [f"{len(whole)} constraints"] if len(whole) > MOST_LISTED else [w for _, w in whole]
    for group in _by_kind([reason.name for reason in reasons if reason.name[0]]):
        parts.append(number_of(group) if len(group) > MOST_LISTED else named(group))
    *most, last = parts
    subject = f"{', '.join(most)} and {last}" if most else last
    board = demands[0].board
    verb = "leaves" if len(reasons) == 1 else "leave"
    return f"{subject} {verb} no placement on {board.rows} x {board.columns} cells"


def _by_kind(names: Sequence[Noun]) -> list[list[Noun]]:
    """Things of one kind together; whole constraints one by one."""
    groups: dict[Noun | str, list[Noun]] = {}
    for name in names:
        groups.setdefault(name[0] or name, []).append(name)
    return list(groups.values())


class _Search:
    """Which demands leave no placement."""

    def __init__(self, model: Model, demands: Sequence[Demand], deadline: float) -> None:
        self.whole, self.demands, self.deadline = model, demands, deadline

    @cached_property
    def cp_model(self) -> Any:
        if find_spec("ortools") is None:
            raise SolverError("explain cannot answer this: the package ortools is not installed")
        return import_cp_model()

    @property
    def remaining(self) -> float:
        return max(self.deadline - time.monotonic(), 0.0)

    def core(self) -> tuple[Status, list[int]]:
        """Whether all demands together leave a placement; where not, those that CP-SAT names."""
        every = list(range(len(self.demands)))
        quick = self._by_bitmask(every)
        if quick is Status.FEASIBLE:
            return quick, every
        # What is known already needs no more than a try to name few of the demands.
        limit = self.remaining / 4 if quick is Status.INFEASIBLE else self.remaining
        status, named = self._by_assumptions(every, limit)
        return (status if quick is Status.UNKNOWN else quick), named

    def shrunk(self, core: Sequence[int]) -> tuple[list[int], bool]:
        """What is left of demands without a placement when those to spare are left out, and
        whether it is proved that the others are needed."""
        left = list(core)
        minimal = True
        for i in core:
            if i not in left:
                continue
            without = [each for each in left if each != i]
            status = self._by_bitmask(without)
            if status is Status.UNKNOWN:
                status, without = self._by_assumptions(without, self.remaining)
            if status is Status.INFEASIBLE:
                left = without
            elif status is Status.UNKNOWN:
                minimal = False
        return left, minimal

    def _by_bitmask(self, chosen: Sequence[int]) -> Status:
        limit = min(BITMASK_S, self.remaining)
        if limit <= 0:
            return Status.UNKNOWN
        part = alone(self.whole, [self.demands[i].reason for i in chosen])
        if grounding_problems(part):
            return Status.INFEASIBLE
        result = solve(part, solver="bitmask", time_limit=limit)
        return Status.FEASIBLE if result.placements else result.status

    def _by_assumptions(self, chosen: Sequence[int], limit: float) -> tuple[Status, list[int]]:
        """Whether these demands leave a placement; where not, those of them that CP-SAT names, if
        they suffice, else all."""
        status, named = self._assume(chosen, limit)
        if status is Status.INFEASIBLE and set(named) < set(chosen):
            # Presolve may name literals that were no assumptions, and so leave out some that were.
            verified = self._by_bitmask(named)
            if verified is Status.UNKNOWN:
                verified, _ = self._assume(named, limit)
            if verified is Status.INFEASIBLE:
                return status, named
        return status, list(chosen)

    def _assume(self, chosen: Sequence[int], limit: float) -> tuple[Status, list[int]]:
        if min(limit, self.remaining) <= 0:
            return Status.UNKNOWN, []
        assumed = self._assumed
        self._model.clear_assumptions()
        self._model.add_assumptions([assumed[i] for i in chosen])
        solver = self.cp_model.CpSolver()
        # CP-SAT would leave its own handler behind, and Ctrl-C would then end the interpreter.
        solver.parameters.catch_sigint_signal = False
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = min(limit, self.remaining)
        status = solver.solve(self._model)
        if status == self.cp_model.MODEL_INVALID:
            fault, *_ = str(self._model.validate()).splitlines()
            raise SolverError(f"CP-SAT refuses the model: {fault}")
        if status == self.cp_model.INFEASIBLE:
            named = set(solver.sufficient_assumptions_for_infeasibility())
            return Status.INFEASIBLE, [i for i in chosen if assumed[i].index in named]
        known = status in (self.cp_model.OPTIMAL, self.cp_model.FEASIBLE)
        return Status.FEASIBLE if known else Status.UNKNOWN, []

    @cached_property
    def _model(self) -> Any:
        return self.cp_model.CpModel()

    @cached_property
    def _cells(self) -> dict[tuple[int, int], Any]:
        """A literal for each cell, one of them in each row."""
        sizes = self.demands[0].board
        columns = range(sizes.columns)
        cells = {
            (r, c): self._model.new_bool_var(f"row{r + 1}_column{c + 1}")
            for r in range(sizes.rows)
            for c in columns
        }
        for r in range(sizes.rows):
            self._model.add_exactly_one(cells[r, c] for c in columns)
        return cells

    @cached_property
    def _assumed(self) -> list[Any]:
        return [self._demand(each) for each in self.demands]

    def _demand(self, demand: Demand) -> Any:
        """A literal that, where it is true, makes the demand a constraint of the model."""
        model, cells, board = self._model, self._cells, demand.board
        literal = model.new_bool_var(f"{demand.reason}")
        if demand.barred:
            model.add_bool_and(~cells[cell] for cell in demand.barred).only_enforce_if(literal)
        for lines in () if demand.needy else demand.families:
            for line in lines.values():
                if len(line) > 1:
                    model.add(sum(cells[cell] for cell in line) <= 1).only_enforce_if(literal)
        for down, right in board.leaps:
            for (r, c), cell in cells.items():
                if (r + down, c + right) in cells:
                    model.add_bool_or(~literal, ~cell, ~cells[r + down, c + right])
        for images in board.images:
            for (r, c), cell in cells.items():
                image = images[r * board.columns + c]
                if image >= 0:
                    model.add_bool_or(~literal, ~cell, cells[divmod(image, board.columns)])
        for total in board.totals:
            value = sum(total.values[r][c] * cell for (r, c), cell in cells.items())
            if total.at_least is not None:
                model.add(value >= total.at_least).only_enforce_if(literal)
            if total.at_most is not None:
                model.add(value <= total.at_most).only_enforce_if(literal)
        return literal
