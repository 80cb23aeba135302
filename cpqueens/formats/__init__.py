"""The registry of contest formats."""

from __future__ import annotations

from importlib import import_module

from cpqueens.errors import OptionError, did_you_mean
from cpqueens.formats.base import Format

_NAMES = ("checker", "poj3239", "uva167")
"""Every format's name, which is its module of `cpqueens.formats` too."""


def names() -> tuple[str, ...]:
    """The names of all formats."""
    return _NAMES


def find(name: str) -> Format:
    """The format of this name; raises `OptionError` for an unknown one."""
    if name not in _NAMES:
        raise OptionError(
            f"unknown format {name!r}; known are {', '.join(_NAMES)}{did_you_mean(name, _NAMES)}"
        )
    found: Format = import_module(f"cpqueens.formats.{name}").FORMAT
    return found
