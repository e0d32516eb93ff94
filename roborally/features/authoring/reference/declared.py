"""The declarations and registrations of plugins, found by registering them in every mode that allows it."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from roborally.base.errors import GameError
from roborally.game.settings import resolve_settings
from roborally.plugin import Rules
from roborally.plugin_system.loader import Catalogue, Plugin, register_rules

KERNEL = "core"
"""The owner of the kernel's own declarations."""


class RecordingRules(Rules):
    """Rules that record the owner of each registration."""

    def __init__(self) -> None:
        """Start with the kernel's registrations."""
        self.added: list[tuple[str, str, str, Any]] = []
        super().__init__()

    def phase(self, sequence: str, name: str, run: Any, **more: Any) -> None:
        """Record a phase under the name of its sequence."""
        self.added.append(("phase", self.owner, f"{sequence} {name}", run))
        super().phase(sequence, name, run, **more)

    def element(self, kind: str, **more: Any) -> None:
        """Record the phase of an element."""
        if more.get("phase"):
            self.added.append(("phase", self.owner, f"{more.get('sequence', 'register')} {more['phase']}", None))
        super().element(kind, **more)

    def _add(self, what: str, target: dict[str, Any], name: str, value: Any) -> None:
        self.added.append((what, self.owner, name, value))
        super()._add(what, target, name, value)


@dataclass
class Declared:
    """All declarations by owner, kind and name; and the catalogue of the plugins."""

    catalogue: Catalogue
    found: dict[str, dict[str, dict[str, Any]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(dict)))

    def of(self, owner: str, what: str) -> dict[str, Any]:
        """Return the declarations of a kind by a plugin, by name, sorted."""
        return dict(sorted(self.found[owner][what].items()))

    def plugins(self) -> list[Plugin]:
        """Return the plugins, sorted by id."""
        return [plugin for _id, plugin in sorted(self.catalogue.plugins.items())]


def declared(catalogue: Catalogue) -> Declared:
    """Return the declarations of plugins, in any mode, with the default settings."""
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
