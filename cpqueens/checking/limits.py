"""What a program may use, and the verdict on one that used more or came to a bad end."""

from __future__ import annotations

import math
import signal

import msgspec

from cpqueens.formats.base import Verdict

MIB = 2**20


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


class Measured:
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


def misfortune(status: int | None, limits: Limits) -> tuple[Verdict, str] | None:
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
