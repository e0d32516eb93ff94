"""Opens turns of games by post in the window, writes the orders, and sends them to servers (docs/post.md)."""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import time_ns
from typing import Any

from roborally.base import paths
from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.errors import GameError, Message, reason
from roborally.base.file_names import file_stem
from roborally.base.plain_file import read_plain
from roborally.base.translation import _
from roborally.features.post.intake import next_written
from roborally.features.post.keys import keep, kept_seat, key_for, seats_on_servers
from roborally.features.post.names import ORDERS_SUFFIX, TURN_SUFFIX
from roborally.features.post.server.messages import Reply
from roborally.features.post.turn_file import (
    SeatFile,
    TurnFile,
    game_of_turn,
    orders_file,
    read_seat_file,
    read_turn_file,
)
from roborally.features.post.turn_session import TurnSession
from roborally.features.post.window.asking_beside import AskingDialog, Found, Inquiry
from roborally.features.post.window.games_page import GamesPage
from roborally.features.post.window.waiting_games import Inquire, WaitingGames
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.shell.services import Services
from roborally.ui.toolkit.dialogs import Dialog, message, showing_errors
from roborally.ui.toolkit.input.clipboard import write_clipboard


class PostDesk:
    """The pages of play by post, for the router of the window."""

    def __init__(self, services: Services) -> None:
        self.inquire: Inquire = Inquiry
        self._services = services
        self._app = services.app

    def open(self, path: Path) -> None:
        """Open a turn file for programming; raise `GameError` if the file or the key of its seat cannot be used."""
        turn = read_turn_file(path)
        game, seen = game_of_turn(turn, self._services.catalogue, path)
        key = key_for(turn, path)

        def answered(answers: dict[str, Any]) -> None:
            self._write(turn, path.with_suffix(ORDERS_SUFFIX), answers, key)

        session = TurnSession(game, seen, answered)
        self._app.replace(
            lambda: MatchScreen(
                self._app,
                session,
                finished=lambda _context: None,
                open_menu=self._open_menu,
                past=turn.events,
                speed=self._services.settings.moving_speed(),
                check=self._services.check,
            )
        )
        self._app.audio.music("match")

    # --- games on servers -----------------------------------------------------------------------------------------

    def my_games(self) -> GamesPage:
        """Return the page with the player's games on servers."""
        seats = seats_on_servers()
        return GamesPage(self._app, seats, self.inquire(seats), self._fetch)

    def waiting_games(self, seats: Sequence[SeatFile]) -> WaitingGames:
        """Return the badge with the number of games that wait for the player; it starts asking their servers."""
        return WaitingGames(seats, self.inquire)

    def join(self, path: Path) -> AskingDialog:
        """Return a dialog that stores the key in a file once its server accepts it; raise `GameError`."""
        seat = read_seat_file(path)

        def confirmed(_reply: Reply) -> None:
            keep(seat)
            self._services.router.home()
            self._services.router.open("post-games")

        return AskingDialog(self._app, seat, self._unless_refused(_("This key cannot be used"), confirmed))

    def _fetch(self, seat: SeatFile) -> None:
        def fetched(reply: Reply) -> None:
            if not reply.turn or reply.standing is None:
                raise GameError("nothing is asked of you there now")
            name = file_stem(f"{seat.game}-{reply.standing.label}-{seat.seat}")
            path = paths.post_key_folder() / f"{name}{TURN_SUFFIX}"
            write_aside(path, reply.turn, FOR_OWNER)
            self.open(path)

        then = self._unless_refused(_("This turn cannot be opened"), fetched)
        self._app.push(AskingDialog(self._app, seat, then, "turn"))

    def _unless_refused(self, title: str, then: Callable[[Reply], None]) -> Callable[[Found], None]:
        """Return a function that passes a server's answer to `then`, or shows a `Message` as an error under `title`."""

        def answered(found: Found) -> None:
            with showing_errors(self._app, title):
                if isinstance(found, Message):
                    raise GameError(found)
                then(found)

        return answered

    def _hand_in(self, seat: SeatFile, path: Path) -> None:
        """Send the orders in a file to the server of a seat, and show how it has understood them."""

        def answered(found: Found) -> None:
            taken = not isinstance(found, Message) and found.taken
            title = _("Your orders were taken") if taken else _("Your orders were not taken")
            text = found.as_sentence() if isinstance(found, Message) else "\n".join(found.understood)
            self._end(title, text, None if taken else lambda: self._hand_in(seat, path))

        try:
            orders = read_plain(path)
        except OSError as error:
            message(self._app, _("Your orders were not taken"), reason(error))
            return
        home = self._services.router.home
        self._app.push(AskingDialog(self._app, seat, answered, "orders", orders, left=home))

    # --- a turn ---------------------------------------------------------------------------------------------------

    def _open_menu(self, screen: MatchScreen) -> None:
        self._app.push(self._menu(screen))

    def _menu(self, screen: MatchScreen) -> GameMenu:
        return GameMenu(
            self._app,
            None,
            self._services.settings.open,
            self._services.router.home,
            leaving=_("Nothing has been written yet; you can open the turn again."),
            again=lambda: self._menu(screen),
        )

    def _write(self, turn: TurnFile, path: Path, answers: dict[str, Any], key: str) -> None:
        """Write the orders file, then send it to the server of the game, or show where to send it."""
        try:
            written = next_written(path, time_ns() // 1_000_000)
            write_aside(path, orders_file(turn, answers, {}, key, written), FOR_OWNER)
        except GameError as error:
            text = error.message.as_sentence()
            self._end(_("Your orders could not be written"), text, lambda: self._write(turn, path, answers, key))
            return
        seat = kept_seat(turn)
        if seat is not None and seat.server:
            self._hand_in(seat, path)
            return
        where = Message.of(
            "Send the file {path} to {address}. Until the turn is played you can open it again and change your orders.",
            path=path,
            address=turn.referee,
        )
        subject = f"[RR-{turn.game} {turn.label}]"
        self._app.push(
            Dialog(
                self._app,
                _("Your orders are written"),
                "\n\n".join([str(where), _("Subject: {subject}").format(subject=subject)]),
                [
                    (_("Main menu"), self._services.router.home),
                    (_("Copy subject"), lambda: write_clipboard(subject)),
                ],
            )
        )

    def _end(self, title: str, text: str, retry: Callable[[], None] | None) -> None:
        """Show a dialog with the result of sending orders; `retry` is the action of a button to try again, if any."""

        def try_again() -> None:
            self._app.pop()
            if retry is not None:
                retry()

        again = [(_("Try again"), try_again)] if retry is not None else []
        self._app.push(Dialog(self._app, title, text, [*again, (_("Main menu"), self._services.router.home)]))
