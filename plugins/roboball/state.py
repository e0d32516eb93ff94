"""The values that the plugin `roboball` keeps in the state of a match, and its settings."""

from typing import Final, NotRequired, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class RoboBallSlot(TypedDict):
    """The hitched robots, goals and extraction mode in one match of RoboBall."""

    hitched: tuple[bool, ...]
    """Whether each piece is hitched to the ball, by index of piece."""
    winner: int
    """The number of the team that has won, 0 for none."""
    goals: NotRequired[tuple[int, ...]]
    """The number of goals of each team, team 1 first; only where more than one wins (RBL-R14)."""
    agreed: int
    """How many owners have agreed to extraction mode for the next turn."""
    extraction: bool
    """Whether the ball is in extraction mode: it plays its own cards."""
    program: tuple[str, ...]
    """The cards that a scenario gives the ball for extraction mode."""


class RoboBallSettings(TypedDict):
    """The settings of the plugin `roboball` in one match; plugin.toml describes each."""

    extraction_mode: bool
    goals: int
    last_turn: int
    tie: str


slot_of: Final = plugin_slot("roboball", RoboBallSlot)
settings_of: Final = plugin_settings("roboball", RoboBallSettings)
