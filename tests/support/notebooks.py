"""Notebooks run in kernels of this very interpreter."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager, KernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
KERNEL = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]


class ThisKernel(KernelManager):  # type: ignore[misc]
    """A kernel of the interpreter that runs the tests, whatever kernels are installed."""

    def format_kernel_cmd(self, extra_arguments: list[str] | None = None) -> list[str]:
        return [part.format(connection_file=self.connection_file) for part in KERNEL]


class ThisAsyncKernel(AsyncKernelManager):  # type: ignore[misc]
    """The same for nbclient."""

    format_kernel_cmd = ThisKernel.format_kernel_cmd


def executed(path: Path, *more: str, folder: Path) -> Any:
    """The notebook with its outputs, run in `folder`, and with more cells of code at its end."""
    book = nbformat.read(path, as_version=4)
    book.cells += [nbformat.v4.new_code_cell(code) for code in more]
    client = NotebookClient(
        book,
        timeout=120,
        kernel_manager_class=ThisAsyncKernel,
        resources={"metadata": {"path": str(folder)}},
    )
    return client.execute(env=environment(folder))


def environment(folder: Path) -> dict[str, str]:
    """The environment of kernels: the package of this checkout, and nobody's settings."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "IPYTHONDIR": str(folder),
    }
