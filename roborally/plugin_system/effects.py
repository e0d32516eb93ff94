"""Leaves effects out of the rules, so that a match can continue without a failing function of a plugin."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from roborally.core.rules import Effect, ElementRule, Hit, Phase, Trace
from roborally.plugin_system.errors import PluginError

Entry = tuple[int, str, Any]
"""A function that reacts to a point or modifies a value: (order, plugin, function)."""


class Muted:
    """The effects that are left out of one ruleset.

    A phase, an element or a shooter keeps its place and does nothing, since saved matches hold indexes of phases.
    """

    def __init__(self, effects: Iterable[Effect], ids: Collection[str]) -> None:
        """Mute the effects with these ids; raise `PluginError` for an id that does not exist."""
        found = {effect.id: effect for effect in effects if effect.id in ids}
        if missing := sorted(set(ids) - set(found)):
            raise PluginError("there is no effect {effect!r} that a match could go on without", effect=missing[0])
        self._places = {(effect.kind, effect.name) for effect in found.values()}
        self._by_plugin = {(effect.plugin, effect.kind, effect.name) for effect in found.values()}

    def others(self, kind: str, name: str, entries: Iterable[Entry]) -> list[Entry]:
        """Return the entries that are not muted; `name` is that of a point (`kind` is `on`) or a value (`modify`)."""
        return [entry for entry in entries if (entry[1], kind, name) not in self._by_plugin]

    def element(self, rule: ElementRule) -> ElementRule:
        """Return the rule of an element; if it is muted, with functions that do nothing."""
        if ("element", rule.kind) not in self._places:
            return rule
        return replace(rule, enter=rule.enter and _do_nothing, act=rule.act and _do_nothing)

    def phase(self, sequence: str, phase: Phase) -> Phase:
        """Return a phase of a sequence; if it is muted, with a function that does nothing."""
        return replace(phase, run=_do_nothing) if ("phase", f"{sequence}/{phase.name}") in self._places else phase

    def trace(self, name: str, trace: Trace) -> Trace:
        """Return the trace of the shooter `name`; if it is muted, a trace without hits."""
        return _hit_nothing if ("shooter", name) in self._places else trace


def _do_nothing(*_context: Any, **_values: Any) -> None:
    """Do nothing, in place of a muted phase or element."""


def _hit_nothing(_match: Any) -> list[Hit]:
    return []
