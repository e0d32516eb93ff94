"""The plugin's slot in the state of a match, and its settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class RaceSlot(TypedDict):
    """How far robots have come; tuples are indexed by piece, cells are indexes."""

    reached: tuple[int, ...]
    """The number of checkpoints that count."""
    routes: tuple[tuple[int, ...], ...]
    """The cells to reach, in order."""
    done: tuple[tuple[int, ...], ...]
    """The cells reached, where the order is free."""
    goal: int
    """The length of the common route (STD-103)."""
    own: bool
    """Whether each robot has its own list."""


class RaceSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    checkpoints: int
    touch: str
    checkpoints_repair: int
    ordered: bool
    secret_objectives: bool


slot_of: Final = plugin_slot("race", RaceSlot)
settings_of: Final = plugin_settings("race", RaceSettings)
