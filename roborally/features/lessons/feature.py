"""The hooks of the lessons: the list, the first lesson for new players, and the menu entry."""

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the pages `lessons`, which lists the lessons, and `first-lesson`, which starts the first one at once."""
    pages.add("lessons", "window.desk:open_list")
    pages.add("first-lesson", "window.desk:begin_first")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry that opens the page `lessons`."""
    menu.add("learn", _("Tutorial"), "question", "lessons", order=100)
