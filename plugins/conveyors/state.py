"""The plugin's slot in the state of a match, and its settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class ConveyorSlot(TypedDict):
    """Where belts have carried pieces; kept only where a robot that walks onto a curve is turned as well (CNB-R28)."""

    carried: tuple[int, ...]
    """The cell where a belt has carried a piece that has stood there since, -1 for none."""


class ConveyorSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    curve_rotation: str


slot_of: Final = plugin_slot("conveyors", ConveyorSlot)
settings_of: Final = plugin_settings("conveyors", ConveyorSettings)
