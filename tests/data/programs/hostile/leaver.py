"""Answers well, and leaves a child, a grandchild or a daemon behind that sleeps.

A `restless` one goes on by forking and ending; a `bare` one has lost its environment.
"""

import os
import sys
import time

print("left", flush=True)
told, tell = os.pipe()
if os.fork() == 0:
    if "daemon" in sys.argv:
        os.setsid()
    if {"daemon", "grandchild"} & set(sys.argv) and os.fork() != 0:
        os._exit(0)
    os.write(tell, b"here")
    if "restless" in sys.argv:
        while os.fork() == 0:
            os.setsid()
            time.sleep(0.002)
        os._exit(0)
    if "bare" in sys.argv:
        nap = [sys.executable, "-S", "-c", "import time; time.sleep(20)", sys.argv[-1]]
        os.execve(sys.executable, nap, {})
    time.sleep(20)
    os._exit(0)
os.read(told, 4)
