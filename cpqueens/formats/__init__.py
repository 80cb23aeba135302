"""The registry of formats: those of contests, and those that only give instances."""

from __future__ import annotations

from importlib import import_module
from pathlib import PurePath

from cpqueens.errors import OptionError, did_you_mean
from cpqueens.formats.base import Reader

_CONTESTS = ("checker", "poj3239", "uva167")
_READERS = ("csplib-param", "regions-text", "regions-json")
"""A format's module of `cpqueens.formats` has its name, with underscores."""
_BY_SUFFIX = {".param": "csplib-param", ".json": "regions-json"}


def names() -> tuple[str, ...]:
    """The names of all formats."""
    return (*_CONTESTS, *_READERS)


def contests() -> tuple[str, ...]:
    """The names of the formats that answers can be written in, and judged."""
    return _CONTESTS


def readers() -> tuple[str, ...]:
    """The names of the formats that instances can be read from, and nothing else."""
    return _READERS


def of_file(path: str) -> str | None:
    """The name of the format that files of this name have, where the name tells."""
    return _BY_SUFFIX.get(PurePath(path).suffix.lower())


def find(name: str) -> Reader:
    """The format of this name, a `Format` if it is a contest's; raises `OptionError`."""
    if name not in names():
        known = ", ".join(names())
        raise OptionError(
            f"unknown format {name!r}; known are {known}{did_you_mean(name, names())}"
        )
    found: Reader = import_module(f"cpqueens.formats.{name.replace('-', '_')}").FORMAT
    return found
