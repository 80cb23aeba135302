"""The folder of a run, the files in it, and those that its command names."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path


class CannotStart(Exception):
    """The program cannot be started, and why."""


class Place:
    """The folder of a run and the files in it."""

    def __init__(
        self,
        folder: Path,
        command: Sequence[str],
        text: bytes,
        input_file: str | None,
        output_file: str | None,
    ) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        given, wanted = folder / "input", folder / "output"
        given.write_bytes(text)
        if input_file is not None:
            (self.home / input_file).write_bytes(text)
        self.words = [
            word.replace("{input}", str(given)).replace("{output}", str(wanted)) for word in command
        ]
        self.standard_input = Path(os.devnull) if _names("{input}", command) else given
        self.standard_output = folder / "standard_output"
        self.standard_error = folder / "standard_error"
        self._named: Path | None = None
        self._only_named = _names("{output}", command)
        if self._only_named:
            self._named = wanted
        elif output_file is not None and output_file != input_file:
            self._named = self.home / output_file

    def output_size(self) -> int:
        """The bytes written so far, to the larger of the two places."""
        return max(_size(self.standard_output), _size(self._named))

    def error_size(self) -> int:
        return _size(self.standard_error)

    def output(self, at_most: int) -> bytes:
        """What the program wrote, cut at so many bytes."""
        named = self._named
        if named is not None and (self._only_named or _is_file(named)):
            return _content(named, 0, at_most)
        return _content(self.standard_output, 0, at_most)

    def errors(self, at_most: int) -> bytes:
        """The last bytes of standard error, at most so many."""
        begin = max(0, self.error_size() - at_most)
        return _content(self.standard_error, begin, at_most)


def _names(placeholder: str, command: Sequence[str]) -> bool:
    return any(placeholder in word for word in command)


def _is_file(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return stat.S_ISREG(path.lstat().st_mode)
    return False


def _size(path: Path | None) -> int:
    if path is None or not _is_file(path):
        return 0
    with contextlib.suppress(OSError):
        return path.lstat().st_size
    return 0


def _content(path: Path, begin: int, at_most: int) -> bytes:
    if not _is_file(path):
        return b""
    with contextlib.suppress(OSError), path.open("rb") as file:
        file.seek(begin)
        return file.read(at_most)
    return b""


def located(words: Sequence[str], own_names: set[str | None]) -> list[str]:
    """The command with the paths that hold in every folder; raises `CannotStart`."""
    program = words[0]
    if "/" in program:
        path = Path.cwd() / program
    else:
        found = shutil.which(program)
        if found is None:
            raise CannotStart(f"there is no program {program!r} on PATH")
        path = Path.cwd() / found
    if not path.exists():
        raise CannotStart(f"there is no file {program!r}")
    if not path.is_file():
        raise CannotStart(f"{program!r} is not a file")
    if not os.access(path, os.X_OK):
        raise CannotStart(f"{program!r} is not executable")
    head = b"#!"
    with contextlib.suppress(OSError), path.open("rb") as file:
        head = file.read(256)
    # The shell would take such a file for a shell script, whatever language it is in.
    if not head.startswith(b"#!") and b"\0" not in head:
        raise CannotStart(f"{program!r} is a text without a line #! that names its interpreter")
    return [str(path), *(_absolute(word, own_names) for word in words[1:])]


def _absolute(word: str, own_names: set[str | None]) -> str:
    if word.startswith("-") or word in own_names or not ("." in word or "/" in word):
        return word
    path = Path.cwd() / word
    with contextlib.suppress(OSError, ValueError):
        if path.exists():
            return str(path)
    return word
