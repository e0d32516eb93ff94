"""The presets of a mode (named groups of settings) in the lobby: finds those that are on, and switches them."""

from collections.abc import Iterator, Mapping
from typing import Any

from roborally.base.translation import plugin_text
from roborally.features.lobby.rules import LobbyRules
from roborally.game.presets import presets_of
from roborally.plugin_system.manifest import PresetManifest


def presets(lobby: LobbyRules) -> Mapping[str, PresetManifest]:
    """Return the presets of the lobby's mode, by name."""
    return presets_of(lobby.catalogue.get(lobby.mode), lobby.plugins)


def words(lobby: LobbyRules, preset: PresetManifest) -> tuple[str, str]:
    """Return the title and the explanation of a preset in the language of the window."""
    folder = lobby.catalogue.get(lobby.mode).folder
    return plugin_text(folder, preset.title), plugin_text(folder, preset.text)


def is_on(lobby: LobbyRules, preset: PresetManifest) -> bool:
    """Return whether the lobby's settings have all values of a preset; false for a preset of another mode."""
    return preset in lobby.catalogue.get(lobby.mode).manifest.preset.values() and all(
        lobby.value(plugin, name) == value for plugin, name, value in _entries(lobby, preset)
    )


def switch(lobby: LobbyRules, preset: PresetManifest, on: bool) -> None:
    """Set the settings of a preset to its values, or unless `on` to the mode's defaults; other settings stay."""
    usual = lobby.defaults()
    for plugin, name, value in _entries(lobby, preset):
        lobby.set_value(plugin, name, value if on else usual[plugin][name])


def choose_mode(lobby: LobbyRules, mode: str) -> None:
    """Switch to another mode, after switching off the presets of the present one."""
    for preset in presets(lobby).values():
        if is_on(lobby, preset):
            switch(lobby, preset, False)
    lobby.choose_mode(mode)


def _entries(lobby: LobbyRules, preset: PresetManifest) -> Iterator[tuple[str, str, Any]]:
    """Yield plugin id, setting name and value of each setting in a preset."""
    owners = {name: plugin.id for plugin in reversed(lobby.plugins) for name in plugin.manifest.settings}
    return ((owners[name], name, value) for name, value in preset.settings.items())
