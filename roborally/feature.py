"""The page for authors of plugins that add to the program: what their `feature.py` imports (docs/plugins.md)."""

from roborally.plugin_system.program import Commands, Menu, Pages, ProgramSettings, hookimpl
from roborally.profile.program_plugins import read_setting

__all__ = ["Commands", "Menu", "Pages", "ProgramSettings", "hookimpl", "read_setting"]
