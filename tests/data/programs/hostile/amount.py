"""Prints as many bytes as its first argument says."""

import sys

sys.stdout.write("x" * int(sys.argv[1]))
