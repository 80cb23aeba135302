"""Classic boards listed into arrays: as multiples of the plain recursion that writes the same.

Run with `pytest tests/benchmarks/test_arrays.py -s`; it prints CPU seconds (the least of several
runs, taken in turn), ratios and what they are to be, and the peak of memory as a multiple of the
array, both of the whole process and of what Python allocates.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cpqueens as cq
from cpqueens import kernel
from cpqueens.verifying_arrays import ArrayVerifier

COUNTS = {12: 14_200, 13: 73_712, 14: 365_596, 15: 2_279_184}
FASTER = {12: 3.0, 14: 5.0}
CALL_AT_MOST, MEMORY_AT_MOST = 1.3, 1.5
FIRST_AT_MOST = 1.05

PEAK = """
import sys, tracemalloc
import cpqueens as cq
model = cq.queens(int(sys.argv[1]))

def peak_of_process():
    with open("/proc/self/status") as status:  # not getrusage, which begins with the parent's peak
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))

cq.placements_array(cq.queens(10))
before = peak_of_process()
size = cq.placements_array(model).nbytes
after = peak_of_process()
tracemalloc.start()
cq.placements_array(model)
print((after - before) / size, tracemalloc.get_traced_memory()[1] / size)
"""


def least(calls: dict[str, Callable[[], Any]], runs: int) -> dict[str, float]:
    """CPU seconds of each call, the least of several runs in turn."""
    seconds = dict.fromkeys(calls, float("inf"))
    for _ in range(runs):
        for name, call in calls.items():
            started = time.process_time()
            call()
            seconds[name] = min(seconds[name], time.process_time() - started)
    return seconds


def plain(n: int) -> np.ndarray[Any, Any]:
    array = np.empty((COUNTS[n], n), np.int8)
    kernel.plain_listing(n, array)
    return array


def joined(n: int) -> np.ndarray[Any, Any]:
    """What the kernel does for the array, and nothing else."""
    array = np.empty((COUNTS[n], n), np.int8)
    listing = kernel.JoinedListing(n, True)
    filled = 0
    while not listing.finished:
        filled += listing.fill(array[filled:], 10**6)
    kernel.mirror_second_half(array, n)
    return array


@pytest.mark.skipif(kernel.KIND != "compiled", reason="the kernel is not compiled")
@pytest.mark.parametrize("n", list(COUNTS))
def test_arrays_against_the_plain_recursion(n: int) -> None:
    model = cq.queens(n)
    array = cq.placements_array(model)
    assert np.array_equal(array, plain(n))
    assert np.array_equal(array, joined(n))
    calls = {
        "plain": lambda: plain(n),
        "kernel": lambda: joined(n),
        "call": lambda: cq.placements_array(model),
        "verifying": lambda: ArrayVerifier(model).first_wrong(array),
        "parts": lambda: list(cq.iter_arrays(model)),
    }
    taken = least(calls, 9 if n < 15 else 3)
    print(f"\nn = {n}: {COUNTS[n]:,} placements")
    for name, seconds in taken.items():
        speed = COUNTS[n] / seconds / 1e6
        print(f"{name:9} {seconds:8.4f} s, {speed:5.1f} million placements a second")
    aim = f", to be at least {FASTER[n]}" if n in FASTER else ""
    print(f"plain / kernel {taken['plain'] / taken['kernel']:5.2f}{aim}")
    print(f"plain / parts  {taken['plain'] / taken['parts']:5.2f}")
    aim = f", to be at most {CALL_AT_MOST}" if n == 14 else ""
    print(f"call / kernel  {taken['call'] / taken['kernel']:5.2f}{aim}")


@pytest.mark.skipif(sys.platform != "linux", reason="no account of memory")
@pytest.mark.parametrize("n", [14, 15])
def test_peak_of_memory(n: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(n)], capture_output=True, text=True, check=True
    )
    process, python = map(float, done.stdout.split())
    print(f"\nn = {n}: peak {process:.2f} times the array, of Python alone {python:.2f}", end="")
    print(f", to be at most {MEMORY_AT_MOST}")


@pytest.mark.skipif(kernel.KIND != "compiled", reason="the kernel is not compiled")
@pytest.mark.parametrize("n", [13, 14, 15, 16])
def test_the_first_three_with_the_count_against_the_count(n: int) -> None:
    model = cq.queens(n)
    calls = {
        "count": lambda: cq.solve(model, solutions=0, count=True),
        "count and first three": lambda: cq.solve(model, solutions=3, count=True),
    }
    taken = least(calls, 9 if n < 16 else 3)
    alone, both = taken.values()
    print(f"\nn = {n}: {alone:.4f} s, {both:.4f} s, {both / alone:.3f} times", end="")
    print(f", to be at most {FIRST_AT_MOST}")
