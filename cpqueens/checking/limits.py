"""Running somebody's program under limits of time, memory, output and processes.

A run starts a shell that sets the system's own limits and turns into the program, in a session and
a folder of its own. Meanwhile this process waits for the end and looks, about a hundred times a
second, at everything that the program has started. When the run is over, nothing that it started
and no file of it is left.

This is a judge for one's own machine, no prison: a program under test has the rights of its user.
What it starts is known by session, by parent and by a limit that it inherits; a process that
changes all three within a hundredth of a second gets away.

Linux shows processes in `/proc`. On other POSIX systems, such as macOS, the CPU time is limited a
process, in whole seconds and one more; its sum, the memory and the output are known when the
program has ended; processes are not counted, and those that leave its process group live on.
"""

from __future__ import annotations

import contextlib
import functools
import math
import os
import resource
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from cpqueens.formats.base import Verdict

MIB = 2**20
ERRORS_KEPT_BYTES = 4096

_PROC = "/proc"
_LOOK_EVERY_S = 0.01
_PATIENCE_S = 5.0
_SPARE_ADDRESS_BYTES = 1024 * MIB
_BLOCK_BYTES = 512
_HIGHEST_STAMP_KIB = 2**40
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_RESIDENT_UNIT_BYTES = 1 if sys.platform == "darwin" else 1024
_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37

_SET_LIMITS = """{
ulimit -c 0; ulimit -s unlimited; ulimit -t "$1"; ulimit -f "$2"; ulimit -v "$3"
ulimit -d "$4"
} 2>/dev/null
input=$5 output=$6; shift 6
"""
_BECOME = _SET_LIMITS + 'exec "$@" <"$input" >"$output"'
# The peak of resident memory that Linux keeps for a process outlives exec, so that a program would
# inherit the size of the Python that judges it. Only a fork begins anew: the shell forks, this
# process kills the shell and so adopts the child, and tells it to become the program. It waits for
# that, since a shell that still lived would take the exit status of a quick program.
_BECOME_ADOPTED = (
    _SET_LIMITS
    + """(
read -r me rest </proc/self/stat; echo "$me"
read -r go && exec "$@" <"$input" >"$output"
); :"""
)


class Limits(msgspec.Struct, frozen=True):
    """What a program may use.

    `cpu_s` is user and system time of the program and all that it starts, in seconds; `wall_s` is
    elapsed time, and None is `2 * cpu_s + 1`, so that a program that only sleeps ends soon.
    `memory_bytes` is resident memory; the address space may be 1 GiB larger (interpreters that
    reserve much of it, such as Java and Node, need larger limits), and the stack is as large as
    memory allows. `output_bytes` is for the output and for standard error, each; no file may grow
    beyond it. `processes` is how many may live at once, the program itself counted, threads not.
    """

    cpu_s: float = 1.0
    wall_s: float | None = None
    memory_bytes: int = 256 * MIB
    output_bytes: int = 16 * MIB
    processes: int = 32

    @property
    def wall_allowed_s(self) -> float:
        """The elapsed time allowed, in seconds."""
        return 2 * self.cpu_s + 1 if self.wall_s is None else self.wall_s


class Run(msgspec.Struct, frozen=True):
    """What came of a run.

    `verdict` is TLE, MLE, OLE or RE, or None when the program ended well and its output is to be
    judged; `reason` is one sentence for people. `output` is cut at the limit, `errors` is the last
    4 KiB of standard error. `cpu_s` and `wall_s` are seconds, `memory_bytes` is the peak of
    resident memory: of the largest process, or of all together where that was seen to be over the
    limit. `exit_status` is None when the program was killed or never started.
    """

    verdict: Verdict | None
    reason: str
    output: bytes
    errors: bytes
    cpu_s: float
    wall_s: float
    memory_bytes: int
    exit_status: int | None


