"""The hooks of the story: its page, its menu entry, and showing it at the first start."""

from typing import Any

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page `story`, with the opening stories of all modes."""
    pages.add("story", "window.desk:open_page")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry that opens the page `story`."""
    menu.add("learn", _("The story"), "robot", "story", order=400)


@hookimpl
def first_start(services: Any) -> None:
    """Open the page `story`."""
    services.router.open("story")
