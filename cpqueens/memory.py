"""How much memory there is to take."""

from __future__ import annotations

import os
from pathlib import Path

_UNKNOWN = 2**31
"""What is assumed to be there where the system does not say: 2 GiB."""


def available_bytes() -> int:
    """Bytes that can be taken without swapping, by what the system and its control group say."""
    free = _free_of_the_system()
    group = _free_of_the_control_group()
    return free if group is None else min(free, group)


def _free_of_the_system() -> int:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (OSError, ValueError, AttributeError):
        return _UNKNOWN


def _free_of_the_control_group() -> int | None:
    folder = Path("/sys/fs/cgroup")
    try:
        limit = (folder / "memory.max").read_text().strip()
        used = (folder / "memory.current").read_text().strip()
        return None if limit == "max" else max(0, int(limit) - int(used))
    except (OSError, ValueError):
        return None
