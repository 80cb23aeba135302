"""Placements as arrays: against `solutions`, against counts known elsewhere, and cut anywhere."""

from __future__ import annotations

import csv
import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from searches import ALL, compiled, kernels, needs_compiled

import cpqueens as cq
from cpqueens import kernel as chosen_kernel
from cpqueens import memory, sizing, solvers
from cpqueens.board import Board
from cpqueens.kernel import pure
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Columns, Solver, Tally
from cpqueens.verifying_arrays import ArrayVerifier

COUNTS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]
"""OEIS A000170."""

REGIONS = """
    AAABCD
    AAABCD
    BBBBCD
    BBECCD
    FEECCD
    FFEECC
"""
MODELS = {
    "blocked": cq.Model(board=9, constraints=[cq.no_attack("queen"), cq.blocked((1, 2), (4, 4))]),
    "few free cells": cq.Model(
        board=8, constraints=[cq.no_attack("queen"), cq.forbid((cq.row + cq.column) % 3 == 0)]
    ),
    "given": cq.Model(board=8, constraints=[cq.no_attack("queen"), cq.given((4, 1))]),
    "rectangular": cq.Model(board=(4, 7), constraints=[cq.no_attack("queen")]),
    "regions": cq.Model(
        regions=REGIONS, constraints=[cq.exactly_one("region"), cq.no_attack("king")]
    ),
    "toroidal": cq.load("toroidal", n=7),
    "superqueens": cq.load("superqueens", n=10),
    "rooks": cq.load("rooks", n=5),
    "symmetric": cq.load("symmetric"),
    "totals": cq.Model(
        board=7,
        constraints=[cq.no_attack("queen"), cq.total(cq.row * cq.column, at_most=110)],
    ),
    "picture": cq.Model(
        picture="........\n........\n........\n...Q....\n.Q......\n........\n........\n........",
        constraints=[cq.no_attack("queen")],
    ),
    "none": cq.queens(3),
    "one cell": cq.queens(1),
}


def columns_of(model: cq.Model) -> list[list[int]]:
    return [list(placement) for placement in cq.solutions(model)]


def joined(kernel: Any, side: int, first_half: bool = False, nodes: int = ALL) -> NDArray[np.int8]:
    """The listing, filled into buffers of one placement and more by turns."""
    listing = kernel.JoinedListing(side, first_half)
    parts = []
    room = 1
    while not listing.finished:
        part = np.empty((room, side), np.int8)
        parts.append(part[: listing.fill(part, nodes)])
        room = room * 3 % 1009
    return np.concatenate(parts)


def sorted_strictly(array: NDArray[np.int8]) -> bool:
    """Whether rows ascend lexicographically, and none is there twice."""
    steps = np.diff(array.astype(np.int64), axis=0)
    first = np.take_along_axis(steps, (steps != 0).argmax(axis=1)[:, None], axis=1)
    return bool(np.all(first > 0))


def attacked(array: NDArray[np.int8]) -> bool:
    """Whether any two queens share a column or a diagonal, asked of each pair of rows."""
    wide = array.astype(np.int64)
    rows = wide.shape[1]
    return any(
        np.any(np.isin(np.abs(wide[:, r] - wide[:, q]), (0, r - q)))
        for q in range(rows)
        for r in range(q + 1, rows)
    )


