"""Models: the declarative description of a placement problem, as data.

A model knows nothing of boards and solvers. It may hold several instances; `Model.each_instance`
gives them as models of one instance each, which is what `Board` grounds and solvers answer.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from cpqueens import constraints as said
from cpqueens.constraints import Constraint
from cpqueens.errors import KeyPath, ModelError, Origin, Problem, did_you_mean
from cpqueens.expressions import Expression

if TYPE_CHECKING:
    import os

Table = tuple[tuple[int, ...], ...] | tuple[str, ...]
"""Whole numbers row by row, or letters: a string a row."""
Sense = Literal["maximize", "minimize"]


@dataclass(frozen=True)
class Parameter:
    """A named whole number of a model, with its default and its bounds (both included)."""

    default: int
    minimum: int | None = None
    maximum: int | None = None

    def fault(self, value: int) -> str | None:
        """Why `value` is out of bounds, or None."""
        if not -(2**63) < value < 2**63:
            return f"{value} does not fit 64 bits"
        if self.minimum is not None and value < self.minimum:
            return f"{value} is too small: at least {self.minimum} is accepted"
        if self.maximum is not None and value > self.maximum:
            return f"{value} is too large: at most {self.maximum} is accepted"
        return None


@dataclass(frozen=True)
class Size:
    """The numbers of rows and columns, as expressions of parameters."""

    rows: Expression
    columns: Expression


@dataclass(frozen=True)
class Find:
    """What `solve` answers when it is not told otherwise.

    `solutions`: that many placements, or all of them; `count`: their number; `best`: the best
    few under the objective; `unique`: whether there is one placement and no second.
    """

    solutions: int | Literal["all"] | None = None
    count: bool = False
    best: int | None = None
    unique: bool = False


@dataclass(frozen=True)
class InstanceValues:
    """What one entry of `instances` fixes: parameters, data tables, picture, regions."""

    parameters: Mapping[str, int] = field(default_factory=dict)
    data: Mapping[str, Table] = field(default_factory=dict)
    picture: tuple[str, ...] | None = None
    regions: tuple[str, ...] | None = None


BoardSize = Size | Expression | int | str | tuple[Expression | int | str, Expression | int | str]


@dataclass(frozen=True, init=False)
class Model:
    """A placement problem: one queen in every row, and what the constraints say.

    Arguments are what the keys of a model file are, in Python's terms:

    - `board`: the size of a square board, or `(rows, columns)`; numbers, texts or expressions of
      parameters. It can be left out where `picture` or `regions` tell the size.
    - `constraints`: results of `all_different`, `exactly_one`, `no_attack`, `allow`, `forbid`,
      `given`, `blocked` and `total`.
    - `maximize` or `minimize`: an expression, summed over the queens.
    - `parameters`: name → default, or `Parameter`.
    - `data`: name → table of the board's shape; nested sequences or an array of whole numbers, or
      rows of letters.
    - `picture`, `regions`: the board drawn in text (`.` free, `Q` given, `x` no queen here; a
      letter a region), one string with line breaks or a sequence of rows.
    - `find`: a `Find`, its fields as a mapping, or `"unique"`.
    - `instances`: mappings of parameter values and data tables.
    - `format`: the contest format of its inputs and answers.

    Raises `ModelError` with everything that is wrong.

    >>> from cpqueens import all_different, column, row
    >>> lines = [all_different(label) for label in (column, row + column, row - column)]
    >>> Model(board="n", parameters={"n": 8}, constraints=lines).with_parameters(n=6).parameters
    {'n': Parameter(default=6, minimum=None, maximum=None)}
    """

    name: str
    title: str
    source: str
    notes: str
    parameters: Mapping[str, Parameter]
    board: Size | None
    picture: tuple[str, ...] | None
    regions: tuple[str, ...] | None
    data: Mapping[str, Table]
    constraints: tuple[Constraint, ...]
    maximize: Expression | None
    minimize: Expression | None
    find: Find
    instances: tuple[InstanceValues, ...]
    format: str | None
    origin: Origin | None = field(compare=False, repr=False)
    place: tuple[int, int] | None = field(compare=False, repr=False)

    def __init__(
        self,
        *,
        board: BoardSize | None = None,
        constraints: Iterable[Constraint] = (),
        maximize: Expression | str | int | None = None,
        minimize: Expression | str | int | None = None,
        parameters: Mapping[str, Parameter | int | Mapping[str, int]] | None = None,
        data: Mapping[str, Any] | None = None,
        picture: str | Iterable[str] | None = None,
        regions: str | Iterable[str] | None = None,
        find: Find | Mapping[str, Any] | Literal["unique"] | None = None,
        instances: Iterable[Mapping[str, Any] | InstanceValues] = (),
        name: str = "",
        title: str = "",
        source: str = "",
        notes: str = "",
        format: str | None = None,
        origin: Origin | None = None,
        check: bool = True,
    ) -> None:
        known = {key: _parameter(key, value) for key, value in (parameters or {}).items()}
        values = {
            "name": name,
            "title": title,
            "source": source,
            "notes": notes,
            "parameters": known,
            "board": _size(board),
            "picture": _drawn(picture),
            "regions": _drawn(regions),
            "data": {key: table(value, ("data", key)) for key, value in (data or {}).items()},
            "constraints": tuple(constraints),
            "maximize": None if maximize is None else said.expression(maximize),
            "minimize": None if minimize is None else said.expression(minimize),
            "find": _find(find),
            "instances": tuple(
                _instance(values, known, index) for index, values in enumerate(instances)
            ),
            "format": format,
            "origin": origin,
            "place": None,
        }
        for key, value in values.items():
            object.__setattr__(self, key, value)
        if check:
            from cpqueens.model_rules import problems

            self.refuse(problems(self))

    def _with(self, **changes: object) -> Model:
        changed = copy.copy(self)
        for key, value in changes.items():
            object.__setattr__(changed, key, value)
        return changed

    @property
    def objective(self) -> tuple[Sense, Expression] | None:
        """The sense and the expression of the objective, if there is one."""
        if self.maximize is not None:
            return "maximize", self.maximize
        if self.minimize is not None:
            return "minimize", self.minimize
        return None

    @property
    def values(self) -> dict[str, int]:
        """The parameters' values."""
        return {name: parameter.default for name, parameter in self.parameters.items()}

    @property
    def tables(self) -> dict[str, Table]:
        """The data tables by name, `region` among them where regions are drawn."""
        return {**self.data, **({"region": self.regions} if self.regions is not None else {})}

    def refuse(self, problems: Sequence[Problem]) -> None:
        """Raise `ModelError` with these problems, if any, located in the model's file."""
        if problems:
            raise ModelError(self.origin.locate(p) if self.origin else p for p in problems)

    def with_parameters(self, **values: int) -> Model:
        """The same model with other parameter values, in every instance.

        Raises `ModelError` for an unknown name or a value out of bounds.
        """
        problems = []
        changed = dict(self.parameters)
        for name, value in values.items():
            parameter = self.parameters.get(name)
            if parameter is None:
                problems.append(Problem(unknown_parameter(name, self.parameters)))
                continue
            if isinstance(value, bool) or not hasattr(value, "__index__"):
                problems.append(Problem(f"parameter {name}: {value!r} is not a whole number"))
            elif fault := parameter.fault(value):
                problems.append(Problem(f"parameter {name}: {fault}"))
            else:
                changed[name] = replace(parameter, default=value.__index__())
        if problems:
            raise ModelError(problems)
        instances = self.instances
        if instances:
            instances = tuple(
                replace(
                    each,
                    parameters={k: v for k, v in each.parameters.items() if k not in values},
                )
                for each in instances
            )
        return self._with(parameters=changed, instances=instances)

    def with_data(self, **tables: Any) -> Model:
        """The same model with these data tables, each of the board's shape."""
        changed = {key: table(value, ("data", key)) for key, value in tables.items()}
        return self._with(data={**self.data, **changed})._checked()

    def with_constraints(self, *constraints: Constraint) -> Model:
        """The same model with more constraints."""
        return self._with(constraints=(*self.constraints, *constraints))._checked()

    def with_instances(self, instances: Iterable[Mapping[str, Any] | InstanceValues]) -> Model:
        """The same model with these instances in place of its own."""
        entries = (_instance(each, self.parameters, i) for i, each in enumerate(instances))
        return self._with(instances=tuple(entries), origin=None)._checked()

    def with_find(self, find: Find) -> Model:
        """The same model, asked something else."""
        return self._with(find=find)._checked()

    def _checked(self) -> Model:
        from cpqueens.model_rules import problems

        self.refuse(problems(self))
        return self

    def each_instance(self) -> Iterator[Model]:
        """The instances in order, each a model of its own without `instances`.

        `place` of each is its number, from 1, and how many there are.
        """
        if not self.instances:
            yield self if self.place else self._with(place=(1, 1))
        for index, entry in enumerate(self.instances):
            yield self._instance(index, entry)

    def _instance(self, index: int, entry: InstanceValues) -> Model:
        parameters = dict(self.parameters)
        for name, value in entry.parameters.items():
            parameters[name] = replace(parameters[name], default=value)
        origin = self.origin
        if origin is not None:
            home: KeyPath = ("instances", index)
            moved: dict[KeyPath, KeyPath] = {("data", name): (*home, name) for name in entry.data}
            moved |= {(key,): (*home, key) for key in ("picture", "regions") if getattr(entry, key)}
            moved[("instance",)] = home
            origin = replace(origin, moved=moved)
        return self._with(
            parameters=parameters,
            data={**self.data, **entry.data},
            picture=self.picture if entry.picture is None else entry.picture,
            regions=self.regions if entry.regions is None else entry.regions,
            instances=(),
            origin=origin,
            place=(index + 1, len(self.instances)),
        )

    def to_yaml(self, path: str | os.PathLike[str] | None = None) -> str:
        """The model as the text of a model file, written to `path` too where one is given."""
        from pathlib import Path

        from cpqueens.modelwriter import write

        text = write(self)
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text


