"""Checks the names in a manifest: those of events, settings, elements and facts (values that plugins expose)."""

import ast
from collections.abc import Iterable, Iterator, Set

from roborally.base.errors import GameError
from roborally.base.nearest import MISSPELT, nearest
from roborally.base.templates import parsed_names
from roborally.features.authoring.checks.known_names import KnownNames, hint, modules, texts_of_module
from roborally.game.settings import MATCH_TABLES, edition_problem, resolve_settings
from roborally.narration.chronicle import LOGGED_BY_THE_GAME
from roborally.narration.words import AFTER, AT, BY, LED, OFF, ON, TURNED
from roborally.plugin_system.loader import Catalogue, Plugin

_SENTENCES: dict[str, set[str]] = {
    "cause": {"piece", "by", "cell", "cause"},
    "hurt": {"piece", "points", "damage", "by", "cause", "cell"},
    "heal": {"piece", "points", "damage", "cause"},
    "move": {"piece", "direction", "from", "to", "distance", "quarters", "by", "leader", "cell", "facing", "how"},
    "turn": {"piece", "quarters", "how"},
    "question": set(),
    "topic": set(),
    "answer": {"answer"},
    "gone": set(),
    "agent": {"by"},
    "result": set(),
}
"""The names in braces that sentences in the manifest may use, by table of the manifest."""
_WAYS = {"move": "way of moving", "turn": "way of turning", "agent": "cause or way of moving"}
"""How problems describe a name in a table of the manifest, by table; names in other tables are described as causes."""
COUNT_ON = "+1"


def name_problems(plugin: Plugin, catalogue: Catalogue, known: KnownNames) -> Iterator[str]:
    """Yield a problem for each name in the manifest that nothing declares."""
    yield from _sentence_problems(plugin)
    yield from _event_problems(plugin, known)
    yield from _gauge_problems(plugin, known)
    manifest = plugin.manifest
    for attribute, fact in manifest.attribute.items():
        yield from _unknown(f"attribute.{attribute}", "fact", fact, known.facts)
    for table in ("topic", "gone"):
        for name in getattr(manifest, table):
            yield from _unknown(f"{table}.{name}", "question", name.partition(" ")[0], known.decisions)
    for weight, topics in manifest.recap.items():
        for name in topics:
            if not (manifest.log.get(name) or manifest.log.get(f"{name}{BY}")):
                yield f"plugin.toml: recap.{weight}: [log] has no sentence {name!r}"
    for name in manifest.demands:
        yield from _unknown("demands", "element", name, known.elements)
    for name, others in manifest.shares.items():
        for kind in (name, *others):
            yield from _unknown(f"shares.{name}", "element", kind, known.elements)
    for name, element in manifest.element.items():
        for kind in element.not_on:
            yield from _unknown(f"element.{name}.not_on", "element", kind, known.elements)
    for name in manifest.conflicts:
        if name not in catalogue.plugins and (near := nearest(name, catalogue.plugins)):
            yield f"plugin.toml: conflicts: there is no plugin {name!r}; is it {near!r}?"
    if problem := edition_problem(plugin, catalogue.plugins.values(), strict=True):
        yield f"plugin.toml: {problem}"
    yield from _preset_problems(plugin, catalogue)
    yield from _settings_problems(plugin)


def name_notes(plugin: Plugin, known: KnownNames) -> Iterator[str]:
    """Yield a note for each cause, way of moving and answer in the manifest that stands in no code."""
    for table in ("move", "turn", "cause", "hurt", "heal", "agent"):
        for name in getattr(plugin.manifest, table):
            way = name.removesuffix(BY)
            head, _space, last = way.rpartition(" ")
            way = head if last.isdigit() or f" {last}" in (OFF, LED, AT, TURNED) else way
            if way not in known.spelled:
                what = _WAYS.get(table, "cause")
                yield f"plugin.toml: {table}.{name}: no code has the {what} {way!r}{hint(way, known.spelled, few=0)}"
    for name in plugin.manifest.answer:
        kind, _space, answer = name.partition(" ")
        if kind not in known.decisions | known.spelled:
            yield f"plugin.toml: answer.{name}: no code has {kind!r}{hint(kind, known.decisions, few=0)}"
        elif answer not in known.spelled and (near := nearest(answer, known.spelled, MISSPELT)):
            yield f"plugin.toml: answer.{name}: no code has the answer {answer!r}; is it {near!r}?"
    yield from silent_events(plugin, known.own_events)


