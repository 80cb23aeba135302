"""Whether tests/sanitize.sh runs the tests: with far more memory, and slower."""

import os

SANITIZED = "ASAN_OPTIONS" in os.environ
