"""One placement of the classic board in closed form, for every n but 2 and 3, in linear time.

E. J. Hoffman, J. C. Loessi and R. C. Moore, Constructions for the solution of the m queens
problem, Mathematics Magazine 42 (1969).
"""

from __future__ import annotations

from cpqueens.board import Board
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Columns, Solver, Tally


def closed_form(n: int) -> Columns:
    """A placement of n queens, columns from 0; raises `ValueError` for n < 1, n = 2 and n = 3.

    The even columns, then the odd ones; where n leaves 2 or 3 when divided by 6, that puts two
    queens on one diagonal, and a few queens change places.

    >>> closed_form(6), closed_form(8)
    ((1, 3, 5, 0, 2, 4), (1, 3, 5, 7, 2, 0, 6, 4))
    """
    if n < 1 or n in (2, 3):
        raise ValueError(f"no placement of {n} queens exists, or the board is empty")
    evens, odds = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if n % 6 == 2:
        odds = [3, 1, *odds[3:], 5]
    elif n % 6 == 3:
        evens = [*evens[1:], 2]
        odds = [*odds[2:], 1, 3]
    return tuple(number - 1 for number in evens + odds)


class ConstructionSolver(Solver):
    name = "construction"
    summary = "closed form for classic boards, linear time (Hoffman, Loessi, Moore 1969)"
    jobs = frozenset({Job.ONE})

    def unfit(self, board: Board) -> str | None:
        if board.symmetric:
            return "its placements are not symmetric"
        if not board.is_classic:
            return "it knows only square boards with columns, diagonals and antidiagonals"
        if board.sense is not None:
            return "it knows no objective"
        if board.rows in (2, 3):
            return "the closed form has no placement for n = 2 and 3 (none exists)"
        return None

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        tally.placements = [closed_form(board.rows)]
        tally.counted = 1


SOLVERS = {"construction": ConstructionSolver()}
