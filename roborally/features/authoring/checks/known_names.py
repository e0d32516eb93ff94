"""The names that manifests and code may use: those that all plugins together declare, with hints for misspelt ones."""

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
"""The events that a session adds, with their keys."""
FEW = 30
"""The maximum number of names that a hint lists."""


@dataclass
class KnownNames:
    """The names that the kernel and all found plugins declare."""

    events: dict[str, set[str]] = field(default_factory=dict)
    """The keys of each event, without the mark for optional ones."""
    own_events: set[str] = field(default_factory=set)
    """The events that the plugin itself declares."""
    facts: set[str] = field(default_factory=set)
    decisions: set[str] = field(default_factory=set)
    elements: set[str] = field(default_factory=set)
    sequences: set[str] = field(default_factory=set)
    """The sequences that at least one mode runs."""
    phases: dict[str, set[str]] = field(default_factory=dict)
    """The phases of each sequence."""
    shooters: set[str] = field(default_factory=set)
    points: dict[str, str] = field(default_factory=dict)
    """The plugin that declares each point or value."""
    spelled: set[str] = field(default_factory=set)
    """All strings in the code of plugins and kernel, which include ways of moving and causes."""


def known_names(plugin: Plugin, catalogue: Catalogue) -> KnownNames:
    """Return the names that all plugins of the catalogue declare; plugins that cannot register are skipped."""
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
    """Return the registrations of some plugins; `None` if that fails, which is reported elsewhere."""
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
    """Return all strings in the modules of a folder."""
    return {text for _path, tree in modules(folder) for text in texts_of_module(tree)}


@cache  # `_parsed` returns the same tree for the same content
def texts_of_module(tree: ast.Module) -> frozenset[str]:
    """Return all strings in a module."""
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return frozenset(texts)


def modules(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules of a folder with their syntax trees; unreadable ones are skipped."""
    for path in sorted(folder.rglob("*.py")):
        try:
            yield path, _parsed(path, read_plain(path))
        except (OSError, SyntaxError, ValueError):
            continue  # reported elsewhere


def spelled_at(folder: Path, text: str) -> str:
    """Return the first place of a string in the rules of a folder, as `rules.py:12`; else `rules.py`."""
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
    """Return the end of a sentence about an unknown name: the nearest one, or all if they are at most `few`."""
    names = sorted(known)
    if near := nearest(name, names):
        return f"; is it {near!r}?"
    return f"; there are: {', '.join(names)}" if names and len(names) <= few else ""
