"""Packages that only some of cpqueens needs, imported when that is used."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cpqueens.errors import MissingPackage

_IN_EXTRAS = {"matplotlib": "'cpqueens[notebook]'"}


def optional_package(module: str, user: str) -> Any:
    """The module; raises `MissingPackage`, which says how to install it for its `user`."""
    package = module.partition(".")[0]
    try:
        missing = find_spec(package) is None
    except ValueError:  # what an entry of None in sys.modules comes to
        missing = True
    if missing:
        install = f"pip install {_IN_EXTRAS.get(package, package)}"
        raise MissingPackage(f"{user} needs {package}, which is not installed: {install}")
    return import_module(module)
