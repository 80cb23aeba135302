"""Finding models: by path, or by the bare name of one that ships with the package."""

from __future__ import annotations

import os
from pathlib import Path

from cpqueens import formats, modelfile
from cpqueens.errors import ModelError, Problem, did_you_mean
from cpqueens.model import Model


def shipped_models() -> dict[str, Path]:
    """The model files that ship with the package, by bare name."""
    package = Path(__file__).parent
    folder = package / "models"
    if not folder.is_dir():
        folder = package.parent / "models"
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def find_model(name: str | os.PathLike[str]) -> Path:
    """The file of a model: a path, or a bare name such as `sultan`.

    A name that ships is that model even where a file of the same name, perhaps the program that
    is to be checked, lies beside. Raises `ModelError` where there is neither, naming what there is.
    """
    text = os.fspath(name)
    path = Path(text)
    if "\0" in text:
        raise ModelError([Problem("no name of a file", (), None, repr(text))])
    if path.suffix or path.name != text:
        return path
    shipped = shipped_models()
    if text in shipped:
        return shipped[text]
    # Path.exists raises for names that are too long for the system.
    if os.path.exists(path):  # noqa: PTH110
        return path
    message = (
        f"no such file, and no model of this name ships; there are "
        f"{', '.join(shipped)}{did_you_mean(text, shipped)}"
    )
    raise ModelError([Problem(message, (), None, text)])


def load(name: str | os.PathLike[str], **parameters: int) -> Model:
    """The model of a file, or of a bare name; keywords set its parameters.

    Raises `ModelError` with everything that is wrong with the file.

    >>> load("queens", n=12).values
    {'n': 12}
    """
    model = modelfile.load(find_model(name), formats.names())
    return model.with_parameters(**parameters) if parameters else model


def queens(n: int) -> Model:
    """The classic board: n queens, no two in one column, diagonal or antidiagonal (A000170).

    >>> from cpqueens import count
    >>> count(queens(8))
    92
    """
    return load("queens", n=n)
