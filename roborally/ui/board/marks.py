"""Marks beside a robot for played events: the pictures that manifests name in `[act]`."""

from collections.abc import Iterable
from pathlib import Path

import arcade
from arcade.types import Color

from roborally.base.templates import fill
from roborally.core.events import Event
from roborally.narration.chronicle import topic
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import ActManifest
from roborally.ui.toolkit import pictures, theme

SIDE = 64


class Marks:
    """The acts of all plugins of a game, by the manifests' names of events."""

    def __init__(self, plugins: Iterable[Plugin]) -> None:
        """Collect the acts from the manifests."""
        self._acts: dict[str, ActManifest] = {}
        self._options: dict[str, Path] = {}
        self._folders: list[Path] = []
        for plugin in plugins:
            self._acts |= plugin.manifest.act
            self._folders.append(plugin.folder / "art")
            for name, option in plugin.manifest.option.items():
                self._options[name] = plugin.folder / "art" / (option.sprite or f"{name}.png")

    def find(self, event: Event) -> ActManifest | None:
        """Return the mark of an event, or `None`."""
        return self._acts.get(topic(event))

    def picture(self, act: ActManifest, event: Event) -> arcade.Texture | None:
        """Return the picture that rises or sinks, or `None`; without a picture, use a tile with a letter."""
        name = fill(act.symbol, event)
        if not name:
            return None
        paths = [folder / f"{name}.png" for folder in self._folders]
        paths = [self._options.get(name, paths[0]), *paths, theme.asset("icons", f"{name}.png")]
        path = next((path for path in paths if path.is_file()), None)
        return pictures.picture(path, SIDE) if path is not None else pictures.missing_tile(name[:1].upper(), SIDE)


def tint_of(act: ActManifest) -> Color:
    """Return the colour that tints the picture; white leaves it unchanged."""
    return theme.tint(act.tint)
