"""The screens of games by post on servers."""

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import structs

from roborally.base import paths
from roborally.base.errors import Message
from roborally.features.post.keys import keep
from roborally.features.post.server.messages import GameStanding, Reply
from roborally.features.post.turn_file import SeatFile
from roborally.features.post.window.asking_beside import Found, Inquiry
from roborally.features.post.window.desk import PostDesk
from roborally.features.post.window.games_page import GamesPage

from .moments import Library
from .studio import STEP, Studio

SERVER = "wss://play.example.org"
AWAY = Message.of("there is no server for play by post", SERVER)
WAITING = GameStanding(
    "T4",
    "auenland",
    "Water Mills",
    "Ada",
    ["Ada", "Bo"],
    is_asked=True,
    has_orders=False,
    deadline=1_795_978_800,
    last_call=0,
)


def scenes() -> dict[str, Callable[[Studio, Library], None]]:
    """Return the scenes by name."""
    return {"menu-my-games": menu, "menu-my-games-away": menu_without_server, "my-games": my_games}


class ShownInquiry(Inquiry):
    """Returns prepared answers instead of asking a server."""

    def __init__(self, found: Sequence[Found]) -> None:
        """Store the answers for the first seats."""
        self._text = list(enumerate(found))

    def poll(self) -> tuple[int, Found] | None:
        """Return the next answer."""
        return self._text.pop(0) if self._text else None

    def give_up(self) -> None:
        """Do nothing."""


def menu(studio: Studio, _library: Library) -> None:
    """Show the main menu of a player with games on servers: two wait, one server does not answer."""
    menu_with(studio, [Reply(WAITING), Reply(WAITING), AWAY])


def menu_without_server(studio: Studio, _library: Library) -> None:
    """Show the main menu of a player whose only game is on a server that does not answer, below another entry."""
    menu_with(studio, [AWAY])


def menu_with(studio: Studio, found: Sequence[Found]) -> None:
    """Show the main menu of a player with games on servers that have answered."""
    plain, post = paths.post_key_folder, studio.client.of(PostDesk)
    inquire, post.inquire = post.inquire, lambda _seats: ShownInquiry(found)
    with TemporaryDirectory() as folder:
        paths.post_key_folder = lambda: Path(folder)
        try:
            for number in range(len(found)):
                keep(SeatFile("autumn", number, "00", SERVER))
            studio.client.router.home()
            studio.go_on(STEP * 4)
        finally:
            paths.post_key_folder, post.inquire = plain, inquire


def my_games(studio: Studio, _library: Library) -> None:
    """Show the list of games: one waits, others wait for other players, one is over, one has lost its server."""
    waiting = WAITING
    others = ["Bo", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]
    found: list[Found] = [
        Reply(waiting),
        Reply(structs.replace(waiting, has_orders=True, missing=others)),
        Reply(structs.replace(waiting, over=True, winners=["Ada"])),
        Reply(structs.replace(waiting, paused=True)),
        AWAY,
    ]
    seats = [SeatFile(f"game-{number}", 0, "00", SERVER) for number in range(len(found) + 1)]
    studio.client.router.home()
    studio.app.push(GamesPage(studio.app, seats, ShownInquiry(found), lambda _seat: None))
    studio.go_on(STEP * (len(found) + 1))
