"""`bench`: its figures are true, its limits hold, and a wrong solver is named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import cpqueens as cq
from cpqueens import benchmark, kernel, kernel_benchmark, solvers
from cpqueens.board import Board
from cpqueens.cli import bench, main
from cpqueens.kernel_benchmark import Figure
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Columns, EnumeratingSolver, Solver, Tally

SVG = "{http://www.w3.org/2000/svg}"
TEXTBOOK = "textbook.scan,textbook.tables,textbook.swap,textbook.masks_shifted,textbook.repair"


class Ran:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def runs(self) -> list[dict[str, Any]]:
        return json.loads(self.out)["runs"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Run `bench` in this process."""

    def call(*words: object) -> Ran:
        try:
            status = main(["bench", *map(str, words)])
        except SystemExit as stop:
            status = int(stop.code or 0)
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return call


@contextmanager
def registered(solver: Solver) -> Iterator[str]:
    solvers.register(solver)
    try:
        yield solver.name
    finally:
        solvers.unregister(solver.name)


class Wrong(EnumeratingSolver):
    """Forgets the first placement of 6 queens."""

    name = "wrong"
    summary = "wrong for n = 6"

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]:
        found = [each for batch in solvers.find("bitmask").batches(board, tally) for each in batch]
        yield found[board.rows == 6 :]
        tally.count_known = True


class Invents(Wrong):
    """Gives every placement twice, and never ends."""

    def batches(self, board: Board, tally: Tally) -> Iterator[Sequence[Columns]]:
        found = [each for batch in solvers.find("bitmask").batches(board, tally) for each in batch]
        tally.count_known = False
        yield found * 2
        while True:
            tally.check()


class Guesses(Solver):
    """One placement, which is none."""

    name = "guesses"
    summary = "queens on the diagonal"
    jobs = frozenset({Job.ONE})

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        tally.placements, tally.counted = [tuple(range(board.rows))], 1


class GivesUp(Guesses):
    """Says that there is nothing."""

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        tally.count_known = True


def test_counts_are_those_of_the_solvers(run) -> None:
    ran = run("--set", "n=1..7", "--limit", 20, "--json")
    assert (ran.status, ran.err) == (0, "")
    expected = {n: cq.count(cq.queens(n), solver="bitmask") for n in range(1, 8)}
    assert list(expected.values()) == [1, 0, 0, 2, 10, 4, 40]
    assert {each["solver"] for each in ran.runs} == set(solvers.names()) - {"cpsat"}
    counted = [each for each in ran.runs if each["asked"] == "count"]
    assert {each["solver"] for each in counted} >= {"bitmask", "constraint", "textbook.bytes"}
    for each in counted:
        assert (each["outcome"], each["count"]) == ("met", expected[each["n"]])
        assert 0 < each["seconds"] < 20
    for asked in ("count", "one"):
        for n in range(4, 8):
            ratios = [
                each["times_the_fastest"]
                for each in ran.runs
                if (each["asked"], each["n"]) == (asked, n)
            ]
            assert min(ratios) == 1.0
    for each in ran.runs:
        if each["solver"] == "textbook.repair" and each["n"] in (2, 3):
            assert each["outcome"] == "cannot"


def test_nodes_are_those_of_the_solvers(run) -> None:
    for each in run("--set", "n=6,8", "--solvers", TEXTBOOK, "--limit", 20, "--json").runs:
        if each["asked"] == "count":
            result = cq.solve(cq.queens(each["n"]), solver=each["solver"], solutions=0, count=True)
        else:
            result = cq.solve(cq.queens(each["n"]), solver=each["solver"], seed=benchmark.SEED)
        assert each["nodes"] == result.statistics.counters["nodes"]


def test_the_tables(run) -> None:
    ran = run("--set", "n=8,6", "--solvers", f"{TEXTBOOK},construction", "--limit", 20)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("n queens, limit 20 s; kernel: ")
    assert "all placements counted: time" in lines
    assert "one placement found: time" in lines
    cells = [line.split() for line in lines]
    assert ["n", "6", "8", "up", "to"] in cells
    assert ["placements", "4", "92"] in cells
    assert ["textbook.scan", "152", "2056"] in cells
    assert "the counts agree" in lines
    assert max(map(len, lines)) <= 120


