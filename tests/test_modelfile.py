"""Model files: what they may say, what is written and read back, and every refusal."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any
from unittest import mock

import jsonschema
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cpqueens as cq
from cpqueens import Find, Model, ModelError, Parameter, column, row
from cpqueens.constraints import CONSTRAINTS, PIECES, Constraint, Total
from cpqueens.expressions import Comparison, Expression, Operation, Symbol
from cpqueens.loading import find_model, shipped_models
from cpqueens.modelfile import load, parse, read_text
from cpqueens.modelkeys import (
    BoardKeys,
    ConstraintKeys,
    FindKeys,
    ModelKeys,
    ParameterKeys,
    TotalKeys,
    json_schema,
)
from cpqueens.yamltree import LARGEST_FILE

MODELS = Path(__file__).parents[1] / "models"
QUEENS = "".join(
    f"  - all_different: {line}\n" for line in ("column", "row + column", "row - column")
)
RICH = f"""\
name: rich
title: "Everything: at once"
source: nobody
notes: |
  two lines,
  and "quotes"
parameters:
  n: {{default: 4, minimum: 2, maximum: 8}}
  k: 1
board: {{rows: n - 1, columns: n}}
picture: |
  Q...
  ....
  ..x.
regions:
  - AABB
  - AAbb
  - CCbb
