"""The picture of a plugin in the list: its own, that of something it adds, or a symbol for its kind."""

from collections.abc import Iterator
from pathlib import Path

import arcade

from roborally.base.picture_file import read_picture
from roborally.features.authoring.window.entries import PluginEntry
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest_tables import ElementManifest
from roborally.ui.toolkit import pictures, theme

FACE = "plugin.png"
"""The name of a plugin's own picture in its folder `art`."""
ICONS = {
    "mode": "flag",
    "rules": "settings",
    "elements": "dice",
    "robots": "robot",
    "options": "wrench",
    "bot": "robot",
    "program": "wrench",
}
"""The icons of plugins without pictures, by kind."""
COLOUR = "red"
"""The colour of the robot in the picture of a plugin that brings robots."""


def face(entry: PluginEntry, side: int) -> arcade.Texture:
    """Return the picture of a plugin, at most `side` pixels wide and high; a cross if it has no readable manifest."""
    if entry.plugin is None:
        return pictures.icon("cross", side)
    for path in _places(entry.plugin):
        if path.is_file() and read_picture(path) is not None:
            return pictures.trimmed(path, side)
    return pictures.icon(ICONS[entry.kind], side)


def _places(plugin: Plugin) -> Iterator[Path]:
    manifest, art = plugin.manifest, plugin.folder / "art"
    yield art / FACE
    for kind, element in manifest.element.items():
        yield art / (_with_words(element) or f"{kind}.png")
    tables = (manifest.option, manifest.piece)
    yield from (art / (entry.sprite or f"{name}.png") for table in tables for name, entry in table.items())
    for name, model in manifest.robot.items():
        yield art / f"{name}.png"
        yield theme.asset("robots", f"{model.sprite}-{COLOUR}.png")
    yield from sorted(art.glob("*.png"))[:1]


def _with_words(element: ElementManifest) -> str:
    """Return the file name of an element's picture, with the first possible word for each value in braces."""
    name = element.sprite
    for group, words in element.words.items():
        name = name.replace(f"{{{group}}}", next(iter(words.values()), ""))
    return name
