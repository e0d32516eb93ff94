"""Adds play by post to the program: its command, its pages, and the menu entry *My games*."""

from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.translation import _
from roborally.features.post.names import SEAT_SUFFIX, TURN_SUFFIX
from roborally.plugin_system.program import Commands, Menu, Pages, hookimpl


@hookimpl
def register_commands(commands: Commands) -> None:
    """Add the command `roborally post`."""
    commands.add("post", "play by post: run matches from folders or on a server, or write your orders", order=500)


@hookimpl
def register_pages(pages: Pages) -> None:
    """Add the pages for programming a turn, for the player's games on servers, and for a key that joins a game."""
    pages.add("post-turn", "window.desk:PostDesk.open")
    pages.add("post-games", "window.desk:PostDesk.my_games")
    pages.add("post-key", "window.desk:PostDesk.join")


@hookimpl
def register_menu(menu: Menu, services: Any) -> None:
    """Add *My games* for players with games on servers; its badge has the number of games that wait for orders."""
    if not paths.post_key_folder().is_dir():  # spares most players the imports
        return
    from roborally.features.post.keys import seats_on_servers
    from roborally.features.post.window.desk import PostDesk

    if seats := seats_on_servers():
        badge = services.of(PostDesk).waiting_games(seats)
        menu.add("play", _("My games"), "timer", "post-games", order=50, badge=badge)


@hookimpl
def page_of_file(path: Path) -> str | None:
    """Return the name of the page that opens a turn or key file, `None` for other files; raise `GameError`."""
    if path.suffix not in (TURN_SUFFIX, SEAT_SUFFIX):
        return None
    from roborally.features.post.turn_file import read_seat_file, read_turn_file

    if path.suffix == TURN_SUFFIX:
        read_turn_file(path)
        return "post-turn"
    read_seat_file(path)
    return "post-key"
