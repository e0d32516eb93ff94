"""The whole log of a match over the board."""

from collections.abc import Sequence

import arcade

from roborally.texts import _
from roborally.ui import theme
from roborally.ui.app import App, Screen
from roborally.ui.theme import HEIGHT, WIDTH, Rect
from roborally.ui.widgets import Button

LINE = 21
AREA = Rect(60, 40, WIDTH - 344 - 120, HEIGHT - 80)


class LogScreen(Screen):
    """Shows the latest lines; wheel, arrows and page keys go back in time."""

    opaque = False

    def __init__(self, app: App, lines: Sequence[str]) -> None:
        """Show the end of the log."""
        super().__init__(app)
        self._all = lines
        self._back = 0
        layer = self.layer
        layer.panel("panel", AREA)
        layer.heading(_("What happened"), AREA.x + 24, AREA.top - 34, 21, tint=theme.colour("accent"))
        close = Rect(AREA.right - 66, AREA.top - 58, 44, 44)
        self.controls.add(Button(layer, close, "", app.pop, icon="cross", tooltip=_("Close (Esc)")))
        count = int((AREA.height - 96) // LINE)
        self._labels = [
            layer.label("", AREA.x + 26, AREA.top - 78 - number * LINE, size=14, width=AREA.width - 52)
            for number in range(count)
        ]
        self._show()

    def _show(self) -> None:
        last = len(self._all) - self._back
        shown = list(self._all[max(0, last - len(self._labels)) : last])
        for label, line in zip(self._labels, [*shown, *[""] * (len(self._labels) - len(shown))], strict=True):
            label.text = line

    def _move(self, lines: int) -> None:
        self._back = max(0, min(len(self._all) - len(self._labels), self._back + lines))
        self._show()

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Go back or forward in time."""
        self._move(round(3 * amount))

    def key(self, symbol: int, modifiers: int) -> None:
        """Go back or forward in time; L and Esc close."""
        keys, page = arcade.key, len(self._labels) - 1
        steps = {keys.UP: 1, keys.DOWN: -1, keys.PAGEUP: page, keys.PAGEDOWN: -page}
        if symbol in steps:
            self._move(steps[symbol])
        elif symbol == keys.L:
            self.app.pop()
        else:
            super().key(symbol, modifiers)
