"""The plugin's slot in the state of a match."""

from typing import Final, TypedDict

from roborally.plugin import plugin_slot


class OilSlot(TypedDict):
    """By piece: the direction of its slide, -1 for none; `spinning` is the robot with wheel-spin, -1 for none."""

    marks: tuple[int, ...]
    spinning: int


slot_of: Final = plugin_slot("oil", OilSlot)
