"""Takes memory and writes to it, up to 1 GiB; or asks for far more than there is at once."""

import sys

if "at_once" in sys.argv:
    bytearray(1 << 36)
kept = [b"x" * (1 << 23) for _ in range(128)]
