"""The plugin's slot in the state of a match, and its settings."""

from typing import Final, NotRequired, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class RoboBallSlot(TypedDict):
    """The hitched robots, and the state of the match."""

    hitched: tuple[bool, ...]
    """Whether a robot is hitched, by piece."""
    winner: int
    """The number of the team that has won, 0 for none."""
    goals: NotRequired[tuple[int, ...]]
    """The goals of each team, team 1 first; only where more than one wins (RBL-R14)."""
    agreed: int
    """How many owners have agreed to the extraction mode."""
    extraction: bool
    """Whether the ball plays its own cards."""
    program: tuple[str, ...]
    """The cards that a scenario gives the ball."""


class RoboBallSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    extraction_mode: bool
    goals: int
    last_turn: int
    tie: str


slot_of: Final = plugin_slot("roboball", RoboBallSlot)
settings_of: Final = plugin_settings("roboball", RoboBallSettings)
