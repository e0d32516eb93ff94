"""The plugin's slot in the state of a match, and its settings."""

from typing import Final, NotRequired, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class OptionSlot(TypedDict):
    """The holders of the cards, and the marks on the cards; tuples from `held` on are indexed by piece."""

    pile: tuple[str, ...]
    """The cards to draw, the top first."""
    returned: tuple[str, ...]
    """Cards that have been given back."""
    markers: dict[str, int]
    """The markers on a card, by `piece:card`."""
    rammed: tuple[int, ...]
    """Pieces that have been rammed."""
    passed: tuple[int, ...]
    """Pieces that have passed while they were controlled."""
    firing: tuple[int, ...]
    """Pieces with replacement weapons, in the order of the effects."""
    held: tuple[tuple[str, ...], ...]
    """The cards of a robot."""
    repairs: tuple[int, ...]
    """Points repaired beside a drawn card, -1: nothing was drawn."""
    reserve: tuple[str, ...]
    """The program card on Conditional Program."""
    stored: tuple[str, ...]
    """The program card on the Flywheel."""
    aborting: tuple[bool, ...]
    """Whether the Abort Switch is on."""
    unlocked: tuple[bool, ...]
    """Whether registers do not lock yet (OPT-06)."""
    copied: tuple[bool, ...]
    """Whether Superior Archive Copy works for this re-entry."""
    owing: tuple[bool, ...]
    """Whether a card is still to be given back."""
    was_down: tuple[bool, ...]
    """Whether it was powered down."""
    steps: tuple[int, ...]
    """The steps chosen, -1 for none."""
    turret: tuple[int, ...]
    """Quarter turns of the turret."""
    shield: tuple[str, ...]
    """The side of the shield."""
    weapon: tuple[str, ...]
    """This register's weapon."""
    aim: tuple[int, ...]
    """Its target, -1 for none."""
    aimed: tuple[int, ...]
    """The direction of its shot."""
    detail: tuple[int, ...]
    """The register that it aims at."""
    controller: tuple[int, ...]
    """The robot that controls it, -1 for none."""
    radio_used: tuple[bool, ...]
    side_stops: tuple[tuple[int, ...], ...]
    """Points that each side has stopped."""
    sides_gone: tuple[tuple[int, ...], ...]
    """Sides whose shield has ended."""
    straight: NotRequired[tuple[tuple[int, ...], ...]]
    """The curve that it has avoided and its direction, or nothing; only if it then goes straight on (OPT-R08)."""


class OptionSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    maximum: int
    dealt_at_start: int
    double_wrench: str
    without: list[str]
    mechanical_arm: str
    gyroscopic_stabilizer: str


slot_of: Final = plugin_slot("option-cards", OptionSlot)
settings_of: Final = plugin_settings("option-cards", OptionSettings)