def unknown_parameter(name: str, known: Iterable[str]) -> str:
    """The message for a parameter that the model does not have."""
    known = list(known)
    has = f"it has {', '.join(known)}" if known else "it has none"
    return f"the model has no parameter {name!r}; {has}{did_you_mean(name, known)}"


def table(value: Any, path: tuple[str | int, ...] = ()) -> Table:
    """A data table from nested sequences, an array, or rows of letters.

    Raises `ModelError` for an empty or ragged one and for cells that are neither whole numbers
    nor single letters.
    """
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    if hasattr(value, "tolist"):
        value = value.tolist()
    rows = value.split() if isinstance(value, str) else value
    if isinstance(rows, Mapping) or not isinstance(rows, Iterable):
        raise ModelError([Problem(f"a table is a list of rows, not {value!r}", path)])
    rows = list(rows)
    faults = list(_table_faults(rows, path))
    if faults:
        raise ModelError(faults)
    if isinstance(rows[0][0], str):
        return tuple("".join(row) for row in rows)
    return tuple(tuple(int(cell) for cell in row) for row in rows)


def _table_faults(rows: list[Any], path: tuple[str | int, ...]) -> Iterator[Problem]:
    if not rows:
        yield Problem("an empty table; a row for each row of the board is due", path)
        return
    kinds = set()
    width = None
    for index, row in enumerate(rows):
        if not isinstance(row, Sequence):
            yield Problem(f"a row is a list of cells, not {_brief(row)}", (*path, index))
            continue
        width = len(row) if width is None else width
        if len(row) != width or not row:
            message = f"{len(row)} cells, but the first row has {width}" if row else "an empty row"
            yield Problem(message, (*path, index))
        for position, cell in enumerate(row):
            if isinstance(cell, str) and len(cell) == 1 and cell.isalpha():
                kinds.add("letter")
            elif hasattr(cell, "__index__") and not isinstance(cell, bool):
                kinds.add("number")
                if not -(2**63) < cell < 2**63:
                    yield Problem(f"{cell} does not fit 64 bits", (*path, index, position))
            else:
                yield Problem(
                    f"{_brief(cell)} is not a whole number (and no single letter, which a table "
                    "of regions may hold)",
                    (*path, index, position),
                )
    if len(kinds) == 2:
        yield Problem("a table holds whole numbers or letters, not both", path)


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"


