"""Settings that a mode offers together, by a name (`[preset.NAME]` of its manifest)."""

from typing import Any

from roborally.base.errors import GameError, Message
from roborally.plugin_system.loader import Plugin


def preset_settings(mode: Plugin, name: str) -> dict[str, Any]:
    """Return the settings of a preset, as the `[rules]` of a match file; raise `GameError` if the mode has none."""
    presets = mode.manifest.preset
    if name not in presets:
        raise GameError(
            "the mode {mode!r} has no preset {name!r}; there are: {known}",
            mode=mode.id,
            name=name,
            known=", ".join(sorted(presets)) or Message.of("none"),
        )
    return presets[name].settings
