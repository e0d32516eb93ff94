"""The values that the plugin `power-down` keeps in the state of a match, and its settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class PowerDownSlot(TypedDict):
    """By index of piece: whether the piece is powered down in this turn, and whether it will be in the next.

    With `may_return_down` a robot that is destroyed is kept in `next` until its owner is asked (CLS-402).
    """

    down: tuple[bool, ...]
    next: tuple[bool, ...]


class PowerDownSettings(TypedDict):
    """The settings of the plugin `power-down` in one match; plugin.toml describes each."""

    power_down_heals: str
    may_stay_down: bool
    may_return_down: bool
    powered_down_touches: bool
    forced_power_down: bool
    shutdown_asked_at_end: bool


slot_of: Final = plugin_slot("power-down", PowerDownSlot)
settings_of: Final = plugin_settings("power-down", PowerDownSettings)
