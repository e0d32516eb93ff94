"""What the plugin keeps in the state of a match."""

from typing import TypedDict

from roborally.plugin import plugin_slot


class OilSlot(TypedDict):
    """By piece: the mark of what oil does to it; `spinning` is the robot that spins now, -1 for none."""

    marks: list[int]
    spinning: int


slot_of = plugin_slot("oil", OilSlot)