def silent_events(plugin: Plugin, own: Iterable[str]) -> Iterator[str]:
    """Yield a note for each event in `own` that neither the plugin's manifest nor its view shows."""
    manifest = plugin.manifest
    shown = {*manifest.log, *manifest.act, *(name.partition(" ")[0] for name in manifest.sound)}
    shown |= {event for gauge in manifest.gauge.values() for event in gauge.events}
    shown |= {event for piece in manifest.piece.values() for event in (piece.leaves, piece.returns)}
    for path, tree in modules(plugin.folder):
        if path.stem.startswith("view"):
            shown |= texts_of_module(tree)
    for name in sorted(set(own) - shown):
        yield f"plugin.toml: log: the event {name!r} has no sentence, and nothing else shows it"


def _unknown(key: str, what: str, name: str, known: Iterable[str]) -> Iterator[str]:
    if name not in (known := set(known)):
        yield f"plugin.toml: {key}: there is no {what} {name!r}{hint(name, known)}"


# --- names in braces ------------------------------------------------------------------------------------------------


def _sentence_problems(plugin: Plugin) -> Iterator[str]:
    manifest = plugin.manifest
    for table, allowed in _SENTENCES.items():
        for name, sentence in getattr(manifest, table).items():
            yield from braces(f"{table}.{name}", sentence, allowed)
    for name, gauge in manifest.gauge.items():
        yield from braces(f"gauge.{name}.text", gauge.text, {"value", "goal"})
        yield from braces(f"gauge.{name}.none", gauge.none, {"goal"})
    for name, option in manifest.option.items():
        yield from braces(f"option.{name}.marked", option.marked, {"mark"})


def braces(key: str, sentence: str, allowed: Set[str]) -> Iterator[str]:
    """Yield a problem for each name in braces in a sentence that is not `allowed`; `key` is the sentence's place."""
    try:
        names = parsed_names(sentence)
    except ValueError as error:
        yield f"plugin.toml: {key}: {error}"
        return
    for name in sorted(names - allowed):
        near = nearest(name, allowed)
        text = f"is it {{{near}}}?" if near else f"there are: {', '.join(sorted(allowed)) or 'none'}"
        yield f"plugin.toml: {key}: {{{name}}} is not filled in here; {text}"


# --- events ---------------------------------------------------------------------------------------------------------


def _event_problems(plugin: Plugin, known: KnownNames) -> Iterator[str]:
    manifest = plugin.manifest
    for name, sentence in manifest.log.items():
        own, after, cause = name.partition(AFTER)
        if after and not _keys_of(cause, known):
            yield from _no_event(f"log.{name}", cause, known)
        if own in LOGGED_BY_THE_GAME:
            yield f"plugin.toml: log.{name}: the game tells this event itself; see [move], [hurt], [heal] and [cause]"
        elif keys := _keys_of(own, known):
            yield from braces(f"log.{name}", sentence, {*keys, "effect"} if "card" in keys else keys)
        else:
            yield from _no_event(f"log.{name}", own, known)
    for name, act in manifest.act.items():
        keys = _keys_of(name, known)
        if not keys:
            yield from _no_event(f"act.{name}", name, known)
            continue
        yield from braces(f"act.{name}.symbol", act.symbol, keys)
        yield from _lacks(f"act.{name}", name, "piece", keys)
        if act.card:
            yield from _lacks(f"act.{name}.card", name, "card", keys)
        if act.ray:
            yield from _lacks(f"act.{name}.ray", name, "target", keys)
    every_key = set().union(*known.events.values())
    for key in manifest.robot_keys:
        yield from _unknown("robot_keys", "key of an event", key, every_key)
    for name in manifest.sound:
        if not _keys_of(name, known) and name.partition(" ")[0] not in known.events:
            yield from _no_event(f"sound.{name}", name, known)
    for model, robot in manifest.robot.items():
        for name in robot.lines:
            if name.partition(" ")[0] not in known.events:
                yield from _unknown(f"robot.{model}.lines", "event", name.partition(" ")[0], known.events)
    for kind, piece in manifest.piece.items():
        for key, name in (("leaves", piece.leaves), ("returns", piece.returns)):
            if name and name not in known.events:
                yield from _no_event(f"piece.{kind}.{key}", name, known)


