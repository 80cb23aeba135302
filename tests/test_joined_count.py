"""Classic boards counted by joining halves, against searches and known values."""

from __future__ import annotations

import subprocess
import sys
import threading
from itertools import cycle
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sanitized import SANITIZED
from searches import ALL, compiled, count, kernels

import cpqueens as cq
from cpqueens.kernel.pure import counting
from cpqueens.solvers import native_counting

GIB = 2**30
A000170 = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512]
needs_compiled = pytest.mark.skipif(compiled is None, reason="the kernel is not compiled")
WIDTHS = [512, 256, 0]
"""Of the vectors, in bits; a processor without them takes narrower ones."""
paths = pytest.mark.parametrize("widest", WIDTHS)


def joined(n: int, threads: int = 1, widest: int = 512) -> Any:
    assert compiled is not None
    return compiled.JoinedCount(n, threads, GIB, widest)


@kernels
@paths
@pytest.mark.parametrize("n", range(4, 10))
@pytest.mark.parametrize("nodes", [1, 300, ALL])
def test_small_boards(kernel: Any, widest: int, n: int, nodes: int) -> None:
    search = kernel.JoinedCount(n, 1, GIB, widest)
    assert count(search, nodes) == A000170[n - 1]
    assert search.progress == 1
    assert search.count(1) == 0


@needs_compiled
@paths
@pytest.mark.parametrize("n", range(10, 16))
def test_counts_agree_with_the_search_and_with_oeis(widest: int, n: int) -> None:
    assert compiled is not None
    assert count(joined(n, widest=widest)) == A000170[n - 1]
    assert count(compiled.SymmetricCount(n)) == A000170[n - 1]


@pytest.mark.slow
@needs_compiled
@paths
@pytest.mark.parametrize(("n", "expected"), [(16, 14_772_512), (17, 95_815_104)])
def test_large_boards(widest: int, n: int, expected: int) -> None:
    assert count(joined(n, widest=widest)) == expected


@pytest.mark.slow
@needs_compiled
def test_the_largest_board_that_is_counted_whole_here() -> None:
    assert count(joined(18, threads=2)) == 666_090_624


@needs_compiled
@paths
@pytest.mark.parametrize("threads", [2, 3, 7])
@pytest.mark.parametrize("n", [12, 13])
def test_threads_change_nothing(widest: int, threads: int, n: int) -> None:
    assert count(joined(n, threads, widest), 5000) == A000170[n - 1]


@needs_compiled
@pytest.mark.parametrize("n", [18, 19, 20])
def test_all_paths_count_each_set_of_columns_alike(n: int) -> None:
    """The whole of these boards would take too long; keys of more than 32 bits begin at 19."""
    passed = []
    for widest in WIDTHS:
        search = joined(n, widest=widest)
        while search.progress == 0:
            search.count(1)
        passed.append([search.count(1) for _ in range(20)])
    assert passed[0] == passed[1] == passed[2]
    assert max(passed[0]) > 0


@kernels
@given(n=st.integers(4, 9), turns=st.lists(st.integers(1, 3000), min_size=1, max_size=8))
@settings(deadline=None, max_examples=30)
def test_a_partial_count_is_never_too_large_and_progress_never_goes_back(
    kernel: Any, n: int, turns: list[int]
) -> None:
    search = kernel.JoinedCount(n, 1, GIB)
    passed, done, nodes = 0, 0.0, 0
    for turn in cycle(turns):
        if search.finished:
            break
        passed += search.count(turn)
        assert passed <= A000170[n - 1]
        assert done <= search.progress <= 1
        assert search.finished or search.nodes >= nodes + turn
        done, nodes = search.progress, search.nodes
    assert passed == A000170[n - 1]


@needs_compiled
@pytest.mark.parametrize("n", [14, 15])
def test_memory_is_known_before_it_is_taken_and_kept_to(n: int) -> None:
    assert compiled is not None
    search = joined(n)
    assert count(search) == A000170[n - 1]
    assert 100_000 < search.memory < 100_000_000
    just_enough = compiled.JoinedCount(n, 1, search.memory)
    assert count(just_enough) == A000170[n - 1]
    too_little = compiled.JoinedCount(n, 1, search.memory - 1)
    for _ in range(3):
        with pytest.raises(MemoryError):
            count(too_little)


