"""Presets: named groups of settings that a mode offers (`[preset.NAME]` of its manifest)."""

from collections.abc import Mapping, Sequence

import msgspec

from roborally.base.errors import GameError, Message
from roborally.game.match_file import MatchConfig
from roborally.game.settings import resolve_settings
from roborally.plugin_system.loader import Catalogue, Plugin
from roborally.plugin_system.manifest import PresetManifest


def presets_of(mode: Plugin, plugins: Sequence[Plugin]) -> Mapping[str, PresetManifest]:
    """Return the presets of a mode by name, without those that need a setting of another plugin."""
    return {name: preset for name, preset in mode.manifest.preset.items() if _fits(preset, plugins)}


def _fits(preset: PresetManifest, plugins: Sequence[Plugin]) -> bool:
    try:
        resolve_settings(plugins, preset.settings, {})
    except GameError:
        return False
    return True


def with_preset(config: MatchConfig, name: str, catalogue: Catalogue) -> MatchConfig:
    """Return a match with the settings of a preset of its mode; raise `GameError` if there is no such preset."""
    mode = catalogue.mode(config.match.mode, "match.mode")
    presets = mode.manifest.preset
    if name not in presets:
        raise GameError(
            "the mode {mode!r} has no preset {name!r}; there are: {known}",
            mode=mode.id,
            name=name,
            known=", ".join(sorted(presets)) or Message.of("none"),
        )
    chosen = presets[name].settings
    own = {id_: {key: table[key] for key in table if key not in chosen} for id_, table in config.plugin.items()}
    return msgspec.structs.replace(config, rules={**config.rules, **chosen}, plugin=own)
