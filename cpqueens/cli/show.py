"""`show`: a model as people read it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from cpqueens.cli import ANSWERED
from cpqueens.cli.arguments import add_model, instances
from cpqueens.draw.mathematics import describe
from cpqueens.loading import load

DESCRIPTION = """\
Show a model: its mathematics, its parameters, its sizes and symmetries, its picture, and
which solvers can answer it and why the others cannot. Of a model with several instances
the first is drawn.

  python -m cpqueens show queens --set n=6
  python -m cpqueens show models/sultan.yaml"""


def configure(parser: ArgumentParser) -> None:
    add_model(parser)


def run(options: Namespace) -> int:
    model = load(options.model)
    chosen = instances(model, options.set)
    for name, values in options.set:
        model = model.with_parameters(**{name: values[0]})
    print(describe(model, chosen))
    return ANSWERED
