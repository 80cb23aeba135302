"""A model as the native model of another solver, for those who want to go on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cpqueens.board import Board
from cpqueens.errors import OptionError
from cpqueens.model import Model

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class NativeCpsat(NamedTuple):
    """A CP-SAT model and its variables.

    `variables` of the integer formulation is a list: the column, from 0, of each row's queen. Of
    the boolean one it is a mapping (row, column), from 0, → whether a queen stands there, for the
    cells where one may. On large boards given queens are numbers instead of variables; `value` of
    CP-SAT's solver takes both.
    """

    model: cp_model.CpModel
    variables: Any


def to_cpsat(model: Model, formulation: Literal["integer", "boolean"] = "boolean") -> NativeCpsat:
    """The OR-Tools CP-SAT model of an instance, with its objective if it has one.

    Raises `OptionError` for an unknown formulation.

    >>> from cpqueens import queens
    >>> native = to_cpsat(queens(8), "integer")
    >>> len(native.variables)
    8
    """
    from cpqueens.solvers.cpsat_models import FORMULATIONS, formulate, set_objective

    if formulation not in FORMULATIONS:
        accepted = " and ".join(FORMULATIONS)
        raise OptionError(f"formulation: {formulation!r} is not accepted; {accepted} are")
    native = formulate(Board(model), formulation)
    set_objective(native)
    return NativeCpsat(native.model, native.variables)
