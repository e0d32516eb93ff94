"""The values that the plugin `oil` keeps in the state of a match."""

from typing import Final, TypedDict

from roborally.plugin import plugin_slot


class OilSlot(TypedDict):
    """The direction of each piece's next slide, by index of piece, or -1; and the robot with wheel-spin, or -1."""

    marks: tuple[int, ...]
    spinning: int


slot_of: Final = plugin_slot("oil", OilSlot)
