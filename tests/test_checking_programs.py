"""Programs against the model: each kind of mistake gets its verdict and its reason."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import cpqueens as cq
from cpqueens import formats, kernel
from cpqueens.checking import programs, reference
from cpqueens.checking.limits import MIB, Limits
from cpqueens.checking.programs import Settings, check_program
from cpqueens.checking.reference import Reference
from cpqueens.checking.report import Report, Row
from cpqueens.checking.running import Run
from cpqueens.cli import main
from cpqueens.errors import InputError, OptionError, WrongAnswer
from cpqueens.formats.base import Case, Format
from cpqueens.result import Result
from cpqueens.solving import solve

pytestmark = pytest.mark.skipif(not hasattr(os, "wait4"), reason="for POSIX systems")

PROGRAMS = Path(__file__).parent / "data" / "programs"
HOSTILE = PROGRAMS / "hostile"
MODELS = {"checker": "checker", "poj3239": "poj3239", "uva167": "sultan"}
Compiled = Callable[..., list[str]]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """The command of a C++ program of the tests, compiled when it is first asked for."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    folder = tmp_path_factory.mktemp("programs")

    def command(name: str, *words: str, macro: str = "") -> list[str]:
        program = folder / (name + macro)
        if not program.exists():
            define = [f"-D{macro}"] if macro else []
            source = str(PROGRAMS / f"{name}.cpp")
            subprocess.run([compiler, "-O2", *define, "-o", str(program), source], check=True)
        return [str(program), *words]

    return command


@pytest.fixture(scope="module")
def references() -> Callable[[str], Reference]:
    """One reference for a task."""
    return {name: Reference() for name in MODELS}.__getitem__


def few(task: str, wanted: Callable[[Case], bool]) -> Format:
    """A format with some of its cases only."""
    whole = formats.find(task)

    class Few(type(whole)):  # type: ignore[misc]
        def cases(self) -> Iterator[Case]:
            return filter(wanted, whole.cases())

    return Few()


@pytest.fixture
def judged(references: Callable[[str], Reference]) -> Callable[..., Report]:
    def judge(
        task: str,
        command: list[str],
        wanted: Callable[[Case], bool] = lambda case: True,
        **settings: object,
    ) -> Report:
        return check_program(
            command,
            cq.load(MODELS[task]),
            few(task, wanted),
            Settings(**{"inputs": 0, **settings}),  # type: ignore[arg-type]
            reference=references(task),
        )

    return judge


Judged = Callable[..., Report]


def rows(report: Report, *verdicts: str) -> dict[str, str]:
    """The reasons of the rows with these verdicts, by case."""
    return {row.case: row.note for row in report.rows if row.verdict in verdicts}


def up_to(most: int) -> Callable[[Case], bool]:
    """The cases of one number n that is not larger."""

    def wanted(case: Case) -> bool:
        numbers = [int(word) for word in case.text.split() if word != "0"]
        return len(numbers) == 1 and numbers[0] <= most

    return wanted


def python(path: Path, *words: str) -> list[str]:
    return [sys.executable, "-S", "-E", str(path), *words]


class TestRight:
    def test_checker_on_its_whole_range(self, compiled: Compiled, judged: Judged) -> None:
        report = judged("checker", compiled("checker"), inputs=2)
        assert report.agrees
        assert (report.verdict, report.summary) == ("AC", "AC")
        names = [row.case for row in report.rows]
        assert names == [
            "sample 1",
            *(f"N = {n}" for n in range(6, 14)),
            "N = 8, no newline",
            "N = 8, CRLF",
            "random 1",
            "random 2",
        ]
        assert all(0 < row.seconds < 1 and row.memory and row.memory > 0 for row in report.rows)
        assert report.failing is None
        text = str(report)
        assert "random inputs: 2 from seed 1" in text
        assert "slowest: N = 13, 0." in text
        if kernel.KIND == "compiled":
            assert "no second opinion" not in text
        assert "of 1 s CPU" in text

    def test_poj_on_every_number_in_one_file_and_in_many(
        self, compiled: Compiled, judged: Judged
    ) -> None:
        report = judged("poj3239", compiled("closed_form"))
        assert report.agrees
        names = [row.case for row in report.rows]
        assert {"n = 8..300", "n = 300..8", *(f"n = {n}" for n in range(8, 301))} <= set(names)

    def test_sultan_at_its_edges(self, compiled: Compiled, judged: Judged) -> None:
        report = judged("uva167", compiled("sultan"), inputs=4)
        assert report.agrees
        assert all(row.verdict == "AC" for row in report.rows)
        assert {
            "no board",
            "all equal",
            "all zero",
            "all negative",
            "20 boards",
            "six-digit sums",
            "ragged blanks",
            "CRLF, no last newline",
        } <= {row.case for row in report.rows}


