"""The interface for other plugins: option cards and weapons of their own (OPT-G01 to OPT-G07).

`rules.add(OPTION_CARDS, name, OptionCard(…))` puts a card into the deck. It takes effect through functions at
points, values and questions; these ask `works(match, piece, name)` first.
"""

from .cards import draw, give_back, has, is_down, markers, players_of, set_markers, take, users, works
from .deck import OPTION_CARDS, OptionCard, Shot, Weapon, deck, direction_of, first_in_line

__all__ = [
    "OPTION_CARDS",
    "OptionCard",
    "Shot",
    "Weapon",
    "deck",
    "direction_of",
    "draw",
    "first_in_line",
    "give_back",
    "has",
    "is_down",
    "markers",
    "players_of",
    "set_markers",
    "take",
    "users",
    "works",
]
