"""Mouse and keyboard of a match: what is meant for the board, for a marked cell, for the panel, or for the match."""

from collections.abc import Callable, Mapping

import arcade

from roborally.ui.asker import Asker
from roborally.ui.board_view import ZOOM_STEP
from roborally.ui.field import Field
from roborally.ui.interfaces import Interfaces
from roborally.ui.theme import Rect


class MatchInput:
    """Passes input on; `keys` are those that mean the same whatever is shown, with what they do."""

    def __init__(
        self,
        area: Rect,
        field: Field,
        interfaces: Interfaces,
        asker: Asker,
        keys: Mapping[int, Callable[[], None]],
    ) -> None:
        """Take input for the board in `area`, and for the panel beside it."""
        self.panning = False
        self._area = area
        self._field = field
        self._interfaces = interfaces
        self._asker = asker
        self._keys = keys

    def motion(self, x: float, y: float) -> None:
        """Light up what is under the mouse."""
        self._interfaces.shown.motion(x, y)
        self._asker.look_at(self._field.board.cell_at(x, y))

    def press(self, x: float, y: float, button: int) -> None:
        """Press a control, answer with a cell, or take hold of the board."""
        if not self._area.holds(x, y):
            if not self._interfaces.is_deaf:
                self._interfaces.shown.press(x, y, button)
            return
        cell = self._field.board.cell_at(x, y)
        self.panning = button != arcade.MOUSE_BUTTON_LEFT or not self._asker.answer_with(cell)

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Carry a card along, or move the board."""
        if self.panning:
            self._field.board.pan(dx, dy)
        else:
            self._interfaces.shown.drag(x, y)

    def release(self, x: float, y: float) -> None:
        """Let go."""
        if self.panning:
            self.panning = False
        else:
            self._interfaces.shown.release(x, y)

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Zoom the board."""
        if self._area.holds(x, y):
            self._field.board.zoom_by(ZOOM_STEP**amount, x, y)
        else:
            self._interfaces.shown.scroll(x, y, amount)

    def key(self, symbol: int, modifiers: int) -> None:
        """Take a key: Enter for any marked cell, those of the match, the panel's own, those of the board."""
        if self._asker.marked and symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self._asker.answer_by_default()
        elif symbol in self._keys:
            self._keys[symbol]()
        elif not self._interfaces.shown.key(symbol, modifiers):
            self._field.board.key(symbol)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return what to tell about a control, a robot or a cell (CLI-104)."""
        if not self._area.holds(x, y):
            return self._interfaces.shown.tooltip_at(x, y)
        return self._field.tooltip_at(x, y)
