"""The hooks of exhibitions: the command, the page, and its menu entry."""

from roborally.base.translation import _
from roborally.plugin_system.program import Commands, Menu, Pages, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add the command `roborally exhibit`."""
    commands.add("exhibit", "let bots play against each other", order=150)


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the page `exhibition`, on which an exhibition is set up."""
    pages.add("exhibition", "window.exhibition_page:ExhibitionPage")


@hookimpl
def register_menu(menu: Menu) -> None:
    """Add the menu entry that opens the page `exhibition`."""
    menu.add("below", _("Exhibition"), "robot", "exhibition", order=200)
