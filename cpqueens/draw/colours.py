"""The colours of cells, chosen so that people who see colours differently can tell them apart."""

from __future__ import annotations

from collections.abc import Sequence

from cpqueens.draw.scene import Grid, Scene
from cpqueens.draw.svg import mixed

LIGHT, DARK, PLAIN = "#f3efe6", "#d5ccba", "#f6f3ec"
BARRED, CROSS = "#5c6370", "#a9afb9"
CHOSEN, CHOSEN_FRAME = "#ffd75e", "#8a5a00"
ATTACKED = "#b3261e"
REGIONS = (
    "#77aadd",
    "#ee8866",
    "#eedd88",
    "#ffaabb",
    "#99ddff",
    "#44bb99",
    "#bbcc33",
    "#aaaa00",
    "#dddddd",
)
"""The light scheme of Paul Tol, made for labels in black; borders tell regions apart as well."""
_VALUE, _VALUE_LEVELS = "#4477aa", 8


def region_colours(regions: Grid) -> list[str]:
    """A colour for each region: its own while there are enough, else other than its neighbours'."""
    number = max(max(row) for row in regions) + 1
    if number <= len(REGIONS):
        return list(REGIONS[:number])
    neighbours = _neighbours(regions, number)
    used = [0] * len(REGIONS)
    colours: dict[int, int] = {}
    for region in sorted(range(number), key=lambda each: (-len(neighbours[each]), each)):
        taken = {colours[other] for other in neighbours[region] if other in colours}
        free = [each for each in range(len(REGIONS)) if each not in taken]
        chosen = min(free or range(len(REGIONS)), key=lambda each: (used[each], each))
        used[chosen] += 1
        colours[region] = chosen
    return [REGIONS[colours[region]] for region in range(number)]


def _neighbours(regions: Grid, number: int) -> list[set[int]]:
    neighbours: list[set[int]] = [set() for _ in range(number)]
    for r, row in enumerate(regions):
        for c, region in enumerate(row):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + down < len(regions) and 0 <= c + right < len(row):
                    other = regions[r + down][c + right]
                    if other != region:
                        neighbours[region].add(other)
                        neighbours[other].add(region)
    return neighbours


def background(scene: Scene) -> tuple[list[bytearray], list[str]]:
    """For each cell the number of its colour, and the colours; squares are not among them."""
    palette = [PLAIN]
    grid = [bytearray(scene.columns) for _ in range(scene.rows)]
    if scene.regions is not None:
        palette = [*region_colours(scene.regions)]
        shades = list(dict.fromkeys(palette))
        numbers = [shades.index(colour) for colour in palette]
        grid = [bytearray(numbers[region] for region in row) for row in scene.regions]
        palette = shades
    elif scene.values is not None:
        palette = [mixed(PLAIN, _VALUE, level * 0.075) for level in range(_VALUE_LEVELS)]
        grid = [bytearray(row) for row in _levels(scene.values)]
    palette.append(BARRED)
    for r, columns in scene.barred.items():
        for c in columns:
            grid[r][c] = len(palette) - 1
    return grid, palette


def _levels(values: Grid) -> list[list[int]]:
    least = min(map(min, values))
    spread = max(map(max, values)) - least or 1
    top = _VALUE_LEVELS - 1
    return [[(value - least) * top // spread for value in row] for row in values]


def has_background(scene: Scene) -> bool:
    """Whether cells have colours of their own: regions, values or barred cells."""
    return bool(scene.barred) or scene.regions is not None or scene.values is not None


def by_colour(grid: Sequence[bytearray]) -> dict[int, dict[int, list[int]]]:
    """Colour → row → columns."""
    found: dict[int, dict[int, list[int]]] = {}
    for r, row in enumerate(grid):
        for c, colour in enumerate(row):
            found.setdefault(colour, {}).setdefault(r, []).append(c)
    return found
