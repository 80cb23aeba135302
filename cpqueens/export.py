"""The placements of a result as a table: for pandas, CSV and Parquet.

A row for each placement; columns `row1`, `row2`, … with the columns of its queens counted from 1,
and `objective` where the model has one.
"""

from __future__ import annotations

import csv
import os
from typing import TYPE_CHECKING, BinaryIO, TextIO

from cpqueens.optional import optional_package

if TYPE_CHECKING:
    import pandas

    from cpqueens.result import Result


def columns_of(result: Result) -> dict[str, list[int]]:
    """The columns of the table by name, in order."""
    rows = _rows_of(result)
    columns = {
        f"row{r + 1}": [placement[r] + 1 for placement in result.placements] for r in range(rows)
    }
    if result.model.objective is not None:
        columns["objective"] = list(result.objectives)
    return columns


def to_frame(result: Result) -> pandas.DataFrame:
    """As `Result.to_frame`."""
    frame: pandas.DataFrame = optional_package("pandas", "a data frame").DataFrame(
        columns_of(result), dtype="int64"
    )
    return frame


def to_csv(result: Result, target: str | os.PathLike[str] | TextIO) -> None:
    """As `Result.to_csv`."""
    if isinstance(target, (str, os.PathLike)):
        with open(target, "w", encoding="utf-8", newline="") as file:  # noqa: PTH123
            to_csv(result, file)
        return
    columns = columns_of(result)
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))


def to_parquet(result: Result, target: str | os.PathLike[str] | BinaryIO) -> None:
    """As `Result.to_parquet`."""
    arrow = optional_package("pyarrow", "Parquet")
    kind = arrow.int64()
    table = arrow.table(
        {name: arrow.array(column, kind) for name, column in columns_of(result).items()}
    )
    where = os.fspath(target) if isinstance(target, os.PathLike) else target
    optional_package("pyarrow.parquet", "Parquet").write_table(table, where)


def _rows_of(result: Result) -> int:
    if result.placements:
        return len(result.placements[0])
    from cpqueens.verifying import Verifier

    return Verifier(result.model).rows
