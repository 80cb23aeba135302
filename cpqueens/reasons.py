"""A model taken apart into what it demands, each demand as constraints that can stand alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from cpqueens.affine import line_name
from cpqueens.constraints import Blocked, Constraint, ExactlyOne, Given, blocked, given, total
from cpqueens.expressions import Expression, Integer, Symbol
from cpqueens.grounding import Grounds, cells_of, ground
from cpqueens.model import Model
from cpqueens.modelwriter import constraint_text
from cpqueens.values import Table

MOST_CELLS_NAMED = 40
"""Up to so many blocked cells are reasons one by one, more of them row by row."""
BLOCKED_ROW = "the blocked cells of row"
Noun = tuple[str, str]
"""What something is called, and which one it is: ("region", "B"), ("given queen", "(1, 1)")."""


class Reason(Struct, frozen=True):
    """One thing that a model demands.

    `name` says it in words, or as a model file does where it is a whole constraint; `constraints`,
    with the tables of `data`, say it as a model does. `needy` is there where the demand is
    that a line of cells, which the name is that of, holds exactly one queen: the label whose line
    it is.
    """

    name: Noun
    constraints: tuple[Constraint, ...]
    data: Mapping[str, Table] = {}
    needy: Expression | None = None

    def __str__(self) -> str:
        return named([self.name])


def reasons_of(model: Model) -> list[Reason]:
    """Everything that a model of one instance demands, beside one queen in every row.

    Given queens, blocked cells and the labels of `exactly_one` are demands one by one, every other
    constraint is one. Raises `ModelError` for a model without a board to stand on.
    """
    grounds, problems = ground(model)
    model.refuse(problems)
    found: list[Reason] = []
    names = {*model.parameters, *model.tables}
    for constraint in model.constraints:
        if isinstance(constraint, ExactlyOne):
            found += _labels(grounds, constraint, names)
        elif not isinstance(constraint, (Given, Blocked)):
            found.append(Reason(("", constraint_text(constraint)), (constraint,)))
    taken_out = sorted(set(cells_of(model, grounds, Blocked)))
    if len(taken_out) <= MOST_CELLS_NAMED:
        found += [Reason(("blocked cell", f"{cell}"), (blocked(cell),)) for cell in taken_out]
    else:
        for row in sorted({r for r, _ in taken_out}):
            cells = [cell for cell in taken_out if cell[0] == row]
            found.append(Reason((BLOCKED_ROW, f"{row}"), (blocked(*cells),)))
    queens = dict.fromkeys(cells_of(model, grounds, Given))
    return found + [Reason(("given queen", f"{cell}"), (given(cell),)) for cell in queens]


def alone(model: Model, reasons: Iterable[Reason]) -> Model:
    """The board of the model with nothing but these demands, and no objective."""
    grounds, problems = ground(model)
    model.refuse(problems)
    reasons = list(reasons)
    return Model(
        board=(grounds.rows, grounds.columns),
        parameters=model.parameters,
        regions=model.regions,
        data={**model.data, **{k: v for each in reasons for k, v in each.data.items()}},
        constraints=[said for each in reasons for said in each.constraints],
        name=model.name,
        title=model.title,
    )


def noun_of(label: Expression, value: object) -> Noun:
    """What the line of this label is called.

    >>> from cpqueens import column, row
    >>> noun_of(column, 3), noun_of(row - column, 0)
    (('column', '3'), ('diagonal', 'row - column = 0'))
    """
    if isinstance(label, Symbol):
        return label.name, str(value)
    return line_name(label).partition(" ")[2], f"{label} = {value}"


def named(nouns: Sequence[Noun]) -> str:
    """Things of one kind, in words.

    >>> named([("region", "B"), ("region", "D")]), named([("", "symmetric: half-turn")])
    ('regions B and D', 'symmetric: half-turn')
    """
    kind = nouns[0][0]
    *most, last = [which for _, which in nouns]
    if most and kind:
        kind = "the blocked cells of rows" if kind == BLOCKED_ROW else f"{kind}s"
    which = f"{', '.join(most)} and {last}" if most else last
    return f"{kind} {which}" if kind else which


def number_of(nouns: Sequence[Noun]) -> str:
    """How many things of one kind: `11 regions`."""
    kind = nouns[0][0]
    if kind == BLOCKED_ROW:
        return f"the blocked cells of {len(nouns)} rows"
    return f"{len(nouns)} {kind}{'s' if len(nouns) > 1 else ''}"


def _labels(grounds: Grounds, constraint: ExactlyOne, names: set[str]) -> Iterator[Reason]:
    """A demand for each label: exactly one queen stands on its cells. The names of the tables that
    say so are added to those in use."""
    label = constraint.expression
    labels = [label.evaluate(scope) for scope in grounds.every_row()]
    for number, value in enumerate(sorted({each for row in labels for each in row}), 1):
        noun, which = noun_of(label, value)
        table = f"on_{number}_of_{noun}"
        while table in names:
            table += "_"
        names.add(table)
        cells = tuple(tuple(int(each == value) for each in row) for row in labels)
        yield Reason(
            (noun, which),
            (total(table, equals=Integer(1)),),
            {table: cells},
            needy=label,
        )
