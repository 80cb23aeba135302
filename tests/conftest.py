"""What all tests rely on."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings
from sanitized import SANITIZED

if SANITIZED:
    settings.register_profile(
        "sanitized", deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("sanitized")


def pytest_sessionstart() -> None:
    """Let Ctrl-C reach the processes that tests start.

    A shell that runs the tests in the background has it ignored, and children inherit that.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
