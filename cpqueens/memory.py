"""How much memory there is to take, and refusing answers that would not fit into it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from cpqueens.errors import TooLarge

_SYSTEM = Path("/proc/meminfo")
_CONTROL_GROUP = Path("/sys/fs/cgroup")
_UNKNOWN = 2**31
"""What is assumed to be there where the system does not say: 2 GiB."""


class Room(Struct, frozen=True):
    """How many placements fit into memory, where one takes `bytes_each`.

    `instead` says how to get at more of them than that.
    """

    most: int
    bytes_each: int
    instead: str

    def require(self, number: int, known: str = "") -> None:
        """Raise `TooLarge` where so many do not fit; `known` is how sure the number is."""
        if number <= self.most:
            return
        message = (
            f"{known}{_number(number)} placements take {_size(number * self.bytes_each)}, "
            f"and there is room for {_size(self.most * self.bytes_each)}; {self.instead}"
        )
        raise TooLarge(message, number)


def room(bytes_each: int, instead: str, limit: int | None = None) -> Room:
    """The room within `limit` bytes, or else within the memory that is free."""
    free = available_bytes() if limit is None else limit
    return Room(free // bytes_each, bytes_each, instead)


def available_bytes() -> int:
    """Bytes that can be taken without swapping, by what the system and its control group say."""
    free = _free_of_the_system()
    group = _free_of_the_control_group()
    return free if group is None else min(free, group)


def _free_of_the_system() -> int:
    with suppress(OSError, ValueError):  # only Linux has the file
        for line in _SYSTEM.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (OSError, ValueError, AttributeError):
        return _UNKNOWN


def _free_of_the_control_group() -> int | None:
    try:
        limit = (_CONTROL_GROUP / "memory.max").read_text().strip()
        used = int((_CONTROL_GROUP / "memory.current").read_text())
        if limit == "max":
            return None
        return max(0, int(limit) - used + _cached_by_the_control_group())
    except (OSError, ValueError):
        return None


def _cached_by_the_control_group() -> int:
    """Bytes of files that count as used, but are given up where memory is asked for."""
    try:
        statistics = (_CONTROL_GROUP / "memory.stat").read_text().split()
        return int(statistics[statistics.index("inactive_file") + 1])
    except (OSError, ValueError, IndexError):
        return 0


def _number(number: int) -> str:
    return f"{number:,}" if number < 10**18 else f"{number:.1e}"


def _size(number: int) -> str:
    if number >= 10**18:
        return f"{number / 10**12:.1e} TB"
    for unit, size in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if number >= size:
            return f"{number / size:,.1f} {unit}"
    return f"{number} bytes"
