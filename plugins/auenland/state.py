"""The plugin's settings."""

from typing import TypedDict

from roborally.plugin import PluginSettings


class AuenlandSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    objectives: str


settings_of = PluginSettings("auenland", AuenlandSettings)
