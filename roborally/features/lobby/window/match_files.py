"""The pages that save the lobby's match as a match file and load one."""

from collections.abc import Callable, Sequence
from pathlib import Path

from roborally.base import paths
from roborally.base.atomic_file import write_aside
from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.game.course_shelf import open_shelf
from roborally.game.match_file import MatchConfig, load_config
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.ui.pages.file_pages import DAMAGED, FilePage, NamingPage, mode_title, unusable
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layout.nodes import Leaf
from roborally.ui.toolkit.widgets import Button

SUFFIX = ".toml"
NOTHING = text("No match files yet.")


def match_files() -> list[tuple[Path, MatchConfig | GameError]]:
    """Return the player's match files by name, each with its content or its error."""
    folder = paths.match_folder()
    found: list[tuple[Path, MatchConfig | GameError]] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []:
        try:
            found.append((path, load_config(path)))
        except GameError as error:
            found.append((path, error))
    return found


def describe(catalogue: Catalogue, path: Path, content: MatchConfig | GameError) -> tuple[str, str]:
    """Return the two lines of a match file in a list."""
    if isinstance(content, GameError):
        return unusable(path, content)
    names = ", ".join(seat.name for seat in content.seats)
    mode, course = content.match.mode, open_shelf(catalogue).name_of(content.match.course)
    return path.stem, _("{mode} on {course}: {names}").format(
        mode=mode_title(catalogue, mode), course=course, names=names
    )


class LoadMatchPage(FilePage):
    """Selects a match file; `take(config)` applies it or raises `GameError`."""

    empty = NOTHING

    def __init__(self, app: App, catalogue: Catalogue, take: Callable[[MatchConfig], None]) -> None:
        """List the match files by name."""
        self._catalogue = catalogue
        super().__init__(app, _("Load match file"), match_files())
        self._take = take

    def actions(self) -> Sequence[Leaf[Button]]:
        """Return the button *Load*."""
        return [self.action(_("Load"), "load", self.act, enabled=bool(self.files))]

    def describe(self, path: Path, content: MatchConfig | GameError) -> tuple[str, str]:
        """Return the two lines of a match file in the list."""
        return describe(self._catalogue, path, content)

    def act(self) -> None:
        """Apply the match; on an error show a message and keep the lobby as it is."""
        if not self.files:
            return
        path, content = self.files[self.list.at]
        try:
            if isinstance(content, GameError):
                raise content
            self._take(content)
        except GameError as error:
            messages = [error.message]
            if error is content:
                messages = [Message.of(DAMAGED), error.message.at(path.name)]
            message(self.app, _("This match file cannot be used"), *messages)
            return
        self.app.pop()


class SaveMatchPage(NamingPage):
    """Saves the match under a name."""

    empty = NOTHING
    tooltip = text("The name of the match file")
    no_name = text("Enter a name for the match file.")
    there_already = text("A match file “{name}” already exists. Replace it?")

    def __init__(self, app: App, catalogue: Catalogue, config: MatchConfig, name: str) -> None:
        """List the match files and suggest a name."""
        self._catalogue = catalogue
        title = _("Save match file")
        super().__init__(app, title, match_files(), name, lambda name: paths.match_folder() / f"{name}{SUFFIX}")
        self._config = config

    def describe(self, path: Path, content: MatchConfig | GameError) -> tuple[str, str]:
        """Return the two lines of a match file in the list."""
        return describe(self._catalogue, path, content)

    def write(self, path: Path) -> None:
        """Write the match file and show its path."""
        try:
            write_aside(path, self._config.to_toml().encode())
        except GameError as error:
            message(self.app, _("The match file could not be saved"), error.message)
            return
        self.app.pop()
        text = _("Saved in {path}. The command “roborally play” can start it, too.").format(path=path)
        message(self.app, _("The match file is saved"), text)
