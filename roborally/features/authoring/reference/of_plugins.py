"""Makes the page of the plugin reference about plugins: what each declares, and the shared pictures and sounds."""

import ast
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.palette import palette
from roborally.features.authoring.reference.declared import Declared
from roborally.features.authoring.reference.markdown import ReferencePage, anchor, code, link
from roborally.features.authoring.reference.of_manifests import add_manifest
from roborally.features.authoring.reference.source import (
    class_text,
    constant,
    fields,
    function,
    home,
    is_class,
    is_function,
    markdown,
    parsed,
    sentence,
)
from roborally.narration.sounds import shared_sounds
from roborally.plugin import Fact, Statistic
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import Setting
from roborally.plugin_system.registries import REGISTRIES

INTRODUCTION = """\
Made by `roborally plugin docs` from the plugins that are here. What a plugin declares can be used by those that name \
it in `needs`; facts, events and gauges of modes by all."""
_LINK = re.compile(r"\[([^\]]*)\]\(#([^)]*)\)")
INDEXED = (("point", "Points"), ("value", "Values"), ("event", "Events"), ("facts", "Facts"), ("commands", "Commands"))
"""Pairs of a kind of declaration in the index at the top of the page and its heading."""
MOVERS = {
    "walk": "step",
    "step": "step",
    "move_together": "step",
    "turn": "turn",
    "place": "place",
}
"""The event that contains a way of moving, by the name of the function that takes the way of moving."""
FROM_TABLES = {"program-cards": (("backward", "step"), ("forward", "step"))}
"""Ways of moving that stand in a table of a plugin and in no call, as pairs with their event, by plugin id."""


def plugins_page(declared: Declared, ids: Sequence[str], problems: list[str]) -> str:
    """Return the page about some plugins in Markdown; add the names without a description to `problems`.

    If `ids` is empty, it is about all plugins, with an index and the shared pictures and sounds. Links lead only to
    headings on the page.
    """
    page = ReferencePage("Plugin reference: the plugins", INTRODUCTION, problems)
    if not ids:
        _add_index(page, declared)
        _add_shared(page)
        _add_ways(page, declared)
    for plugin in declared.plugins():
        if plugin.id in ids or not ids:
            _add_plugin(page, plugin, declared)
    there = {anchor(heading) for heading in re.findall(r"^#+ (.*)$", page.text(), re.MULTILINE)}
    return _LINK.sub(lambda found: found[0] if found[2] in there else found[1], page.text())


def _add_index(page: ReferencePage, declared: Declared) -> None:
    page.heading(2, "Index")
    for what, title in INDEXED:
        page.heading(3, title)
        page.paragraph(_index(declared, what))
    page.heading(3, "Plugins")
    page.table(
        ("plugin", "kind", "brings"),
        (
            (link(plugin.id), plugin.manifest.kind, page.described(plugin.id, plugin.manifest.description))
            for plugin in declared.plugins()
        ),
    )


def _add_plugin(page: ReferencePage, plugin: Plugin, declared: Declared) -> None:
    page.heading(2, f"`{plugin.id}`")
    page.paragraph(plugin.manifest.description)
    if plugin.manifest.needs:
        needed = sorted(plugin.manifest.needed, key=lambda need: need.id)
        page.paragraph("Needs " + ", ".join(f"{link(need.id)} {need.versions}".rstrip() for need in needed) + ".")
    _add_api(page, plugin)
    _add_settings(page, plugin)
    _add_declared(page, plugin, declared)
    _add_registered(page, plugin, declared)
    add_manifest(page, plugin, declared)
    _add_order(page, plugin, declared)


def _index(declared: Declared, what: str) -> str:
    owners: dict[str, list[str]] = {}
    for plugin in declared.plugins():
        for name in declared.of(plugin.id, what):
            owners.setdefault(name, []).append(link(plugin.id))
    return " ·\n".join(f"{code(name)} {', '.join(found)}" for name, found in sorted(owners.items()))


def _add_shared(page: ReferencePage) -> None:
    page.heading(2, "Icons, colours and sounds")
    page.heading(3, "Icons")
    page.paragraph("Shared pictures for `icon` of a gauge and `symbol` of an act (`assets/icons`):")
    page.paragraph(_names(path.stem for path in (paths.asset_folder() / "icons").glob("*.png")))
    page.heading(3, "Colours")
    page.paragraph("For `tint` (`assets/palette.toml`):")
    page.paragraph(_names(palette()["game"]))
    page.heading(3, "Sounds")
    page.paragraph(
        "For `[sound]` (`assets/sounds`). A file `sounds/NAME.ogg` in the plugin's folder goes before: OGG Vorbis, "
        "mono, 44.1 kHz, a second or less, no louder than the others. The kernel's events have sounds already."
    )
    page.paragraph(_names(path.stem for path in shared_sounds()))


