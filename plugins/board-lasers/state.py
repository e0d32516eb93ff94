"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class BoardLasersSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    board_laser_pierces: bool


settings_of: Final = plugin_settings("board-lasers", BoardLasersSettings)
