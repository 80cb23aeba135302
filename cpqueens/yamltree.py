"""Plain YAML, strictly: values with their places, and none of YAML's surprises.

A number is `-12` or `0`, never `010`, `0x1f`, `1_000`, `12:30` or `1e3`; a truth value is `true` or
`false`, never `no` or `on`. All else is text. Duplicate keys, anchors, aliases, tags and several
documents are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
from msgspec import Struct

from cpqueens.errors import KeyPath, ModelError, Position, Problem, place_after

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML built without libyaml
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

LARGEST_FILE = 16 * 2**20
DEEPEST_NESTING = 12
_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]{0,39})\Z")
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}


class Tree(Struct):
    """The values of one document, and where each stands.

    `values` and `keys` give, by key path, the place of the value and of the key before it.
    """

    file: str
    data: Any = None
    values: dict[KeyPath, Position] = {}
    keys: dict[KeyPath, Position] = {}
    problems: list[Problem] = []

    def problem(self, message: str, path: KeyPath, position: Position | None = None) -> None:
        position = position or self.values.get(path) or Position(1, 1)
        line, column = position.line, position.column
        self.problems.append(Problem(message, path, None, self.file, line, column))


def read_tree(text: str, file: str) -> Tree:
    """The tree of a YAML text; `file` names it in messages.

    What can be reported together with other faults is in `problems`; raises `ModelError` where
    the text cannot be read as YAML at all.
    """
    tree = Tree(file)
    builder = _Builder(tree, _events(text, file))
    tree.data = builder.document()
    return tree


def _events(text: str, file: str) -> Iterator[Any]:
    if unprintable := yaml.reader.Reader.NON_PRINTABLE.search(text):
        message = f"the character {unprintable[0]!r} is not accepted in YAML"
        line, column = place_after(text[: unprintable.start()])
        raise ModelError([Problem(message, (), None, file, line, column)])
    try:
        yield from yaml.parse(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = ": ".join(part for part in (error.context, error.problem) if part)
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise ModelError([Problem(f"no YAML: {message}", (), None, file, line, column)]) from None


class _Builder:
    def __init__(self, tree: Tree, events: Iterator[Any]) -> None:
        self.tree = tree
        self.events = events

    def document(self) -> Any:
        data = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self.refuse("a second document; a model file holds one", (), event)
                data = self.value(next(self.events), ())
        return data

    def refuse(self, message: str, path: KeyPath, event: Any) -> None:
        """Stop here: what follows cannot be told apart safely."""
        raise ModelError(
            [*self.tree.problems, Problem(message, path, None, self.tree.file, *_place(event))]
        )

    def value(self, event: Any, path: KeyPath) -> Any:
        if isinstance(event, yaml.AliasEvent):
            self.refuse("an alias; write the value out", path, event)
        if event.anchor is not None:
            self.refuse("an anchor; write the value out where it is needed", path, event)
        if event.tag is not None:
            self.refuse(f"a tag ({event.tag}); plain values are accepted", path, event)
        if len(path) > DEEPEST_NESTING:
            self.refuse(f"nested more than {DEEPEST_NESTING} deep", path, event)
        self.tree.values[path] = _position(event)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(path)
        return self.mapping(path)

    def scalar(self, event: Any) -> int | bool | str | None:
        text: str = event.value
        if not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        return int(text) if _NUMBER.match(text) else text

    def sequence(self, path: KeyPath) -> list[Any]:
        items: list[Any] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self.value(event, (*path, len(items))))
        return items

    def mapping(self, path: KeyPath) -> dict[str, Any]:
        items: dict[str, Any] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            if not isinstance(event, yaml.ScalarEvent):
                self.refuse("a key is a word, not an alias, a list or a mapping", path, event)
            if event.anchor is not None or event.tag is not None:
                self.refuse("an anchor or a tag; plain keys are accepted", path, event)
            key, here = event.value, (*path, event.value)
            if key in items:
                line = self.tree.keys[here].line
                self.tree.problem(f"duplicate key, first in line {line}", here, _position(event))
                aside = Tree(self.tree.file, problems=self.tree.problems)
                _Builder(aside, self.events).value(next(self.events), here)
                continue
            self.tree.keys[here] = _position(event)
            items[key] = self.value(next(self.events), here)
        return items


def _place(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _position(event: Any) -> Position:
    text_at = None
    start, end = event.start_mark, event.end_mark
    if isinstance(event, yaml.ScalarEvent) and start.line == end.line:
        quotes = 0 if event.style in (None, "") else 1
        if end.column - start.column == len(event.value) + 2 * quotes:
            text_at = quotes
    return Position(*_place(event), text_at)
