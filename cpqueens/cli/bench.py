"""`bench`: solvers side by side on this machine."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TextIO

import msgspec

from cpqueens import kernel, solvers
from cpqueens.benchmark import Bench, Run, measure
from cpqueens.cli import ANSWERED, DISAGREEMENT, INTERRUPTED
from cpqueens.cli.arguments import instances, seconds, setting
from cpqueens.cli.output import opened
from cpqueens.draw.chart import time_chart
from cpqueens.errors import OptionError, SolverError
from cpqueens.kernel_benchmark import Figure
from cpqueens.loading import load
from cpqueens.model import Model
from cpqueens.solvers.base import Solver

SIZES = range(6, 15)
LIMIT = 1.0

DESCRIPTION = """\
Measure solvers side by side on this machine, on the n queens problem: who counts all
placements within the limit, in what time, with how many nodes, how many times slower
than the fastest. Solvers that find one placement and do not count have a table of
their own. A solver that misses the limit is not run for larger n. Counts are compared.

  python -m cpqueens bench
  python -m cpqueens bench --set n=6..12 --solvers bitmask,textbook.scan,textbook.tables
  python -m cpqueens bench --limit 0.2 --svg bench.svg
  python -m cpqueens bench --json > bench.json

  python -m cpqueens bench --kernels

With --kernels it is the kernels that are measured, in some five minutes: as ratios
to yardsticks timed in the same run, each with its target. T is the textbook recursion
on three bit masks, without symmetry, in C++ at -O3.

Times are wall clock, of short runs the shortest of several. A node is a queen placed,
for textbook.bytes a permutation tried, for cpsat a branch; bitmask counts half a board.

