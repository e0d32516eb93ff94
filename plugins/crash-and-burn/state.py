"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class CrashAndBurnSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    first_card_must_move: str
    robot_lasers: str


settings_of: Final = plugin_settings("crash-and-burn", CrashAndBurnSettings)
