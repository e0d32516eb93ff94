"""A screen with a board at its left and a panel at its right; passes mouse and keys to one of them."""

from collections.abc import Callable

import arcade

from roborally.ui.board.board_view import ZOOM_STEP
from roborally.ui.match.board_pane import BoardPane
from roborally.ui.match.panels import Panels
from roborally.ui.match.question_controller import QuestionController
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect

PANEL = Rect(WIDTH - 344, 0, 344, HEIGHT)
BOARD = Rect(0, 0, WIDTH - 344, HEIGHT)


class BoardScreen(Screen):
    """Passes input to the board in `board_area`, to its marked cells, or to the visible panel.

    A subclass creates `board_pane`, `panels` and `question_controller`, and `shortcuts`: the keys that always have the
    same meaning, with their actions.
    """

    board_area = BOARD
    board_pane: BoardPane
    panels: Panels
    question_controller: QuestionController
    shortcuts: dict[int, Callable[[], None]]
    panning = False
    """Whether the mouse drags the board."""

    def resized(self) -> None:
        """Adapt to another size of the window."""
        self.board_pane.board.resized()

    def motion(self, x: float, y: float) -> None:
        """Highlight the control under the mouse."""
        self.panels.shown.motion(x, y)
        self.question_controller.look_at(self.board_pane.board.cell_at(x, y))

    def press(self, x: float, y: float, button: int) -> None:
        """Press a control, answer with a cell, or start to drag the board."""
        if not self.board_area.holds(x, y):
            if not self.panels.is_deaf:
                self.panels.shown.press(x, y, button)
            return
        cell = self.board_pane.board.cell_at(x, y)
        self.panning = button != arcade.MOUSE_BUTTON_LEFT or not self.question_controller.answer_with(cell)

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Drag a card, or move the board."""
        if self.panning:
            self.board_pane.board.pan(dx, dy)
        else:
            self.panels.shown.drag(x, y)

    def release(self, x: float, y: float, button: int) -> None:
        """Handle the release of the mouse button."""
        if self.panning:
            self.panning = False
        else:
            self.panels.shown.release(x, y)

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Zoom the board."""
        if self.board_area.holds(x, y):
            self.board_pane.board.zoom_by(ZOOM_STEP**amount, x, y)
        else:
            self.panels.shown.scroll(x, y, amount)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter for any marked cell, then the match's keys, the panel's, the board's."""
        if self.question_controller.marked and symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.question_controller.answer_by_default()
        elif not self.use_shortcut(symbol) and not self.panels.shown.key(symbol, modifiers):
            self.board_pane.board.key(symbol)

    def use_shortcut(self, symbol: int) -> bool:
        """Follow a key that always has the same meaning; return whether it is one."""
        if symbol not in self.shortcuts:
            return False
        self.shortcuts[symbol]()
        return True

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for a control, a robot or a cell (CLI-104)."""
        if not self.board_area.holds(x, y):
            return self.panels.shown.tooltip_at(x, y)
        return self.board_pane.tooltip_at(x, y)

    def taken(self) -> list[Rect]:
        """Return the places of the panel's controls."""
        return self.panels.shown.taken()