def run(
    command: Sequence[str],
    text: bytes,
    limits: Limits = Limits(),  # noqa: B008
    *,
    input_file: str | None = None,
    output_file: str | None = None,
) -> Run:
    """Run a command on an input, in a fresh folder; everything it started has ended on return.

    `{input}` and `{output}` inside words of the command become the paths of files that are used
    instead of standard input and standard output. `input_file` and `output_file` are the names of
    a task's files: the folder holds the first, beside the same text on standard input, and if the
    program writes the second, that is its output.

    The program is looked for from the caller's working directory and on PATH. Later words that
    hold a dot or a slash and name something there (`python solution.py`) are made absolute too.

    A program that cannot be started is the verdict RE. Raises `ValueError` for an empty command
    and for a task's file that is not a bare name, `OSError` when the folder cannot be written.

    >>> run(["cat"], b"1 2 3").output
    b'1 2 3'
    >>> run(["false"], b"").reason
    'exit status 1'
    """
    if not command:
        raise ValueError("the command is empty")
    for name in (input_file, output_file):
        if name is not None and (not name or name in (".", "..") or "/" in name or "\0" in name):
            raise ValueError(f"{name!r} is not the bare name of a file")
    with tempfile.TemporaryDirectory(prefix="cpqueens-", ignore_cleanup_errors=True) as folder:
        place = _Place(Path(folder), command, text, input_file, output_file)
        try:
            words = _located(place.words, {input_file, output_file})
            with _adopting_orphans() as adopting, _Program(limits, place, adopting) as program:
                program.start(words)
                program.watch()
            return program.result()
        except _CannotStart as error:
            reason = f"cannot be started: {error}"
            return Run(Verdict.RE, reason, b"", b"", 0.0, 0.0, 0, None)


class _CannotStart(Exception):
    """The program cannot be started, and why."""


class _Place:
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

    def errors(self) -> bytes:
        begin = max(0, self.error_size() - ERRORS_KEPT_BYTES)
        return _content(self.standard_error, begin, ERRORS_KEPT_BYTES)


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


def _located(words: Sequence[str], own_names: set[str | None]) -> list[str]:
    """The command with the paths that hold in every folder; raises `_CannotStart`."""
    program = words[0]
    if "/" in program:
        path = Path.cwd() / program
    else:
        found = shutil.which(program)
        if found is None:
            raise _CannotStart(f"there is no program {program!r} on PATH")
        path = Path.cwd() / found
    if not path.exists():
        raise _CannotStart(f"there is no file {program!r}")
    if not path.is_file():
        raise _CannotStart(f"{program!r} is not a file")
    if not os.access(path, os.X_OK):
        raise _CannotStart(f"{program!r} is not executable")
    head = b"#!"
    with contextlib.suppress(OSError), path.open("rb") as file:
        head = file.read(256)
    # The shell would take such a file for a shell script, whatever language it is in.
    if not head.startswith(b"#!") and b"\0" not in head:
        raise _CannotStart(f"{program!r} is a text without a line #! that names its interpreter")
    return [str(path), *(_absolute(word, own_names) for word in words[1:])]


def _absolute(word: str, own_names: set[str | None]) -> str:
    if word.startswith("-") or word in own_names or not ("." in word or "/" in word):
        return word
    path = Path.cwd() / word
    with contextlib.suppress(OSError, ValueError):
        if path.exists():
            return str(path)
    return word


