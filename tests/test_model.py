"""Models built in Python: what they take, keep, derive and refuse."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pytest

import cpqueens as cq
from cpqueens import Find, Model, ModelError, Parameter, column, row
from cpqueens.board import Board
from cpqueens.constraints import Constraint, NoAttack, Total
from cpqueens.errors import Origin, Position, Problem, did_you_mean, path_text
from cpqueens.model import InstanceValues, Size

NUMBERS = ((1, -2, 3), (4, 5, 6))
LETTERS = ("AAb", "Bbb")
QUEENS = [cq.all_different(line) for line in (column, row + column, row - column)]


def problems(make: Callable[[], object]) -> list[str]:
    with pytest.raises(ModelError) as caught:
        make()
    assert str(caught.value) == "\n".join(map(str, caught.value.problems))
    return [str(problem) for problem in caught.value.problems]


def model(**keys: Any) -> Callable[[], Model]:
    return lambda: Model(**{"board": 3, **keys})


@pytest.mark.parametrize(
    "board",
    [
        (2, 3),
        [2, 3],
        ("2", "3"),
        (np.int64(2), np.array(3)),
        ("n", "n + 1"),
        (cq.expression("n"), "n+1"),
        Size(cq.expression(2), cq.expression(3)),
    ],
)
def test_boards(board: Any) -> None:
    found = Board(Model(board=board, parameters={"n": 2}))
    assert (found.rows, found.columns) == (2, 3)


def test_square_boards() -> None:
    for side in (4, "4", "n", np.int32(4), cq.expression("n + 0")):
        made = Model(board=side, parameters={"n": 4})
        assert (Board(made).rows, Board(made).columns) == (4, 4)
    assert Model(board=4) == Model(board=(4, 4)) == Model(board="4")
    assert Model(board=4) != Model(board="n", parameters={"n": 4})


@pytest.mark.parametrize(
    "table",
    [
        [[1, -2, 3], [4, 5, 6]],
        ((1, -2, 3), (4, 5, 6)),
        np.array([[1, -2, 3], [4, 5, 6]]),
        np.array([[1, -2, 3], [4, 5, 6]], dtype=np.int8),
        np.asfortranarray([[1, -2, 3], [4, 5, 6]]),
        [np.array([1, -2, 3]), np.array([4, 5, 6])],
        [pd.Series([1, -2, 3]), [4, 5, 6]],
        pd.DataFrame([[1, -2, 3], [4, 5, 6]]),
        pd.DataFrame({"a": [1, 4], "b": [-2, 5], "c": [3, 6]}, dtype="Int64"),
        (line for line in NUMBERS),
        [range(1, 4), [4, 5, 6]],
    ],
    ids=lambda table: type(table).__name__,
)
def test_tables_of_numbers(table: Any) -> None:
    if isinstance(table, list) and isinstance(table[0], range):
        expected: Any = ((1, 2, 3), (4, 5, 6))
    else:
        expected = NUMBERS
    made = Model(board=(2, 3), data={"weight": table}, maximize="weight")
    assert made.data == {"weight": expected}
    assert all(type(cell) is int for line in made.data["weight"] for cell in line)
    assert Board(made).values == [list(line) for line in expected]


@pytest.mark.parametrize(
    "table",
    [
        ["AAb", "Bbb"],
        "AAb\nBbb\n",
        "AAb Bbb",
        [["A", "A", "b"], ["B", "b", "b"]],
        np.array([["A", "A", "b"], ["B", "b", "b"]]),
        pd.DataFrame([["A", "A", "b"], ["B", "b", "b"]]),
        pd.DataFrame([["A", "A", "b"], ["B", "b", "b"]], dtype=object),
    ],
    ids=lambda table: type(table).__name__,
)
def test_tables_of_letters(table: Any) -> None:
    made = Model(board=(2, 3), data={"colour": table}, constraints=[cq.all_different("colour")])
    assert made.data == {"colour": LETTERS}
    assert len({label for line in Board(made).families[0].labels for label in line}) == 3
    drawn = Model(regions=table if not isinstance(table, pd.DataFrame) else table.to_numpy())
    assert drawn.regions == LETTERS
    assert drawn.tables == {"region": LETTERS}


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ([], ["data.w: an empty table; a row for each row of the board is due"]),
        ("", ["data.w: an empty table; a row for each row of the board is due"]),
        ([[], []], ["data.w[1]: an empty row", "data.w[2]: an empty row"]),
        ([[1, 2], [3]], ["data.w[2]: 1 cells, but the first row has 2"]),
        (5, ["data.w: a table is a list of rows, not 5"]),
        (None, ["data.w: a table is a list of rows, not None"]),
        ({1: 2}, ["data.w: a table is a list of rows, not {1: 2}"]),
        ([1, 2], [f"data.w[{i}]: a row is a list of cells, not {i}" for i in (1, 2)]),
        (np.array([7]), ["data.w[1]: a row is a list of cells, not 7"]),
        (np.array(7), ["data.w: a table is a list of rows, not 7"]),
        ([b"ab"], ["data.w[1]: a row is a list of cells, not b'ab'"]),
        ([[1, 2], ["a", "b"]], ["data.w: a table holds whole numbers or letters, not both"]),
        ([[2**63, 1]], ["data.w[1][1]: 9223372036854775808 does not fit 64 bits"]),
        ([[1, -(2**63)]], ["data.w[1][2]: -9223372036854775808 does not fit 64 bits"]),
    ],
)
def test_tables_refused(table: Any, expected: list[str]) -> None:
    assert problems(model(data={"w": table})) == expected
    with_data = Model(board=1).with_data
    assert problems(lambda: with_data(w=table)) == expected
    if str(table) not in ("5", "7"):
        instance = [text.replace("data.w", "instances[1].w") for text in expected]
        assert problems(model(instances=[{"w": table}])) == instance


@pytest.mark.parametrize(
    "cell",
    [1.0, 1.5, float("nan"), None, "1", "ab", "", "-", True, np.bool_(False), np.float64(2), [1]],
)
def test_cells_refused(cell: Any) -> None:
    assert problems(model(data={"w": [[1, 2], [cell, 4]]})) == [
        f"data.w[2][1]: {cell!r} is not a whole number (and no single letter, which a table may "
        "hold instead)"
    ]
    if isinstance(cell, float):
        frame = pd.DataFrame([[1, 2], [cell, 4]])
        assert "is not a whole number" in problems(model(data={"w": frame}))[0]


def test_many_faults_are_counted_not_printed() -> None:
    with pytest.raises(ModelError) as caught:
        Model(board=30, data={"w": np.zeros((30, 30))})
    assert len(caught.value.problems) == 900
    lines = str(caught.value).split("\n")
    assert len(lines) == 101
    assert lines[-1] == "… and 800 more"


def test_drawings() -> None:
    for picture in ("Q..\n.x.\n", "Q.. .x.", ["Q..", ".x."], (list("Q.."), list(".x."))):
        made = Model(picture=picture)
        assert made.picture == ("Q..", ".x.")
        assert Board(made).allowed == (0b001, 0b101)
    assert problems(model(board=None, picture="")) == ["picture: nothing is drawn"]
    assert problems(model(board=None, regions=[])) == ["regions: nothing is drawn"]
    assert problems(model(picture="Q..\n.q\n")) == [
        "picture: row 2 has 2 cells, but the first row has 3",
        "picture: row 2 has 'q'; accepted are '.' free, 'Q' a queen given, 'x' no queen here",
    ]
    assert problems(model(regions="AB1\nA.B\nABA")) == [
        "regions: row 1 has '1'; accepted are a letter for each cell",
        "regions: row 2 has '.'; accepted are a letter for each cell",
    ]
    for wrong in (5, [1, 2], np.array([[1, 2]]), [None]):
        (found,) = problems(model(regions=wrong))
        assert found.startswith("regions: ")
        assert found.endswith(" is not accepted; a text, or a list of texts, one a row, is")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"a b": 1}, ["parameters.a b: 'a b' cannot name a parameter: a name has letters, digits"]),
        ({"row": 1}, ["parameters.row: 'row' cannot name a parameter: 'row' is a word of the"]),
        ({"if": 1}, ["parameters.if: 'if' cannot name a parameter: 'if' is a word of the model"]),
        ({"n": 1.5}, ["parameters.n: 1.5 is not a whole number"]),
        ({"n": True}, ["parameters.n: True is not a whole number"]),
        ({"n": None}, ["parameters.n: None is not a whole number"]),
        ({"n": "8"}, ["parameters.n: '8' is not a whole number"]),
        ({"n": Parameter(1.5)}, ["parameters.n.default: 1.5 is not a whole number"]),  # type: ignore[arg-type]
        ({"n": {"default": None}}, ["parameters.n.default: None is not a whole number"]),
        ({"n": {"default": 1, "minimum": "0"}}, ["parameters.n.minimum: '0' is not a whole"]),
        ({"n": {"minimum": 1}}, ["parameters.n: {'minimum': 1} is not accepted; a default, and"]),
        ({"n": {"default": 1, "max": 3}}, ["parameters.n: {'default': 1, 'max': 3} is not acc"]),
        ({"n": Parameter(1, 2)}, ["parameters.n: the default 1 is too small: at least 2 is"]),
        ({"n": Parameter(4, 2, 3)}, ["parameters.n: the default 4 is too large: at most 3 is"]),
        ({"n": Parameter(4, 5, 3)}, ["parameters.n: the minimum 5 is greater than the maximum 3"]),
        ({"n": 2**63}, ["parameters.n: the default 9223372036854775808 does not fit 64 bits"]),
        ({"m": Parameter(4, 5), "n": Parameter(4, 5)}, ["parameters.m: the", "parameters.n: the"]),
    ],
)
def test_parameters_refused(values: Any, expected: list[str]) -> None:
    found = problems(model(parameters=values))
    assert len(found) == len(expected)
    for text, words in zip(found, expected, strict=True):
        assert text.startswith(words)


def test_parameters() -> None:
    bounds = {"default": np.int64(4), "minimum": 2, "maximum": None}
    for value in (Parameter(4, 2), bounds, Parameter(np.int64(4), np.int8(2))):  # type: ignore[arg-type]
        made = Model(board="n", parameters={"n": value})
        assert made.parameters == {"n": Parameter(4, 2, None)}
        assert type(made.values["n"]) is int
        assert made.with_parameters(n=np.int64(7)).parameters == {"n": Parameter(7, 2, None)}
        assert made.values == {"n": 4}
    assert problems(lambda: made.with_parameters(n=1, m=2, N=3)) == [
        "parameter n: 1 is too small: at least 2 is accepted",
        "the model has no parameter 'm'; it has n",
        "the model has no parameter 'N'; it has n; did you mean 'n'?",
    ]
    for wrong in (2.0, "3", None, True):
        expected = [f"parameter n: {wrong!r} is not a whole number"]
        assert problems(lambda wrong=wrong: made.with_parameters(n=wrong)) == expected
    assert problems(lambda: Model(board=3).with_parameters(n=3)) == [
        "the model has no parameter 'n'; it has none"
    ]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"board": None}, "board: the size of the board is missing: give board: n, or {rows: …"),
        ({"board": (2, 3, 4)}, "board: (rows, columns) is due, not (2, 3, 4)"),
        ({"board": 2.5}, "board: an expression is text, a whole number or built from row and col"),
        ({"board": (2, "n +")}, "board.columns: 'n +' cannot be read"),
        ({"board": "n / 2"}, "board: '/' is not accepted: whole-number division is '//'"),
        ({"board": "n"}, "board: unknown name 'n'; the model has no parameters"),
        (
            {"board": "size", "parameters": {"sizes": 3}},
            "board: unknown name 'size'; known are sizes; did you mean 'sizes'?",
        ),
        ({"board": row}, "board: the size of the board is one number: it cannot depend on row"),
        (
            {"board": (3, "w"), "data": {"w": [[1]]}},
            "board.columns: the size of the board is one number: it cannot depend on w",
        ),
        ({"constraints": cq.all_different(row)}, "constraints: a list is due, not AllDifferent("),
        ({"constraints": 5}, "constraints: a list is due, not 5"),
        (
            {"constraints": [cq.all_different(row), "column"]},
            "constraints[2]: 'column' is no constraint; accepted are what all_different, exactly_",
        ),
        (
            {"constraints": [cq.all_different("rwo")]},
            "constraints[1].all_different: unknown name 'rwo'; known are row, column; did you mean",
        ),
        (
            {"constraints": [cq.allow("x < 3")]},
            "constraints[1].allow: unknown name 'x'; known are row, column",
        ),
        (
            {"regions": "AB BA", "constraints": [cq.exactly_one("region % 2")]},
            "constraints[1].exactly_one: region is a table of letters: it can be the whole label",
        ),
        (
            {"regions": "AB BA", "maximize": "region"},
            "maximize: region is a table of letters: it can be the whole label of an all_differ",
        ),
        (
            {"data": {"c": ["A"]}, "constraints": [cq.forbid("c == 1")]},
            "constraints[1].forbid: c is a table of letters",
        ),
        ({"data": {"row": [[1]]}}, "data.row: 'row' cannot name a data table: 'row' is a word"),
        ({"data": {"n": [[1]]}, "parameters": {"n": 1}}, "data.n: 'n' is a parameter already"),
        (
            {"data": {"region": ["A"]}, "regions": "A"},
            "data.region: the table region is drawn by regions already",
        ),
        (
            {"data": {"region": ["A"]}, "instances": [{"regions": "A"}]},
            "data.region: the table region is drawn by regions already",
        ),
        (
            {"parameters": {"region": 1}, "instances": [{"regions": "A"}]},
            "parameters.region: 'region' is the table that regions draw",
        ),
        (
            {"constraints": [cq.given((1, "row"))]},
            "constraints[1].given[1][2]: the row or column of a cell is one number: it cannot dep",
        ),
        (
            {"constraints": [cq.blocked((1, 1), ("m", 1))]},
            "constraints[1].blocked[2][1]: unknown name 'm'; the model has no parameters",
        ),
        (
            {"constraints": [cq.no_attack("pawn")]},
            "constraints[1].no_attack: unknown piece 'pawn'; known are queen, rook, bishop, king,",
        ),
        (
            {"constraints": [cq.no_attack([])]},
            "constraints[1].no_attack: no leaps; a list of pairs such as [[1, 2], [2, 1]] is acc",
        ),
        (
            {"constraints": [NoAttack()]},
            "constraints[1].no_attack: no leaps; a list of pairs such as [[1, 2], [2, 1]] is acc",
        ),
        (
            {"constraints": [cq.no_attack([(1, 1), (0, 0)])]},
            "constraints[1].no_attack[2]: [0, 0] is no leap: it stays on its cell",
        ),
        (
            {"constraints": [cq.no_attack([(1, -(10**30))])]},
            f"constraints[1].no_attack[1]: [1, -1{'0' * 30}] is too far; leaps of at most 10,000",
        ),
        (
            {"constraints": [Total(cq.expression(row))]},
            "constraints[1].total: no bound; one or more of at_least, at_most, equals is due",
        ),
        (
            {"constraints": [cq.total("w", at_least=1)]},
            "constraints[1].total.of: unknown name 'w'",
        ),
        (
            {"constraints": [cq.total(row, at_most="column")]},
            "constraints[1].total.at_most: a bound is one number: it cannot depend on column",
        ),
        ({"name": 5}, "name: 5 is not accepted; text is"),
        ({"notes": None}, "notes: None is not accepted; text is"),
        ({"format": b"x"}, "format: b'x' is not accepted; text is"),
        ({"maximize": 1, "minimize": 2}, "minimize: maximize and minimize exclude each other"),
        ({"maximize": "1 +"}, "maximize: '1 +' cannot be read"),
        ({"minimize": 1.5}, "minimize: an expression is text, a whole number or built from"),
        ({"minimize": "weight"}, "minimize: unknown name 'weight'; known are row, column"),
        ({"find": 5}, "find: 5 is not accepted; solutions, count and best, or 'unique' are"),
        ({"find": "uniq"}, "find: 'uniq' is not accepted; solutions, count and best, or 'unique'"),
        ({"find": {"solution": 1}}, "find: {'solution': 1} is not accepted; solutions, count and"),
        ({"find": Find(solutions=0)}, "find.solutions: 0 is not accepted; 1 to 1,000,000,000 is"),
        ({"find": Find(solutions=-1, count=True)}, "find.solutions: -1 is not accepted; 0 to 1,0"),
        ({"find": {"solutions": 1.5}}, "find.solutions: 1.5 is not accepted; a whole number or"),
        ({"find": {"solutions": "al"}}, "find.solutions: 'al' is not accepted; a whole number or"),
        ({"find": {"best": "all"}, "maximize": 1}, "find.best: 'all' is not accepted; a whole"),
        ({"find": {"best": 10**10}, "maximize": 1}, "find.best: 10000000000 is not accepted; 1"),
        ({"find": {"best": 2}}, "find.best: best needs an objective: maximize or minimize"),
        (
            {"find": {"best": 2, "solutions": 3}, "maximize": 1},
            "find.best: best and solutions exclude each other",
        ),
        ({"find": {"unique": True, "count": True}}, "find: unique stands alone"),
        ({"instances": [5]}, "instances[1]: 5 is not accepted; a mapping of parameters and tables"),
        ({"instances": [{"n": 5}]}, "instances[1].n: the model has no parameter 'n'; it has none"),
        (
            {"parameters": {"n": 3}, "instances": [{"n": 2.5}]},
            "instances[1].n: 2.5 is not a whole number",
        ),
        (
            {"parameters": {"n": Parameter(3, 1, 4)}, "instances": [{"n": 4}, {"n": 5}]},
            "instances[2].n: 5 is too large: at most 4 is accepted",
        ),
        (
            {"instances": [InstanceValues(parameters={"m": 1})]},
            "instances[1].m: the model has no parameter 'm'",
        ),
        (
            {"instances": [InstanceValues(data={"row": ((1,),)})]},
            "instances[1].row: 'row' cannot name a data table",
        ),
        (
            {"maximize": "w", "instances": [{"w": [[1]]}, {}]},
            "instances[2]: the table w is missing",
        ),
        (
            {
                "constraints": [cq.all_different("region")],
                "instances": [{"regions": "A"}, {"picture": "."}],
            },
            "instances[2]: the table region is missing",
        ),
        (
            {"board": None, "instances": [{"picture": "."}, {}]},
            "board: the size of the board is missing",
        ),
        (
            {"instances": [{"picture": "?"}]},
            "instances[1].picture: row 1 has '?'; accepted are '.' free",
        ),
    ],
)
def test_models_refused(keys: Any, expected: str) -> None:
    (found,) = problems(model(**keys))
    assert found.startswith(expected)


def test_everything_is_reported_at_once_in_the_order_of_the_keys() -> None:
    found = problems(
        model(
            parameters={"n": Parameter(9, maximum=8), "if": 1},
            picture="?",
            board="m",
            constraints=[cq.all_different("x"), cq.no_attack("pawn")],
            maximize="y",
            find={"best": 0},
        )
    )
    assert [text.partition(":")[0] for text in found] == [
        "parameters.n",
        "parameters.if",
        "picture",
        "board",
        "constraints[1].all_different",
        "constraints[2].no_attack",
        "maximize",
        "find.best",
    ]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: cq.all_different(1.5), "an expression is text, a whole number or built from"),  # type: ignore[arg-type]
        (lambda: cq.allow(True), "a condition is text or built from row and column, not True"),  # type: ignore[arg-type]
        (lambda: cq.forbid(row), "a condition is text or built from row and column"),  # type: ignore[arg-type]
        (lambda: cq.given(1, 4), r"a cell is a pair \(row, column\), not 1"),  # type: ignore[arg-type]
        (lambda: cq.given("14"), r"a cell is a pair \(row, column\), not '14'"),
        (lambda: cq.blocked((1, 2, 3)), r"a cell is a pair \(row, column\), not \(1, 2, 3\)"),
        (lambda: cq.blocked((1, 2.5)), r"an expression is text, .* not 2.5"),  # type: ignore[arg-type]
        (lambda: cq.no_attack([1, 2]), r"a leap is a pair \(rows, columns\), not 1"),  # type: ignore[list-item]
        (lambda: cq.no_attack([(1, 2, 3)]), r"a leap is a pair \(rows, columns\), not \(1, 2, 3"),
        (lambda: cq.no_attack([(1.5, 2)]), r"a leap is a pair of whole numbers, not \(1.5, 2\)"),  # type: ignore[list-item]
        (lambda: cq.no_attack([(True, 2)]), r"a leap is a pair of whole numbers, not \(True, 2"),
        (lambda: cq.total(row), "total takes one or more of at_least, at_most and equals"),
    ],
)
def test_constraints_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        make()


def test_constraints_from_all_kinds_of_values() -> None:
    cells = np.argwhere(np.eye(2)) + 1
    assert (
        cq.given(*cells) == cq.given((1, 1), (2, 2)) == cq.given(["1", "1"], (2, cq.expression(2)))
    )
    assert cq.no_attack(np.array([[1, 2]])) == cq.no_attack([(1, 2)]) == cq.no_attack([[1, 2]])
    assert cq.no_attack("king").distances == ((0, 1), (1, 0), (1, 1))
    assert cq.no_attack([(2, 3)]).distances == ((2, 3),)
    assert cq.no_attack("rook").distances == ()
    assert cq.all_different("row+column") == cq.all_different(row + column)
    assert cq.all_different(row) != cq.exactly_one(row)
    assert cq.forbid(row < 2) == cq.forbid("row<2")
    assert cq.allow("row < 2") != cq.allow("row < 3")
    assert cq.total("row", at_least=1) == cq.total(row, at_least=np.int64(1))
    assert cq.total(row, at_least=1) != cq.total(row, at_most=1)
    assert len({cq.all_different(row), cq.all_different("row"), cq.given((1, 1))}) == 2


RICH: dict[str, Any] = {
    "name": "rich",
    "board": "n",
    "parameters": {"n": Parameter(3, 1, 6), "k": 1},
    "picture": "...\n..x\n...",
    "regions": "ABC\nABC\nABC",
    "data": {"weight": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]},
    "constraints": [*QUEENS[:1], cq.exactly_one("region"), cq.total("weight", at_least="k")],
    "maximize": "weight + row",
    "find": {"best": 2},
    "instances": [{"k": 3}, {"weight": [[0] * 3] * 3, "picture": "...\n...\n..."}],
    "format": "checker",
}


def test_finds() -> None:
    for find in ({"best": np.int64(2), "count": True}, Find(best=np.int64(2), count=True)):  # type: ignore[arg-type]
        made = model(maximize="row", find=find)()
        assert made.find == Find(best=2, count=True)
        assert type(made.find.best) is int
    assert model(find="unique")().find == model(find={"unique": True})().find == Find(unique=True)
    assert model(find=None)().find == Find()


def test_equality_is_of_everything_said() -> None:
    assert Model(**RICH) == Model(**RICH)
    others: list[dict[str, Any]] = [
        {"name": "poor"},
        {"title": "x"},
        {"source": "x"},
        {"notes": "x"},
        {"parameters": {"n": 3, "k": 1}},
        {"picture": "...\n...\n..."},
        {"regions": "ABC\nABC\nABB"},
        {"data": {"weight": [[1, 2, 3], [4, 5, 6], [7, 8, 8]]}},
        {"constraints": QUEENS[:1]},
        {"maximize": "row + weight"},
        {"maximize": None, "minimize": "weight + row"},
        {"find": {"best": 3}},
        {"instances": []},
        {"format": None},
    ]
    for other in others:
        assert Model(**RICH) != Model(**{**RICH, **other})


def test_models_are_immutable_and_keep_nothing_of_their_makers() -> None:
    table = np.array([[1, 2], [3, 4]])
    constraints: list[Constraint] = list(QUEENS)
    parameters: dict[str, Any] = {"n": 2}
    instance = {"n": 2}
    instances = [instance]
    made = Model(
        board="n",
        parameters=parameters,
        constraints=constraints,
        data={"w": table},
        instances=instances,
    )
    text = made.to_yaml()
    table[0, 0] = 99
    constraints.clear()
    parameters["m"] = 3
    instance["n"] = 3
    instances.clear()
    assert made.to_yaml() == text
    with pytest.raises(AttributeError):
        made.name = "x"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        made.constraints[0].expression = row  # type: ignore[misc,union-attr]


def test_models_survive_pickling() -> None:
    made = Model(**RICH)
    assert pickle.loads(pickle.dumps(made)) == made


def test_derived_models_leave_theirs_alone() -> None:
    made = Model(board="n", parameters={"n": 3}, constraints=QUEENS, data={"w": [[1] * 3] * 3})
    text = made.to_yaml()
    assert made.with_parameters(n=4).values == {"n": 4}
    other = made.with_data(w=[[2] * 3] * 3, v=[[3] * 3] * 3)
    assert other.data == {"w": ((2,) * 3,) * 3, "v": ((3,) * 3,) * 3}
    assert len(made.with_constraints(cq.forbid(row == 1), cq.no_attack("king")).constraints) == 5
    assert made.with_find("unique").find == made.with_find(Find(unique=True)).find
    assert made.with_find({"solutions": "all"}).find == Find(solutions="all")
    more = made.with_instances([{"n": 3}, {"n": np.int64(2)}, InstanceValues()])
    assert [each.parameters for each in more.instances] == [{"n": 3}, {"n": 2}, {}]
    assert [each.values["n"] for each in more.with_parameters(n=1).each_instance()] == [1, 1, 1]
    assert made.to_yaml() == text


def test_derived_models_are_checked() -> None:
    made = Model(board="n", parameters={"n": 3}, constraints=QUEENS)
    assert problems(lambda: made.with_data(row=[[1]])) == [
        "data.row: 'row' cannot name a data table: 'row' is a word of the model language"
    ]
    assert problems(lambda: made.with_constraints(cq.all_different("x")))[0].startswith(
        "constraints[4].all_different: unknown name 'x'; known are row, column, n"
    )
    assert problems(lambda: made.with_constraints("x"))[0].startswith(  # type: ignore[arg-type]
        "constraints[4]: 'x' is no constraint; accepted are"
    )
    assert problems(lambda: made.with_find(Find(best=2))) == [
        "find.best: best needs an objective: maximize or minimize"
    ]
    assert problems(lambda: made.with_instances([{"m": 1}])) == [
        "instances[1].m: the model has no parameter 'm'; it has n"
    ]


def test_faults_of_derived_models_are_not_looked_for_in_the_file() -> None:
    loaded = cq.load("queens", n=4)
    for derive in (
        lambda: loaded.with_constraints(cq.all_different("x")),
        lambda: loaded.with_data(row=[[1]]),
        lambda: loaded.with_find(Find(best=2)),
        lambda: loaded.with_instances([{"n": 0}]),
    ):
        assert ".yaml" not in problems(derive)[0]
    assert "queens.yaml" in problems(lambda: Board(loaded.with_parameters(n=10**8)))[0]


def test_each_instance() -> None:
    alone = Model(board=3, constraints=QUEENS)
    (only,) = alone.each_instance()
    assert only == alone
    assert only.place == (1, 1)
    first, second = Model(**RICH).each_instance()
    assert (first.place, second.place) == ((1, 2), (2, 2))
    assert first.values == {"n": 3, "k": 3}
    assert second.values == {"n": 3, "k": 1}
    assert first.data["weight"][0] == (1, 2, 3)
    assert second.data["weight"][0] == (0, 0, 0)
    assert first.picture == ("...", "..x", "...")
    assert second.picture == ("...",) * 3
    assert first.regions == second.regions == ("ABC",) * 3
    assert not first.instances
    assert [each.place for each in second.each_instance()] == [(2, 2)]
    assert first.objective == second.objective == ("maximize", cq.expression("weight + row"))
    assert problems(lambda: Board(Model(**RICH))) == [
        "a model of 2 instances where one is due; use solve_all for them all"
    ]


GROUNDED: list[tuple[dict[str, Any], list[str]]] = [
    ({"board": 0}, ["board: a board of 0 rows, 0 columns; 1 to 10,000,000 are accepted"]),
    ({"board": (1, 10**8)}, ["board: a board of 1 rows, 100000000 columns; 1 to 10,000,000 are"]),
    ({"board": (3, 2)}, ["board: a board of 3 rows, 2 columns: one queen stands in every row, so"]),
    ({"board": None, "picture": ". ."}, ["picture: a board of 2 rows, 1 columns: one queen"]),
    ({"board": None, "regions": "A A"}, ["regions: a board of 2 rows, 1 columns: one queen"]),
    ({"board": (2, "3 // 0")}, ["board.columns: 3 // 0 divides by zero"]),
    ({"board": "2 % 0"}, ["board: 2 % 0 divides by zero"]),
    ({"picture": ".. .."}, ["picture: 2 rows of 2, but the board has 3 rows, 3 columns"]),
    ({"regions": "AAA"}, ["regions: 1 rows of 3, but the board has 3 rows, 3 columns"]),
    ({"data": {"w": [[1, 2]]}}, ["data.w: 1 rows of 2, but the board has 3 rows, 3 columns"]),
    (
        {"constraints": [cq.given((4, 1), (1, 0)), cq.blocked((1, 4))]},
        [
            "constraints[1].given[1]: (4, 1) is off the board of 3 rows, 3 columns (counted",
            "constraints[1].given[2]: (1, 0) is off the board",
            "constraints[2].blocked[1]: (1, 4) is off the board",
        ],
    ),
    (
        {"constraints": [cq.given((1, 1), (1, 1)), cq.given((1, 1))]},
        [
            "constraints[1].given[2]: a queen stands on (1, 1) already",
            "constraints[2].given[1]: a queen stands on (1, 1) already",
        ],
    ),
    (
        {"constraints": [cq.given((1, 1), (1, 2))]},
        ["constraints[1].given[2]: given queens (1, 1) and (1, 2) stand in the same row 1"],
    ),
    (
        {"constraints": [cq.given((1, 1), ("1 // 0", 2)), cq.blocked((1, "1 % 0"))]},
        [
            "constraints[1].given[2]: 1 // 0 divides by zero",
            "constraints[2].blocked[1]: 1 % 0 divides by zero",
        ],
    ),
    (
        {"constraints": [*QUEENS, cq.given((1, 1), (2, 2), (3, 2))]},
        [
            "constraints[4].given[3]: given queens (2, 2) and (3, 2) attack each other: they share "
            "a column (column = 2)",
            "constraints[4].given[2]: given queens (1, 1) and (2, 2) attack each other: they share "
            "a diagonal (row - column = 0)",
        ],
    ),
    (
        {"constraints": [cq.no_attack("bishop"), cq.given((1, 3))], "picture": "... .Q. ..."},
        [
            "picture: given queens (1, 3) and (2, 2) attack each other: they share an antidiagonal "
            "(row + column = 4)"
        ],
    ),
    (
        {"constraints": [cq.no_attack("knight"), cq.given((1, 1), (2, 3))]},
        ["constraints[2].given[2]: given queens (1, 1) and (2, 3) attack each other (knight)"],
    ),
    (
        {"constraints": [cq.no_attack([(-2, 1)]), cq.given((1, 1), (3, 2))]},
        ["constraints[2].given[2]: given queens (1, 1) and (3, 2) attack each other (leap -2, 1)"],
    ),
    (
        {
            "regions": "ABA ABB ABC",
            "constraints": [cq.exactly_one("region"), cq.given((1, 1), (2, 1))],
        },
        [
            "constraints[2].given[2]: given queens (1, 1) and (2, 1) attack each other: they share "
            "a line (region = A)"
        ],
    ),
    (
        {"constraints": [cq.given((1, 1)), cq.blocked((1, 1))]},
        ["constraints[1].given[1]: the given queen (1, 1) stands on a blocked cell"],
    ),
    (
        {"constraints": [cq.given((1, 1))], "picture": "x.. ... ..."},
        ["constraints[1].given[1]: the given queen (1, 1) stands on a blocked cell"],
    ),
    (
        {"constraints": [cq.forbid("row < 2"), cq.given((1, 1))]},
        ["constraints[2].given[1]: the given queen (1, 1) stands where forbid: row < 2 lets none"],
    ),
    (
        {"constraints": [cq.allow("column > 1"), cq.given((1, 1))]},
        ["constraints[2].given[1]: the given queen (1, 1) stands where allow: column > 1 let"],
    ),
    (
        {"constraints": [cq.forbid("row // (row - 1) > 0"), cq.given((1, 1))]},
        ["constraints[1].forbid: row // (row - 1) divides by zero at row 1, column 1"],
    ),
    (
        {"constraints": [cq.all_different("row % (column - 2)"), cq.given((1, 2))]},
        ["constraints[1].all_different: row % (column - 2) divides by zero at row 1, column 2"],
    ),
    (
        {"constraints": [cq.all_different("row * 4611686018427387904")]},
        ["constraints[1].all_different: row * 4611686018427387904 does not fit 64 bits at row 3,"],
    ),
    (
        {"constraints": [cq.exactly_one("column * 4611686018427387904 * 1")]},
        ["constraints[1].exactly_one: column * 4611686018427387904 does not fit 64 bits at row 1"],
    ),
    (
        {"constraints": [cq.exactly_one(row + column)]},
        [
            "constraints[1].exactly_one: row + column takes 5 different values on a board of 3 "
            "rows: every value must hold one queen, and every row has one, so that the numbers "
            "must be equal"
        ],
    ),
    (
        {"constraints": [cq.exactly_one(7)]},
        ["constraints[1].exactly_one: 7 takes 1 value on a board of 3 rows"],
    ),
    (
        {"data": {"w": [[2**62, 0, 0], [2**62, 1, 1], [0, 0, 0]]}, "maximize": "w"},
        ["maximize: the sum of w over the queens may not fit 64 bits"],
    ),
    (
        {"data": {"w": [[2**62] * 3] * 3}, "constraints": [cq.total("w", at_least=1)]},
        ["constraints[1].total.of: the sum of w over the queens may not fit 64 bits"],
    ),
    (
        {"constraints": [cq.total(row, at_least="1 // 0")], "minimize": "1 // (row - 2)"},
        [
            "constraints[1].total: 1 // 0 divides by zero",
            "minimize: 1 // (row - 2) divides by zero at row 2, column 1",
        ],
    ),
    (
        {"board": 10**6, "constraints": [*QUEENS, cq.forbid(row < 1)]},
        ["constraints[4].forbid: needs a value for each of 1,000,000 x 1,000,000 cells; at most"],
    ),
]


@pytest.mark.parametrize(("keys", "expected"), GROUNDED)
def test_instances_refused(keys: Any, expected: list[str]) -> None:
    made = model(**keys)()
    found = problems(lambda: Board(made))
    assert len(found) == len(expected)
    for text, words in zip(found, expected, strict=True):
        assert text.startswith(words)


def test_sums_that_just_fit() -> None:
    weights = [[2**62, 0, 0], [2**62 - 1, 1, 1], [0, 0, 0]]
    assert Board(Model(board=3, data={"w": weights}, maximize="w")).values == weights


def test_problems_say_where_and_what() -> None:
    assert path_text(("constraints", 2, "given", 0)) == "constraints[3].given[1]"
    assert path_text(()) == ""
    assert str(Problem("wrong")) == "wrong"
    assert str(Problem("wrong", ("n",), None, "m.yaml")) == "m.yaml: n: wrong"
    assert str(Problem("wrong", ("n",), None, "m.yaml", 3, 7)) == "m.yaml:3:7: n: wrong"
    assert str(ModelError("wrong")) == "wrong"
    origin = Origin("m.yaml", {(): Position(1, 1), ("a",): Position(2, 5, 1)})
    assert str(origin.locate(Problem("wrong", ("a",), 3))) == "m.yaml:2:9: a: wrong"
    assert str(origin.locate(Problem("wrong", ("a", 0), 3))) == "m.yaml:2:5: a[1]: wrong"
    assert str(origin.locate(Problem("wrong", ("b",), 3))) == "m.yaml:1:1: b: wrong"
    moved = msgspec.structs.replace(origin, moved={("b",): ("a",)})
    assert str(moved.locate(Problem("wrong", ("b", 1)))) == "m.yaml:2:5: a[2]: wrong"


def test_near_names_are_suggested() -> None:
    assert did_you_mean("colum", ["row", "column"]) == "; did you mean 'column'?"
    assert did_you_mean("COLUMN", ["row", "column"]) == "; did you mean 'column'?"
    assert did_you_mean("xyz", ["row", "column"]) == ""
    assert did_you_mean("column" * 1000, ["column"]) == ""
    assert did_you_mean("x", []) == ""
