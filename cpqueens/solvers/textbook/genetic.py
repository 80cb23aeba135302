"""A genetic algorithm over permutations.

An individual is a permutation of the columns, the queens row by row, so that only diagonals can
clash; the fewer pairs of queens that attack each other, the fitter it is. Of five individuals
picked at random the fittest two are parents. A child takes the first part of one parent, cut at
random, and the columns that are missing in the order in which they follow in the other (cut and
crossfill), and mostly two of its entries are swapped (mutation). Two children replace the two least
fit. A population that has not come to a placement after some children is given up for a new one.

A child costs a look at each queen. There is no proof of anything, and for large n it is far behind
heuristic repair. Nodes are individuals tried. Rows and columns count from 0.

A. E. Eiben and J. E. Smith, Introduction to Evolutionary Computing (2003), chapter 2, whose
example this is; A. Homaifar, J. Turner and S. Ali, The N-queens problem and genetic algorithms,
IEEE Southeastcon (1992).
"""

from __future__ import annotations

from collections import Counter
from random import Random

from cpqueens.board import Board
from cpqueens.question import Job, Options, Question
from cpqueens.solvers.base import Columns, Solver, Tally
from cpqueens.solvers.textbook.common import node_counter, too_large, unlike_chess_queens

POPULATION = 100
PICKED = 5
MUTATION_RATE = 0.8
CHILDREN_OF_A_POPULATION = 10_000
MOST_POPULATIONS = 20


class GeneticSolver(Solver):
    name = "textbook.genetic"
    summary = "a genetic algorithm over permutations (cut and crossfill, swaps)"
    jobs = frozenset({Job.ONE})
    complete = False

    def unfit(self, board: Board) -> str | None:
        return too_large(board) or unlike_chess_queens(board)

    def answer(self, board: Board, question: Question, options: Options, tally: Tally) -> None:
        rng = Random(options.seed or 0)
        count_node = node_counter(tally)

        def clashes(individual: Columns) -> int:
            count_node()
            return attacking_pairs(individual[: board.rows]) + misplaced(individual, board)

        for _ in range(MOST_POPULATIONS):
            every_column = range(board.columns)
            population = [tuple(rng.sample(every_column, board.columns)) for _ in range(POPULATION)]
            ranked = sorted((clashes(individual), individual) for individual in population)
            for _ in range(CHILDREN_OF_A_POPULATION // 2):
                fewest, fittest = ranked[0]
                if fewest == 0:
                    tally.placements = [fittest[: board.rows]]
                    tally.counted = 1
                    return
                (_, mother), (_, father) = sorted(rng.sample(ranked, PICKED))[:2]
                cut = rng.randint(1, board.columns)
                children = [crossed(mother, father, cut), crossed(father, mother, cut)]
                children = [mutated(child, rng) for child in children]
                ranked[-2:] = [(clashes(child), child) for child in children]
                ranked.sort()
        tally.stop(f"{MOST_POPULATIONS} populations without a placement")


def attacking_pairs(queens: Columns) -> int:
    """How many pairs share a diagonal or antidiagonal.

    >>> attacking_pairs((0, 1, 2, 3)), attacking_pairs((1, 3, 0, 2))
    (6, 0)
    """
    up = Counter(row + column for row, column in enumerate(queens))
    down = Counter(row - column for row, column in enumerate(queens))
    return sum(queens * (queens - 1) // 2 for queens in (*up.values(), *down.values()))


def misplaced(individual: Columns, board: Board) -> int:
    """How many queens stand where none may."""
    return sum(
        not mask >> column & 1 for mask, column in zip(board.allowed, individual, strict=False)
    )


def crossed(first: Columns, second: Columns, cut: int) -> Columns:
    """The first parent's columns up to the cut, then the others as they follow in the second.

    >>> crossed((0, 1, 2, 3, 4), (4, 3, 2, 1, 0), 2)
    (0, 1, 2, 4, 3)
    """
    kept = first[:cut]
    following = second[cut:] + second[:cut]
    return kept + tuple(column for column in following if column not in kept)


def mutated(individual: Columns, rng: Random) -> Columns:
    """Mostly with two entries swapped."""
    if rng.random() >= MUTATION_RATE:
        return individual
    columns = list(individual)
    one, other = rng.choices(range(len(columns)), k=2)
    columns[one], columns[other] = columns[other], columns[one]
    return tuple(columns)


SOLVERS = {"textbook.genetic": GeneticSolver()}
