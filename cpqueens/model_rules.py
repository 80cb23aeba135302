"""What a model must fulfil before any of its instances is grounded: names, kinds, bounds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from cpqueens.constraints import (
    PIECES,
    SYMMETRIES,
    AllDifferent,
    Allow,
    Blocked,
    Constraint,
    ExactlyOne,
    Forbid,
    Given,
    NoAttack,
    Symmetric,
    Total,
)
from cpqueens.errors import KeyPath, Problem, brief, did_you_mean
from cpqueens.expressions import Condition, Expression, Symbol, name_fault, whole_number
from cpqueens.model import InstanceValues, Model, unknown_parameter
from cpqueens.values import Table

PICTURE_LETTERS = ".Qx"
LARGEST_FIND = 10**9
LONGEST_LEAP = 10**7


def problems(model: Model) -> list[Problem]:
    """Everything that is wrong with the model as such, in the order of its keys."""
    found = [
        *_text_problems(model),
        *_parameter_problems(model),
        *_drawing_problems(model),
        *_table_name_problems(model),
        *_instance_problems(model),
        *_board_problems(model),
        *_constraint_problems(model),
        *_question_problems(model),
    ]
    return list(dict.fromkeys(found))


def _text_problems(model: Model) -> Iterator[Problem]:
    for key in ("name", "title", "source", "notes", "format"):
        text = getattr(model, key)
        if not isinstance(text, str) and (key != "format" or text is not None):
            yield Problem(f"{brief(text)} is not accepted; text is", (key,))


def _parameter_problems(model: Model) -> Iterator[Problem]:
    for name, parameter in model.parameters.items():
        path = ("parameters", name)
        if fault := name_fault(name):
            yield Problem(f"{name!r} cannot name a parameter: {fault}", path)
        low, high = parameter.minimum, parameter.maximum
        if low is not None and high is not None and low > high:
            yield Problem(f"the minimum {low} is greater than the maximum {high}", path)
        elif fault := parameter.fault(parameter.default):
            yield Problem(f"the default {fault}", path)


def _drawing_problems(model: Model) -> Iterator[Problem]:
    homes: list[tuple[KeyPath, tuple[str, ...] | None, tuple[str, ...] | None]] = [
        ((), model.picture, model.regions)
    ]
    for index, entry in enumerate(model.instances):
        homes.append((("instances", index), entry.picture, entry.regions))
    for home, picture, regions in homes:
        if picture is not None:
            accepted = "'.' free, 'Q' a queen given, 'x' no queen here"
            yield from _drawn_faults(picture, (*home, "picture"), PICTURE_LETTERS, accepted)
        if regions is not None:
            yield from _drawn_faults(regions, (*home, "regions"), None, "a letter for each cell")


def _drawn_faults(
    rows: tuple[str, ...], path: KeyPath, letters: str | None, accepted: str
) -> Iterator[Problem]:
    if not rows:
        yield Problem("nothing is drawn", path)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            yield Problem(
                f"row {number} has {len(row)} cells, but the first row has {len(rows[0])}", path
            )
        for cell in row:
            if not (cell in letters if letters else cell.isalpha()):
                yield Problem(f"row {number} has {cell!r}; accepted are {accepted}", path)
                break


def _table_name_problems(model: Model) -> Iterator[Problem]:
    drawn = _regions_drawn(model)
    homes: list[tuple[KeyPath, Mapping[str, Table]]] = [(("data",), model.data)]
    homes += [(("instances", i), entry.data) for i, entry in enumerate(model.instances)]
    for home, tables in homes:
        for name in tables:
            path = (*home, name)
            if name in model.parameters:
                yield Problem(f"{name!r} is a parameter already", path)
            elif name == "region" and drawn:
                yield Problem("the table region is drawn by regions already", path)
            elif fault := name_fault(name):
                yield Problem(f"{name!r} cannot name a data table: {fault}", path)
    if drawn and "region" in model.parameters:
        yield Problem("'region' is the table that regions draw", ("parameters", "region"))


def _instance_problems(model: Model) -> Iterator[Problem]:
    for index, entry in enumerate(model.instances):
        for name, value in entry.parameters.items():
            path = ("instances", index, name)
            if name not in model.parameters:
                yield Problem(unknown_parameter(name, model.parameters), path)
            elif fault := model.parameters[name].fault(value):
                yield Problem(fault, path)


def _board_problems(model: Model) -> Iterator[Problem]:
    if model.board is None:
        drawn = model.picture is not None or model.regions is not None
        instances = model.instances
        if not drawn and not (
            instances and all(each.picture or each.regions for each in instances)
        ):
            yield Problem(
                "the size of the board is missing: give board: n, or {rows: …, columns: …}, "
                "a picture or regions",
                ("board",),
            )
        return
    for path, side in model.board.sides().items():
        yield from _fixed_problems(model, side, path, "the size of the board")


def _fixed_problems(
    model: Model, expression: Expression, path: KeyPath, what: str
) -> Iterator[Problem]:
    """Expressions that stand for one number: parameters only."""
    for symbol in expression.symbols():
        if symbol.name in ("row", "column") or symbol.name in _table_names(model):
            yield Problem(
                f"{what} is one number: it cannot depend on {symbol.name}", path, symbol.offset
            )
        elif symbol.name not in model.parameters:
            yield _unknown_name(symbol, model.parameters, path)


def _sources(model: Model) -> tuple[Model | InstanceValues, ...]:
    return (model, *model.instances)


def _regions_drawn(model: Model) -> bool:
    return any(each.regions is not None for each in _sources(model))


def _table_names(model: Model) -> set[str]:
    names = {name for each in _sources(model) for name in each.data}
    return names | ({"region"} if _regions_drawn(model) else set())


def _letter_tables(model: Model) -> set[str]:
    tables = [item for each in _sources(model) for item in each.data.items()]
    names = {name for name, table in tables if isinstance(table[0], str)}
    return names | ({"region"} if _regions_drawn(model) else set())


def _unknown_name(symbol: Symbol, known: Collection[str], path: KeyPath) -> Problem:
    accepted = f"known are {', '.join(known)}" if known else "the model has no parameters"
    return Problem(
        f"unknown name {symbol.name!r}; {accepted}{did_you_mean(symbol.name, known)}",
        path,
        symbol.offset,
    )


def _cell_problems(
    model: Model, node: Expression | Condition, path: KeyPath, label: bool = False
) -> Iterator[Problem]:
    """Expressions that have a value at each cell; only a label may be a table of letters."""
    tables = _table_names(model)
    known = ["row", "column", *model.parameters, *sorted(tables)]
    letters = _letter_tables(model)
    for symbol in node.symbols():
        if symbol.name not in known:
            yield _unknown_name(symbol, known, path)
        elif symbol.name in letters and not (label and symbol is node):
            yield Problem(
                f"{symbol.name} is a table of letters: it can be the whole label of an "
                "all_different or exactly_one, but not be calculated with",
                path,
                symbol.offset,
            )
        elif symbol.name in tables and symbol.name not in model.tables:
            yield from _missing_tables(model, symbol.name)


def _missing_tables(model: Model, name: str) -> Iterator[Problem]:
    for index, entry in enumerate(model.instances):
        if name not in entry.data and not (name == "region" and entry.regions is not None):
            yield Problem(f"the table {name} is missing", ("instances", index))


def _constraint_problems(model: Model) -> Iterator[Problem]:
    for index, constraint in enumerate(model.constraints):
        yield from _problems_of(model, constraint, ("constraints", index, constraint.key))


def _problems_of(model: Model, constraint: Constraint, path: KeyPath) -> Iterator[Problem]:
    if isinstance(constraint, (AllDifferent, ExactlyOne)):
        yield from _cell_problems(model, constraint.expression, path, label=True)
    elif isinstance(constraint, NoAttack):
        yield from _attack_problems(constraint, path)
    elif isinstance(constraint, (Allow, Forbid)):
        yield from _cell_problems(model, constraint.condition, path)
    elif isinstance(constraint, (Given, Blocked)):
        for index, cell in enumerate(constraint.cells):
            for position, part in enumerate(cell):
                where = (*path, index, position)
                yield from _fixed_problems(model, part, where, "the row or column of a cell")
    elif isinstance(constraint, Total):
        yield from _cell_problems(model, constraint.of, (*path, "of"))
        if constraint.at_least is None and constraint.at_most is None and constraint.equals is None:
            yield Problem("no bound; one or more of at_least, at_most, equals is due", path)
        for key in ("at_least", "at_most", "equals"):
            bound = getattr(constraint, key)
            if bound is not None:
                yield from _fixed_problems(model, bound, (*path, key), "a bound")
    elif isinstance(constraint, Symmetric) and constraint.symmetry not in SYMMETRIES:
        yield Problem(
            f"unknown symmetry {constraint.symmetry!r}; known are {', '.join(SYMMETRIES)}"
            f"{did_you_mean(constraint.symmetry, SYMMETRIES)}",
            path,
        )


def _attack_problems(constraint: NoAttack, path: KeyPath) -> Iterator[Problem]:
    if constraint.piece is not None:
        if constraint.piece not in PIECES:
            yield Problem(
                f"unknown piece {constraint.piece!r}; known are {', '.join(PIECES)}, or leaps "
                f"such as [[1, 2], [2, 1]]{did_you_mean(constraint.piece, PIECES)}",
                path,
            )
    elif not constraint.leaps:
        yield Problem("no leaps; a list of pairs such as [[1, 2], [2, 1]] is accepted", path)
    for index, leap in enumerate(constraint.leaps):
        if leap == (0, 0):
            yield Problem("[0, 0] is no leap: it stays on its cell", (*path, index))
        elif max(map(abs, leap)) > LONGEST_LEAP:
            message = f"{list(leap)} is too far; leaps of at most {LONGEST_LEAP:,} are accepted"
            yield Problem(message, (*path, index))


def _question_problems(model: Model) -> Iterator[Problem]:
    if model.maximize is not None and model.minimize is not None:
        yield Problem("maximize and minimize exclude each other", ("minimize",))
    if model.objective is not None:
        yield from _cell_problems(model, model.objective[1], (model.objective[0],))
    find = model.find
    for key in ("solutions", "best"):
        value = getattr(find, key)
        if value is None or (key == "solutions" and value == "all"):
            continue
        least = 0 if key == "solutions" and find.count else 1
        if whole_number(value) is None:
            accepted = "a whole number or 'all'" if key == "solutions" else "a whole number"
            yield Problem(f"{brief(value)} is not accepted; {accepted} is", ("find", key))
        elif not least <= value <= LARGEST_FIND:
            yield Problem(f"{value} is not accepted; {least} to {LARGEST_FIND:,} is", ("find", key))
    if find.best is not None and model.objective is None:
        yield Problem("best needs an objective: maximize or minimize", ("find", "best"))
    if find.best is not None and find.solutions is not None:
        yield Problem("best and solutions exclude each other", ("find", "best"))
    if find.unique and (find.solutions is not None or find.count or find.best is not None):
        yield Problem("unique stands alone", ("find",))
