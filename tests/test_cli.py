"""The command line: what it prints, where, and with which exit status."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cpqueens.cli import COMMANDS, build_parser, main

CONTEST = Path(__file__).parent / "data" / "cases" / "contest"
SLOW = """\
board: 40
data: {{weight: [{rows}]}}
constraints: [no_attack: queen]
maximize: weight
""".format(rows=", ".join(str([r * c * c % 97 for c in range(40)]) for r in range(40)))


class Ran:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Run a command line in this process."""

    def call(*words: object) -> Ran:
        try:
            status = main([str(word) for word in words])
        except SystemExit as stop:
            status = int(stop.code or 0)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Ran(status, captured.out, captured.err)

    return call


def process(*words: object, **options: object) -> subprocess.Popen[str]:
    """Run a command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "cpqueens", *map(str, words)],
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=options.pop("stderr", subprocess.PIPE),
        text=True,
        **options,
    )


def write(folder: Path, text: str) -> Path:
    path = folder / "model.yaml"
    path.write_text(text)
    return path


class TestSolve:
    def test_sultan(self, run) -> None:
        ran = run("solve", "sultan")
        assert ran.status == 0
        assert ran.err == ""
        assert "columns 2 7 3 6 8 5 1 4\n" in ran.out
        assert "sum     92 + 15 + 19 + 30 + 40 + 85 + 58 + 90 = 429\n" in ran.out
        assert "complete: optimum 260, proved (bitmask, " in ran.out
        assert "complete: optimum 429, proved (bitmask, " in ran.out
        assert " 99 [92] 53  74  69  76  87  98\n" in ran.out

    def test_first_placements_are_drawn_and_counted(self, run) -> None:
        ran = run("solve", "queens", "--set", "n=6", "--solutions", 1, "--count")
        board = ". Q . . . .\n. . . Q . .\n. . . . . Q\nQ . . . . .\n. . Q . . .\n. . . . Q .\n"
        assert board + "columns 2 4 6 1 3 5\n" in ran.out
        assert "count   4\ncomplete: 4 placements (bitmask, " in ran.out

    def test_large_boards_are_given_by_their_columns(self, run) -> None:
        ran = run("solve", "queens", "--set", "n=100")
        assert "Q" not in ran.out
        assert "columns 2 4 6 8 " in ran.out

    def test_none_exists_is_an_answer(self, run) -> None:
        ran = run("solve", "queens", "--set", "n=3")
        assert ran.status == 0
        assert "none exists (bitmask, " in ran.out

    def test_negative_sums_are_bracketed(self, run, tmp_path: Path) -> None:
        path = write(tmp_path, "board: 1\nmaximize: 0 - 5\n")
        assert "sum     (-5) = -5\n" in run("solve", path).out

    @pytest.mark.parametrize(
        ("model", "status", "words"),
        [
            ("board: 1\nfind: unique\n", 0, "unique: one placement and no second"),
            ("board: 2\nfind: unique\n", 1, "not unique: these two differ in rows 2"),
            ("board: 2\nfind: unique\nconstraints: [no_attack: queen]\n", 1, "none exists"),
        ],
    )
    def test_unique(self, run, tmp_path: Path, model: str, status: int, words: str) -> None:
        ran = run("solve", write(tmp_path, model))
        assert ran.status == status
        assert words in ran.out

    def test_best(self, run) -> None:
        ran = run("solve", "sultan", "--best", 2)
        assert ran.out.count("columns ") == 4
        assert "complete: the 2 best, proved" in ran.out

    def test_a_time_limit_says_what_is_known(self, run) -> None:
        ran = run(
            "solve", "queens", "--set", "n=17", "--solutions", 1, "--count", "--time-limit", 0.2
        )
        assert ran.status == 3
        assert "found, stopped by the time limit of 0.2 s (bitmask" in ran.out
        assert "complete" not in ran.out
        assert "none exists" not in ran.out

    def test_standard_input(self) -> None:
        with process("solve", "checker", "--input", "-", stdin=subprocess.PIPE) as running:
            out, err = running.communicate("6\n", timeout=60)
        assert (running.returncode, out, err) == (
            0,
            (CONTEST / "checker_6.out").read_text(),
            "",
        )

    def test_poj_says_what_does_not_exist_after_the_good_cases(self, run) -> None:
        ran = run("solve", "poj3239", "--input", CONTEST / "poj3239_bad_small.in")
        assert ran.status == 3
        assert len(ran.out.splitlines()) == 1
        assert ran.err == "cpqueens: n = 2: none exists\ncpqueens: n = 3: none exists\n"

    def test_a_truncated_input_prints_nothing_as_if_it_were_complete(self, run, tmp_path) -> None:
        path, out = CONTEST / "sultan_truncated.in", tmp_path / "out"
        ran = run("solve", "sultan", "--input", path, "--output", out)
        assert ran.status == 2
        assert ran.out == ""
        assert not out.exists()
        assert ran.err.startswith(f"{path}:13: the input ends inside board 2 of 2, row 5: ")

    def test_contest_format_of_the_models_own_instances(self, run) -> None:
        assert run("solve", "sultan", "--format", "contest").out == "  260\n  429\n"

    def test_text_format_of_contest_inputs(self, run) -> None:
        ran = run("solve", "checker", "--input", CONTEST / "checker_6.in", "--format", "text")
        assert "count   4" in ran.out

    def test_svg_of_one_placement_of_several_and_of_none(self, run, tmp_path: Path) -> None:
        one = ElementTree.fromstring(run("solve", "queens", "--format", "svg").out)
        assert len(list(one.iter("{http://www.w3.org/2000/svg}use"))) == 8
        target = tmp_path / "boards.svg"
        ran = run("solve", "sultan", "--format", "svg", "--output", target)
        assert (ran.status, ran.out) == (0, "")
        several = ElementTree.fromstring(target.read_text(encoding="utf-8"))
        assert len(list(several.iter("{http://www.w3.org/2000/svg}svg"))) == 1 + 2
        assert "= 429" in target.read_text(encoding="utf-8")
        none = run("solve", "queens", "--set", "n=3", "--format", "svg")
        assert ">none exists</text>" in none.out
        assert run("solve", "queens", "--set", "n=3..5", "--format", "svg").out.count("n = ") == 3

    def test_no_contest_format(self, run) -> None:
        ran = run("solve", "queens", "--input", CONTEST / "checker_6.in")
        assert ran.status == 2
        assert "the key format: or --format names one of checker, poj3239" in ran.err

    def test_no_contest_format_to_answer_in(self, run) -> None:
        ran = run("solve", "queens", "--format", "contest")
        assert ran.status == 2
        assert "has no contest format; the key format: names one of checker, poj3239" in ran.err


class TestNoInstance:
    @pytest.mark.parametrize("style", ["text", "svg", "json", "csv", "contest"])
    def test_an_input_of_no_case_is_answered(self, run, tmp_path: Path, style: str) -> None:
        empty = tmp_path / "none.in"
        empty.write_text("0\n")
        ran = run("solve", "poj3239", "--input", empty, "--format", style)
        assert (ran.status, ran.err) == (0, "")
        assert ("no board" in ran.out) == (style == "svg")


class TestRecords:
    def test_json_is_valid_and_counts_from_1(self, run) -> None:
        schema = json.loads(run("schema", "--results").out)
        words = ("solve", "queens", "--set", "n=3..6", "--solutions", "all", "--format", "json")
        document = json.loads(run(*words).out)
        jsonschema.validate(document, schema)
        assert document["rows_and_columns_count_from"] == 1
        assert [each["at_least"] for each in document["instances"]] == [0, 2, 10, 4]
        assert [each["status"] for each in document["instances"]] == ["infeasible"] + [
            "optimal"
        ] * 3
        assert document["instances"][1]["placements"] == [[2, 4, 1, 3], [3, 1, 4, 2]]
        assert document["instances"][1]["parameters"] == {"n": 4}

    def test_an_optimum_does_not_claim_to_be_unique(self, run) -> None:
        document = json.loads(run("solve", "sultan", "--format", "json").out)
        assert [each["objective"] for each in document["instances"]] == [260, 429]
        assert [each["unique"] for each in document["instances"]] == [None, None]

    def test_csv(self, run) -> None:
        rows = list(
            csv.DictReader(
                io.StringIO(run("count", "queens", "--set", "n=4,8", "--format", "csv").out)
            )
        )
        assert [(row["n"], row["count"], row["status"], row["solver"]) for row in rows] == [
            ("4", "2", "optimal", "bitmask"),
            ("8", "92", "optimal", "bitmask"),
        ]
        assert list(rows[0]) == ["n", "count", "status", "solver", "wall_s"]
        header = run("solve", "sultan", "--format", "csv").out.splitlines()
        assert header[0] == "objective,status,solver,wall_s"
        assert [line.split(",")[0] for line in header[1:]] == ["260", "429"]

    def test_an_unknown_count_is_left_empty(self, run) -> None:
        words = ("count", "queens", "--set", "n=17", "--time-limit", 0.1, "--format", "csv")
        ran = run(*words)
        assert ran.status == 3
        assert re.match("17,,(feasible|unknown),bitmask,", ran.out.splitlines()[1])


class TestCount:
    def test_known_values(self, run) -> None:
        ran = run("count", "queens", "--set", "n=4..12")
        assert ran.status == 0
        found = [line.split()[3] for line in ran.out.splitlines()[1:]]
        assert found == ["2", "10", "4", "40", "92", "352", "724", "2680", "14200"]

    def test_a_stopped_count_is_no_count(self, run) -> None:
        ran = run("count", "queens", "--set", "n=20", "--time-limit", 0.1)
        assert ran.status == 3
        assert "at least " in ran.out
        assert "(stopped by the time limit of 0.1 s)" in ran.out

    @pytest.mark.parametrize("solver", ["bitmask", "cpsat", "cpsat.boolean", "constraint"])
    def test_every_solver(self, run, solver: str) -> None:
        ran = run("count", "queens", "--set", "n=6", "--solver", solver)
        assert ran.out.splitlines()[1].split()[3:] == ["4", ran.out.split()[-2], solver]


class TestShow:
    def test_queens(self, run) -> None:
        out = run("show", "queens", "--set", "n=4").out
        assert "variables  q[r] in 1 .. n: the column of the queen of row r, r = 1 .. n" in out
        assert "subject to all different over r: r - q[r]" in out
        assert "parameter  n = 4 (at least 1)" in out
        assert ". . . .\n. . . .\n. . . .\n. . . .\n" in out
        assert re.search(r"^construction +can answer it; auto takes it \(closed form", out, re.M)

    def test_of_several_sizes_the_first_is_described(self, run) -> None:
        out = run("show", "queens", "--set", "n=4..6").out
        assert "parameter  n = 4 (at least 1)" in out
        assert "board      4 rows, 4 columns" in out
        assert "instances  3; the first is described and drawn" in out
        twice = run("show", "queens", "--set", "n=4", "--set", "n=5")
        assert (twice.status, twice.out) == (2, "")
        assert "--set n is given twice; write n=4,8" in twice.err

    def test_everything_is_told(self, run, tmp_path: Path) -> None:
        path = write(
            tmp_path,
            "title: A puzzle\nsource: a book\nnotes: hard\n"
            "regions: |\n  AAB\n  CBB\n  CCC\n"
            "constraints:\n  - exactly_one: region\n  - no_attack: king\n"
            "  - no_attack: [[1, 2]]\n  - forbid: row == 2 and column == 2\n"
            "  - allow: column < 4\n  - given: [[1, 1]]\n  - blocked: [[3, 3]]\n"
            "  - total: {of: column, at_least: 1, at_most: 9, equals: 6}\nfind: {solutions: all}\n",
        )
        out = run("show", path).out
        for words in (
            "A puzzle\nsource: a book\nhard\n",
            "all different over r, every value used: region[r, q[r]]",
            "no queen attacks another as a king",
            "no two queens at the distances (1, 2), with all signs",
            "for no r: r == 2 and q[r] == 2",
            "for each r: q[r] < 4",
            "queens given on (row, column) (1, 1)",
            "no queen on (row, column) (3, 3)",
            "sum over r of q[r] >= 1",
            "sum over r of q[r] <= 9",
            "sum over r of q[r] = 6",
            "find       all placements",
            "Q A B\nC x B\nC C x\n",
        ):
            assert words in out
        assert re.search(r"^construction +no: it does not answer: all; it answers: one$", out, re.M)


def test_solvers(run) -> None:
    out = run("solvers").out
    assert out.split("\n")[0] in ("kernel: compiled", "kernel: pure")
    for name in ("bitmask", "cpsat", "cpsat.integer", "cpsat.boolean", "constraint"):
        assert f"\n{name}" in out
    assert "closed form for classic boards" in out


class TestHelp:
    def test_top(self, run) -> None:
        for words in ((), ("--help",)):
            ran = run(*words)
            assert ran.status == 0
            assert all(name in ran.out for name in COMMANDS)
        assert run("--version").out == "cpqueens 0.1.0\n"

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_explains_itself_with_an_example(self, run, command: str) -> None:
        ran = run(command, "--help")
        assert ran.status == 0
        assert f"python -m cpqueens {command}" in ran.out

    def test_every_option_has_a_help_text(self) -> None:
        commands = build_parser(*COMMANDS)._subparsers._group_actions[0].choices
        assert set(commands) == set(COMMANDS)
        for parser in commands.values():
            assert all(action.help for action in parser._actions)


class TestRefusals:
    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("solv queens", "cpqueens: unknown command 'solv'; there are solve, count, explain, "),
            ("solve", "cpqueens solve: the following arguments are required: MODEL"),
            ("solve quens", "quens: no such file, and no model of this name ships; there are "),
            ("solve quens", "did you mean 'queens'?"),
            ("solve no/such.yaml", "no/such.yaml: cannot be read: no such file or directory"),
            ("solve queens --solver bitmsk", "unknown solver 'bitmsk'; known are auto, bitmask"),
            ("solve queens --solver bitmsk", "did you mean 'bitmask'?"),
            (
                "solve queens --format jsn",
                "'jsn' is not accepted; text, contest, json, csv, svg, checker, ",
            ),
            ("solve queens --set n", "'n' is not NAME=VALUES, such as n=12 or n=4..12"),
            ("solve queens --set n=4..x", "'4..x' is no value for n; a whole number such as 12"),
            ("solve queens --set n=9..4", "the range 9..4 is empty"),
            ("solve queens --set n=1..999999", "has more than 100,000 values"),
            ("solve queens --set n=4 --set n=5", "--set n is given twice; write n=4,8"),
            ("solve queens --set m=4", "the model has no parameter 'm'; it has n"),
            ("solve sultan --set n=4", "the model has no parameter 'n'; it has none"),
            ("solve queens --set n=0", "parameter n: 0 is too small: at least 1 is accepted"),
            ("solve queens --set n=99999999", "at least 1"),
            ("solve queens --best 2", "best needs a model with an objective"),
            ("solve sultan --best 2 --solutions 2", "solutions and best exclude each other"),
            ("solve queens --unique --count", "unique stands alone"),
            ("solve queens --solutions some", "'some' is neither a whole number nor all"),
            ("solve queens --solutions 0", "solutions: 0 is not accepted"),
            ("solve queens --time-limit 0", "'0' is no time; seconds above 0 are accepted"),
            ("solve queens --time-limit nan", "'nan' is no time"),
            ("solve queens --threads 0", "0 is not accepted; a whole number from 1 is"),
            ("solve queens --threads two", "'two' is not a whole number"),
            ("solve queens --gap 2", "'2' is not accepted; 0 up to 1 is"),
            ("solve queens --solver construction --count", "construction cannot answer this: "),
            ("solve queens --input missing.in", "the model queens names no format, and the name"),
            ("solve checker --input missing.in", "missing.in: cannot be read: no such file"),
            ("solve checker --set n=6,7 --input x", "--set n has several values; with --input"),
            ("solve queens --output /", "/: a directory; a file is due"),
            ("solve queens --output no/such", "no/such: no such file or directory"),
            ("count queens --solver construction", "it does not answer: count; it answers: one"),
        ],
    )
    def test_wrong_usage_ends_with_status_2_and_says_why(
        self, run, words: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.chdir(tmp_path)
        ran = run(*words.split())
        assert ran.status == 2
        assert ran.out == ""
        assert message in ran.err or "99999999" in words
        assert ran.err.count("\n") == 1

    def test_faults_of_a_model_are_all_that_is_printed(self, run, tmp_path: Path) -> None:
        path = write(tmp_path, "board: 4\nconstrains: []\nmaximize: colum\n")
        ran = run("solve", path)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == (
            f"{path}:2:1: constrains: unknown key; accepted are name, title, source, notes, "
            "parameters, board, picture, regions, data, constraints, maximize, minimize, find, "
            "instances, format; did you mean 'constraints'?\n"
            f"{path}:3:11: maximize: unknown name 'colum'; known are row, column; "
            "did you mean 'column'?\n"
        )

    def test_a_defect_of_our_own_is_one_line(self, run, monkeypatch) -> None:
        def fail(*_: object) -> None:
            raise ZeroDivisionError("oh")

        monkeypatch.setattr("cpqueens.cli.solve.chosen_instances", fail)
        ran = run("solve", "queens")
        assert ran.status == 3
        assert ran.err.startswith("cpqueens: internal error, please report it: ZeroDivisionError")
        assert ran.err.count("\n") == 1


class TestOutput:
    def test_the_file_appears_whole(self, run, tmp_path: Path) -> None:
        out = tmp_path / "checker.out"
        ran = run("solve", "checker", "--input", CONTEST / "checker_8.in", "--output", out)
        assert (ran.status, ran.out, ran.err) == (0, "", "")
        assert out.read_bytes() == (CONTEST / "checker_8.out").read_bytes()
        assert list(tmp_path.iterdir()) == [out]

    def test_an_old_file_keeps_its_mode_and_a_new_one_gets_the_usual(self, run, tmp_path) -> None:
        old, new, plain = (tmp_path / name for name in ("old", "new", "plain"))
        old.write_text("before")
        old.chmod(0o640)
        plain.write_text("")
        for path in (old, new):
            run("solve", "checker", "--input", CONTEST / "checker_6.in", "--output", path)
            assert path.read_bytes() == (CONTEST / "checker_6.out").read_bytes()
        assert stat.S_IMODE(old.stat().st_mode) == 0o640
        assert new.stat().st_mode == plain.stat().st_mode

    def test_a_link_is_followed(self, run, tmp_path: Path) -> None:
        real, link = tmp_path / "real", tmp_path / "link"
        real.write_text("before")
        link.symlink_to(real)
        run("solve", "checker", "--input", CONTEST / "checker_6.in", "--output", link)
        assert link.is_symlink()
        assert real.read_bytes() == (CONTEST / "checker_6.out").read_bytes()

    def test_a_read_only_file_stays_as_it_is(self, run, tmp_path: Path) -> None:
        out = tmp_path / "out"
        out.write_text("before")
        out.chmod(0o444)
        ran = run("solve", "sultan", "--output", out)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == f"cpqueens: {out}: the file is read-only\n"
        assert out.read_text() == "before"

    def test_a_failure_on_the_way_leaves_the_old_file(self, run, tmp_path, monkeypatch) -> None:
        out = tmp_path / "out"
        out.write_text("before")

        def fail(*_: object, **__: object) -> None:
            raise MemoryError

        monkeypatch.setattr("cpqueens.cli.solve.solve", fail)
        ran = run("solve", "sultan", "--output", out)
        assert (ran.status, ran.err) == (3, "cpqueens: out of memory\n")
        assert out.read_text() == "before"
        assert list(tmp_path.iterdir()) == [out]

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    def test_a_full_disk(self, run) -> None:
        words = ("solve", "checker", "--input", CONTEST / "checker_6.in")
        ran = run(*words, "--output", "/dev/full")
        assert (ran.status, ran.err) == (2, "cpqueens: /dev/full: no space left on device\n")
        with Path("/dev/full").open("w") as full, process(*words, stdout=full) as running:
            err = running.communicate(timeout=60)[1]
        assert running.returncode == 2
        assert err == "cpqueens: output: no space left on device\n"

    def test_a_broken_pipe(self) -> None:
        with process("solve", "queens", "--set", "n=9", "--solutions", "all") as running:
            assert running.stdout is not None
            running.stdout.close()
            assert running.stderr is not None
            err = running.stderr.read()
        assert running.returncode == 141
        assert err == "cpqueens: the reader of the output went away\n"


class TestInterrupt:
    @pytest.mark.parametrize("words", [["count", "queens", "--set", "n=22"], ["solve", "SLOW"]])
    def test_ctrl_c_gives_what_is_known(self, tmp_path: Path, words: list[str]) -> None:
        path = write(tmp_path, SLOW)
        words = [str(path) if word == "SLOW" else word for word in words]
        if words[0] == "solve":
            words += ["--solver", "bitmask"]
        with process(*words, env={**os.environ, "PYTHONUNBUFFERED": "1"}) as running:
            try:
                time.sleep(1.5)
                started = time.monotonic()
                running.send_signal(signal.SIGINT)
                out, err = running.communicate(timeout=20)
            finally:
                running.kill()
        assert time.monotonic() - started < 1.5
        assert running.returncode == 130
        assert err == ""
        assert "stopped by Ctrl-C" in out
        assert "none exists" not in out
        assert "complete" not in out


@given(data=st.data())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_mutated_model_files_never_make_a_traceback(
    data: st.DataObject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        "parameters: {n: 4}\nboard: n\nconstraints:\n  - all_different: column\n"
        "  - no_attack: king\n  - total: {of: row * column, at_most: 60}\nminimize: column % n\n"
    )
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 6)))
    junk = data.draw(st.text(alphabet="rown{}[]:- \n0123,*%&!\"'#é\x00\t", max_size=6))
    path = tmp_path / "model.yaml"
    path.write_text(text[:start] + junk + text[end:])
    status = main(["solve", str(path), "--time-limit", "0.5"])
    captured = capsys.readouterr()
    assert status in (0, 2, 3)
    assert "Traceback" not in captured.err
    assert "internal error" not in captured.err
    assert bool(captured.err) == (status == 2)


def test_progress_shows_on_a_terminal_only_and_is_cleared() -> None:
    words = ["count", "queens", "--set", "n=22", "--time-limit", "2.5"]
    ours, theirs = os.openpty()
    with process(*words, stderr=theirs) as running:
        os.close(theirs)
        assert running.stdout is not None
        out = running.stdout.read()
    told = b""
    with contextlib.suppress(OSError):
        while chunk := os.read(ours, 1000):
            told += chunk
    os.close(ours)
    assert running.returncode == 3
    assert "found" not in out
    assert re.search(rb"\r\x1b\[K[0-9,]+ found, ([0-9]+ % done, )?[12] s", told)
    assert told.endswith(b"\r\x1b[K")
    with process(*words) as running:
        assert running.communicate(timeout=30)[1] == ""
