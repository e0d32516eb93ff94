"""The pages that save the lobby's match as a match file and load one."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.game.course_shelf import open_shelf
from roborally.game.match_file import MatchConfig, load_config
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.ui.pages.file_pages import DAMAGED, FilePage, NamingPage, NamingTexts, mode_title, unusable
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message

SUFFIX = ".toml"
NOTHING = text("No match files yet.")
TEXTS = NamingTexts(
    text("The name of the match file"),
    text("Enter a name for the match file."),
    text("A match file “{name}” already exists. Replace it?"),
)


def match_files() -> list[tuple[Path, MatchConfig | GameError]]:
    """Return the paths of the player's match files, sorted, each with its content or the error from reading it."""
    folder = paths.match_folder()
    found: list[tuple[Path, MatchConfig | GameError]] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []:
        try:
            found.append((path, load_config(path)))
        except GameError as error:
            found.append((path, error))
    return found


def describe(catalogue: Catalogue, path: Path, content: MatchConfig | GameError) -> tuple[str, str]:
    """Return two lines about a match file for a list: its name, and its mode, course and players."""
    if isinstance(content, GameError):
        return unusable(path, content)
    names = ", ".join(seat.name for seat in content.seats)
    mode, course = content.match.mode, open_shelf(catalogue).name_of(content.match.course)
    return path.stem, _("{mode} on {course}: {names}").format(
        mode=mode_title(catalogue, mode), course=course, names=names
    )


def load_match_page(app: App, catalogue: Catalogue, take: Callable[[MatchConfig], None]) -> FilePage:
    """Return a page that selects a match file; `take(config)` applies it or raises `GameError`.

    An error is shown in a dialog, and the page stays open.
    """

    def load(path: Path, content: MatchConfig | GameError) -> None:
        try:
            if isinstance(content, GameError):
                raise content
            take(content)
        except GameError as error:
            messages = [error.message]
            if error is content:
                messages = [Message.of(DAMAGED), error.message.at(path.name)]
            message(app, _("This match file cannot be used"), *messages)
            return
        app.pop()

    describing = partial(describe, catalogue)
    return FilePage(app, _("Load match file"), match_files(), describing, load, caption=_("Load"), empty=NOTHING)


def save_match_page(app: App, catalogue: Catalogue, config: MatchConfig, name: str) -> NamingPage:
    """Return a page that saves the match under a name that the player types; `name` is suggested."""

    def write(path: Path, _name: str) -> None:
        try:
            write_aside(path, config.to_toml().encode())
        except GameError as error:
            message(app, _("The match file could not be saved"), error.message)
            return
        app.pop()
        text = _("Saved in {path}. The command “roborally play” can start it, too.").format(path=path)
        message(app, _("The match file is saved"), text)

    options: dict[str, Any] = {"name": name, "path_of": lambda name: paths.match_folder() / f"{name}{SUFFIX}"}
    title, describing = _("Save match file"), partial(describe, catalogue)
    return NamingPage(app, title, match_files(), describing, write, **options, texts=TEXTS, empty=NOTHING)
