"""cpqueens: the queens family of placement problems, said once, solved, and checked.

>>> import cpqueens as cq
>>> lines = [cq.all_different(e) for e in (cq.column, cq.row + cq.column, cq.row - cq.column)]
>>> model = cq.Model(board=8, constraints=lines)
>>> cq.count(model)
92
>>> cq.solve(model, solutions=1).placement
Placement([0, 4, 7, 5, 2, 6, 1, 3])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "arrays": ("iter_arrays", "placements_array"),
    "constraints": (
        "all_different",
        "allow",
        "blocked",
        "exactly_one",
        "expression",
        "forbid",
        "given",
        "no_attack",
        "symmetric",
        "total",
    ),
    "board": ("Board",),
    "checking.dispatch": ("check",),
    "errors": (
        "CpqueensError",
        "Incomplete",
        "InputError",
        "MissingPackage",
        "ModelError",
        "OptionError",
        "SolverError",
        "TooLarge",
        "WrongAnswer",
    ),
    "explaining": ("Explanation", "explain"),
    "fundamentals": ("count_fundamental", "fundamental", "symmetries"),
    "expressions": ("ExpressionError", "column", "maximum", "minimum", "row"),
    "loading": ("load", "queens", "read_instances"),
    "model": ("Find", "Model", "Parameter"),
    "native": ("to_cpsat",),
    "placement": ("Placement",),
    "result": ("Result", "Results", "Status"),
    "solving": ("count", "solutions", "solve", "solve_all"),
    "symmetry": ("Symmetry",),
    "verifying": ("Violation", "verify"),
}
"""Where each public name lives; modules are imported when a name of theirs is first used."""

_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)

if TYPE_CHECKING:
    from cpqueens import draw as draw
    from cpqueens.arrays import iter_arrays as iter_arrays
    from cpqueens.arrays import placements_array as placements_array
    from cpqueens.board import Board as Board
    from cpqueens.checking.dispatch import check as check
    from cpqueens.constraints import all_different as all_different
    from cpqueens.constraints import allow as allow
    from cpqueens.constraints import blocked as blocked
    from cpqueens.constraints import exactly_one as exactly_one
    from cpqueens.constraints import expression as expression
    from cpqueens.constraints import forbid as forbid
    from cpqueens.constraints import given as given
    from cpqueens.constraints import no_attack as no_attack
    from cpqueens.constraints import symmetric as symmetric
    from cpqueens.constraints import total as total
    from cpqueens.errors import CpqueensError as CpqueensError
    from cpqueens.errors import Incomplete as Incomplete
    from cpqueens.errors import InputError as InputError
    from cpqueens.errors import MissingPackage as MissingPackage
    from cpqueens.errors import ModelError as ModelError
    from cpqueens.errors import OptionError as OptionError
    from cpqueens.errors import SolverError as SolverError
    from cpqueens.errors import TooLarge as TooLarge
    from cpqueens.errors import WrongAnswer as WrongAnswer
    from cpqueens.explaining import Explanation as Explanation
    from cpqueens.explaining import explain as explain
    from cpqueens.expressions import ExpressionError as ExpressionError
    from cpqueens.expressions import column as column
    from cpqueens.expressions import maximum as maximum
    from cpqueens.expressions import minimum as minimum
    from cpqueens.expressions import row as row
    from cpqueens.fundamentals import count_fundamental as count_fundamental
    from cpqueens.fundamentals import fundamental as fundamental
    from cpqueens.fundamentals import symmetries as symmetries
    from cpqueens.loading import load as load
    from cpqueens.loading import queens as queens
    from cpqueens.loading import read_instances as read_instances
    from cpqueens.model import Find as Find
    from cpqueens.model import Model as Model
    from cpqueens.model import Parameter as Parameter
    from cpqueens.native import to_cpsat as to_cpsat
    from cpqueens.placement import Placement as Placement
    from cpqueens.result import Result as Result
    from cpqueens.result import Results as Results
    from cpqueens.result import Status as Status
    from cpqueens.solving import count as count
    from cpqueens.solving import solutions as solutions
    from cpqueens.solving import solve as solve
    from cpqueens.solving import solve_all as solve_all
    from cpqueens.symmetry import Symmetry as Symmetry
    from cpqueens.verifying import Violation as Violation
    from cpqueens.verifying import verify as verify


def __getattr__(name: str) -> Any:
    if name == "draw":
        return import_module("cpqueens.draw")
    if name not in _HOME_OF:
        raise AttributeError(f"module 'cpqueens' has no attribute {name!r}")
    value = getattr(import_module(f"cpqueens.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "draw"})
