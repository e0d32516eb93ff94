"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class BoardLasersSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    board_laser_pierces: bool


settings_of: Final = plugin_settings("board-lasers", BoardLasersSettings)