class TestWrong:
    def test_right_but_too_slow(self, judged: Judged) -> None:
        """Plain backtracking in Python under a limit of a fifth of a second."""
        report = judged(
            "checker",
            python(PROGRAMS / "checker.py"),
            lambda case: case.text in ("6\n", "7\n", "13\n"),
            limits=Limits(cpu_s=0.2),
        )
        assert rows(report, "AC").keys() == {"sample 1", "N = 6", "N = 7"}
        ((case, note),) = rows(report, "TLE").items()
        assert case == "N = 13"
        assert note.endswith("s of CPU, 0.2 s allowed")
        assert report.failing is not None
        assert 8 <= int(report.failing.input) <= 12
        assert report.failing.verdict == "TLE"

    def test_numbers_that_run_together(self, compiled: Compiled, judged: Judged) -> None:
        """No blank before the last number for n = 9, 15, 21, …"""
        report = judged("poj3239", compiled("closed_form", "blank"), up_to(22))
        told = "line 1: {} numbers for n = {}; some run together: '13' should be '1 3'"
        singles = {f"n = {n}": told.format(n - 1, n) for n in (9, 15, 21)}
        assert rows(report, "PE") == singles
        assert rows(report, "AC").keys() >= {"n = 8", "n = 14", "n = 20", "n = 22"}
        assert report.failing is not None
        assert report.failing.input == "9\n0\n"

    def test_the_exception_of_the_closed_form(self, compiled: Compiled, judged: Judged) -> None:
        """Case F04: wrong where n leaves 2 or 3 when divided by 6."""
        command = compiled("closed_form", "exception")
        report = judged("poj3239", command, lambda case: up_to(16)(case) and case.text != "8\n0\n")
        wrong = rows(report, "WA")
        assert wrong.keys() == {"sample 1", "n = 9", "n = 14", "n = 15"}
        assert wrong["n = 9"].startswith("line 1: queens (2, 4) and (5, 1) share")
        assert report.disputed[0].placement == cq.Placement([1, 3, 5, 7, 0, 2, 4, 6])
        assert len(report.disputed[0].queens) == 2
        assert "sample 1: the program gave a wrong placement: queens (2, 4) and (5, 1)" in str(
            report
        )
        assert ". . . # . . . .\n" in str(report)

    def test_one_wrong_number_in_a_long_file(self, compiled: Compiled, judged: Judged) -> None:
        command = compiled("closed_form", "one")
        report = judged("poj3239", command, lambda case: case.name == "n = 8..300")
        assert rows(report, "WA").keys() == {"n = 8..300"}
        assert report.failing is not None
        assert report.failing.input == "250\n0\n"

    def test_all_but_the_first_case_left_out(self, compiled: Compiled, judged: Judged) -> None:
        command = compiled("closed_form", "first")
        report = judged("poj3239", command, lambda case: case.name == "n = 8..300")
        note = rows(report, "WA")["n = 8..300"]
        assert note == "the output ends before the line of case 2 (n = 9)"
        assert report.failing is not None
        assert len(report.failing.input.split()) == 3

    def test_short_antidiagonals(self, compiled: Compiled, judged: Judged) -> None:
        """Case B14: right at 6 and 7."""
        report = judged("checker", compiled("checker_wrong", "antidiagonals"), up_to(9))
        assert rows(report, "AC").keys() == {"sample 1", "N = 6", "N = 7"}
        wrong = rows(report, "WA")
        assert wrong["N = 8"] == "line 4: the count is '94', 92 expected"
        assert wrong["N = 9"] == "line 4: the count is '360', 352 expected"
        assert report.failing is not None
        assert report.failing.input == "8\n"
        assert report.failing.answer.endswith("\n92\n")

    def test_columns(self, compiled: Compiled, judged: Judged) -> None:
        report = judged("checker", compiled("checker_wrong", "columns"), up_to(6))
        assert rows(report, "WA")["sample 1"] == (
            "line 1: column 1 of placement 1 is '1', 2 expected; "
            "queens (1, 1) and (2, 1) share a column (column = 1)"
        )
        assert report.disputed[0].columns == (1,) * 6
        assert "# . . . . .\n# . . . . .\nQ . . . . .\n" in str(report)

    def test_half_of_the_search(self, compiled: Compiled, judged: Judged) -> None:
        """Case A13: at 6 the third placement is in the mirrored half."""
        report = judged("checker", compiled("checker_wrong", "half"), up_to(9))
        wrong = rows(report, "WA")
        assert wrong.keys() == {"sample 1", "N = 6"}
        assert wrong["N = 6"] == (
            "line 3: column 1 of placement 3 is '5', 4 expected; "
            "it is a placement, but not number 3 in lexicographic order"
        )

    def test_a_table_that_is_wrong_once(self, compiled: Compiled, judged: Judged) -> None:
        report = judged("checker", compiled("checker_wrong", "table"), up_to(11))
        assert rows(report, "WA") == {"N = 10": "line 4: the count is '742', 724 expected"}

    def test_a_maximum_that_starts_at_0(self, compiled: Compiled, judged: Judged) -> None:
        report = judged("uva167", compiled("sultan", "zero"), inputs=2)
        outside = "this input is outside the task's stated range"
        assert rows(report, "WA") == {
            "all negative": f"line 1: the sum of board 1 is '0', -188 expected; {outside}"
        }
        assert report.agrees
        assert report.verdict == "AC"
        assert report.summary.startswith("AC, but all negative: ")
        assert report.failing is None

    def test_the_width_of_the_output(self, compiled: Compiled, judged: Judged) -> None:
        report = judged("uva167", compiled("sultan", "width"), lambda case: case.stated)
        assert rows(report, "PE")["sample 1"] == (
            "line 1: the numbers are right, but '260' should be '  260'"
        )
        assert "stopped after 5 inputs that are not accepted" in report.remarks

    def test_a_crash(self, compiled: Compiled, judged: Judged) -> None:
        report = judged("checker", compiled("checker_wrong", "crash"), up_to(8))
        wrong = rows(report, "RE")
        assert wrong.keys() == {"N = 8", "N = 8, no newline", "N = 8, CRLF"}
        assert wrong["N = 8"].startswith("killed by SIGABRT (aborted")

    def test_an_exception_of_python_is_told(self, judged: Judged, tmp_path: Path) -> None:
        program = tmp_path / "raises.py"
        program.write_text("print(1 // 0)\n")
        report = judged("checker", python(program), up_to(0))
        assert rows(report, "RE") == {
            "sample 1": "exit status 1; its standard error ends with: "
            "ZeroDivisionError: integer division or modulo by zero"
        }

    @pytest.mark.parametrize(
        ("name", "words", "verdict", "reason"),
        [
            ("loop.py", [], "TLE", "s of CPU, 0.2 s allowed"),
            ("stubborn.py", [], "TLE", "s of CPU, 0.2 s allowed"),
            ("sleeper.py", [], "TLE", "0.5 s allowed"),
            ("printer.py", [], "OLE", "wrote more than 1 MiB of output"),
            ("fork_bomb.py", [], "RE", "processes at once, 8 allowed"),
            ("hog.py", [], "MLE", "of memory, 64 MiB allowed"),
            ("leaver.py", ["child"], "WA", "column 1 of placement 1 is 'left', 2 expected"),
            ("closer.py", [], "WA", "column 1 of placement 1 is 'closed', 2 expected"),
            ("deaf.py", [], "WA", "column 1 of placement 1 is 'not', 2 expected"),
        ],
    )
    def test_hostile_programs(
        self, name: str, words: list[str], verdict: str, reason: str, judged: Judged
    ) -> None:
        report = judged(
            "checker",
            python(HOSTILE / name, *words),
            up_to(0),
            limits=Limits(
                cpu_s=2 if name in ("fork_bomb.py", "hog.py") else 0.2,
                wall_s=3 if name in ("fork_bomb.py", "hog.py") else 0.5,
                memory_bytes=64 * MIB,
                output_bytes=MIB,
                processes=8,
            ),
        )
        (row,) = report.rows
        assert row.verdict == verdict, row
        assert reason in row.note


