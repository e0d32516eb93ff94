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
def first_start(services: Any) -> None:
    """Tell the factory's opening."""
    services.router.open("story")
