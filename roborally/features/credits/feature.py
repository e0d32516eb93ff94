"""The hooks of the credits: their page and its entry in the main menu."""

from functools import cache
from typing import Any

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page `credits`."""
    pages.add("credits", "window.credits_page:open_page")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry that opens the page `credits`."""
    menu.add("below", _("Credits"), "heart", "credits", order=850)


@hookimpl
def prepare(services: Any) -> Any:
    """Return a function that renders the letters of the page, a text at a time, while the main menu is idle."""

    @cache
    def work() -> Any:
        from roborally.features.credits.window.credits_page import preparation

        return preparation(services.app.pages)

    return lambda: work()()
