"""What the plugin keeps in the state of a match, and its settings."""

from typing import Final, NotRequired, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class OptionSlot(TypedDict):
    """The holders of the cards, and what lies on them; from `held` on the lists are indexed by piece."""

    pile: list[str]
    """The cards to draw, the top first."""
    returned: list[str]
    """Cards that have been given back."""
    markers: dict[str, int]
    """What lies on a card, by `piece:card`."""
    rammed: list[int]
    """Pieces that have been rammed."""
    passed: list[int]
    """Pieces that have passed while they were controlled."""
    firing: list[int]
    """Pieces with replacement weapons, in the order in which these take effect."""
    held: list[tuple[str, ...]]
    """The cards of a robot."""
    repairs: list[int]
    """Points repaired beside a drawn card, -1: nothing was drawn."""
    reserve: list[str]
    """The program card on Conditional Program."""
    stored: list[str]
    """The program card on the Flywheel."""
    aborting: list[bool]
    """Whether the Abort Switch is on."""
    unlocked: list[bool]
    """Whether registers do not lock yet (OPT-06)."""
    copied: list[bool]
    """Whether Superior Archive Copy works for this re-entry."""
    owing: list[bool]
    """Whether a card is still to be given back."""
    was_down: list[bool]
    """Whether it was powered down."""
    steps: list[int]
    """The steps chosen, -1 for none."""
    turret: list[int]
    """Quarter turns of the turret."""
    shield: list[str]
    """The side of the shield."""
    weapon: list[str]
    """This register's weapon."""
    aim: list[int]
    """Its target, -1 for none."""
    aimed: list[int]
    """The direction of its shot."""
    detail: list[int]
    """The register that it aims at."""
    controller: list[int]
    """The robot that controls it, -1 for none."""
    radio_used: list[bool]
    side_stops: list[tuple[int, ...]]
    """Points that each side has stopped."""
    sides_gone: list[tuple[int, ...]]
    """Sides whose shield has ended."""
    straight: NotRequired[list[tuple[int, ...]]]
    """The curve that it has avoided and the way it came, or nothing; only where it then goes straight on (OPT-R08)."""


class OptionSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    maximum: int
    dealt_at_start: int
    double_wrench: str
    without: list[str]
    mechanical_arm: str
    gyroscopic_stabilizer: str


slot_of: Final = plugin_slot("option-cards", OptionSlot)
settings_of: Final = plugin_settings("option-cards", OptionSettings)
