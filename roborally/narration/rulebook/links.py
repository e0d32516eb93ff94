"""Finds the rule behind an element, an event, a question or a phase, so that the window can show it."""

from collections.abc import Iterable, Mapping, Sequence

from roborally.core.events import Event
from roborally.narration.rulebook.pages import Rulebook
from roborally.narration.sounds import event_keys
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import PhaseManifest
from roborally.plugin_system.manifest_tables import ElementManifest, PieceManifest

KERNEL_RULES: Mapping[str, Sequence[str]] = {
    "step": ("COM-04",),
    "step push": ("COM-05",),
    "blocked": ("COM-03",),
    "destroy": ("COM-12",),
    "destroy edge": ("COM-04",),
    "beam": ("COM-10",),
    "hurt": ("COM-11",),
}
"""The ids of the rules about the engine's own events, by event key; a mode names its own under `event_rules`."""


class RuleLinks:
    """The rules that the plugins of a match name in their manifests, by what they are about.

    Methods return the id of a rule, or an empty text. If several rules fit, one on a page of the current mode is
    preferred.
    """

    def __init__(self, plugins: Iterable[Plugin], rulebook: Rulebook) -> None:
        plugins = list(plugins)
        self._rulebook = rulebook
        self.pages = tuple(page for plugin in plugins for page in plugin.manifest.rule_pages)
        self.phases = phases_of(plugins)
        self._things: dict[str, list[str]] = {}
        self._leaves: dict[str, str] = {}
        """The key of the event after which other pieces pass below a piece, by kind of piece."""
        self._options: dict[str, list[str]] = {}
        self._events: dict[str, list[str]] = {key: list(rules) for key, rules in KERNEL_RULES.items()}
        self._questions: dict[str, list[str]] = {}
        for plugin in plugins:
            manifest = plugin.manifest
            tables: Sequence[Mapping[str, ElementManifest | PieceManifest]] = (manifest.element, manifest.piece)
            for table in tables:
                for kind, thing in table.items():
                    self._things.setdefault(kind, []).extend(thing.rules)
            self._leaves.update((kind, piece.leaves) for kind, piece in manifest.piece.items() if piece.leaves)
            for card, option in manifest.option.items():
                self._options.setdefault(card, []).extend(option.rules)
            for key, rules in manifest.event_rules.items():
                self._events.setdefault(key, []).extend(rules)
            for key, rules in manifest.question_rules.items():
                self._questions.setdefault(key, []).extend(rules)

    def best(self, rules: Iterable[str]) -> str:
        """Return the one of these rules that applies to the mode, or an empty text if the rulebook has none of them."""
        return self._rulebook.best(tuple(rules), self.pages)

    def thing(self, kind: str, *, raised: bool = False) -> str:
        """Return the id of the rule about a kind of element, or of piece without a seat, or an empty text.

        With `raised`, it is the rule about why other pieces pass below a piece of this kind.
        """
        rules = self._things.get(kind, [])
        return self.best(self._events.get(self._leaves.get(kind, ""), rules) if raised else rules)

    def event(self, event: Event) -> str:
        """Return the id of the rule about an event, by the most exact of its keys that has one, or an empty text."""
        card = event.get("card")
        named = [*event_keys(event)]
        found = next((rules for key in named if (rules := self._events.get(key))), [])
        return self.best(found) or self.best(self._options.get(card, ()) if isinstance(card, str) else ())

    def question(self, kind: str) -> str:
        """Return the id of the rule about a kind of question, or about the equipment of that name, or an empty text."""
        return self.best(self._questions.get(kind) or self._options.get(kind) or ())


def phases_of(plugins: Iterable[Plugin]) -> dict[str, PhaseManifest]:
    """Return the manifests' entries about phases of a turn and shooters, by name; those of a mode take precedence."""
    ordered = sorted(plugins, key=lambda plugin: plugin.manifest.kind == "mode")
    return {name: phase for plugin in ordered for name, phase in plugin.manifest.phase.items()}