@kernels
@pytest.mark.parametrize("side", range(2, 8))
@pytest.mark.parametrize("nodes", [1, 7, ALL])
def test_joined_listings_are_in_order_and_complete(kernel: Any, side: int, nodes: int) -> None:
    expected = [list(p) for p in cq.solutions(cq.queens(side), solver="textbook.scan")]
    assert joined(kernel, side, nodes=nodes).tolist() == expected
    half = joined(kernel, side, first_half=True, nodes=nodes)
    assert half.tolist() == expected[: len(expected) // 2]


@needs_compiled
@pytest.mark.parametrize(("side", "count"), [*enumerate(COUNTS[7:], 8), (13, 73712)])
def test_joined_listings_against_the_plain_recursion(side: int, count: int) -> None:
    assert compiled is not None
    expected = np.empty((count, side), np.int8)
    assert count == compiled.plain_listing(side, expected)
    assert np.array_equal(expected, joined(compiled, side, nodes=5000))
    both = np.empty((count, side), np.int8)
    both[: count // 2] = joined(compiled, side, first_half=True)
    compiled.mirror_second_half(both, side)
    assert np.array_equal(expected, both)


@needs_compiled
def test_the_largest_joined_listings_begin_as_the_search_does() -> None:
    assert compiled is not None
    for side in (17, 20):
        listing = compiled.JoinedListing(side, False)
        assert listing.memory < 100e6
        found = np.empty((300, side), np.int8)
        filled = 0
        while filled < 300:
            filled += listing.fill(found[filled:], 100_000)
        search = compiled.ClassicSearch(side, [2**side - 1] * side)
        assert found.tobytes() == search.take(ALL, 300)


@needs_compiled
@pytest.mark.parametrize("side", [5, 10, 13])
def test_nothing_is_written_beyond_the_buffer(side: int) -> None:
    assert compiled is not None
    for room in range(1, 12):
        listing = compiled.JoinedListing(side, False)
        memory = np.full(room * side + 64, 77, np.int8)
        filled = 0
        while filled < min(room, 10):
            filled += listing.fill(memory[filled * side : room * side], 1000)
        assert np.all(memory[room * side :] == 77)


@kernels
def test_buffers_of_all_searches_hold_what_they_take(kernel: Any) -> None:
    tables = kernel.Tables(6, [63] * 6)
    tables.add_family([c for _ in range(6) for c in range(6)])
    for search, twin in (
        (kernel.ClassicSearch(6, [63] * 6), kernel.ClassicSearch(6, [63] * 6)),
        (kernel.TableSearch(tables, True), kernel.TableSearch(tables, True)),
    ):
        buffer = bytearray(6 * 3 + 5)
        assert search.fill(buffer, ALL) == 3
        assert bytes(buffer[:18]) == twin.take(ALL, 3)
        assert buffer[18:] == bytes(5)


@kernels
def test_wrong_arguments_of_listings_are_refused(kernel: Any) -> None:
    for side in (1, 21, 2**70):
        with pytest.raises(ValueError, match="side must be 2 to 20, not"):
            kernel.JoinedListing(side, False)
    for search in (kernel.JoinedListing(4, False), kernel.ClassicSearch(4, [15] * 4)):
        with pytest.raises(ValueError, match="the buffer has no room for a placement"):
            search.fill(bytearray(3), 1)
        with pytest.raises(ValueError, match="nodes must be at least 1, not 0"):
            search.fill(bytearray(4), 0)
        with pytest.raises((BufferError, TypeError)):
            search.fill(b"1234", 1)
    with pytest.raises(ValueError, match="columns must be 1 to 64, not 0"):
        kernel.mirror_second_half(bytearray(4), 0)
    with pytest.raises(ValueError, match="side must be 1 to 32, not 33"):
        kernel.plain_listing(33, bytearray(4))
    with pytest.raises(ValueError, match="rows must be 1 to 128, not 0"):
        kernel.first_with_shared_line(b"", 0, [0])
    with pytest.raises(ValueError, match="slopes must be -127 to 127, not 128"):
        kernel.first_with_shared_line(b"", 1, [128])


@kernels
def test_plain_listings_and_mirrors(kernel: Any) -> None:
    buffer = bytearray(8)
    assert kernel.plain_listing(4, buffer) == 2
    assert bytes(buffer) == bytes([1, 3, 0, 2, 2, 0, 3, 1])
    buffer = bytearray([1, 3, 0, 2, 9, 9, 9, 9])
    kernel.mirror_second_half(buffer, 4)
    assert bytes(buffer) == bytes([1, 3, 0, 2, 2, 0, 3, 1])
    assert kernel.plain_listing(6, bytearray(7)) == 4


@kernels
@given(
    placements=st.integers(1, 40).flatmap(
        lambda rows: st.lists(
            st.lists(st.integers(0, 127), min_size=rows, max_size=rows), min_size=1, max_size=20
        )
    ),
    slopes=st.lists(st.integers(-127, 127), max_size=5),
)
@settings(deadline=None, max_examples=60)
def test_shared_lines_against_the_definition(
    kernel: Any, placements: list[list[int]], slopes: list[int]
) -> None:
    def wrong(queens: Sequence[int]) -> bool:
        return any(
            c - d == slope * (r - q)
            for (q, d), (r, c) in product(enumerate(queens), repeat=2)
            if q < r
            for slope in slopes
        )

    expected = next((i for i, queens in enumerate(placements) if wrong(queens)), len(placements))
    octets = np.array(placements, np.int8)
    assert expected == kernel.first_with_shared_line(octets, octets.shape[1], slopes)


def test_the_twins_have_the_same_interface() -> None:
    if compiled is not None:
        for name in ("JoinedListing", "ClassicSearch", "TableSearch", "CoverSearch"):
            assert public_names(getattr(pure, name)) == public_names(getattr(compiled, name))


def public_names(thing: type) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


@pytest.mark.parametrize(("n", "count"), list(enumerate(COUNTS, 1)))
def test_arrays_of_classic_boards(n: int, count: int) -> None:
    if n > 9 and chosen_kernel.KIND != "compiled":
        pytest.skip("the kernel is not compiled")
    model = cq.queens(n)
    array = cq.placements_array(model)
    assert array.shape == (count, n)
    assert array.dtype == np.int8
    expected = columns_of(model)
    assert array.tolist() == expected
    assert {tuple(row) for row in array.tolist()} == {tuple(row) for row in expected}


@needs_compiled
def test_the_array_of_fourteen_queens() -> None:
    array = cq.placements_array(cq.queens(14))
    assert array.shape == (365_596, 14) == (cq.count(cq.queens(14)), 14)
    assert sorted_strictly(array)
    assert len(np.unique(array, axis=0)) == 365_596
    assert not attacked(array)
    assert np.array_equal(array, 13 - array[::-1])
    chunks = list(cq.iter_arrays(cq.queens(14), rows=100_000))
    assert [len(chunk) for chunk in chunks] == [100_000] * 3 + [65_596]
    assert np.array_equal(array, np.concatenate(chunks))


@pytest.mark.parametrize("name", MODELS)
def test_arrays_of_other_models(name: str) -> None:
    model = MODELS[name]
    expected = columns_of(model)
    array = cq.placements_array(model)
    assert array.shape == (len(expected), Board(model).full_rows)
    assert array.tolist() == expected == sorted(expected)
    parts = [row for part in cq.iter_arrays(model, rows=5) for row in part.tolist()]
    assert parts == expected


@pytest.mark.parametrize("name", ["blocked", "regions", "rectangular", "none"])
@pytest.mark.parametrize("solver", ["dlx", "constraint", "textbook.scan", "cpsat"])
def test_arrays_by_other_solvers(name: str, solver: str) -> None:
    model = MODELS[name]
    board = Board(model)
    if solvers.find(solver).refusal(board, Question("all")):
        pytest.skip("not for this solver")
    expected = columns_of(model)
    assert cq.placements_array(model, solver=solver).tolist() == expected
    parts = list(cq.iter_arrays(model, rows=7, solver=solver))
    assert {len(part) for part in parts[:-1]} <= {7}
    assert sorted(row for part in parts for row in part.tolist()) == expected
    rest = [row for part in cq.iter_arrays(model, 7, start=9, solver=solver) for row in part]
    assert len(rest) == max(len(expected) - 9, 0)


def test_given_queens_of_large_boards_are_in_the_array() -> None:
    """There the rows and columns that they decide are taken out before the search."""
    placement = cq.solve(cq.queens(130)).placement
    assert placement is not None
    given_queens = [(r + 1, c + 1) for r, c in enumerate(placement) if r % 26]
    model = cq.Model(board=130, constraints=[cq.no_attack("queen"), cq.given(*given_queens)])
    array = cq.placements_array(model)
    assert array.dtype == np.int16
    assert list(placement) in array.tolist()
    assert array.tolist() == sorted(columns_of(model))
    assert cq.placements_array(model, solver="dlx").tolist() == array.tolist()
    assert next(cq.iter_arrays(model)).tolist() == array.tolist()


@needs_compiled
@given(start=st.integers(0, 2700), rows=st.integers(1, 3000))
@settings(deadline=None, max_examples=40)
def test_parts_are_slices_of_the_whole(start: int, rows: int) -> None:
    whole = cq.placements_array(cq.queens(11))
    part = next(cq.iter_arrays(cq.queens(11), rows, start=start), whole[:0])
    assert np.array_equal(part, whole[start : start + rows])
    rest = [whole[:0], *cq.iter_arrays(cq.queens(11), rows, start=start)]
    assert np.array_equal(np.concatenate(rest), whole[start:])


@given(start=st.integers(0, 30), rows=st.integers(1, 40))
@settings(deadline=None, max_examples=30)
def test_parts_of_other_boards_are_slices_too(start: int, rows: int) -> None:
    for name in ("blocked", "regions"):
        whole = cq.placements_array(MODELS[name])
        parts = [whole[:0], *cq.iter_arrays(MODELS[name], rows, start=start)]
        assert np.array_equal(np.concatenate(parts), whole[start:])


def test_parts_are_arrays_of_their_own() -> None:
    parts = list(cq.iter_arrays(cq.queens(7), rows=20))
    parts[0][:] = 0
    assert parts[1].max() == 6


@pytest.mark.parametrize("name", MODELS)
@given(data=st.data())
@settings(deadline=None, max_examples=25)
def test_arrays_are_verified_as_single_placements_are(name: str, data: st.DataObject) -> None:
    model = MODELS[name]
    board = Board(model)
    right = [[*p] for p in columns_of(model)[:3]]
    cells = st.integers(-1, board.full_columns)
    drawn = st.lists(cells, min_size=board.full_rows, max_size=board.full_rows)
    changed = [
        st.tuples(st.sampled_from(right), st.integers(0, board.full_rows - 1), cells).map(
            lambda change: [c if r != change[1] else change[2] for r, c in enumerate(change[0])]
        )
        for _ in right[:1]
    ]
    rows = data.draw(st.lists(st.one_of(drawn, *changed), max_size=3))
    array = np.array([*right, *rows], np.int8).reshape(-1, board.full_rows)
    wrong = [i for i, row in enumerate(array.tolist()) if cq.verify(model, row)]
    found = ArrayVerifier(model).first_wrong(array)
    assert (found[0] if found else None) == (wrong[0] if wrong else None)
    if found:
        assert found[1] == cq.verify(model, array[found[0]].tolist())[0]


def test_arrays_of_the_wrong_shape_are_wrong() -> None:
    found = ArrayVerifier(cq.queens(5)).first_wrong(np.array([[1, 3, 0, 2]], np.int8))
    assert found is not None
    assert "4 queens on a board of 5 rows" in str(found[1])


class Liar(Solver):
    """Gives what it is told to give."""

    name = "liar"
    summary = "for tests"
    jobs = frozenset(Job)
    found: Sequence[Columns] = ()

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        tally.placements = list(self.found)
        tally.count_known = True


@pytest.fixture
def liar() -> Iterator[Liar]:
    solver = Liar()
    solvers.register(solver)
    yield solver
    solvers.unregister("liar")


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ([(1, 3, 0, 2), (0, 1, 2, 3)], r"a wrong placement \[0, 1, 2, 3\]: queens"),
        ([(1, 3, 0, 4)], "a wrong placement .* off the board"),
        ([(1, 3, 0, 2), (1, 3, 0, 2)], "2 placements, 1 of them repeats"),
    ],
)
def test_wrong_answers_do_not_get_out(liar: Liar, found: list[Columns], message: str) -> None:
    liar.found = found
    with pytest.raises(cq.WrongAnswer, match=message):
        cq.placements_array(cq.queens(4), solver="liar")


