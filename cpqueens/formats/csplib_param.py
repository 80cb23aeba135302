"""Parameter files of CSPLib's problems 79 to 81: queens with excluded diagonals, blocked cells, and
queens already placed.

`letting NAME be VALUE`, or `=` instead of `be`, as in Essence and Essence'; with `n`, the side of
the board, and perhaps

- `diags`, the excluded diagonals, as [number, flag]: flag 0 numbers diagonals by row - column +
  n - 1, flag 1 by row + column, rows and columns counted from 0; `numdiags` takes the first so many
- `blocks`, the cells taken out, as [row, column] counted from 1
- `init`, the queens already placed, as [row, column] counted from 0

The model says the rules, the file the board: its size, and what stands on it, take the place of the
model's own pictures, instances, and conditions on the parameter `excluded`. A model that has this
parameter keeps it: the first so many diagonals of the file are excluded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from cpqueens import constraints as said
from cpqueens.constraints import Allow, Constraint, Forbid
from cpqueens.errors import ModelError, did_you_mean
from cpqueens.expressions import Condition, Integer, Symbol, column, row
from cpqueens.formats.base import Reader, Token, refuse, shortened
from cpqueens.grounding import MOST_ROWS
from cpqueens.model import Model, Parameter

NAMES = ("n", "numdiags", "diags", "blocks", "init")
EXCLUDED = "excluded"
_ACCEPTED = "letting NAME be VALUE is, with a whole number or a list of pairs"
_TOKEN = re.compile(r"[ \t\f\v\ufeff]+|[$%#].*|(\n)|([A-Za-z_][\w']*|[+-]?[0-9]+|:=|\.\.|.)")
_OPENING = {"[": "]", "(": ")", "{": "}"}


class Pair(Struct, frozen=True):
    """Two numbers of a file, and the line that they stand in."""

    first: int
    second: int
    line: int


class Settings(Struct):
    """What a file sets: each name with its line, and its number or its pairs."""

    lines: dict[str, int] = {}
    numbers: dict[str, int] = {}
    pairs: dict[str, list[Pair]] = {}


class CsplibParam(Reader):
    name = "csplib-param"
    summary = "CSPLib 79 to 81: n, and excluded diagonals, blocked cells or given queens"

    def read(self, text: str, model: Model) -> list[Model]:
        settings = _Parser(text).settings()
        if "n" not in settings.numbers:
            refuse("n is missing; letting n be 8, say, sets the side of the board")
        n = settings.numbers["n"]
        if not 1 <= n <= MOST_ROWS:
            refuse(f"n is {n}; 1 to {MOST_ROWS:,} are accepted", settings.lines["n"])
        constraints: list[Constraint] = []
        for name, base, make in (("blocks", 1, said.blocked), ("init", 0, said.given)):
            cells = [_cell(pair, name, base, n) for pair in settings.pairs.get(name, ())]
            if cells:
                constraints.append(make(*dict.fromkeys(cells)))
        diagonals = _diagonals(settings, n)
        number = settings.numbers.get("numdiags", len(diagonals))
        if not 0 <= number <= len(diagonals):
            refuse(
                f"numdiags is {number}, but diags has {len(diagonals)}; "
                f"0 to {len(diagonals)} are accepted",
                settings.lines["numdiags"],
            )
        return [_on_board(model, n, constraints, diagonals, number)]


def _cell(pair: Pair, name: str, base: int, n: int) -> tuple[int, int]:
    for number in (pair.first, pair.second):
        if not base <= number < base + n:
            refuse(
                f"[{pair.first}, {pair.second}] is off the board: rows and columns of {name} count "
                f"from {base}, so that {base} to {base + n - 1} are accepted",
                pair.line,
            )
    return pair.first - base + 1, pair.second - base + 1


def _diagonals(settings: Settings, n: int) -> list[Condition]:
    """Where each excluded diagonal is."""
    conditions: list[Condition] = []
    for pair in settings.pairs.get("diags", ()):
        if not 0 <= pair.first <= 2 * n - 2:
            message = f"there is no diagonal {pair.first}; 0 to {2 * n - 2} are accepted"
            refuse(message, pair.line)
        if pair.second not in (0, 1):
            refuse(
                f"the flag of a diagonal is 0 (row - column + {n - 1}) or 1 (row + column), "
                f"not {pair.second}",
                pair.line,
            )
        label = row + column - 2 if pair.second else row - column + (n - 1)
        conditions.append(label == pair.first)
    return conditions


def _on_board(
    model: Model, n: int, constraints: list[Constraint], diagonals: list[Condition], number: int
) -> Model:
    """The model's rules on the file's board, the first so many of its diagonals excluded."""
    kept = [each for each in model.constraints if not _selects_diagonals(each)]
    parameters = dict(model.parameters)
    if EXCLUDED in parameters:
        parameters[EXCLUDED] = Parameter(number, 0, len(diagonals))
        chosen = Symbol(EXCLUDED)
        diagonals = [(chosen >= i) & each for i, each in enumerate(diagonals, 1)]
    else:
        diagonals = diagonals[:number]
    sized = "n" in parameters and model.board is not None
    try:
        fed = Model(
            board=model.board if sized else Integer(n),
            constraints=[*kept, *constraints, *map(said.forbid, diagonals)],
            parameters=parameters,
            data=model.data,
            maximize=model.maximize,
            minimize=model.minimize,
            find=model.find,
            **{key: getattr(model, key) for key in ("name", "title", "source", "notes", "format")},
        )
        return fed.with_parameters(n=n) if sized else fed
    except ModelError as error:
        what = f"the model {model.name}" if model.name else "the model"
        raise ModelError(f"{what} cannot take a board of csplib-param: {error}") from None


def _selects_diagonals(constraint: Constraint) -> bool:
    return isinstance(constraint, (Allow, Forbid)) and any(
        symbol.name == EXCLUDED for symbol in constraint.condition.symbols()
    )


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.at = 0
        self.found = Settings()

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        taken = self.token
        if taken.text:
            self.at += 1
        return taken

    def settings(self) -> Settings:
        while self.token.text:
            token = self.take()
            if token.text == "language":
                while self.token.text and self.token.line == token.line:
                    self.take()
            elif token.text not in (";", ","):
                self.setting(self.take() if token.text == "letting" else token)
        return self.found

    def setting(self, name: Token) -> None:
        known = name.text in NAMES
        if not known and (not re.match(r"[A-Za-z_]", name.text) or name.text == "be"):
            refuse(f"{_shown(name)} is not accepted; {_ACCEPTED}", name.line)
        if not known:
            refuse(
                f"{_shown(name)} is no parameter of these problems; they are {', '.join(NAMES)}"
                f"{did_you_mean(name.text, NAMES)}",
                name.line,
            )
        if name.text in self.found.lines:
            first = self.found.lines[name.text]
            refuse(f"{name.text} is set twice, first in line {first}", name.line)
        self.found.lines[name.text] = name.line
        sign = self.take()
        if sign.text not in ("be", "=", ":=", ":"):
            refuse(f"{_shown(sign)} after {name.text}; {_ACCEPTED}", sign.line)
        if name.text in ("n", "numdiags"):
            self.found.numbers[name.text] = self.take().number()
        else:
            self.found.pairs[name.text] = list(self.pairs(name.text))

    def pairs(self, name: str) -> Iterator[Pair]:
        for pair in self.items(f"the list of {name}"):
            numbers = [each.number() for each in self.items("a pair", pair)]
            if len(numbers) != 2:
                how = "number" if len(numbers) == 1 else "numbers"
                refuse(f"{len(numbers)} {how} where a pair of {name} is due", pair.line)
            yield Pair(numbers[0], numbers[1], pair.line)

    def items(self, what: str, opening: Token | None = None) -> Iterator[Token]:
        """The first token of each item of a list; whoever takes it goes on with its rest. A comma
        before the end, and the index domain behind a semicolon, are passed over."""
        opening = opening or self.take()
        closing = _OPENING.get(opening.text)
        if closing is None:
            refuse(f"{_shown(opening)} where {what} is due, such as [1, 2]", opening.line)
        while self.token.text != closing:
            if self.token.text == ";":
                self.skip_domain(opening)
                break
            yield self.inside(what, opening)
            if self.token.text not in (",", ";", closing):
                refuse(
                    f"{_shown(self.token)} in {what}, which begins in line {opening.line}; "
                    f"',' or {closing!r} is due",
                    self.token.line,
                )
            if self.token.text == ",":
                self.take()
        self.take()

    def inside(self, what: str, opening: Token) -> Token:
        token = self.take()
        if not token.text:
            refuse(f"the file ends inside {what}, which begins in line {opening.line}", token.line)
        return token

    def skip_domain(self, opening: Token) -> None:
        depth = 0
        while depth or self.token.text != _OPENING[opening.text]:
            token = self.inside("an index domain", opening)
            depth += (token.text in _OPENING) - (token.text in _OPENING.values())


def _tokens(text: str) -> Iterator[Token]:
    """Words, numbers and signs; last an empty one, in the last line."""
    line = 1
    for match in _TOKEN.finditer(re.sub(r"\r\n?", "\n", text.rstrip("\x1a"))):
        if match[1]:
            line += 1
        elif match[2]:
            yield Token(match[2], line)
    yield Token("", line)


def _shown(token: Token) -> str:
    return shortened(token.text) if token.text else "the end of the file"


FORMAT = CsplibParam()