Exit status: 0 measured, 1 a wrong count or placement, 2 wrong usage, 130 Ctrl-C."""


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        metavar="n=VALUES",
        type=setting,
        action="append",
        default=[],
        help=f"the sizes: n=6..12, n=8,10 (default: n={SIZES[0]}..{SIZES[-1]})",
    )
    parser.add_argument(
        "--solvers", metavar="A,B,C", help="the solvers to measure (default: all that are here)"
    )
    parser.add_argument(
        "--limit",
        type=seconds,
        default=LIMIT,
        metavar="S",
        help=f"seconds of each solver for each n (default: {LIMIT:g})",
    )
    parser.add_argument(
        "--kernels", action="store_true", help="measure the kernels against yardsticks instead"
    )
    parser.add_argument("--json", action="store_true", help="write a JSON document, not tables")
    parser.add_argument("--svg", metavar="FILE", help="draw a chart of the times here, too")


def run(options: Namespace) -> int:
    if options.kernels:
        return _kernels(options)
    cases = _cases(options.set)
    chosen = _chosen(options.solvers)
    bench = Bench(options.limit, kernel.KIND, ".".join(map(str, sys.version_info[:3])))
    try:
        for done in measure(chosen, cases, options.limit, _progress()):
            bench.runs.append(done)
    except KeyboardInterrupt:
        bench.interrupted = True
    bench.compare()
    with opened(None) as file:
        (_write_json if options.json else _write_text)(bench, file)
    if options.svg is not None:
        with opened(options.svg) as file:
            file.write(time_chart(bench))
    if any(done.wrong for done in bench.runs):
        return DISAGREEMENT
    return INTERRUPTED if bench.interrupted else ANSWERED


def _kernels(options: Namespace) -> int:
    from cpqueens.kernel_benchmark import figures

    for name in ("set", "solvers", "svg"):
        if getattr(options, name):
            raise OptionError(f"--{name} does not go with --kernels")
    if kernel.KIND != "compiled":
        raise OptionError("--kernels measures the compiled kernel, which is not here")
    measured, status = [], ANSWERED
    with opened(None) as file:
        if not options.json:
            file.write(f"{'':34}{'measured':>12}{'target':>18}\n")
        try:
            for figure in figures(_progress()):
                measured.append(figure)
                if not options.json:
                    file.write(_figure_line(figure))
                    file.flush()
        except KeyboardInterrupt:
            status = INTERRUPTED
        if options.json:
            lines = ",\n".join(msgspec.json.encode(figure).decode() for figure in measured)
            file.write(f"[\n{lines}\n]\n")
    return status


def _figure_line(figure: Figure) -> str:
    """
    >>> from cpqueens.kernel_benchmark import Figure
    >>> _figure_line(Figure("count, n = 14", 46.9, "x T", "at least", 15))
    'count, n = 14                           47 x T       at least 15\\n'
    """
    measured = f"{_digits(figure.measured)} {figure.unit}"
    target = figure.aim if figure.target is None else f"{figure.aim} {figure.target:g}"
    missed = "" if figure.reached else "  missed"
    return f"{figure.what:34}{measured:>12}{target:>18}{missed}\n"


def _cases(settings: list[tuple[str, list[int]]]) -> dict[int, Model]:
    found = instances(load("queens"), settings or [("n", list(SIZES))])
    return {case.values["n"]: case for case in sorted(found, key=lambda case: case.values["n"])}


def _chosen(names: str | None) -> list[Solver]:
    if names is None:
        every = [solvers.find(name) for name in solvers.names() if name != "cpsat"]
        return [solver for solver in every if solver.missing() is None]
    chosen = [solvers.find(name) for name in names.split(",")]
    if len({solver.name for solver in chosen}) < len(chosen):
        raise OptionError("a solver is named twice")
    for solver in chosen:
        if missing := solver.missing():
            raise SolverError(f"{solver.name} cannot be measured: {missing}")
    return chosen


def _progress() -> Callable[[str], None]:
    """Tell how far it is, on a terminal only, after a second; an empty text clears the line."""
    if not sys.stderr.isatty():
        return lambda text: None
    started = time.monotonic()

    def show(text: str) -> None:
        if time.monotonic() - started > 1:
            print(f"\r{text}\033[K", end="\r", file=sys.stderr, flush=True)

    return show


def _write_json(bench: Bench, file: TextIO) -> None:
    """One document, every run on a line of its own."""
    head = Bench(bench.limit_s, bench.kernel, bench.python, bench.interrupted)
    opening, closing = msgspec.json.encode(head).decode().rsplit("]", 1)
    lines = ",\n".join(msgspec.json.encode(done).decode() for done in bench.runs)
    file.write(f"{opening}\n{lines}\n]{closing}\n")


def _write_text(bench: Bench, file: TextIO) -> None:
    file.write(
        f"n queens, limit {bench.limit_s:g} s; kernel: {bench.kernel}, Python {bench.python}\n"
    )
    for asked, what in (("count", "all placements counted"), ("one", "one placement found")):
        rows = bench.of(asked)
        if not rows:
            continue
        sizes = bench.sizes
        _write_table(f"{what}: time", rows, sizes, _outcome(bench.limit_s), file, farthest=True)
        if asked == "count":
            _write_counts(rows, sizes, file)
        _write_table("times the fastest", rows, sizes, _ratio, file)
        _write_table("nodes", rows, sizes, _nodes, file)
    _write_remarks(bench, file)


_FIRST_WIDTH, _WIDTH, _LAST_WIDTH = 25, 8, 11
Cell = Callable[[Run], str]


def _write_table(
    title: str,
    rows: list[list[Run]],
    sizes: list[int],
    cell: Cell,
    file: TextIO,
    farthest: bool = False,
) -> None:
    head = "".join(f"{n:>{_WIDTH}}" for n in sizes)
    end = f"{'up to':>{_LAST_WIDTH}}" if farthest else ""
    file.write(f"\n{title}\n{'n':{_FIRST_WIDTH}}{head}{end}\n")
    for row in rows:
        cells = {done.n: cell(done) for done in row}
        line = "".join(f"{cells.get(n, ''):>{_WIDTH}}" for n in sizes)
        if farthest:
            met = [done.n for done in row if done.outcome == "met" and not done.wrong]
            end = f"{f'n = {met[-1]}' if met else 'none':>{_LAST_WIDTH}}"
        file.write(f"{row[0].solver:{_FIRST_WIDTH}}{line}{end}".rstrip() + "\n")


def _write_counts(rows: list[list[Run]], sizes: list[int], file: TextIO) -> None:
    said = {
        done.n: done.count
        for row in rows
        for done in row
        if done.count is not None and not done.wrong
    }
    line = "".join(f"{said.get(n, '-'):>{_WIDTH}}" for n in sizes)
    file.write(f"{'placements':{_FIRST_WIDTH}}{line}\n")


def _write_remarks(bench: Bench, file: TextIO) -> None:
    remarks = []
    if any(done.outcome == "missed" and not done.wrong for done in bench.runs):
        remarks += [
            f"> {bench.limit_s:g} s: no answer within the limit",
            "-: not run, as a smaller n was not answered",
        ]
    remarks += [
        f"no: {done.solver}, n = {done.n}: {done.reason}"
        for done in bench.runs
        if done.outcome == "cannot"
    ]
    wrong = [f"{done.solver}, n = {done.n}: {done.wrong}" for done in bench.runs if done.wrong]
    if any(done.count is not None for done in bench.runs) and not wrong:
        remarks.append("the counts agree")
    remarks += [f"WRONG: {text}" for text in wrong]
    if bench.interrupted:
        remarks.append("not complete, stopped by Ctrl-C")
    file.write("".join(["\n", *(f"{remark}\n" for remark in remarks)]))


def _outcome(limit: float) -> Cell:
    def cell(done: Run) -> str:
        if done.wrong:
            return "wrong"
        if done.outcome == "met" and done.seconds is not None:
            return _time(done.seconds)
        return {"missed": f"> {limit:g} s", "cannot": "no"}.get(done.outcome, "-")

    return cell


def _time(wall_s: float) -> str:
    """
    >>> _time(0.0000031), _time(0.0123), _time(0.5), _time(12.3)
    ('3.1 µs', '12 ms', '500 ms', '12 s')
    """
    for unit, worth in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if wall_s >= 0.9995 * worth or unit == "µs":
            return f"{_digits(wall_s / worth)} {unit}"
    raise AssertionError


def _digits(value: float) -> str:
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"


def _ratio(done: Run) -> str:
    ratio = done.times_the_fastest
    return "" if ratio is None else _digits(ratio)


def _nodes(done: Run) -> str:
    return _short(done.nodes) if done.outcome == "met" and done.nodes is not None else ""


def _short(number: int) -> str:
    """
    >>> _short(724), _short(35538), _short(39916800)
    ('724', '35538', '39.9M')
    """
    if number < 1_000_000:
        return str(number)
    return f"{number / 1e6:.1f}M" if number < 1e9 else f"{number / 1e9:.1f}G"
