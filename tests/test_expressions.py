"""Expressions and conditions: reading, writing, evaluating, refusing; affine ones."""

from __future__ import annotations

import copy
import pickle
import re
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from cpqueens import ExpressionError, column, maximum, minimum, row
from cpqueens.affine import Affine, affine, line_name
from cpqueens.constraints import condition, expression
from cpqueens.expression_text import parse_condition, parse_expression
from cpqueens.expressions import (
    LARGEST_VALUE,
    Comparison,
    Condition,
    Expression,
    Integer,
    Logic,
    Operation,
    Scope,
    Symbol,
)

N = Symbol("n")
WEIGHT = Symbol("weight")
CELLS = [(r, c) for r in range(1, 4) for c in range(1, 5)]
TABLE = ((3, -1, 0, 7), (0, 2, 2, -5), (9, 1, -4, 6))
NAMES: dict[str, Any] = {"n": 5, "weight": TABLE}
SCOPE = Scope([r for r, _ in CELLS], [c for _, c in CELLS], NAMES)


def structure(node: Any) -> Any:
    """The whole tree, independent of how nodes compare."""
    if isinstance(node, Integer):
        return node.value
    if isinstance(node, Symbol):
        return node.name
    said = node.operators if isinstance(node, Comparison) else node.symbol
    return type(node).__name__, said, *map(structure, node.operands)


def pythons(text: str) -> list[Any]:
    """What Python itself makes of the text at each cell; None where it divides by zero."""
    code = compile(text, "<text>", "eval")
    names = {"__builtins__": {}, "abs": abs, "min": min, "max": max, "n": NAMES["n"]}
    values: list[Any] = []
    for r, c in CELLS:
        try:
            cell = {"row": r, "column": c, "weight": TABLE[r - 1][c - 1]}
            values.append(eval(code, {**names, **cell}))
        except ZeroDivisionError:
            values.append(None)
    return values


leaves = st.one_of(
    st.integers(-9, 9).map(Integer), st.sampled_from([row, column, Symbol("n"), Symbol("weight")])
)