class _Program:
    """One program from its start to the end of all that it started, and what was measured."""

    def __init__(self, limits: Limits, place: _Place, adopting: bool) -> None:
        self.limits = limits
        self.place = place
        self.adopting = adopting
        self.token = os.urandom(8).hex()
        self.family = _Family()
        self.measured = _Measured()
        self.began = 0.0
        self.shell: subprocess.Popen[bytes] | None = None
        self.pidfd: int | None = None
        self.over = False
        self.status: int | None = None

    def start(self, words: Sequence[str]) -> None:
        """Start the command; raises `_CannotStart`."""
        limits, place = self.limits, self.place
        settings = [
            math.ceil(limits.cpu_s) + 1,
            limits.output_bytes // _BLOCK_BYTES + 1,
            (limits.memory_bytes + _SPARE_ADDRESS_BYTES) // 1024,
            self.family.stamp_kib,
        ]
        script = _BECOME_ADOPTED if self.adopting else _BECOME
        files = [str(place.standard_input), str(place.standard_output)]
        try:
            with place.standard_error.open("wb") as standard_error:
                self.shell = subprocess.Popen(
                    ["/bin/sh", "-c", script, self.token, *map(str, settings), *files, *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=standard_error,
                    cwd=place.home,
                    start_new_session=True,
                )
        except OSError as error:
            raise _CannotStart(error.strerror) from None
        self.family.group = self.family.main = self.shell.pid
        tell, told = self.shell.stdin, self.shell.stdout
        assert tell is not None
        assert told is not None
        with told, tell:
            if self.adopting:
                line = told.readline()
                self.shell.kill()
                self.shell.wait()
                if not line.strip().isdigit():
                    raise _CannotStart("the shell that should start it failed")
                self.family.main = int(line)
            if hasattr(os, "pidfd_open"):
                with contextlib.suppress(OSError):
                    self.pidfd = os.pidfd_open(self.family.main)
            self.began = time.monotonic()
            if self.adopting:
                os.write(tell.fileno(), b"\n")

    def watch(self) -> None:
        """Wait until the program ends or is seen to pass a limit."""
        pause = _LOOK_EVERY_S
        ended = False
        while not ended and self.measured.breach(self.limits) is None:
            before = time.monotonic()
            left = self.began + self.limits.wall_allowed_s - before
            ended = self._ends_within(min(pause, max(left, 0.0)))
            now = time.monotonic()
            self.measured.wall_s = now - self.began
            if not ended:
                self._look()
                pause = max(_LOOK_EVERY_S, 10 * (time.monotonic() - now))

    def _ends_within(self, seconds: float) -> bool:
        if self.pidfd is not None:
            poll = select.poll()
            poll.register(self.pidfd, select.POLLIN)
            return bool(poll.poll(math.ceil(1000 * seconds)))
        until = time.monotonic() + seconds
        while not self._reap():
            if time.monotonic() >= until:
                return False
            time.sleep(0.001)
        return True

    def _reap(self) -> bool:
        """Whether the program has ended or never began; its exit status is taken then."""
        if not self.over and self.family.main is not None:
            self.over, self.status = self.family.bury(self.family.main)
            if self.over and self.shell is not None and self.shell.pid == self.family.main:
                self.shell.returncode = 0
        return self.over or self.family.main is None

    def _look(self) -> None:
        self.family.look()
        members = self.family.members
        resident = [member.resident_bytes for member in members.values()]
        peak = max(resident, default=0)
        if sum(resident) > self.limits.memory_bytes >= peak:
            peak = max(peak, sum(map(_share_bytes, members)))
        measured = self.measured
        measured.seen_bytes = max(measured.seen_bytes, peak)
        measured.cpu_s = max(measured.cpu_s, self.family.cpu_s())
        measured.processes = max(measured.processes, len(members))
        measured.output_bytes = max(measured.output_bytes, self.place.output_size())
        measured.error_bytes = max(measured.error_bytes, self.place.error_size())

    def __enter__(self) -> _Program:
        return self

    def __exit__(self, *_: object) -> None:
        """Kill and reap everything that the program started."""
        self._look()
        deadline = time.monotonic() + _PATIENCE_S
        self.family.kill()
        while not self._reap() or self.family.remains():
            if time.monotonic() > deadline:
                break
            time.sleep(0.0005)
            self.family.look()
            self.family.kill()
        self.measured.cpu_s = max(self.measured.cpu_s, self.family.cpu_s())
        self.measured.reaped_bytes = self._reaped_peak_bytes()
        if self.pidfd is not None:
            os.close(self.pidfd)

    def _reaped_peak_bytes(self) -> int:
        """The peak that the system kept; 0 where it may be that of this Python itself."""
        peak = self.family.buried_peak_bytes
        if sys.platform == "linux" and not self.adopting:
            own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _RESIDENT_UNIT_BYTES
            return peak if peak > own else 0
        return peak

    def result(self) -> Run:
        """What came of it; raises `_CannotStart`."""
        errors = self.place.errors()
        status = None if self.status is None else os.waitstatus_to_exitcode(self.status)
        if status in (126, 127) and errors.startswith(self.token.encode()):
            message = errors.decode(errors="replace").strip()
            raise _CannotStart(message.partition(": ")[2])
        breach = self.measured.breach(self.limits) or _misfortune(status, self.limits)
        verdict, reason = breach or (None, f"ended well after {self.measured.cpu_s:.2f} s of CPU")
        return Run(
            verdict=verdict,
            reason=reason,
            output=self.place.output(self.limits.output_bytes),
            errors=errors,
            cpu_s=self.measured.cpu_s,
            wall_s=self.measured.wall_s,
            memory_bytes=self.measured.memory_bytes,
            exit_status=None if status is None or status < 0 else status,
        )


class _Measured:
    """The most of everything that was seen."""

    def __init__(self) -> None:
        self.cpu_s = 0.0
        self.wall_s = 0.0
        self.seen_bytes = 0
        self.reaped_bytes = 0
        self.output_bytes = 0
        self.error_bytes = 0
        self.processes = 0

    @property
    def memory_bytes(self) -> int:
        return max(self.seen_bytes, self.reaped_bytes)

    def breach(self, limits: Limits) -> tuple[Verdict, str] | None:
        """The verdict and the reason if a limit was passed."""
        if self.processes > limits.processes:
            reason = f"had {self.processes} processes at once, {limits.processes} allowed"
            return Verdict.RE, reason
        allowed = _amount(limits.output_bytes)
        if self.output_bytes > limits.output_bytes:
            return Verdict.OLE, f"wrote more than {allowed} of output"
        if self.error_bytes > limits.output_bytes:
            return Verdict.OLE, f"wrote more than {allowed} to standard error"
        if self.memory_bytes > limits.memory_bytes:
            used, allowed = _amount(self.memory_bytes), _amount(limits.memory_bytes)
            return Verdict.MLE, f"used {used} of memory, {allowed} allowed"
        if self.cpu_s > limits.cpu_s:
            return Verdict.TLE, f"used {_seconds(self.cpu_s)}, {limits.cpu_s:g} s allowed"
        if self.wall_s > limits.wall_allowed_s:
            ran, cpu = f"{_upwards(self.wall_s):.2f} s", _seconds(self.cpu_s)
            return Verdict.TLE, f"ran for {ran} with {cpu}, {limits.wall_allowed_s:g} s allowed"
        return None


def _misfortune(status: int | None, limits: Limits) -> tuple[Verdict, str] | None:
    """The verdict on a bad end: exit statuses are from 0, signals below it."""
    if status is None:
        return Verdict.RE, "its exit status could not be learnt"
    if status == -signal.SIGXFSZ:
        return Verdict.OLE, f"wrote more than {_amount(limits.output_bytes)} to a file"
    if status < 0:
        return Verdict.RE, f"killed by {_signal_name(-status)}"
    return (Verdict.RE, f"exit status {status}") if status else None


def _signal_name(number: int) -> str:
    try:
        name = signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
    description = signal.strsignal(number)
    return f"{name} ({description.partition(':')[0].lower()})" if description else name


def _upwards(seconds: float) -> float:
    """Rounded up to hundredths, so that what passed a limit never reads as the limit."""
    return math.ceil(100 * seconds) / 100


def _seconds(cpu_s: float) -> str:
    return f"{_upwards(cpu_s):.2f} s of CPU"


def _amount(size: int) -> str:
    if size >= MIB:
        return f"{math.ceil(10 * size / MIB) / 10:g} MiB"
    return f"{size} bytes"


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


def _share_bytes(pid: int) -> int:
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


class _Family:
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
        peak = usage.ru_maxrss * _RESIDENT_UNIT_BYTES
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
def _adopting_orphans() -> Iterator[bool]:
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
