"""Effects that a match goes on without: what takes their place, so that nothing else of the match moves."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from roborally.core.rules import Effect, ElementRule, Hit, Phase, Trace
from roborally.plugin_system.errors import PluginError

Entry = tuple[int, str, Any]
"""What reacts to a point or modifies a value: (order, plugin, function)."""


class Muted:
    """The effects that are left out of a ruleset.

    A phase, an element or a shooter keeps its place and does nothing: a saved match counts the phases of a sequence.
    """

    def __init__(self, effects: Iterable[Effect], ids: Collection[str]) -> None:
        """Leave out the effects with these ids; raise `PluginError` for one that there is not."""
        found = {effect.id: effect for effect in effects if effect.id in ids}
        if missing := sorted(set(ids) - set(found)):
            raise PluginError("there is no effect {effect!r} that a match could go on without", effect=missing[0])
        self._places = {(effect.kind, effect.name) for effect in found.values()}
        self._by_plugin = {(effect.plugin, effect.kind, effect.name) for effect in found.values()}

    def others(self, kind: str, name: str, entries: Iterable[Entry]) -> list[Entry]:
        """Return what still reacts to the point `name`, or modifies that value."""
        return [entry for entry in entries if (entry[1], kind, name) not in self._by_plugin]

    def element(self, rule: ElementRule) -> ElementRule:
        """Return the rule of an element, which may do nothing now."""
        if ("element", rule.kind) not in self._places:
            return rule
        return replace(rule, enter=rule.enter and _do_nothing, act=rule.act and _do_nothing)

    def phase(self, sequence: str, phase: Phase) -> Phase:
        """Return a phase, in which nothing may happen now."""
        return replace(phase, run=_do_nothing) if ("phase", f"{sequence}/{phase.name}") in self._places else phase

    def trace(self, name: str, trace: Trace) -> Trace:
        """Return what a shooter hits, which may be nothing now."""
        return _hit_nothing if ("shooter", name) in self._places else trace


def _do_nothing(*_context: Any, **_values: Any) -> None:
    """Take the place of a phase or of what an element does."""


def _hit_nothing(_match: Any) -> list[Hit]:
    """Take the place of a shooter."""
    return []
