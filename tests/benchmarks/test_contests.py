"""Whole processes that answer contest inputs, as multiples of an empty Python process.

Run with `pytest tests/benchmarks -s`; it prints CPU seconds (user and system, the least of several
runs, taken in turn) and ratios. The aim is 12 for both.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cpqueens import kernel

ROOT = Path(__file__).parent.parent.parent
CONTEST = ROOT / "tests" / "data" / "cases" / "contest"
RUNS = 9
AIM = 12.0


def cpu_seconds(words: list[str], folder: Path) -> float:
    """User and system time of one process, from the operating system's own account."""
    with (folder / "out").open("wb") as out:
        running = subprocess.Popen([sys.executable, *words], stdout=out, cwd=folder)
        _, status, usage = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode == 0
    return usage.ru_utime + usage.ru_stime


def test_contest_answers_against_bare_python(tmp_path: Path) -> None:
    command = ["-m", "cpqueens", "solve"]
    commands = {
        "python -c pass": ["-c", "pass"],
        "checker, N = 13": [*command, "checker", "--input", str(CONTEST / "checker_13.in")],
        "poj3239, n = 8..300": [*command, "poj3239", "--input", str(CONTEST / "poj3239_all.in")],
        "uva167, 2 boards": [*command, "sultan", "--input", str(CONTEST / "sultan_two_padded.in")],
    }
    least = dict.fromkeys(commands, float("inf"))
    for _ in range(RUNS):
        for name, words in commands.items():
            least[name] = min(least[name], cpu_seconds(words, tmp_path))
    bare = least["python -c pass"]
    print(f"\nkernel: {kernel.KIND}\n{'':20} {'CPU s':>7} {'ratio':>6}  aim")
    for name, seconds in least.items():
        print(f"{name:20} {seconds:7.3f} {seconds / bare:6.1f}  {AIM:.0f}")
