"""Large boards: queens as dots, and beyond that as pixels of many cells each."""

from __future__ import annotations

from collections.abc import Iterator

from cpqueens.draw.colours import ATTACKED, BARRED, PLAIN, background, has_background
from cpqueens.draw.raster import image
from cpqueens.draw.scene import Scene
from cpqueens.draw.svg import FRAME, QUEEN, WRONG, mixed, rectangle, short

MOST_PIXELS = 600
_SHADES = 12
_SPARSE = 0.1
"""With fewer queens a pixel each is drawn two pixels wide, else it would hardly be seen."""


def ruler(side: int) -> int:
    """Every how many cells a line is drawn and numbered."""
    return next(step for step in (10, 20, 50, 100, 200, 500) if step * 10 >= side or step == 500)


def draw_dots(scene: Scene, cell: float) -> str:
    """The board without what is beside it, a dot a queen, `cell` pixels a cell."""
    width, height = scene.columns * cell, scene.rows * cell
    ground = rectangle(0, 0, width, height, f'fill="{PLAIN}"')
    if has_background(scene):
        ground = image(*background(scene), width, height)
    return "".join(
        [
            ground,
            *_ruling(scene, cell),
            rectangle(0, 0, width, height, f'fill="none" stroke="{FRAME}"'),
            *_lines(scene, cell),
            *_dots(scene, cell),
        ]
    )


def _ruling(scene: Scene, cell: float) -> Iterator[str]:
    step, width, height = ruler(scene.side), scene.columns * cell, scene.rows * cell
    lines = [f"M0 {short(r * cell)}H{short(width)}" for r in range(step, scene.rows, step)]
    lines += [f"M{short(c * cell)} 0V{short(height)}" for c in range(step, scene.columns, step)]
    yield f'<path d="{"".join(lines)}" stroke="#000" stroke-opacity=".13" stroke-width=".8"/>'


def _lines(scene: Scene, cell: float) -> Iterator[str]:
    strokes = [
        f"M{short((c1 + 0.5) * cell)} {short((r1 + 0.5) * cell)}"
        f"L{short((c2 + 0.5) * cell)} {short((r2 + 0.5) * cell)}"
        for attack in scene.attacks
        for (r1, c1), (r2, c2) in attack.lines
    ]
    if strokes:
        yield f'<path d="{"".join(strokes)}" stroke="{ATTACKED}" stroke-opacity=".35"/>'


def _dots(scene: Scene, cell: float) -> Iterator[str]:
    size = max(cell * 0.9, 3.2)
    queens = set(scene.queens.items())
    for places, colour, wider, end in (
        (queens - scene.given - scene.disputed, QUEEN, 1.0, "round"),
        (queens & scene.given, QUEEN, 1.35, "square"),
        (queens & scene.disputed, WRONG, 1.6, "round"),
    ):
        dots = "".join(
            f"M{short((c + 0.5) * cell)} {short((r + 0.5) * cell)}h0" for r, c in sorted(places)
        )
        if dots:
            yield (
                f'<path d="{dots}" stroke="{colour}" stroke-width="{short(size * wider)}" '
                f'stroke-linecap="{end}"/>'
            )


def cells_a_pixel(scene: Scene) -> int:
    """The side, in cells, of the squares that become one pixel."""
    return -(-scene.side // MOST_PIXELS)


def draw_pixels(scene: Scene) -> tuple[str, int, int]:
    """The board without what is beside it, and its width and height in pixels."""
    part = cells_a_pixel(scene)
    width, height = -(-scene.columns // part), -(-scene.rows // part)
    rows = [bytearray(width) for _ in range(height)]
    for r, columns in scene.barred.items():
        for c in columns:
            rows[r // part][c // part] = 1
    counts: dict[tuple[int, int], int] = {}
    for r, c in scene.queens.items():
        at = (r // part, c // part)
        counts[at] = counts.get(at, 0) + 1
    most = max(counts.values(), default=1)
    sparse = len(scene.queens) < _SPARSE * width * height
    for (y, x), count in counts.items():
        shade = 2 + (_SHADES - 1 if sparse else (count * _SHADES - 1) // most)
        for down, right in ((0, 0), (0, 1), (1, 0), (1, 1)) if sparse else ((0, 0),):
            if y + down < height and x + right < width:
                rows[y + down][x + right] = shade
    palette = [PLAIN, mixed(PLAIN, BARRED, 0.6)]
    palette += [mixed(PLAIN, QUEEN, (shade + 1) / _SHADES) for shade in range(_SHADES)]
    frame = rectangle(0, 0, width, height, f'fill="none" stroke="{FRAME}"')
    return image(rows, palette, width, height) + frame, width, height
