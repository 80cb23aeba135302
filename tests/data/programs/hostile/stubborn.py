"""Ignores every signal that can be ignored, and loops."""

import contextlib
import signal

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)
while True:
    pass
