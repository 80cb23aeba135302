"""README is true: its commands, snippets, tables and models are run and compared."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cpqueens as cq
from cpqueens import formats, loading, modelfile, solvers
from cpqueens.cli import COMMANDS
from cpqueens.modelkeys import ConstraintKeys, ModelKeys
from cpqueens.question import Job

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def without_times(text: str) -> str:
    return re.sub(r"\d+\.\d{3,6}", "T", text)


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_print_what_readme_shows(block: str) -> None:
    command, _, expected = block.removeprefix("$ ").partition("\n")
    words = shlex.split(command)
    assert words[0] == "python"
    ran = subprocess.run(
        [sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert without_times(ran.stdout.rstrip()) == without_times(expected.rstrip())
    assert ran.stderr == ""
    assert ran.returncode == 0


def test_python_snippets_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    namespace: dict[str, object] = {}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), namespace)
    out = capsys.readouterr().out
    assert "queens (1, 1) and (2, 2) share a diagonal" in out
    assert out.startswith("Q . . . . . . .\n")


@pytest.mark.skipif(shutil.which("c++") is None, reason="needs a C++ compiler")
def test_the_program_is_accepted(tmp_path: Path) -> None:
    (program,) = blocks("cpp")
    (tmp_path / "checker.cpp").write_text(program)
    (command,) = [block for block in blocks("sh") if "check checker" in block]
    names = tmp_path / "bin"
    names.mkdir()
    (names / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (names / "python").chmod(0o755)
    path = f"{names}{os.pathsep}{os.environ['PATH']}"
    packages = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "PYTHONPATH": packages},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("\nAC\n")
    assert "N = 13" in ran.stdout


def test_models_are_accepted_and_answered() -> None:
    garden, regions, nauck = map(modelfile.parse, blocks("yaml"))
    best = cq.solve(garden)
    assert best.complete
    assert len(best.placements) == 3
    assert cq.solve(regions).count == 14
    assert [p.numbers for p in cq.solve(nauck).placements] == [
        (5, 1, 8, 4, 2, 7, 3, 6),
        (5, 7, 1, 4, 2, 8, 6, 3),
    ]


def test_the_picture_is_what_the_first_command_prints() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "cpqueens", "solve", "models/sultan.yaml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    (picture,) = blocks("text")
    assert picture in ran.stdout


def test_the_test_command_is_what_ci_runs() -> None:
    command = blocks("sh")[1].strip()
    ci = (ROOT / ".ci" / "run").read_text()
    install, test = re.findall(r"(pip install .*?) && .*?(-m pytest.*)", command)[0]
    assert install in ci.replace('pip" install', "pip install")
    assert test in ci
    assert "-m venv" in ci


def test_no_section_stands_twice() -> None:
    prose = re.sub(r"^```.*?^```", "", README, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ .*", prose, re.MULTILINE)
    assert len(headings) == len(set(headings))


def table(heading: str) -> list[list[str]]:
    section = README.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("| ").split(" | ")] for row in rows[2:]]


def names(text: str) -> list[str]:
    return re.findall(r"`(\w[\w.-]*)`", text)


def test_the_table_of_keys_is_complete() -> None:
    rows = table("The model language")
    assert [name for row in rows for name in names(row[0])] == list(ModelKeys.__struct_fields__)
    constraints = next(row[1] for row in rows if "constraints" in row[0])
    assert names(constraints) == list(ConstraintKeys.__struct_fields__)


def test_the_table_of_solvers_is_complete() -> None:
    *rows, textbook = table("Solvers")
    described = {names(row[0])[0]: row[2] for row in rows}
    every = [name.partition(".") for name in solvers.names()]
    assert set(described) == {name for name, _, _ in every if name != "textbook"}
    assert names(textbook[1])[1:] == [part for name, _, part in every if name == "textbook"]
    for name, jobs in described.items():
        can = solvers.find(name).jobs
        assert jobs == ", ".join(job.value for job in Job if job in can)
    bound = re.search(r"for optima up to (\d+) rows", README)
    assert bound is not None
    assert int(bound[1]) == solvers.TWIN_BEST_ROWS


def test_the_table_of_formats_is_complete() -> None:
    rows = table("Contest formats")
    assert [names(row[0])[0] for row in rows] == list(formats.contests())
    for row in rows:
        assert cq.load(ROOT / row[2].strip("`")).format == names(row[0])[0]


def test_the_table_of_files_is_complete() -> None:
    rows = table("Boards from files")
    assert [names(row[0])[0] for row in rows] == list(formats.readers())
    shipped = {name: cq.load(name).format for name in loading.shipped_models()}
    for row in rows:
        form = names(row[0])[0]
        assert sorted(names(row[2])) == sorted(k for k, v in shipped.items() if v == form)


def test_commands_and_shipped_models_are_named() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text()
    for command in COMMANDS:
        assert f"`{command}`" in changes
    shipped = re.search(r"one that ships: (.*?)\. ", README, re.DOTALL)
    assert shipped is not None
    assert sorted(names(shipped[1])) == sorted(loading.shipped_models())
