"""Pictures of boards: `cpqueens.draw.board`, `cpqueens.draw.gallery`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpqueens.draw.boards import board as board
    from cpqueens.draw.boards import gallery as gallery
    from cpqueens.draw.svg import Picture as Picture

_HOMES = {"board": "boards", "gallery": "boards", "Picture": "svg"}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cpqueens.draw' has no attribute {name!r}")
    value = getattr(import_module(f"cpqueens.draw.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
