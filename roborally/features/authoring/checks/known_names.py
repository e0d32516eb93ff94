"""Collects the names that a manifest or code may use, and finds the nearest to a misspelt one."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from roborally.base import paths
from roborally.base.errors import GameError
from roborally.base.nearest import nearest
from roborally.base.plain_file import read_plain
from roborally.core.events import COMMON_KEYS, KERNEL_EVENTS
from roborally.game.settings import resolve_settings
from roborally.plugin import FACTS, Rules
from roborally.plugin_system.loader import Catalogue, Plugin, register_rules

SESSION_EVENTS = {"unanswered": ("piece", "reason", "error")}
"""The keys of events that no rules declare, because the session of a match adds them."""
FEW = 30
"""The maximum number of names that a hint lists."""


@dataclass
class KnownNames:
    """All names that the rules of the game and all plugins together declare."""

    events: dict[str, set[str]] = field(default_factory=dict)
    """The keys of each event, without the mark `?` of optional ones."""
    own_events: set[str] = field(default_factory=set)
    """The events that the checked plugin itself declares."""
    facts: set[str] = field(default_factory=set)
    decisions: set[str] = field(default_factory=set)
    elements: set[str] = field(default_factory=set)
    sequences: set[str] = field(default_factory=set)
    """The sequences of phases that at least one mode runs."""
    phases: dict[str, set[str]] = field(default_factory=dict)
    """The phases of each sequence, by name."""
    shooters: set[str] = field(default_factory=set)
    points: dict[str, str] = field(default_factory=dict)
    """The id of the plugin that declares each point (where plugins react) or value (which they modify)."""
    spelled: set[str] = field(default_factory=set)
    """All strings in the code of plugins and of the engine, which include the names of ways of moving and causes."""


def known_names(plugin: Plugin, catalogue: Catalogue) -> KnownNames:
    """Return the names that the plugins of a catalogue and `plugin` declare; skip those that cannot register."""
    known = KnownNames(events={name: set(keys) for name, keys in SESSION_EVENTS.items()})
    for other in {**catalogue.plugins, plugin.id: plugin}.values():
        known.elements |= set(other.manifest.element)
        known.sequences |= set(other.manifest.order)
        known.spelled |= texts_in(other.folder)
        if (rules := registered([other])) is None:
            continue
        _add(known, rules, other.id)
        if other.id == plugin.id:
            known.own_events = set(rules.events) - set(KERNEL_EVENTS)
    known.spelled |= texts_in(paths.package_folder() / "core")
    return known


def registered(plugins: Sequence[Plugin]) -> Rules | None:
    """Return what some plugins together register with the default settings, `None` if there is an error."""
    rules = Rules()
    try:
        register_rules(plugins, resolve_settings(plugins, {}, {}), rules)
    except GameError:
        return None
    return rules


def _add(known: KnownNames, rules: Rules, plugin: str) -> None:
    for name, keys in rules.events.items():
        known.events.setdefault(name, set()).update({key.removesuffix("?") for key in keys} | COMMON_KEYS)
    known.facts |= set(rules.registries.get(FACTS.name, {}))
    known.decisions |= set(rules.decisions)
    known.shooters |= set(rules.traces)
    for name in rules.documented_points:
        known.points.setdefault(name, plugin)
    for sequence, phases in rules.phases.items():
        known.phases.setdefault(sequence, set()).update(phases)


def texts_in(folder: Path) -> set[str]:
    """Return all strings in the Python modules below a folder."""
    return {text for _path, tree in modules(folder) for text in texts_of_module(tree)}


@cache  # `_parsed` returns the same tree for the same content
def texts_of_module(tree: ast.Module) -> frozenset[str]:
    """Return all strings in a module."""
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return frozenset(texts)


def modules(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield pairs of file and syntax tree of the Python modules below a folder, without unreadable ones."""
    for path in sorted(folder.rglob("*.py")):
        try:
            yield path, _parsed(path, read_plain(path))
        except (OSError, SyntaxError, ValueError):
            continue  # reported elsewhere


def spelled_at(folder: Path, text: str) -> str:
    """Return where a string first stands in the rules of a folder, as `rules.py:12`; `rules.py` if nowhere."""
    found = [
        (path.name != "rules.py", path.name, node.lineno)
        for path, tree in modules(folder)
        if not path.stem.startswith(("view", "test_", "bot"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value == text
    ]
    return "{}:{}".format(*min(found)[1:]) if found else "rules.py"


@cache
def _parsed(path: Path, content: bytes) -> ast.Module:
    return ast.parse(content)


def hint(name: str, known: Iterable[str] | Mapping[str, object], few: int = FEW) -> str:
    """Return the end of a sentence about an unknown name: `; is it 'belt'?`, or a list of at most `few` known names.

    Empty if there is no similar name and too many to list.
    """
    names = sorted(known)
    if near := nearest(name, names):
        return f"; is it {near!r}?"
    return f"; there are: {', '.join(names)}" if names and len(names) <= few else ""
