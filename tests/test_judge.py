"""The special judge: exit statuses of testlib and Kattis, never a verdict for an error of ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cpqueens.cli import judge as judge_module
from cpqueens.cli import main

ROOT = Path(__file__).parent.parent
PROGRAMS = Path(__file__).parent / "data" / "programs"
CONTEST = Path(__file__).parent / "data" / "cases" / "contest"
RIGHT = "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n4\n"
AC, WA, PE, FAIL = 0, 1, 2, 3


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an input and outputs, which is the current one."""
    monkeypatch.chdir(tmp_path)
    contents = {
        "6.in": "6\n",
        "right.out": RIGHT,
        "wrong.out": RIGHT.replace("\n4\n", "\n5\n"),
        "spaced.out": RIGHT.replace(" ", "  "),
        "bad.in": "six\n",
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def judge(*words: str) -> int:
    return main(["judge", *words])


@pytest.mark.usefixtures("files")
class TestVerdicts:
    @pytest.mark.parametrize(
        ("output", "status", "words"),
        [
            ("right.out", AC, "AC\n"),
            ("wrong.out", WA, "WA: line 4: the count is '5', 4 expected\n"),
            ("spaced.out", PE, "PE: line 1: the numbers are right, but "),
            (os.devnull, WA, "WA: the output ends before column 1 of placement 1"),
        ],
    )
    def test_statuses_of_testlib(
        self, output: str, status: int, words: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert judge("checker", "6.in", output) == status
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(words)

    def test_the_answer_is_not_needed_but_may_be_given(self) -> None:
        assert judge("checker", "6.in", "right.out", "right.out") == AC
        assert judge("checker", "6.in", "wrong.out", "right.out") == WA

    def test_any_right_placement_is_accepted(self, files: Path) -> None:
        (files / "8.in").write_text("8\n0\n")
        for placement in ("5 3 1 6 8 2 4 7", "1 5 8 6 3 7 2 4"):
            (files / "8.out").write_text(placement)
            assert judge("poj3239", "8.in", "8.out") == AC

    def test_standard_input(
        self, monkeypatch: pytest.MonkeyPatch, files: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with (files / "right.out").open() as file:
            monkeypatch.setattr(sys, "stdin", file)
            assert judge("checker", "6.in", "-") == AC

    def test_bytes_that_are_no_text_are_wrong(self, files: Path) -> None:
        (files / "bytes.out").write_bytes(b"\xff\x00" + RIGHT.encode())
        assert judge("checker", "6.in", "bytes.out") == WA

    def test_an_output_that_is_too_large_is_wrong(
        self, files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(judge_module, "LARGEST_FILE", 2**20)
        (files / "large.out").write_bytes(b"8" * (2**20 + 1))
        assert judge("checker", "6.in", "large.out") == WA
        assert capsys.readouterr().err == "WA: the output is larger than 1 MiB\n"
        assert judge("checker", "large.out", "right.out") == FAIL


@pytest.mark.usefixtures("files")
class TestErrorsOfOurs:
    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["checker", "missing.in", "right.out"], "missing.in: no such file"),
            (["checker", "6.in", "missing.out"], "missing.out: no such file"),
            (["checker", "6.in", "right.out", "missing.ans"], "missing.ans: no such file"),
            (["checker", "6.in", "."], "directory"),
            (["checker", "bad.in", "right.out"], "bad.in:1: 'six' is not a whole number"),
            (
                ["checker", "6.in", "right.out", "wrong.out"],
                "wrong.out: the contest's answer is not right by the model: WA: line 4",
            ),
            (["nowhere", "6.in", "right.out"], "no such file, and no model of this name"),
            (["6.in", "6.in", "right.out"], "6.in:1:1"),
            (["queens", "6.in", "right.out"], "has no contest format"),
            (["checker", "6.in"], "required: OUTPUT"),
            (["checker", "6.in", "right.out", "right.out", "more"], "unrecognized arguments: more"),
            (["checker", "6.in", "right.out", "--kattis"], "expected one argument"),
            (["checker", "6.in", "right.out", "--kattis", "nowhere"], "no such file or directory"),
            (["checker", "6.in", "right.out", "--nonsense"], "unrecognized arguments: --nonsense"),
            ([], "required: MODEL, INPUT, OUTPUT"),
        ],
    )
    def test_they_are_3_and_told_in_a_line(
        self, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert judge(*words) == FAIL
        out, err = capsys.readouterr()
        assert out == ""
        assert told in err
        assert "Traceback" not in err
        assert err.count("\n") == 1

    @pytest.mark.parametrize(
        "error", [RuntimeError("broken"), MemoryError(), KeyboardInterrupt(), RecursionError()]
    )
    @pytest.mark.parametrize("kattis", [[], ["--kattis", "."]])
    def test_whatever_is_raised(
        self,
        error: BaseException,
        kattis: list[str],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        def broken(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(judge_module, "solve", broken)
        assert judge("checker", "6.in", "right.out", *kattis) == FAIL
        assert "AC" not in capsys.readouterr().err
        assert not Path("judgemessage.txt").exists()

    def test_as_a_process(self) -> None:
        ran = subprocess.run(
            [sys.executable, "-m", "cpqueens", "judge", "checker", "6.in"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == FAIL
        assert ran.stdout == ""


@pytest.mark.usefixtures("files")
class TestKattis:
    @pytest.mark.parametrize(
        ("output", "status", "message"),
        [
            ("right.out", 42, "AC\n"),
            ("wrong.out", 43, "WA: line 4: the count is '5', 4 expected\n"),
            ("spaced.out", 43, "PE: line 1: "),
        ],
    )
    def test_statuses_and_the_message(
        self, output: str, status: int, message: str, files: Path
    ) -> None:
        (files / "feedback").mkdir()
        words = ["checker", "6.in", output, "right.out", "--kattis", "feedback"]
        assert judge(*words) == status
        assert (files / "feedback" / "judgemessage.txt").read_text().startswith(message)


class TestOj:
    """The command of online-judge-tools, with this judge as its judge."""

    OJ = shutil.which("oj", path=str(Path(sys.executable).parent)) or shutil.which("oj")

    @pytest.fixture
    def samples(self, tmp_path: Path) -> Path:
        folder = tmp_path / "test"
        folder.mkdir()
        (folder / "sample-1.in").write_text("8\n0\n")
        (folder / "sample-1.out").write_text("5 3 1 6 8 2 4 7\n")
        (folder / "sample-2.in").write_text("9\n10\n0\n")
        (folder / "sample-2.out").write_text("1 3 6 8 2 4 9 7 5\n1 3 6 8 10 5 9 2 4 7\n")
        return folder

    def oj(self, command: str, samples: Path, home: Path) -> subprocess.CompletedProcess[str]:
        if self.OJ is None:
            pytest.skip("online-judge-tools is not installed")
        judge_command = f"{sys.executable} -m cpqueens judge poj3239"
        folders = {name: str(home) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
        return subprocess.run(
            [self.OJ, "t", "-c", command, "-d", str(samples), "--judge-command", judge_command],
            capture_output=True,
            text=True,
            check=False,
            cwd=home,
            env={**os.environ, **folders, "PYTHONWARNINGS": "ignore"},
            timeout=60,
        )

    def test_a_right_and_a_wrong_program(self, samples: Path, tmp_path: Path) -> None:
        program = tmp_path / "closed.py"
        program.write_text(
            "import sys\n"
            "for n in map(int, sys.stdin.read().split()):\n"
            "    evens, odds = [*range(2, n + 1, 2)], [*range(1, n + 1, 2)]\n"
            "    if n % 6 == 2 and 'wrong' not in sys.argv:\n"
            "        odds = [3, 1, *odds[3:], 5]\n"
            "    if n % 6 == 3:\n"
            "        evens, odds = [*evens[1:], 2], [*odds[2:], 1, 3]\n"
            "    if n:\n"
            "        print(*evens, *odds)\n"
        )
        right = self.oj(f"{sys.executable} {program}", samples, tmp_path)
        assert right.returncode == 0, right.stderr
        assert "test success" in right.stderr + right.stdout
        wrong = self.oj(f"{sys.executable} {program} wrong", samples, tmp_path)
        assert wrong.returncode == 1
        told = wrong.stderr + wrong.stdout
        assert "test failed: 1 AC / 2 cases" in told
        assert "WA: line 1: queens (2, 4) and (5, 1) share an antidiagonal" in told


def test_published_answers_are_accepted() -> None:
    for name in ("6", "8", "13"):
        stem = str(CONTEST / f"checker_{name}")
        assert judge("checker", f"{stem}.in", f"{stem}.out") == AC
    stem = str(CONTEST / "sultan_two_padded")
    assert judge("sultan", f"{stem}.in", f"{stem}.out") == AC
    assert judge("sultan", f"{stem}.in", str(CONTEST / "sultan_official.out")) == WA