@needs_compiled
@pytest.mark.parametrize("n", [16, 22, 25, 26, 27])
def test_memory_is_computed_in_short_slices(n: int) -> None:
    assert compiled is not None
    search = compiled.JoinedCount(n, 1, 2**60)
    for _ in range(20):
        before = search.nodes
        assert search.count(1) == 0
        assert 0 < search.nodes - before < 10_000_000


def partial_placements(cells: list[tuple[int, int]]) -> int:
    """How many sets of these cells, the empty one too, have no two on one line."""
    return 1 + sum(
        partial_placements(
            [
                (r, c)
                for r, c in cells[at + 1 :]
                if r != row and c != column and r - c != row - column and r + c != row + column
            ]
        )
        for at, (row, column) in enumerate(cells)
    )


@needs_compiled
@pytest.mark.parametrize("n", [4, 5, 8, 9, 10, 11])
def test_memory_is_that_of_the_quarters_lists(n: int) -> None:
    """A key of four bytes for each placement on a quarter, and where each list of them starts."""
    upper, west = n // 2, n - n // 2
    halves = [range(upper), range(upper, n)] if n % 2 else [range(upper)]
    expected = 0
    for rows in halves:
        for columns in (range(west), range(west, n)):
            cells = [
                (r, c) for r in rows for c in columns if r < upper or (r == c) == (r + c == n - 1)
            ]
            expected += 4 * (partial_placements(cells) + 8)
            expected += 4 * (2 ** (len(rows) + len(columns) + 1) + 1)
    search = joined(n)
    count(search)
    assert search.memory == expected


@needs_compiled
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_no_memory(threads: int) -> None:
    one, several = joined(15), joined(15, threads=threads)
    assert count(one) == count(several)
    assert one.memory == several.memory


@needs_compiled
@pytest.mark.skipif(sys.platform != "linux", reason="a limit of Linux keeps threads away")
@pytest.mark.skipif(SANITIZED, reason="sanitizers are beyond limits of memory")
def test_threads_that_do_not_start_are_done_without() -> None:
    program = (
        "import resource, _cpqueens_kernel as kernel\n"
        "joined, passed = kernel.JoinedCount(12, 256, 2**30), 0\n"
        "resource.setrlimit(resource.RLIMIT_AS, (600 * 2**20, 600 * 2**20))\n"
        "while not joined.finished: passed += joined.count(5_000)\n"
        "print(passed)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (run.stdout, run.stderr, run.returncode) == ("14200\n", "", 0)


@needs_compiled
def test_without_memory_the_board_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_counting, "available_bytes", lambda: 100_000)
    model = cq.queens(13)
    searched = cq.solve(model, solver="bitmask", solutions=0, count=True)
    monkeypatch.undo()
    joined = cq.solve(model, solver="bitmask", solutions=0, count=True)
    assert searched.count == joined.count == 73_712
    assert searched.statistics.counters["nodes"] > joined.statistics.counters["nodes"]


@needs_compiled
@pytest.mark.parametrize("n", [20, 22, 24])
def test_a_time_limit_ends_the_largest_boards_soon(n: int) -> None:
    started = perf_counter()
    result = cq.solve(cq.queens(n), solutions=0, count=True, time_limit=0.3)
    assert perf_counter() - started < 3
    assert result.count is None
    assert result.stopped_by == "the time limit of 0.3 s"


@needs_compiled
def test_several_python_threads_may_hold_one_count() -> None:
    search = joined(13)
    passed: list[int] = []

    def work() -> None:
        while not search.finished:
            passed.append(search.count(10_000))

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sum(passed) == 73_712


@kernels
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 1, GIB), "side must be 4 to 27, not 3"),
        ((28, 1, GIB), "side must be 4 to 27, not 28"),
        ((8, 0, GIB), "threads must be at least 1, not 0"),
        ((8, 1, 0), "memory must be at least 1, not 0"),
    ],
)
def test_what_is_refused(kernel: Any, arguments: tuple[int, int, int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        kernel.JoinedCount(*arguments)


@kernels
def test_slices_of_nothing_are_refused(kernel: Any) -> None:
    with pytest.raises(ValueError, match="nodes must be at least 1, not 0"):
        kernel.JoinedCount(8, 1, GIB).count(0)


def test_halves_are_all_ways_to_fill_their_rows() -> None:
    """The twin's halves of a board of 4: no queen beside or diagonally below another."""
    upper = sorted(columns for columns, _ in counting._half_boards(range(2), 4))
    assert upper == sorted([0b0101, 0b1001, 0b1010, 0b0101, 0b1001, 0b1010])
