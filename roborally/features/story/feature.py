"""The story: the openings of the modes, and their entry in the menu."""

from typing import Any

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page with all openings."""
    pages.add("story", "window.desk:open_page")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the entry."""
    menu.add("learn", _("The story"), "robot", "story", order=400)


@hookimpl
def match_opening(services: Any, game: Any) -> Any:
    """Show the opening of a mode before its first match."""
    from roborally.features.story.window.desk import opening_before

    return opening_before(services, game)
