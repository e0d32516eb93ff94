"""What the plugin keeps in the state of a match."""

from typing import TypedDict

from roborally.plugin import PluginSlot


class EnteringSlot(TypedDict):
    """By piece: whether it waits outside the floor."""

    waiting: list[bool]


slot_of = PluginSlot("entering", EnteringSlot)
