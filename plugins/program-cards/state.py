"""What the plugin keeps in the state of a match, and its settings."""

from typing import Any, Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class CardsSlot(TypedDict):
    """What the robots hold and have laid; all lists but the last four are indexed by piece.

    With `scripted` (scenarios) `programs` and `deals` hold one entry for each turn, programs are taken as written and
    nothing is dealt or filled at random.
    """

    hands: list[tuple[str, ...]]
    """The cards not laid out."""
    dealt: list[int]
    """The size of the hand this turn."""
    slots: list[tuple[str, ...]]
    """The five registers."""
    locks: list[tuple[int, ...]]
    """The numbers of the locked registers, ascending."""
    spare: list[tuple[str, ...]]
    """Cards set aside for an exchange."""
    deck: list[str]
    """The draw pile, its top first."""
    discard: list[str]
    """The discard pile."""
    scripted: bool
    programs: list[tuple[Any, ...]]
    deals: list[tuple[Any, ...]]


class CardsSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    destroyed_at: int
    choose_freed_register: bool
    move3_cards: bool
    hidden_priorities: bool
    ai_seconds: int


slot_of: Final = plugin_slot("program-cards", CardsSlot)
settings_of: Final = plugin_settings("program-cards", CardsSettings)
