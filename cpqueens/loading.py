"""Finding models: by path, or by the bare name of one that ships with the package."""

from __future__ import annotations

import os
from pathlib import Path

from cpqueens import formats, modelfile
from cpqueens.errors import InputError, ModelError, Problem, did_you_mean
from cpqueens.formats.base import Reader
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


def read_instances(
    path: str | os.PathLike[str], model: Model | str, format: str | None = None
) -> list[Model]:
    """The instances in a file: the rules of `model` on each board of it.

    `model` is a `Model` or the name of one, as for `load`; `format` one of the names that
    `python -m cpqueens solve --help` lists. Without it the format is the model's, if it is a
    contest's, else the one that the file's name tells (`.param`, `.json`), else the model's.

    Raises `InputError` with the line of what the format cannot take, `ModelError` for a file that
    cannot be read and a model that the format cannot feed, `OptionError` for an unknown format.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     maps = pathlib.Path(folder) / "maps.txt"
    ...     _ = maps.write_text("AAB\\nCBB\\nCCC\\n")
    ...     [each.regions for each in read_instances(maps, "regions", "regions-text")]
    [('AAB', 'CBB', 'CCC')]
    """
    model = model if isinstance(model, Model) else load(model)
    text = modelfile.read_text(Path(path))
    try:
        return input_format(model, path, format).read(text, model)
    except InputError as error:
        raise InputError(error.message, error.line, os.fspath(path)) from None


def input_format(model: Model, path: str | os.PathLike[str], name: str | None = None) -> Reader:
    """The format in which instances of a model are read from a file, as `read_instances` says."""
    told = formats.of_file(os.fspath(path))
    if name is None:
        name = told if told and model.format not in formats.contests() else model.format
    if name is None:
        what = f"the model {model.name}" if model.name else "the model"
        raise ModelError(
            f"{what} names no format, and the name of the input tells none; the key format: or "
            f"--format names one of {', '.join(formats.names())}"
        )
    return formats.find(name)


def queens(n: int) -> Model:
    """The classic board: n queens, no two in one column, diagonal or antidiagonal (A000170).

    >>> from cpqueens import count
    >>> count(queens(8))
    92
    """
    return load("queens", n=n)
