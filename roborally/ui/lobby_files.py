"""The pages that keep the lobby's match as a match file and take one up again."""

from collections.abc import Callable
from pathlib import Path

import arcade

from roborally import paths
from roborally.config import MatchConfig, load_config
from roborally.errors import GameError
from roborally.storage import write_aside
from roborally.texts import _
from roborally.ui import theme
from roborally.ui.app import App, Screen
from roborally.ui.dialogs import confirm, message
from roborally.ui.fields import TextField
from roborally.ui.saves import may_be_in_a_name
from roborally.ui.theme import HEIGHT, WIDTH, Rect
from roborally.ui.widgets import Button, ListBox

AREA = Rect((WIDTH - 640) / 2, (HEIGHT - 560) / 2, 640, 560)
SUFFIX = ".toml"


def match_files() -> list[tuple[Path, MatchConfig | GameError]]:
    """Return the player's match files by name, each with its content or with what is wrong with it."""
    folder = paths.match_folder()
    found: list[tuple[Path, MatchConfig | GameError]] = []
    for path in sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []:
        try:
            found.append((path, load_config(path)))
        except GameError as error:
            found.append((path, error))
    return found


def describe(path: Path, content: MatchConfig | GameError) -> tuple[str, str]:
    """Return the two lines of a list for a match file."""
    if isinstance(content, GameError):
        return path.stem, _("This file is damaged or of another kind")
    names = ", ".join(seat.name for seat in content.seats)
    line = _("{mode}, {course}: {names}").format(mode=content.match.mode, course=content.match.course, names=names)
    return path.stem, line


class _Page(Screen):
    """A panel over the lobby with the list of match files."""

    opaque = False

    def __init__(self, app: App, title: str, bottom: float) -> None:
        super().__init__(app)
        self.layer.fill(Rect(0, 0, WIDTH, HEIGHT), theme.colour("background").replace(a=190))
        self.layer.panel("panel", AREA)
        self.layer.heading(title, AREA.x + 28, AREA.top - 38, 24, tint=theme.colour("accent"))
        self.files = match_files()
        entries = [describe(path, content) for path, content in self.files]
        spot = Rect(AREA.x + 24, AREA.y + bottom, AREA.width - 48, AREA.height - 70 - bottom)
        self.list: ListBox = self.controls.add(ListBox(self.layer, spot, entries, self._chosen))
        if not entries:
            tint = theme.colour("text-dim")
            self.layer.label(_("There is no match file yet."), *spot.centre, anchor_x="center", tint=tint)
            self.list.enabled = False

    def _lay_out_buttons(self, text: str, icon: str, action: Callable[[], None]) -> Button:
        back = Rect(AREA.x + 24, AREA.y + 22, 140, 46)
        self.controls.add(Button(self.layer, back, _("Back"), self.app.pop, icon="arrow-left"))
        spot = Rect(AREA.right - 184, AREA.y + 22, 160, 46)
        button: Button = self.controls.add(Button(self.layer, spot, text, action, icon=icon, accent=True))
        return button

    def _chosen(self, index: int) -> None:
        """Take note of the entry that is chosen."""

    def act(self) -> None:
        """Do what the page is for."""

    def key(self, symbol: int, modifiers: int) -> None:
        """Enter does what the page is for, unless a button has the focus; the arrows choose."""
        keys = arcade.key
        on_button = isinstance(self.controls.focus, Button)
        if symbol in (keys.ENTER, keys.NUM_ENTER) and not on_button:
            self.act()
        elif symbol in (keys.UP, keys.DOWN) and self.files and not on_button:
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)


class LoadMatchPage(_Page):
    """Chooses a match file; `take(config)` takes it over or raises `GameError`."""

    def __init__(self, app: App, take: Callable[[MatchConfig], None]) -> None:
        """List the match files by name."""
        super().__init__(app, _("Load match file"), 84)
        self._take = take
        self._lay_out_buttons(_("Load"), "load", self.act).enable(bool(self.files))

    def act(self) -> None:
        """Take the match over; what is wrong with it is told, and the lobby stays as it is."""
        if not self.files:
            return
        path, content = self.files[self.list.at]
        try:
            if isinstance(content, GameError):
                raise content
            self._take(content)
        except GameError as error:
            message(self.app, _("This match file cannot be used"), str(error).removeprefix(f"{path}: "))
            return
        self.app.pop()


class SaveMatchPage(_Page):
    """Keeps the match under a name; an old file of that name goes only after a confirmation."""

    def __init__(self, app: App, config: MatchConfig, name: str) -> None:
        """List the match files and suggest a name."""
        super().__init__(app, _("Save match file"), 140)
        self._config = config
        spot = Rect(AREA.x + 24, AREA.y + 82, AREA.width - 48, 44)
        self.field: TextField = self.controls.add(
            TextField(
                self.layer,
                spot,
                name,
                lambda value: None,
                tooltip=_("The name of the match file"),
                hint=_("Name"),
                allowed=may_be_in_a_name,
            )
        )
        self._lay_out_buttons(_("Save"), "save", self.act)
        self.controls.set_focus(self.field)

    def _chosen(self, index: int) -> None:
        self.field.value = self.files[index][0].stem
        self.field.refresh()

    def typed(self, text: str) -> None:
        """Take letters."""
        self.field.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """What edits a text goes to the name, unless a button has the focus."""
        if isinstance(self.controls.focus, Button) or not self.field.key(symbol, modifiers):
            super().key(symbol, modifiers)

    def act(self) -> None:
        """Write the file, or ask first when there is one of this name."""
        name = self.field.value.strip(" .")
        if not name:
            message(self.app, _("No name"), _("Type a name for the match file."))
            return
        path = paths.match_folder() / f"{name}{SUFFIX}"
        if path.exists():
            text = _("There is a match file “{name}” already. Replace it?").format(name=name)
            confirm(self.app, _("Replace?"), text, _("Replace"), lambda: self._write(path))
        else:
            self._write(path)

    def _write(self, path: Path) -> None:
        try:
            write_aside(path, self._config.to_toml().encode())
        except GameError as error:
            message(self.app, _("The match file could not be saved"), str(error))
            return
        self.app.pop()
        text = _("It is in {path}. The command 'roborally play' plays it, too.").format(path=path)
        message(self.app, _("The match file is saved"), text)
