"""What searches are given: arguments checked, the columns of a mask."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from operator import index

LARGEST = 2**63 - 1
SIDE = 64


def checked_board(columns: int, allowed: Iterable[int]) -> tuple[int, list[int]]:
    columns, masks = index(columns), [index(mask) for mask in allowed]
    if not 1 <= columns <= SIDE:
        raise ValueError(f"columns must be 1 to 64, not {columns}")
    if not 1 <= len(masks) <= SIDE:
        raise ValueError(f"allowed must have 1 to 64 rows, not {len(masks)}")
    for row, mask in enumerate(masks):
        if mask < 0 or mask >> columns:
            raise ValueError(f"allowed[{row}] has a column beyond the board")
    return columns, masks


def checked_integer(name: str, number: int) -> int:
    number = index(number)
    if not -LARGEST - 1 <= number <= LARGEST:
        raise ValueError(f"{name} has a number that does not fit 64 bits")
    return number


def checked_integers(name: str, numbers: Iterable[int], length: int) -> list[int]:
    checked = [checked_integer(name, number) for number in numbers]
    if len(checked) != length:
        raise ValueError(f"{name} must have {length} entries, not {len(checked)}")
    return checked


def check_increasing(name: str, numbers: list[int]) -> None:
    if any(first >= second for first, second in pairwise(numbers)):
        raise ValueError(f"{name} must be strictly increasing")


def checked_leaps(
    leaps: Iterable[Iterable[int]],
    row_numbers: Iterable[int],
    column_numbers: Iterable[int],
    *,
    rows: int,
    columns: int,
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    pairs = []
    for leap in leaps:
        pair = tuple(checked_integer("leaps", number) for number in leap)
        if len(pair) != 2:
            raise ValueError("leaps must be pairs")
        pairs.append(pair)
    down = checked_integers("row_numbers", row_numbers, rows)
    across = checked_integers("column_numbers", column_numbers, columns)
    check_increasing("row_numbers", down)
    check_increasing("column_numbers", across)
    for step, _ in pairs:
        if step < 1:
            raise ValueError(f"leaps must go down at least 1 row, not {step}")
    return pairs, down, across


def checked_images(images: Iterable[int], rows: int, columns: int) -> list[int]:
    checked = checked_integers("images", images, rows * columns)
    for cell, image in enumerate(checked):
        if not -1 <= image < rows * columns:
            raise ValueError("images has a cell beyond the board")
        if image not in (-1, cell) and image // columns == cell // columns:
            raise ValueError(f"images[{cell}] is another cell of the same row")
    return checked


def checked_positive(name: str, number: int) -> int:
    number = index(number)
    if number < 1:
        raise ValueError(f"{name} must be at least 1, not {number}")
    return number


def bits(mask: int) -> list[int]:
    return [column for column in range(mask.bit_length()) if mask >> column & 1]
