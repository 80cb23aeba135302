"""Damaged model files: either a model that can be written, read and grounded, or a ModelError."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpqueens import ModelError
from cpqueens.board import Board
from cpqueens.grounding import board_size
from cpqueens.model import Model
from cpqueens.modelfile import parse

LARGEST_BOARD = 40
SHIPPED = [
    path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[1] / "models").glob("*.yaml"))
]
RICH = [
    """\
name: regions
parameters: {n: {default: 4, minimum: 1, maximum: 30}, k: 2}
board: {rows: n, columns: n}
regions: |
  AABB
  AABB
  CCDD
  CCDD
constraints:
  - exactly_one: region
  - no_attack: king
  - allow: 1 <= row <= 4 and not (row == column and row > 3)
  - forbid: row // 2 == column % 3 or abs(row - column) < 1
find: unique
""",
    """\
title: "sums: and \\x41 more"
picture: |
  Q....
  ..x..
  ....x
data:
  weight: [[1, -2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 9223372036854775]]
  colour: [abcde, [e, d, c, b, f], abcde]
constraints:
  - all_different: colour
  - all_different: (2*row + column) % 5
  - no_attack: [[1, 2], [-2, 1]]
  - given: [[2, 5]]
  - blocked: [[3, "2 - 1"], [3, 4]]
  - total: {of: weight * 2 - row, at_least: -3, at_most: 1000000}
minimize: max(weight, row, column) // 2
find: {best: 3}
""",
    """\
parameters: {n: 3, m: {default: 5, minimum: 3}}
board: {rows: n, columns: "m"}
constraints:
  - all_different: column
  - all_different: min(row, column) + n
  - given: [[n, m]]
maximize: weight
instances:
  - {n: 2, m: 3, weight: [[1, 2, 3], [4, 5, 6]]}
  - weight:
      - [1, 2, 3, 4, 5]
      - [1, 2, 3, 4, 5]
      - [1, 2, 3, 4, 5]
    picture: [....., ...x., .....]
    regions: [AAAAA, aaaaa, BBBBB]
find: {solutions: 2, count: true}
format: any
""",
]
WORDS = """
0 -1 010 1e3 1.5 .5 12:30 no yes ~ null true 0x1f 1_000 99999999999999999999 9223372036854775807
-9223372036854775808 all unique row column n region weight é 女 + - * // / % ** ( ) [ ] { } , : ?
| > & ! < == = # ' " \\ @ ` . Q x abs( min( not and or lambda *a &a !!int !!python/name:os.system
--- ... << [] {} all_different: given: total: {of: board: data: instances: parameters: find:
"""
BLANKS = ["", " ", "\n", "\t", "\r", "\0", "\x85", "\ufeff", "\ud800", "- ", ": ", " #", "\n\n  - "]
RUNS = ["(" * 200, "[" * 200, "1+" * 300, "9" * 50, "- " * 30, "*" * 20]
TOKENS = [*WORDS.split(), *BLANKS, *RUNS]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(SHIPPED + RICH))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        kind = draw(st.sampled_from(["delete", "double", "insert", "number", "lines", "cut"]))
        if kind == "delete":
            text = text[:at] + text[at + draw(st.integers(1, 5)) :]
        elif kind == "double":
            end = at + draw(st.integers(1, 20))
            text = text[:end] + text[at:]
        elif kind == "insert":
            text = text[:at] + draw(st.sampled_from(TOKENS)) + text[at:]
        elif kind == "number":
            digits = [i for i, character in enumerate(text) if character.isdigit()] or [0]
            at = draw(st.sampled_from(digits))
            text = text[:at] + draw(st.sampled_from(TOKENS)) + text[at + 1 :]
        elif kind == "lines":
            lines = text.split("\n")
            i, j = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
            lines[i], lines[j] = lines[j], lines[i]
            text = "\n".join(lines)
        else:
            text = text[:at]
    return text


def taken(text: str) -> Model | None:
    try:
        return parse(text, "m.yaml")
    except ModelError as error:
        problems = error.problems
    assert problems
    lines = text.splitlines()
    for problem in problems:
        assert problem.file == "m.yaml"
        assert problem.message
        assert "Object" not in problem.message
        assert "`" not in problem.message or "`" in text
        assert problem.line is not None
        assert 1 <= problem.line <= len(lines) + 1
    return None


@settings(max_examples=600)
@given(damaged())
def test_damaged_models_are_read_or_refused(text: str) -> None:
    model = taken(text)
    if model is None:
        return
    written = model.to_yaml()
    assert parse(written) == model
    for instance in model.each_instance():
        if max(board_size(instance)) > LARGEST_BOARD:
            continue
        board = Board(instance)
        assert len(board.allowed) == board.rows <= board.columns
        for family in board.families:
            assert len(family.labels) == board.rows
        assert len(board.values) == (board.rows if model.objective else 0)
        assert all(len(each.values) == board.rows for each in board.totals)


@settings(max_examples=200)
@given(damaged(), st.integers(1, 50))
def test_grounding_after_a_change_raises_model_errors_only(text: str, n: int) -> None:
    model = taken(text)
    if model is None or "n" not in model.parameters:
        return
    with suppress(ModelError):
        for instance in model.with_parameters(n=n).each_instance():
            if max(board_size(instance)) <= LARGEST_BOARD:
                Board(instance)


@pytest.mark.parametrize("text", RICH, ids=["regions", "sums", "instances"])
def test_undamaged_models_are_read(text: str) -> None:
    assert taken(text) is not None
