"""The plugin's settings."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class PushersSettings(TypedDict):
    """The plugin's settings, described in plugin.toml."""

    pushers_push_lines: bool


settings_of: Final = plugin_settings("pushers", PushersSettings)
