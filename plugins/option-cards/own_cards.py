"""Finds the game's own option cards: each is a module in `cards/`."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from . import cards
from .deck import OptionCard


def card_of(module: ModuleType) -> OptionCard:
    """Return the card that a module describes."""
    card: OptionCard = module.CARD
    return card


CARD_MODULES = sorted(
    (import_module(f"{cards.__name__}.{entry.name}") for entry in iter_modules(cards.__path__)),
    key=lambda module: card_of(module).number,
)
"""The modules of the cards in the order of the cards' numbers."""
