"""The puzzles: their list, and its entry in the menu."""

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the list."""
    pages.add("puzzles", "window.desk:open_list")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the entry."""
    menu.add("learn", _("Puzzles"), "flag", "puzzles", order=200)
