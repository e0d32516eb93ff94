"""Numbers as people write them in the language of the window."""

from roborally.base.translation import _


def told_number(value: float, form: str) -> str:
    """Return a number in a form such as `.1f`, with the usual sign before its decimals: “1.5” or “1,5”."""
    # The sign before the decimals of a number.
    return f"{value:{form}}".replace(".", _("."))
