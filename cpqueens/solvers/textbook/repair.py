"""Heuristic repair, also called min-conflicts: every queen stands, and attacked ones are moved.

A queen is put into every row at random. Then again and again one of the attacked queens is picked
at random and moved, within its row, to where the fewest others attack it; of several such columns
one is picked at random. When no queen is attacked, that is a placement. A start that does not lead
to one within some moves is given up for a new one.

A move looks at each row and each column of one row, three look-ups each. From a good start a few
dozen moves are enough for any n, from a random start about n / 2. There is no proof of anything:
where no placement exists, the queens move until a limit stops them. Nodes are queens moved. Rows
and columns count from 0.

S. Minton, M. D. Johnston, A. B. Philips and P. Laird, Minimizing conflicts: a heuristic repair
method for constraint satisfaction and scheduling problems, Artificial Intelligence 58 (1992).
"""

from __future__ import annotations

from collections import Counter
from random import Random

from cpqueens.board import Board
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Solver, Tally
from cpqueens.solvers.textbook.common import node_counter, too_large, unlike_chess_queens

MOST_SIDE = 1000
MOST_STARTS = 100
MOVES_A_ROW = 20


class RepairSolver(Solver):
    name = "textbook.repair"
    summary = "heuristic repair (min-conflicts): attacked queens move to where the fewest attack"
    jobs = frozenset({Job.ONE})
    complete = False

    def unfit(self, board: Board) -> str | None:
        return too_large(board, MOST_SIDE) or unlike_chess_queens(board)

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        rng = Random(options.seed or 0)
        count_node = node_counter(tally)
        rows = range(board.rows)
        allowed = [board.allowed_columns(row) for row in rows]
        if not all(allowed):
            tally.stop("a row where no queen may stand")
        for _ in range(MOST_STARTS):
            queens = Queens()
            for row in rows:
                queens.put(row, rng.choice(allowed[row]))
            for _ in range(MOVES_A_ROW * board.rows):
                attacked = [row for row in rows if queens.attackers(row, queens.columns[row]) > 0]
                if not attacked:
                    tally.placements = [tuple(queens.columns[row] for row in rows)]
                    tally.counted = 1
                    return
                row = rng.choice(attacked)
                queens.lift(row)
                attackers = {column: queens.attackers(row, column) for column in allowed[row]}
                fewest = min(attackers.values())
                queens.put(row, rng.choice([c for c in allowed[row] if attackers[c] == fewest]))
                count_node()
        tally.stop(f"{MOST_STARTS} starts without a placement")


class Queens:
    """A queen in each of some rows, with the numbers of queens on all lines."""

    def __init__(self) -> None:
        self.columns: dict[int, int] = {}
        self.in_column: Counter[int] = Counter()
        self.on_up: Counter[int] = Counter()
        self.on_down: Counter[int] = Counter()

    def put(self, row: int, column: int) -> None:
        self.columns[row] = column
        self._count(row, column, 1)

    def lift(self, row: int) -> None:
        self._count(row, self.columns.pop(row), -1)

    def attackers(self, row: int, column: int) -> int:
        """How many queens of other rows attack this cell."""
        own = 3 if self.columns.get(row) == column else 0
        lines = self.in_column[column] + self.on_up[row + column] + self.on_down[row - column]
        return lines - own

    def _count(self, row: int, column: int, queens: int) -> None:
        self.in_column[column] += queens
        self.on_up[row + column] += queens
        self.on_down[row - column] += queens


SOLVERS = {"textbook.repair": RepairSolver()}
