"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class VirtualRobotsSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    virtual_at_start: bool


settings_of: Final = plugin_settings("virtual-robots", VirtualRobotsSettings)
