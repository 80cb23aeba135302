"""What pip makes of the source tree, with a compiler and without."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
TREE = ("cpqueens", "models", "pyproject.toml", "README.md", "LICENSE")
KERNEL_COMMAND = ("-m", "cpqueens", "solvers")
KERNEL_COMMAND_NEEDS = ("pyyaml", "msgspec")
NO_COMPILER = {"CXX": shutil.which("false") or "false"}
REQUIRE_KERNEL = {"CPQUEENS_REQUIRE_KERNEL": "1"}


def environment(**changes: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CPQUEENS_", "SKBUILD_")) and name not in ("PYTHONPATH", "CXX")
    }
    return {**kept, **changes}


class Environment:
    """A virtual environment, used from the root of a source tree."""

    def __init__(self, folder: Path, tree: Path) -> None:
        venv.create(folder, with_pip=True)
        self._python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        self._tree = tree

    def run(self, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self._python, *arguments],
            cwd=self._tree,
            env=environment(**changes),
            capture_output=True,
            text=True,
            check=False,
        )

    def install(self, *what: str, **changes: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "pip", "install", *what, **changes)

    def install_tree(self, *options: str, **changes: str) -> None:
        for what in (KERNEL_COMMAND_NEEDS, ("--no-deps", *options, ".")):
            done = self.install(*what, **changes)
            assert done.returncode == 0, done.stdout + done.stderr

    def kernel(self) -> str:
        shown = self.run(*KERNEL_COMMAND)
        assert shown.returncode == 0, shown.stderr
        lines = [line for line in shown.stdout.splitlines() if line.startswith("kernel: ")]
        assert len(lines) == 1, shown.stdout
        return lines[0].removeprefix("kernel: ")

    def installed_files(self) -> set[str]:
        code = "import importlib.metadata as m; print(*m.files('cpqueens') or [], sep='\\n')"
        return set(self.run("-I", "-c", code).stdout.splitlines())


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = tmp_path_factory.mktemp("tree")
    for name in TREE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tree / name)
    return tree


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, tree: Path) -> Environment:
    installed = Environment(tmp_path_factory.mktemp("plain"), tree)
    installed.install_tree(**REQUIRE_KERNEL)
    return installed


def test_the_source_folder_does_not_hide_the_compiled_kernel(plain: Environment) -> None:
    assert plain.kernel() == "compiled"


def test_the_wheel_holds_the_models_and_no_sources_of_the_kernel(plain: Environment) -> None:
    files = plain.installed_files()
    models = {f"cpqueens/models/{model.name}" for model in (ROOT / "models").glob("*.yaml")}
    assert {"cpqueens/__init__.py", "cpqueens/py.typed", "_cpqueens_kernel.pyi"} <= files
    assert models
    assert models <= files
    assert not [name for name in files if name.endswith((".hpp", ".cpp", "CMakeLists.txt"))]


def test_an_editable_install_finds_the_compiled_kernel(tmp_path: Path, tree: Path) -> None:
    installed = Environment(tmp_path / "editable", tree)
    installed.install_tree("--editable", **REQUIRE_KERNEL)
    assert installed.kernel() == "compiled"


def test_without_a_compiler_the_twin_is_installed_unless_the_kernel_is_required(
    tmp_path: Path, tree: Path
) -> None:
    installed = Environment(tmp_path / "pure", tree)
    refused = installed.install("--no-deps", ".", **NO_COMPILER, **REQUIRE_KERNEL)
    assert refused.returncode != 0
    assert installed.installed_files() == set()

    installed.install_tree("--verbose", **NO_COMPILER)
    assert installed.kernel() == "pure"


def test_the_fallback_says_so(tmp_path: Path, tree: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--verbose", "--no-deps", "-w", tmp_path, "."],
        cwd=tree,
        env=environment(**NO_COMPILER),
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert [wheel.name for wheel in tmp_path.glob("*.whl")] == ["cpqueens-0.1.0-py3-none-any.whl"]
    assert "the kernel could not be compiled" in built.stdout + built.stderr


def test_the_first_command_of_readme_is_all_that_a_newcomer_needs(
    tmp_path: Path, tree: Path
) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(tree, clone)
    names = tmp_path / "bin"
    names.mkdir()
    (names / "python3").symlink_to(sys.executable)
    command = README.split("```sh\n", 2)[1].split("```")[0]
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=clone,
        env=environment(PATH=f"{names}{os.pathsep}{os.environ['PATH']}"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "complete: optimum 260, proved (bitmask, " in done.stdout
    assert "columns 2 7 3 6 8 5 1 4\n" in done.stdout
    assert "complete: optimum 429, proved (bitmask, " in done.stdout
    elsewhere = subprocess.run(
        [clone / ".venv" / "bin" / "python", "-m", "cpqueens", "count", "toroidal"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert elsewhere.returncode == 0, elsewhere.stderr
    assert elsewhere.stdout.splitlines()[1].split()[:4] == ["n", "=", "7", "28"]
