"""Resolves the settings of all plugins of a match: manifests, the mode's edition, then the match file."""

from collections.abc import Mapping, Sequence
from typing import Any

from roborally.base.translation import _
from roborally.game.match_file import ConfigError
from roborally.plugin_system.loader import Plugin

# --- settings -------------------------------------------------------------------------------------------------------


def resolve_settings(
    plugins: Sequence[Plugin], rules: Mapping[str, Any], own: Mapping[str, Mapping[str, Any]], where: str = ""
) -> dict[str, dict[str, Any]]:
    """Return the complete settings of every plugin: manifests, then the mode's edition, then the match file.

    `rules` is the `[rules]` table, whose keys any enabled plugin may declare; `own` the `[plugin.ID]` tables.
    """
    where = where or _("match")
    declared: dict[str, str] = {}
    settings: dict[str, dict[str, Any]] = {}
    for plugin in plugins:
        settings[plugin.id] = {name: setting.default for name, setting in plugin.manifest.settings.items()}
        for name in plugin.manifest.settings:
            declared.setdefault(name, plugin.id)
    by_id = {plugin.id: plugin for plugin in plugins}

    def assign(id_: str, name: str, value: Any, key: str) -> None:
        if problem := by_id[id_].manifest.settings[name].problem(value):
            raise ConfigError(f"{where}: {key} {problem}")
        settings[id_][name] = value

    for plugin in plugins:
        for name, value in plugin.manifest.edition.items():
            if name not in declared:
                continue  # of a plugin that the mode can do without, and that is not enabled
            assign(declared[name], name, value, f"plugin {plugin.id!r}: edition.{name}")
    for name, value in rules.items():
        if name not in declared:
            known = ", ".join(sorted(declared)) or _("none")
            raise ConfigError(
                _("{where}: unknown key rules.{name}; possible are: {known}").format(
                    where=where, name=name, known=known
                )
            )
        assign(declared[name], name, value, f"rules.{name}")
    for id_, table in own.items():
        if id_ not in by_id:
            raise ConfigError(
                _("{where}: plugin.{plugin} is set, but that plugin is not enabled; enabled are: {known}").format(
                    where=where, plugin=id_, known=", ".join(sorted(by_id))
                )
            )
        for name, value in table.items():
            if name not in by_id[id_].manifest.settings:
                known = ", ".join(sorted(by_id[id_].manifest.settings)) or _("none")
                raise ConfigError(
                    _("{where}: unknown key plugin.{plugin}.{name}; possible are: {known}").format(
                        where=where, plugin=id_, name=name, known=known
                    )
                )
            assign(id_, name, value, f"plugin.{id_}.{name}")
    return settings