class TestStreamsAndFiles:
    def test_named_files(self, compiled: Compiled, judged: Judged) -> None:
        assert judged("checker", compiled("checker", macro="NAMED_FILES"), up_to(8)).agrees

    def test_placeholders(self, judged: Judged, tmp_path: Path) -> None:
        program = tmp_path / "files.py"
        program.write_text(
            f"import sys; sys.path.insert(0, {str(PROGRAMS)!r}); import checker\n"
            "sys.stdin, sys.stdout = open(sys.argv[1]), open(sys.argv[2], 'w')\n"
            "checker.main()\n"
        )
        command = [*python(program), "{input}", "{output}"]
        assert judged("checker", command, up_to(7)).agrees

    def test_a_program_without_output(self, judged: Judged) -> None:
        report = judged("checker", ["true"], up_to(0))
        assert rows(report, "WA") == {
            "sample 1": "the output ends before column 1 of placement 1 (2 expected)"
        }

    def test_a_program_that_is_not_there(self, judged: Judged) -> None:
        report = judged("checker", ["./nowhere"], up_to(0))
        assert rows(report, "RE") == {"sample 1": "cannot be started: there is no file './nowhere'"}


class TestFolders:
    def folder(self, tmp_path: Path, **files: str) -> Path:
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text, newline="")
        return tmp_path

    def test_inputs_and_answers(self, compiled: Compiled, judged: Judged, tmp_path: Path) -> None:
        folder = self.folder(tmp_path, a_in="6\r\n", a_out="2 4 6 1 3 5\n", b_in="7", c_ans="x")
        report = judged("checker", compiled("checker"), up_to(0), folder=folder)
        assert [row.case for row in report.rows] == ["sample 1", "a.in", "b.in"]
        assert report.agrees
        assert report.remarks[0] == (
            f"{folder / 'a.out'} is not right by the model: WA: "
            "the output ends before column 1 of placement 2 (3 expected)"
        )

    def test_right_answers_are_not_remarked(
        self, compiled: Compiled, judged: Judged, tmp_path: Path
    ) -> None:
        folder = self.folder(tmp_path, a_in="8\n0\n", a_ans="5 3 1 6 8 2 4 7\n")
        report = judged("poj3239", compiled("closed_form"), up_to(0), folder=folder)
        assert not [remark for remark in report.remarks if "not right" in remark]

    @pytest.mark.parametrize(
        ("content", "words"),
        [("six\n", "bad.in:1: 'six' is not a whole number"), (b"\xff\xfe", "bad.in: no UTF-8")],
    )
    def test_what_is_no_input_is_named(
        self, content: str | bytes, words: str, judged: Judged, tmp_path: Path
    ) -> None:
        raw = content if isinstance(content, bytes) else content.encode()
        (tmp_path / "bad.in").write_bytes(raw)
        with pytest.raises(InputError, match=words):
            judged("checker", ["false"], folder=tmp_path)

    def test_an_empty_folder(self, judged: Judged, tmp_path: Path) -> None:
        with pytest.raises(OptionError, match=r"no input files \(\*\.in\)"):
            judged("checker", ["false"], folder=tmp_path)


