"""Adds the numbers of its input: a right program, and a quick one."""

import sys

print(sum(map(int, sys.stdin.read().split())))
