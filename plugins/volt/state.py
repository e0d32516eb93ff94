"""The state of the mode in a match."""

from typing import Final, TypedDict

from roborally.plugin import plugin_slot


class VoltSlot(TypedDict):
    """Operators, their dice and the markers; the first four lists and `programs` and `wanted` are indexed by piece."""

    sides: tuple[int, ...]
    numbers: tuple[int, ...]
    """The start number held, 0 for none."""
    points: tuple[int, ...]
    crosses: tuple[tuple[str, ...], ...]
    """Three texts with directions of the compass, empty before they are laid."""
    pillars: tuple[int, ...]
    """All start numbers of the game (VLT-R02)."""
    lying: dict[str, int]
    """The number of markers on a space, by its number."""
    supply: tuple[int, ...]
    """The numbers of the markers that are left."""
    scripted: bool
    programs: tuple[tuple[tuple[str, ...], ...], ...]
    """Scenarios: the programs, one for each turn."""
    wanted: tuple[int, ...]
    """Scenarios: the start number that is taken again each turn."""
    draws: tuple[int, ...]
    """Scenarios: the markers that are drawn."""


slot_of: Final = plugin_slot("volt", VoltSlot)
