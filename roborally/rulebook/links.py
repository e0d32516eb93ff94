"""Leads from what is seen in a match to the rule behind it: from an element, an event, a question, a phase."""

from collections.abc import Iterable, Mapping, Sequence

from roborally.core.events import Event
from roborally.narration.sounds import event_keys
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import PhaseManifest
from roborally.rulebook.pages import Rulebook

KERNEL_RULES: Mapping[str, Sequence[str]] = {
    "step": ("COM-04",),
    "step push": ("COM-05",),
    "blocked": ("COM-03",),
    "destroy": ("COM-12",),
    "destroy edge": ("COM-04",),
    "beam": ("COM-10",),
    "hurt": ("COM-11",),
}
"""The rules that all editions share behind the kernel's events; a mode names its own under `event_rules`."""


class RuleLinks:
    """The rules that the plugins of a match name in their manifests; every answer is an id, or an empty text.

    Where several rules are named, the one counts that stands on a page of the mode which is played.
    """

    def __init__(self, plugins: Iterable[Plugin], rulebook: Rulebook) -> None:
        """Read the manifests."""
        plugins = list(plugins)
        self._rulebook = rulebook
        self.pages = tuple(page for plugin in plugins for page in plugin.manifest.rule_pages)
        self.phases = phases_of(plugins)
        self._elements: dict[str, list[str]] = {}
        self._options: dict[str, list[str]] = {}
        self._events: dict[str, list[str]] = {key: list(rules) for key, rules in KERNEL_RULES.items()}
        self._questions: dict[str, list[str]] = {}
        for plugin in plugins:
            manifest = plugin.manifest
            for kind, element in manifest.element.items():
                self._elements.setdefault(kind, []).extend(element.rules)
            for card, option in manifest.option.items():
                self._options.setdefault(card, []).extend(option.rules)
            for key, rules in manifest.event_rules.items():
                self._events.setdefault(key, []).extend(rules)
            for key, rules in manifest.question_rules.items():
                self._questions.setdefault(key, []).extend(rules)

    def best(self, rules: Iterable[str]) -> str:
        """Return the one of several rules that counts here."""
        return self._rulebook.best(tuple(rules), self.pages)

    def element(self, kind: str) -> str:
        """Return the rule about a kind of element."""
        return self.best(self._elements.get(kind, ()))

    def event(self, event: Event) -> str:
        """Return the rule behind an event: that of its most exact name which has one."""
        card = event.get("card")
        named = [*event_keys(event)]
        found = next((rules for key in named if (rules := self._events.get(key))), [])
        return self.best(found) or self.best(self._options.get(card, ()) if isinstance(card, str) else ())

    def question(self, kind: str) -> str:
        """Return the rule behind a kind of question; that of a piece of equipment is the equipment's."""
        return self.best(self._questions.get(kind) or self._options.get(kind) or ())


def phases_of(plugins: Iterable[Plugin]) -> dict[str, PhaseManifest]:
    """Return what the manifests say of phases and shooters, by name; a mode's word counts for more."""
    ordered = sorted(plugins, key=lambda plugin: plugin.manifest.kind == "mode")
    return {name: phase for plugin in ordered for name, phase in plugin.manifest.phase.items()}