def grown(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    operators = st.sampled_from(["+", "-", "*", "//", "%"])
    functions = st.sampled_from([minimum, maximum])
    return st.one_of(
        st.builds(Operation, operators, parts, parts),
        parts.map(lambda part: -part),
        parts.map(abs),
        st.builds(lambda f, a: f(*a), functions, st.lists(parts, min_size=2, max_size=4)),
    )


expressions = st.recursive(leaves, grown, max_leaves=12)
relations = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
comparisons = st.lists(st.tuples(relations, expressions), min_size=1, max_size=3).flatmap(
    lambda chain: st.builds(
        lambda first: Comparison(
            tuple(symbol for symbol, _ in chain), (first, *(part for _, part in chain))
        ),
        expressions,
    )
)
conditions: st.SearchStrategy[Condition] = st.recursive(
    comparisons,
    lambda parts: st.one_of(
        st.builds(Logic, st.sampled_from(["and", "or"]), parts, parts, parts),
        st.builds(Logic, st.just("not"), parts),
    ),
    max_leaves=5,
)


BUILT: list[tuple[str, Any]] = [
    ("row + column", row + column),
    ("row-column", row - column),
    ("2 * row - 3", 2 * row - 3),
    ("3 - row", 3 - row),
    ("(row + column) * n", (row + column) * N),
    ("row + column * n", row + column * N),
    ("row // 2 % 3", row // 2 % 3),
    ("row // (2 % column)", row // (2 % column)),
    ("7 // row", 7 // row),
    ("7 % row", 7 % row),
    ("-row", -row),
    ("+row", row),
    ("-(row + 1)", -(row + 1)),
    ("-5", Integer(-5)),
    ("--5", Integer(5)),
    ("row - -5", row - (-5)),
    ("abs(row - column)", abs(row - column)),
    ("min(row, column, 3)", minimum(row, column, 3)),
    ("max(row, -column)", maximum(row, -column)),
    ("  row\n+\tcolumn ", row + column),
    ("((row))", row),
    ("weight", WEIGHT),
    ("9223372036854775807", Integer(LARGEST_VALUE)),
]


@pytest.mark.parametrize(("text", "built"), BUILT)
def test_text_and_operators_give_the_same_expression(text: str, built: Expression) -> None:
    read = parse_expression(text)
    assert structure(read) == structure(built)
    assert read == built
    assert hash(read) == hash(built)
    assert bool(read != built) is False


@pytest.mark.parametrize(
    ("text", "built"),
    [
        ("row < column", row < column),
        ("3 > row", row < 3),
        ("row <= 3", row <= 3),
        ("row > 1", row > 1),
        ("row >= n", row >= N),
        ("row == 2 and column != 3", (row == 2) & (column != 3)),
        ("row < 2 or row > 3 or column == 1", (row < 2) | (row > 3) | (column == 1)),
        ("not row < 2", ~(row < 2)),
        ("not (row < 2 and column < 2)", ~((row < 2) & (column < 2))),
        ("row < 2 and (column < 2 and n < 2)", (row < 2) & (column < 2) & (N < 2)),
        ("row < 2 and column < 2 or n < 2", ((row < 2) & (column < 2)) | (N < 2)),
        ("row < 2 and (column < 2 or n < 2)", (row < 2) & ((column < 2) | (N < 2))),
        ("1 < row <= 4", Comparison(("<", "<="), (Integer(1), row, Integer(4)))),
    ],
)
def test_text_and_operators_give_the_same_condition(text: str, built: Condition) -> None:
    read = parse_condition(text)
    if text != "3 > row":
        assert structure(read) == structure(built)
        assert Condition.__eq__(read, built)
        assert hash(read) == hash(built)
    assert read.evaluate(SCOPE) == built.evaluate(SCOPE) == pythons(text)


@given(expressions)
@example(Integer(-5) % Integer(3))
@example(-(row % 3))
@example(-row % 3)
@example(parse_expression("--row"))
@example(row - (column - N))
def test_expressions_read_back_from_their_text(e: Expression) -> None:
    assert structure(parse_expression(str(e))) == structure(e)
    assert parse_expression(str(e)) == e


@given(conditions)
@example(~~(row < 2))
@example(~((row < 2) | ~(column < 2)))
def test_conditions_read_back_from_their_text(c: Condition) -> None:
    assert structure(parse_condition(str(c))) == structure(c)
    assert Condition.__eq__(parse_condition(str(c)), c)


@given(expressions)
def test_expressions_have_pythons_values(e: Expression) -> None:
    expected = pythons(str(e))
    assume(all(value is None or abs(value) <= LARGEST_VALUE for value in expected))
    for cell, value in enumerate(expected):
        scope = SCOPE.part([cell])
        if value is None:
            where = "at row {}, column {}".format(*CELLS[cell])
            with pytest.raises(ExpressionError, match=f"divides by zero {where}"):
                e.evaluate(scope)
        else:
            assert e.evaluate(scope) == [value]
    if None not in expected:
        assert e.evaluate(SCOPE) == expected


@given(conditions)
@example(parse_condition("row < 2 < column // (row - 1)"))
@example(parse_condition("row == 1 or column // (row - 1) > 2"))
@example(parse_condition("not row == 1 and column // (row - 1) > 2"))
def test_conditions_have_pythons_values(c: Condition) -> None:
    expected = pythons(str(c))
    for cell, value in enumerate(expected):
        scope = SCOPE.part([cell])
        if value is None:
            with pytest.raises(ExpressionError, match="divides by zero"):
                c.evaluate(scope)
        else:
            assert c.evaluate(scope) == [value]
    if None not in expected:
        assert c.evaluate(SCOPE) == expected


@given(expressions, expressions)
def test_expressions_are_equal_when_their_trees_are(a: Expression, b: Expression) -> None:
    same = structure(a) == structure(b)
    assert bool(a == b) is same
    assert bool(a != b) is not same
    assert (a in [b]) is same
    assert len({a, b}) == (1 if same else 2)


@given(expressions, conditions)
def test_expressions_survive_copying_and_pickling(e: Expression, c: Condition) -> None:
    for node in (e, c):
        for copied in (copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
            assert structure(copied) == structure(node)
            assert str(copied) == str(node)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("7 % -3", -2),
        ("7 // -2", -4),
        ("-2 * 3 - 4 * -5", 14),
        ("2 - 3 - 4", -5),
        ("100 // 7 // 2", 7),
        ("100 // (7 // 2)", 33),
        ("100 % 7 * 2", 4),
        ("abs(-3) - max(1, 2, 3) * min(4, -5)", 18),
    ],
)
def test_numbers_are_pythons(text: str, value: int) -> None:
    assert parse_expression(text).constant({}) == value


def test_text_has_the_fewest_brackets() -> None:
    shown = "(row + column) * n - (row - (column - 1)) % 2 // -3 + abs(-(row + 1))"
    assert str(parse_expression(f"(({shown}))")) == shown
    shown = "not (row < 2 or column < 3) and row + 1 < n * 2 or not n == 1"
    assert str(parse_condition(f"({shown})")) == shown
    assert repr(row + 1) == "Operation('row + 1')"
    assert repr((row < 2) & (column < 2)) == "Logic('row < 2 and column < 2')"


def test_values_of_tables_and_parameters() -> None:
    assert WEIGHT.evaluate(SCOPE) == [cell for line in TABLE for cell in line]
    assert N.evaluate(SCOPE) == [5] * 12
    letters = Scope([1, 2], [2, 1], {"region": ("AB", "CD")})
    assert Symbol("region").evaluate(letters) == ["B", "C"]
    assert [symbol.name for symbol in (WEIGHT + row * N - row).symbols()] == [
        "weight",
        "row",
        "n",
        "row",
    ]


def test_division_by_zero_names_the_first_cell() -> None:
    with pytest.raises(ExpressionError) as caught:
        (1 + row // (column - 3)).evaluate(SCOPE)
    assert str(caught.value) == "row // (column - 3) divides by zero at row 1, column 3"
    with pytest.raises(ExpressionError, match=r"^n % 0 divides by zero$"):
        (N % 0).constant({"n": 4})


@pytest.mark.parametrize(
    "text",
    [
        "9223372036854775807 + row",
        "-9223372036854775807 - row",
        "4611686018427387904 * (row + 1)",
        "4611686018427387904 * (row + 1) // 4611686018427387904",
        "abs(-9223372036854775807) * row * row",
    ],
)
def test_values_beyond_64_bits_are_refused(text: str) -> None:
    with pytest.raises(ExpressionError, match=r"does not fit 64 bits at row 3, column 1$"):
        parse_expression(text).evaluate(Scope([1, 3], [1, 1], {}))


def test_the_largest_values_are_accepted() -> None:
    assert parse_expression("9223372036854775806 + row").constant({"row": 1}) != 0
    edge = parse_expression("-9223372036854775806 - row")
    assert edge.evaluate(Scope([1], [1], {})) == [-LARGEST_VALUE]
    for beyond in (2**63, -(2**63)):
        with pytest.raises(ExpressionError, match="does not fit 64 bits"):
            Integer(beyond)


EXPRESSION_REFUSALS: list[tuple[str, int | None, str]] = [
    ("", None, "an empty text"),
    (" \n ", None, "an empty text"),
    ("row.real", 0, "'row.real' is not accepted; accepted are whole numbers, row, column"),
    ("1 + row.__class__", 4, "'row.__class__' is not accepted"),
    ("1 + f(row)", 4, "'f' is no function here; there are abs, min, max"),
    ("row.abs(1)", 0, "'row.abs' is no function here"),
    ("__import__(row)", 0, "'__import__' is no function here"),
    ("abs(row)(1)", 0, "'abs(row)' is no function here"),
    ("lambda: 1", 6, "the character ':' has no meaning here; accepted are"),
    ("(x := 1)", 3, "the character ':' has no meaning here"),
    ("[row]", 0, "the character '[' has no meaning here"),
    ("(a for a in row)", 0, "'(a for a in row)' is not accepted"),
    ("{row}", 0, "the character '{' has no meaning here"),
    ("'row'", 0, "has no meaning here"),
    ('row + "a"', 6, "has no meaning here"),
    ("row # column", 4, "the character '#' has no meaning here"),
    ("row \\\n+ 1", 4, "has no meaning here"),
    ("row; row", 3, "the character ';' has no meaning here"),
    ("row @ 2", 4, "the character '@' has no meaning here"),
    ("row ^ 2", 4, "the character '^' has no meaning here"),
    ("row\x00", 3, "the character '\\x00' has no meaning here"),
    ("row \N{MULTIPLICATION SIGN} 2", 4, "has no meaning here"),
    ("rów", 1, "the character 'ó' has no meaning here"),
    ("\N{FULLWIDTH LATIN SMALL LETTER R}ow", 0, "has no meaning here"),
    ("row + \N{ARABIC-INDIC DIGIT THREE}", 6, "has no meaning here"),
    ("row \N{NO-BREAK SPACE}+ 1", 4, "has no meaning here"),
    ("row + 1.5", 6, "'1.5' is not a whole number"),
    ("1e3", 0, "'1e3' is not a whole number"),
    ("  row + .5", 8, "'.5' is not a whole number"),
    ("2j", 0, "'2j' is not a whole number"),
    ("0x1F", 0, "'0x1F' is not a whole number"),
    ("1_000", 0, "'1_000' is not a whole number"),
    ("row + 010", 6, "'010' is not a whole number"),
    ("2row", 0, "'2row' is not a whole number"),
    ("True", 0, "'True' is not a whole number"),
    ("row + None", 6, "'None' is not a whole number"),
    ("row + 9223372036854775808", 6, "'9223372036854775808' does not fit 64 bits"),
    ("9" * 3999, 0, "does not fit 64 bits"),
    ("row ** 2", 4, "'**' is not accepted: write the product out"),
    ("(row) / (2)", 6, "'/' is not accepted: whole-number division is '//'"),
    ("row & 1", 4, "'&' is not accepted in text: write 'and'"),
    ("row | 1", 4, "'|' is not accepted in text: write 'or'"),
    ("1 + ~row", 4, "'~' is not accepted in text: write 'not'"),
    ("row << 2", 0, "'row << 2' is not accepted; accepted are"),
    ("row if row else 1", 0, "is not accepted; accepted are"),
    ("await row", 0, "'await row' is not accepted"),
    ("(yield)", 1, "'yield' is not accepted"),
    ("row, column", 0, "'row, column' is not accepted"),
    ("*row", 0, "is not accepted; accepted are|cannot be read"),
    ("row = 2", 4, "'=' is not accepted: write '==' to compare"),
    ("row < column", 0, "'row < column' is true or false, a number is due here"),
    ("1 + (row < 2)", 5, "'row < 2' is true or false"),
    ("not row", 0, "'not row' is true or false"),
    ("row and column", 0, "'row and column' is true or false"),
    ("abs", 0, "abs is a function: write abs(…)"),
    ("row + min", 6, "min is a function: write min(…)"),
    ("abs()", 0, "abs takes one expression, not 0"),
    ("1 + abs(row, 2)", 4, "abs takes one expression, not 2"),
    ("min(row)", 0, "min takes two or more expressions, not 1"),
    ("max()", 0, "max takes two or more expressions, not 0"),
    ("max(*row, 1)", 0, "max takes plain expressions only"),
    ("max(1, **row)", 0, "max takes plain expressions only"),
    ("picture", 0, "'picture' is a word of the model language"),
    ("row column", 4, "'row column' cannot be read (invalid syntax); accepted are"),
    ("row +", 4, "cannot be read"),
    ("(row", 0, "cannot be read"),
    ("row)", 3, "cannot be read"),
    ("class", 0, "cannot be read"),
]


def refusal(read: Callable[[str], object], text: str) -> ExpressionError:
    begun = time.process_time()
    with pytest.raises(ExpressionError) as caught:
        read(text)
    assert time.process_time() - begun < 1
    return caught.value


@pytest.mark.parametrize(("text", "offset", "words"), EXPRESSION_REFUSALS)
def test_expressions_refused(text: str, offset: int | None, words: str) -> None:
    error = refusal(parse_expression, text)
    assert any(each in str(error) for each in words.split("|")) or words in str(error)
    if words != "cannot be read":
        assert error.offset == offset
    assert error.offset is None or 0 <= error.offset <= len(text)


@pytest.mark.parametrize(
    ("text", "offset", "words"),
    [
        ("", None, "an empty text; accepted are whole numbers, row, column"),
        ("row", 0, "'row' is a number, a condition such as row < 3 is due here"),
        ("row < 2 and column + 1", 12, "'column + 1' is a number, a condition"),
        ("not abs(row)", 4, "'abs(row)' is a number"),
        ("True", 0, "True is not accepted: a condition compares numbers"),
        ("row < True", 6, "'True' is not a whole number"),
        ("row = 2", 4, "'=' is not accepted: write '==' to compare"),
        ("row in column", 0, "'row in column' is not accepted; accepted are"),
        ("row is not 2", 0, "'row is not 2' is not accepted"),
        ("row <> 2", 4, "compared by == != < <= > >=, joined by and, or, not"),
        ("row < 2 & column < 3", 8, "'&' is not accepted in text: write 'and'"),
        ("(row < 2) | (column < 3)", 10, "'|' is not accepted in text: write 'or'"),
        ("~(row < 2)", 0, "'~' is not accepted in text: write 'not'"),
        ("(row < 2) == (column < 2)", 1, "'row < 2' is true or false, a number is due here"),
        ("row < 2 if n else row < 3", 0, "is not accepted; accepted are"),
    ],
)
def test_conditions_refused(text: str, offset: int | None, words: str) -> None:
    error = refusal(parse_condition, text)
    assert words in str(error)
    assert error.offset == offset


@pytest.mark.parametrize("read", [parse_expression, parse_condition])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1+" * 500_000 + "1", "a text of 1,000,001 characters; at most "),
        ("(" * 1000 + "row" + ")" * 1000, "deep, a + b + c counting as (a + b) + c"),
        ("(" * 151, "deep, a + b"),
        ("abs(" * 900, "deep, a + b"),
        ("1+" * 1900 + "1", "deep, a + b"),
        ("1+" * 151 + "1", "deep, a + b"),
        ("not " * 999 + "1", "deep, a + b"),
        ("-" * 3900 + "1", "deep, a + b"),
        ("a." * 1900 + "a", "deep, a + b"),
        ("1 if " * 700 + "1", "cannot be read"),
        ("a(b=" * 99, "'=' is not accepted"),
        ("(*" * 99, "cannot be read"),
        ("(a for a in " * 99, "cannot be read"),
        ("(" * 99 + "a b" + ")" * 99, "cannot be read"),
        ("lambda " * 500, "cannot be read"),
    ],
    ids=lambda value: value[:12],
)
def test_large_texts_are_refused_fast(read: Callable[[str], object], text: str, words: str) -> None:
    assert words in str(refusal(read, text))


def last(node: Any, step: Callable[[Any], Any], words: str) -> Any:
    """The largest node that can be reached by these steps."""
    for _ in range(300):
        try:
            node = step(node)
        except ExpressionError:
            break
    with pytest.raises(ExpressionError, match=re.escape(words)):
        step(node)
    return node


def test_the_deepest_and_the_longest_read_back() -> None:
    for step in (lambda e: e + 1, lambda e: 1 - e, abs, lambda e: -(e + 1)):
        deepest = last(row, step, "nested more than 100 deep, a + b + c counting as (a + b) + c")
        assert deepest.depth > Expression.DEEPEST_NESTING - 2
        assert parse_expression(str(deepest)) == deepest
        assert parse_condition(str(~(deepest < deepest))) == ~(deepest < deepest)
    name = Symbol("n" * 50)
    longest = last(name, lambda e: e + name, "longer than 4,000 characters when written out")
    assert Expression.LONGEST_TEXT - 60 < len(str(longest)) <= Expression.LONGEST_TEXT
    assert parse_expression(str(longest)) == longest
    assert parse_condition(str(longest < longest)) == (longest < longest)
    deepest = last(row < 2, lambda c: ~c, "nested more than 150 deep")
    assert parse_condition(str(deepest)) == deepest
    longest = last(name < 2, lambda c: c & (name < 2), "longer than 10,000 characters")
    assert parse_condition(str(longest)) == longest
    with pytest.raises(ExpressionError, match="longer than 4,000 characters when written out"):
        parse_expression(f"min({','.join('1' * 1900)})")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a b", "letters, digits and _ only, and no digit first"),
        ("1a", "letters, digits and _ only"),
        ("", "letters, digits and _ only"),
        ("é", "letters, digits and _ only"),
        ("n\n", "letters, digits and _ only"),
        ("min", "'min' is a word of the model language"),
        ("lambda", "'lambda' is a word of the model language"),
        ("not", "'not' is a word of the model language"),
        ("regions", "'regions' is a word of the model language"),
    ],
)
def test_names_refused(name: str, words: str) -> None:
    with pytest.raises(ExpressionError, match=words):
        Symbol(name)