def test_wrong_parts_do_not_get_out(liar: Liar) -> None:
    liar.found = [(1, 3, 0, 2), (0, 1, 2, 3)]
    parts = cq.iter_arrays(cq.queens(4), rows=1, solver="liar")
    assert next(parts).tolist() == [[1, 3, 0, 2]]
    with pytest.raises(cq.WrongAnswer, match="a wrong placement"):
        next(parts)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rows": 0}, "rows: 0 is not accepted; a whole number from 1 is"),
        ({"rows": 2.5}, "rows: 2.5 is not accepted"),
        ({"start": -1}, "start: -1 is not accepted; a whole number from 0 is"),
        ({"time_limit": 0}, "time_limit: 0 is not accepted; seconds above 0 are"),
    ],
)
def test_wrong_arguments_are_refused_at_once(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(cq.OptionError, match=message):
        cq.iter_arrays(cq.queens(4), **arguments)


def test_wrong_arguments_of_whole_arrays_are_refused() -> None:
    with pytest.raises(cq.OptionError, match="memory_limit: -1 is not accepted"):
        cq.placements_array(cq.queens(4), memory_limit=-1)
    with pytest.raises(cq.OptionError, match="time_limit"):
        cq.placements_array(cq.queens(4), time_limit=-1)
    with pytest.raises(cq.ModelError, match="2 instances"):
        cq.placements_array(two())
    with pytest.raises(cq.SolverError, match="construction cannot answer this"):
        cq.placements_array(cq.queens(4), solver="construction")


def two() -> cq.Model:
    return cq.Model(
        parameters={"n": 4},
        board="n",
        constraints=[cq.no_attack("queen")],
        instances=[{"n": 4}, {"n": 5}],
    )


@needs_compiled
def test_a_time_limit_gives_what_was_found() -> None:
    with pytest.raises(cq.Incomplete, match="stopped by the time limit") as stopped:
        cq.placements_array(cq.queens(18), time_limit=0.4, memory_limit=10**12)
    assert stopped.value.at_least > 0
    parts = cq.iter_arrays(cq.queens(15), rows=10**7, time_limit=0.2)
    part = next(parts)
    assert not attacked(part[::1000])
    with pytest.raises(cq.Incomplete, match=r"stopped by the time limit of 0\.2 s") as stopped:
        next(parts)
    assert stopped.value.at_least == len(part) > 0


@needs_compiled
@pytest.mark.parametrize("n", [14, 18])
def test_time_limits_are_kept(n: int) -> None:
    cq.placements_array(cq.queens(4))
    started = time.perf_counter()
    with pytest.raises(cq.Incomplete):
        list(cq.iter_arrays(cq.queens(n), time_limit=0.02))
    assert time.perf_counter() - started < 5


@needs_compiled
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_says_what_is_known() -> None:
    assert threading.current_thread() is threading.main_thread()
    model = cq.Model(board=18, constraints=[cq.no_attack("queen"), cq.blocked((1, 1))])
    clock = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    clock.start()
    with pytest.raises(cq.Incomplete, match=r"at least .* found, stopped by Ctrl-C"):
        cq.placements_array(model)
    clock.join()


def test_arrays_beyond_the_limit_are_refused_with_their_number() -> None:
    size = 92 * 8
    assert len(cq.placements_array(cq.queens(8), memory_limit=size)) == 92
    message = (
        r"at least 92 placements take 736 bytes, and there is room for 728 bytes; "
        r"take them a part at a time: for chunk in cq.iter_arrays\(model, rows=100_000\)"
    )
    with pytest.raises(cq.TooLarge, match=message) as refused:
        cq.placements_array(cq.queens(8), memory_limit=size - 1)
    assert refused.value.number == 92
    assert isinstance(refused.value, MemoryError)
    with pytest.raises(cq.TooLarge, match="at least"):
        cq.placements_array(MODELS["blocked"], memory_limit=99)
    with pytest.raises(cq.TooLarge, match="at least"):
        cq.placements_array(MODELS["blocked"], memory_limit=99, solver="dlx")


@needs_compiled
def test_counted_boards_are_refused_with_their_exact_number() -> None:
    with pytest.raises(cq.TooLarge, match=r"^14,200 placements take 170.4 kB") as refused:
        cq.placements_array(cq.queens(12), memory_limit=10_000)
    assert refused.value.number == 14_200


@pytest.mark.parametrize("n", [22, 40, 64])
def test_hopeless_boards_are_refused_with_an_estimate(n: int) -> None:
    with pytest.raises(cq.TooLarge, match=r"^about [1-9][\d,.e+]* placements take .* TB,"):
        cq.placements_array(cq.queens(n), memory_limit=10**9)
    with pytest.raises(cq.TooLarge, match=r"^about .*cq\.solutions.*cq\.iter_arrays"):
        cq.solve(cq.queens(n), solutions="all")


def test_a_time_limit_ends_the_estimate() -> None:
    result = cq.solve(cq.queens(500), solutions="all", time_limit=0.01)
    assert result.stopped_by == "the time limit of 0.01 s"
    assert result.count is None


@pytest.mark.parametrize(("n", "count"), [(8, 92), (12, 14_200), (18, 666_090_624)])
def test_estimates_are_near(n: int, count: int) -> None:
    assert sizing.estimated(n) == sizing.estimated(n)
    assert count / 1.6 < sizing.estimated(n) < count * 1.6


def test_memory_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert 2**20 < memory.available_bytes() < 2**50
    (tmp_path / "memory.max").write_text("5000\n")
    (tmp_path / "memory.current").write_text("1000\n")
    monkeypatch.setattr(memory, "_CONTROL_GROUP", tmp_path)
    assert memory.available_bytes() == 4000
    (tmp_path / "memory.stat").write_text("anon 300\ninactive_anon 200\ninactive_file 600\n")
    assert memory.available_bytes() == 4600
    (tmp_path / "memory.max").write_text("max\n")
    assert memory.available_bytes() > 4600


@pytest.mark.skipif(not hasattr(os, "sysconf"), reason="the system does not say")
def test_without_proc_the_system_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory, "_CONTROL_GROUP", tmp_path)
    monkeypatch.setattr(memory, "_SYSTEM", tmp_path / "meminfo")
    asked = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1000}
    monkeypatch.setattr(os, "sysconf", asked.__getitem__)
    assert memory.available_bytes() == 4096 * 500
    (tmp_path / "meminfo").write_text("MemTotal: 9 kB\nMemAvailable:       7 kB\n")
    assert memory.available_bytes() == 7 * 1024


