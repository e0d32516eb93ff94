"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class VirtualRobotsSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    virtual_at_start: bool


settings_of: Final = plugin_settings("virtual-robots", VirtualRobotsSettings)
