"""Opens a turn of a match by post: its player programs as always, and confirming writes the orders (docs/post.md)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from roborally.base.atomic_file import FOR_OWNER, write_aside
from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.plugin_system.loader import Catalogue
from roborally.post.keys import key_for
from roborally.post.names import ORDERS_SUFFIX
from roborally.post.turn_file import TurnFile, game_of_turn, orders_file, read_turn_file
from roborally.post.turn_session import TurnSession
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.windows.game_menu import GameMenu
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Dialog, message
from roborally.ui.toolkit.input.clipboard import write_clipboard


class PostCoordinator:
    """Leads from a turn file to the file of its orders."""

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
        self._app = app
        self._catalogue = catalogue
        self._main_menu = main_menu
        self._settings = settings
        self._speed = speed
        self._check = check

    def open(self, path: Path) -> None:
        """Open a turn file; what is wrong with it is told in a dialog."""
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
        """Write the orders, and say where they are to be sent."""
        try:
            write_aside(path, orders_file(turn, answers, {}, key), FOR_OWNER)
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
        told = Message.of(
            "Send the file {path} to {address}. Until the turn is played you can open it again and change your orders.",
            path=path,
            address=turn.referee,
        )
        subject = f"[RR-{turn.game} {turn.label}]"
        self._app.push(
            Dialog(
                self._app,
                _("Your orders are written"),
                "\n\n".join([str(told), _("Subject: {subject}").format(subject=subject)]),
                [(_("Main menu"), self._main_menu), (_("Copy subject"), lambda: write_clipboard(subject))],
            )
        )

    def _again(self, turn: TurnFile, path: Path, answers: dict[str, Any], key: str) -> None:
        self._app.pop()
        self._write(turn, path, answers, key)
