"""Running somebody's program under limits of time, memory, output and processes.

A run starts a shell that sets the system's own limits and turns into the program, in a session and
a folder of its own. Meanwhile this process waits for the end and looks, about a hundred times a
second, at everything that the program has started. When the run is over, nothing that it started
and no file of it is left.

This is a judge for one's own machine, no prison: a program under test has the rights of its user.

On POSIX systems other than Linux, such as macOS, the CPU time is limited a process, in whole
seconds and one more; its sum and the memory are known when the program has ended.
"""

from __future__ import annotations

import contextlib
import math
import os
import resource
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from cpqueens.checking.limits import MIB, Limits, Measured, misfortune
from cpqueens.checking.processes import RESIDENT_UNIT_BYTES, Family, adopting_orphans, share_bytes
from cpqueens.checking.run_files import CannotStart, Place, located
from cpqueens.formats.base import Verdict

ERRORS_KEPT_BYTES = 4096

_LOOK_EVERY_S = 0.01
_PATIENCE_S = 5.0
_SPARE_ADDRESS_BYTES = 1024 * MIB
_BLOCK_BYTES = 512

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
        place = Place(Path(folder), command, text, input_file, output_file)
        try:
            words = located(place.words, {input_file, output_file})
            with adopting_orphans() as adopting, _Program(limits, place, adopting) as program:
                program.start(words)
                program.watch()
            return program.result()
        except CannotStart as error:
            reason = f"cannot be started: {error}"
            return Run(Verdict.RE, reason, b"", b"", 0.0, 0.0, 0, None)


class _Program:
    """One program from its start to the end of all that it started, and what was measured."""

    def __init__(self, limits: Limits, place: Place, adopting: bool) -> None:
        self.limits = limits
        self.place = place
        self.adopting = adopting
        self.token = os.urandom(8).hex()
        self.family = Family()
        self.measured = Measured()
        self.began = 0.0
        self.shell: subprocess.Popen[bytes] | None = None
        self.pidfd: int | None = None
        self.over = False
        self.status: int | None = None

    def start(self, words: Sequence[str]) -> None:
        """Start the command; raises `CannotStart`."""
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
            raise CannotStart(error.strerror) from None
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
                    raise CannotStart("the shell that should start it failed")
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
            peak = max(peak, sum(map(share_bytes, members)))
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
            own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RESIDENT_UNIT_BYTES
            return peak if peak > own else 0
        return peak

    def result(self) -> Run:
        """What came of it; raises `CannotStart`."""
        errors = self.place.errors(ERRORS_KEPT_BYTES)
        status = None if self.status is None else os.waitstatus_to_exitcode(self.status)
        if status in (126, 127) and errors.startswith(self.token.encode()):
            message = errors.decode(errors="replace").strip()
            raise CannotStart(message.partition(": ")[2])
        breach = self.measured.breach(self.limits) or misfortune(status, self.limits)
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
