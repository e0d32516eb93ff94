"""Pictures of commands for the window: card faces and symbols, from the art of the plugin that has them."""

from collections.abc import Sequence

import arcade

from roborally.plugin_system.loader import Plugin
from roborally.ui.context import MatchContext
from roborally.ui.toolkit import pictures

from .deck import command_of


def card_face(context: MatchContext, command: str, side: int = 128) -> arcade.Texture:
    """Return the picture of a command's card, `side` pixels high; `empty` and `unknown` are also commands here."""
    return _picture(context.plugins, command, f"{command}.png", side)


def card_symbol(context: MatchContext, command: str, side: int = 64) -> arcade.Texture:
    """Return the symbol of a command, `side` pixels high."""
    return _picture(context.plugins, command, f"icon-{command}.png", side)


def slot_face(context: MatchContext, content: str | None, side: int) -> arcade.Texture:
    """Return a register's picture, `side` pixels high: empty for `None`, a back for an empty text, else the card."""
    return card_face(context, "empty" if content is None else command_of(content) or "unknown", side)


def _picture(plugins: Sequence[Plugin], command: str, name: str, side: int) -> arcade.Texture:
    path = next(filter(None, (plugin.find("art", name) for plugin in plugins)), None)
    return pictures.picture(path, side) if path is not None else pictures.missing_tile(command[:1].upper(), 64)
