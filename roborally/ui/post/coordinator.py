"""Opens a turn of a match by post: its player programs as usual, and confirming writes the orders (docs/post.md)."""

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
from roborally.plugin_system.loader import Catalogue
from roborally.post.intake import next_written
from roborally.post.keys import keep, kept_seat, key_for, seats_on_servers
from roborally.post.names import ORDERS_SUFFIX, TURN_SUFFIX
from roborally.post.turn_file import SeatFile, TurnFile, game_of_turn, orders_file, read_seat_file, read_turn_file
from roborally.post.turn_session import TurnSession
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.post.asking_beside import AskingDialog, Found, Inquiry
from roborally.ui.post.games_page import GamesPage
from roborally.ui.post.waiting_games import Inquire, WaitingGames
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Dialog, message
from roborally.ui.toolkit.input.clipboard import write_clipboard


class PostCoordinator:
    """Opens turn files and writes the files of their orders."""

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        main_menu: Callable[[], None],
        settings: Callable[[], None],
        speed: Callable[[], str],
        *,
        check: bool = False,
    ) -> None:
        """Start without a turn; `check` as in `Client`."""
        self.inquire: Inquire = Inquiry
        self._app = app
        self._catalogue = catalogue
        self._main_menu = main_menu
        self._settings = settings
        self._speed = speed
        self._check = check

    def open(self, path: Path) -> None:
        """Open a turn file; show its errors in a dialog."""
        try:
            turn = read_turn_file(path)
            game, seen = game_of_turn(turn, self._catalogue, path)
            key = key_for(turn, path)
        except GameError as error:
            message(self._app, _("This turn cannot be opened"), error.message)
            return

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
                speed=self._speed(),
                check=self._check,
            )
        )
        self._app.audio.music("match")

    # --- games on servers -----------------------------------------------------------------------------------------

    def my_games(self) -> None:
        """Open the list of the player's games on servers."""
        seats = seats_on_servers()
        self._app.push(GamesPage(self._app, seats, self.inquire(seats), self._fetch))

    def waiting_games(self, seats: Sequence[SeatFile]) -> WaitingGames:
        """Return the badge with the number of games on servers that wait for the player; it starts asking."""
        return WaitingGames(seats, self.inquire)

    def join(self, path: Path) -> None:
        """Add the key of a seat from a file, once its server confirms it, and show it among the others."""
        try:
            seat = read_seat_file(path)
        except GameError as error:
            message(self._app, _("This key cannot be used"), error.message)
            return

        def answered(found: Found) -> None:
            try:
                if isinstance(found, Message):
                    raise GameError(found)
                keep(seat)
            except GameError as error:
                message(self._app, _("This key cannot be used"), error.message)
                return
            self._main_menu()
            self.my_games()

        self._app.push(AskingDialog(self._app, seat, answered))

    def _fetch(self, seat: SeatFile) -> None:
        """Fetch the turn of a seat, and open it."""

        def answered(found: Found) -> None:
            try:
                if isinstance(found, Message):
                    raise GameError(found)
                if not found.turn or found.standing is None:
                    raise GameError("nothing is asked of you there now")
                name = file_stem(f"{seat.game}-{found.standing.label}-{seat.seat}")
                path = paths.post_key_folder() / f"{name}{TURN_SUFFIX}"
                write_aside(path, found.turn, FOR_OWNER)
            except GameError as error:
                message(self._app, _("This turn cannot be opened"), error.message)
                return
            self.open(path)

        self._app.push(AskingDialog(self._app, seat, answered, "turn"))

    def _hand_in(self, seat: SeatFile, path: Path) -> None:
        """Hand in the orders of a file, and say what the server has understood."""

        def answered(found: Found) -> None:
            taken = not isinstance(found, Message) and found.taken
            title = _("Your orders were taken") if taken else _("Your orders were not taken")
            text = found.as_sentence() if isinstance(found, Message) else "\n".join(found.understood)
            again = [] if taken else [(_("Try again"), try_again)]
            self._app.push(Dialog(self._app, title, text, [*again, (_("Main menu"), self._main_menu)]))

        def try_again() -> None:
            self._app.pop()
            self._hand_in(seat, path)

        try:
            orders = read_plain(path)
        except OSError as error:
            message(self._app, _("Your orders were not taken"), reason(error))
            return
        self._app.push(AskingDialog(self._app, seat, answered, "orders", orders, left=self._main_menu))

    # --- a turn ---------------------------------------------------------------------------------------------------

    def _open_menu(self, screen: MatchScreen) -> None:
        self._app.push(self._menu(screen))

    def _menu(self, screen: MatchScreen) -> GameMenu:
        return GameMenu(
            self._app,
            screen.seconds_left,
            None,
            self._settings,
            self._main_menu,
            leaving=_("Nothing has been written yet; you can open the turn again."),
            again=lambda: self._menu(screen),
        )

    def _write(self, turn: TurnFile, path: Path, answers: dict[str, Any], key: str) -> None:
        """Write the orders, and say where to send them."""
        try:
            written = next_written(path, time_ns() // 1_000_000)
            write_aside(path, orders_file(turn, answers, {}, key, written), FOR_OWNER)
        except GameError as error:
            self._app.push(
                Dialog(
                    self._app,
                    _("Your orders could not be written"),
                    error.message.as_sentence(),
                    [
                        (_("Try again"), lambda: self._again(turn, path, answers, key)),
                        (_("Main menu"), self._main_menu),
                    ],
                )
            )
            return
        seat = kept_seat(turn)
        if seat is not None and seat.server:
            self._hand_in(seat, path)
            return
        text = Message.of(
            "Send the file {path} to {address}. Until the turn is played you can open it again and change your orders.",
            path=path,
            address=turn.referee,
        )
        subject = f"[RR-{turn.game} {turn.label}]"
        self._app.push(
            Dialog(
                self._app,
                _("Your orders are written"),
                "\n\n".join([str(text), _("Subject: {subject}").format(subject=subject)]),
                [(_("Main menu"), self._main_menu), (_("Copy subject"), lambda: write_clipboard(subject))],
            )
        )

    def _again(self, turn: TurnFile, path: Path, answers: dict[str, Any], key: str) -> None:
        self._app.pop()
        self._write(turn, path, answers, key)