LARGER = cq.Model(board=11, constraints=[cq.no_attack("queen"), cq.blocked((1, 1))])


@pytest.mark.parametrize(
    ("model", "solver", "message"),
    [
        (cq.queens(11), "auto", "at least "),
        pytest.param(LARGER, "auto", "at least ", marks=needs_compiled),
        (MODELS["blocked"], "constraint", "at least "),
        pytest.param(cq.queens(12), "auto", "14,200 placements", marks=needs_compiled),
        pytest.param(cq.queens(12), "constraint", "14,200 placements", marks=needs_compiled),
    ],
)
def test_all_placements_beyond_memory_are_refused(
    model: cq.Model, solver: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda: 20_000)
    with pytest.raises(cq.TooLarge, match=message + r".*cq\.iter_arrays"):
        cq.solve(model, solver=solver, solutions="all")
    assert cq.solve(model, solver="bitmask", solutions=3, count=True).count


@needs_compiled
def test_where_tables_do_not_fit_the_plain_search_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = cq.placements_array(cq.queens(10))
    monkeypatch.setattr("cpqueens.solvers.bitmask.available_bytes", lambda: 1000)
    bitmask = solvers.find("bitmask")
    assert bitmask.half_listing(Board(cq.queens(10))) is None
    assert isinstance(bitmask.listing(Board(cq.queens(10))), chosen_kernel.ClassicSearch)
    assert np.array_equal(expected, cq.placements_array(cq.queens(10)))


