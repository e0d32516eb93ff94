"""The values that the plugin `race` keeps in the state of a match, and its settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class RaceSlot(TypedDict):
    """The objectives of robots and how many they have reached; tuples are by index of piece, cells are indexes."""

    reached: tuple[int, ...]
    """The number of cells of its list that the robot has reached."""
    routes: tuple[tuple[int, ...], ...]
    """The cells that the robot must reach, in order."""
    done: tuple[tuple[int, ...], ...]
    """The cells that the robot has reached."""
    goal: int
    """The length of the common route (STD-103)."""
    own: bool
    """Whether robots have lists of their own instead of the common one."""


class RaceSettings(TypedDict):
    """The settings of the plugin `race` in one match; plugin.toml describes each."""

    checkpoints: int
    touch: str
    checkpoints_repair: int
    ordered: bool
    secret_objectives: bool


slot_of: Final = plugin_slot("race", RaceSlot)
settings_of: Final = plugin_settings("race", RaceSettings)
