"""The models that ship: they say who they are, and give the values that others published."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from math import factorial
from pathlib import Path

import pytest

import cpqueens as cq
from cpqueens.loading import shipped_models

NAMES = sorted(shipped_models())

# Each from the source that the file names; OEIS terms from n = 1, unless said otherwise.
KNOWN: dict[str, list[tuple[dict[str, int], int]]] = {
    "queens": [({"n": n + 1}, c) for n, c in enumerate([1, 0, 0, 2, 10, 4, 40, 92, 352, 724])],
    "checker": [({"n": n}, c) for n, c in [(6, 4), (8, 92), (11, 2680), (12, 14200)]],
    "poj3239": [({"n": n}, c) for n, c in [(8, 92), (9, 352), (10, 724)]],
    "toroidal": [
        ({"n": n + 1}, c) for n, c in enumerate([1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524])
    ],
    "superqueens": [
        ({"n": n + 1}, c) for n, c in enumerate([1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156])
    ],
    "rectangular": [
        *(({"rows": 3, "columns": n}, c) for n, c in [(3, 0), (4, 4), (5, 14), (6, 36), (8, 140)]),
        *(({"rows": 4, "columns": n}, c) for n, c in [(4, 2), (5, 12), (6, 46), (8, 344)]),
    ],
    "rooks": [({"n": n}, factorial(n)) for n in range(1, 9)],
    "symmetric": [({"n": n + 1}, c) for n, c in enumerate([1, 0, 0, 2, 2, 4, 8, 4, 16, 12])],
    "symmetric-quarter": [({"n": n}, c) for n, c in [(4, 2), (5, 2), (6, 0), (8, 0), (12, 8)]],
    "weighted": [({"n": n}, c) for n, c in [(4, 2), (6, 4), (8, 92)]],
    "excluded-diagonals": [
        ({"excluded": d}, c) for d, c in enumerate([724, 320, 198, 63, 11, 2, 2] + 8 * [0])
    ],
}
KNOWN_BY_INSTANCE = {
    "completion": [2, 1, 92],
    "blocked": [92, 4, 0],
    "regions": [14, 4, 1],
    "regions-queens": [1, 1, 1],
    "sultan": [92, 92],
}


def text(name: str) -> str:
    return shipped_models()[name].read_text()


def drawn(name: str) -> list[list[str]]:
    """The cells of the picture in the file's comments."""
    lines = re.findall(r"^#   +((?:\S+ *)+)$", text(name), re.MULTILINE)
    return [line.split() for line in lines]


def test_every_model_has_known_values() -> None:
    assert sorted([*KNOWN, *KNOWN_BY_INSTANCE]) == NAMES
    assert all(len(values) >= 3 for values in KNOWN.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_model_says_who_it_is_and_shows_a_picture(name: str) -> None:
    model = cq.load(name)
    assert model.name == name
    assert model.title
    assert model.source
    assert text(name).startswith("# ")
    assert drawn(name) or name == "sultan"


@pytest.mark.parametrize("name", [n for n in NAMES if n not in KNOWN_BY_INSTANCE])
def test_the_picture_is_a_placement(name: str) -> None:
    cells = drawn(name)
    columns = [
        [c for c, cell in enumerate(row) if cell == "Q" or cell.startswith("[")] for row in cells
    ]
    assert all(len(found) == 1 for found in columns)
    sizes = {"n": len(cells), "rows": len(cells), "columns": len(cells[0])}
    model = cq.load(name)
    model = model.with_parameters(**{k: v for k, v in sizes.items() if k in model.parameters})
    placement = [found[0] for found in columns]
    assert cq.verify(model, placement) == []
    if model.objective:
        best = cq.solve(model)
        assert best.placement is not None
        assert list(best.placement) == placement
        assert [int(row[c].strip("[]")) for row, c in zip(cells, placement, strict=True)] == [
            (r * 37 + (c + 1) * 61) % 100 for r, c in enumerate(placement, 1)
        ]


@pytest.mark.parametrize(
    ("name", "parameters", "count"),
    [(name, parameters, count) for name in KNOWN for parameters, count in KNOWN[name]],
)
def test_known_counts(name: str, parameters: dict[str, int], count: int) -> None:
    assert cq.count(cq.load(name, **parameters)) == count


@pytest.mark.parametrize("name", KNOWN_BY_INSTANCE)
def test_known_counts_of_instances(name: str) -> None:
    instances = cq.load(name).each_instance()
    assert [cq.count(instance) for instance in instances] == KNOWN_BY_INSTANCE[name]


def test_known_placements() -> None:
    nauck = next(iter(cq.load("completion").each_instance()))
    assert [p.numbers for p in cq.solve(nauck).placements] == [
        (5, 1, 8, 4, 2, 7, 3, 6),
        (5, 7, 1, 4, 2, 8, 6, 3),
    ]
    excluded = cq.solve(cq.load("excluded-diagonals"), solutions="all")
    assert [p.numbers for p in excluded.placements] == [
        (4, 7, 10, 3, 9, 2, 5, 8, 6, 1),
        (8, 5, 2, 9, 3, 10, 7, 4, 6, 1),
    ]
    assert [result.objective for result in cq.solve_all(cq.load("sultan"))] == [260, 429]


@pytest.mark.parametrize("rule", ["regions", "regions-queens"])
def test_the_two_rules_of_region_boards_are_different(rule: str) -> None:
    other = "regions-queens" if rule == "regions" else "regions"
    boards = cq.load(rule).instances
    swapped = cq.load(other).with_instances(boards)
    counts = [cq.count(instance) for instance in swapped.each_instance()]
    assert counts == {"regions": [1, 0, 0], "regions-queens": [16, 10, 26]}[rule]


def test_every_model_is_solved_by_its_bare_name_from_any_directory(tmp_path: Path) -> None:
    code = (
        "import sys, cpqueens as cq\n"
        "for name in sys.argv[1:]:\n"
        "    results = cq.solve_all(cq.load(name))\n"
        "    assert results and all(result.answered for result in results), name\n"
    )
    root = str(Path(cq.__file__).parent.parent)
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    ran = subprocess.run(
        [sys.executable, "-c", code, *NAMES],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
