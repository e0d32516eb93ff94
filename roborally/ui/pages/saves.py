"""Pages that save and load matches, and messages about saved files (CLI-901 to CLI-913)."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.dates import moment_text
from roborally.base.errors import GameError, reason
from roborally.base.file_names import file_stem
from roborally.base.translation import _
from roborally.game.records.file_format import REPLAY_SUFFIX, SAVE_SUFFIX, SealedSummary
from roborally.game.records.recorder import ReplayError, Summary, list_saves
from roborally.plugin import text
from roborally.ui.pages.file_pages import FilePage, NamingPage, NamingTexts, unusable
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message, showing_errors

NOTHING = text("No saved games yet.")
NOTHING_FITS = text("No saved game fits the players.")
TEXTS = NamingTexts(
    text("The name of the saved game"),
    text("Enter a name for the saved game."),
    text("A saved game “{name}” already exists. Replace it?"),
)


def local_time(summary: Summary) -> str:
    """Return the local date and time at which a match was saved, in the current language."""
    try:
        return moment_text(datetime.fromisoformat(summary.date).astimezone())
    except ValueError:
        return summary.date[:16]


def describe(path: Path, summary: Summary | ReplayError) -> tuple[str, str]:
    """Return the two lines of a saved match in a list: the file's name, and its contents or its error."""
    if isinstance(summary, ReplayError):
        return unusable(path, summary)
    date = local_time(summary)
    names = ", ".join(player.name for player in summary.players)
    text = _("{date}, {course}, turn {turn}: {names}")
    if isinstance(summary, SealedSummary):
        text = _("Sealed: {date}, {course}, turn {turn}: {names}")
    return path.stem, text.format(date=date, course=_(summary.course), turn=summary.turn, names=names)


def load_page(app: App, load: Callable[[Path], None], fits: Callable[[Summary], bool] | None = None) -> FilePage:
    """Return a page that lists saved matches, newest first, and calls `load(path)` with the selected one (CLI-911).

    With `fits` it lists only those for which `fits(summary)` is true.
    """
    files, empty = list_saves(paths.save_folder(), SAVE_SUFFIX), NOTHING
    if fits is not None:
        files = [file for file in files if isinstance(file[1], Summary) and fits(file[1])]
        empty = NOTHING_FITS
    title, caption = _("Load game"), _("Load")
    return FilePage(app, title, files, describe, lambda path, summary: load(path), caption=caption, empty=empty)


def say_saved(app: App, path: Path) -> None:
    """Show a dialog that says that the match is saved in a file."""
    message(app, _("The game is saved"), _("It is in the file {name}.").format(name=path.name))


def save_replay(app: App, course: str, write: Callable[[Path], object]) -> None:
    """Save the replay of a match in a file named by course and time; show the file's path, or the error.

    `write(path)` writes the file and raises `GameError` if that fails.
    """
    moment = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
    path = paths.save_folder() / f"{file_stem(f'{course} {moment}')}{REPLAY_SUFFIX}"
    with showing_errors(app, _("The replay could not be saved")):
        write(path)
        text = _("Saved in {path}. Watch it under “Replays” in the main menu.").format(path=path)
        message(app, _("The replay is saved"), text)


def save_page(
    app: App, name: str, save: Callable[[Path], None], note: str = "", *, comes_later: bool = False
) -> NamingPage:
    """Return a page that saves the match under a name; it suggests `name` and shows `note` above the list.

    `save(path)` writes the file or raises `GameError`. With `comes_later` a server sends the file after that, and
    the caller reports it with `say_saved`.
    """

    def write(path: Path, _name: str) -> None:
        try:
            save(path)
        except (GameError, OSError) as error:
            message(app, _("The game could not be saved"), reason(error))
            return
        app.pop()
        if not comes_later:
            say_saved(app, path)

    files, folder = list_saves(paths.save_folder(), SAVE_SUFFIX), paths.save_folder()
    options: dict[str, Any] = {"name": name, "path_of": lambda name: folder / f"{name}{SAVE_SUFFIX}"}
    return NamingPage(app, _("Save game"), files, describe, write, **options, texts=TEXTS, note=note, empty=NOTHING)
