"""The base of the pages that list files: select one, or save under a name."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import arcade

from roborally.base.dates import moment_text
from roborally.base.errors import GameError
from roborally.base.file_names import file_stem
from roborally.base.translation import _, plugin_text
from roborally.plugin import text
from roborally.plugin_system.loader import Catalogue
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action, confirm, message
from roborally.ui.toolkit.fields import MAX_TEXT, TextField
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.sheet import LITTLE_EDGE, SNUG
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

EDGE = 16
"""The smallest space beside the panel, unless the window is narrower than a tall page."""
BUTTON, BETWEEN = 160, 20
"""The width of the buttons at the right, and the space between them."""
NARROW_BUTTON, NARROW_BETWEEN = 146, 10
"""The same on a tall page."""
LOWEST, LOWEST_STACK = 380, 520
"""The smallest height of the panel in a low window, and with stacked buttons."""
STACK_LINES = 3
"""The lines of an entry below its title in that case."""
HIGHER = 54
"""How far the second row of buttons is above the first one."""
MARGIN = 24
"""The space inside the panel."""
DAMAGED = text("This file is damaged or of another kind")
SHORT = 60
"""The largest number of letters of a reason in a list; a longer one is shown when the file is opened."""


def mode_title(catalogue: Catalogue, mode: str) -> str:
    """Return a mode's name in the player's language, or its id if it is unknown."""
    plugin = catalogue.plugins.get(mode)
    return plugin_text(plugin.folder, plugin.manifest.title) if plugin is not None else mode


def unusable(path: Path, error: GameError) -> tuple[str, str]:
    """Return the two lines of an unusable file in a list: its name; its time, and the reason."""
    problem = str(error.message.at(""))
    if len(problem) > SHORT:
        problem = _(DAMAGED)
    try:
        changed = moment_text(datetime.fromtimestamp(path.stat().st_mtime))
    except (OSError, ValueError, OverflowError):  # it is gone, or its time is out of range
        return path.name, problem
    return path.name, f"{changed}: {problem}"


def may_be_in_a_name(letter: str) -> bool:
    """Return whether a character may be in the name of a file."""
    return letter.isalnum() or letter in " -_."


class FilePage(Screen, ABC):
    """A panel over the window with a list of files; `act` is the action of Enter for the selected one."""

    opaque = False
    width = 640.0
    """The usual width of the panel."""
    outside = 40.0
    """The space above and below the panel."""
    bottom = 84.0
    """The space below the list."""
    ways = 1
    """The number of buttons at the lower right."""
    line_size = 14.0
    """The font size of the lower line of an entry."""
    empty = ""
    """The text for an empty list; translated when it is shown."""

    def __init__(
        self,
        app: App,
        title: str,
        files: Sequence[tuple[Path, Any]],
        note: str = "",
        face: Callable[[int], arcade.Texture] | None = None,
    ) -> None:
        """List `files`, pairs of a path and the argument of `describe`, below a note; then call `add_rest`.

        `face` returns the small picture of a file by its index.
        """
        super().__init__(app)
        self.files = list(files)
        self._title, self._note, self._face = title, note, face
        self._build([self.describe(path, content) for path, content in self.files])

    def _build(self, entries: Sequence[tuple[str, str]]) -> None:
        """Lay the page out with the entries of its list."""
        self.clear()
        area, layer = self.area, self.layer
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", area)
        layer.heading(self._title, area.x + 28, area.top - 38, 24, tint=theme.colour("accent"), width=area.width - 56)
        top = area.top - 70
        if self._note:
            place: dict[str, Any] = {"size": 14, "width": area.width - 56, "wrap": True, "anchor_y": "top"}
            text = layer.label(self._note, area.x + 28, top + 4, tint=theme.colour("text-dim"), **place)
            top -= text.shown_size[1] + 10
        bottom = area.y + self.bottom + (HIGHER if self._is_stack and self.ways > 1 else 0)
        spot = self.place_list(Rect(area.x + MARGIN, bottom, area.width - 2 * MARGIN, top - bottom))
        lines = STACK_LINES if self._is_stack else 1
        boxed = ListBox(layer, spot, entries, self._chosen, self._face, self.line_size, lines=lines)
        self.list: ListBox = self.controls.add(boxed)
        if not entries:
            tint = theme.colour("text-dim")
            options: dict[str, Any] = {"width": spot.width - 40, "wrap": True, "align": "center", "anchor_x": "center"}
            layer.label(_(self.empty), *self.space.first_seen(spot, area.top).centre, tint=tint, **options)
            self.list.enabled = False
        back = Rect(area.x + MARGIN, area.y + 22, 140, 46)
        self.controls.add(Button(layer, back, _("Back"), self.app.pop, icon="arrow-left"))
        self.add_rest()

    @property
    def area(self) -> Rect:
        """The rectangle of the panel."""
        sheet = self.fitting_sheet
        edge = LITTLE_EDGE if self._is_stack else EDGE
        width, outside = min(self.width, sheet.width - 2 * edge), LITTLE_EDGE if self._is_stack else self.outside
        # The list becomes lower in a low window, so that the page need not be scrolled.
        room = max(LOWEST_STACK if self._is_stack else LOWEST, self.space.whole.height) - 2 * LITTLE_EDGE
        height = min(sheet.height - 2 * outside, room)
        return Rect(sheet.centre[0] - width / 2, sheet.centre[1] - height / 2, width, height)

    @property
    def _is_stack(self) -> bool:
        """Whether the window is narrower than a tall page, so that not all buttons fit side by side."""
        return self.fitting_sheet.width < SNUG

    def place_list(self, room: Rect) -> Rect:
        """Return the part of the space between heading and buttons for the list: all of it."""
        return room

    @abstractmethod
    def add_rest(self) -> None:
        """Add the parts beside and below the list, such as the buttons."""

    def rebuild(self) -> None:
        """Lay the page out again, with the same file selected."""
        before = self.list
        self._build(before.entries)
        self.list.follow(before)

    @abstractmethod
    def describe(self, path: Path, content: Any) -> tuple[str, str]:
        """Return the two lines of a file in the list."""

    @abstractmethod
    def act(self) -> None:
        """Run the page's action."""

    def add_button(self, caption: str, icon: str, action: Action, *, place: int = 0, accent: bool = True) -> Button:
        """Add a button at the lower right, `place` others to the left of the corner, and return it.

        In a window narrower than a tall page these others are above it.
        """
        width, between = (NARROW_BUTTON, NARROW_BETWEEN) if self.is_tall else (BUTTON, BETWEEN)
        above = self._is_stack and place > 0
        x = self.area.right - MARGIN - width - (place - above) * (width + between)
        spot = Rect(x, self.area.y + 22 + (HIGHER if above else 0), width, 46)
        button: Button = self.controls.add(Button(self.layer, spot, caption, action, icon=icon, accent=accent))
        return button

    @property
    def _on_button(self) -> bool:
        return isinstance(self.controls.focus, Button)

    def _chosen(self, index: int) -> None:
        """Update the page for the selected entry."""

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter runs the action, unless a button has the focus; the arrows select."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and not self._on_button:
            self.act()
        elif symbol in (keys.UP, keys.DOWN) and self.files and not self._on_button:
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)


