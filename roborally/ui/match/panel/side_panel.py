"""The base of all panels of a match: layers, controls, a log, and input."""

import arcade

from roborally.ui.context import MatchContext
from roborally.ui.match.panel.log_box import LogBox
from roborally.ui.match.panel.log_buttons import COLUMN, LogButtons
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widget_group import ARROWS, WidgetGroup
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.layout.nodes import Target
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.part import Written
from roborally.ui.toolkit.shortcuts import Shortcut, act_on
from roborally.ui.toolkit.theme import Rect


class SidePanel:
    """A panel in `rect`: static parts are added to `base`, which is drawn once, everything else to `layer`.

    Input goes to `controls`. A subclass places the log where it fits (`add_log`).
    """

    log: LogBox | None = None
    log_buttons: LogButtons | None = None

    def __init__(self, canvas: Canvas, rect: Rect) -> None:
        self.rect = rect
        self.base = Layer(canvas)
        self._baked = CachedPictures(theme.colour("background"))
        self.layer = Layer(canvas)
        self.controls = WidgetGroup(self.layer)
        self.target = Target(metrics(canvas.frame.scale), self.layer, self.controls, [])
        self.base.frame("panel", rect)

    def add_log(self, context: MatchContext, area: Rect, *, buttons: bool = True) -> LogBox:
        """Place the log in `area`, with or without its buttons, fill it with the previous lines, and return its box."""
        place = area._replace(width=area.width - COLUMN) if buttons else area
        box = LogBox(self.base, self.layer, place, tint_of=context.tint_of)
        self.log = self.controls.add(box)
        if buttons:
            self.log_buttons = LogButtons(self.layer, self.controls, context, area)
        box.rewrite(context.log, context.log.first)
        return box

    def write(self, line: str) -> None:
        """Add a line to the log."""
        if self.log is not None:
            self.log.write(line)

    def replace(self, back: int, line: str) -> None:
        """Change a line of the log; `back` is 1 for the last line, 2 for the one before."""
        if self.log is not None:
            self.log.replace(back, line)

    def draw(self) -> None:
        """Draw the panel."""
        if self.log is not None:
            self.log.refresh()
        if self.log_buttons is not None:
            self.log_buttons.refresh()
        canvas = self.layer.canvas
        place, room = arcade.LBWH(*canvas.frame.pixels(self.rect)), canvas.camera.scissor
        seen = place.intersection(room) if room is not None else place
        if seen is not None:
            self._baked.draw(0, canvas.frame, seen.lbwh_int, self.base.draw)
        self.layer.draw()

    # --- input ----------------------------------------------------------------------------------------------------

    def motion(self, x: float, y: float) -> None:
        """Highlight the control under the mouse."""
        self.controls.motion(x, y)

    def press(self, x: float, y: float, button: int) -> None:
        """Pass a mouse press to the controls."""
        self.controls.press(x, y)

    def drag(self, x: float, y: float) -> None:
        """Highlight the control under the dragged mouse."""
        self.controls.motion(x, y)

    def release(self, x: float, y: float) -> None:
        """Release the pressed control."""
        self.controls.release(x, y)

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Scroll the control under the mouse by `amount` notches."""
        self.controls.scroll(x, y, amount)

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key: a shortcut, or a key that moves the focus or clicks; return whether the key was used."""
        if act_on(self.shortcuts(), symbol, modifiers):
            return True
        if symbol in ARROWS and modifiers & arcade.key.MOD_SHIFT:
            return False  # moves the board
        return self.controls.key(symbol, modifiers)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this panel, except those that move and use the focus."""
        return []

    def pad_keys(self) -> dict[str, str]:
        """Return, by gamepad button, the name of its key in this panel, where it is not the match's."""
        return {}

    def focus_first(self) -> bool:
        """Focus a control if the panel needs it; return `False` to be called again in the next frame."""
        return True

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for a point, empty without a control there."""
        return self.controls.tooltip_at(x, y)

    def taken(self) -> list[Rect]:
        """Return the rectangles of the controls, which tooltips avoid."""
        return self.controls.taken()

    def written(self) -> list[Written]:
        """Return pairs of rectangle and text for the texts outside the enabled controls."""
        return self.controls.written()
