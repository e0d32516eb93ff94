"""Finds the modules of the game's own option cards in `cards/`, which the plugin puts into the deck."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from . import cards
from .deck import OptionCard


def card_of(module: ModuleType) -> OptionCard:
    """Return the `CARD` of a module in `cards/`."""
    card: OptionCard = module.CARD
    return card


CARD_MODULES = sorted(
    (import_module(f"{cards.__name__}.{entry.name}") for entry in iter_modules(cards.__path__)),
    key=lambda module: card_of(module).number,
)
"""The modules in `cards/`, sorted by the numbers of the cards."""