def test_expressions_have_no_truth_value() -> None:
    with pytest.raises(TypeError, match="an expression has no truth value"):
        bool(row)
    with pytest.raises(TypeError, match="an expression has no truth value"):
        bool(row + 1 or column)
    for wrong in (lambda: not row, lambda: 1 < row < 4, lambda: row < 2 and column < 2):
        with pytest.raises(TypeError, match="no truth value before a board gives it cells"):
            wrong()
    with pytest.raises(TypeError, match=r"join conditions with & \| ~"):
        bool((row < 2) & (column < 3))
    with pytest.raises(TypeError, match="no truth value"):
        bool(Comparison(("==", "=="), (row, column, N)))
    with pytest.raises(TypeError, match="no truth value"):
        max(row, column)


@pytest.mark.parametrize("wrong", [1.5, "row", None, True, [1], np.array([1, 2]), np.float64(1)])
def test_operators_take_expressions_and_whole_numbers(wrong: Any) -> None:
    for operate in (
        lambda: row + wrong,
        lambda: wrong - row,
        lambda: row * wrong,
        lambda: row // wrong,
        lambda: wrong // row,
        lambda: row < wrong,
        lambda: wrong >= row,
    ):
        with pytest.raises(TypeError, match=r"unsupported operand|not supp|can't multiply"):
            operate()
    assert (row == "row") is False
    with pytest.raises(TypeError, match="min takes two or more expressions or whole numbers"):
        minimum(row, wrong)
    with pytest.raises(TypeError, match="an expression is text, a whole number or built from"):
        expression(None if isinstance(wrong, str) else wrong)
    with pytest.raises(TypeError, match="max takes two or more"):
        maximum(row)


