"""Expressions and conditions of models as LaTeX, at the queen of row r."""

from __future__ import annotations

from collections.abc import Collection

from cpqueens.expressions import (
    Comparison,
    Condition,
    Expression,
    Integer,
    Logic,
    Operation,
    Symbol,
)

_SIGNS = {
    "==": "=",
    "!=": r"\ne",
    "<": "<",
    "<=": r"\le",
    ">": ">",
    ">=": r"\ge",
    "and": r"\land",
    "or": r"\lor",
    "*": r"\cdot",
    "%": r"\bmod",
}
_STRENGTH = {"+": 5, "-": 5, "*": 6, "%": 6, "//": 9}
_ATOM = 9


def latex(node: Expression | Condition, tables: Collection[str]) -> str:
    """The expression or condition: `row` is r, `column` q_r, a data table has both as indices."""
    return _written(node, tables)[0]


def name(word: str) -> str:
    """A name of a parameter or table: one letter in italics, a word upright."""
    return word if len(word) == 1 else rf"\mathrm{{{word}}}".replace("_", r"\_")


def _written(node: Expression | Condition, tables: Collection[str]) -> tuple[str, int]:
    """The LaTeX, and how strongly its outermost operator binds."""
    if isinstance(node, Integer):
        return str(node.value), _ATOM if node.value >= 0 else 5
    if isinstance(node, Symbol):
        if node.name in tables:
            return rf"{name(node.name)}_{{r,q_r}}", _ATOM
        return {"row": "r", "column": "q_r"}.get(node.name) or name(node.name), _ATOM
    if isinstance(node, Operation):
        return _operation(node.symbol, [_written(part, tables) for part in node.operands])
    if isinstance(node, Comparison):
        parts = [_written(part, tables)[0] for part in node.operands]
        pairs = zip(node.operators, parts[1:], strict=True)
        return " ".join([parts[0], *(f"{_SIGNS[sign]} {part}" for sign, part in pairs)]), 4
    assert isinstance(node, Logic)
    parts = [_bracketed(_written(part, tables), 4) for part in node.operands]
    if node.symbol == "not":
        return rf"\lnot {parts[0]}", 4
    return f" {_SIGNS[node.symbol]} ".join(parts), 1


def _operation(symbol: str, parts: list[tuple[str, int]]) -> tuple[str, int]:
    texts = [text for text, _ in parts]
    if symbol == "abs":
        return rf"\left\lvert {texts[0]} \right\rvert", _ATOM
    if symbol in ("min", "max"):
        return rf"\{symbol}\left({', '.join(texts)}\right)", _ATOM
    if symbol == "//":
        return rf"\left\lfloor \frac{{{texts[0]}}}{{{texts[1]}}} \right\rfloor", _ATOM
    if len(parts) == 1:
        return f"-{_bracketed(parts[0], 7)}", 5
    strength = _STRENGTH[symbol]
    left, right = _bracketed(parts[0], strength), _bracketed(parts[1], strength + 1)
    return f"{left} {_SIGNS.get(symbol, symbol)} {right}", strength


def _bracketed(part: tuple[str, int], least: int) -> str:
    return part[0] if part[1] >= least else rf"\left({part[0]}\right)"
