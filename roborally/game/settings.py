"""Resolves the settings of a match: the plugins' defaults, the mode's edition, then the match file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from roborally.base.errors import Message
from roborally.base.nearest import ALIKE, MISSPELT, nearest
from roborally.base.translation import plugin_text
from roborally.base.validation import unknown_key
from roborally.game.match_file import ConfigError
from roborally.plugin_system.loader import Plugin


class Tables(NamedTuple):
    """The names that errors use for the tables with the settings and the seats; a scenario has other tables."""

    rules: str
    seats: str


MATCH_TABLES = Tables("rules", "seats")
"""The names of the tables in a match file."""


def resolve_settings(
    plugins: Sequence[Plugin],
    rules: Mapping[str, Any],
    own: Mapping[str, Mapping[str, Any]],
    where: str = "",
    tables: Tables = MATCH_TABLES,
) -> dict[str, dict[str, Any]]:
    """Return all settings by plugin id and name: defaults of manifests, then the mode's edition, then the match file.

    `rules` is the table `[rules]`, for any plugin, `own` are the tables `[plugin.ID]`. Raise `ConfigError`.
    """
    declared: dict[str, str] = {}
    settings: dict[str, dict[str, Any]] = {}
    for plugin in plugins:
        settings[plugin.id] = {name: setting.default for name, setting in plugin.manifest.settings.items()}
        for name in plugin.manifest.settings:
            declared.setdefault(name, plugin.id)
    by_id = {plugin.id: plugin for plugin in plugins}

    def assign(id_: str, name: str, value: Any, key: str | Message) -> None:
        setting = by_id[id_].manifest.settings[name]
        problem = setting.problem(value)
        if problem is None and setting.type == "without":
            problem = _unknown_option(value, plugins)
        if problem is not None:
            raise ConfigError(problem.within(key), where=where)
        settings[id_][name] = value

    for plugin in plugins:
        for name, value in plugin.manifest.edition.items():
            if name not in declared:
                continue  # of a plugin that is optional for the mode and not enabled
            assign(declared[name], name, value, _edition_key(plugin, name))
    for name, value in rules.items():
        if name not in declared:
            raise ConfigError(unknown_key(name, tables.rules, declared), where=where)
        assign(declared[name], name, value, f"{tables.rules}.{name}")
    for id_, table in own.items():
        if id_ not in by_id:
            raise ConfigError(
                "plugin.{plugin} is set, but that plugin is off; these are on: {known}",
                where=where,
                plugin=id_,
                known=", ".join(sorted(by_id)),
            )
        for name, value in table.items():
            if name not in by_id[id_].manifest.settings:
                raise ConfigError(unknown_key(name, f"plugin.{id_}", by_id[id_].manifest.settings), where=where)
            assign(id_, name, value, f"plugin.{id_}.{name}")
    return settings


def edition_problem(mode: Plugin, plugins: Iterable[Plugin], *, strict: bool = False) -> Message | None:
    """Return why a name in a mode's table `[edition]` is no setting of the plugins; `None` if all are.

    A name that resembles no setting may be one of a missing plugin, so it is a problem only if `strict`.
    """
    known = {name for plugin in plugins for name in plugin.manifest.settings}
    for name in mode.manifest.edition:
        if name in known:
            continue
        where = f"edition.{name}"
        if near := nearest(name, known, ALIKE if strict else MISSPELT):
            return Message.of("there is no setting {name!r}; is it {near!r}?", where, name=name, near=near)
        if strict:
            return Message.of("there is no setting {name!r}", where, name=name)
    return None


def options_of(plugins: Iterable[Plugin]) -> dict[str, Plugin]:
    """Return the plugin that brings each piece of equipment, by the equipment's name."""
    return {name: plugin for plugin in plugins for name in plugin.manifest.option}


def option_titles(plugins: Iterable[Plugin]) -> dict[str, str]:
    """Return the titles of all equipment in the player's language, by name, in the order of the titles."""
    owners = options_of(plugins)
    titles = {name: plugin_text(owner.folder, owner.manifest.option[name].title) for name, owner in owners.items()}
    return dict(sorted(titles.items(), key=lambda entry: (entry[1].casefold(), entry[0])))


def _unknown_option(names: Sequence[str], plugins: Iterable[Plugin]) -> Message | None:
    """Return the message for the first name that is no equipment of these plugins; `None` if all are."""
    known = options_of(plugins)
    unknown = next((name for name in names if name not in known), None)
    if unknown is None:
        return None
    if near := nearest(unknown, known):
        return Message.of("there is no {name!r} in this match; is it {near!r}?", name=unknown, near=near)
    listed = ", ".join(sorted(known)) or Message.of("none")
    return Message.of("there is no {name!r} in this match; there are: {known}", name=unknown, known=listed)


def _edition_key(plugin: Plugin, name: str) -> Message:
    return Message.of("{key}", where=Message.of("plugin {id!r}", id=plugin.id), key=f"edition.{name}")
