"""The values that the plugin `volt` keeps in the state of a match."""

from typing import Final, TypedDict

from roborally.plugin import plugin_slot


class VoltSlot(TypedDict):
    """Operators, their dice and the markers; the first four tuples, `programs` and `wanted` are by index of piece."""

    sides: tuple[int, ...]
    numbers: tuple[int, ...]
    """The start number that the operator has, 0 for none."""
    points: tuple[int, ...]
    crosses: tuple[tuple[str, ...], ...]
    """The texts of the three crosses, with directions of the compass; `()` before dice are laid."""
    pillars: tuple[int, ...]
    """All start numbers of this match, ascending (VLT-R02)."""
    lying: dict[str, int]
    """The number of markers on each victory-point space, by its number as text."""
    supply: tuple[int, ...]
    """The markers in the supply, each as the number of its space."""
    scripted: bool
    programs: tuple[tuple[tuple[str, ...], ...], ...]
    """The operators' programs for turns 1, 2 …, in a scenario."""
    wanted: tuple[int, ...]
    """The start number that the operator takes each turn in a scenario, 0 for none."""
    draws: tuple[int, ...]
    """The spaces of the markers that are drawn next, in a scenario."""


slot_of: Final = plugin_slot("volt", VoltSlot)
