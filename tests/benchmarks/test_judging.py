"""What judging adds to a program's own time, a run.

Run with `pytest tests/benchmarks/test_judging.py -s`; it prints medians in milliseconds: of
processes run bare (`subprocess.run`), under limits (`run`), and judged (`check_program`, its
answers known by then). The aim is 30 ms more than bare.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median

import pytest

import cpqueens as cq
from cpqueens import formats
from cpqueens.checking.programs import Settings, check_program
from cpqueens.checking.reference import Reference
from cpqueens.checking.running import run
from cpqueens.formats.base import Case
from cpqueens.formats.checker import CheckerFormat

RUNS = 50
AIM_MS = 30.0
PROGRAMS = Path(__file__).parent.parent / "data" / "programs"
TEXT = "8\n"


class Only(CheckerFormat):
    """One sample, and one random input again and again."""

    samples = ()

    def cases(self) -> Iterator[Case]:
        return iter(())

    def sample(self, rng: Random, size: int) -> str:
        return TEXT


def milliseconds(*actions: Callable[[], object]) -> list[float]:
    """The median of each; they take turns, so that whatever else runs disturbs all alike."""
    times: list[list[float]] = [[] for _ in actions]
    for _ in range(RUNS):
        for action, taken in zip(actions, times, strict=True):
            begun = time.perf_counter()
            action()
            taken.append(time.perf_counter() - begun)
    return [1000 * median(taken) for taken in times]


@pytest.mark.parametrize("language", ["C++", "Python"])
def test_judging_adds_little(language: str, tmp_path: Path) -> None:
    command = [sys.executable, "-S", "-E", str(PROGRAMS / "checker.py")]
    if language == "C++":
        compiler = shutil.which("g++")
        if compiler is None:
            pytest.skip("no C++ compiler")
        command = [str(tmp_path / "checker")]
        source = str(PROGRAMS / "checker.cpp")
        subprocess.run([compiler, "-O2", "-o", command[0], source], check=True)
    model, form, known = cq.load("checker"), Only(), Reference()
    known(formats.find("checker").read(TEXT, model)[0])

    def bare() -> None:
        subprocess.run(command, input=TEXT.encode(), stdout=subprocess.PIPE, check=True)

    def judged() -> None:
        report = check_program(command, model, form, Settings(inputs=1), reference=known)
        assert report.agrees

    bare_ms, limited_ms, judged_ms = milliseconds(bare, lambda: run(command, TEXT.encode()), judged)
    print(
        f"\n{language}: bare {bare_ms:.1f} ms, under limits {limited_ms:.1f} ms, "
        f"judged {judged_ms:.1f} ms: {judged_ms - bare_ms:.1f} ms more, {AIM_MS:.0f} is the aim"
    )
    assert judged_ms - bare_ms < AIM_MS
