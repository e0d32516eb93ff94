"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class AuenlandSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    objectives: str


settings_of: Final = plugin_settings("auenland", AuenlandSettings)
