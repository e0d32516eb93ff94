"""The pages for saving and loading (CLI-901 to CLI-913)."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from roborally.base import paths
from roborally.base.dates import moment_text
from roborally.base.errors import GameError, reason
from roborally.base.translation import _
from roborally.game.records.file_format import SAVE_SUFFIX, SealedSummary
from roborally.game.records.recorder import ReplayError, Summary, list_saves
from roborally.plugin import text
from roborally.ui.pages.file_pages import FilePage, NamingPage, unusable
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layout.nodes import Leaf
from roborally.ui.toolkit.widgets import Button

NOTHING = text("No saved games yet.")
NOTHING_FITS = text("No saved game fits the players.")


def local_time(summary: Summary) -> str:
    """Return the local time at which a file was written, as a text."""
    try:
        return moment_text(datetime.fromisoformat(summary.date).astimezone())
    except ValueError:
        return summary.date[:16]


def describe(path: Path, summary: Summary | ReplayError) -> tuple[str, str]:
    """Return the two lines of a saved game in a list."""
    if isinstance(summary, ReplayError):
        return unusable(path, summary)
    date = local_time(summary)
    names = ", ".join(player.name for player in summary.players)
    text = _("{date}, {course}, turn {turn}: {names}")
    if isinstance(summary, SealedSummary):
        text = _("Sealed: {date}, {course}, turn {turn}: {names}")
    return path.stem, text.format(date=date, course=_(summary.course), turn=summary.turn, names=names)


def _path_of(folder: Path, name: str) -> Path:
    return folder / f"{name}{SAVE_SUFFIX}"


class LoadPage(FilePage):
    """Selects a saved game to continue; `load(path)` loads it."""

    empty = NOTHING

    def __init__(self, app: App, load: Callable[[Path], None], fits: Callable[[Summary], bool] | None = None) -> None:
        """List the saved games, newest first: all, or those that fit (CLI-911)."""
        files = list_saves(paths.save_folder(), SAVE_SUFFIX)
        if fits is not None:
            self.empty = NOTHING_FITS
            files = [file for file in files if isinstance(file[1], Summary) and fits(file[1])]
        super().__init__(app, _("Load game"), files)
        self._load = load

    def actions(self) -> Sequence[Leaf[Button]]:
        """Return the button *Load*."""
        return [self.action(_("Load"), "load", self.act, enabled=bool(self.files))]

    def describe(self, path: Path, content: Summary | ReplayError) -> tuple[str, str]:
        """Return the two lines of a saved game in the list."""
        return describe(path, content)

    def act(self) -> None:
        """Load the selected game."""
        if self.files:
            self._load(self.files[self.list.at][0])


class SavePage(NamingPage):
    """Saves the match under a name."""

    empty = NOTHING
    tooltip = text("The name of the saved game")
    no_name = text("Enter a name for the saved game.")
    there_already = text("A saved game “{name}” already exists. Replace it?")

    def __init__(self, app: App, name: str, save: Callable[[Path], None], note: str = "") -> None:
        """List the saved games and suggest a name; `save(path)` writes the file or raises `GameError`.

        `note` is a sentence about the file, above the list.
        """
        files = list_saves(paths.save_folder(), SAVE_SUFFIX)
        path_of = partial(_path_of, paths.save_folder())
        super().__init__(app, _("Save game"), files, name, path_of, note)
        self._save = save

    def describe(self, path: Path, content: Summary | ReplayError) -> tuple[str, str]:
        """Return the two lines of a saved game in the list."""
        return describe(path, content)

    def write(self, path: Path) -> None:
        """Write the file; report errors."""
        try:
            self._save(path)
        except (GameError, OSError) as error:
            message(self.app, _("The game could not be saved"), reason(error))
            return
        self.app.pop()
