"""The lessons: the list, and the first one, which the main menu offers to new players."""

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the list of lessons, and the first lesson."""
    pages.add("lessons", "window.desk:open_list")
    pages.add("first-lesson", "window.desk:begin_first")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the entry."""
    menu.add("learn", _("Tutorial"), "question", "lessons", order=100)
