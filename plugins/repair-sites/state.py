"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class RepairSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    site_archives: str


settings_of: Final = plugin_settings("repair-sites", RepairSettings)
