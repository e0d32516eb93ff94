"""The hooks of statistics and achievements: the command, the page, and its menu entry."""

from typing import Any

from roborally.base.translation import _
from roborally.plugin_system.program import Commands, Menu, Pages, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add the command `roborally stats`."""
    commands.add("stats", "show your statistics and achievements", order=650)


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page `statistics`."""
    pages.add("statistics", "window.statistics_page:open_page")


@hookimpl
def register_menu(menu: Menu, services: Any) -> None:
    """Add the menu entry that opens the page `statistics`; its badge counts new achievements."""
    from roborally.features.statistics.window.new_achievements import NewAchievements

    badge = services.of(NewAchievements)
    menu.add("below", _("Statistics & achievements"), "trophy", "statistics", order=300, badge=badge)
