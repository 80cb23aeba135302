"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

import itertools
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from cpqueens import formats, modelfile, yamltree
from cpqueens.errors import InputError, ModelError, OptionError, did_you_mean
from cpqueens.formats.base import Format
from cpqueens.loading import load
from cpqueens.model import Model

MOST_INSTANCES = 100_000
_RANGE = re.compile(r"(-?[0-9]{1,18})(?:\.\.(-?[0-9]{1,18}))?\Z")

Setting = tuple[str, list[int]]


def add_model(parser: ArgumentParser) -> None:
    """MODEL and the options that set its parameters."""
    parser.add_argument(
        "model",
        metavar="MODEL",
        help="a model file, or the name of a model that ships (queens, sultan, …)",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUES",
        type=setting,
        action="append",
        default=[],
        help="set a parameter: n=12, n=4..12 for each of a range, n=4,8,12 for each of a list; "
        "can be given several times",
    )


def add_search(parser: ArgumentParser) -> None:
    """The options of how to search."""
    parser.add_argument(
        "--solver", default="auto", metavar="S", help="the solver to ask (default: auto)"
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="S", help="stop after S seconds for each instance"
    )
    parser.add_argument(
        "--threads", type=positive, default=1, metavar="T", help="threads (default: 1)"
    )


def add_input(parser: ArgumentParser) -> None:
    """Where instances of a contest come from."""
    parser.add_argument(
        "--input", metavar="F", help="instances in the model's contest format; - is standard input"
    )


def add_output(parser: ArgumentParser, formats: Sequence[str], how: str) -> None:
    """Where results go, and in which of these formats."""
    parser.add_argument("--output", metavar="F", help="write here instead of standard output")
    parser.add_argument("--format", type=one_of(formats), metavar="|".join(formats), help=how)


def setting(text: str) -> Setting:
    """`n=4..12` or `n=4,8` as a name and its values."""
    name, equals, values = text.partition("=")
    if not equals or not name:
        raise ArgumentTypeError(f"{text!r} is not NAME=VALUES, such as n=12 or n=4..12")
    numbers: list[int] = []
    for part in values.split(","):
        match = _RANGE.match(part)
        if not match:
            raise ArgumentTypeError(
                f"{part!r} is no value for {name}; a whole number such as 12, a range such as "
                "4..12 or a list such as 4,8,12 is"
            )
        first = int(match[1])
        last = first if match[2] is None else int(match[2])
        if first > last:
            raise ArgumentTypeError(f"the range {part} is empty")
        if last - first >= MOST_INSTANCES:
            raise ArgumentTypeError(f"the range {part} has more than {MOST_INSTANCES:,} values")
        numbers += range(first, last + 1)
    return name.strip(), numbers


def seconds(text: str) -> float:
    """A time above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise ArgumentTypeError(f"{text!r} is no time; seconds above 0 are accepted")
    return value


def positive(text: str) -> int:
    """A whole number from 1."""
    if whole(text) == 0:
        raise ArgumentTypeError("0 is not accepted; a whole number from 1 is")
    return int(text)


def whole(text: str) -> int:
    """A whole number from 0."""
    if not re.match(r"[0-9]{1,9}\Z", text):
        raise ArgumentTypeError(f"{text!r} is not a whole number (at most nine digits)")
    return int(text)


def part(text: str) -> float:
    """A part of a whole, from 0 and below 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1:
        raise ArgumentTypeError(f"{text!r} is not accepted; 0 up to 1 is (0.05 for 5 %)")
    return value


def one_of(names: Sequence[str]) -> Callable[[str], str]:
    """One of these names."""

    def read(text: str) -> str:
        if text not in names:
            raise ArgumentTypeError(
                f"{text!r} is not accepted; {', '.join(names)} are{did_you_mean(text, names)}"
            )
        return text

    return read


def instances(model: Model, settings: list[Setting]) -> list[Model]:
    """The model's instances for each combination of the settings."""
    names = [name for name, _ in settings]
    repeated = {name for name in names if names.count(name) > 1}
    if repeated:
        raise OptionError(f"--set {min(repeated)} is given twice; write {min(repeated)}=4,8")
    combinations = 1
    for _, values in settings:
        combinations *= len(values)
    if combinations > MOST_INSTANCES:
        raise OptionError(f"--set makes {combinations:,} instances; at most {MOST_INSTANCES:,}")
    found: list[Model] = []
    for chosen_values in itertools.product(*(values for _, values in settings)):
        chosen = dict(zip(names, chosen_values, strict=True))
        found += (model.with_parameters(**chosen) if chosen else model).each_instance()
    return found


def chosen_instances(options: Namespace) -> tuple[Model, list[Model], Format | None]:
    """The model, what is to be answered, and the contest format if `--input` was given."""
    model = load(options.model)
    if getattr(options, "input", None) is None:
        return model, instances(model, options.set), None
    form = contest_format(model)
    for name, values in options.set:
        if len(values) > 1:
            raise OptionError(f"--set {name} has several values; with --input one is accepted")
        model = model.with_parameters(**{name: values[0]})
    text = _input_text(options.input)
    try:
        return model, form.read(text, model), form
    except InputError as error:
        raise InputError(error.message, error.line, _input_name(options.input)) from None


def contest_format(model: Model) -> Format:
    """The contest format that the model names; raises `ModelError` where it names none."""
    if model.format is None:
        names = ", ".join(formats.names())
        raise ModelError(
            f"the model {model.name} has no contest format; the key format: names one of {names}"
        )
    return formats.find(model.format)


def _input_name(path: str) -> str:
    return "standard input" if path == "-" else path


def _input_text(path: str) -> str:
    if path == "-":
        raw = sys.stdin.buffer.read(yamltree.LARGEST_FILE + 1)
        try:
            return raw.decode()
        except UnicodeDecodeError:
            raise InputError("no UTF-8 text", None, "standard input") from None
    return modelfile.read_text(Path(path))