class NamingPage(FilePage):
    """Saves under a name; an existing file is replaced only after a confirmation (CLI-901)."""

    bottom = 140.0
    tooltip = ""
    no_name = ""
    there_already = ""
    """The texts for the field, for a missing name and for a `{name}` that is taken; translated later."""

    def __init__(
        self,
        app: App,
        title: str,
        files: Sequence[tuple[Path, Any]],
        name: str,
        path_of: Callable[[str], Path],
        note: str = "",
    ) -> None:
        """List the files below a note and suggest a name; `path_of(name)` is the path of a file with that name."""
        self._name = name
        self._path_of = path_of
        super().__init__(app, title, files, note)
        self.controls.set_focus(self.field)

    def add_rest(self) -> None:
        """Add the field for the name, and the button that saves."""
        area = self.area
        self.field: TextField = self.controls.add(
            TextField(
                self.layer,
                Rect(area.x + MARGIN, area.y + 82, area.width - 2 * MARGIN, 44),
                self._name[:MAX_TEXT],
                lambda value: self._mark_replaced(),
                tooltip=_(self.tooltip),
                hint=_("Name"),
                allowed=may_be_in_a_name,
            )
        )
        self.add_button(_("Save"), "save", self.act)
        self._mark_replaced()

    @property
    def _path(self) -> Path | None:
        """The path of the new file; `None` without a name."""
        name = file_stem(self.field.value)
        return self._path_of(name) if name else None

    def _mark_replaced(self) -> None:
        """Mark the file in the list that would be replaced, if any."""
        paths, path = [known for known, _content in self.files], self._path
        self.list.mark(paths.index(path) if path in paths else -1)

    def rebuild(self) -> None:
        """Lay the page out again, keeping the name."""
        line = self.field.line
        super().rebuild()
        self.field.line = line
        self.field.refresh()

    def _chosen(self, index: int) -> None:
        self.field.value = self.files[index][0].stem
        self.field.refresh()

    @abstractmethod
    def write(self, path: Path) -> None:
        """Write the file; report errors."""

    def act(self) -> None:
        """Write the file, or ask first if one of this name exists."""
        path = self._path
        if path is None:
            message(self.app, _("No name"), _(self.no_name))
        elif path.exists():
            question = _(self.there_already).format(name=path.stem)
            confirm(self.app, _("Replace?"), question, _("Replace"), lambda: self.write(path))
        else:
            self.write(path)

    def typed(self, text: str) -> None:
        """Pass typed letters to the name."""
        self.field.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: editing keys go to the name, unless a button has the focus."""
        if self._on_button or not self.field.key(symbol, modifiers):
            super().key(symbol, modifiers)
