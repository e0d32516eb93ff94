"""The page of the matches that were running when a window was left, closed or failed."""

from collections.abc import Callable
from pathlib import Path

import arcade

from roborally.base.errors import GameError, reason
from roborally.base.translation import _
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.profile import kept
from roborally.records.recorder import ReplayError, Summary
from roborally.ui.setup.file_pages import FilePage, mode_title, unusable
from roborally.ui.setup.saves import local_time
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action, confirm, message
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect


def told(catalogue: Catalogue, path: Path, summary: Summary | ReplayError) -> tuple[str, str]:
    """Return what a kept match is, in two lines: mode, course and turn; when it was played and by whom.

    Of a file that cannot be used it is the file's name, and what is wrong with it.
    """
    if isinstance(summary, ReplayError):
        return unusable(path, summary)
    first = _("{mode} on {course}, turn {turn}").format(
        mode=mode_title(catalogue, summary.mode), course=_(summary.course), turn=summary.turn
    )
    return first, f"{local_time(summary)}: {', '.join(player.name for player in summary.players)}"


class ContinuePage(FilePage):
    """Lists the kept matches, newest first; `go_on(path)` continues one."""

    empty = text("There is no match to continue.")
    area = Rect((WIDTH - 760) / 2, (HEIGHT - 480) / 2, 760, 480)

    def __init__(
        self, app: App, catalogue: Catalogue, folder: Path, go_on: Callable[[Path], None], none_left: Action
    ) -> None:
        """List the matches in a folder; `none_left` is called when the last one has been deleted."""
        self._catalogue = catalogue
        self._folder = folder
        self._go_on = go_on
        self._none_left = none_left
        super().__init__(app, _("Continue"), kept.kept_matches(folder))
        delete = self.add_button(_("Delete"), "trash", self.ask_to_delete, place=1, accent=False)
        for button in (delete, self.add_button(_("Continue"), "play", self.act)):
            button.enable(bool(self.files))

    def describe(self, path: Path, content: Summary | ReplayError) -> tuple[str, str]:
        """Return the list's two lines for a match."""
        return told(self._catalogue, path, content)

    def act(self) -> None:
        """Continue the selected match."""
        if self.files:
            self._go_on(self.files[self.list.at][0])

    def ask_to_delete(self) -> None:
        """Delete the selected match, after a confirmation."""
        if self.files:
            path, content = self.files[self.list.at]
            question = _("This match will be deleted permanently: {match}").format(
                match=told(self._catalogue, path, content)[0]
            )
            confirm(self.app, _("Delete?"), question, _("Delete"), lambda: self._remove(path))

    def _remove(self, path: Path) -> None:
        try:
            kept.remove(path)
        except (GameError, OSError) as error:
            message(self.app, _("The match could not be deleted"), reason(error))
            return
        at = self.list.at
        self.app.pop()
        page = ContinuePage(self.app, self._catalogue, self._folder, self._go_on, self._none_left)
        if page.files:
            self.app.push(page)
            page.list.choose(min(at, len(page.files) - 1))
        else:
            self._none_left()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Delete deletes."""
        if symbol == arcade.key.DELETE:
            self.ask_to_delete()
        else:
            super().key(symbol, modifiers)
