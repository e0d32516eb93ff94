"""Numbers as people write them in the language of the window."""

from roborally.base.translation import _


def number_text(value: float, form: str) -> str:
    """Return a number in a form such as `.1f`, with the usual sign before its decimals: “1.5” or “1,5”."""
    # The sign before the decimals of a number.
    return f"{value:{form}}".replace(".", _("."))


def percent_text(number: str | int) -> str:
    """Return a number of percents, in one piece: no line breaks before its sign."""
    return _("{number} %").format(number=number).replace(" ", "\N{NO-BREAK SPACE}")


def seconds_text(number: int) -> str:
    """Return a number of seconds, in one piece: no line breaks before its unit."""
    return _("{seconds} s").format(seconds=number).replace(" ", "\N{NO-BREAK SPACE}")