def test_who_misses_the_limit_is_not_run_for_larger_n(run) -> None:
    words = ("--set", "n=6..13", "--solvers", "textbook.scan,bitmask", "--limit", 0.1)
    ran = run(*words, "--json")
    outcomes = [each["outcome"] for each in ran.runs if each["solver"] == "textbook.scan"]
    met = outcomes.count("met")
    assert 1 <= met <= 6
    assert outcomes == ["met"] * met + ["missed"] + ["not run"] * (7 - met)
    for each in ran.runs:
        assert (each["outcome"] == "met") == ("times_the_fastest" in each) == ("count" in each)
        if each["outcome"] == "met":
            assert each["seconds"] <= 0.1
        if each["outcome"] == "not run":
            assert "seconds" not in each
    text = run(*words).out
    assert "> 0.1 s: no answer within the limit\n" in text
    assert text.index("\nbitmask") < text.index("\ntextbook.scan")


@pytest.mark.parametrize(
    ("solver", "message"),
    [
        (Wrong(), "WRONG: wrong, n = 6: the count 3 is not 4, that of most solvers\n"),
        (Invents(), "WRONG: wrong, n = 5: at least 20 is more than 10\n"),
        (Guesses(), "WRONG: guesses, n = 5: the solver guesses gave a wrong placement"),
        (GivesUp(), "WRONG: guesses, n = 5: the count 0 is not 10, that of most solvers\n"),
    ],
)
def test_a_wrong_solver_is_named(run, monkeypatch, solver: Solver, message: str) -> None:
    monkeypatch.setattr(benchmark, "_WARM_UP_S", 0.1)
    with registered(solver) as name:
        words = ("--set", "n=5..7", "--solvers", f"{name},bitmask", "--limit", 0.3)
        ran = run(*words)
        assert ran.status == 1
        assert message in ran.out
        assert "counts agree" not in ran.out
        assert "placements                     10       4      40\n" in ran.out
        assert run(*words, "--json").status == 1
        for each in run(*words, "--json").runs:
            assert each["solver"] == name or "wrong" not in each
            assert each["solver"] == name or each["times_the_fastest"] >= 1.0


def test_the_chart_is_well_formed(run, tmp_path: Path) -> None:
    path = tmp_path / "bench.svg"
    ran = run("--set", "n=4..8", "--solvers", f"bitmask,{TEXTBOOK}", "--limit", 20, "--svg", path)
    assert ran.status == 0
    assert "placements" in ran.out
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{SVG}svg"
    texts = [text.text for text in root.iter(f"{SVG}text")]
    for label in ("4", "8", "n", "1 ms", "10 s", "limit 20 s", "bitmask", "textbook.repair (one)"):
        assert label in texts
    assert "prefers-color-scheme: dark" in (root.find(f"{SVG}style").text or "")
    width, height = float(root.get("width")), float(root.get("height"))
    curves = [line.get("points").split() for line in root.iter(f"{SVG}polyline")]
    assert len(curves) == 12
    for x, y in (point.split(",") for curve in curves for point in curve):
        assert 0 <= float(x) <= width
        assert 0 <= float(y) <= height
    heights = {len(curve): [float(p.split(",")[1]) for p in curve] for curve in curves}
    assert heights[5] != sorted(heights[5])


def test_a_chart_of_nothing(run, tmp_path: Path) -> None:
    path = tmp_path / "bench.svg"
    run("--set", "n=14", "--solvers", "textbook.bytes", "--limit", 0.01, "--svg", path)
    ElementTree.parse(path)


def test_ctrl_c_gives_what_is_known(run, monkeypatch: pytest.MonkeyPatch) -> None:
    solve, left = benchmark.solve, iter(range(30))

    def interrupted(*words: Any, **settings: Any) -> cq.Result:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return solve(*words, **settings)

    monkeypatch.setattr(benchmark, "solve", interrupted)
    ran = run("--set", "n=4..30", "--solvers", "bitmask,textbook.tables")
    assert ran.status == 130
    assert "\nnot complete, stopped by Ctrl-C\n" in ran.out
    assert "\nbitmask " in ran.out


