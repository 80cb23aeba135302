"""Checking: solvers against each other, and anybody's function or program against the model."""
