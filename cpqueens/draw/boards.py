"""Pictures of boards, one or many: `board` and `gallery`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Union

from cpqueens.board import Board
from cpqueens.draw.cells import draw_cells
from cpqueens.draw.dots import cells_a_pixel, draw_dots, draw_pixels, ruler
from cpqueens.draw.scene import (
    LARGEST_CELLS,
    Attacked,
    Scene,
    board_scene,
    kind_of,
    placement_scene,
)
from cpqueens.draw.svg import NOTE_STEP, Picture, notes, short, text_width, wrapped
from cpqueens.errors import OptionError
from cpqueens.model import Model
from cpqueens.option_checks import require_whole
from cpqueens.placement import Placement

if TYPE_CHECKING:
    from cpqueens.result import Result

Drawable = Union[Placement, Board, Model, "Result"]
MOST_IN_GALLERY = 400
NO_BOARD = "no board"
_ALL_NUMBERED_UP_TO = 26
_MARGIN = 4


def board(
    shown: Drawable,
    placement: Placement | Iterable[int] | None = None,
    *,
    attacked: Attacked = False,
    cell: int | None = None,
    numbers: bool | None = None,
    note: object = "",
) -> Picture:
    """A picture of a placement, a board, a model of one instance, or a result's first placement.

    - `placement`: the queens to draw on a board or model; without it those given.
    - `attacked`: draw what queens attack: `True` for all, or their rows, counted from 1.
    - `cell`: pixels a cell, for boards small enough to be drawn cell by cell.
    - `numbers`: whether rows and columns are numbered at the sides.
    - `note`: a line below, or a number.

    Raises `ModelError` for a model of several instances, `OptionError` for what is not drawn, a
    placement that does not fit the board, and rows of `attacked` that hold no queen.

    >>> from cpqueens import Placement, load
    >>> board(load("queens", n=4), Placement([1, 3, 0, 2]), attacked=[1])
    <4 queens: columns 2 4 1 3>
    >>> board(next(load("completion").each_instance()))
    <2 queens on 8 rows, 8 columns>
    """
    _require_side(cell)
    scene = scene_of(shown, placement, attacked)
    return picture(_noted(scene, note), cell, numbers)


def gallery(
    shown: Iterable[Drawable] | Result,
    columns: int = 6,
    *,
    notes: Iterable[object] | Callable[[int], object] | None = None,
    most: int = MOST_IN_GALLERY,
    cell: int | None = None,
) -> Picture:
    """A picture of many boards, so many beside each other, each with a note below.

    Of a result all placements are drawn, on the result's board. At most `most` boards are drawn;
    how many there are beyond, if that is known, is said below. Raises `OptionError` for what is not
    drawn.

    >>> from cpqueens import fundamental, queens
    >>> gallery(fundamental(queens(6)), columns=3)
    <gallery of 1 board>
    """
    from cpqueens.result import Result

    require_whole("columns", columns, 1)
    require_whole("most", most, 0)
    _require_side(cell)
    if isinstance(notes, str) or not (
        notes is None or callable(notes) or hasattr(notes, "__iter__")
    ):
        raise OptionError(
            f"notes: {notes!r} is not accepted; a text for each board, or a function of its place "
            "that gives it, is"
        )
    iterator: Iterator[Scene]
    number = None
    if isinstance(shown, Iterable) and not isinstance(shown, Placement):
        iterator = map(scene_of, shown)
        number = len(shown) if isinstance(shown, Sequence) else None
    elif not isinstance(shown, Result):
        raise OptionError(
            f"{type(shown).__name__}: a gallery is of a result, or of a list of placements, "
            "boards, models and results"
        )
    else:
        ground, number = Board(shown.model), len(shown.placements)
        iterator = (board_scene(ground, each) for each in shown.placements)
    scenes = list(islice(iterator, most))
    more = number > most if number is not None else next(iterator, None) is not None
    under = [f"… and {'more' if number is None else number - most} not drawn"] if more else []
    if callable(notes):
        notes = [notes(place) for place in range(len(scenes))]
    if notes is not None:
        told = list(islice(notes, len(scenes)))
        scenes = [
            _noted(scene, note)
            for scene, note in zip(scenes, [*told, *[""] * (len(scenes) - len(told))], strict=True)
        ]
    pictures = [small_picture(scene, min(columns, len(scenes)), cell) for scene in scenes]
    return side_by_side(pictures, columns, under or ([] if pictures else [NO_BOARD]))


def scene_of(
    shown: Drawable,
    placement: Placement | Iterable[int] | None = None,
    attacked: Attacked = False,
) -> Scene:
    """What a picture of this shows."""
    from cpqueens.result import Result

    if isinstance(shown, Placement):
        if placement is not None:
            raise OptionError("placement: what is drawn is a placement itself; a board takes one")
        return placement_scene(shown, attacked=attacked)
    if isinstance(shown, Result):
        placement = shown.placement if placement is None else placement
        shown = shown.model
    if not isinstance(shown, (Model, Board)):
        raise OptionError(
            f"{type(shown).__name__}: placements, boards, models and results are drawn"
        )
    grounded = shown if isinstance(shown, Board) else Board(shown)
    return board_scene(grounded, _fitting(grounded, placement), attacked)


def picture(scene: Scene, cell: int | None = None, numbers: bool | None = None) -> Picture:
    """The board with numbers at its sides and notes below."""
    kind = kind_of(scene)
    if kind == "cells":
        side: float = cell or _cell_side(scene)
        body, width, height = (
            draw_cells(scene, int(side)),
            scene.columns * side,
            scene.rows * side,
        )
    elif kind == "dots":
        side = max(1.5, min(10.0, 520 / scene.side))
        body, width, height = draw_dots(scene, side), scene.columns * side, scene.rows * side
    else:
        part = cells_a_pixel(scene)
        side = 1 / part
        body, width, height = draw_pixels(scene)
        if part > 1:
            scene = scene.noted(f"each pixel is {part} x {part} cells")
    numbered = (numbers is None or numbers) and kind != "pixels"
    return _framed(scene, body, width, height, side, numbered)


def side_by_side(
    pictures: Sequence[Picture], columns: int, below: Iterable[str] = (), gap: float = 14
) -> Picture:
    """Pictures in rows of so many, and lines of text below."""
    parts, y, most = [], 0.0, 0.0
    for start in range(0, len(pictures), columns):
        row = pictures[start : start + columns]
        x = 0.0
        for each in row:
            parts.append(each.inside(x, y))
            x += each.width + gap
        most = max(most, x - gap)
        y += max(each.height for each in row) + gap
    lines = list(below)
    parts.append(notes(lines, 0, y))
    width = max([most, *(text_width(line, 13) + 8 for line in lines)])
    number = len(pictures)
    label = f"gallery of {number} board{'' if number == 1 else 's'}"
    height = y + NOTE_STEP * len(lines) if lines else max(0.0, y - gap)
    return Picture(width, height, "".join(parts), label)


def small_picture(scene: Scene, columns: int, cell: int | None = None) -> Picture:
    """A board among others: the more there are in a row, the smaller."""
    if kind_of(scene) == "cells" and cell is None:
        room = max(90, 900 // columns) - 14
        least = 24 if scene.values is not None and scene.side <= 16 else 6
        cell = max(least, min(34, room // scene.side))
    return picture(scene, cell, numbers=False)


def _noted(scene: Scene, note: object) -> Scene:
    """With what `str` makes of the note below, if that is anything: sums are often numbers."""
    return scene.noted(str(note)) if str(note) else scene


def _require_side(cell: int | None) -> None:
    if cell is not None:
        require_whole("cell", cell, 1)


def _cell_side(scene: Scene) -> int:
    if scene.values is not None:
        return max(15, min(46, 640 // scene.side))
    return max(11, min(40, 440 // scene.side))


def _fitting(grounded: Board, placement: Placement | Iterable[int] | None) -> Placement | None:
    if placement is None:
        return None
    try:
        fitting = Placement(placement, grounded.full_columns)
    except (TypeError, ValueError) as error:
        raise OptionError(f"placement: {error}") from None
    if len(fitting) != grounded.full_rows:
        raise OptionError(
            f"placement: {len(fitting)} queens, but the board has {grounded.full_rows} rows"
        )
    return fitting


def _framed(
    scene: Scene, body: str, width: float, height: float, side: float, numbered: bool
) -> Picture:
    size = max(8.0, min(12.0, side * 0.45))
    digits = len(str(scene.side))
    margin = size * (0.6 * digits + 0.7) if numbered else 0.0
    left, top = _MARGIN + margin, _MARGIN + (size * 1.5 if numbered else 0.0)
    room = max(width, 150.0 if side * scene.columns < 150 else width)
    lines = [line for note in scene.notes for line in wrapped(note, room)]
    parts = [
        f'<g class="cq-board" transform="translate({short(left)} {short(top)})">{body}</g>',
        *(_numbers(scene, left, top, side, size) if numbered else ()),
        notes(lines, left, top + height + 4),
    ]
    wide = max([width, *(text_width(line, 13) for line in lines)])
    below = NOTE_STEP * len(lines) + 4 if lines else 0
    # The last number of a ruler is as wide as many cells.
    over = text_width(str(scene.columns), size) / 2 if numbered else 0.0
    return Picture(
        left + max(wide, width + over) + _MARGIN,
        top + height + below + _MARGIN,
        "".join(parts),
        label_of(scene),
    )


def _numbers(scene: Scene, left: float, top: float, side: float, size: float) -> Iterator[str]:
    step = _number_step(scene)
    first = 1 if step == 1 else step
    yield f'<g class="cq-ink" font-size="{short(size)}" opacity=".75" text-anchor="middle">'
    for number in range(first, scene.columns + 1, step):
        yield _number(left + (number - 0.5) * side, top - size * 0.45, number)
    yield '</g><g class="cq-ink" opacity=".75" text-anchor="end" '
    yield f'font-size="{short(size)}">'
    for number in range(first, scene.rows + 1, step):
        yield _number(left - size * 0.45, top + (number - 0.5) * side + size * 0.36, number)
    yield "</g>"


def _number_step(scene: Scene) -> int:
    """Every which row and column is numbered."""
    if scene.side <= _ALL_NUMBERED_UP_TO:
        return 1
    return 5 if kind_of(scene) == "cells" else ruler(scene.side)


def _number(x: float, y: float, number: int) -> str:
    return f'<text x="{short(x)}" y="{short(y)}">{number}</text>'


def label_of(scene: Scene) -> str:
    """The picture in words, for those who cannot see it."""
    number = len(scene.queens)
    queens = f"{number:,} queen{'' if number == 1 else 's'}"
    if number == scene.rows and number <= LARGEST_CELLS:
        columns = " ".join(str(c + 1) for _, c in sorted(scene.queens.items()))
        return f"{queens}: columns {columns}"
    return f"{queens} on {scene.rows:,} rows, {scene.columns:,} columns"
