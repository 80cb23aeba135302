"""`models/README.md`, the reference of the model language, is what the code accepts."""

from __future__ import annotations

import re
from argparse import _SubParsersAction
from pathlib import Path

import pytest

import cpqueens as cq
from cpqueens import formats, loading, modelfile
from cpqueens.cli import COMMANDS, build_parser
from cpqueens.constraints import PIECES, SYMMETRIES
from cpqueens.expressions import ARITHMETIC, COMPARISONS, FUNCTIONS
from cpqueens.modelkeys import (
    BoardKeys,
    ConstraintKeys,
    FindKeys,
    ModelKeys,
    ParameterKeys,
    TotalKeys,
)

PAGE = (Path(__file__).parent.parent / "models" / "README.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the one table whose first column has this heading."""
    (body,) = re.findall(
        rf"^\| {re.escape(heading)} \|.*\n\|[ |-]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE
    )
    return [[cell.strip() for cell in row.strip("| ").split(" | ")] for row in body.splitlines()]


def named(heading: str) -> list[str]:
    return [re.findall(r"`([^`]+)`", row[0])[0] for row in table(heading)]


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("key", ModelKeys),
        ("key of a parameter", ParameterKeys),
        ("key of `board`", BoardKeys),
        ("key of `find`", FindKeys),
        ("constraint", ConstraintKeys),
        ("key of `total`", TotalKeys),
    ],
)
def test_every_key_is_there(heading: str, keys: type) -> None:
    assert named(heading) == list(keys.__struct_fields__)  # type: ignore[attr-defined]
    assert all(len(row) == 3 and row[1] and row[2] for row in table(heading))


def test_every_word_of_expressions_is_there() -> None:
    section = PAGE.split("## Expressions\n")[1].split("\n## ")[0]
    words = [word for row in re.findall(r"^\| (.*?) \|", section, re.M) for word in
             re.findall(r"`([^`]+)`", row)]  # fmt: skip
    assert {word.partition("(")[0] for word in words if "(" in word} == set(FUNCTIONS)
    signs = {word for word in words if not re.match(r"[\w]", word)}
    assert signs == {*ARITHMETIC, *COMPARISONS}
    assert {"row", "column", "and", "or", "not"} <= set(words)
    symmetries = re.search(r"^Symmetries are (.*?);", PAGE, re.M | re.S)
    assert symmetries is not None
    assert re.findall(r"`([\w-]+)`", symmetries[1]) == list(SYMMETRIES)
    pieces = re.search(r"^Pieces are (.*?)\. ", PAGE, re.M | re.S)
    assert pieces is not None
    assert re.findall(r"`(\w+)`", pieces[1]) == list(PIECES)
    (named_formats,) = [row[2] for row in table("key") if row[0] == "`format`"]
    assert re.findall(r"`([\w-]+)`", named_formats) == list(formats.names())


def options_of(command: str) -> dict[str, bool]:
    """The options of a command, and the arguments without a name."""
    (commands,) = (
        action for action in build_parser(command)._actions if isinstance(action, _SubParsersAction)
    )
    parser = commands.choices[command]
    return {
        name: action.nargs == 0
        for action in parser._actions
        if action.dest != "help"
        for name in (action.option_strings or [action.dest])
    }


def test_every_command_is_there() -> None:
    rows = table("command")
    assert [named_.split()[0] for named_ in named("command")] == list(COMMANDS)
    for row in rows:
        words = row[0].strip("`").split()
        arguments = [name for name in options_of(words[0]) if not name.startswith("-")]
        assert [word.strip("[]").lower() for word in words[1:]] == arguments


def test_every_option_is_there() -> None:
    described: dict[str, set[str]] = {}
    for row in table("option"):
        name, *value = row[0].strip("`").split()
        for command in re.findall(r"`(\w+)`", row[1]):
            described.setdefault(command, set()).add(name)
            assert options_of(command)[name] == (not value), (command, name)
    for command in COMMANDS:
        options = {name for name in options_of(command) if name.startswith("-")}
        assert described.get(command, set()) == options, command


def test_every_model_that_ships_is_there() -> None:
    assert sorted(named("name")) == sorted(loading.shipped_models())


def test_the_examples_are_answered() -> None:
    garden, nauck, puzzle = map(
        modelfile.parse, re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)
    )
    assert len(cq.solve(garden).placements) == 3
    assert len(cq.solve(nauck).placements) == 2
    for placement in cq.solve(puzzle).placements:
        assert 60 <= sum((r + 1) * (c + 1) for r, c in enumerate(placement)) <= 90
    assert cq.solve(puzzle).count
    for code in re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S):
        exec(compile(code, "models/README.md", "exec"), {})


def test_every_public_name_has_a_docstring_with_an_example() -> None:
    """Values such as `row` and errors are explained where they are used."""
    for name in cq.__all__:
        value = getattr(cq, name)
        if isinstance(value, type) and issubclass(value, Exception):
            assert value.__doc__, name
        elif callable(value):
            assert ">>> " in (value.__doc__ or ""), name
