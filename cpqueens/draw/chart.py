"""Charts as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from cpqueens.benchmark import Bench

_CHART_WIDTH, _CHART_HEIGHT = 900, 520
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 620, 50, 460
_LEGEND_STEP = 20
_CHART_TITLE = "n queens: time to count all placements, or, where marked (one), to find one"
_COLOURS = ("#1f77b4", "#d95f02", "#2ca02c", "#d62728", "#9467bd", "#a6761d", "#e377c2", "#17a2b8")
_STYLE = """
svg { font-family: system-ui, sans-serif; font-size: 13px }
.paper { fill: #ffffff } .ink { fill: #222222 } .grid { stroke: #dddddd } .limit { stroke: #555555 }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1b1b } .ink { fill: #e6e6e6 } .grid { stroke: #3d3d3d } .limit { stroke: #aaaaaa }
}
"""


def time_chart(bench: Bench) -> str:
    """The times against n as SVG, on a logarithmic axis; the paper is drawn, light or dark."""
    lines = [
        [(done.n, done.seconds) for done in row if done.outcome == "met" and done.seconds]
        for asked in ("count", "one")
        for row in bench.of(asked)
    ]
    names = [(row[0].solver, asked) for asked in ("count", "one") for row in bench.of(asked)]
    times = [wall_s for line in lines for _, wall_s in line]
    low = floor(log10(min([*times, bench.limit_s / 10])))
    high = ceil(log10(bench.limit_s))
    sizes = bench.sizes or [0]
    height = max(_CHART_HEIGHT, _TOP + _LEGEND_STEP * (len(names) + 1))

    def x(n: int) -> float:
        return _LEFT + (n - sizes[0]) * (_RIGHT - _LEFT) / max(1, sizes[-1] - sizes[0])

    def y(wall_s: float) -> float:
        return _BOTTOM - (log10(wall_s) - low) * (_BOTTOM - _TOP) / (high - low)

    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_CHART_WIDTH} {height}" '
            f'width="{_CHART_WIDTH}" height="{height}" role="img" '
            f'aria-label="time against n">',
            f"<style>{_STYLE}</style>",
            f'<rect class="paper" width="{_CHART_WIDTH}" height="{height}"/>',
            _label(_LEFT, 28, _CHART_TITLE),
            _label((_LEFT + _RIGHT) / 2, _BOTTOM + 42, "n", "middle"),
            *(
                _rule(_LEFT, y(10.0**power), _RIGHT, y(10.0**power), "grid")
                + _label(_LEFT - 8, y(10.0**power) + 4, _power_of_ten(power), "end")
                for power in range(low, high + 1)
            ),
            *(_label(x(n), _BOTTOM + 20, str(n), "middle") for n in sizes),
            _rule(_LEFT, y(bench.limit_s), _RIGHT, y(bench.limit_s), "limit", "6 4"),
            _label(_RIGHT, y(bench.limit_s) - 6, f"limit {bench.limit_s:g} s", "end"),
            *_curves_and_legend(names, [[(x(n), y(t)) for n, t in line] for line in lines]),
            "</svg>\n",
        ]
    )


def _power_of_ten(power: int) -> str:
    unit, shift = ("s", 0) if power >= 0 else ("ms", 3) if power >= -3 else ("µs", 6)
    return f"{10.0 ** (power + shift):g} {unit}"


def _curves_and_legend(
    names: list[tuple[str, str]], lines: list[list[tuple[float, float]]]
) -> Iterator[str]:
    """The legend has the order of the tables; dashes tell lines of one colour apart."""
    for place, ((name, asked), points) in enumerate(zip(names, lines, strict=True)):
        colour = _COLOURS[place % len(_COLOURS)]
        dashes = ("", "7 4", "2 3")[place // len(_COLOURS) % 3]
        look = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes or "none"}"'
        line = _TOP + _LEGEND_STEP * place
        yield _curve(points, look, colour)
        yield _curve([(_RIGHT + 25, line - 4), (_RIGHT + 55, line - 4)], look, colour)
        yield _label(_RIGHT + 62, line, name + (" (one)" if asked == "one" else ""))


def _curve(points: Iterable[tuple[float, float]], look: str, colour: str) -> str:
    rounded = [(round(x, 1), round(y, 1)) for x, y in points]
    path = " ".join(f"{x},{y}" for x, y in rounded)
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in rounded)
    return f'<polyline points="{path}" fill="none" {look}/>{dots}'


def _rule(x1: float, y1: float, x2: float, y2: float, kind: str, dashes: str = "none") -> str:
    return (
        f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke-dasharray="{dashes}"/>'
    )


def _label(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text class="ink" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
