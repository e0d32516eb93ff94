"""The hooks of the rulebook: its page and its menu entry."""

from functools import cache
from typing import Any

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page `rulebook`, which can be opened at a rule or an edition."""
    pages.add("rulebook", "window.rulebook_page:open_page")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry that opens the page `rulebook`."""
    menu.add("learn", _("Rulebook"), "info", "rulebook", order=300)


@hookimpl
def prepare(services: Any) -> Any:
    """Return a function that reads one page of the rulebook at each call, while the main menu is idle."""
    from roborally.narration.rulebook.pages import reading

    pages = cache(reading)
    return lambda: next(pages(), None) is not None