def test_without_numpy_arrays_say_so() -> None:
    hidden = (
        "import sys; sys.modules['numpy'] = None\n"
        "from importlib import util; find = util.find_spec\n"
        "util.find_spec = lambda name, *a: None if name == 'numpy' else find(name, *a)\n"
        "import cpqueens as cq\n"
        "for ask in (cq.placements_array, cq.iter_arrays):\n"
        "    try: ask(cq.queens(4))\n"
        "    except cq.MissingPackage as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True)
    message = "an array needs numpy, which is not installed: pip install numpy\n"
    assert (done.stdout, done.stderr) == (2 * message, "")


WEIGHTED = cq.Model(
    board=5,
    data={"weight": [[(r * c) % 7 for c in range(5)] for r in range(5)]},
    constraints=[cq.no_attack("queen")],
    maximize="weight",
)


def test_frames_have_a_row_for_each_placement() -> None:
    frame = cq.solve(cq.queens(6), solutions="all").to_frame()
    assert list(frame.columns) == [f"row{r}" for r in range(1, 7)]
    assert frame.to_numpy().tolist() == (cq.placements_array(cq.queens(6)) + 1).tolist()
    best = cq.solve(WEIGHTED, best=3)
    frame = best.to_frame()
    assert list(frame.columns)[-1] == "objective"
    assert tuple(frame["objective"]) == best.objectives
    assert set(map(str, frame.dtypes)) == {"int64"}


def test_frames_without_placements_have_their_columns() -> None:
    for result in (cq.solve(cq.queens(3)), cq.solve(cq.queens(6), solutions=0, count=True)):
        frame = result.to_frame()
        assert len(frame) == 0
        assert list(frame.columns) == [f"row{r + 1}" for r in range(Board(result.model).rows)]


def test_csv_has_the_same_columns(tmp_path: Path) -> None:
    result = cq.solve(WEIGHTED, best=2)
    text = io.StringIO()
    result.to_csv(text)
    result.to_csv(tmp_path / "best.csv")
    result.to_csv(str(tmp_path / "again.csv"))
    assert (tmp_path / "best.csv").read_bytes() == text.getvalue().encode()
    assert (tmp_path / "again.csv").read_bytes() == text.getvalue().encode()
    header, *rows = csv.reader(io.StringIO(text.getvalue()))
    assert header == ["row1", "row2", "row3", "row4", "row5", "objective"]
    assert [tuple(map(int, row)) for row in rows] == [
        (*placement.numbers, value)
        for placement, value in zip(result.placements, result.objectives, strict=True)
    ]


def test_parquet_has_the_same_columns(tmp_path: Path) -> None:
    parquet: ModuleType = pytest.importorskip("pyarrow.parquet")
    result = cq.solve(WEIGHTED, best=2)
    result.to_parquet(tmp_path / "best.parquet")
    frame = result.to_frame()
    read = parquet.read_table(tmp_path / "best.parquet")
    assert read.column_names == list(frame.columns)
    assert read.to_pydict() == frame.to_dict("list")


@pytest.mark.parametrize(
    ("package", "method", "message"),
    [
        (
            "pandas",
            "to_frame",
            "a data frame needs pandas, which is not installed: pip install pandas",
        ),
        (
            "pyarrow",
            "to_parquet",
            "Parquet needs pyarrow, which is not installed: pip install pyarrow",
        ),
    ],
)
def test_missing_packages_are_named(
    package: str, method: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpqueens.optional.find_spec", lambda name: None)
    arguments = [io.BytesIO()] if method == "to_parquet" else []
    with pytest.raises(cq.MissingPackage, match=re.escape(message)):
        getattr(cq.solve(cq.queens(4)), method)(*arguments)