class TestRandomInputs:
    @staticmethod
    def only_random(case: Case) -> bool:
        return False

    def test_a_seed_is_named_and_gives_the_same_inputs(
        self, judged: Judged, tmp_path: Path
    ) -> None:
        log = tmp_path / "log"
        program = tmp_path / "logs.sh"
        program.write_text(f"#!/bin/sh\ncat >>{log}\n")
        program.chmod(0o755)
        texts = []
        for seed in (5, 5, 6):
            report = judged("uva167", [str(program)], self.only_random, inputs=2, seed=seed)
            assert f"random inputs: 2 from seed {seed}" in report.remarks
            texts.append(log.read_text())
            log.unlink()
        assert texts[0] == texts[1] != texts[2]

    def test_the_first_failing_one_is_reduced_and_kept(
        self, compiled: Compiled, judged: Judged, tmp_path: Path
    ) -> None:
        keep = tmp_path / "new" / "folder"
        command = compiled("sultan", "diagonals")
        report = judged("uva167", command, self.only_random, inputs=3, keep=keep)
        assert rows(report, "WA").keys() >= {"random 1", "random 2"}
        failing = report.failing
        assert failing is not None
        boards, *weights = map(int, failing.input.split())
        assert boards == 1
        assert len(weights) == 64
        assert sum(weight == 1 for weight in weights) > 56
        assert all(weight == 1 or weight % 10 == 0 for weight in weights)
        assert failing.files == (str(keep / "failing.in"), str(keep / "failing.ans"))
        assert (keep / "failing.in").read_text() == failing.input
        assert (keep / "failing.ans").read_text() == failing.answer
        words = ["judge", "sultan", failing.files[0]]
        assert main([*words, failing.files[1]]) == 0
        wrong = tmp_path / "wrong.out"
        wrong.write_bytes(subprocess.run(command, input=failing.input.encode(), stdout=-1).stdout)
        assert main([*words, str(wrong)]) == 1
        text = str(report)
        assert f"an input that fails (WA: {failing.reason}):\n  1\n" in text
        assert f"a right answer to it:\n  {failing.answer}" in text
        assert f"written to {keep / 'failing.in'} and {keep / 'failing.ans'}" in text
        assert json.loads(report.to_json())["failing"]["input"] == failing.input
        assert "<pre>an input that fails" in report.to_html()

    def test_without_a_folder_nothing_is_written(
        self,
        compiled: Compiled,
        judged: Judged,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        report = judged("checker", compiled("checker_wrong", "table"), self.only_random, inputs=3)
        assert report.failing is not None
        assert (report.failing.input, report.failing.files) == ("10\n", ())
        assert list(tmp_path.iterdir()) == []

    def test_reducing_keeps_the_verdict(self, judged: Judged, tmp_path: Path) -> None:
        """Wrong from n = 100 on, and a crash below 20, which is another mistake."""
        program = tmp_path / "two.py"
        program.write_text(
            "n = int(input())\nassert n >= 20 or n == 8\n"
            "print(*range(1, n + 1)) if n > 100 else print('5 3 1 6 8 2 4 7')\n"
        )
        report = judged("poj3239", python(program), lambda case: case.text == "290\n0\n")
        assert report.failing is not None
        assert report.failing.verdict == "WA"
        assert int(report.failing.input.split()[0]) >= 20

    def test_reducing_ends(
        self, judged: Judged, compiled: Compiled, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(programs, "MOST_REDUCTIONS", 3)
        ran: list[Case] = []
        attempt = programs._Judge.attempt

        def counted(self: programs._Judge, case: Case) -> programs._Tried:
            ran.append(case)
            return attempt(self, case)

        monkeypatch.setattr(programs._Judge, "attempt", counted)
        command = compiled("closed_form", "one")
        judged("poj3239", command, lambda case: case.name == "n = 8..300")
        assert len(ran) == 2 + 3


@pytest.mark.parametrize("task", MODELS)
def test_smaller_inputs_are_inputs_and_come_to_an_end(task: str) -> None:
    form, model = formats.find(task), cq.load(MODELS[task])
    for size in range(1, 5):
        text = form.sample(Random(size), size)
        for _ in range(400):
            smaller = list(form.smaller(text))
            for each in smaller[:20]:
                form.read(each, model)
            if not smaller:
                break
            text = smaller[-1]
        assert list(form.smaller(text)) == []


class TestReference:
    def test_two_solvers_that_differ_are_our_mistake(
        self, judged: Judged, monkeypatch: pytest.MonkeyPatch, compiled: Compiled
    ) -> None:
        def forgetful(case: cq.Model, **options: object) -> Result:
            result = solve(case, **options)  # type: ignore[arg-type]
            if "solver" in options:
                return result
            import msgspec

            return msgspec.structs.replace(result, count=5)

        monkeypatch.setattr(reference, "solve", forgetful)
        with pytest.raises(WrongAnswer, match=r"own solvers disagree on n = 6: bitmask says .*5 c"):
            check_program(
                compiled("checker"), cq.load("checker"), formats.find("checker"), Settings(inputs=0)
            )

    def test_the_command_says_so_and_gives_no_verdict(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def differ(*_: object, **__: object) -> Report:
            raise WrongAnswer("the package's own solvers disagree on n = 6")

        monkeypatch.setattr(programs, "check_program", differ)
        assert main(["check", "checker", "--program", "true"]) == 3
        out, err = capsys.readouterr()
        assert out == ""
        assert err == "cpqueens: the package's own solvers disagree on n = 6\n"

    def test_a_placement_that_was_verified_needs_no_second_opinion(self) -> None:
        asked = Reference()
        assert asked(cq.load("poj3239", n=300)).placement is not None
        assert asked(cq.load("poj3239", n=3)).placement is None
        assert asked.unconfirmed == []

    def test_second_opinions_have_a_budget_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reference, "SECOND_LIMIT", 0.2)
        monkeypatch.setattr(reference, "SECONDS", ("constraint",))
        asked = Reference()
        for n in (6, 12, 7):
            asked(cq.load("checker", n=n))
        assert asked.unconfirmed[:1] in (["n = 12"], ["n = 6"])
        assert "n = 7" in asked.unconfirmed

    def test_an_instance_is_answered_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = Reference()
        first = asked(cq.load("checker", n=6))
        monkeypatch.setattr(reference, "solve", None)
        assert asked(cq.load("checker", n=6)) is first


class TestCommand:
    def test_accepted(self, compiled: Compiled, capsys: pytest.CaptureFixture[str]) -> None:
        (program,) = compiled("sultan")
        assert main(["check", "sultan", "--program", program, "--inputs", "1"]) == 0
        out, err = capsys.readouterr()
        assert out.endswith("\nAC\n")
        assert "random inputs: 1 from seed 1\n" in out
        assert err == ""

    def test_not_accepted(
        self, compiled: Compiled, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        command = " ".join(compiled("closed_form", "exception"))
        page, keep = tmp_path / "page.html", tmp_path / "kept"
        words = ["--html", str(page), "--keep", str(keep), "--seed", "9", "--cpu-limit", "2"]
        assert main(["check", "poj3239", "--program", command, *words, "--memory-limit", "64"]) == 1
        assert "WA: sample 1: line 1: queens (2, 4) and (5, 1) share" in capsys.readouterr().out
        assert page.read_text().count("<svg") == 4
        assert (keep / "failing.in").read_text() == "8\n0\n"

    def test_what_fails_is_written_where_the_report_says(
        self,
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        monkeypatch.chdir(tmp_path)
        assert main(["check", "checker", "--program", "false"]) == 1
        told = re.search(r"written to (\S+) and (\S+)\n", capsys.readouterr().out)
        assert told is not None
        given, answer = map(Path, told.groups())
        assert given.parent.parent == tmp_path
        assert given.read_text() == "6\n"
        assert answer.read_text() == "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n4\n"
        assert [path.name for path in tmp_path.iterdir()] == [given.parent.name]

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["--inputs", "nowhere"], "--inputs: 'nowhere' is neither a number nor a folder"),
            (["--inputs", "1", "--inputs", "2"], "one number and one folder are accepted"),
            (["--inputs", "."], "no input files (*.in) are here"),
        ],
    )
    def test_wrong_usage(
        self,
        words: list[str],
        told: str,
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(["check", "checker", "--program", "true", *words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert told in err


ANSWERS: dict[str, tuple[str, str | None]] = {
    "checker": ("6\n", "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n4\n"),
    "poj3239": ("10\n15\n0\n", None),
    "uva167": ("2\n" + "1 " * 64 + "\n" + "99 " * 64 + "\n", "    8\n  792\n"),
}


class TestPresentation:
    """What each format accepts: its docstring says so."""

    def verdict(self, task: str, output: str) -> str:
        form = formats.find(task)
        cases = form.read(ANSWERS[task][0], cq.load(MODELS[task]))
        return form.judge(cases, output, solve).verdict.name

    def answer(self, task: str) -> str:
        text, answer = ANSWERS[task]
        form = formats.find(task)
        return answer or form.write([solve(c) for c in form.read(text, cq.load(MODELS[task]))])

    @pytest.mark.parametrize("task", MODELS)
    def test_what_judges_pass_over(self, task: str) -> None:
        answer = self.answer(task)
        for output in (
            answer,
            answer.rstrip("\n"),
            answer + "\n\n",
            answer.replace("\n", " \t\n"),
            answer.replace("\n", "\r\n"),
        ):
            assert self.verdict(task, output) == "AC", output

    @pytest.mark.parametrize("task", ["checker", "poj3239"])
    def test_blanks(self, task: str) -> None:
        answer = self.answer(task)
        assert self.verdict(task, answer.replace(" ", "  ", 1)) == "PE"
        assert self.verdict(task, answer.replace(" ", "\t", 1)) == "PE"
        assert self.verdict(task, " " + answer) == "PE"
        assert self.verdict(task, answer.replace(" ", "", 1)) == "PE"
        assert self.verdict(task, answer.replace(" ", ", ", 1)) == "WA"

    def test_several_numbers_that_run_together(self) -> None:
        first, second = self.answer("poj3239").splitlines()
        assert self.verdict("poj3239", first.replace(" ", "") + "\n" + second) == "PE"
        assert self.verdict("poj3239", first + "\n" + second.replace(" ", "", 5)) == "PE"
        swapped = " ".join(reversed([*second.split()[:1], *second.split()[2:]]))
        assert self.verdict("poj3239", first + "\n" + swapped) == "WA"

    def test_every_placement_is_accepted_and_nothing_where_none_exists(self) -> None:
        """Cases F01, F06 and A27."""
        model, form = cq.load("poj3239"), formats.find("poj3239")
        eight = form.read("8\n0\n", model)
        found = list(cq.solutions(cq.queens(8)))
        outputs = [" ".join(map(str, placement.numbers)) for placement in found]
        assert {form.judge(eight, output, solve).verdict.name for output in outputs} == {"AC"}
        assert "5 3 1 6 8 2 4 7" in outputs
        small = form.read("2\n3\n4\n0\n", model)
        assert form.judge(small, "2 4 1 3\n", solve).verdict.name == "AC"
        wrong = form.judge(small, "1 2\n1 2 3\n2 4 1 3\n", solve)
        assert wrong.reason.startswith("line 1: queens (1, 1) and (2, 2) share a diagonal")
        assert form.judge(eight, "1 2 3\n", solve).reason == "line 1: 3 numbers for n = 8"

    def test_digits_that_cannot_be_parted_are_given_up(self) -> None:
        assert self.verdict("poj3239", "1" * 300 + "\n" + "12" * 5000) == "WA"
        assert self.verdict("poj3239", "0\n" * 2) == "WA"


def test_a_mistake_is_drawn_as_svg(compiled: Compiled, judged: Judged) -> None:
    report = judged("poj3239", compiled("closed_form", "exception"), up_to(0))
    (disputed,) = report.disputed
    assert disputed.placement is not None
    (figure,) = re.findall(r"<svg.*?</svg>", report.to_html(), re.DOTALL)
    drawing = ElementTree.fromstring(figure)

    def all_of(name: str) -> list[ElementTree.Element]:
        return [element for element in drawing.iter() if element.tag.endswith(f"}}{name}")]

    assert len(all_of("use")) == 8
    (line,) = all_of("line")
    assert [line.get(key) for key in ("x1", "y1", "x2", "y2")] == ["140", "60", "20", "180"]
    assert len([queen for queen in all_of("use") if queen.get("fill") == "#c4432b"]) == 2
    assert len(all_of("circle")) == 2


def test_a_row_outside_the_stated_range_does_not_count() -> None:
    row = Row("case", "", "", "WA", 0.0, "why", None, counts=False)
    assert Report("title", (row,)).agrees


def test_last_words_are_one_short_printable_line() -> None:
    def told(errors: bytes, status: int | None = 1) -> str:
        return programs._last_words(Run(None, "", b"", errors, 0, 0, 0, status))

    assert told(b"") == ""
    assert told(b"first\nlast\n\n") == "; its standard error ends with: last"
    assert told(b"\x1b[31mred\xff") == "; its standard error ends with: ?[31mred\ufffd"
    assert len(told(b"x" * 4000)) < 150
    assert told(b"half", None) == ""
