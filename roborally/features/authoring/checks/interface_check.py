"""Checks how a plugin works with others: imports, `api.py`, its slot (its data in a match), the order of phases."""

import ast
from collections.abc import Iterator

from roborally.base.errors import GameError
from roborally.features.authoring.checks.known_names import KnownNames, hint, modules, registered, spelled_at
from roborally.plugin import PluginError, Rules
from roborally.plugin_system.blame import PACKAGE
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import OrderEntry

SLOT_ARGUMENTS = 2
"""The number of arguments of `slot_of.fill(match, content)`."""


def import_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Yield a problem for each import of another plugin except from the `api.py` of one in `needs`."""
    packages = {need.id.replace("-", "_"): need.id for need in plugin.manifest.needed}
    own = plugin.id.replace("-", "_")
    for path, tree in modules(plugin.folder):
        for line, name in _imports(tree):
            package, _dot, module = name.removeprefix(f"{PACKAGE}.").partition(".")
            where = f"{path.name}:{line}"
            id_ = package.replace("_", "-")
            if package not in (*packages, own) and id_ not in catalogue.plugins:
                yield f"{where}: there is no plugin {id_!r}{hint(id_, catalogue.plugins)}"
            elif package not in (*packages, own):
                yield f"{where}: it imports from plugin {id_!r}, which is not in needs; write needs = [..., {id_!r}]"
            elif package != own and module != "api":
                needed = packages[package]
                yield f"{where}: of plugin {needed!r} it may import only {PACKAGE}.{package}.api, not {name}"


def use_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Yield the problems of the plugin's `api.py` and slot (its data in a match), and missing manifest tables."""
    yield from _api_problems(plugin)
    yield from _slot_problems(plugin, catalogue)
    yield from _entry_problems(plugin, catalogue)


def _api_problems(plugin: Plugin) -> Iterator[str]:
    """Yield the error of importing `api.py`, or a problem for each name in its `__all__` that is missing."""
    try:
        api = plugin.load("api")
    except PluginError as error:
        yield str(error)
        return
    if api is None:
        return
    lines = {
        node.value: node.lineno
        for path, tree in modules(plugin.folder)
        if path.name == "api.py"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
    }
    for name in getattr(api, "__all__", ()):
        if not hasattr(api, str(name)):
            near = hint(str(name), [other for other in vars(api) if not other.startswith("_")])
            yield f"api.py:{lines.get(name, 1)}: __all__ names {name!r}, which is not there{near}"


def _slot_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Yield a problem if the plugin's slot is registered but never filled, or filled but not registered."""
    calls = [
        (node.func.attr, len(node.args))
        for path, tree in modules(plugin.folder)
        if not path.stem.startswith(("view", "test_"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    filled = ("fill", SLOT_ARGUMENTS) in calls
    rules = _registered(plugin, catalogue)
    if rules is None or filled == (plugin.id in rules.slots):
        return
    if filled and any(name == "slot" for name, _count in calls):  # with other settings than the defaults
        return
    if filled:
        yield "rules.py: the plugin's slot is filled but not registered; call rules.slot(slot_of) in register"
    else:
        yield "rules.py: the plugin's slot is registered but never filled; call slot_of.fill(match, {...}) in setup"


def _entry_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Yield a problem for each registered entry that lacks a table with a title and a text in the manifest."""
    rules = _registered(plugin, catalogue)
    for owner, table, name in rules.to_describe if rules is not None else ():
        if owner == plugin.id and name not in getattr(plugin.manifest, table):
            yield f"rules.py: it adds {name!r}, but plugin.toml has no [{table}.{name}] with a title and a text"


def point_problems(plugin: Plugin, catalogue: Catalogue, known: KnownNames) -> Iterator[str]:
    """Yield a problem for each point where the plugin reacts, or value it modifies, that no needed plugin declares."""
    rules = _registered(plugin, catalogue)
    for effect in rules.undeclared if rules is not None else ():
        if effect.plugin != plugin.id:
            continue
        what, name = ("point", effect.name) if effect.kind == "on" else ("value", effect.name)
        owner = known.points.get(name)
        if rules is not None and name in rules.documented_points:
            other = "value; use rules.modify" if what == "point" else "point; use rules.on"
            text = f"there is no {what} {name!r}, but it is a {other}"
        elif owner is not None:
            text = f"the {what} {name!r} belongs to plugin {owner!r}; write needs = [..., {owner!r}]"
        else:
            text = f"no plugin declares the {what} {name!r}{hint(name, known.points)}"
        yield f"{spelled_at(plugin.folder, name)}: {text}"


def order_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Yield a problem for each sequence, phase and shooter of beams in a mode's `[order]` that no plugin adds."""
    rules = _registered(plugin, catalogue) if plugin.manifest.order else None
    if rules is None:
        return
    unknown = [sequence for sequence in plugin.manifest.order if not rules.phases.get(sequence)]
    for sequence in unknown:
        text = f"no plugin that the mode needs adds a phase to this sequence{hint(sequence, rules.phases)}"
        yield f"plugin.toml: order.{sequence}: {text}"
    for sequence, entries in plugin.manifest.order.items():
        where = f"plugin.toml: order.{sequence}"
        phases = tuple(sorted(rules.phases.get(sequence, {})))
        if not phases:
            continue
        for entry in _entries(entries):
            what, names, known = (
                ("phase", [entry], phases) if isinstance(entry, str) else ("shooter", entry, tuple(rules.traces))
            )
            for name in names:
                if name not in known:
                    yield f"{where}: no plugin that the mode needs adds a {what} {name!r}{hint(name, known)}"
                inner = rules.inner.get((sequence, name), sequence)
                if inner not in plugin.manifest.order and not unknown:  # one of those is misspelt
                    text = f"the phase {name!r} runs the sequence {inner!r}, which the mode does not have"
                    yield f"{where}: {text}; write {inner} = [...] under [order]"


def _registered(plugin: Plugin, catalogue: Catalogue) -> Rules | None:
    """Return the registrations of the plugin with those that it needs, `None` if an error prevents them."""
    try:
        return registered(catalogue.resolve([plugin.id]))
    except GameError:
        return None


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield pairs of line and name for each module of a plugin that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        else:
            continue
        yield from ((node.lineno, name) for name in names if name.startswith(f"{PACKAGE}."))


def _entries(entries: list[OrderEntry]) -> Iterator[str | list[str]]:
    """Yield the phases (texts) and groups of shooters of beams (lists) in an order, with those that need a setting."""
    for entry in entries:
        if isinstance(entry, dict):
            for value, chosen in entry.items():
                if value != "setting":
                    yield from _entries(chosen)
        else:
            yield entry
