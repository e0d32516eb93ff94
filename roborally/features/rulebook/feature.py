"""The rulebook: its page, which a key closes again, and its entry in the menu."""

from functools import cache
from typing import Any

from roborally.base.translation import _
from roborally.plugin_system.program import Menu, Pages, hookimpl


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page, which opens at a rule or an edition."""
    pages.add("rulebook", "window.rulebook_page:open_page")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the entry."""
    menu.add("learn", _("Rulebook"), "info", "rulebook", order=300)


@hookimpl
def prepare(services: Any) -> Any:
    """Read the pages."""
    from roborally.narration.rulebook.pages import reading

    pages = cache(reading)
    return lambda: next(pages(), None) is not None
