"""A search for the best over time, drawn by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpqueens.errors import OptionError
from cpqueens.optional import optional_package
from cpqueens.question import Moment
from cpqueens.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BLUE, _ORANGE = "#0072b2", "#d55e00"


def plot_search(result: Result, axes: Axes | None = None) -> Axes:
    """The incumbent and the bound of a result against the seconds of its search."""
    log = result.statistics.search_log
    if not log:
        raise OptionError(
            "plot: the search has no log of objectives and bounds; a model with an objective, "
            "asked for its best, has"
        )
    if axes is None:
        pyplot = optional_package("matplotlib.pyplot", "plot")
        axes = pyplot.subplots(figsize=(7, 3.5), layout="constrained")[1]
    end = max(result.statistics.wall_s, log[-1].seconds)
    for name, points, colour, line, marker in (
        ("bound", _steps(log, "bound", end), _ORANGE, "--", ""),
        ("best found", _steps(log, "incumbent", end), _BLUE, "-", "."),
    ):
        if points:
            seconds, values = zip(*points, strict=True)
            axes.step(
                seconds, values, where="post", label=name, color=colour, ls=line, marker=marker
            )
    axes.set_xlabel("seconds")
    axes.set_ylabel("objective")
    axes.set_title(f"{result.outcome} ({result.solver})")
    axes.grid(alpha=0.3)
    axes.legend()
    return axes


def _steps(log: tuple[Moment, ...], name: str, end: float) -> list[tuple[float, int]]:
    """The changes of one of the two, and its last value at the end."""
    steps: list[tuple[float, int]] = []
    for moment in log:
        value = getattr(moment, name)
        if value is not None and (not steps or steps[-1][1] != value):
            steps.append((moment.seconds, value))
    return [*steps, (end, steps[-1][1])] if steps else []