def _add_ways(page: ReferencePage, declared: Declared) -> None:
    page.heading(2, "Ways of moving")
    page.paragraph(
        "The `how` of the events `step`, `blocked`, `turn` and `place`: an argument of `match.walk`, `match.step`, "
        "`match.move_together`, `match.turn` and `match.place`, and a key of `[move]` and `[sound]` (`step belt`). "
        "A plugin may use any word of its own; nothing needs to be declared."
    )
    users: dict[str, list[tuple[str, str]]] = {}
    for plugin in declared.plugins():
        for way, event in (*ways(plugin.folder), *FROM_TABLES.get(plugin.id, ())):
            users.setdefault(way, []).append((plugin.id, event))
    rows = [
        (code("push"), "a step of a piece that stood in the way of another", "the kernel"),
        (code("walk"), "what is said of no other way", "the kernel"),
    ]
    for way, found in users.items():
        events, owners = (sorted({entry[part] for entry in found}) for part in (1, 0))
        rows.append((code(way), ", ".join(events), ", ".join(map(link, owners))))
    page.table(("way", "of a", "from"), sorted(rows))


def ways(folder: Path) -> list[tuple[str, str]]:
    """Return sorted pairs of a way of moving in a plugin's code, such as `belt`, and the event that contains it."""
    found: set[tuple[str, str]] = set()
    for path in sorted(folder.rglob("*.py")):
        constants = {
            node.targets[0].id: node.value.value
            for node in parsed(path).body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Call):
                continue
            event = MOVERS.get(getattr(node.func, "attr", "") or getattr(node.func, "id", ""), "")
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)) if event else ():
                value = constants.get(argument.id) if isinstance(argument, ast.Name) else None
                value = argument.value if isinstance(argument, ast.Constant) else value
                if isinstance(value, str):
                    found.add((value, event))
    return sorted(found)


def _names(names: Iterable[str]) -> str:
    return " ".join(code(name) for name in sorted(names))


# --- api.py and settings --------------------------------------------------------------------------------------------


def _add_api(page: ReferencePage, plugin: Plugin) -> None:
    path = plugin.folder / "api.py"
    if not path.is_file():
        return
    page.heading(3, f"`{plugin.id}`: functions for other plugins")
    page.paragraph(markdown(ast.get_docstring(parsed(path))))
    module = f"roborally_plugins.{plugin.id.replace('-', '_')}.api"
    page.paragraph(f"`from {module} import …`")
    try:
        rows = [(name, *home(path, name)) for name in _exported(path)]
        _add_functions(page, plugin, rows)
    except (OSError, SyntaxError, StopIteration, ValueError) as error:  # an error of an unchecked plugin
        page.problems.append(f"{plugin.id}: api.py cannot be read: {error or 'it names what is not there'}")


def _add_functions(page: ReferencePage, plugin: Plugin, rows: Iterable[tuple[str, Path, str]]) -> None:
    constants = []
    for name, where, called in rows:
        if is_function(where, called):
            found = function(where, called)
            page.heading(4, f"`{name}` of `{plugin.id}`")
            page.paragraph(f"```python\n{found.signature().replace(called, name, 1)}\n```")
            page.paragraph(page.described(f"{plugin.id}: {name}", found.text))
        elif is_class(where, called):
            page.heading(4, f"`{name}` of `{plugin.id}`")
            page.paragraph(page.described(f"{plugin.id}: {name}", class_text(where, called)))
            page.fields(fields(where, called))
        else:
            constants.append((code(name), page.described(f"{plugin.id}: {name}", constant(where, called).text)))
    page.table(("name", "is"), constants)


def _exported(path: Path) -> list[str]:
    """Return the names in `__all__` of a module; raise `ValueError` if it has none."""
    for node in parsed(path).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    raise ValueError(f"{path} has no __all__")


def _add_settings(page: ReferencePage, plugin: Plugin) -> None:
    rows = (
        (code(name), _values(setting), code(_toml(setting.default)), page.described(name, setting.text))
        for name, setting in sorted(plugin.manifest.settings.items())
    )
    page.table(("setting", "value", "default", "says"), rows, f"`{plugin.id}`: settings")


