"""Solvers against each other: those of the package agree, and a broken one is caught."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import cpqueens as cq
from cpqueens import solvers
from cpqueens.board import Board
from cpqueens.checking import agreement
from cpqueens.checking.report import Report, Row
from cpqueens.checking.sweep import sweep
from cpqueens.cli import main
from cpqueens.errors import ModelError, OptionError, SolverError
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Solver, Tally

EXACT = [name for name in solvers.names() if solvers.find(name).complete]
Change = Callable[[Board, Question, Tally], None]


def sizes(*numbers: int) -> list[cq.Model]:
    return [cq.queens(n) for n in numbers]


def weighted(n: int = 6, sense: str = "maximize") -> cq.Model:
    rng = random.Random(n)
    table = [[rng.randrange(100) for _ in range(n)] for _ in range(n)]
    return cq.Model(
        board=n,
        data={"weight": table},
        constraints=[cq.no_attack("queen")],
        **{sense: "weight"},  # type: ignore[arg-type]
    )


class Broken(Solver):
    """Answers as `bitmask` does, and then changes the answer."""

    name = "broken"
    summary = "for tests"
    jobs = frozenset(Job)

    def __init__(self, change: Change) -> None:
        self.change = change

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        solvers.find("bitmask").answer(board, question, options, tally)
        self.change(board, question, tally)


@pytest.fixture
def broken() -> Iterator[Callable[[Change], None]]:
    def register(change: Change) -> None:
        solvers.register(Broken(change))

    yield register
    solvers.unregister("broken")


def against_bitmask(*cases: cq.Model, time_limit: float = 10.0) -> Report:
    return cq.check(
        cases[0], solvers=["bitmask", "broken"], cases=cases or None, time_limit=time_limit
    )


def row_of(report: Report, voice: str = "broken") -> Row:
    return next(row for row in report.rows if row.voice == voice)


def test_all_exact_solvers_agree_on_classic_boards() -> None:
    report = cq.check(cq.load("queens"), solvers=EXACT, cases=sizes(*range(4, 10)))
    assert {"bitmask", "cpsat", "cpsat.integer", "cpsat.boolean", "constraint"} <= set(EXACT)
    assert report.agrees
    assert report.complete
    assert report.summary == "all agree"
    assert report.verdict == "AC"
    counts = {row.case: row.answer for row in report.rows if row.voice == "cpsat.boolean"}
    assert list(counts.values()) == [f"{k} placements" for k in (2, 10, 4, 40, 92, 352)]
    assert {row.verdict for row in report.rows} == {"agrees"}


def test_who_cannot_answer_is_told_and_not_wrong() -> None:
    report = cq.check(cq.queens(3), solvers=["bitmask", "constraint", "construction"])
    assert [row.case for row in report.rows[::3]] == [f"n = {n}" for n in range(4, 10)]
    report = cq.check(weighted(), solvers=["bitmask", "constraint", "construction"])
    row = row_of(report, "construction")
    assert (row.verdict, row.note, row.answer) == ("cannot answer", "it knows no objective", "")
    assert report.complete
    none = cq.check(cq.queens(3), solvers=["bitmask", "construction"], cases=sizes(3))
    assert [row.verdict for row in none.rows] == ["not compared", "cannot answer"]
    assert none.rows[0].answer == "0 placements"
    assert (none.agrees, none.complete, none.summary) == (True, False, "nothing was compared")


@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_optima_agree(sense: str) -> None:
    report = cq.check(weighted(7, sense), solvers=[n for n in EXACT if n != "construction"])
    assert report.agrees
    assert re.fullmatch(r"40 placements, best \d+", report.rows[0].answer)


def test_instances_of_a_model_are_gone_through() -> None:
    report = cq.check(cq.load("sultan"), solvers=["bitmask", "constraint"])
    assert [row.case for row in report.rows] == ["instance 1 of 2"] * 2 + ["instance 2 of 2"] * 2
    assert report.rows[2].answer == "92 placements, best 429"


def test_a_wrong_placement_is_drawn_with_its_attacking_queens(
    broken: Callable[[Change], None],
) -> None:
    def change(board: Board, question: Question, tally: Tally) -> None:
        if tally.placements:
            tally.placements[0] = tuple(range(board.rows))

    broken(change)
    report = cq.check(cq.load("queens"), solvers=["bitmask", "broken"])
    assert not report.agrees
    row = row_of(report)
    assert (row.case, row.verdict) == ("n = 4", "WA")
    assert row.note.startswith(
        "1 of 2 placements is wrong: queens (1, 1) and (2, 2) share a diagonal (row - column = 0); "
        "1 of 2 placements is missing"
    )
    assert row_of(report, "bitmask").verdict == "agrees"
    text = str(report)
    assert "\nn = 4: broken gave a wrong placement: queens (1, 1) and (2, 2) share" in text
    assert "# . . .\n. # . .\n. . Q .\n. . . Q\ncolumns 1 2 3 4\n" in text
    assert "\nn = 4: broken lacks a placement\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n" in text
    assert "tried n = 4, 5, 6, 7, 8, 9" in text
    assert text.endswith(f"WA: n = 4: broken: {row.note}")


def leave_out_the_last(board: Board, question: Question, tally: Tally) -> None:
    if question.solutions == "all":
        del tally.placements[-1]


def repeat_the_first(board: Board, question: Question, tally: Tally) -> None:
    if question.solutions == "all":
        tally.placements.append(tally.placements[0])


def count_one_more(board: Board, question: Question, tally: Tally) -> None:
    tally.counted += question.count


def say_that_none_exists(board: Board, question: Question, tally: Tally) -> None:
    if question.jobs == {Job.ONE}:
        tally.placements = []


def take_the_last(board: Board, question: Question, tally: Tally) -> None:
    if question.jobs == {Job.FIRST}:
        every = Tally()
        solvers.find("bitmask").answer(board, Question("all"), Options(), every)
        tally.placements = every.placements[-3:]


def give_one_less(board: Board, question: Question, tally: Tally) -> None:
    if question.jobs == {Job.FIRST}:
        del tally.placements[1]


def stand_off_the_board(board: Board, question: Question, tally: Tally) -> None:
    tally.placements = [(9,) * board.rows for _ in tally.placements]


@pytest.mark.parametrize(
    ("change", "case", "note", "headline"),
    [
        (
            leave_out_the_last,
            4,
            "1 of 2 placements is missing",
            "n = 4: broken lacks a placement",
        ),
        (
            repeat_the_first,
            4,
            "1 placement given more than once",
            "n = 4: broken gave a placement more than once",
        ),
        (count_one_more, 4, "it has 3 placements, but 2 exist", None),
        (
            say_that_none_exists,
            4,
            "it says that none exists, but one does",
            "n = 4: broken lacks a placement",
        ),
        (
            take_the_last,
            5,
            "number 1 in lexicographic order is not 1 3 5 2 4",
            "n = 5: broken lacks a placement: its place in the order is missed",
        ),
        (
            give_one_less,
            4,
            "number 2 in lexicographic order is not 3 1 4 2",
            "n = 4: broken lacks a placement: its place in the order is missed",
        ),
        (
            stand_off_the_board,
            4,
            "the only placement is wrong: the queen of row 1 is off the board",
            "n = 4: broken gave a wrong placement: the queen of row 1 is off the board",
        ),
    ],
)
def test_a_mistake_is_named(
    broken: Callable[[Change], None], change: Change, case: int, note: str, headline: str | None
) -> None:
    broken(change)
    report = against_bitmask(cq.queens(case))
    row = row_of(report)
    assert row.verdict == "WA"
    assert row.note.startswith(note)
    assert row_of(report, "bitmask").verdict == "agrees"
    headlines = [disputed.headline for disputed in report.disputed]
    if headline is None:
        assert headlines == []
    else:
        assert headlines[0].startswith(headline)


def test_the_count_of_who_refutes_itself_is_not_believed(
    broken: Callable[[Change], None],
) -> None:
    """Two of three counts are wrong, but one solver has the placements."""
    broken(count_one_more)
    report = cq.check(cq.queens(6), solvers=["broken", "bitmask"], cases=sizes(6))
    assert [row.verdict for row in report.rows] == ["WA", "agrees"]


def worse_optimum(board: Board, question: Question, tally: Tally) -> None:
    if question.best is not None:
        del tally.placements[0]


def reversed_best(board: Board, question: Question, tally: Tally) -> None:
    if question.best is not None:
        tally.placements.reverse()


@pytest.mark.parametrize("change", [worse_optimum, reversed_best])
def test_a_wrong_optimum_is_named_and_the_better_drawn(
    broken: Callable[[Change], None], change: Change
) -> None:
    broken(change)
    model = weighted(6)
    report = against_bitmask(model)
    best = cq.solve(model, best=5, solver="constraint").objectives
    row = row_of(report)
    assert row.verdict == "WA"
    assert row.note.startswith(f"the best objectives are {', '.join(map(str, best))}, not ")
    (disputed,) = report.disputed
    assert disputed.headline.endswith(f"missed a better placement: objective {best[0]}")
    assert disputed.placement == cq.solve(model).placement


def crash(board: Board, question: Question, tally: Tally) -> None:
    raise ZeroDivisionError("division by zero")


def give_letters(board: Board, question: Question, tally: Tally) -> None:
    tally.placements = [("a", "b")]  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("change", "note"),
    [
        (crash, "it raised ZeroDivisionError: division by zero"),
        (give_letters, "it raised ValueError: ('a', 'b') is no placement of the board"),
    ],
)
def test_a_crash_is_named(broken: Callable[[Change], None], change: Change, note: str) -> None:
    broken(change)
    report = against_bitmask(cq.queens(4))
    assert (row_of(report).verdict, row_of(report).note) == ("RE", note)
    assert report.verdict == "RE"


def never_end(board: Board, question: Question, tally: Tally) -> None:
    while question.count:
        pass


def stop_at_the_limit(board: Board, question: Question, tally: Tally) -> None:
    while question.count:
        tally.check()


def stop_with_a_wrong_placement(board: Board, question: Question, tally: Tally) -> None:
    if question.count:
        tally.placements = [(0, 1, 2, 3)]
        tally.stop("a limit of its own")


def test_an_endless_solver_is_interrupted_and_not_called_wrong(
    broken: Callable[[Change], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agreement, "GRACE_S", 0.1)
    broken(never_end)
    begun = time.monotonic()
    report = against_bitmask(cq.queens(4), time_limit=0.1)
    assert time.monotonic() - begun < 2
    row = row_of(report)
    assert row.verdict == "not finished"
    assert row.note == "interrupted: it disregards the time limit of 0.1 s"
    assert report.agrees
    assert not report.complete
    assert report.summary == "nobody was found wrong, but not everybody finished"


def test_who_is_stopped_is_not_called_wrong(broken: Callable[[Change], None]) -> None:
    broken(stop_at_the_limit)
    row = row_of(against_bitmask(cq.queens(4), time_limit=0.1))
    assert (row.verdict, row.note) == ("not finished", "stopped by the time limit of 0.1 s")


def test_what_was_found_before_a_stop_is_verified(broken: Callable[[Change], None]) -> None:
    broken(stop_with_a_wrong_placement)
    row = row_of(against_bitmask(cq.queens(4)))
    assert row.verdict == "WA"
    assert "queens (1, 1) and (2, 2) share a diagonal" in row.note


def stop_with_letters(board: Board, question: Question, tally: Tally) -> None:
    tally.placements = [("a", "b")]  # type: ignore[list-item]
    tally.stop("a limit of its own")


def test_what_was_found_before_a_stop_may_be_no_placement(
    broken: Callable[[Change], None],
) -> None:
    broken(stop_with_letters)
    row = row_of(against_bitmask(cq.queens(4)))
    assert (row.verdict, row.note) == ("RE", "('a', 'b') is no placement of the board")


def leave(board: Board, question: Question, tally: Tally) -> None:
    raise SystemExit(2)


def test_a_solver_that_exits_does_not_end_the_check(broken: Callable[[Change], None]) -> None:
    broken(leave)
    assert row_of(against_bitmask(cq.queens(4))).note == "it raised SystemExit: 2"


def test_counts_that_nobody_can_list_stand_against_each_other(
    broken: Callable[[Change], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agreement, "MOST_COMPARED", 3)
    broken(count_one_more)
    report = against_bitmask(cq.queens(6))
    assert [row.verdict for row in report.rows] == ["WA", "WA"]
    assert report.rows[0].note == (
        "it has 4 placements, others not (broken 5), and nobody can list them"
    )
    three = cq.check(
        cq.queens(6), solvers=["bitmask", "constraint", "broken"], cases=[cq.queens(6)]
    )
    assert [row.verdict for row in three.rows] == ["agrees", "agrees", "WA"]
    assert three.rows[2].note == "it has 5 placements, but 4 exist"


def test_an_incomplete_solver_that_finds_nothing_says_nothing(
    broken: Callable[[Change], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Broken, "complete", False)
    monkeypatch.setattr(Broken, "jobs", frozenset({Job.ONE}))
    broken(say_that_none_exists)
    report = against_bitmask(cq.queens(4))
    assert row_of(report).verdict == "cannot answer"
    assert "broken" not in agreement.default_names()


class TestUses:
    def test_other_uses_say_what_is_accepted(self) -> None:
        model = cq.queens(4)

        def function(n: int) -> int:
            return n

        uses: list[tuple[tuple[object, ...], dict[str, object], str]] = [
            ((model, model), {}, "no model after a model"),
            ((model, function), {}, "the function comes first"),
            (("queens",), {}, "'queens' is neither a model nor a function; cq.load"),
            ((function,), {}, "needs the model, there is none"),
            ((function, "queens"), {}, "needs the model, 'queens' is none"),
            ((function, model), {"solvers": ["bitmask"]}, "no solvers are named"),
            ((model,), {"solvers": "bitmask"}, "'bitmask' is not accepted; a list of names is"),
            ((model,), {"solvers": []}, "a list of names is"),
            ((model,), {"solvers": [1]}, "a list of names is"),
            ((model,), {"solvers": 5}, "a list of names is"),
            ((model,), {"solvers": ["bitmask"]}, "alone has nobody to agree with"),
            ((model,), {"solvers": ["bitmask", "bitmask"]}, "named twice"),
            ((model,), {"time_limit": 0}, "seconds above 0"),
            ((model,), {"time_limit": "1"}, "seconds above 0"),
            ((model,), {"time_limit": True}, "seconds above 0"),
            ((model,), {"cases": [4, 5]}, "cases: 4 is no model; models are due"),
            ((function, model), {"cases": []}, "cases: there is none"),
        ]
        for arguments, named, words in uses:
            with pytest.raises(OptionError, match=re.escape(words)):
                cq.check(*arguments, **named)  # type: ignore[arg-type]

    def test_unknown_solvers_are_named(self) -> None:
        with pytest.raises(SolverError, match=r"unknown solver 'bitmark'.*did you mean 'bitmask'"):
            cq.check(cq.queens(4), solvers=["bitmark", "cpsat"])

    def test_a_wrong_model_is_its_own_error(self) -> None:
        twice = cq.given((1, 1), (1, 2))
        with pytest.raises(ModelError, match="row 1"):
            cq.check(cq.Model(board=4, constraints=[twice]), solvers=["bitmask", "constraint"])


class TestSweep:
    def test_four_and_eight_are_always_there(self) -> None:
        chosen, remark = sweep(cq.load("queens", n=20))
        assert [case.values["n"] for case in chosen] == [4, 5, 6, 7, 8, 9]
        assert remark == "tried n = 4, 5, 6, 7, 8, 9"

    def test_bounds_and_boards_are_respected(self) -> None:
        lines = [cq.no_attack("queen")]
        large = cq.Model(
            board="n",
            parameters={"n": cq.Parameter(default=20, minimum=12)},
            constraints=lines,
        )
        assert [case.values["n"] for case in sweep(large)[0]] == [12, 13, 14]
        given = cq.Model(board="n", parameters={"n": 8}, constraints=[*lines, cq.given((7, 3))])
        assert [case.values["n"] for case in sweep(given)[0]] == [7, 8, 9]

    def test_fixed_boards_are_taken_as_they_are(self) -> None:
        assert sweep(weighted(6)) == ([weighted(6)], "")
        assert len(sweep(cq.load("sultan"))[0]) == 2


class Page(HTMLParser):
    """Every element that was opened is closed, and the attributes are noted."""

    VOID = frozenset({"meta", "br", "rect", "line"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.values: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.values += [f"{name}={value}" for name, value in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


class TestReports:
    @pytest.fixture
    def report(self, broken: Callable[[Change], None]) -> Report:
        def change(board: Board, question: Question, tally: Tally) -> None:
            if question.solutions == "all":
                tally.placements[0] = tuple(range(board.rows))

        broken(change)
        hostile = cq.Model(
            board=5, title="<script>alert('&')</script>", constraints=[cq.no_attack("queen")]
        )
        return against_bitmask(hostile)

    def test_json_holds_everything(self, report: Report) -> None:
        document = json.loads(report.to_json())
        assert document["agrees"] is False
        assert document["verdict"] == "WA"
        assert document["summary"] == report.summary
        assert [row["voice"] for row in document["rows"]] == ["bitmask", "broken"]
        wrong = document["disputed"][0]
        assert (wrong["kind"], wrong["columns"]) == ("wrong", [1, 2, 3, 4, 5])
        assert wrong["queens"] == [[1, 1], [2, 2]]
        assert document["failing"] is None

    def test_html_needs_nothing_else(self, report: Report) -> None:
        text = report.to_html()
        page = Page(text)
        assert page.open == []
        assert page.seen.count("svg") == len(report.disputed) == 2
        assert "script" not in page.seen
        assert "&lt;script&gt;" in text
        assert {"src", "href"} & {value.partition("=")[0] for value in page.values} == set()
        assert set(re.findall(r"https?://[^'\"<> ]+", text)) == {"http://www.w3.org/2000/svg"}
        assert "url(" not in text
        assert "@import" not in text

    def test_a_notebook_gets_a_part_of_a_page(self, report: Report) -> None:
        text = report._repr_html_()
        assert Page(text).open == []
        assert "<html" not in text
        assert text in report.to_html()
        styles = re.findall(r"([^{}]+)\{", text.partition("</style>")[0].partition("<style>")[2])
        assert all(rule.startswith((".cpqueens-report", ":root")) for rule in styles)

    def test_long_tables_are_cut_on_terminals_alone(self) -> None:
        rows = [Row(f"case {i}", "", "", "AC", 0.0) for i in range(200)]
        rows[150] = Row("case 150", "", "", "WA", 0.0, "wrong")
        report = Report("many", tuple(rows))
        text = str(report)
        assert "case 99" in text
        assert "case 100" not in text
        assert "case 150  WA" in text
        assert "… and 99 more, all accepted" in text
        assert len(json.loads(report.to_json())["rows"]) == 200
        assert report.to_html().count("<tr") == 201


class TestCommand:
    def test_agreement(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "queens", "--set", "n=4..6", "--solvers", "bitmask, cpsat"]) == 0
        out, err = capsys.readouterr()
        assert out.startswith("The n queens problem: bitmask, cpsat\n\ncase ")
        assert out.endswith("\nall agree\n")
        assert err == ""

    def test_a_disagreement(
        self,
        broken: Callable[[Change], None],
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
    ) -> None:
        broken(leave_out_the_last)
        page = tmp_path / "report.html"
        words = ["check", "queens", "--solvers", "bitmask,broken", "--html", str(page)]
        assert main(words) == 1
        assert "WA: n = 4: broken: 1 of 2 placements is missing" in capsys.readouterr().out
        assert Page(page.read_text()).seen.count("svg") >= 1

    def test_no_answer_in_time(
        self, broken: Callable[[Change], None], capsys: pytest.CaptureFixture[str]
    ) -> None:
        broken(stop_at_the_limit)
        words = ["check", "queens", "--set", "n=4", "--solvers", "bitmask,broken"]
        assert main([*words, "--time-limit", "0.1"]) == 3
        assert "not everybody finished" in capsys.readouterr().out

    def test_json_in_a_file(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "report.json"
        words = ["check", "queens", "--set", "n=4", "--solvers", "bitmask,constraint"]
        assert main([*words, "--format", "json", "--output", str(path)]) == 0
        assert json.loads(path.read_text())["agrees"] is True
        assert capsys.readouterr() == ("", "")

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["--solvers", "bitmask,bitmark"], "unknown solver 'bitmark'"),
            (["--solvers", "bitmask"], "alone has nobody to agree with"),
            (["--seed", "3"], "--seed is for programs; --program CMD names one"),
            (["--cpu-limit", "3"], "--cpu-limit is for programs"),
            (["--set", "m=4"], "m"),
            (["--program", "cat"], "has no contest format"),
            (["--program", "cat", "--solvers", "bitmask"], "--solvers is for solvers"),
            (["--program", "cat", "--time-limit", "1"], "--time-limit is for solvers"),
            (["--program", "'cat"], "--program: no closing quotation"),
            (["--program", " "], "--program: the command is empty"),
            (["--program", "cat", "--set", "n=4"], "--set is not for a program"),
        ],
    )
    def test_wrong_usage(
        self, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["check", "queens", *words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert told in err
        assert "Traceback" not in err


def test_columns_are_plain_numbers(broken: Callable[[Change], None]) -> None:
    """A solver that gives NumPy's numbers is not wrong for that."""
    import numpy as np

    def change(board: Board, question: Question, tally: Tally) -> None:
        tally.placements = [tuple(np.array(columns)) for columns in tally.placements]

    broken(change)
    report = against_bitmask(cq.queens(5))
    assert report.agrees
    assert json.loads(report.to_json())["agrees"]
