"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

import itertools
import re
import sys
from argparse import Action, ArgumentError, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cpqueens import formats, modelfile, yamltree
from cpqueens.errors import InputError, ModelError, OptionError, did_you_mean
from cpqueens.formats.base import Format, Reader
from cpqueens.loading import input_format, load
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
    """Where instances come from."""
    parser.add_argument(
        "--input",
        metavar="F",
        help="instances in the model's format, or in that of --format; - is standard input",
    )
    parser.set_defaults(input_format=None)


def add_output(
    parser: ArgumentParser, styles: Sequence[str], how: str, *, read_too: bool = False
) -> None:
    """Where results go, and in which of these styles; with `read_too` `--format` can also name the
    format of the input, as `input_format`."""
    parser.add_argument("--output", metavar="F", help="write here instead of standard output")
    if not read_too:
        parser.add_argument("--format", type=one_of(styles), metavar="|".join(styles), help=how)
        return
    parser.add_argument(
        "--format",
        type=one_of((*styles, *formats.names())),
        action=_StyleOrFormat,
        metavar="|".join((*styles, "NAME")),
        help=f"{how}; or how the input is written: {', '.join(formats.names())} (default: what the "
        "model names, or the file's name tells); can be given once for each",
    )


class _StyleOrFormat(Action):
    """`--format` for the answer, `--format` for the input, each once."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, value: Any, option: str | None = None
    ) -> None:
        home = "input_format" if value in formats.names() else "format"
        given = namespace.__dict__.setdefault("formats_given", {})
        if home in given:
            what = "the input" if home == "input_format" else "the answer"
            raise ArgumentError(self, f"{given[home]} and {value} are both formats of {what}")
        given[home] = value
        setattr(namespace, home, value)


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
    """The model, what is to be answered, and the contest format if `--input` is in one."""
    model = load(options.model)
    if options.input is None:
        if options.input_format is not None:
            raise OptionError(
                f"--format {options.input_format} is how an input is written; --input FILE is due"
            )
        return model, instances(model, options.set), None
    form = input_format(model, options.input, options.input_format)
    if not isinstance(form, Format):
        read = _instances_of_input(form, model, options.input)
        return model, [each for one in read for each in instances(one, options.set)], None
    for name, values in options.set:
        if len(values) > 1:
            raise OptionError(f"--set {name} has several values; with --input one is accepted")
        model = model.with_parameters(**{name: values[0]})
    return model, _instances_of_input(form, model, options.input), form


def contest_format(model: Model) -> Format:
    """The contest format that the model names; raises `ModelError` where it names none."""
    names = ", ".join(formats.contests())
    if model.format is None:
        raise ModelError(
            f"the model {model.name} has no contest format; the key format: names one of {names}"
        )
    form = formats.find(model.format)
    if not isinstance(form, Format):
        raise ModelError(
            f"the format {form.name} of the model {model.name} only reads boards, no contest "
            f"writes and judges answers so; {names} are formats of contests"
        )
    return form


def _instances_of_input(form: Reader, model: Model, path: str) -> list[Model]:
    text = _input_text(path)
    try:
        return form.read(text, model)
    except InputError as error:
        raise InputError(error.message, error.line, _input_name(path)) from None


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
