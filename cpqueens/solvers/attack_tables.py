"""Boards as the kernel's tables: what a queen on each cell leaves of the other rows."""

from __future__ import annotations

from cpqueens import kernel
from cpqueens.board import Board

_LARGEST = 2**63 - 1


def attack_tables(board: Board) -> kernel.Tables:
    tables = kernel.Tables(board.columns, board.allowed)
    for family in board.families:
        tables.add_family([label for row in family.numbered for label in row])
    if board.leaps:
        tables.add_leaps(board.leaps, board.row_numbers, board.column_numbers)
    for images in board.images:
        tables.add_images(images)
    for total in board.totals:
        values = [value for row in total.values for value in row]
        least = -_LARGEST if total.at_least is None else total.at_least
        most = _LARGEST if total.at_most is None else total.at_most
        tables.add_total(values, _within_64_bits(least), _within_64_bits(most))
    return tables


def _within_64_bits(bound: int) -> int:
    return min(max(bound, -_LARGEST), _LARGEST)
