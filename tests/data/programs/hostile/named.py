"""Answers from checker.in into checker.out, and prints what it likes besides."""

from pathlib import Path

numbers = map(int, Path("checker.in").read_text().split())
Path("checker.out").write_text(f"{sum(numbers)}\n")
print("looking at the board")
