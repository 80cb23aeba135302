"""Time for code that is not ours: what goes on too long is interrupted from outside."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_AGAIN_S, _MOST_TRIES = 0.05, 10


class TimeUp(SystemExit):
    """The code had its time. Threads end by a `SystemExit` without a word, and `except Exception`
    does not swallow it."""


def within(seconds: float, work: Callable[[], T]) -> T:
    """What `work` returns or raises; `TimeUp` where that takes more than so many seconds.

    It runs in a thread of its own, which gets a `TimeUp` then, several times in case that it is
    swallowed. A thread that is asleep, or in code that is not Python, gets it when it wakes up; it
    is not waited for longer than half a second.
    """
    done: list[T] = []
    failed: list[BaseException] = []
    over = threading.Event()

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            failed.append(error)
        finally:
            over.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    # Not by Thread.join: Pythons before 3.13 take a thread for dead when Ctrl-C interrupts that.
    try:
        over.wait(seconds)
    finally:
        _interrupt(thread, over)
    if failed:
        raise failed[0]
    if not done:
        raise TimeUp
    return done[0]


def _interrupt(thread: threading.Thread, over: threading.Event) -> None:
    for _ in range(_MOST_TRIES):
        if over.is_set() or not thread.is_alive():
            return
        ident = ctypes.c_ulong(thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(TimeUp))
        over.wait(_AGAIN_S)
