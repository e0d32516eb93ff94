"""The page of recorded matches: open or delete one."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import arcade

from roborally.base import paths
from roborally.base.errors import reason
from roborally.base.translation import _
from roborally.narration.words import victory
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.records.file_format import REPLAY_SUFFIX, ReplayError, Summary, read_winners
from roborally.records.recorder import list_saves
from roborally.ui.setup.file_pages import FilePage, mode_title, unusable
from roborally.ui.setup.saves import local_time
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import confirm, message
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect

OWN_NAME = r" \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d$"
"""The endings of the game's own file names, which already include date and time."""


class OpeningScreen(Screen):
    """Shows a note while something takes a moment, and does it once the note is visible."""

    opaque = False

    def __init__(self, app: App, action: Callable[[], None], note: str = "") -> None:
        """Show the note; without one it says that a replay is opened."""
        super().__init__(app)
        self._action = action
        self._drawn = False
        self.layer.frame("panel", Rect((WIDTH - 420) / 2, (HEIGHT - 90) / 2, 420, 90))
        self.layer.heading(note or _("Opening the replay …"), WIDTH / 2, HEIGHT / 2, 20, anchor_x="center")

    def draw(self) -> None:
        """Draw the note."""
        super().draw()
        self._drawn = True

    def update(self, seconds: float) -> None:
        """Close and run the action."""
        if self._drawn and self.app.screen_on_top is self:
            self.app.pop()
            self._action()

    def key(self, symbol: int, modifiers: int) -> None:
        """Ignore keys: the note is visible only for a moment."""


class ReplaysPage(FilePage):
    """Lists the recorded matches, newest first; `watch(path)` opens one.

    The winner is at the end of a file, so it is looked up file by file while the page is open.
    """

    empty = text("No replays yet. You can save one after each game.")
    area = Rect((WIDTH - 860) / 2, (HEIGHT - 600) / 2, 860, 600)

    def __init__(self, app: App, catalogue: Catalogue, watch: Callable[[Path], None]) -> None:
        """List the replays."""
        self._catalogue = catalogue
        self._watch = watch
        super().__init__(app, _("Replays"), list_saves(paths.save_folder(), REPLAY_SUFFIX))
        delete = self.add_button(_("Delete"), "trash", self.ask_to_delete, place=1, accent=False)
        for button in (delete, self.add_button(_("Watch"), "play", self.act)):
            button.enable(bool(self.files))
        self._unread = self._look_up()

    def describe(self, path: Path, content: Summary | ReplayError, outcome: str = "") -> tuple[str, str]:
        """Return the list's two lines for a replay."""
        if isinstance(content, ReplayError):
            return unusable(path, content)
        date = local_time(content)
        told = _("{date}, {mode} on {course}, turn {turn}: {names}")
        if re.search(OWN_NAME, path.stem):
            told = _("{mode} on {course}, turn {turn}: {names}")
        line = told.format(
            date=date,
            mode=mode_title(self._catalogue, content.mode),
            course=_(content.course),
            turn=content.turn,
            names=", ".join(player.name for player in content.players),
        )
        return path.stem, f"{line}. {outcome}" if outcome else line

    def _look_up(self) -> Iterator[None]:
        """Look up the winners, one file after the other."""
        for index, (path, summary) in enumerate(self.files):
            if isinstance(summary, ReplayError):
                continue
            try:
                entry = self.describe(path, summary, self._outcome(read_winners(path)))
            except ReplayError as error:
                entry = self.describe(path, error)
            self.list.put(index, entry)
            yield

    @staticmethod
    def _outcome(winners: list[str] | None) -> str:
        if winners is None:
            return _("Unfinished.")
        return victory(winners) if winners else _("No winner")

    def update(self, seconds: float) -> None:
        """Look up one more file."""
        next(self._unread, None)

    def act(self) -> None:
        """Watch the selected replay."""
        if self.files:
            path = self.files[self.list.at][0]
            self.app.push(OpeningScreen(self.app, lambda: self._watch(path)))

    def ask_to_delete(self) -> None:
        """Delete the selected file, after a confirmation."""
        if self.files:
            path = self.files[self.list.at][0]
            question = _("The replay “{name}” will be deleted permanently.").format(name=path.stem)
            confirm(self.app, _("Delete?"), question, _("Delete"), lambda: self._remove(path))

    def _remove(self, path: Path) -> None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            message(self.app, _("The replay could not be deleted"), reason(error))
            return
        at = self.list.at
        self.app.pop()
        page = ReplaysPage(self.app, self._catalogue, self._watch)
        self.app.push(page)
        if page.files:
            page.list.choose(min(at, len(page.files) - 1))

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Delete deletes."""
        if symbol == arcade.key.DELETE:
            self.ask_to_delete()
        else:
            super().key(symbol, modifiers)
