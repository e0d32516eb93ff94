"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class AuenlandSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    objectives: str


settings_of: Final = plugin_settings("auenland", AuenlandSettings)
