"""The plugin's slot in the state of a match, and its settings."""

from typing import Any, Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class CardsSlot(TypedDict):
    """The program cards in one match; all tuples but the last four are by index of piece.

    With `scripted` (scenarios) `programs` and `deals` hold one entry for each turn, programs are taken as written and
    nothing is dealt or filled at random.
    """

    hands: tuple[tuple[str, ...], ...]
    """The cards of the hand that are in no register."""
    dealt: tuple[int, ...]
    """The number of cards dealt for this turn."""
    slots: tuple[tuple[str, ...], ...]
    """The cards in the five registers; empty texts for empty ones."""
    locks: tuple[tuple[int, ...], ...]
    """The numbers of the locked registers, ascending."""
    spare: tuple[tuple[str, ...], ...]
    """Cards set aside for an exchange of the hand."""
    deck: tuple[str, ...]
    """The draw pile, the top card first."""
    discard: tuple[str, ...]
    """The discarded cards, the latest last."""
    scripted: bool
    programs: tuple[tuple[Any, ...], ...]
    deals: tuple[tuple[Any, ...], ...]


class CardsSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    destroyed_at: int
    choose_freed_register: bool
    move3_cards: bool
    hidden_priorities: bool
    ai_seconds: int
    least_seconds: int


slot_of: Final = plugin_slot("program-cards", CardsSlot)
settings_of: Final = plugin_settings("program-cards", CardsSettings)
