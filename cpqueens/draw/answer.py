"""A result as text: boards, numbers, and how sure they are."""

from __future__ import annotations

from cpqueens.board import Board
from cpqueens.draw.text import draw_placement, draw_weights
from cpqueens.placement import Placement
from cpqueens.result import Result

LARGEST_DRAWN = 40
"""Boards with more columns are given by their columns alone."""


def answer_text(result: Result, chess: bool | None = None) -> str:
    """The placements of a result, drawn if they are small, and its outcome.

    `chess`: whether with chess men; without it where `print` reaches something that shows them.
    """
    parts = [_placement_text(result, index, chess) for index in range(len(result.placements))]
    lines = []
    if result.question.unique:
        lines.append(_uniqueness(result))
    if result.count is not None:
        lines.append(f"count   {result.count}")
    seconds = f"{result.statistics.wall_s:.3f} s"
    lines.append(f"{result.outcome} ({result.solver}, {seconds})")
    return "\n".join([*parts, *lines]) + "\n"


def _placement_text(result: Result, index: int, chess: bool | None) -> str:
    placement = result.placements[index]
    small = placement.width <= LARGEST_DRAWN and len(placement) <= LARGEST_DRAWN
    numbers = "columns " + " ".join(map(str, placement.numbers))
    values = _values(result, placement) if result.objectives and small else None
    if values is None:
        drawn = [draw_placement(placement, chess=chess)] if small else []
        sums = [f"sum     {result.objectives[index]}"] if result.objectives else []
        return "\n".join([*drawn, numbers, *sums]) + "\n"
    terms = [row[c] for row, c in zip(values, placement, strict=True)]
    total = " + ".join(f"({term})" if term < 0 else str(term) for term in terms)
    return (
        "\n".join([draw_weights(placement, values), numbers, f"sum     {total} = {sum(terms)}"])
        + "\n"
    )


def _values(result: Result, placement: Placement) -> list[list[int]] | None:
    board = Board(result.model)
    if (board.rows, board.columns) != (len(placement), placement.width):
        return None
    return board.values


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