def _parameter(name: str, value: Parameter | int | Mapping[str, int]) -> Parameter:
    if isinstance(value, Parameter):
        return value
    if isinstance(value, Mapping):
        try:
            return Parameter(**value)
        except TypeError:
            raise ModelError(
                f"parameters.{name}: a default, and perhaps a minimum and a maximum are accepted"
            ) from None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ModelError(f"parameters.{name}: {_brief(value)} is not a whole number")
    return Parameter(value.__index__())


def _size(value: BoardSize | None) -> Size | None:
    if value is None or isinstance(value, Size):
        return value
    if isinstance(value, (tuple, list)):
        rows, columns = value
        return Size(said.expression(rows), said.expression(columns))
    side = said.expression(value)
    return Size(side, side)


def _drawn(value: str | Iterable[str] | None) -> tuple[str, ...] | None:
    if value is None:
        return None
    return tuple(value.split()) if isinstance(value, str) else tuple(value)


def _find(value: Find | Mapping[str, Any] | str | None) -> Find:
    if value is None:
        return Find()
    if isinstance(value, Find):
        return value
    if value == "unique":
        return Find(unique=True)
    if isinstance(value, Mapping):
        try:
            return Find(**value)
        except TypeError:
            pass
    raise ModelError(
        f"find: {_brief(value)} is not accepted; solutions, count and best, or 'unique' are"
    )


def _instance(
    values: Mapping[str, Any] | InstanceValues, parameters: Mapping[str, Parameter], index: int
) -> InstanceValues:
    if isinstance(values, InstanceValues):
        return values
    home = ("instances", index)
    numbers, tables, drawn = {}, {}, {}
    for key, value in values.items():
        if key in ("picture", "regions"):
            drawn[key] = _drawn(value)
        elif key in parameters:
            if isinstance(value, bool) or not hasattr(value, "__index__"):
                raise ModelError([Problem(f"{_brief(value)} is not a whole number", (*home, key))])
            numbers[key] = value.__index__()
        elif hasattr(value, "__index__") and not hasattr(value, "tolist"):
            raise ModelError([Problem(unknown_parameter(key, parameters), (*home, key))])
        else:
            tables[key] = table(value, (*home, key))
    return InstanceValues(numbers, tables, drawn.get("picture"), drawn.get("regions"))
