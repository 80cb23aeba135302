"""Where results go: standard output, or a file that is never left half written."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from cpqueens.errors import OptionError


@contextlib.contextmanager
def opened(path: str | None) -> Iterator[TextIO]:
    """Standard output, or a file that takes its name only when all of it was written.

    Devices and pipes are written to as they are. Raises `OptionError` for a read-only file.
    """
    if path is None or path == "-":
        with contextlib.suppress(AttributeError):
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        yield sys.stdout
        sys.stdout.flush()
        return
    target = Path(path)
    mode = _mode(target)
    if mode is not None and stat.S_ISDIR(mode):
        raise OptionError(f"{path}: a directory; a file is due")
    if mode is not None and (not mode & 0o222 or not os.access(path, os.W_OK)):
        raise OptionError(f"{path}: the file is read-only")
    if mode is not None and not stat.S_ISREG(mode):
        with _named(path), target.open("w", encoding="utf-8", newline="") as file:
            yield file
        return
    import tempfile  # not above: it is slow to import, and only files need it

    target = target.resolve()
    with _named(path):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".cpqueens-")
    beside = Path(name)
    try:
        with _named(path), os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            yield file
            file.flush()
            beside.chmod(_umasked() if mode is None else stat.S_IMODE(mode))
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


@contextlib.contextmanager
def _named(path: str) -> Iterator[None]:
    """Give errors of the operating system the name that the user knows."""
    try:
        yield
    except OSError as error:
        error.filename = path
        raise


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _umasked() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
