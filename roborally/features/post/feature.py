"""Play by post: the command, the pages for files of games by post, and *My games* in the menu."""

from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.translation import _
from roborally.features.post.names import SEAT_SUFFIX, TURN_SUFFIX
from roborally.plugin_system.program import Commands, Menu, Pages, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add `roborally post`."""
    commands.add("post", "play by post: run matches from folders or on a server, or write your orders", order=500)


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add a turn that is programmed, the list of the player's games on servers, and the key of a seat in one."""
    pages.add("post-turn", "window.desk:PostDesk.open")
    pages.add("post-games", "window.desk:PostDesk.my_games")
    pages.add("post-key", "window.desk:PostDesk.join")


@hookimpl
def register_menu(menu: Menu, services: Any) -> None:
    """Add *My games* for players with games on servers; its badge counts those that wait for orders."""
    if not paths.post_key_folder().is_dir():  # spares most players the imports
        return
    from roborally.features.post.keys import seats_on_servers
    from roborally.features.post.window.desk import PostDesk

    if seats := seats_on_servers():
        badge = services.of(PostDesk).waiting_games(seats)
        menu.add("play", _("My games"), "timer", "post-games", order=50, badge=badge)


@hookimpl
def page_of_file(path: Path) -> str | None:
    """Return the page for a turn or the key of a seat."""
    if path.suffix not in (TURN_SUFFIX, SEAT_SUFFIX):
        return None
    from roborally.features.post.turn_file import read_seat_file, read_turn_file

    if path.suffix == TURN_SUFFIX:
        read_turn_file(path)
        return "post-turn"
    read_seat_file(path)
    return "post-key"
