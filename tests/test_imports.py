"""What is imported when, and which module may know which."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "cpqueens"
HEAVY = ("ortools", "numpy", "pandas", "constraint", "matplotlib", "tqdm", "pyarrow", "IPython")


TOLD = """
import json, sys
sys.stderr.write(json.dumps(sorted({name.split(".")[0] for name in sys.modules})))
"""
COMMAND = """
from cpqueens.cli import main
try:
    main({arguments})
except SystemExit as exit:
    assert not exit.code
"""


def heavy_imports(code: str) -> list[str]:
    """Which of the heavy modules a fresh interpreter has after `code`."""
    done = subprocess.run(
        [sys.executable, "-c", code + TOLD], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return [module for module in HEAVY if module in json.loads(done.stderr.splitlines()[-1])]


def command(*arguments: str) -> str:
    return COMMAND.format(arguments=list(arguments))


@pytest.mark.parametrize(
    "code",
    [
        "import cpqueens",
        "import cpqueens as cq; cq.solve(cq.queens(8), solutions=3, count=True)",
        "import cpqueens as cq; cq.solve(cq.queens(1000))",
        "import cpqueens as cq; cq.solve_all(cq.load('sultan'))",
        "import cpqueens as cq; cq.verify(cq.queens(4), [1, 3, 0, 2])",
        "import cpqueens as cq; print(cq.Placement([1, 3, 0, 2]))",
        "import cpqueens as cq; cq.draw.gallery(cq.fundamental(cq.queens(6)))._repr_html_()",
        "import cpqueens as cq; cq.solve_all(cq.load('sultan'), progress=True)._repr_html_()",
        "import cpqueens as cq; cq.queens(8).describe()._repr_markdown_()",
        "from cpqueens import *",
        command("--help"),
        command("solve", "--help"),
        command("solve", "checker"),
        command("count", "queens", "--set", "n=4..8"),
        command("solvers"),
        command("show", "queens"),
        command("solve", "sultan", "--format", "svg"),
        *(
            command("solve", model, "--input", str(ROOT / "tests/data/cases/contest" / name))
            for model, name in (
                ("checker", "checker_6.in"),
                ("poj3239", "poj3239_all.in"),
                ("sultan", "sultan_official.in"),
            )
        ),
    ],
)
def test_what_does_without_heavy_imports(code: str) -> None:
    assert heavy_imports(code) == []


@pytest.mark.parametrize(
    ("solver", "allowed"),
    [
        ("bitmask", set()),
        ("construction", set()),
        ("constraint", {"constraint"}),
        ("cpsat", {"ortools", "numpy", "pandas", "pyarrow"}),
    ],
)
def test_solvers_import_what_they_need_when_they_are_asked(solver: str, allowed: set[str]) -> None:
    ask = f"import cpqueens as cq; cq.solve(cq.queens(6), solver={solver!r})"
    assert set(heavy_imports(ask)) <= allowed
    look = (
        f"from cpqueens.solvers import find; solver = find({solver!r}); assert not solver.missing()"
    )
    assert heavy_imports(look) == []


def test_the_environment_is_as_it_was_after_cp_sat_is_imported() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import os; before = dict(os.environ)\n"
            "import cpqueens as cq; cq.solve(cq.queens(6), solver='cpsat')\n"
            "assert dict(os.environ) == before",
        ],
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    name_of(path): path for path in sorted(PACKAGE.rglob("*.py")) if "_native" not in path.parts
}


def imported(module: str) -> Iterator[str]:
    """The modules of the package that this one imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(SOURCES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            home = node.module or ""
            names = [f"{home}.{alias.name}" for alias in node.names]
            names = [name if name in SOURCES else home for name in names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "cpqueens")


def modules(*prefixes: str) -> list[str]:
    return [
        name
        for name in SOURCES
        if any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)
    ]


@pytest.mark.parametrize(
    ("importers", "not_imported"),
    [
        (
            ("model", "model_rules", "grounding", "board", "constraints", "expressions", "affine"),
            (
                "solvers",
                "solving",
                "kernel",
                "cli",
                "formats",
                "verifying",
                "draw",
                "checking",
                "native",
            ),
        ),
        (("solvers",), ("cli", "formats", "verifying", "draw", "checking", "solving", "modelfile")),
        (
            ("verifying",),
            ("board", "grounding", "solvers", "kernel", "solving", "question", "native"),
        ),
        (("kernel",), ("board", "model", "solvers", "solving", "verifying", "cli", "expressions")),
        (("placement", "result", "question"), ("board", "solvers", "solving", "kernel", "cli")),
        (("solving", "formats", "draw", "loading", "modelfile"), ("cli",)),
    ],
)
def test_imports_run_downwards(importers: tuple[str, ...], not_imported: tuple[str, ...]) -> None:
    forbidden = set(modules(*[f"cpqueens.{name}" for name in not_imported]))
    found = {
        (module, name)
        for module in modules(*[f"cpqueens.{name}" for name in importers])
        for name in imported(module)
        if name in forbidden
    }
    assert found == set()


def foreign(nodes: Iterable[ast.AST]) -> set[str]:
    """The packages that these statements import."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("module", list(SOURCES))
def test_heavy_modules_are_imported_by_their_solvers_alone(module: str) -> None:
    tree = ast.parse(SOURCES[module].read_text(encoding="utf-8"))
    assert not foreign(tree.body) & set(HEAVY)
    homes = {
        "ortools": {"cpqueens.solvers.cpsat_models", "cpqueens.native"},
        "constraint": {"cpqueens.solvers.constraint"},
        "matplotlib": {"cpqueens.draw.progress_plot", "cpqueens.result"},
        "tqdm": {"cpqueens.progress"},
    }
    for package, modules in homes.items():
        assert package not in foreign(ast.walk(tree)) or module in modules


def test_every_public_name_is_where_it_is_said_to_be() -> None:
    import cpqueens as cq

    for name in cq.__all__:
        assert getattr(cq, name) is not None
        assert name in dir(cq)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = cq.nonsense


def test_no_module_takes_the_place_of_a_public_name() -> None:
    import cpqueens as cq

    assert not {f"cpqueens.{name}" for name in cq.__all__} & set(SOURCES)
