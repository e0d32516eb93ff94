"""Transfers of files between the window and a server: saved games both ways, and replays from the server."""

import base64
import binascii
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from roborally.base.atomic_file import write_aside
from roborally.base.beside import beside
from roborally.base.errors import GameError, reason
from roborally.base.plain_file import read_plain
from roborally.base.translation import _
from roborally.game.factory import Game
from roborally.game.records.file_format import REPLAY_SUFFIX, Summary, is_sealed
from roborally.game.records.recorder import Record, load_replay
from roborally.net.client.membership import Membership
from roborally.net.protocol import MAX_PART, Begin, LobbyState, Rejected, Save, SavedGame, Upload, Welcome
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.pages import saves
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message

SEALED_NOTE = text(
    "The file is sealed: nobody can look into it. It goes on in a network game of the same players where it was made: "
    "on the same server, or with the same host."
)


class MatchTransfers:
    """Sends saved games to a membership's server, and writes the files received from it."""

    def __init__(self, app: App, catalogue: Catalogue, membership: Membership) -> None:
        self._app = app
        self._catalogue = catalogue
        self._membership = membership
        self._saving: tuple[Path, Save] | None = None
        """The path for the saved game requested from the server, and the request; `None` if there is none."""
        self._loading = ""
        """The saved game in base64 that is being sent to the server, empty for none."""
        self._is_back = False

    def on_news(self, news: object) -> None:
        """Handle a message of the server: write a requested file, or send again what was lost with the connection."""
        match news:
            case SavedGame():
                self._keep(news)
            case Welcome():
                self._is_back = True
            case LobbyState():
                if self._is_back and self._loading:
                    self._send()
                self._is_back = False
            case Begin():
                self._loading = ""
                if self._is_back and self._saving is not None:
                    self._membership.send(self._saving[1])
                self._is_back = False
            case Rejected(_text, ""):
                self._loading = ""

    # --- saved games ----------------------------------------------------------------------------------------------

    def sends_game(self) -> bool:
        """Return whether a saved game is on its way to the server."""
        return bool(self._loading)

    def open_load_page(self) -> None:
        """Open the list of saved games that the present members can continue."""
        self._app.push(saves.load_page(self._app, self._upload, self._fits))

    def _fits(self, summary: Summary) -> bool:
        """Return whether the present members can continue a saved game (CLI-911, CLI-R04)."""
        return summary.is_for([member.name for member in self._membership.members if not member.watching])

    def _upload(self, path: Path) -> None:
        """Read a saved game and send it to the server in parts; show an error in a dialog."""
        try:
            self._loading = base64.b64encode(read_plain(path)).decode()
        except OSError as error:
            message(self._app, _("This game cannot be loaded"), reason(error))
            return
        self._app.pop()
        self._send()

    def _send(self) -> None:
        written = self._loading
        for at in range(0, len(written), MAX_PART):
            self._membership.send(Upload(written[at : at + MAX_PART], at + MAX_PART >= len(written)))

    def open_save_page(self, screen: MatchScreen) -> None:
        """Open the page on which the host saves the match (CLI-702)."""
        name = screen.session.game.course.title
        ask = partial(self._ask, turn=screen.turn_in_motion())
        self._app.push(saves.save_page(self._app, name, ask, _(SEALED_NOTE), comes_later=True))

    def _ask(self, path: Path, turn: int | None) -> None:
        """Request the saved game of a turn, or of the current state for `None`; it is written to `path` on arrival."""
        self._saving = path, Save(-1 if turn is None else turn)
        self._membership.send(self._saving[1])

    def _keep(self, saved: SavedGame) -> None:
        """Write the requested saved game that has arrived; show an error in a dialog."""
        if self._saving is None:
            return
        (path, _asked), self._saving = self._saving, None
        try:
            _write(saved.file, path)
        except GameError as error:
            message(self._app, _("The game could not be saved"), error.message)
        else:
            saves.say_saved(self._app, path)

    # --- files at the end -----------------------------------------------------------------------------------------

    def open_keep_page(self, file: str) -> None:
        """Open the page for saving `file` (base64), a game that ended early (CLI-R02) or that may be taken home."""
        self._app.push(saves.save_page(self._app, _("Network game"), partial(_write, file), _note(file)))


class SentReplay:
    """A replay received from the server; another thread reads it, because that takes many frames."""

    def __init__(self, app: App, catalogue: Catalogue, file: str) -> None:
        """Start reading `file`, the replay in base64."""
        self._app, self._catalogue, self._file = app, catalogue, file
        self._read = beside("replay-reader", self._work)

    def _work(self) -> tuple[Game, Record]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"match{REPLAY_SUFFIX}"
            path.write_bytes(content_of(self._file))
            return load_replay(path, self._catalogue)

    def load(self) -> Record | None:
        """Return the record, `None` while it is being read; raise `GameError` or `OSError` for a damaged one."""
        return self._read.result()[1] if self._read.done() else None

    def show(self, show: Callable[[Game, Record], None]) -> None:
        """Wait until the replay is read, and call `show(game, record)`; show an error in a dialog."""
        try:
            game, record = self._read.result()
        except (GameError, OSError) as error:
            message(self._app, _("This replay cannot be watched"), reason(error))
        else:
            show(game, record)

    def keep(self, course: str) -> None:
        """Write the replay to a file named after the id of its course, and show the path."""
        saves.save_replay(self._app, course, partial(_write, self._file))


def _note(file: str) -> str:
    """Return the note about a sealed file for the page that saves it, empty for other files."""
    try:
        return _(SEALED_NOTE) if is_sealed(content_of(file)) else ""
    except GameError:  # saving reports the error
        return ""


def _write(file: str, path: Path) -> None:
    """Write a received file in base64 to `path`; raise `GameError`."""
    write_aside(path, content_of(file))


def content_of(file: str) -> bytes:
    """Return the content of a file in base64; raise `GameError` if it is damaged."""
    try:
        return base64.b64decode(file, validate=True)
    except (binascii.Error, ValueError):
        raise GameError("the server has sent a damaged file") from None
