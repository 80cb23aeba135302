"""Results as JSON and CSV: stable records, described by their own JSON Schema."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import Annotated, Any, Literal, TextIO

import msgspec
from msgspec import Meta, Struct

from cpqueens.model import Model
from cpqueens.result import Result


class InstanceRecord(Struct):
    """The answer to one instance."""

    parameters: dict[str, int]
    instance: Annotated[int, Meta(description="its number in the model, from 1")]
    status: Literal["optimal", "feasible", "infeasible", "unknown"]
    outcome: Annotated[str, Meta(description="the answer in words")]
    placements: Annotated[
        list[tuple[int, ...]],
        Meta(description="for each placement the columns of its queens, row by row, from 1"),
    ]
    count: Annotated[
        int | None, Meta(description="the number of placements; null where not asked or not known")
    ]
    at_least: Annotated[int, Meta(description="so many placements are known to exist")]
    objectives: Annotated[list[int], Meta(description="the objective of each placement")]
    objective: Annotated[int | None, Meta(description="the best objective found")]
    bound: Annotated[int | None, Meta(description="no placement has a better objective")]
    unique: Annotated[bool | None, Meta(description="one placement and no second, if it is known")]
    solver: str
    choice: Annotated[str, Meta(description="why this solver")]
    stopped_by: Annotated[str | None, Meta(description="what ended the search before its end")]
    wall_s: float
    cpu_s: float
    counters: dict[str, int]


class ResultsRecord(Struct):
    """What `solve --format json` writes. Rows and columns count from 1."""

    model: str
    rows_and_columns_count_from: Literal[1]
    instances: list[InstanceRecord]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `--format json`."""
    schema = msgspec.json.schema(ResultsRecord)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def record(result: Result) -> InstanceRecord:
    """The record of a result."""
    return InstanceRecord(
        parameters=result.model.values,
        instance=(result.model.place or (1, 1))[0],
        status=result.status.value,
        outcome=result.outcome,
        placements=[placement.numbers for placement in result.placements],
        count=result.count,
        at_least=result.at_least,
        objectives=list(result.objectives),
        objective=result.objective,
        bound=result.bound,
        unique=result.unique,
        solver=result.solver,
        choice=result.choice,
        stopped_by=result.stopped_by,
        wall_s=round(result.statistics.wall_s, 6),
        cpu_s=round(result.statistics.cpu_s, 6),
        counters=dict(result.statistics.counters),
    )


def write_json(model: Model, results: Iterable[Result], file: TextIO) -> None:
    """One document for all instances, each of them on a line of its own."""
    head = ResultsRecord(model.name or model.title, 1, [])
    opening, closing = msgspec.json.encode(head).decode().rsplit("]", 1)
    lines = [msgspec.json.encode(record(result)).decode() for result in results]
    file.write(opening + "\n" + ",\n".join(lines) + "\n]" + closing + "\n")


def write_csv(
    model: Model, results: Iterable[Result], file: TextIO, column: str | None = None
) -> None:
    """A header, then a row an instance: parameters, count or objective, status, solver, wall_s."""
    column = column or ("objective" if model.objective else "count")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*model.parameters, column, "status", "solver", "wall_s"])
    for result in results:
        value = result.count if column == "count" else result.objective
        writer.writerow(
            [
                *result.model.values.values(),
                "" if value is None else value,
                result.status.value,
                result.solver,
                f"{result.statistics.wall_s:.6f}",
            ]
        )
        file.flush()
