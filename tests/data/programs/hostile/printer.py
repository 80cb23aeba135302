"""Prints without end, to standard output or, when told so, to standard error."""

import os
import sys

where = 2 if "errors" in sys.argv else 1
while True:
    os.write(where, b"8 8 8 8 8 8 8 8\n" * 4096)
