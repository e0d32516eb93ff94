"""Formats numbers for texts in the player's language."""

from roborally.base.translation import _


def number_text(value: float, form: str) -> str:
    """Return a number in a format such as `.1f`, with the decimal sign of the player's language: “1.5” or “1,5”."""
    # The decimal sign.
    return f"{value:{form}}".replace(".", _("."))


def percent_text(number: str | int) -> str:
    """Return a number with a percent sign, such as “50 %”, without a line break between them."""
    return _("{number} %").format(number=number).replace(" ", "\N{NO-BREAK SPACE}")


def seconds_text(number: int) -> str:
    """Return a number of seconds with its unit, such as “5 s”, without a line break between them."""
    return _("{seconds} s").format(seconds=number).replace(" ", "\N{NO-BREAK SPACE}")
