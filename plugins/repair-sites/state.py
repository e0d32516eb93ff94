"""The settings of the plugin `repair-sites`."""

from typing import Final, TypedDict

from roborally.plugin import plugin_settings


class RepairSettings(TypedDict):
    """The settings of the plugin `repair-sites` in one match; plugin.toml describes each."""

    site_archives: str


settings_of: Final = plugin_settings("repair-sites", RepairSettings)
