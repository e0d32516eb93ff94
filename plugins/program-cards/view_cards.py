"""Pictures of commands: card faces and symbols, from the art of whichever plugin has them."""

from collections.abc import Sequence

import arcade

from roborally.loader import Plugin
from roborally.ui import pictures
from roborally.ui.table import Table

from .hand import command_of


def card_face(table: Table, command: str, side: int = 128) -> arcade.Texture:
    """Return the face of a command's card; `empty` and `unknown` are faces too."""
    return _picture(table.plugins, command, f"{command}.png", side)


def card_symbol(table: Table, command: str, side: int = 64) -> arcade.Texture:
    """Return the symbol of a command."""
    return _picture(table.plugins, command, f"icon-{command}.png", side)


def slot_face(table: Table, content: str | None, side: int) -> arcade.Texture:
    """Return what is seen in a register: a card, its back, or nothing."""
    return card_face(table, "empty" if content is None else command_of(content) or "unknown", side)


def slot_told(table: Table, content: str) -> str:
    """Return what the card in a register does."""
    return table.words.command_help(command_of(content))


def _picture(plugins: Sequence[Plugin], command: str, name: str, side: int) -> arcade.Texture:
    path = next((path for plugin in plugins if (path := plugin.folder / "art" / name).is_file()), None)
    return pictures.picture(path, side) if path is not None else pictures.missing_tile(command[:1].upper(), 64)
