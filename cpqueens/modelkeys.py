"""The shape of a model file: its keys, their types and what they are for.

These structures are the one description of the file's shape: `modelfile` converts to them,
`modelwriter` writes their keys, and the JSON Schema is made from them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from cpqueens.constraints import PIECES, SYMMETRIES

_TABLE_SCHEMA = {
    "description": "a table of the board's shape: rows of whole numbers, or rows of letters",
    "type": ["array", "string"],
    "items": {"type": ["array", "string"], "items": {"type": ["integer", "string"]}},
}
_INSTANCE_SCHEMA = {
    "type": "object",
    "additionalProperties": {"anyOf": [{"type": "integer"}, _TABLE_SCHEMA]},
}
_PAIRS_SCHEMA = {
    "type": "array",
    "items": {
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": {"type": ["integer", "string"]},
    },
}

ExpressionText = Annotated[
    int | str, Meta(description="an expression of row, column, parameters and data tables")
]
ConditionText = Annotated[str, Meta(description="comparisons joined by and, or, not")]
Drawing = Annotated[
    str | list[str], Meta(description="the board drawn in text, one character a cell")
]
TableData = Annotated[Any, Meta(extra_json_schema=_TABLE_SCHEMA)]
Cells = Annotated[
    list[Any], Meta(description="[row, column] pairs", extra_json_schema=_PAIRS_SCHEMA)
]


class ParameterKeys(Struct, forbid_unknown_fields=True):
    default: int
    minimum: int | None = None
    maximum: int | None = None


class BoardKeys(Struct, forbid_unknown_fields=True):
    rows: ExpressionText
    columns: ExpressionText


class TotalKeys(Struct, forbid_unknown_fields=True):
    of: ExpressionText
    at_least: ExpressionText | None = None
    at_most: ExpressionText | None = None
    equals: ExpressionText | None = None


class ConstraintKeys(Struct, forbid_unknown_fields=True):
    """One of these keys."""

    all_different: Annotated[
        ExpressionText | UnsetType, Meta(description="no two queens share the value")
    ] = UNSET
    exactly_one: Annotated[
        ExpressionText | UnsetType,
        Meta(description="no two queens share the value, and every value on the board is used"),
    ] = UNSET
    no_attack: Annotated[
        str | list[Any] | UnsetType,
        Meta(description=f"{', '.join(PIECES)}, or leaps [[1, 2], [2, 1]] with all signs"),
    ] = UNSET
    allow: Annotated[
        ConditionText | UnsetType, Meta(description="cells where a queen may stand")
    ] = UNSET
    forbid: Annotated[
        ConditionText | UnsetType, Meta(description="cells where no queen may stand")
    ] = UNSET
    given: Annotated[Cells | UnsetType, Meta(description="queens already placed")] = UNSET
    blocked: Annotated[Cells | UnsetType, Meta(description="cells taken out")] = UNSET
    total: Annotated[
        TotalKeys | UnsetType, Meta(description="a bound on a sum over the queens")
    ] = UNSET
    symmetric: Annotated[
        str | UnsetType,
        Meta(
            description="the placement is its own image under this turn or reflection",
            extra_json_schema={"enum": list(SYMMETRIES)},
        ),
    ] = UNSET


class FindKeys(Struct, forbid_unknown_fields=True):
    solutions: int | Literal["all"] | None = None
    count: bool = False
    best: int | None = None


class ModelKeys(Struct, forbid_unknown_fields=True):
    """A placement problem: one queen in every row, and what the constraints say."""

    name: Annotated[str, Meta(description="a short name")] = ""
    title: Annotated[str, Meta(description="the name in full")] = ""
    source: Annotated[str, Meta(description="where the problem comes from")] = ""
    notes: Annotated[str, Meta(description="whatever else a reader should know")] = ""
    parameters: Annotated[
        dict[str, int | ParameterKeys],
        Meta(description="named whole numbers: a default, or default, minimum and maximum"),
    ] = {}
    board: Annotated[
        int | str | BoardKeys | None,
        Meta(description="the side of a square board, or its rows and columns"),
    ] = None
    picture: Annotated[
        Drawing | None, Meta(description="'.' free, 'Q' a queen given, 'x' no queen here")
    ] = None
    regions: Annotated[
        Drawing | None, Meta(description="a letter for each cell; makes the table region")
    ] = None
    data: Annotated[dict[str, TableData], Meta(description="data tables by name")] = {}
    constraints: list[ConstraintKeys] = []
    maximize: Annotated[
        ExpressionText | None, Meta(description="what is summed over the queens and maximized")
    ] = None
    minimize: Annotated[
        ExpressionText | None, Meta(description="what is summed over the queens and minimized")
    ] = None
    find: Annotated[
        Literal["unique"] | FindKeys | None,
        Meta(description="what solve answers: solutions and count, the best few, or unique"),
    ] = None
    instances: Annotated[
        list[Any],
        Meta(
            description="each a mapping of parameter values and data tables",
            extra_json_schema={"items": _INSTANCE_SCHEMA},
        ),
    ] = []
    format: Annotated[str | None, Meta(description="the contest format of inputs and answers")] = (
        None
    )


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of model files, for editors."""
    schema = msgspec.json.schema(ModelKeys)
    constraint = schema["$defs"]["ConstraintKeys"]
    constraint |= {"minProperties": 1, "maxProperties": 1}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