def test_progress_shows_on_a_terminal_only_after_a_second(run, monkeypatch) -> None:
    words = ("--set", "n=4..6", "--solvers", "bitmask")
    assert run(*words).err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert run(*words).err == ""
    seconds = iter(range(1000))
    monkeypatch.setattr(bench.time, "monotonic", lambda: next(seconds))
    ran = run(*words)
    assert "bitmask, n = 6" in ran.err
    assert ran.err.endswith("\r\033[K\r")
    assert "n = 5" not in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--set m=4", "m"),
        ("--set n=0", "n"),
        ("--set n=8..6", "the range 8..6 is empty"),
        ("--set n=6 --set n=7", "--set n is given twice"),
        ("--solvers textbook.scam", "did you mean 'textbook.scan'?"),
        ("--solvers bitmask,bitmask", "a solver is named twice"),
        ("--limit 0", "'0' is no time"),
        ("--svg no/such/file --set n=4 --solvers bitmask", "no/such/file: no such file"),
    ],
)
def test_wrong_usage(run, words: str, message: str) -> None:
    ran = run(*words.split())
    assert ran.status == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_help_has_examples(run) -> None:
    ran = run("--help")
    assert ran.status == 0
    assert ran.out.count("python -m cpqueens bench") >= 4
    for option in ("--set", "--solvers", "--limit", "--json", "--svg"):
        assert option in ran.out


class TestKernels:
    """`bench --kernels`, with all but quick figures left out."""

    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def none(progress: Callable[[str], None]) -> Iterator[Figure]:
            return iter(())

        def two(progress: Callable[[str], None]) -> Iterator[Figure]:
            progress("two")
            yield Figure("list n = 14", 5.25, "x plain", "at least", 5)
            yield Figure("count, n = 18", 2.5, "x T(15)", "at most", 2)
            yield Figure("T, two threads", 1.5, "x one", "for comparison", None)

        for group in (
            "counting",
            "two_threads",
            "first_and_count",
            "blocked",
            "listing",
            "regions",
            "optima",
        ):
            monkeypatch.setattr(kernel_benchmark, group, two if group == "listing" else none)
        monkeypatch.setattr(kernel, "KIND", "compiled")

    def test_a_line_for_each_figure_says_which_target_is_missed(self, run) -> None:
        ran = run("--kernels")
        assert ran.status == 0
        heading, reached, missed, without_target = ran.out.splitlines()
        assert heading.split() == ["measured", "target"]
        assert reached.split("  ")[0] == "list n = 14"
        assert reached.endswith("5.2 x plain        at least 5")
        assert missed.endswith("at most 2  missed")
        assert without_target.endswith("1.5 x one    for comparison")

    def test_json_has_the_same(self, run) -> None:
        figures = json.loads(run("--kernels", "--json").out)
        assert [figure["measured"] for figure in figures] == [5.25, 2.5, 1.5]
        assert figures[1]["aim"] == "at most"
        assert figures[2]["target"] is None

    @pytest.mark.parametrize(
        "words", [("--set", "n=4"), ("--solvers", "bitmask"), ("--svg", "a.svg")]
    )
    def test_what_is_for_solvers_is_refused(self, run, words: tuple[str, str]) -> None:
        ran = run("--kernels", *words)
        assert ran.status == 2
        assert f"{words[0]} does not go with --kernels" in ran.err

    def test_the_twin_is_not_measured(self, run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernel, "KIND", "pure")
        ran = run("--kernels")
        assert ran.status == 2
        assert "--kernels measures the compiled kernel, which is not here" in ran.err

    def test_ctrl_c_ends_it_with_what_was_measured(
        self, run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stopped(progress: Callable[[str], None]) -> Iterator[Figure]:
            raise KeyboardInterrupt

        monkeypatch.setattr(kernel_benchmark, "optima", stopped)
        ran = run("--kernels")
        assert ran.status == 130
        assert len(ran.out.splitlines()) == 4


def test_ratios_of_different_answers_are_refused() -> None:
    with pytest.raises(cq.WrongAnswer, match=r"should be the same: \[1, 2\]"):
        kernel_benchmark._in_turn(lambda: 1, lambda: 2)


def test_the_boards_of_the_kernel_benchmark() -> None:
    assert kernel_benchmark._textbook(cq.queens(7)) == 40
    for seed in range(20):
        assert cq.solve(kernel_benchmark.region_puzzle(seed)).placement is not None
    model = kernel_benchmark.weighted(6, 1)
    assert kernel_benchmark._optimum(model, "bitmask") == cq.solve(model, solver="cpsat").objective