def test_conditions_join_conditions_only() -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        (row < 2) & True  # type: ignore[operator]
    with pytest.raises(TypeError, match="unsupported operand"):
        (row < 2) | row  # type: ignore[operator]
    for wrong in (row, True, 3, None):
        with pytest.raises(TypeError, match="a condition is text or built from row and column"):
            condition(wrong)  # type: ignore[arg-type]
    assert condition(row < 2) is not None
    assert str(condition("row<2")) == "row < 2"


def test_numpy_numbers_are_numbers() -> None:
    three: Any = np.int64(3)
    assert str(three + row) == "3 + row"
    assert str(row - three) == "row - 3"
    assert str(three == row) == "row == 3"
    assert str(three < row) == "row > 3"
    assert expression(three) == Integer(3)
    assert expression(np.array(3)) == Integer(3)


@given(expressions, st.integers(-3, 3))
def test_affine_forms_have_the_same_values(e: Expression, n: int) -> None:
    form = affine(e, {"n": n})
    if form is not None:
        assert e.evaluate(Scope(SCOPE.rows, SCOPE.columns, {"n": n})) == [
            form.value(r, c) for r, c in CELLS
        ]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("7", Affine(0, 0, 7)),
        ("n", Affine(0, 0, 5)),
        ("column", Affine(0, 1, 0)),
        ("row - column", Affine(1, -1, 0)),
        ("-(2*row - 3)*n + column", Affine(-10, 1, 15)),
        ("n // 2 * row", Affine(2, 0, 0)),
        ("n % 3 * row", Affine(2, 0, 0)),
        ("(row + column) % n", Affine(1, 1, 0, 5)),
        ("(row + 2*column - 1) % -3", Affine(1, 2, -1, -3)),
        ("0 * row + column", Affine(0, 1, 0)),
    ],
)
def test_affine_expressions_are_recognised(text: str, form: Affine) -> None:
    assert affine(parse_expression(text), {"n": 5}) == form


