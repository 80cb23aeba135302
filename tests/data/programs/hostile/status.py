"""Complains and exits with status 3."""

import sys

sys.stderr.write("x" * 10_000 + "the last words\n")
sys.exit(3)
