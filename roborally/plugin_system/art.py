"""Finds pictures in the folders `art` of plugins: a plugin may bring pictures for what others have none for."""

from collections.abc import Iterable
from pathlib import Path

from roborally.plugin_system.loader import Plugin

ART = "art"
"""The folder of a plugin for pictures."""
CHASSIS = ("scout", "crawler", "hauler", "tanky", "james-bot", "lazybot", "albot", "peach")
"""The bodies of robots without a model, by seat; their pictures are in `assets/robots`."""
PAINT = "-paint.png"
"""How the file ends, beside `fury.png`, that says what of a robot has the colour of its seat."""


def find_picture(name: str, owner: Plugin, plugins: Iterable[Plugin]) -> Path | None:
    """Return a picture by its file's name: the owner's, else that of the first of the plugins, or `None`."""
    if not name or Path(name).name != name:
        return None
    found = (plugin.folder / ART / name for plugin in (owner, *plugins))
    return next((path for path in found if path.is_file()), None)
