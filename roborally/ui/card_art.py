"""Pictures of commands: card faces and symbols, from the art of whichever plugin has them."""

from collections.abc import Sequence
from pathlib import Path

import arcade

from roborally.loader import Plugin
from roborally.ui import pictures

CARD_SHAPE = 168 / 120
"""The height of a card for each unit of its width."""


class CardArt:
    """Finds the pictures of commands by their names."""

    def __init__(self, plugins: Sequence[Plugin]) -> None:
        """Take the plugins of a match."""
        self._folders = [plugin.folder / "art" for plugin in plugins]
        self._found: dict[str, Path | None] = {}

    def face(self, command: str, side: int = 128) -> arcade.Texture:
        """Return the face of a card; `empty` and `unknown` are faces too."""
        return self._picture(command, f"{command}.png", side)

    def symbol(self, command: str, side: int = 64) -> arcade.Texture:
        """Return the symbol of a command."""
        return self._picture(command, f"icon-{command}.png", side)

    def _picture(self, command: str, name: str, side: int) -> arcade.Texture:
        if name not in self._found:
            self._found[name] = next((folder / name for folder in self._folders if (folder / name).is_file()), None)
        path = self._found[name]
        return pictures.picture(path, side) if path is not None else pictures.missing_tile(command[:1].upper(), 64)
