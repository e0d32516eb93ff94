"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class PushersSettings(TypedDict):
    """The settings of plugin.toml, which says what they mean."""

    pushers_push_lines: bool


settings_of: Final = plugin_settings("pushers", PushersSettings)
