"""`solvers`: what each solver can do."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from cpqueens import kernel, solvers
from cpqueens.cli import ANSWERED
from cpqueens.question import Job

DESCRIPTION = """\
What each solver can do, whether it is installed, and whether the native kernel is
compiled or its slower twin in Python runs.

  python -m cpqueens solvers"""


def configure(parser: ArgumentParser) -> None:
    """No arguments."""


def run(options: Namespace) -> int:
    print(f"kernel: {kernel.KIND}")
    width = max(map(len, solvers.names()))
    for name in solvers.names():
        solver = solvers.find(name)
        jobs = ", ".join(job.value for job in Job if job in solver.jobs)
        print(f"\n{name:{width}}  {solver.summary}")
        print(f"{'':{width}}  answers: {jobs}{'' if solver.complete else ' (incomplete)'}")
        if reason := solver.missing():
            print(f"{'':{width}}  not here: {reason}")
    return ANSWERED
