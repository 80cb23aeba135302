"""Lets children burn the time: eight at once, or one after the other without waiting for any."""

import os
import signal
import sys
import time


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


if "unseen" in sys.argv:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if os.fork() == 0:
            burn(0.1)
            os._exit(0)
        time.sleep(0.12)
for _ in range(8):
    if os.fork() == 0:
        burn(5)
        os._exit(0)
for _ in range(8):
    os.wait()
