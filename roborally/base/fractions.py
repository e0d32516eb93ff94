"""Fractions as people write them in the language of the window; files and the tables of commands keep the point."""

from roborally.base.translation import _


def told_fraction(value: float, digits: int) -> str:
    """Return a number with so many digits after the sign, such as “28.3” or “28,3”."""
    # The usual pattern of a fraction: what stands between the zeros is put between whole and part.
    return f"{value:.{digits}f}".replace(".", _("0.0").strip("0"))
