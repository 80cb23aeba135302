"""Model files: YAML to `Model` and back, with every fault of a file reported at once.

The shape of a file is `modelkeys`' business; what its values mean is checked by `model_rules` and
`board_rules`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cpqueens import constraints as said
from cpqueens.board_rules import grounding_problems
from cpqueens.constraints import Blocked, Constraint
from cpqueens.errors import KeyPath, ModelError, Origin, Problem, did_you_mean, place_after
from cpqueens.expressions import Expression, ExpressionError
from cpqueens.model import Find, InstanceValues, Model, Parameter, Size
from cpqueens.model_rules import problems as model_problems
from cpqueens.modelkeys import (
    BoardKeys,
    ConstraintKeys,
    FindKeys,
    ModelKeys,
    ParameterKeys,
    TotalKeys,
)
from cpqueens.values import Table, drawing, table
from cpqueens.yamltree import LARGEST_FILE, Tree, read_tree

T = TypeVar("T")


def load(path: str | Path, formats: Collection[str] | None = None) -> Model:
    """The model of a file; `formats` are the contest formats that it may name.

    Raises `ModelError` with everything that is wrong.
    """
    return parse(read_text(path), str(path), formats)


def read_text(path: str | Path) -> str:
    """The text of a model file; raises `ModelError` where there is none."""
    path = Path(path)

    def refuse(message: str, line: int | None = None, column: int | None = None) -> ModelError:
        return ModelError([Problem(message, (), None, str(path), line, column)])

    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        if os.path.isdir(path):  # noqa: PTH112
            raise refuse("a directory; a model file is due") from None
        raise refuse(f"cannot be read: {(error.strerror or 'unknown error').lower()}") from None
    except ValueError:
        raise refuse("no name of a file") from None
    if len(raw) > LARGEST_FILE:
        raise refuse(f"larger than {LARGEST_FILE // 2**20} MiB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = place_after(raw[: error.start].decode("utf-8-sig"))
        raise refuse(f"no UTF-8 text (byte {raw[error.start]:#04x})", *place) from None


def parse(text: str, file: str = "<text>", formats: Collection[str] | None = None) -> Model:
    """The model of a YAML text; `file` names it in messages. Raises as `load` does."""
    return _ModelReader(read_tree(text, file), formats).read()


class _ModelReader:
    """Takes a tree apart key by key, noting every fault and going on without the faulty part."""

    def __init__(self, tree: Tree, formats: Collection[str] | None) -> None:
        self.tree = tree
        self.formats = formats
        self.origin = Origin(tree.file, tree.values)
        self.found = 0

    def note(self, message: str, path: KeyPath, offset: int | None = None) -> None:
        self.tree.problems.append(self.origin.locate(Problem(message, path, offset)))

    def read(self) -> Model:
        document = self.tree.data
        if not isinstance(document, dict):
            self.tree.problem(f"{_kind(document)}; a model is a mapping of keys", ())
            raise ModelError(self.tree.problems)
        document = self.without_unknown(document, ModelKeys, ())
        keys = {
            key: self.take(document[key], _FIELD_TYPES[key], (key,))
            for key in document
            if key not in _TAKEN_APART
        }
        parameters = self.each(document, "parameters", dict, self.parameter)
        data = self.each(document, "data", dict, self.table)
        instances = self.each(document, "instances", list, self.instance(parameters))
        board = self.size(keys.get("board"))
        constraints = self.each(document, "constraints", list, self.constraint)
        objectives = {
            sense: self.expression(keys.get(sense), (sense,)) for sense in ("maximize", "minimize")
        }
        if self.formats is not None and (name := keys.get("format")) is not None:
            self.known_format(name, self.formats)
        find = keys.get("find")
        if isinstance(find, FindKeys):
            find = Find(find.solutions, find.count, find.best)
        model = Model(
            name=keys.get("name") or "",
            title=keys.get("title") or "",
            source=keys.get("source") or "",
            notes=keys.get("notes") or "",
            parameters=_present(parameters),
            board=board,
            picture=keys.get("picture"),
            regions=keys.get("regions"),
            data=_present(data),
            constraints=[each or Blocked(()) for each in constraints or ()],
            maximize=objectives["maximize"],
            minimize=objectives["minimize"],
            find=find,
            instances=[each for each in instances or () if each is not None],
            format=keys.get("format"),
            origin=self.origin,
            check=False,
        )
        if _FOUNDATIONS.isdisjoint(p.path[0] for p in self.tree.problems if p.path):
            self.check(model)
        if self.tree.problems:
            problems = sorted(
                dict.fromkeys(self.tree.problems), key=lambda p: (p.line or 0, p.column or 0)
            )
            raise ModelError(problems)
        return model

    def check(self, model: Model) -> None:
        """What the keys mean together, then each instance without the constraints at fault."""
        problems = model_problems(model)
        self.tree.problems += map(self.origin.locate, problems)
        faulty = {problem.path[1] for problem in problems if problem.path[:1] == ("constraints",)}
        rest = [p for p in problems if p.path[:1] not in (("constraints",), ("find",))]
        if rest:
            return
        constraints = tuple(
            Blocked(()) if index in faulty else each for index, each in enumerate(model.constraints)
        )
        found: dict[Problem, list[int]] = {}
        instances = list(model._with(constraints=constraints).each_instance())
        for number, instance in enumerate(instances, 1):
            for problem in grounding_problems(instance):
                found.setdefault(problem, []).append(number)
        for problem, numbers in found.items():
            if len(numbers) < len(instances) and problem.path[:1] != ("instances",):
                message = f"{problem.message} (in instance {numbers[0]})"
                problem = replace(problem, message=message)
            self.tree.problems.append(problem)

    def without_unknown(
        self, value: dict[str, Any], kind: type[Struct], path: KeyPath
    ) -> dict[str, Any]:
        accepted = _fields(kind)
        known = {}
        for key, part in value.items():
            if key in accepted:
                known[key] = part
                continue
            self.tree.problem(
                f"unknown key; accepted are {', '.join(accepted)}{did_you_mean(key, accepted)}",
                (*path, key),
                self.tree.keys.get((*path, key)),
            )
        return known

    def cleaned(self, value: Any, kind: Any, path: KeyPath) -> Any:
        """The value without the keys, at any depth, that its type does not have."""
        for struct in _structs(kind):
            if isinstance(value, dict):
                known = self.without_unknown(value, struct, path)
                types = {field.name: field.type for field in msgspec.structs.fields(struct)}
                value = {
                    key: self.cleaned(part, types[key], (*path, key)) for key, part in known.items()
                }
        return value

    def take(self, value: Any, kind: Any, path: KeyPath) -> Any:
        """The value converted to its type, or None with every fault noted."""
        value = self.cleaned(value, kind, path)
        faulty: set[int | str] = set()
        while True:
            try:
                taken = msgspec.convert(value, kind)
                return None if faulty else taken
            except msgspec.ValidationError as error:
                message, _, where = str(error).partition(" - at `$")
            inner: KeyPath = tuple(
                int(index) if index else name
                for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", where)
            )
            found = value
            for part in inner:
                found = found[part]
            if not (missing := re.match(_MISSING, message)) or missing[1] not in faulty:
                at = (*path, *inner)
                self.note(_readable(message, found, at), at)
            if not (inner and isinstance(value, dict)) or inner[0] in faulty:
                return None
            faulty.add(inner[0])
            value = {key: part for key, part in value.items() if key != inner[0]}

    def each(
        self,
        document: dict[str, Any],
        key: str,
        container: type[list[Any]] | type[dict[str, Any]],
        read: Callable[[Any, KeyPath], T | None],
    ) -> Any:
        value = document.get(key)
        if value is None:
            return container()
        if not isinstance(value, container):
            due = "a mapping" if container is dict else "a list"
            self.note(f"{_kind(value)}; {due} is due", (key,))
            return container()
        if isinstance(value, dict):
            return {name: read(part, (key, name)) for name, part in value.items()}
        return [read(part, (key, index)) for index, part in enumerate(value)]

    def parameter(self, value: Any, path: KeyPath) -> Parameter | None:
        taken = self.take(value, int | ParameterKeys, path)
        if isinstance(taken, ParameterKeys):
            return Parameter(taken.default, taken.minimum, taken.maximum)
        return None if taken is None else Parameter(taken)

    def table(self, value: Any, path: KeyPath) -> Table | None:
        return self.noting(lambda: table(value, path))

    def instance(self, parameters: dict[str, Any]) -> Callable[[Any, KeyPath], Any]:
        def read(value: Any, path: KeyPath) -> InstanceValues | None:
            if not isinstance(value, dict):
                self.note(f"{_kind(value)}; a mapping of parameters and tables is due", path)
                return None
            before = len(self.tree.problems)
            numbers: dict[str, int] = {}
            tables: dict[str, Table] = {}
            drawn: dict[str, Any] = {}
            for key, part in value.items():
                where = (*path, key)
                if key in ("picture", "regions"):
                    drawn[key] = drawing(self.take(part, str | list[str], where), where)
                elif key in parameters:
                    numbers[key] = self.take(part, int, where)
                elif isinstance(part, list) or (isinstance(part, str) and "\n" in part):
                    if (taken := self.table(part, where)) is not None:
                        tables[key] = taken
                else:
                    accepted = [*parameters, "picture", "regions"]
                    self.note(
                        f"unknown parameter; accepted are {', '.join(accepted)} and data tables"
                        f"{did_you_mean(key, accepted)}",
                        where,
                    )
            if len(self.tree.problems) > before:
                return None
            return InstanceValues(numbers, tables, drawn.get("picture"), drawn.get("regions"))

        return read

    def size(self, board: int | str | BoardKeys | None) -> Size | None:
        if isinstance(board, BoardKeys):
            rows = self.expression(board.rows, ("board", "rows"))
            columns = self.expression(board.columns, ("board", "columns"))
            return None if rows is None or columns is None else Size(rows, columns)
        side = self.expression(board, ("board",))
        return None if side is None else Size(side, side)

    def expression(self, value: int | str | None, path: KeyPath) -> Expression | None:
        return None if value is None else self.noting(lambda: said.expression(value), path)

    def constraint(self, value: Any, path: KeyPath) -> Constraint | None:
        if not isinstance(value, dict) or len(value) != 1:
            what = f"{len(value)} keys" if isinstance(value, dict) else _kind(value)
            accepted = ", ".join(_fields(ConstraintKeys))
            self.note(f"{what}; a constraint is one of {accepted}", path)
            return None
        before = len(self.tree.problems)
        taken = self.take(value, ConstraintKeys, path)
        if taken is None or len(self.tree.problems) > before:
            return None
        ((key, _),) = value.items()
        content, where = getattr(taken, key), (*path, key)
        if key in ("given", "blocked"):
            content = self.pairs(content, where, int | str)
            make: Callable[..., Constraint] = said.given if key == "given" else said.blocked
            return None if content is None else self.cells(make, content, where)
        if key == "no_attack" and isinstance(content, list):
            leaps = self.pairs(content, where, int)
            return None if leaps is None else said.no_attack(leaps)
        if key == "total":
            return self.total(content, where)
        return self.noting(lambda: getattr(said, key)(content), where)

    def pairs(self, items: list[Any], path: KeyPath, kind: Any) -> list[Any] | None:
        taken = [
            self.take(item, tuple[kind, kind], (*path, index)) for index, item in enumerate(items)
        ]
        return None if None in taken else taken

    def cells(
        self, make: Callable[..., Constraint], pairs: Iterable[Any], path: KeyPath
    ) -> Constraint | None:
        cells = [
            tuple(self.expression(part, (*path, i, j)) for j, part in enumerate(pair))
            for i, pair in enumerate(pairs)
        ]
        return None if any(part is None for cell in cells for part in cell) else make(*cells)

    def total(self, keys: TotalKeys, path: KeyPath) -> Constraint | None:
        bounds = ("at_least", "at_most", "equals")
        before = len(self.tree.problems)
        parts = {key: self.expression(getattr(keys, key), (*path, key)) for key in ("of", *bounds)}
        if len(self.tree.problems) > before or parts["of"] is None:
            return None
        return said.Total(parts["of"], *(parts[bound] for bound in bounds))

    def known_format(self, name: str, formats: Collection[str]) -> None:
        if name not in formats:
            self.note(
                f"unknown format {name!r}; known are {', '.join(formats)}"
                f"{did_you_mean(name, formats)}",
                ("format",),
            )

    def noting(self, make: Callable[[], T], path: KeyPath = ()) -> T | None:
        try:
            return make()
        except ModelError as error:
            self.tree.problems += map(self.origin.locate, error.problems)
        except ExpressionError as error:
            self.note(str(error), path, error.offset)
        return None


_FIELD_TYPES: dict[str, Any] = {f.name: f.type for f in msgspec.structs.fields(ModelKeys)}
_TAKEN_APART = ("parameters", "data", "instances", "constraints")
_FOUNDATIONS = {
    "parameters",
    "board",
    "picture",
    "regions",
    "data",
    "instances",
    "maximize",
    "minimize",
}
"""Keys without which the meaning of the others cannot be checked."""
_MISSING = r"Object missing required field `(\w+)`"
_WORDS: dict[KeyPath, tuple[str, str]] = {
    ("find",): ("unique", "a mapping of solutions, count and best"),
    ("find", "solutions"): ("all", "a whole number"),
}
_KINDS = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "null": "nothing",
    "array": "a list",
    "object": "a mapping",
}


def _fields(struct: type[Struct]) -> tuple[str, ...]:
    return struct.__struct_fields__


def _structs(kind: Any) -> list[type[Struct]]:
    if parts := getattr(kind, "__args__", ()):
        return [struct for part in parts for struct in _structs(part)]
    return [kind] if isinstance(kind, type) and issubclass(kind, Struct) else []


def _present(values: dict[str, T | None]) -> dict[str, T]:
    return {name: value for name, value in values.items() if value is not None}


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = f"the {'text' if isinstance(value, str) else 'number'} {value!r}"
    return text if len(text) <= 50 else text[:47] + "…"


def _readable(message: str, value: Any, path: KeyPath) -> str:
    """A message of msgspec about the value at `path` in this package's words."""
    if words := _WORDS.get(path):
        word, or_else = words
        hint = did_you_mean(value, [word]) if isinstance(value, str) else ""
        return f"{_kind(value)} is not accepted; {word!r} or {or_else} is{hint}"
    if match := re.match(r"Expected `(.+?)`(?: of length (\d+))?, got", message):
        kinds = [_KINDS.get(kind, kind) for kind in match[1].split(" | ")]
        accepted = " or ".join(kind for kind in kinds if kind != "nothing")
        if match[2]:
            return f"a list of {len(value)}; a list of {match[2]} is accepted"
        return f"{_kind(value)} is not accepted; {accepted} is"
    if match := re.match(_MISSING, message):
        return f"{match[1]} is missing"
    return message
