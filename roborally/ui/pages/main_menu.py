"""The main menu (CLI-401)."""

import gc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import arcade

from roborally.base.translation import _
from roborally.base.version import VERSION
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.preloading import go_on_with
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button

if TYPE_CHECKING:
    from roborally.ui.pages.living_floor import LivingFloor

BUTTON = Rect(0, 0, 340, 52)
COLUMN = 8
"""The most entries below each other; more of them stand in two columns."""
TOP = 440.0
BOTTOM = 20.0
"""The area of the buttons; they become smaller if there are many."""
GAP = 8
CORNER = Rect(16, 16, 230, 40)
"""The small button at the lower left."""


class MainMenu(Screen):
    """The title picture or the floor, the logo, and a button for each entry; Esc quits (CLI-406)."""

    def __init__(
        self,
        app: App,
        entries: Sequence[tuple[str, str, Action]],
        prepare: Callable[[], bool] = lambda: False,
        take_file: Callable[[Path], None] = lambda path: None,
        newcomers: tuple[str, str, Action] | None = None,
        *,
        corner: tuple[str, str, Action] | None = None,
        floor: "Callable[[], LivingFloor] | None" = None,
    ) -> None:
        """Offer `entries`: text, icon and action; the first is the accented one. `take_file` gets a dropped file.

        `newcomers` is an entry of its own above all others; `corner` is one more, small and at the lower left.

        `prepare` does one step of work for the next pages and returns whether there is more; it is called a few times
        in each frame once the menu is visible. Then the `floor` is made and loaded, which replaces the title picture.
        """
        super().__init__(app)
        self._open_floor = floor
        self._floor: LivingFloor | None = None
        self._title = Layer(self.space)
        self._prepare = prepare
        self._take_file = take_file
        self._seen = False
        self._covered = True
        layer = self.layer
        self._title.cover(pictures.picture(theme.asset("ui", "title.png")))
        layer.sprite(pictures.picture(theme.asset("ui", "logo.png")), WIDTH / 2, HEIGHT - 150, 720)
        columns = 1 if len(entries) <= COLUMN else 2
        rows = -(-len(entries) // columns)
        above = 1 if newcomers is not None else 0
        pitch = min(BUTTON.height + GAP, (TOP - BOTTOM - 40) / (rows + above))
        height, width = (rows + above) * pitch - GAP + 40, columns * (BUTTON.width + GAP) - GAP
        left = (WIDTH - width) / 2
        layer.frame("panel", Rect(left - 24, TOP - height, width + 48, height))
        if newcomers is not None:
            text, icon, action = newcomers
            spot = Rect(left, TOP - 20 - pitch + GAP, width, pitch - GAP)
            self.controls.add(Button(layer, spot, text, action, icon=icon, accent=True, size=19))
        for number, (text, icon, action) in enumerate(entries):
            column, row = divmod(number, rows)
            y = TOP - 20 - (row + above + 1) * pitch + GAP
            spot = Rect(left + column * (BUTTON.width + GAP), y, BUTTON.width, pitch - GAP)
            accent = number == 0 and newcomers is None
            self.controls.add(Button(layer, spot, text, action, icon=icon, accent=accent, size=19))
        layer.label(f"RoboRally {VERSION}", WIDTH - 16, 16, size=12, anchor_x="right", tint=theme.colour("text-dim"))
        if corner is not None:
            text, icon, action = corner
            self.controls.add(Button(layer, CORNER, text, action, icon=icon, size=15))
        self._first = (newcomers or entries[0])[2]

    def update(self, seconds: float) -> None:
        """Prepare the next pages while nothing moves, and collect the garbage of the last one."""
        if self.app.screen_on_top is not self or not self._seen:
            self._covered = True
            self.app.pace.drowsy = False
            return
        covered, self._covered = self._covered, False
        if covered:  # while it is little: a page's parts refer to each other, so they are only freed here
            gc.collect()
        if go_on_with(iter(self._prepare, False)):
            self.app.pace.wake()
        elif self._floor is not None:
            self._update_floor(self._floor, seconds)
        elif self._open_floor is not None:
            self._floor = self._open_floor()
            self.app.pace.wake()

    def _update_floor(self, floor: "LivingFloor", seconds: float) -> None:
        """Load the floor once everything else is ready, and let it move."""
        if not floor.ready and floor.prepare():
            self.app.pace.wake()
        floor.update(seconds)
        self.app.pace.drowsy = floor.moves

    def closed(self) -> None:
        """Let the window be as quick as ever: nothing moves by itself any more."""
        self.app.pace.drowsy = False

    def draw(self) -> None:
        """Draw the menu."""
        if self._floor is not None and self._floor.ready:
            self._floor.draw()
        else:
            self._title.draw()
        super().draw()
        self._seen = True

    def resized(self) -> None:
        """Adapt to another size of the window."""
        super().resized()
        if self._floor is not None:
            self._floor.resized()

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse."""
        self._stir()
        super().motion(x, y)

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button press."""
        self._stir()
        super().press(x, y, button)

    def _stir(self) -> None:
        """Let the floor move: somebody is there."""
        if self._floor is not None:
            self._floor.stir()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter selects the first entry, Esc quits without asking (CLI-R06), arrows move the focus."""
        self._stir()
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self._first()
        else:
            super().key(symbol, modifiers)

    def dropped(self, files: Sequence[Path]) -> None:
        """Take a file that is dropped onto the window."""
        if files:
            self._take_file(files[0])

    def shortcuts(self) -> list[Shortcut]:
        """Return what keys do here."""
        return [Shortcut(("ESCAPE",), _("Quit"), self.escape)]

    def escape(self) -> None:
        """Quit."""
        self.app.quit()
