"""The values that the plugin `oil` keeps in the state of a match."""

from typing import Final, TypedDict

from roborally.plugin import plugin_slot


class OilSlot(TypedDict):
    """By piece the direction of its slide, or -1; `spinning` is the index of the robot with wheel-spin, or -1."""

    marks: tuple[int, ...]
    spinning: int


slot_of: Final = plugin_slot("oil", OilSlot)
