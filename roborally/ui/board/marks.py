"""Finds the marks of events: pictures that rise beside a robot, which manifests name in their tables `[act]`."""

from collections.abc import Iterable

import arcade
from arcade.types import Color

from roborally.base.templates import fill
from roborally.core.events import Event
from roborally.narration.chronicle import topic
from roborally.plugin_system.art import symbol_file
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import ActManifest
from roborally.ui.toolkit import pictures, theme

SIDE = 64


class ActMarks:
    """The tables `[act]` in the manifests of all plugins of a match."""

    def __init__(self, plugins: Iterable[Plugin]) -> None:
        self._acts: dict[str, ActManifest] = {}
        self._plugins = list(plugins)
        for plugin in self._plugins:
            self._acts |= plugin.manifest.act

    def find(self, event: Event) -> ActManifest | None:
        """Return the mark of an event, `None` if no manifest has one."""
        return self._acts.get(topic(event))

    def announces(self, event: Event) -> bool:
        """Return whether an event is important enough that its sentence is shown in large letters."""
        act = self.find(event)
        return event["type"] in ("over", "destroy") or (act is not None and act.banner)

    def picture(self, act: ActManifest, event: Event) -> arcade.Texture | None:
        """Return the picture of an event's mark, `None` for none, or a tile with a letter if the file is missing."""
        name = fill(act.symbol, event)
        if not name:
            return None
        path = symbol_file(name, self._plugins)
        return pictures.picture(path, SIDE) if path.is_file() else pictures.missing_tile(name[:1].upper(), SIDE)


def tint_of(act: ActManifest) -> Color:
    """Return the colour by which a mark's picture is multiplied; white leaves it unchanged."""
    return theme.tint(act.tint)
