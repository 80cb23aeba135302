"""The examples run, and what they show is right."""

from __future__ import annotations

import runpy
import subprocess
import sys
from math import factorial
from pathlib import Path

import cpqueens as cq

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_family() -> None:
    models = runpy.run_path(str(EXAMPLES / "family.py"))["family"]()
    counts = {name: cq.count(model) for name, model in models.items()}
    assert counts == {
        "queens": 92,
        "rooks": factorial(8),
        "queens that leap as knights too": 0,
        "queens on a torus": 0,
        "queens off the main diagonals": sum(
            all(c not in (r, 7 - r) for r, c in enumerate(placement))
            for placement in cq.solutions(cq.queens(8))
        ),
    }
    ran = subprocess.run(
        [sys.executable, EXAMPLES / "family.py"], capture_output=True, text=True, timeout=120
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    for name, number in counts.items():
        outcome = f"complete: {number:,} placements" if number else "none exists"
        assert f"{name}: {outcome}\n" in ran.stdout


def test_check_your_solver() -> None:
    ran = subprocess.run(
        [sys.executable, EXAMPLES / "check_your_solver.py"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    wrong, right, program = (
        ran.stdout.split("\n\nall agree\n")[0],
        *ran.stdout.split("The n queens problem: the function both_diagonals\n")[1].split(
            "Checker Challenge: "
        ),
    )
    assert "WA: n = 4: one_diagonal_only(): 5 of 7 placements are wrong: queens (2, 4)" in wrong
    assert ". Q . .\n. . . #\n. . # .\nQ . . .\n" in wrong
    assert "\nall agree\n" in right
    assert "WA" not in right
    assert "N = 8  " in program
    assert "WA" not in program
    assert "TLE" in program.splitlines()[-1]