data:
  weight: [[1, -2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
  colour:
    - abcd
    - [a, b, c, d]
    - abcd
constraints:
{QUEENS}  - all_different: colour
  - no_attack: king
  - no_attack: [[1, 3], [-3, 1]]
  - allow: row < 4 and not (column == 5)
  - forbid: "row == 1 and column == 4"
  - given: [[k, 1], ["1 + 1", 3]]
  - blocked: [[3, 1]]
  - total: {{of: weight, at_least: -100, at_most: 100 * k, equals: 2*k + 16}}
maximize: weight + row
find: {{best: 3}}
instances:
  - {{}}
  - k: 1
    weight: [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    picture: [Q..., ...., ....]
    regions: |
      AABB
      AABB
      CCBB
format: sultan
"""


def faults(text: str, formats: Any = None) -> list[str]:
    """The problems of a text as `line:column: path: message`."""
    begun = time.process_time()
    with pytest.raises(ModelError) as caught:
        parse(text, "m.yaml", formats)
    assert time.process_time() - begun < 2
    places = [(p.line, p.column) for p in caught.value.problems]
    assert places == sorted(places)
    lines = str(caught.value).split("\n")
    assert all(line.startswith("m.yaml:") for line in lines if not line.startswith("… and "))
    return [line.removeprefix("m.yaml:") for line in lines]


def test_every_key_of_the_language() -> None:
    model = parse(RICH)
    assert (model.name, model.title, model.source) == ("rich", "Everything: at once", "nobody")
    assert model.notes == 'two lines,\nand "quotes"\n'
    assert model.parameters == {"n": Parameter(4, 2, 8), "k": Parameter(1)}
    n, k = Symbol("n"), Symbol("k")
    assert model.board is not None
    assert (model.board.rows, model.board.columns) == (n - 1, n)
    assert model.picture == ("Q...", "....", "..x.")
    assert model.regions == ("AABB", "AAbb", "CCbb")
    assert model.data == {
        "weight": ((1, -2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)),
        "colour": ("abcd",) * 3,
    }
    assert model.constraints == (
        cq.all_different(column),
        cq.all_different(row + column),
        cq.all_different(row - column),
        cq.all_different("colour"),
        cq.no_attack("king"),
        cq.no_attack([(1, 3), (-3, 1)]),
        cq.allow((row < 4) & ~(column == 5)),
        cq.forbid((row == 1) & (column == 4)),
        cq.given((k, 1), (cq.expression("1 + 1"), 3)),
        cq.blocked((3, 1)),
        cq.total("weight", at_least=-100, at_most=100 * k, equals=2 * k + 16),
    )
    assert model.maximize == Symbol("weight") + row
    assert model.minimize is None
    assert model.find == Find(best=3)
    first, second = model.instances
    assert (first.parameters, first.data, first.picture) == ({}, {}, None)
    assert second.parameters == {"k": 1}
    assert second.data == {"weight": ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))}
    assert second.picture == ("Q...", "....", "....")
    assert second.regions == ("AABB", "AABB", "CCBB")
    assert model.format == "sultan"
    assert parse(model.to_yaml()) == model


@pytest.mark.parametrize(
    ("text", "find"),
    [
        ("", Find()),
        ("find: {}", Find()),
        ("find:", Find()),
        ("find: unique", Find(unique=True)),
        ("find: {solutions: all}", Find(solutions="all")),
        ("find: {solutions: 3, count: true}", Find(solutions=3, count=True)),
        ("find: {solutions: 0, count: true}", Find(solutions=0, count=True)),
        ("find: {count: false}", Find()),
        ("find: {best: 5}\nminimize: row", Find(best=5)),
    ],
)
def test_finds(text: str, find: Find) -> None:
    model = parse(f"board: 3\n{text}\n")
    assert model.find == find
    assert parse(model.to_yaml()) == model


def test_shipped_models_round_trip() -> None:
    for path in MODELS.glob("*.yaml"):
        model = cq.load(path)
        assert model.name == path.stem
        assert parse(model.to_yaml()) == model
        assert model == cq.load(path.stem)


def test_files_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "ü.yaml"
    model = Model(board=3, title="ü…", constraints=[cq.all_different(column)])
    assert model.to_yaml(path) == path.read_text(encoding="utf-8")
    assert load(path) == load(str(path)) == model
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert load(path) == model


TEXTS = [
    "no",
    "010",
    "12:30",
    "1_000",
    "1e3",
    "0x1f",
    "~",
    "null",
    "true",
    "",
    " ",
    "-",
    "- a",
    "a: b",
    "a #b",
    "#",
    "&a",
    "*a",
    "!x",
    "%",
    "@",
    "`",
    "'",
    '"',
    "\\",
    "{",
    "[",
    "|",
    ">",
    "---",
    "...",
    "=",
    "<<",
    "2001-01-01",
    ".5",
    "+1",
    "-0",
    "ünïcödé 女王 👑",
    "two\nlines",
    "two\n\n  lines\n",
    "\n leading",
    "trailing \n",
    "tab\there",
    "\t",
    "cr\rlf\r\n",
    "\x85\u2028\u2029",
    "\x00\x07\x7f\ufeff\ufffe",
    "x" * 300 + " " + "y" * 300,
]
texts = st.one_of(
    st.sampled_from(TEXTS), st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
)
names = st.sampled_from(["n", "k", "no", "y", "null", "true", "on", "_", "E1", "weight2"])
numbers = st.integers(-(2**63) + 1, 2**63 - 1)
small = st.integers(-3, 9)


def formulas(known: list[str]) -> st.SearchStrategy[Expression]:
    leaves = st.one_of(small.map(cq.expression), st.sampled_from(known).map(Symbol))
    return st.recursive(
        leaves,
        lambda parts: st.builds(Operation, st.sampled_from(["+", "-", "*"]), parts, parts),
        max_leaves=4,
    )


@st.composite
def models(draw: st.DrawFn) -> Model:
    rows = draw(st.integers(1, 4))
    columns = draw(st.integers(rows, 5))

    def grid(cell: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        line = st.lists(cell, min_size=columns, max_size=columns)
        return st.lists(line, min_size=rows, max_size=rows)

    def drawn(letters: str) -> st.SearchStrategy[Any]:
        return grid(st.sampled_from(letters)).map(lambda lines: ["".join(line) for line in lines])

    parameters = {
        name: draw(
            st.one_of(small, st.builds(Parameter, small, st.none() | st.just(-3), st.none()))
        )
        for name in draw(st.sets(names, max_size=3))
    }
    free = sorted({"weight", "colour", "off"} - set(parameters))
    regions = draw(st.none() | drawn("ABab"))
    data = {
        name: draw(grid(numbers) | drawn("xyZ")) for name in draw(st.sets(st.sampled_from(free)))
    }
    numeric = [name for name, table in data.items() if not isinstance(table[0], str)]
    letters = [*sorted(set(data) - set(numeric)), *(["region"] if regions else [])]
    fixed = formulas(sorted(parameters)) if parameters else small.map(cq.expression)
    cells = formulas(["row", "column", *sorted(parameters), *sorted(numeric)])
    conditions: Any = st.recursive(
        st.builds(
            lambda symbol, a, b: Comparison((symbol,), (a, b)),
            st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
            cells,
            cells,
        ),
        lambda parts: st.one_of(
            parts.map(lambda a: ~a),
            st.builds(lambda a, b: a & b, parts, parts),
            st.builds(lambda a, b: a | b, parts, parts),
        ),
        max_leaves=3,
    )
    labels = cells | st.sampled_from(letters).map(Symbol) if letters else cells
    pairs = st.lists(st.tuples(fixed, fixed), max_size=2)
    leaps = st.lists(
        st.tuples(small, small).filter(lambda leap: leap != (0, 0)), min_size=1, max_size=2
    )
    bounds = st.tuples(*[st.none() | fixed] * 3).filter(
        lambda all_three: any(bound is not None for bound in all_three)
    )
    constraint: st.SearchStrategy[Constraint] = st.one_of(
        labels.map(cq.all_different),
        labels.map(cq.exactly_one),
        st.sampled_from(PIECES).map(cq.no_attack),
        leaps.map(cq.no_attack),
        conditions.map(cq.allow),
        conditions.map(cq.forbid),
        pairs.map(lambda cells: cq.given(*cells)),
        pairs.map(lambda cells: cq.blocked(*cells)),
        st.builds(lambda of, three: Total(of, *three), cells, bounds),
    )
    instance = st.fixed_dictionaries(
        {},
        optional={
            **{name: st.integers(-3, 9) for name in parameters},
            **{name: grid(numbers) for name in numeric},
            "picture": drawn(".Qx"),
            **({"regions": drawn("ABC")} if regions else {}),
        },
    )
    objective = draw(st.sampled_from(["maximize", "minimize", None]))
    asked = st.one_of(
        st.builds(Find, st.none() | st.integers(1, 9) | st.just("all"), st.booleans()),
        st.just(Find(unique=True)),
        st.integers(1, 9).map(lambda best: Find(best=best)) if objective else st.just(Find()),
    )
    return Model(
        name=draw(texts),
        title=draw(texts),
        source=draw(texts),
        notes=draw(texts),
        parameters=parameters,
        board=draw(st.sampled_from([(rows, columns), columns])),
        picture=draw(st.none() | drawn(".Qx")),
        regions=regions,
        data=data,
        constraints=draw(st.lists(constraint, max_size=4)),
        instances=draw(st.lists(instance, max_size=2)),
        find=draw(asked),
        format=draw(st.none() | texts),
        **({objective: draw(cells)} if objective else {}),
    )


@settings(max_examples=150)
@given(models())
def test_models_read_back_from_what_they_write(model: Model) -> None:
    text = model.to_yaml()
    with mock.patch("cpqueens.modelfile.grounding_problems", return_value=[]):  # mostly nonsense
        read = parse(text)
    assert read == model
    assert read.to_yaml() == text


@given(texts, texts)
@example("\r", "\x85")
def test_all_texts_read_back(title: str, notes: str) -> None:
    model = Model(board=3, name=title, title=title, notes=notes, format=notes)
    assert parse(model.to_yaml()) == model


@pytest.mark.parametrize("text", TEXTS)
def test_surprising_texts_read_back(text: str) -> None:
    model = Model(board=3, name=text, source=text, format=text)
    assert parse(model.to_yaml()) == model


def test_numbers_and_words_are_what_they_look_like() -> None:
    said = "parameters: {a: -12, b: +5, c: 0, d: -0, e: 9223372036854775807}\nboard: 3\n"
    assert parse(said).values == {"a": -12, "b": 5, "c": 0, "d": 0, "e": 2**63 - 1}
    plain = parse("board: 3\nname: no\ntitle: 12:30\nsource: 010\nnotes: 1e3\nformat: on\n")
    assert (plain.name, plain.title, plain.source) == ("no", "12:30", "010")
    assert (plain.notes, plain.format) == ("1e3", "on")
    assert parse("board: '3'") == parse("board: 3")


B = "board: 4\n"
C = "board: 4\nconstraints:\n"

REFUSALS: list[tuple[str, list[str]]] = [
    # not a model at all
    ("", ["1:1: nothing; a model is a mapping of keys"]),
    ("# a comment\n", ["1:1: nothing; a model is a mapping of keys"]),
    ("[1, 2]", ["1:1: a list; a model is a mapping of keys"]),
    ("queens", ["1:1: the text 'queens'; a model is a mapping of keys"]),
    ("12", ["1:1: the number 12; a model is a mapping of keys"]),
    ("{}", ["1:1: board: the size of the board is missing: give board: n, or {rows: …,"]),
    ("name: x", ["1:1: board: the size of the board is missing"]),
    ("board:", ["1:7: board: the size of the board is missing"]),
    # keys
    (
        B + "constrains:\n  - all_different: column\n",
        [
            "2:1: constrains: unknown key; accepted are name, title, source, notes, parameters, "
            "board, picture, regions, data, constraints, maximize, minimize, find, instances, "
            "format; did you mean 'constraints'?"
        ],
    ),
    (
        "board: {rows: 3, colums: 4}",
        [
            "1:8: board: columns is missing",
            "1:18: board.colums: unknown key; accepted are rows, columns; did you mean 'columns'?",
        ],
    ),
    (
        C + "  - total: {of: row, at_moste: 4, at_least: 1}",
        [
            "3:22: constraints[1].total.at_moste: unknown key; accepted are of, at_least, at_most, "
            "equals; did you mean 'at_most'?"
        ],
    ),
    (
        C + "  - all_diferent: row",
        [
            "3:5: constraints[1].all_diferent: unknown key; accepted are all_different, "
            "exactly_one, no_attack, allow, forbid, given, blocked, total, symmetric; did you "
        ],
    ),
    (
        "parameters: {n: {default: 8, maxmum: 9}}\nboard: n",
        [
            "1:30: parameters.n.maxmum: unknown key; accepted are default, minimum, maximum; did "
            "you mean 'maximum'?"
        ],
    ),
    (
        B + "find: {bets: 4}",
        ["2:8: find.bets: unknown key; accepted are solutions, count, best; did you mean 'best'?"],
    ),
    (B + "<<: {name: x}", ["2:1: <<: unknown key"]),
    (B + "board: 5", ["2:1: board: duplicate key, first in line 1"]),
    (
        B + "name: a\nname: b\nname: c",
        ["3:1: name: duplicate", "4:1: name: duplicate key, first in"],
    ),
    (
        "board: {rows: 3, columns: 3, rows: 4}",
        ["1:30: board.rows: duplicate key, first in line 1"],
    ),
    (B + "? [a]\n: 3", ["2:3: a key is a word, not an alias, a list or a mapping"]),
    (B + "*a : 3", ["2:1: a key is a word, not an alias"]),
    (B + "&a name: 3", ["2:1: an anchor or a tag; plain keys are accepted"]),
    # kinds of values
    (B + "name: 8", ["2:7: name: the number 8 is not accepted; text is"]),
    (B + "title: true", ["2:8: title: true is not accepted; text is"]),
    (B + "notes: [a]", ["2:8: notes: a list is not accepted; text is"]),
    (B + "source: {a: b}", ["2:9: source: a mapping is not accepted; text is"]),
    (B + "name:", ["2:6: name: nothing is not accepted; text is"]),
    (
        "board: [3, 4]",
        ["1:8: board: a list is not accepted; a whole number or text or a mapping is"],
    ),
    (
        "board: {rows: [3], columns: 4}",
        ["1:15: board.rows: a list is not accepted; a whole number"],
    ),
    ("board: 1.5", ["1:8: board: '1.5' is not a whole number"]),
    ("board: 0x10", ["1:8: board: '0x10' is not a whole number"]),
    ("board: 010", ["1:8: board: '010' is not a whole number"]),
    ("board: 12:30", ["1:10: board: the character ':' has no meaning here; accepted are whole"]),
    ("board: no", ["1:8: board: unknown name 'no'; the model has no parameters"]),
    ("board: true", ["1:8: board: true is not accepted; a whole number or text or a mapping is"]),
    ("board: 99999999999999999999", ["1:8: board: a number that does not fit 64 bits"]),
    *(
        (
            f"{B}parameters:\n  n: {value}",
            [f"3:6: parameters.n: the text '{value}' is not accepted; a whole number or a mapping"],
        )
        for value in ("no", "010", "12:30", "1e3", "1.0", "1_000", "0x1f", "on", "Null")
    ),
    (
        B + "parameters: {n: {default: no, minimum: 1.5, maximum: 12:30}}",
        [
            "2:27: parameters.n.default: the text 'no' is not accepted; a whole number is",
            "2:40: parameters.n.minimum: the text '1.5' is not accepted",
            "2:54: parameters.n.maximum: the text '12:30' is not accepted",
        ],
    ),
    (B + "parameters: {n: {minimum: 1}}", ["2:17: parameters.n: default is missing"]),
    (
        B + "parameters: {find: x, solutions: {default: x}}",
        [
            "2:20: parameters.find: the text 'x' is not accepted; a whole number or a mapping is",
            "2:44: parameters.solutions.default: the text 'x' is not accepted; a whole number is",
        ],
    ),
    (B + "parameters: [n]", ["2:13: parameters: a list; a mapping is due"]),
    (B + "parameters: {n: }", ["2:17: parameters.n: nothing is not accepted; a whole number or"]),
    (B + "data: 5", ["2:7: data: the number 5; a mapping is due"]),
    (B + "data: {w: 5}", ["2:11: data.w: a table is a list of rows, not 5"]),
    ("board: 4\nconstraints: {allow: x}", ["2:14: constraints: a mapping; a list is due"]),
    (B + "instances: {n: 3}", ["2:12: instances: a mapping; a list is due"]),
    (
        B + "instances: [5]",
        ["2:13: instances[1]: the number 5; a mapping of parameters and tables"],
    ),
    (B + "find: uniqe", ["2:7: find: the text 'uniqe' is not accepted; 'unique' or a mapping of "]),
    (
        B + "find: [1]",
        ["2:7: find: a list is not accepted; 'unique' or a mapping of solutions, co"],
    ),
    (
        B + "find: {solutions: al, count: no}",
        [
            "2:19: find.solutions: the text 'al' is not accepted; 'all' or a whole number is; did "
            "you mean 'all'?",
            "2:30: find.count: the text 'no' is not accepted; true or false is",
        ],
    ),
    (
        B + "find: {solutions: 0}",
        ["2:19: find.solutions: 0 is not accepted; 1 to 1,000,000,000 is"],
    ),
    (B + "find: {best: 2}", ["2:14: find.best: best needs an objective: maximize or minimize"]),
    (B + "format: [a]", ["2:9: format: a list is not accepted; text is"]),
    # tables
    (
        "board: 2\ndata:\n  w:\n    - [1, 2]\n    - [3]\n",
        ["5:7: data.w[2]: 1 cells, but the first row has 2"],
    ),
    (
        "board: 2\ndata:\n  w: [[1, 2, 3], [4, 5, 6]]\n",
        ["3:6: data.w: 2 rows of 3, but the board has 2 rows, 2 columns"],
    ),
    ("board: 2\ndata: {w: []}", ["2:11: data.w: an empty table"]),
    (
        "board: 1\ndata:\n  w:\n    - [1.5, no, 12:30, 010, 1e3, ~, true, [1]]\n",
        [
            "4:8: data.w[1][1]: '1.5' is not a whole number (and no single letter, which a table",
            "4:13: data.w[1][2]: 'no' is not a whole number",
            "4:17: data.w[1][3]: '12:30' is not a whole number",
            "4:24: data.w[1][4]: '010' is not a whole number",
            "4:29: data.w[1][5]: '1e3' is not a whole number",
            "4:34: data.w[1][6]: None is not a whole number",
            "4:37: data.w[1][7]: True is not a whole number",
            "4:43: data.w[1][8]: [1] is not a whole number",
        ],
    ),
    (
        "board: 1\ndata: {w: [[a, 1]]}",
        ["2:11: data.w: a table holds whole numbers or letters, not both"],
    ),
    (
        "board: 2\nmaximize: w\ninstances:\n  - w: [[1, 2], [3, 4]]\n  - w: [[1, 2], [3]]\n",
        ["5:17: instances[2].w[2]: 1 cells, but the first row has 2"],
    ),
    (
        "board: 2\nmaximize: w\ninstances:\n  - w: [[1, 2], [3, 4]]\n  - w: [[1, 2]]\n",
        ["5:8: instances[2].w: 1 rows of 2, but the board has 2 rows, 2 columns"],
    ),
    (
        "board: 2\nmaximize: w\ninstances:\n  - w: [[1, 2], [3, 4]]\n  - {}\n",
        ["5:5: instances[2]: the table w is missing"],
    ),
    (
        B + "parameters: {n: {default: 3, maximum: 4}}\ninstances:\n"
        "  - {n: x}\n  - {m: 3}\n  - 5\n",
        [
            "4:9: instances[1].n: the text 'x' is not accepted; a whole number is",
            "5:9: instances[2].m: unknown parameter; accepted are n, picture, regions and data tab",
            "6:5: instances[3]: the number 5; a mapping of parameters and tables is due",
        ],
    ),
    # expressions
    (
        C + "  - all_different: row + colum\n",
        [
            "3:26: constraints[1].all_different: unknown name 'colum'; known are row, column; did "
            "you mean 'column'?"
        ],
    ),
    (C + '  - all_different: "row + colum"', ["3:27: constraints[1].all_different: unknown name"]),
    (C + "  - all_different: 'row + colum'", ["3:27: constraints[1].all_different: unknown name"]),
    (C + '  - all_different: "\\x72ow + colum"', ["3:20: constraints[1].all_different: unknown"]),
    (
        C + "  - all_different: >\n      row +\n      colum",
        ["3:20: constraints[1].all_different: "],
    ),
    (C + "  - all_different: row +\n      colum", ["3:20: constraints[1].all_different: unknown"]),
    (
        C + "  - all_different: row column",
        ["3:24: constraints[1].all_different: 'row column' cann"],
    ),
    (C + "  - all_different: row / 2", ["3:24: constraints[1].all_different: '/' is not accepted"]),
    (C + "  - all_different: row.x + 2", ["3:20: constraints[1].all_different: 'row.x' is not"]),
    (C + "  - all_different: eval(row)", ["3:20: constraints[1].all_different: 'eval' is no func"]),
    (C + "  - all_different: ''", ["3:20: constraints[1].all_different: an empty text"]),
    (C + "  - all_different:", ["3:19: constraints[1].all_different: nothing is not accepted"]),
    (C + "  - all_different: [row]", ["3:20: constraints[1].all_different: a list is not acc"]),
    (C + "  - allow: row", ["3:12: constraints[1].allow: 'row' is a number, a condition such as"]),
    (C + "  - forbid: row = 2", ["3:17: constraints[1].forbid: '=' is not accepted: write '=='"]),
    (C + "  - forbid: 3", ["3:13: constraints[1].forbid: the number 3 is not accepted; text is"]),
    (B + "maximize: row +", ["2:15: maximize: 'row +' cannot be read"]),
    (B + "minimize: wieght", ["2:11: minimize: unknown name 'wieght'; known are row, column"]),
    (f"board: {'1+' * 500_000}1", ["1:8: board: a text of 1,000,001 characters; at most 4,000"]),
    (f"board: {'(' * 1000}1{')' * 1000}", ["1:108: board: nested more than 100 deep"]),
    (f"board: {'1+' * 1000}1", ["1:8: board: nested more than 100 deep"]),
    (f"{C}  - allow: {'not ' * 1000}row < 2", ["3:12: constraints[1].allow: nested more than 150"]),
    (
        C + "  - forbid: row // (row - 2) > 0\n",
        ["3:13: constraints[1].forbid: row // (row - 2) divides by zero at row 2, column 1"],
    ),
    # constraints
    (C + "  - column", ["3:5: constraints[1]: the text 'column'; a constraint is one of all_diff"]),
    (C + "  - {}", ["3:5: constraints[1]: 0 keys; a constraint is one of"]),
    (C + "  - {allow: row < 2, forbid: row < 2}", ["3:5: constraints[1]: 2 keys; a constraint is"]),
    (C + "  - given: 5", ["3:12: constraints[1].given: the number 5 is not accepted; a list is"]),
    (
        C + "  - given: [1, 2]",
        [
            "3:13: constraints[1].given[1]: the number 1 is not accepted; a list is",
            "3:16: constraints[1].given[2]: the number 2 is not accepted; a list is",
        ],
    ),
    (
        C + "  - given: [[1]]",
        ["3:13: constraints[1].given[1]: a list of 1; a list of 2 is accepted"],
    ),
    (
        C + "  - given: [[1, row]]",
        ["3:17: constraints[1].given[1][2]: the row or column of a cell"],
    ),
    (C + "  - given: [[1, 1 +]]", ["3:19: constraints[1].given[1][2]: '1 +' cannot be read"]),
    (C + "  - blocked: [[1, [2]]]", ["3:19: constraints[1].blocked[1][2]: a list is not accepted"]),
    (
        C + "  - no_attack: pawn",
        ["3:16: constraints[1].no_attack: unknown piece 'pawn'; known are"],
    ),
    (
        C + "  - no_attack: [1, 2]",
        ["3:17: constraints[1].no_attack[1]: ", "3:20: constraints[1].n"],
    ),
    (
        C + "  - no_attack: [[1, no]]",
        ["3:21: constraints[1].no_attack[1][2]: the text 'no' is not"],
    ),
    (C + "  - no_attack: [[0, 0]]", ["3:17: constraints[1].no_attack[1]: [0, 0] is no leap"]),
    (
        C + "  - no_attack: []",
        ["3:16: constraints[1].no_attack: no leaps; a list of pairs such as"],
    ),
    (
        C + "  - total: 3",
        ["3:12: constraints[1].total: the number 3 is not accepted; a mapping is"],
    ),
    (
        C + "  - total: {of: row}",
        ["3:12: constraints[1].total: no bound; one or more of at_least,"],
    ),
    (C + "  - total: {at_least: 3}", ["3:12: constraints[1].total: of is missing"]),
    (
        C + "  - total: {of: row, at_most: row}",
        ["3:31: constraints[1].total.at_most: a bound is one"],
    ),
    # parameters and sizes
    (
        B + "parameters: {n: {default: 9, maximum: 8}}",
        ["2:17: parameters.n: the default 9 is too large: at most 8 is accepted"],
    ),
    (
        B + "parameters: {n: {default: 9, maximum: 10}}\ninstances:\n  - {n: 10}\n  - {n: 11}\n",
        ["5:9: instances[2].n: 11 is too large: at most 10 is accepted"],
    ),
    (B + "parameters: {row: 3}", ["2:19: parameters.row: 'row' cannot name a parameter"]),
    (
        B + "parameters: {picture: 3}",
        ["2:23: parameters.picture: 'picture' cannot name a parameter"],
    ),
    (
        "board: {rows: 5, columns: 4}",
        ["1:8: board: a board of 5 rows, 4 columns: one queen stands"],
    ),
    ("board: 0", ["1:8: board: a board of 0 rows, 0 columns; 1 to 10,000,000 are accepted"]),
    (
        "picture: |\n  .\n  .\n",
        ["1:10: picture: a board of 2 rows, 1 columns: one queen stands in"],
    ),
    (
        "parameters: {n: 3}\nboard: n\ninstances:\n  - {n: 2}\n  - {n: 0}\n",
        ["2:8: board: a board of 0 rows, 0 columns; 1 to 10,000,000 are accepted (in instance 2)"],
    ),
    (
        "parameters: {n: 3}\nboard: n - 3\ninstances:\n  - {}\n  - {}\n",
        ["2:8: board: a board of 0 rows, 0 columns; 1 to 10,000,000 are accepted"],
    ),
    # drawings
    (
        B + "picture: |\n  Q..\n  ...\n",
        ["2:10: picture: 2 rows of 3, but the board has 4 rows, 4 co"],
    ),
    (B + "regions: [AB, AB]", ["2:10: regions: 2 rows of 2, but the board has 4 rows, 4 columns"]),
    (
        "picture: |\n  Q..\n  .Z\n  ...\n",
        [
            "1:10: picture: row 2 has 2 cells, but the first row has 3",
            "1:10: picture: row 2 has 'Z'; accepted are '.' free, 'Q' a queen given, 'x' no queen",
        ],
    ),
    ("picture: [.Q, 12]", ["1:15: picture[2]: the number 12 is not accepted; text is"]),
    ("picture: ''", ["1:10: picture: nothing is drawn"]),
    (
        "regions: ['']",
        ["1:10: regions: a board of 1 rows, 0 columns; 1 to 10,000,000 are accepted"],
    ),
    # queens given
    (
        C + "  - given: [[1, 2], [5, 1], [2, 0], [1, 2]]\n",
        [
            "3:21: constraints[1].given[2]: (5, 1) is off the board of 4 rows, 4 columns (counted",
            "3:29: constraints[1].given[3]: (2, 0) is off the board",
            "3:37: constraints[1].given[4]: a queen stands on (1, 2) already",
        ],
    ),
    (
        f"{C}{QUEENS}  - given: [[1, 1], [2, 3], [3, 3]]\n",
        [
            "6:29: constraints[4].given[3]: given queens (2, 3) and (3, 3) attack each other: they "
            "share a column (column = 3)",
            "6:29: constraints[4].given[3]: given queens (1, 1) and (3, 3) attack each other: they "
            "share a diagonal (row - column = 0)",
        ],
    ),
    (
        f"constraints:\n{QUEENS}picture: |\n  .Q..\n  Q...\n  ....\n  ....\n",
        [
            "5:10: picture: given queens (1, 2) and (2, 1) attack each other: they share an "
            "antidiagonal (row + column = 3)"
        ],
    ),
    (
        C + "  - no_attack: knight\n  - given: [[1, 1], [3, 2]]\n",
        ["4:21: constraints[2].given[2]: given queens (1, 1) and (3, 2) attack each other (kn"],
    ),
    (
        C + "  - given: [[1, 1]]\ninstances:\n  - {}\n  - picture: [x..., ...., ...., ....]\n",
        [
            "3:13: constraints[1].given[1]: the given queen (1, 1) stands on a blocked cell (in "
            "instance 2)"
        ],
    ),
    # regions, sums
    (
        B + "regions: [AAAA, AABB, BBBB, CCCC]\nconstraints:\n  - exactly_one: region\n",
        ["4:18: constraints[1].exactly_one: 3 regions, 4 rows: every region must hold one queen"],
    ),
    (
        "board: 2\ndata:\n  w: [[9223372036854775807, 0], [1, 1]]\nmaximize: w\n",
        ["4:11: maximize: the sum of w over the queens may not fit 64 bits"],
    ),
    (
        "board: 2\ndata:\n  w: [[9223372036854775808, 0], [1, 1]]\nmaximize: w\n",
        ["3:8: data.w[1][1]: 9223372036854775808 does not fit 64 bits"],
    ),
    (
        B + "maximize: row\nminimize: row",
        ["3:11: minimize: maximize and minimize exclude each other"],
    ),
    # YAML
    ("board: &a 4\nname: *a", ["1:8: board: an anchor; write the value out where it is needed"]),
    ("board: *a", ["1:8: board: an alias; write the value out"]),
    ("board: !!int 4", ["1:8: board: a tag (tag:yaml.org,2002:int); plain values are accepted"]),
    ("board: !x 4", ["1:8: board: a tag (!x); plain values are accepted"]),
    ("!!python/object/apply:os.system [ls]", ["1:1: a tag (tag:yaml.org,2002:python/object/app"]),
    ("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n", ["1:4: a: an anchor"]),
    (B + "---\nboard: 5", ["2:1: a second document; a model file holds one"]),
    ("board: 4\n...\n---\n", ["3:1: a second document"]),
    ("[" * 1000, ["1:14: [1][1][1][1][1][1][1][1][1][1][1][1][1]: nested more than 12 deep"]),
    ("board: " + "{a: " * 1000, ["1:56: board.a.a.a.a.a.a.a.a.a.a.a.a: nested more than 12 deep"]),
    ("- " * 100_000, ["1:27: [1][1]"]),
    ("board: [", ["2:1: no YAML: while parsing a flow node"]),
    ("board: 4\n\tname: x", ["2:1: no YAML: while scanning"]),
    ("board: 'x", ["1:10: no YAML: while scanning a quoted scalar"]),
    ("board: 4\nname: ü\x07", ["2:8: the character '\\x07' is not accepted in YAML"]),
    ("ü\nname: \x00", ["2:7: the character '\\x00' is not accepted in YAML"]),
    ("name: \ud800", ["1:7: the character '\\ud800' is not accepted in YAML"]),
]


@pytest.mark.parametrize(("text", "expected"), REFUSALS, ids=[text[:30] for text, _ in REFUSALS])
def test_refusals(text: str, expected: list[str]) -> None:
    found = faults(text)
    assert [line[: len(words)] for line, words in zip(found, expected, strict=True)] == expected


def test_everything_wrong_is_reported_at_once() -> None:
    text = """\
name: 8
board: {rows: 4, columns: 4}
colour: red
parameters: {n: 3}
constraints:
  - all_different: colum
  - no_attack: pawn
  - alow: row < 2
  - given: [[1, 9], [2, 2], [3, 3]]
  - all_different: row - column
  - allow: row +
find: {solutions: none}
name: x
"""
    assert [line.split(": ")[0] + ": " + line.split(": ")[1] for line in faults(text)] == [
        "1:7: name",
        "3:1: colour",
        "6:20: constraints[1].all_different",
        "7:16: constraints[2].no_attack",
        "8:5: constraints[3].alow",
        "9:13: constraints[4].given[1]",
        "9:29: constraints[4].given[3]",
        "11:16: constraints[6].allow",
        "12:19: find.solutions",
        "13:1: name",
    ]


def test_formats_are_checked_where_they_are_known() -> None:
    assert parse(B + "format: any").format == "any"
    assert faults(B + "format: cheker", ["checker", "uva167"]) == [
        "2:9: format: unknown format 'cheker'; known are checker, uva167; did you mean 'checker'?"
    ]


def test_many_faults_are_counted() -> None:
    cells = ", ".join(["no"] * 500)
    found = faults(f"board: 500\ndata: {{w: [[{cells}]]}}\n")
    assert len(found) == 101
    assert found[-1] == "… and 400 more"


def test_large_files_are_refused_or_read_fast(tmp_path: Path) -> None:
    keys = "".join(f"k{i}: {i}\n" for i in range(3000))
    assert faults(B + keys)[-1] == "… and 2900 more"
    assert faults(B + "name: x\n" * 3000)[-1] == "… and 2899 more"
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(ModelError, match=r"large\.yaml: larger than 16 MiB$"):
        load(path)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", ":1:1: nothing; a model is a mapping of keys"),
        (b"board: 4\nname: \x00", ":2:7: the character '\\x00' is not accepted in YAML"),
        ("board: 4\ntitle: K\u00f6nigin".encode("latin-1"), ":2:9: no UTF-8 text (byte 0xf6)"),
        ("# ü\nname: ".encode() + b"\xff", ":2:7: no UTF-8 text (byte 0xff)"),
        ("board: 4".encode("utf-16"), ":1:1: no UTF-8 text (byte 0xff)"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", ":1:1: no UTF-8 text (byte 0x89)"),
        (b"\x1f\x8b\x08\x00", ":1:2: no UTF-8 text (byte 0x8b)"),
        (b"\x7fELF\x02\x01\x01", ":1:1: the character '\\x7f' is not accepted in YAML"),
        (b"\xef\xbb\xbfboard: no", ":1:8: board: unknown name 'no'; the model has no parameters"),
    ],
)
def test_files_that_hold_no_model(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "m.yaml"
    path.write_bytes(content)
    with pytest.raises(ModelError) as caught:
        cq.load(path)
    assert str(caught.value) == f"{path}{expected}"


def test_files_that_are_not_there(tmp_path: Path) -> None:
    def refused(name: Any) -> str:
        with pytest.raises(ModelError) as caught:
            cq.load(name)
        return str(caught.value)

    missing = tmp_path / "missing.yaml"
    assert refused(missing) == f"{missing}: cannot be read: no such file or directory"
    assert refused(tmp_path) == f"{tmp_path}: a directory; a model file is due"
    assert refused("sultn") == (
        f"sultn: no such file, and no model of this name ships; there are "
        f"{', '.join(shipped_models())}; did you mean 'sultan'?"
    )
    assert refused("a\0b") == "'a\\x00b': no name of a file"
    assert "cannot be read" in refused("x" * 5000 + ".yaml")
    assert "no model of this name ships" in refused("x" * 5000)
    assert refused("") == ".: a directory; a model file is due"
    with pytest.raises(ModelError, match="no name of a file"):
        read_text("a\0b")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="all files can be read here")
def test_files_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    path.touch(mode=0)
    with pytest.raises(ModelError, match="cannot be read: permission denied"):
        cq.load(path)


def test_bare_names_and_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_model("queens") == shipped_models()["queens"]
    Path("queens").mkdir()
    assert find_model("queens") == shipped_models()["queens"]
    Path("mine").write_text("board: 2\nname: mine\n", encoding="utf-8")
    assert cq.load("mine").name == "mine"
    assert cq.load(Path("mine")).name == "mine"
    Path("sultan").write_text("board: 2\nname: my sultan\n", encoding="utf-8")
    assert cq.load("sultan").name == "sultan"
    assert cq.load("./sultan").name == "my sultan"
    Path("checker").write_bytes(b"\x7fELF\x80")
    assert cq.load("checker").name == "checker"
    assert cq.load("queens", n=5) == cq.queens(5)
    with pytest.raises(ModelError, match="the model has no parameter 'm'; it has n"):
        cq.load("queens", m=5)
    assert {"queens", "sultan", "checker", "poj3239"} <= set(shipped_models())


TABLE_OF_KEYS = """
    name title source notes parameters board picture regions data constraints maximize minimize
    find instances format
"""
TABLE_OF_CONSTRAINTS = (
    "all_different exactly_one no_attack allow forbid given blocked total symmetric"
)


def test_keys_are_those_of_the_language() -> None:
    assert list(ModelKeys.__struct_fields__) == TABLE_OF_KEYS.split()
    assert list(ConstraintKeys.__struct_fields__) == TABLE_OF_CONSTRAINTS.split()
    assert [each.key for each in CONSTRAINTS] == TABLE_OF_CONSTRAINTS.split()
    assert list(FindKeys.__struct_fields__) == ["solutions", "count", "best"]
    assert list(BoardKeys.__struct_fields__) == ["rows", "columns"]
    assert list(TotalKeys.__struct_fields__) == ["of", "at_least", "at_most", "equals"]
    assert list(ParameterKeys.__struct_fields__) == ["default", "minimum", "maximum"]


SCHEMA = json_schema()


def accepted(text: str) -> bool:
    return bool(jsonschema.Draft202012Validator(SCHEMA).is_valid(yaml.safe_load(text)))


def test_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA
    model = SCHEMA["$defs"]["ModelKeys"]
    assert list(model["properties"]) == TABLE_OF_KEYS.split()
    constraint = SCHEMA["$defs"]["ConstraintKeys"]
    assert list(constraint["properties"]) == TABLE_OF_CONSTRAINTS.split()
    for described in (model, constraint):
        for key, value in described["properties"].items():
            assert value.get("description") or key == "constraints"


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.yaml")), ids=lambda path: path.stem)
def test_schema_accepts_shipped_models(path: Path) -> None:
    assert accepted(path.read_text(encoding="utf-8"))


def test_schema_accepts_every_key() -> None:
    assert accepted(RICH)
    assert accepted(parse(RICH).to_yaml())
    assert accepted(B + "find: unique\nminimize: 3")


@pytest.mark.parametrize(
    "text",
    [
        B + "colour: red",
        B + "name: 8",
        "board: [3, 4]",
        "board: {rows: 3}",
        "board: {rows: 3, columns: 4, depth: 5}",
        C + "  - {}",
        C + "  - {allow: row < 2, forbid: row < 2}",
        C + "  - alow: row < 2",
        C + "  - given: [[1]]",
        C + "  - given: [[1, 2.5]]",
        C + "  - blocked: 3",
        C + "  - total: {at_least: 3}",
        C + "  - all_different: [row]",
        B + "parameters: {n: 1.5}",
        B + "parameters: {n: {minimum: 1}}",
        B + "data: {w: 5}",
        B + "data: {w: [[1.5]]}",
        B + "find: uniqe",
        B + "find: {solutions: some}",
        B + "instances: {n: 3}",
        B + "instances: [5]",
        B + "instances: [{n: 1.5}]",
        "[1]",
    ],
)
def test_schema_refuses_what_the_reader_refuses(text: str) -> None:
    assert not accepted(text)
    assert faults(text)
