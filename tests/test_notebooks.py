"""The notebooks of `examples/` run, show pictures, and what they find is right."""

from __future__ import annotations

import ast
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from jupyter_client.blocking import BlockingKernelClient
from notebooks import ROOT, ThisKernel, environment, executed

# Jupyter's own libraries warn of each other on some versions of Python.
pytestmark = pytest.mark.filterwarnings("default::DeprecationWarning")
EXAMPLES = sorted((ROOT / "examples").glob("*.ipynb"))
COUNTS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]
FUNDAMENTAL = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787]
FOUND: dict[str, tuple[str, object, int]] = {
    "check_your_own_solver": (
        "[report.agrees, second_report.agrees, agreement.agrees, list(violations[0].queens)]",
        [False, True, True, [(1, 3), (2, 2)]],
        2,
    ),
    "eight_queens_five_ways": (
        "[[answer.count for answer in answers.values()], agree, array.shape, often[0], len(frame), "
        "sorted(orbits), table]",
        [
            [92] * 5,
            True,
            (92, 8),
            [4, 8, 16, 18, 18, 16, 8, 4],
            92,
            [4] + [8] * 11,
            list(zip(range(1, 13), COUNTS, FUNDAMENTAL, strict=True)),
        ],
        5,
    ),
    "formulations": (
        "[counts, len(measured), set(sizes.formulation), search.complete]",
        [{5: 10, 6: 4, 7: 40, 8: 92, 9: 352}, 22, {"integer", "boolean"}, True],
        1,
    ),
    "sultans_successors": (
        "[[r.objective for r in results], best.objectives[0], int(solver.objective_value), "
        "search.complete, search.statistics.search_log[-1].bound == search.objective]",
        [[260, 429], 429, 429, True, True],
        6,
    ),
    "the_family": (
        "[[p.numbers for p in completed.placements], solved.unique, [r.count for r in shipped], "
        "toroidal, len(placements), heaviest.complete, [len(g) for g in groups.values()]]",
        [
            [(5, 1, 8, 4, 2, 7, 3, 6), (5, 7, 1, 4, 2, 8, 6, 3)],
            True,
            [14, 4, 1],
            dict(zip(range(1, 14), [1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0, 4524], strict=True)),
            4,
            True,
            [8, 8, 4, 8, 2, 2, 1, 1, 1],
        ],
        9,
    ),
}
"""For each notebook what is asked of its variables at the end, the answer, and how many pictures
it shows at least. Counts are those of OEIS A000170, A002562 and A007705."""


def pictures(book: Any) -> Iterator[str]:
    """The SVG drawings that a notebook shows, alone or as part of a page."""
    for cell in book.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            page = data.get("image/svg+xml") or data.get("text/html", "")
            depth = start = 0
            for tag in re.finditer(r"<svg\b|</svg>", page):
                if depth == 0:
                    start = tag.start()
                depth += 1 if tag[0] == "<svg" else -1
                if depth == 0:
                    yield page[start : tag.end()]


def test_every_notebook_is_asked_something_and_named_in_readme() -> None:
    assert [path.stem for path in EXAMPLES] == sorted(FOUND)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"`(\w+)\.ipynb`", readme)) == sorted(FOUND)


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_notebooks_run(path: Path, tmp_path: Path) -> None:
    asked, expected, least = FOUND[path.stem]
    book = executed(path, f"print({asked})", folder=tmp_path)
    (last,) = book.cells[-1].outputs
    assert ast.literal_eval(last.text) == expected
    drawn = list(pictures(book))
    assert len(drawn) >= least
    for svg in drawn:
        names = [element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg).iter()]
        assert "use" in names or "text" in names
    errors = [
        o for cell in book.cells for o in cell.get("outputs", []) if o.get("name") == "stderr"
    ]
    assert errors == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_notebooks_are_lessons_without_outputs(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    first, *rest = book.cells
    assert first.cell_type == "markdown"
    assert first.source.startswith("# ")
    assert all(
        not cell.outputs and cell.execution_count is None for cell in rest if "outputs" in cell
    )
    assert sum(cell.cell_type == "markdown" for cell in rest) >= len(rest) / 4


INTERRUPTED = """
import time
import cpqueens as cq
result = cq.solve({model}, solver={solver!r}, {question})
stopped = time.time()
"""


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ThisKernel, Any]]:
    folder = tmp_path_factory.mktemp("kernel")
    manager = ThisKernel()
    manager.start_kernel(env=environment(folder), cwd=str(folder))
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def evaluated(client: BlockingKernelClient, code: str) -> Any:
    """What an expression is in the kernel, by way of JSON."""
    said = []

    def hook(message: Any) -> None:
        if message["msg_type"] in ("stream", "error"):
            said.append(message["content"].get("text") or message["content"]["evalue"])

    client.execute_interactive(
        f"import json; print(json.dumps({code}))", timeout=60, output_hook=hook
    )
    return json.loads("".join(said))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "solver", "question"),
    [
        ("cq.queens(21)", "bitmask", "solutions=0, count=True"),
        ("cq.load('weighted', n=40)", "bitmask", "best=1"),
        ("cq.load('weighted', n=40)", "cpsat", "best=1"),
        ("cq.queens(14)", "constraint", "solutions='all'"),
    ],
)
def test_the_stop_button_gives_back_what_is_known(
    kernel: tuple[ThisKernel, BlockingKernelClient], model: str, solver: str, question: str
) -> None:
    manager, client = kernel
    client.execute_interactive("import cpqueens as cq; cq.solve(cq.queens(4), solver='cpsat')")
    asked = client.execute(INTERRUPTED.format(model=model, solver=solver, question=question))
    time.sleep(0.8)
    pressed = time.time()
    manager.interrupt_kernel()
    while (reply := client.get_shell_msg(timeout=60))["parent_header"]["msg_id"] != asked:
        pass
    assert reply["content"]["status"] == "ok"
    stopped_by, complete, at_least, outcome = evaluated(
        client, "[result.stopped_by, result.complete, result.at_least, result.outcome]"
    )
    assert stopped_by == "Ctrl-C"
    assert complete is False
    assert outcome.endswith("stopped by Ctrl-C")
    assert at_least > 0 or solver == "cpsat" or "count" in question
    assert evaluated(client, "stopped") - pressed < 2


def test_limits_hold_in_a_notebook(kernel: tuple[ThisKernel, BlockingKernelClient]) -> None:
    _, client = kernel
    client.execute_interactive(
        "import cpqueens as cq\n"
        "result = cq.solve(cq.queens(21), count=True, solutions=0, time_limit=0.2)"
    )
    assert evaluated(client, "result.outcome").endswith("stopped by the time limit of 0.2 s")


def test_print_has_chess_men_in_a_notebook(
    kernel: tuple[ThisKernel, BlockingKernelClient],
) -> None:
    _, client = kernel
    assert evaluated(client, "str(__import__('cpqueens').Placement([1, 0]))") == "· ♛\n♛ ·"
