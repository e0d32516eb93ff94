"""The names that a plugin's `feature.py` imports to add commands, pages, menu entries and settings to the program."""

from roborally.plugin_system.program import Commands, Menu, Pages, ProgramSettings, hookimpl
from roborally.profile.program_plugins import read_setting

__all__ = ["Commands", "Menu", "Pages", "ProgramSettings", "hookimpl", "read_setting"]
