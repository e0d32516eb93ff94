"""The values that the plugin `program-cards` keeps in the state of a match, and its settings."""

from typing import Any, Final, TypedDict

from roborally.plugin import plugin_settings, plugin_slot


class CardsSlot(TypedDict):
    """The program cards in one match; tuples are by index of piece, except those of `deck` and `discard`.

    With `scripted` (scenarios) `programs` and `deals` hold, for each piece, one entry for each turn; programs are taken
    as written and nothing is dealt or filled at random.
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
    """The settings of the plugin `program-cards` in one match; plugin.toml describes each."""

    destroyed_at: int
    choose_freed_register: bool
    move3_cards: bool
    hidden_priorities: bool
    ai_seconds: int
    least_seconds: int


slot_of: Final = plugin_slot("program-cards", CardsSlot)
settings_of: Final = plugin_settings("program-cards", CardsSettings)
