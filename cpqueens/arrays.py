"""Placements as NumPy arrays, without a Python object for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from cpqueens import kernel, memory, solvers
from cpqueens.board import Board
from cpqueens.errors import Incomplete
from cpqueens.memory import Room
from cpqueens.model import Model
from cpqueens.option_checks import positive, require_whole
from cpqueens.optional import optional_package
from cpqueens.question import Question
from cpqueens.sizing import require_room
from cpqueens.solvers.base import Columns, Listing, Solver, Stopped, Tally
from cpqueens.solvers.slices import slices
from cpqueens.solving import CTRL_C, wrong_answer
from cpqueens.verifying_arrays import ArrayVerifier

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Placements = NDArray[np.signedinteger]
    """A row for each placement, in it for each row of the board the column, counted from 0."""

COUNTED_FROM = 16
"""Sides from which a classic board is counted before its array is made: below, the array grows
as it is filled, and that takes less time than to count."""
_INSTEAD = "take them a part at a time: for chunk in cq.iter_arrays(model, rows=100_000)"
_GROWTH = 1.25
_FIRST_BYTES = 2**16
_LARGEST = 2**63 - 1


def placements_array(
    model: Model,
    *,
    solver: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Placements:
    """All placements of a model of one instance as a NumPy array, in lexicographic order.

    The array has a row for each placement, and in it the column of each row's queen, counted from
    0; its type is the smallest of int8, int16 and int32 that holds them. Every placement was
    checked against the model.

    Raises `TooLarge` where the array would not fit into `memory_limit` bytes, or without a limit
    into the memory that is free; `Incomplete` where the time limit (seconds) or Ctrl-C came first;
    and as `solve` does.

    >>> from cpqueens import queens
    >>> placements_array(queens(4))
    array([[1, 3, 0, 2],
           [2, 0, 3, 1]], dtype=int8)
    """
    optional_package("numpy", "an array")
    board = Board(model)
    chosen, _ = solvers.choose(solver, board, Question("all"))
    tally = Tally(positive("time_limit", time_limit))
    if memory_limit is not None:
        require_whole("memory_limit", memory_limit, 0, _LARGEST)
    room = memory.room(board.full_rows * _type_for(board).itemsize, _INSTEAD, memory_limit)
    try:
        array = _whole(board, chosen, tally, room)
        _verify(board, ArrayVerifier(model), array, chosen)
    except Stopped:
        raise _incomplete(tally) from None
    except KeyboardInterrupt:
        tally.stopped_by = CTRL_C
        raise _incomplete(tally) from None
    return array


def iter_arrays(
    model: Model,
    rows: int = 100_000,
    *,
    start: int = 0,
    solver: str = "auto",
    time_limit: float | None = None,
) -> Iterator[Placements]:
    """All placements as arrays of `rows` placements each (the last one may have fewer), lazily.

    The arrays are as `placements_array` makes them, and in memory one at a time. The first `start`
    placements are left out. `bitmask`, which `auto` takes for boards up to 64 x 64, gives them in
    lexicographic order; other solvers in an order of their own.

    Where the time limit (seconds) ends the search, what was found by then is given first, and
    then `Incomplete` is raised. Ctrl-C is a `KeyboardInterrupt`, as in any loop.

    >>> from cpqueens import queens
    >>> [len(chunk) for chunk in iter_arrays(queens(8), rows=40)]
    [40, 40, 12]
    """
    optional_package("numpy", "an array")
    require_whole("rows", rows, 1)
    require_whole("start", start, 0, _LARGEST)
    board = Board(model)
    chosen, _ = solvers.choose(solver, board, Question("all"))
    tally = Tally(positive("time_limit", time_limit))
    listing = chosen.listing(board)
    if listing is None:
        parts = _from_batches(board, chosen, tally, rows, start)
    else:
        parts = _from_listing(board, listing, tally, rows, start)
    return _verified(board, chosen, parts, tally)


def _verified(
    board: Board, solver: Solver, parts: Iterator[Placements], tally: Tally
) -> Iterator[Placements]:
    verifier = ArrayVerifier(board.model)
    for part in parts:
        _verify(board, verifier, part, solver)
        yield part
    if tally.stopped_by is not None:
        raise _incomplete(tally)


def _from_listing(
    board: Board, listing: Listing, tally: Tally, rows: int, start: int
) -> Iterator[Placements]:
    import numpy as np

    part = np.empty((rows, board.rows), np.int8)
    filled = 0
    left_out = 0

    def work(nodes: int) -> int:
        return listing.fill(part[filled:][: start - left_out or None], nodes)

    try:
        for found in slices(listing, work, tally):
            tally.counted += found
            if left_out < start:
                left_out += found
                continue
            filled += found
            if filled == rows:
                yield _lifted(board, part)
                part = np.empty((rows, board.rows), np.int8)
                filled = 0
    except Stopped:
        pass
    if filled:
        yield _lifted(board, part[:filled].copy())


def _from_batches(
    board: Board, solver: Solver, tally: Tally, rows: int, start: int
) -> Iterator[Placements]:
    waiting: list[Columns] = []
    try:
        for batch in solver.batches(board, tally):
            left_out = min(max(start - tally.counted, 0), len(batch))
            tally.counted += len(batch)
            waiting += batch[left_out:]
            while len(waiting) >= rows:
                yield _from_columns(board, waiting[:rows])
                del waiting[:rows]
    except Stopped:
        pass
    if waiting:
        yield _from_columns(board, waiting)


def _whole(board: Board, solver: Solver, tally: Tally, room: Room) -> Placements:
    number = None
    if board.is_classic and board.columns >= COUNTED_FROM:
        number = require_room(board, room, tally)
    listed = _listed(board, solver, tally, room, number)
    if listed is None:
        return _sorted(board, solver, tally, room)
    array, images = listed
    # The listing and its tables are gone by now, so that the array can take their memory.
    found = tally.counted // images
    array.resize((images * found, board.rows), refcheck=False)
    if images == 2 and found:
        kernel.mirror_second_half(array, board.columns)
    return _lifted(board, array)


def _listed(
    board: Board, solver: Solver, tally: Tally, room: Room, number: int | None
) -> tuple[NDArray[np.int8], int] | None:
    """What the solver's listing writes, in the first rows of an array, or None if it has none.

    Each row stands for so many placements: two where their mirror images are still to follow.
    """
    import numpy as np

    listing = solver.half_listing(board)
    images = 1 if listing is None else 2
    if listing is None:
        listing = solver.listing(board)
    if listing is None:
        return None
    fill = listing.fill
    capacity = max(_FIRST_BYTES // board.rows, 1) if number is None else max(number, 1)
    array = np.empty((capacity, board.rows), np.int8)
    filled = 0

    def work(nodes: int) -> int:
        return fill(array[filled:], nodes)

    for found in slices(listing, work, tally):
        filled += found
        tally.counted += images * found
        if tally.counted > room.most:
            require_room(board, room, tally)
            room.require(tally.counted, "at least ")
        if filled == len(array) and not listing.finished:
            array.resize((int(len(array) * _GROWTH) + 1, board.rows), refcheck=False)
    return array, images


def _sorted(board: Board, solver: Solver, tally: Tally, room: Room) -> Placements:
    import numpy as np

    tally.room = room
    parts = []
    for batch in solver.batches(board, tally):
        if batch:
            parts.append(_from_columns(board, batch))
            tally.counted += len(batch)
        room.require(tally.counted, "at least ")
    if not parts:
        return np.empty((0, board.full_rows), _type_for(board))
    array = np.concatenate(parts)
    array = array[np.lexsort(array.T[::-1])]
    repeats = int(np.all(array[1:] == array[:-1], axis=1).sum())
    if repeats:
        raise wrong_answer(solver, f"{len(array)} placements, {repeats} of them repeats")
    return array


def _from_columns(board: Board, batch: Sequence[Columns]) -> Placements:
    """Placements of the board that a solver found, as they stand on the model's board."""
    import numpy as np

    every = chain.from_iterable(batch)
    found = np.fromiter(every, np.int64, len(batch) * board.rows).reshape(-1, board.rows)
    return _lifted(board, found)


def _lifted(board: Board, array: NDArray[Any]) -> Placements:
    """The same on the model's board, as `Board.lift` does it for one."""
    import numpy as np

    kind = _type_for(board)
    if not board.removed and board.columns == board.full_columns:
        return array.astype(kind, copy=False)
    full = np.empty((len(array), board.full_rows), kind)
    for r, c in board.removed.items():
        full[:, r] = c
    numbers = np.array(board.column_numbers)
    for at, row_number in enumerate(board.row_numbers):
        full[:, row_number - 1] = numbers[array[:, at]] - 1
    return full


def _type_for(board: Board) -> np.dtype[Any]:
    import numpy as np

    return np.dtype(np.min_scalar_type(-board.full_columns))


def _verify(board: Board, verifier: ArrayVerifier, array: Placements, solver: Solver) -> None:
    wrong = verifier.first_wrong(array)
    if wrong is not None:
        index, violation = wrong
        raise wrong_answer(solver, f"a wrong placement {array[index].tolist()}: {violation}")


def _incomplete(tally: Tally) -> Incomplete:
    message = f"at least {tally.counted:,} found, stopped by {tally.stopped_by}"
    return Incomplete(message, tally.counted)