def _values(setting: Setting) -> str:
    if setting.choices:
        return ", ".join(code(choice) for choice in setting.choices)
    least, most = (f"{limit:g}" if limit is not None else "" for limit in (setting.minimum, setting.maximum))
    return f"{setting.type}, {least} to {most}" if least or most else setting.type


def _toml(value: object) -> str:
    return json.dumps(value) if isinstance(value, bool | list) else str(value)


# --- declarations and registrations ---------------------------------------------------------------------------------


def _add_declared(page: ReferencePage, plugin: Plugin, declared: Declared) -> None:
    for what, title, head in (("point", "points", "is reached"), ("value", "values", "is")):
        rows = ((code(name), page.described(name, text)) for name, text in declared.of(plugin.id, what).items())
        page.table((what, head), rows, f"`{plugin.id}`: {title}")
    rows = ((code(name), _keys(page, name, keys)) for name, keys in declared.of(plugin.id, "event").items())
    page.table(("event", "keys"), rows, f"`{plugin.id}`: events")


def _keys(page: ReferencePage, event: str, keys: Mapping[str, str]) -> str:
    return "; ".join(f"{code(key)} {page.described(f'{event}.{key}', text)}" for key, text in keys.items())


def _add_registered(page: ReferencePage, plugin: Plugin, declared: Declared) -> None:
    for registry in REGISTRIES:
        rows = (
            (code(name), page.described(f"{plugin.id}: {registry.name} {name}", _entry(plugin, name, value)))
            for name, value in declared.of(plugin.id, registry.name).items()
        )
        page.table(("name", "says"), rows, f"`{plugin.id}`: {registry.name}")
    rows = (
        (code(name), page.described(f"{plugin.id}: shooter {name}", _text(trace)))
        for name, trace in declared.of(plugin.id, "shooter").items()
    )
    page.table(("shooter", "does"), rows, f"`{plugin.id}`: shooters")
    phases: dict[str, list[str]] = {}
    for name in declared.of(plugin.id, "phase"):
        sequence, _blank, phase = name.partition(" ")
        phases.setdefault(sequence, []).append(phase)
    listed = ((code(sequence), " ".join(map(code, names))) for sequence, names in phases.items())
    page.table(("sequence", "phases"), listed, f"`{plugin.id}`: phases")


def _entry(plugin: Plugin, name: str, value: Any) -> str:
    """Return the description of a registered value: the value if it is a text, else that of its function or command."""
    if isinstance(value, str):
        return value
    if isinstance(value, Statistic):
        return f"{value.title}: {_text(value.count)}"
    if isinstance(value, Fact):
        if value.read is None:
            return f"For scenarios only: {_lower(_text(value.write))}"
        said = _text(value.read).removeprefix("Return ")
        return said[:1].upper() + said[1:]
    command = plugin.manifest.command.get(name)
    return command.text if command is not None and command.text else _text(value)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _text(function: Callable[..., Any] | None) -> str:
    """Return the first paragraph of a function's docstring; empty for `None`, a lambda or a missing docstring."""
    return sentence(getattr(function, "__doc__", "") or "") if getattr(function, "__name__", "") != "<lambda>" else ""


def _add_order(page: ReferencePage, plugin: Plugin, declared: Declared) -> None:
    """Add the order of phases in a mode; the name of a phase links to the plugin that adds it."""
    if not plugin.manifest.order:
        return
    used = {used.id for used in declared.catalogue.resolve([plugin.id])}
    page.heading(3, f"`{plugin.id}`: order of phases")
    rows = []
    for sequence, entries in plugin.manifest.order.items():
        owners: dict[str, str] = {}
        for other in declared.plugins():
            for phase in declared.of(other.id, "phase"):
                of, _, name = phase.partition(" ")
                if of == sequence and (name not in owners or other.id in used):
                    owners[name] = other.id
        rows.append((code(sequence), _order(entries, owners)))
    page.table(("sequence", "order"), rows)


def _order(entries: list[Any], owners: Mapping[str, str]) -> str:
    parts = []
    for entry in entries:
        if isinstance(entry, str):
            parts.append(f"[{code(entry)}](#{anchor(owners[entry])})" if entry in owners else code(entry))
        elif isinstance(entry, list):
            parts.append(" with ".join(map(code, entry)))
        else:
            chosen = (
                f"{value}: {_order(more, owners) or 'nothing'}" for value, more in entry.items() if value != "setting"
            )
            parts.append(f"by the setting {code(entry['setting'])} ({'; '.join(chosen)})")
    return ", ".join(parts)
