"""The plugin's slot in the state of a match."""

from typing import Final, TypedDict

from roborally.plugin import plugin_slot


class EnteringSlot(TypedDict):
    """Whether each piece waits outside the floor, by piece."""

    waiting: tuple[bool, ...]


slot_of: Final = plugin_slot("entering", EnteringSlot)
