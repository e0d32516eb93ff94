"""The plugin's settings."""

from typing import TypedDict

from roborally.plugin import plugin_settings


class CrashAndBurnSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    first_card_must_move: str


settings_of = plugin_settings("crash-and-burn", CrashAndBurnSettings)
