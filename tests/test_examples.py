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
