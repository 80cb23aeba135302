"""A result as text: boards, numbers, and how sure they are."""

from __future__ import annotations

from cpqueens.board import Board
from cpqueens.draw.scene import Grid, added, values_of
from cpqueens.draw.text import LARGEST_DRAWN, draw_placement, draw_weights
from cpqueens.result import Result


def answer_text(result: Result, chess: bool | None = None) -> str:
    """The placements of a result, drawn if they are small, and its outcome.

    `chess`: whether with chess men; without it where `print` reaches something that shows them.
    """
    first = result.placement
    small = first is not None and max(first.width, len(first)) <= LARGEST_DRAWN
    values = values_of(Board(result.model)) if result.objectives and small else None
    numbers = range(len(result.placements))
    parts = [_placement_text(result, index, small, values, chess) for index in numbers]
    lines = []
    if result.question.unique:
        lines.append(_uniqueness(result))
    if result.count is not None:
        lines.append(f"count   {result.count}")
    seconds = f"{result.statistics.wall_s:.3f} s"
    lines.append(f"{result.outcome} ({result.solver}, {seconds})")
    return "\n".join([*parts, *lines]) + "\n"


def _placement_text(
    result: Result, index: int, small: bool, values: Grid | None, chess: bool | None
) -> str:
    placement = result.placements[index]
    numbers = "columns " + " ".join(map(str, placement.numbers))
    if values is None:
        drawn = [draw_placement(placement, chess=chess)] if small else []
        sums = [f"sum     {result.objectives[index]}"] if result.objectives else []
        return "\n".join([*drawn, numbers, *sums]) + "\n"
    terms = [row[c] for row, c in zip(values, placement, strict=True)]
    total = f"sum     {added(terms)} = {sum(terms)}"
    return "\n".join([draw_weights(placement, values), numbers, total]) + "\n"


def _uniqueness(result: Result) -> str:
    if result.unique:
        return "unique: one placement and no second"
    if result.unique is None:
        return "not known whether there is one placement and no second"
    if len(result.placements) < 2:
        return "not unique: none exists"
    first, second = result.placements[:2]
    rows = [str(r) for r, (a, b) in enumerate(zip(first, second, strict=True), 1) if a != b]
    return f"not unique: these two differ in rows {', '.join(rows)}"
