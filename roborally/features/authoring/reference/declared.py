"""Collects what plugins declare and register for the plugin reference, by registering them in every mode."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import GameError
from roborally.game.settings import resolve_settings
from roborally.plugin import Rules
from roborally.plugin_system.loader import Catalogue, Plugin, register_rules

KERNEL = "core"
"""The owner of what the engine itself declares, in the place of a plugin's id."""


class RecordingRules(Rules):
    """Rules that also record in `added` the kind, owner (a plugin's id), name and value of each registration."""

    def __init__(self) -> None:
        self.added: list[tuple[str, str, str, Any]] = []
        super().__init__()

    def phase(self, sequence: str, name: str, run: Any, **more: Any) -> None:
        """Register a phase, and record it under the name `sequence phase`."""
        self.added.append(("phase", self.owner, f"{sequence} {name}", run))
        super().phase(sequence, name, run, **more)

    def element(self, kind: str, **more: Any) -> None:
        """Register a kind of element, and record its phase under the name `sequence phase`."""
        if more.get("phase"):
            self.added.append(("phase", self.owner, f"{more.get('sequence', 'register')} {more['phase']}", None))
        super().element(kind, **more)

    def _add(self, what: str, target: dict[str, Any], name: str, value: Any) -> None:
        self.added.append((what, self.owner, name, value))
        super()._add(what, target, name, value)


@dataclass
class Declared:
    """What plugins declare: `found[owner][kind][name]` is a value; the owner is a plugin's id or `KERNEL`."""

    catalogue: Catalogue
    found: dict[str, dict[str, dict[str, Any]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(dict)))

    def of(self, owner: str, what: str) -> dict[str, Any]:
        """Return what a plugin (or `KERNEL`) declares of a kind such as `event`: values by name, sorted by name."""
        return dict(sorted(self.found[owner][what].items()))

    def plugins(self) -> list[Plugin]:
        """Return all plugins of the catalogue, in order of ids."""
        return [plugin for _id, plugin in sorted(self.catalogue.plugins.items())]


def declared(catalogue: Catalogue) -> Declared:
    """Return what the plugins of a catalogue declare in any mode, with the default settings."""
    declared = Declared(catalogue)
    for mode in declared.catalogue.modes():
        for plugin in declared.plugins():
            rules = RecordingRules()
            try:
                plugins = declared.catalogue.resolve([mode.id, plugin.id])
                register_rules(plugins, resolve_settings(plugins, {}, {}), rules)
            except GameError:
                continue  # a second mode, or a plugin that does not fit this one
            for what, owner, name, value in rules.added:
                declared.found[owner][what].setdefault(name, value)
    return declared
