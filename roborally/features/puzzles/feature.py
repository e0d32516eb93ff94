"""The hooks of the puzzles: their list and its menu entry."""

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page `puzzles`, which lists the puzzles."""
    pages.add("puzzles", "window.desk:open_list")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry that opens the page `puzzles`."""
    menu.add("learn", _("Puzzles"), "flag", "puzzles", order=200)
