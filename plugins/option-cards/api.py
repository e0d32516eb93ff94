"""The functions for option cards and weapons that other plugins may import (OPT-G01 to OPT-G07).

`add_card(rules, settings, OptionCard(name, …))` puts a card into the deck, with its effect and all that it keeps.
"""

from .deck import OPTION_CARDS, OptionCard, Shot, Weapon, add_card, deck, direction_of, first_in_line
from .holders import draw, give_back, has, is_down, lay, markers, players_of, set_markers, take, users, works
from .state import CardMark, Kept, KeptOnce

__all__ = [
    "OPTION_CARDS",
    "CardMark",
    "Kept",
    "KeptOnce",
    "OptionCard",
    "Shot",
    "Weapon",
    "add_card",
    "deck",
    "direction_of",
    "draw",
    "first_in_line",
    "give_back",
    "has",
    "is_down",
    "lay",
    "markers",
    "players_of",
    "set_markers",
    "take",
    "users",
    "works",
]
