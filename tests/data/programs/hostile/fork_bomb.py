"""Doubles its processes, at most eleven times, and all are gone after five seconds.

With `sessions`, each puts itself into a session of its own.
"""

import os
import sys
import time

end = time.monotonic() + 5
for _ in range(11):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0 and "sessions" in sys.argv:
        os.setsid()
time.sleep(max(0.0, end - time.monotonic()))
