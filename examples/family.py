"""A walk through the family: one idea, said five times, each answered in a line.

Run it with `python examples/family.py`.
"""

from __future__ import annotations

import cpqueens as cq

N = 8


def family() -> dict[str, cq.Model]:
    """Boards of side 8 on which queens, or something like queens, must not meet."""
    return {
        "queens": cq.queens(N),
        "rooks": cq.Model(board=N, constraints=[cq.no_attack("rook")]),
        "queens that leap as knights too": cq.Model(
            board=N, constraints=[cq.no_attack("queen"), cq.no_attack("knight")]
        ),
        "queens on a torus": cq.Model(
            board=N,
            constraints=[
                cq.all_different(cq.column),
                cq.all_different((cq.row + cq.column) % N),
                cq.all_different((cq.row - cq.column) % N),
            ],
        ),
        "queens off the main diagonals": cq.Model(
            board=N,
            constraints=[
                cq.no_attack("queen"),
                cq.forbid((cq.row == cq.column) | (cq.row + cq.column == N + 1)),
            ],
        ),
    }


def main() -> None:
    for name, model in family().items():
        result = cq.solve(model, solutions=1, count=True)
        print(f"{name}: {result.outcome}")
        for placement in result.placements:
            print(placement)
        print()


if __name__ == "__main__":
    main()
