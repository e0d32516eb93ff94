"""What plugins declare and register, found by letting them register in every mode in which they can be."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import GameError
from roborally.game.settings import resolve_settings
from roborally.plugin import Rules
from roborally.plugin_system.loader import Catalogue, Plugin, register_rules

KERNEL = "core"
"""The owner of what the kernel itself declares."""


class RecordingRules(Rules):
    """Rules that remember who has added what."""

    def __init__(self) -> None:
        """Begin with what the kernel brings."""
        self.added: list[tuple[str, str, str, Any]] = []
        super().__init__()

    def phase(self, sequence: str, name: str, run: Any, **more: Any) -> None:
        """Remember a phase under the name of its sequence."""
        self.added.append(("phase", self.owner, f"{sequence} {name}", run))
        super().phase(sequence, name, run, **more)

    def element(self, kind: str, **more: Any) -> None:
        """Remember the phase of an element."""
        if more.get("phase"):
            self.added.append(("phase", self.owner, f"{more.get('sequence', 'register')} {more['phase']}", None))
        super().element(kind, **more)

    def _add(self, what: str, target: dict[str, Any], name: str, value: Any) -> None:
        self.added.append((what, self.owner, name, value))
        super()._add(what, target, name, value)


@dataclass
class Declared:
    """What there is, by owner, then by what it is, then by name; and the catalogue of the plugins."""

    catalogue: Catalogue
    found: dict[str, dict[str, dict[str, Any]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(dict)))

    def of(self, owner: str, what: str) -> dict[str, Any]:
        """Return what a plugin has added, by name, sorted."""
        return dict(sorted(self.found[owner][what].items()))

    def plugins(self) -> list[Plugin]:
        """Return the plugins by id."""
        return [plugin for _id, plugin in sorted(self.catalogue.plugins.items())]


def declared(catalogue: Catalogue) -> Declared:
    """Return what plugins declare, in any mode and with the defaults of its settings."""
    declared = Declared(catalogue)
    for mode in declared.catalogue.modes():
        for plugin in declared.plugins():
            rules = RecordingRules()
            try:
                plugins = declared.catalogue.resolve([mode.id, plugin.id])
                register_rules(plugins, resolve_settings(plugins, {}, {}), rules)
            except GameError:
                continue  # two modes, or a plugin that does not fit this one
            for what, owner, name, value in rules.added:
                declared.found[owner][what].setdefault(name, value)
    return declared
