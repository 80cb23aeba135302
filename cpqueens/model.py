"""Models: the declarative description of a placement problem, as data.

A model knows nothing of boards and solvers. It may hold several instances; `Model.each_instance`
gives them as models of one instance each, which is what `Board` grounds and solvers answer.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from cpqueens import constraints as said
from cpqueens.constraints import Constraint
from cpqueens.errors import (
    KeyPath,
    ModelError,
    OptionError,
    Origin,
    Problem,
    brief,
    did_you_mean,
)
from cpqueens.expressions import Expression, ExpressionError, whole_number
from cpqueens.showing import Described
from cpqueens.values import Table, beyond_64_bits, drawing, no_number, table, whole

if TYPE_CHECKING:
    import os

Sense = Literal["maximize", "minimize"]


class Parameter(Struct, frozen=True):
    """A named whole number of a model, with its default and its bounds (both included).

    >>> Model(board="n", parameters={"n": Parameter(8, minimum=4)}).with_parameters(n=5).values
    {'n': 5}
    """

    default: int
    minimum: int | None = None
    maximum: int | None = None

    def fault(self, value: int) -> str | None:
        """Why `value` is out of bounds, or None."""
        if fault := beyond_64_bits(value):
            return fault
        if self.minimum is not None and value < self.minimum:
            return f"{value} is too small: at least {self.minimum} is accepted"
        if self.maximum is not None and value > self.maximum:
            return f"{value} is too large: at most {self.maximum} is accepted"
        return None


class Size(Struct, frozen=True):
    """The numbers of rows and columns, as expressions of parameters."""

    rows: Expression
    columns: Expression

    def sides(self) -> dict[KeyPath, Expression]:
        """What a size consists of by the keys that say it: one side of a square board."""
        if self.rows.same(self.columns):
            return {("board",): self.rows}
        return {("board", "rows"): self.rows, ("board", "columns"): self.columns}


class Find(Struct, frozen=True):
    """What `solve` answers when it is not told otherwise.

    `solutions`: that many placements, or all of them; `count`: their number; `best`: the best
    few under the objective; `unique`: whether there is one placement and no second.

    >>> from cpqueens import queens, solve
    >>> solve(queens(6).with_find(Find(solutions=1, count=True))).count
    4
    """

    solutions: int | Literal["all"] | None = None
    count: bool = False
    best: int | None = None
    unique: bool = False


class InstanceValues(Struct, frozen=True):
    """What one entry of `instances` fixes: parameters, data tables, picture, regions."""

    parameters: Mapping[str, int] = {}
    data: Mapping[str, Table] = {}
    picture: tuple[str, ...] | None = None
    regions: tuple[str, ...] | None = None


_SAID = (
    "name",
    "title",
    "source",
    "notes",
    "parameters",
    "board",
    "picture",
    "regions",
    "data",
    "constraints",
    "maximize",
    "minimize",
    "find",
    "instances",
    "format",
)
BoardSize = Size | Expression | int | str | tuple[Expression | int | str, Expression | int | str]


class Model(Described):
    """A placement problem: one queen in every row, and what the constraints say.

    Arguments are what the keys of a model file are, in Python's terms:

    - `board`: the size of a square board, or `(rows, columns)`; numbers, texts or expressions of
      parameters. It can be left out where `picture` or `regions` tell the size.
    - `constraints`: results of `all_different`, `exactly_one`, `no_attack`, `allow`, `forbid`,
      `given`, `blocked`, `total` and `symmetric`.
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
    origin: Origin | None
    place: tuple[int, int] | None

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
            "picture": drawing(picture, ("picture",)),
            "regions": drawing(regions, ("regions",)),
            "data": {key: table(value, ("data", key)) for key, value in (data or {}).items()},
            "constraints": _constraints(constraints),
            "maximize": None if maximize is None else _expression(maximize, ("maximize",)),
            "minimize": None if minimize is None else _expression(minimize, ("minimize",)),
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
            self._checked()

    def _said(self) -> tuple[object, ...]:
        """What the model says: all but where it was read from."""
        return tuple(getattr(self, key) for key in _SAID)

    def __eq__(self, other: object) -> bool:
        return self._said() == other._said() if isinstance(other, Model) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        said = (
            f"{key}={value!r}"
            for key, value in zip(_SAID, self._said(), strict=True)
            if isinstance(value, Expression) or value
        )
        return f"Model({', '.join(said)})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a model is not changed: {name}; its with_… methods give new models")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a model is not changed: {name}")

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

    @property
    def label(self) -> str:
        """What tells this instance from others of its kind, in a few words; perhaps nothing."""
        values = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        return ": ".join(part for part in (self._place_text, values) if part)

    @property
    def _place_text(self) -> str:
        number, of = self.place or (1, 1)
        return f"instance {number} of {of}" if of > 1 else ""

    def refuse(self, problems: Sequence[Problem]) -> None:
        """Raise `ModelError` with these problems, if any, located in the model's file and told
        with the number of the instance."""
        if problems:
            raise ModelError(map(self._located, problems))

    def _located(self, problem: Problem) -> Problem:
        found = self.origin.locate(problem) if self.origin else problem
        if not self._place_text or found.path[:1] == ("instances",):
            return found
        return replace(found, message=f"{found.message} ({self._place_text})")

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
            number = whole_number(value)
            fault = no_number(value) if number is None else parameter.fault(number)
            if number is None or fault:
                problems.append(Problem(f"parameter {name}: {fault}"))
            else:
                changed[name] = replace(parameter, default=number)
        if problems:
            raise ModelError(problems)
        instances = []
        for each in self.instances:
            kept = {name: v for name, v in each.parameters.items() if name not in values}
            instances.append(replace(each, parameters=kept))
        return self._with(parameters=changed, instances=tuple(instances))

    def with_data(self, **tables: Any) -> Model:
        """The same model with these data tables, each of the board's shape."""
        changed = {key: table(value, ("data", key)) for key, value in tables.items()}
        return self._with(data={**self.data, **changed}, origin=None)._checked()

    def with_constraints(self, *constraints: Constraint) -> Model:
        """The same model with more constraints."""
        more = _constraints(constraints, len(self.constraints))
        return self._with(constraints=(*self.constraints, *more), origin=None)._checked()

    def with_instances(self, instances: Iterable[Mapping[str, Any] | InstanceValues]) -> Model:
        """The same model with these instances in place of its own."""
        entries = (_instance(each, self.parameters, i) for i, each in enumerate(instances))
        return self._with(instances=tuple(entries), origin=None)._checked()

    def with_find(self, find: Find | Mapping[str, Any] | Literal["unique"]) -> Model:
        """The same model, asked something else."""
        return self._with(find=_find(find), origin=None)._checked()

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


