"""What options take: numbers in their ranges, or `OptionError` says what would be accepted."""

from __future__ import annotations

from numbers import Real

from cpqueens.errors import OptionError


def require_whole(
    name: str,
    value: object,
    least: int,
    most: int | None = 2**31 - 1,
    word: str | None = None,
) -> None:
    """Raise `OptionError` unless it is a whole number in the range, or the word."""
    if word is not None and value == word:
        return
    if (
        isinstance(value, bool)
        or not isinstance(value, int)
        or value < least
        or (most is not None and value > most)
    ):
        accepted = f"a whole number from {least}" + (f", or {word!r}," if word else "")
        raise OptionError(f"{name}: {value!r} is not accepted; {accepted} is")


def positive(name: str, value: float | None) -> float | None:
    """The seconds, if any are given. Raises `OptionError` unless they are above 0."""
    if value is not None:
        require_seconds(name, value)
    return value


def require_seconds(name: str, value: float) -> None:
    """Raise `OptionError` unless it is a number above 0."""
    if not (is_number(value) and value > 0):
        raise OptionError(f"{name}: {value!r} is not accepted; seconds above 0 are")


def is_number(value: object) -> bool:
    """Whether it is a real number, and not True or False."""
    return isinstance(value, Real) and not isinstance(value, bool)
