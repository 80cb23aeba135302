"""Models as the text of model files: what `modelfile` reads back as an equal model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

from cpqueens.constraints import (
    AllDifferent,
    Allow,
    Blocked,
    Cell,
    Constraint,
    ExactlyOne,
    Forbid,
    Given,
    NoAttack,
    Symmetric,
    Total,
)
from cpqueens.expressions import Expression, Integer
from cpqueens.model import Find, InstanceValues, Model, Parameter, Size
from cpqueens.values import Table


class _Line(list[Any]):
    """A list written on one line."""


class _Entries(dict[str, Any]):
    """A mapping written on one line."""


class _Dumper(yaml.SafeDumper):
    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


_Dumper.add_representer(
    _Line,
    lambda dumper, line: dumper.represent_sequence("tag:yaml.org,2002:seq", line, flow_style=True),
)
_Dumper.add_representer(
    _Entries,
    lambda dumper, items: dumper.represent_mapping("tag:yaml.org,2002:map", items, flow_style=True),
)


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    # PyYAML escapes the rarer line breaks in double quotes only.
    style = '"' if re.search("[\r\x85\u2028\u2029]", text) else "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def write(model: Model) -> str:
    """The model as YAML; keys at their defaults are left out."""
    return yaml.dump(
        _document(model), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10**6
    )


def constraint_text(constraint: Constraint) -> str:
    """A constraint as it stands in a model file, on one line: `all_different: row + column`."""
    document = {constraint.key: _content(constraint)}
    text: str = yaml.dump(
        document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10**6
    )
    return text.strip()


def _document(model: Model) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for key in ("name", "title", "source", "notes"):
        if text := getattr(model, key):
            keys[key] = text
    if model.parameters:
        keys["parameters"] = {name: _parameter(p) for name, p in model.parameters.items()}
    if model.board is not None:
        keys["board"] = _board(model.board)
    keys |= _drawn(model.picture, model.regions)
    if model.data:
        keys["data"] = _tables(model.data)
    if model.constraints:
        keys["constraints"] = [{each.key: _content(each)} for each in model.constraints]
    if model.objective:
        sense, expression = model.objective
        keys[sense] = _expression(expression)
    if model.find != Find():
        keys["find"] = _find(model.find)
    if model.instances:
        keys["instances"] = [_instance(each) for each in model.instances]
    if model.format is not None:
        keys["format"] = model.format
    return keys


def _expression(expression: Expression) -> int | str:
    return expression.value if isinstance(expression, Integer) else str(expression)


def _parameter(parameter: Parameter) -> int | _Entries:
    bounds = {
        key: bound
        for key in ("minimum", "maximum")
        if (bound := getattr(parameter, key)) is not None
    }
    return _Entries(default=parameter.default, **bounds) if bounds else parameter.default


def _board(size: Size) -> int | str | _Entries:
    if len(size.sides()) == 1:
        return _expression(size.rows)
    return _Entries(rows=_expression(size.rows), columns=_expression(size.columns))


def _drawn(picture: tuple[str, ...] | None, regions: tuple[str, ...] | None) -> dict[str, Any]:
    drawings = {"picture": picture, "regions": regions}
    return {key: "\n".join(rows) + "\n" for key, rows in drawings.items() if rows}


def _tables(tables: Mapping[str, Table]) -> dict[str, Any]:
    return {
        name: [row if isinstance(row, str) else _Line(row) for row in table]
        for name, table in tables.items()
    }


def _instance(entry: InstanceValues) -> dict[str, Any]:
    return {
        **entry.parameters,
        **_drawn(entry.picture, entry.regions),
        **_tables(entry.data),
    }


def _find(find: Find) -> str | _Entries:
    if find.unique:
        return "unique"
    keys: dict[str, Any] = {}
    if find.solutions is not None:
        keys["solutions"] = find.solutions
    if find.count:
        keys["count"] = True
    if find.best is not None:
        keys["best"] = find.best
    return _Entries(keys)


def _content(constraint: Constraint) -> Any:
    if isinstance(constraint, (AllDifferent, ExactlyOne)):
        return _expression(constraint.expression)
    if isinstance(constraint, NoAttack):
        return constraint.piece or _Line(_Line(leap) for leap in constraint.leaps)
    if isinstance(constraint, (Allow, Forbid)):
        return str(constraint.condition)
    if isinstance(constraint, (Given, Blocked)):
        return _Line(map(_cell, constraint.cells))
    if isinstance(constraint, Symmetric):
        return constraint.symmetry
    return _total(constraint)


def _cell(cell: Cell) -> _Line:
    return _Line(map(_expression, cell))


def _total(total: Total) -> _Entries:
    keys = {"of": _expression(total.of)}
    for key in ("at_least", "at_most", "equals"):
        if (bound := getattr(total, key)) is not None:
            keys[key] = _expression(bound)
    return _Entries(keys)
