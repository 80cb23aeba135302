"""Checker Challenge in the plainest way: every queen is held against every other one."""

import sys


def place(columns: list[int], n: int, found: list[list[int]]) -> None:
    r = len(columns)
    if r == n:
        found.append(list(columns))
        return
    for c in range(n):
        if all(c != d and abs(c - d) != r - i for i, d in enumerate(columns)):
            place([*columns, c], n, found)


def main() -> None:
    found: list[list[int]] = []
    place([], int(sys.stdin.readline()), found)
    for columns in found[:3]:
        print(*(c + 1 for c in columns))
    print(len(found))


if __name__ == "__main__":
    main()
