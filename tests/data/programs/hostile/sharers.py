"""Takes 40 MiB and forks six children; with `each`, every one of them takes 40 MiB more."""

import os
import sys
import time

kept = b"x" * (40 << 20)
for _ in range(6):
    if os.fork() == 0:
        if "each" in sys.argv:
            kept += b"y" * (40 << 20)
        time.sleep(0.15 if "each" not in sys.argv else 5)
        os._exit(0)
for _ in range(6):
    os.wait()
print("shared")
