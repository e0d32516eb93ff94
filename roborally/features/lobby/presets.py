"""The presets of the mode in the lobby, groups of settings; no drawing."""

from collections.abc import Iterator, Mapping
from typing import Any

from roborally.base.translation import plugin_text
from roborally.features.lobby.rules import LobbyRules
from roborally.game.presets import presets_of
from roborally.plugin_system.manifest import PresetManifest


def presets(lobby: LobbyRules) -> Mapping[str, PresetManifest]:
    """Return the presets of the mode, by name."""
    return presets_of(lobby.catalogue.get(lobby.mode), lobby.plugins)


def words(lobby: LobbyRules, preset: PresetManifest) -> tuple[str, str]:
    """Return title and text of a preset in the language of the window."""
    folder = lobby.catalogue.get(lobby.mode).folder
    return plugin_text(folder, preset.title), plugin_text(folder, preset.text)


def is_on(lobby: LobbyRules, preset: PresetManifest) -> bool:
    """Return whether all settings match a preset; false for one of another mode."""
    return preset in lobby.catalogue.get(lobby.mode).manifest.preset.values() and all(
        lobby.value(plugin, name) == value for plugin, name, value in _entries(lobby, preset)
    )


def switch(lobby: LobbyRules, preset: PresetManifest, on: bool) -> None:
    """Set the settings of a preset, or reset them to the mode's edition; the others stay."""
    usual = lobby.defaults()
    for plugin, name, value in _entries(lobby, preset):
        lobby.set_value(plugin, name, value if on else usual[plugin][name])


def choose_mode(lobby: LobbyRules, mode: str) -> None:
    """Switch to another mode, without what a preset of the present one has set: it is meant for that mode alone."""
    for preset in presets(lobby).values():
        if is_on(lobby, preset):
            switch(lobby, preset, False)
    lobby.choose_mode(mode)


def _entries(lobby: LobbyRules, preset: PresetManifest) -> Iterator[tuple[str, str, Any]]:
    """Yield plugin, name and value of each setting."""
    owners = {name: plugin.id for plugin in reversed(lobby.plugins) for name in plugin.manifest.settings}
    return ((owners[name], name, value) for name, value in preset.settings.items())
