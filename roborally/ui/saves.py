"""The pages for saving and loading (CLI-901 to CLI-913)."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import arcade

from roborally import paths
from roborally.errors import GameError
from roborally.plugin import text
from roborally.recordfile import SAVE_SUFFIX
from roborally.replay import Recorder, ReplayError, Summary, list_saves
from roborally.texts import _
from roborally.ui import theme
from roborally.ui.app import App, Screen
from roborally.ui.dialogs import confirm, message
from roborally.ui.fields import LONGEST_TEXT, TextField
from roborally.ui.theme import HEIGHT, WIDTH, Rect
from roborally.ui.widgets import Button, ListBox

AREA = Rect((WIDTH - 640) / 2, (HEIGHT - 560) / 2, 640, 560)


def may_be_in_a_name(letter: str) -> bool:
    """Return whether a letter may be in the name of a file."""
    return letter.isalnum() or letter in " -_."


def local_time(summary: Summary) -> str:
    """Return when a file was written, in the time of this machine."""
    try:
        return datetime.fromisoformat(summary.date).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return summary.date[:16]


def describe(path: Path, summary: Summary | ReplayError) -> tuple[str, str]:
    """Return the two lines of a list for a saved game."""
    if isinstance(summary, ReplayError):
        return path.stem, _("This file is damaged or of another kind")
    date = local_time(summary)
    names = ", ".join(player.name for player in summary.players)
    return path.stem, _("{date}, {course}, turn {turn}: {names}").format(
        date=date, course=_(summary.course), turn=summary.turn, names=names
    )


class FilePage(Screen):
    """A panel over the window with the list of saved games, or of other records."""

    opaque = False
    suffix = SAVE_SUFFIX
    empty = text("There is no saved game yet.")
    area = AREA

    def __init__(self, app: App, title: str, bottom: float, fits: Callable[[Summary], bool] | None = None) -> None:
        """List what there is, newest first, or what `fits`, and leave some room below."""
        super().__init__(app)
        area = self.area
        self.layer.fill(Rect(0, 0, WIDTH, HEIGHT), theme.colour("background").replace(a=190))
        self.layer.panel("panel", area)
        self.layer.heading(title, area.x + 28, area.top - 38, 24, tint=theme.colour("accent"))
        self.saves = list_saves(paths.save_folder(), self.suffix)
        if fits is not None:
            self.saves = [save for save in self.saves if isinstance(save[1], Summary) and fits(save[1])]
        entries = [self.describe(path, summary) for path, summary in self.saves]
        spot = Rect(area.x + 24, area.y + bottom, area.width - 48, area.height - 70 - bottom)
        self.list: ListBox = self.controls.add(ListBox(self.layer, spot, entries, self._chosen))
        if not entries:
            tint = theme.colour("text-dim")
            told = _("No saved game fits the players.") if fits else _(self.empty)
            self.layer.label(told, *spot.centre, anchor_x="center", tint=tint)
            self.list.enabled = False
        self.controls.add(
            Button(self.layer, Rect(area.x + 24, area.y + 22, 140, 46), _("Back"), app.pop, icon="arrow-left")
        )

    def describe(self, path: Path, summary: Summary | ReplayError) -> tuple[str, str]:
        """Return the two lines of the list for a file."""
        return describe(path, summary)

    def _chosen(self, index: int) -> None:
        """Take note of the entry that is chosen."""


class LoadPage(FilePage):
    """Chooses a saved game to go on with; `load(path)` does it."""

    def __init__(self, app: App, load: Callable[[Path], None], fits: Callable[[Summary], bool] | None = None) -> None:
        """List the saved games, newest first; of all, or of those that fit (CLI-911)."""
        super().__init__(app, _("Load game"), 84, fits)
        self._load = load
        spot = Rect(AREA.right - 184, AREA.y + 22, 160, 46)
        button = self.controls.add(Button(self.layer, spot, _("Load"), self.load, icon="load", accent=True))
        button.enable(bool(self.saves))

    def load(self) -> None:
        """Load the game that is chosen."""
        if self.saves:
            self._load(self.saves[self.list.at][0])

    def key(self, symbol: int, modifiers: int) -> None:
        """Enter loads, the arrows choose."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self.load()
        elif symbol in (keys.UP, keys.DOWN) and self.saves:
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)


class SavePage(FilePage):
    """Saves the match under a name; an old game of that name goes only after a confirmation (CLI-901)."""

    def __init__(self, app: App, recorder: Recorder) -> None:
        """List the saved games and suggest a name."""
        super().__init__(app, _("Save game"), 140)
        self._recorder = recorder
        course = _(recorder.game.course.name)
        self.field: TextField = self.controls.add(
            TextField(
                self.layer,
                Rect(AREA.x + 24, AREA.y + 82, AREA.width - 48, 44),
                course[:LONGEST_TEXT],
                lambda value: None,
                tooltip=_("The name of the saved game"),
                allowed=may_be_in_a_name,
            )
        )
        self.controls.set_focus(self.field)
        spot = Rect(AREA.right - 184, AREA.y + 22, 160, 46)
        self.controls.add(Button(self.layer, spot, _("Save"), self.save, icon="save", accent=True))

    def _chosen(self, index: int) -> None:
        if self.saves:
            self.field.value = self.saves[index][0].stem
            self.field.refresh()

    def save(self) -> None:
        """Save, or ask first when there is a game of this name."""
        name = self.field.value.strip(" .")
        if not name:
            message(self.app, _("No name"), _("Type a name for the saved game."))
            return
        path = paths.save_folder() / f"{name}{SAVE_SUFFIX}"
        if path.exists():
            question = _("There is a saved game “{name}” already. Replace it?").format(name=name)
            confirm(self.app, _("Replace?"), question, _("Replace"), lambda: self._write(path))
        else:
            self._write(path)

    def _write(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._recorder.save(path)
        except (GameError, OSError) as error:
            message(self.app, _("The game could not be saved"), str(error))
            return
        self.app.pop()

    def typed(self, text: str) -> None:
        """Take letters."""
        self.field.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Enter saves unless a button has the focus; what edits a text goes to the name."""
        keys = arcade.key
        on_button = isinstance(self.controls.focus, Button)
        if not on_button and symbol in (keys.ENTER, keys.NUM_ENTER):
            self.save()
        elif on_button or not self.field.key(symbol, modifiers):
            super().key(symbol, modifiers)