@pytest.mark.parametrize(
    "text",
    [
        "row * column",
        "row // 2",
        "abs(row)",
        "min(row, column)",
        "weight",
        "row + weight",
        "row % column",
        "row % 2 + column",
        "-(row % 2)",
        "row % 4 % 2",
        "2 * (row % 2)",
        "row % 0",
        "n // 0",
        "row // (row % 2)",
    ],
)
def test_other_expressions_are_not(text: str) -> None:
    assert affine(parse_expression(text), {"n": 5}) is None


def partition(form: Affine, rows: int, columns: int) -> set[frozenset[tuple[int, int]]]:
    lines: dict[int, set[tuple[int, int]]] = {}
    for r in range(1, rows + 1):
        for c in range(1, columns + 1):
            lines.setdefault(form.value(r, c), set()).add((r, c))
    return {frozenset(line) for line in lines.values()}


factors = st.integers(-3, 3)


@given(st.builds(Affine, factors, factors, factors), st.builds(Affine, factors, factors, factors))
def test_lines_are_equal_when_the_cells_are_shared_alike(a: Affine, b: Affine) -> None:
    assert (a.lines == b.lines) == (partition(a, 5, 6) == partition(b, 5, 6))
    assert a.lines == a.lines.lines
    assert partition(a, 5, 6) == partition(a.lines, 5, 6)


modular = st.builds(Affine, factors, factors, factors, st.sampled_from([-4, -3, -1, 1, 2, 3, 5]))


@given(modular, modular)
def test_equal_modular_lines_share_cells_alike(a: Affine, b: Affine) -> None:
    assert partition(a, 5, 6) == partition(a.lines, 5, 6)
    if a.lines == b.lines:
        assert partition(a, 5, 6) == partition(b, 5, 6)
    assert a.lines == Affine(-a.row, -a.column, 9, a.modulus).lines


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("column", "a column"),
        ("3 - 2*column", "a column"),
        ("row - column", "a diagonal"),
        ("column - row + 7", "a diagonal"),
        ("row + column", "an antidiagonal"),
        ("row", "a row"),
        ("row + 2*column", "a line"),
        ("(row + column) % 5", "a line"),
        ("region", "a line"),
        ("3", "a line"),
    ],
)
def test_lines_have_the_names_people_use(text: str, name: str) -> None:
    assert line_name(parse_expression(text)) == name
