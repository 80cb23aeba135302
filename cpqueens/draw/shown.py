"""What placements, boards, models and results look like when nothing more is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from typing import Any

from cpqueens.board import Board
from cpqueens.draw.boards import (
    MOST_IN_GALLERY,
    NO_BOARD,
    picture,
    scene_of,
    side_by_side,
    small_picture,
)
from cpqueens.draw.scene import Scene, board_scene, values_of
from cpqueens.draw.svg import Picture
from cpqueens.draw.text import LARGEST_TEXT, draw_cells, draw_placement, draw_weights, signs
from cpqueens.errors import ModelError
from cpqueens.model import Model
from cpqueens.placement import Placement
from cpqueens.result import Result, Results

MOST_PLACEMENTS, MOST_INSTANCES = 12, 60
_TABLE_STYLE = (
    ".cq-table{border-collapse:collapse}.cq-table td,.cq-table th"
    "{padding:.4em .8em;text-align:left;vertical-align:middle;border-bottom:1px solid #8884}"
    ".cq-table td.cq-number{text-align:right;font-weight:600}"
)


def as_text(shown: object) -> str:
    """What `print` shows."""
    if isinstance(shown, Placement):
        return draw_placement(shown)
    if isinstance(shown, Board):
        return board_text(shown)
    if isinstance(shown, Model):
        return _model_text(shown)
    if isinstance(shown, Results):
        return _results_text(shown)
    assert isinstance(shown, Result)
    return _result_text(shown)


def picture_of(shown: Any) -> Picture:
    """The picture that stands for this in files."""
    if isinstance(shown, Results):
        return results_picture(shown)
    if isinstance(shown, Result):
        return results_picture([shown])
    if isinstance(shown, Model):
        return side_by_side(_instance_pictures(shown), 4)
    return picture(scene_of(shown))


def as_html(shown: object) -> str:
    """What a notebook shows."""
    if isinstance(shown, Results):
        return _results_html(shown)
    if isinstance(shown, Result):
        heading = f"{shown.outcome} ({shown.solver}, {shown.statistics.wall_s:.3f} s)"
        return f"<div>{escape(heading)}</div>{results_picture([shown], told=False).html}"
    if isinstance(shown, Model):
        return _model_html(shown)
    return picture_of(shown).html


def results_picture(results: Sequence[Result], told: bool = True) -> Picture:
    """The first placements of results, as one board or as a gallery, each with what it is below.

    `told`: the outcome is said too, below the only board of a result.
    """
    scenes: list[Scene] = []
    for result in results:
        if len(scenes) >= MOST_IN_GALLERY:
            break
        board = Board(result.model)
        label = [result.model.label] if len(results) > 1 and result.model.label else []
        placements: list[Placement | None] = [*result.placements[:MOST_PLACEMENTS]] or [None]
        for placement in placements:
            scene = board_scene(board, placement).noted(*label)
            if told and len(placements) == 1:
                scene = scene.noted(result.outcome)
            scenes.append(scene)
    more = sum(max(1, len(result.placements)) for result in results) - len(scenes)
    below = [f"… and {more:,} more"] if more else []
    if len(scenes) == 1 and not below:
        return picture(scenes[0])
    columns = min(4, max(1, len(scenes)))
    below = below if scenes else [NO_BOARD]
    return side_by_side([small_picture(scene, columns) for scene in scenes], columns, below)


def board_text(board: Board) -> str:
    """Values where there is an objective; else given queens, blocked cells, regions by letter."""
    rows, columns = board.full_rows, board.full_columns
    if columns > LARGEST_TEXT:
        given = f", {len(board.given):,} queens given" if board.given else ""
        return f"a board of {rows:,} rows, {columns:,} columns{given}"
    scene = board_scene(board)
    if scene.values is not None:
        return values_text(scene.values)
    sign = signs()
    cells = [
        [sign.free] * columns if scene.letters is None else list(scene.letters[r])
        for r in range(rows)
    ]
    for r, barred in scene.barred.items():
        for c in barred:
            cells[r][c] = sign.blocked
    for r, c in scene.given:
        cells[r][c] = sign.queen
    return draw_cells(cells)


def values_text(values: Sequence[Sequence[int]]) -> str:
    """Values in columns."""
    width = max(len(str(value)) for row in values for value in row)
    return "\n".join(" ".join(f"{value:{width}}" for value in row) for row in values)


def heading(model: Model) -> str:
    """What a model is called."""
    return model.title or model.name or "a model"


def _grounded(model: Model) -> tuple[list[Board], str]:
    """The boards of the first instances, or why there are none."""
    try:
        return [Board(each) for each in islice(model.each_instance(), MOST_PLACEMENTS)], ""
    except ModelError as error:
        return [], str(error)


def _beyond(model: Model) -> str:
    more = len(model.instances) - MOST_PLACEMENTS
    return f"… and {more:,} more instances" if more > 0 else ""


def _model_text(model: Model) -> str:
    boards, fault = _grounded(model)
    parts = [heading(model)]
    for board in boards:
        label = board.model.label
        parts.append((f"{label}\n" if label else "") + board_text(board))
    return "\n\n".join([*parts, *filter(None, (fault, _beyond(model)))])


def _instance_pictures(model: Model) -> list[Picture]:
    boards, _ = _grounded(model)
    if len(boards) == 1:
        return [picture(board_scene(boards[0]))]
    scenes = [board_scene(board).noted(*filter(None, [board.model.label])) for board in boards]
    return [small_picture(scene, min(4, len(scenes))) for scene in scenes]


def _model_html(model: Model) -> str:
    pictures = _instance_pictures(model)
    label = "" if model.instances else model.label
    fault = "" if pictures else _grounded(model)[1]
    below = "".join(f"<div>{escape(each)}</div>" for each in (fault, _beyond(model)) if each)
    drawn = side_by_side(pictures, 4).html if pictures else ""
    tail = f" ({escape(label)})" if label else ""
    return f"<div><b>{escape(heading(model))}</b>{tail}</div>{drawn}{below}"


def _result_text(result: Result) -> str:
    values = values_of(Board(result.model)) if _draws_values(result) else None
    boards = [
        draw_placement(each) if values is None else draw_weights(each, values)
        for each in result.placements[:3]
    ]
    return "\n\n".join([*boards, f"{result.outcome} ({result.solver})"])


def _draws_values(result: Result) -> bool:
    first = result.placement
    return bool(result.objectives) and first is not None and first.width <= LARGEST_TEXT // 2


def _known(result: Result) -> str:
    """The number that a table shows of a result."""
    if result.question.best is not None:
        return "" if result.objective is None else f"{result.objective:,}"
    if result.question.count:
        return f"at least {result.at_least:,}" if result.count is None else f"{result.count:,}"
    return ""


def _table(results: Iterable[Result]) -> tuple[str, list[tuple[str, str, str, str, str]]]:
    """The heading of the numbers, and a row a result: label, number, outcome, solver, seconds."""
    rows = []
    optimised = False
    for place, result in enumerate(results, 1):
        optimised |= result.question.best is not None
        seconds = f"{result.statistics.wall_s:.3f}"
        label = result.model.label or str(place)
        rows.append((label, _known(result), result.outcome, result.solver, seconds))
    return "objective" if optimised else "count", rows


def _results_text(results: Sequence[Result]) -> str:
    name, rows = _table(results)
    lines = [("instance", name, "outcome", "solver", "seconds"), *rows]
    widths = [max(len(line[at]) for line in lines) for at in range(5)]
    right = (1, 4)
    return "\n".join(
        "  ".join(
            f"{cell:>{width}}" if at in right else f"{cell:{width}}"
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _results_html(results: Sequence[Result]) -> str:
    shown = results[:MOST_INSTANCES]
    name, rows = _table(shown)
    parts = [
        f'<style>{_TABLE_STYLE}</style><table class="cq-table"><thead><tr>',
        *(f"<th>{each}</th>" for each in ("instance", "board", name, "outcome", "solver", "s")),
        "</tr></thead><tbody>",
    ]
    for result, (label, number, outcome, solver, seconds) in zip(shown, rows, strict=True):
        drawn = small_picture(board_scene(Board(result.model), result.placement), 3).html
        parts.append(
            f"<tr><td>{escape(label)}</td><td>{drawn}</td>"
            f'<td class="cq-number">{escape(number)}</td><td>{escape(outcome)}</td>'
            f"<td>{escape(solver)}</td><td>{seconds}</td></tr>"
        )
    more = len(results) - len(shown)
    below = f"<div>… and {more:,} more instances</div>" if more else ""
    return "".join([*parts, "</tbody></table>", below])