def _keys_of(name: str, known: KnownNames) -> set[str]:
    """Return the keys of an event, maybe with its card, or of an answer (`brakes stop`); empty for an unknown name."""
    name = name.removesuffix(BY).removesuffix(ON)
    kind, space, detail = name.partition(" ")
    if keys := known.events.get(name):
        return keys
    if "card" in known.events.get(kind, ()) and detail in known.spelled:
        return known.events[kind]
    return known.events["answer"] if space and kind in known.decisions else set()


def _no_event(key: str, name: str, known: KnownNames) -> Iterator[str]:
    kind, space, _answer = name.partition(" ")
    if space and key.startswith(("log", "act")):
        yield from _unknown(key, "question", kind, known.decisions)
    else:
        yield from _unknown(key, "event", kind, known.events)


def _lacks(key: str, event: str, wanted: str, keys: Set[str]) -> Iterator[str]:
    if wanted not in keys:
        yield f"plugin.toml: {key}: the event {event!r} has no key {wanted!r}, so nothing is seen"


def _gauge_problems(plugin: Plugin, known: KnownNames) -> Iterator[str]:
    for name, gauge in plugin.manifest.gauge.items():
        yield from _unknown(f"gauge.{name}.fact", "fact", gauge.fact, known.facts)
        if gauge.goal:
            yield from _unknown(f"gauge.{name}.goal", "fact", gauge.goal, known.facts)
        for event, change in gauge.events.items():
            where = f"gauge.{name}.events.{event}"
            if event not in known.events:
                yield from _no_event(where, event, known)
                continue
            yield from _lacks(where, event, "piece", known.events[event])
            if isinstance(change, str) and change != COUNT_ON and change not in known.events[event]:
                keys = known.events[event]
                yield f"plugin.toml: {where}: the event {event!r} has no key {change!r}{hint(change, keys)}"


# --- settings -------------------------------------------------------------------------------------------------------


def _preset_problems(plugin: Plugin, catalogue: Catalogue) -> Iterator[str]:
    """Yield a problem for each preset of a mode with an unknown setting, or a value that it does not allow."""
    for name, preset in plugin.manifest.preset.items():
        tables = MATCH_TABLES._replace(rules=f"preset.{name}.settings")
        try:
            resolve_settings(catalogue.resolve([plugin.id]), preset.settings, {}, "plugin.toml", tables)
        except GameError as error:
            yield str(error)


# --- settings in the code -------------------------------------------------------------------------------------------


def _settings_problems(plugin: Plugin) -> Iterator[str]:
    """Yield a problem for each setting that the code declares but `plugin.toml` does not."""
    for path, tree in modules(plugin.folder):
        shapes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        for call in _calls(tree, "plugin_settings"):
            match call.args:
                case [ast.Constant(value=str(id_)), ast.Name(id=shape)] if id_ != plugin.id:
                    yield f"{path.name}:{call.lineno}: these are settings of {id_!r}, but the plugin is {plugin.id!r}"
                case [ast.Constant(), ast.Name(id=shape)] if shape in shapes:
                    for line, name in _annotated(shapes[shape]):
                        if name not in plugin.manifest.settings:
                            text = hint(name, plugin.manifest.settings)
                            yield f"{path.name}:{line}: plugin.toml has no setting {name!r}{text}"


def _calls(tree: ast.Module, function: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
            yield node


def _annotated(shape: ast.ClassDef) -> Iterator[tuple[int, str]]:
    for node in shape.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.lineno, node.target.id
