"""Counts victory markers in the supply and on the spaces (VLT-701)."""

from roborally.plugin import Match

from .state import slot_of


def add_markers(match: Match, number: int, count: int) -> None:
    """Add `count` markers (negative: take away) to those on the space with this number, which must exist."""
    slot = slot_of(match)
    slot["lying"] = {**slot["lying"], str(number): slot["lying"][str(number)] + count}


def without_one(markers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return markers, as numbers of their spaces, without one marker of the space `number`, which must be there."""
    at = markers.index(number)
    return markers[:at] + markers[at + 1 :]
