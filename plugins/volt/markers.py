"""Victory markers: those in the supply and those on the spaces (VLT-701)."""

from roborally.plugin import Match

from .state import slot_of


def add_markers(match: Match, number: int, count: int) -> None:
    """Lay markers on the space with this number, which must exist in the arena; a negative count takes them."""
    slot = slot_of(match)
    slot["lying"] = {**slot["lying"], str(number): slot["lying"][str(number)] + count}


def without_one(markers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return markers, as the numbers of their spaces, without the first one of a number, which must be among them."""
    at = markers.index(number)
    return markers[:at] + markers[at + 1 :]
