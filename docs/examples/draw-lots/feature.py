"""What the plugin adds to the program: a command, a page, its entry in the menu, and a setting."""

from typing import Any

from roborally.feature import Commands, Menu, Pages, ProgramSettings, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add `roborally draw-lots`; `cli.py` runs it."""
    commands.add("draw-lots", "draw the order of the people at the table")


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page, which `open_page` in `page.py` makes."""
    pages.add("draw-lots", "page:open_page")


@hookimpl
def register_menu(menu: Menu, services: Any) -> None:
    """Add the entry."""
    menu.add("play", "Draw lots", "people", "draw-lots")


@hookimpl
def register_settings(settings: ProgramSettings) -> None:
    """Add the setting."""
    settings.add("first_only", False, "Name only the first")