def require_model(given: object) -> None:
    """Refuse what is no model; raises `OptionError`."""
    if not isinstance(given, Model):
        raise OptionError(
            f"{brief(given)} is no model; cq.load(...) gives the model of a file or of a name, "
            "cq.Model(...) makes one"
        )


def unknown_parameter(name: str, known: Iterable[str]) -> str:
    """The message for a parameter that the model does not have."""
    known = list(known)
    has = f"it has {', '.join(known)}" if known else "it has none"
    return f"the model has no parameter {name!r}; {has}{did_you_mean(name, known)}"


def _expression(value: Expression | int | str, path: KeyPath) -> Expression:
    try:
        return said.expression(value)
    except (ExpressionError, TypeError) as error:
        raise ModelError([Problem(str(error), path)]) from None


def _constraints(values: Iterable[Constraint], first: int = 0) -> tuple[Constraint, ...]:
    if isinstance(values, said.CONSTRAINTS) or not isinstance(values, Iterable):
        raise ModelError([Problem(f"a list is due, not {brief(values)}", ("constraints",))])
    constraints = tuple(values)
    problems = [
        Problem(
            f"{brief(each)} is no constraint; accepted are what all_different, exactly_one, "
            "no_attack, allow, forbid, given, blocked, total and symmetric make",
            ("constraints", index),
        )
        for index, each in enumerate(constraints, first)
        if not isinstance(each, said.CONSTRAINTS)
    ]
    if problems:
        raise ModelError(problems)
    return constraints


def _parameter(name: str, value: Parameter | int | Mapping[str, int | None]) -> Parameter:
    path = ("parameters", name)
    if isinstance(value, Parameter):
        value = {"default": value.default, "minimum": value.minimum, "maximum": value.maximum}
    if not isinstance(value, Mapping):
        return Parameter(whole(value, path))
    if not {"default"} <= {*value} <= {"default", "minimum", "maximum"}:
        message = f"{brief(value)} is not accepted; a default, and perhaps minimum and maximum, are"
        raise ModelError([Problem(message, path)])
    return Parameter(
        **{
            key: whole(number, (*path, key))
            for key, number in value.items()
            if key == "default" or number is not None
        }
    )


def _size(value: BoardSize | None) -> Size | None:
    if value is None or isinstance(value, Size):
        return value
    if isinstance(value, (tuple, list)):
        if len(value) != 2:
            raise ModelError([Problem(f"(rows, columns) is due, not {brief(value)}", ("board",))])
        rows, columns = value
        return Size(
            _expression(rows, ("board", "rows")), _expression(columns, ("board", "columns"))
        )
    side = _expression(value, ("board",))
    return Size(side, side)


def _find(value: Find | Mapping[str, Any] | str | None) -> Find:
    if value is None:
        return Find()
    if isinstance(value, str) and value == "unique":
        return Find(unique=True)
    if isinstance(value, Mapping) and {*value} <= {"solutions", "count", "best", "unique"}:
        value = Find(**value)
    if not isinstance(value, Find):
        message = f"{brief(value)} is not accepted; solutions, count and best, or 'unique' are"
        raise ModelError([Problem(message, ("find",))])
    numbers = {key: whole_number(getattr(value, key)) for key in ("solutions", "best")}
    return replace(value, **{key: n for key, n in numbers.items() if n is not None})


def _instance(
    values: Mapping[str, Any] | InstanceValues, parameters: Mapping[str, Parameter], index: int
) -> InstanceValues:
    if isinstance(values, InstanceValues):
        return values
    home = ("instances", index)
    if not isinstance(values, Mapping):
        message = f"{brief(values)} is not accepted; a mapping of parameters and tables is"
        raise ModelError([Problem(message, home)])
    numbers: dict[str, int] = {}
    tables: dict[str, Table] = {}
    drawn: dict[str, tuple[str, ...] | None] = {}
    for key, value in values.items():
        path = (*home, key)
        if key in ("picture", "regions"):
            drawn[key] = drawing(value, path)
        elif key in parameters:
            numbers[key] = whole(value, path)
        elif whole_number(value) is not None:
            raise ModelError([Problem(unknown_parameter(key, parameters), path)])
        else:
            tables[key] = table(value, path)
    return InstanceValues(numbers, tables, drawn.get("picture"), drawn.get("regions"))
