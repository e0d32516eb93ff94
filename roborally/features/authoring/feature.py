"""Adds the commands `plugin` and `scenario` to the program, and the pages of plugins and scenarios to the window."""

from pathlib import Path

from roborally.base.translation import _
from roborally.plugin_system.program import Commands, Menu, Pages, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add the commands `roborally plugin` and `roborally scenario`."""
    commands.add("scenario", "run scenarios, which test the rules", order=400, module="cli_scenario")
    commands.add("plugin", "list, check, install and share plugins, or start a new one", order=700)


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the list of all plugins, the offer to install one, and the page that plays a scenario."""
    pages.add("plugins", "window.desk:PluginsDesk.open")
    pages.add("install-plugin", "window.desk:PluginsDesk.install")
    pages.add("scenario", "window.scenario_follower:open_page")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry of the list of plugins."""
    menu.add("workshop", _("Plugins"), "wrench", "plugins", order=200)


@hookimpl
def page_of_file(path: Path) -> str | None:
    """Return the page `install-plugin` for a folder or zip file, else `None`."""
    return "install-plugin" if path.is_dir() or path.suffix.lower() == ".zip" else None
