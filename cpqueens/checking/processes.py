"""Which processes belong to a run, and what is seen of them.

What a program starts is known by session, by parent and by a limit that it inherits; a process that
changes all three between two looks gets away.

Linux shows processes in `/proc`. On other POSIX systems, such as macOS, they are not counted, and
those that leave the program's process group live on.
"""

from __future__ import annotations

import contextlib
import functools
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

RESIDENT_UNIT_BYTES = 1 if sys.platform == "darwin" else 1024

_PROC = "/proc"
_HIGHEST_STAMP_KIB = 2**40
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37


class _Sighting(NamedTuple):
    """A process as `/proc` shows it at one moment.

    `began` tells it from another of its number, `cpu_s` is its own time, `children_cpu_s` that of
    the children it has reaped.
    """

    began: int
    ended: bool
    parent: int
    group: int
    session: int
    cpu_s: float
    children_cpu_s: float
    resident_bytes: int


def _pids() -> list[int]:
    try:
        return [int(name) for name in os.listdir(_PROC) if name.isdigit()]  # noqa: PTH208
    except OSError:
        return []


def _read(pid: int, name: str) -> bytes | None:
    try:
        file = os.open(f"{_PROC}/{pid}/{name}", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        parts = []
        while part := os.read(file, 65536):
            parts.append(part)
        return b"".join(parts)
    except OSError:
        return None
    finally:
        os.close(file)


def _sighting(pid: int) -> _Sighting | None:
    content = _read(pid, "stat")
    if not content:
        return None
    fields = content.rpartition(b")")[2].split()
    user, system, children_user, children_system = map(int, fields[11:15])
    return _Sighting(
        began=int(fields[19]),
        ended=fields[0] in (b"Z", b"X"),
        parent=int(fields[1]),
        group=int(fields[2]),
        session=int(fields[3]),
        cpu_s=(user + system) / _TICKS_PER_S,
        children_cpu_s=(children_user + children_system) / _TICKS_PER_S,
        resident_bytes=int(fields[21]) * _PAGE_BYTES,
    )


def share_bytes(pid: int) -> int:
    """The resident memory of a process, pages shared by k processes counted as a k-th each."""
    for line in (_read(pid, "smaps_rollup") or b"").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _data_limit_bytes(pid: int) -> int | None:
    for line in (_read(pid, "limits") or b"").splitlines():
        if line.startswith(b"Max data size"):
            hard = line.split()[-2]
            return int(hard) if hard.isdigit() else None
    return None


class Family:
    """The program and everything that it started, told from all other processes.

    A process belongs to it by session, by parent, or by its stamp: a limit of its data segment
    that no other run has, far too large to matter, which children inherit and cannot raise, and
    which a process still shows when it has ended. Those that the calling process had before, or
    starts by the way in other threads, have none of these.
    """

    def __init__(self) -> None:
        self.main: int | None = None
        self.group: int | None = None
        self.members: dict[int, _Sighting] = {}
        self.buried_peak_bytes = 0
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        highest_kib = _HIGHEST_STAMP_KIB if hard < 0 else min(hard // 1024, _HIGHEST_STAMP_KIB)
        chance = int.from_bytes(os.urandom(8), "big")
        self.stamp_kib = highest_kib - chance % (highest_kib // 64 + 1)
        self._judge = os.getpid()
        self._strangers = set(_pids())
        self._visible = bool(self._strangers)
        self._cpu_s: dict[tuple[int, int], float] = {}
        self._buried_cpu_s = 0.0

    def look(self) -> None:
        """See who is there now; orphans that have ended are reaped."""
        pids = _pids()
        self._strangers.intersection_update(pids)
        before, self.members = self.members, {}
        for pid in pids:
            if pid in self._strangers:
                continue
            seen = _sighting(pid)
            if seen is None:
                continue
            orphan = seen.ended and seen.parent == self._judge and pid != self.main
            if self._belongs(pid, seen, before):
                self._cpu_s[pid, seen.began] = seen.cpu_s
                if not (orphan and self.bury(pid)[0]):
                    self.members[pid] = seen
            else:
                self._strangers.add(pid)

    def _belongs(self, pid: int, seen: _Sighting, before: dict[int, _Sighting]) -> bool:
        if pid == self.main or seen.session == self.group or (pid, seen.began) in self._cpu_s:
            return True
        if seen.parent in before or seen.parent in self.members:
            return True
        return _data_limit_bytes(pid) == 1024 * self.stamp_kib

    def bury(self, pid: int) -> tuple[bool, int | None]:
        """Reap a child if it has ended: whether it had, and its status where it can be had."""
        try:
            reaped, status, usage = os.wait4(pid, os.WNOHANG)
        except ChildProcessError:
            return True, None
        if not reaped:
            return False, None
        self._buried_cpu_s += usage.ru_utime + usage.ru_stime
        peak = usage.ru_maxrss * RESIDENT_UNIT_BYTES
        self.buried_peak_bytes = max(self.buried_peak_bytes, peak)
        self.members.pop(pid, None)
        return True, status

    def cpu_s(self) -> float:
        """The CPU time of all, in seconds.

        It is the larger of two sums, both at most what was used: what parents and this process
        have reaped and the living show; and what was last seen of each, reaped or not.
        """
        living = sum(member.cpu_s + member.children_cpu_s for member in self.members.values())
        return max(self._buried_cpu_s + living, sum(self._cpu_s.values()))

    def remains(self) -> bool:
        """Whether there is anyone beside the program who can still act or is to be reaped."""
        if not self._visible:
            return self._signal_group(0)
        return any(
            not member.ended or member.parent == self._judge or member.parent in self.members
            for pid, member in self.members.items()
            if pid != self.main
        )

    def kill(self) -> None:
        """Kill whom the last look has seen, and at one stroke whoever is in the program's group."""
        if not self._visible or any(m.group == self.group for m in self.members.values()):
            self._signal_group(signal.SIGKILL)
        for pid in self.members:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)

    def _signal_group(self, number: int) -> bool:
        if self.group is None:
            return False
        try:
            os.killpg(self.group, number)
        except (ProcessLookupError, PermissionError):
            return False
        return True


_adopting_lock = threading.Lock()
_adopting_runs = 0
_adopted_before = 0


@contextlib.contextmanager
def adopting_orphans() -> Iterator[bool]:
    """Whether orphans become children of this process meanwhile, as they did or not before."""
    global _adopting_runs, _adopted_before
    control = _process_control()
    if control is None or not _read(os.getpid(), "stat"):
        yield False
        return
    get, set_to = control
    with _adopting_lock:
        if _adopting_runs == 0:
            _adopted_before = get()
        adopting = set_to(1)
        _adopting_runs += 1
    try:
        yield adopting
    finally:
        with _adopting_lock:
            _adopting_runs -= 1
            if _adopting_runs == 0:
                set_to(_adopted_before)


@functools.cache
def _process_control() -> tuple[Callable[[], int], Callable[[int], bool]] | None:
    """Functions that get and set whether this process adopts orphans, where there is such a thing.

    `ctypes` is imported here because only those who run programs should wait for it.
    """
    if sys.platform != "linux":
        return None
    try:
        import ctypes

        prctl = ctypes.CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return None
    unused = [ctypes.c_ulong(0)] * 3

    def get() -> int:
        value = ctypes.c_int(0)
        prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(value), *unused)
        return value.value

    def set_to(value: int) -> bool:
        return bool(prctl(_PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(value), *unused) == 0)

    return get, set_to
