"""The plugin's settings."""

from typing import TypedDict

from roborally.plugin import PluginSettings


class CrashAndBurnSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    first_card_must_move: str


settings_of = PluginSettings("crash-and-burn", CrashAndBurnSettings)
