"""A scroll area: shows part of a taller content, whose controls move along."""

from math import dist
from typing import Any

import arcade

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.frames.rehearsal import is_rehearsal, note
from roborally.ui.toolkit.label import Viewport
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.space import aim
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Widget

WHEEL = 48.0
"""The units per notch of the wheel."""
BAR = 12.0
"""The width reserved for the bar."""
FAR = -1e6


class _Shifted:
    """A canvas moved up by `by` units: its layers stay unchanged when it moves."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.camera = arcade.Camera2D()
        self.default_camera: Any = arcade.Camera2D()
        self.by = 0.0

    @property
    def frame(self) -> Viewport:
        """How the design fits the window."""
        return self._canvas.frame

    @frame.setter
    def frame(self, value: Viewport) -> None:
        raise AttributeError("the frame is the window's")

    def hear(self, name: str) -> None:
        """Play one of the game's own effects."""
        self._canvas.hear(name)

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""
        return self._canvas.extent

    @property
    def seen(self) -> Rect:
        """What is in the window, in units."""
        seen = self._canvas.seen
        return seen._replace(y=seen.y - self.by)

    def aim(self, part: Rect) -> bool:
        """Show only `part` of the window; return whether any of it is in view."""
        frame = self.frame
        aim(self.camera, self.default_camera, frame, self.extent, round(self.by * frame.scale))
        scissor = arcade.LBWH(*frame.pixels(part))
        around = self._canvas.camera.scissor
        seen = scissor if around is None else scissor.intersection(around)
        if not seen:  # arcade takes an empty scissor for none, and would draw the content over everything
            return False
        self.camera.scissor = self.default_camera.scissor = seen
        return True


class ScrollArea(Widget):
    """Shows part of `layer`, whose content starts at the area's upper edge and goes down as far as it needs.

    `group` holds the controls of the content. Tab moves through them when the area has the focus.
    """

    scrolls = True

    def __init__(self, canvas: Canvas, frame_layer: Layer, rect: Rect) -> None:
        """Start empty; the bar is drawn on `frame_layer`."""
        super().__init__(rect)
        self._window = canvas
        self._canvas = _Shifted(canvas)
        self.layer = Layer(self._canvas)
        self.group = WidgetGroup(self.layer, wraps=False)
        self._height = 0.0
        self._bar = frame_layer.fill(Rect(rect.right - 7, rect.y, 4, rect.height), theme.colour("line"))
        self.fill(0)

    # --- content --------------------------------------------------------------------------------------------------

    @property
    def width(self) -> float:
        """The width for the content beside the bar."""
        return self.rect.width - BAR

    def empty(self) -> None:
        """Remove the content; keep the scroll position."""
        self.group.set_focus(None)
        self.group.widgets.clear()
        self.layer.clear()

    @property
    def height(self) -> float:
        """The height of the content."""
        return self._height

    def fill(self, height: float) -> None:
        """Set the height of the content."""
        self._height = height
        self._bar.visible = height > self.rect.height
        self.scroll_to(self._canvas.by)

    @property
    def position(self) -> float:
        """The scroll position: units of the content above the visible part."""
        return self._canvas.by

    def scroll_to(self, by: float) -> None:
        """Scroll to `by` units below the content's beginning."""
        hidden = max(0.0, self._height - self.rect.height)
        self._canvas.by = max(0.0, min(hidden, by))
        if hidden:
            length = max(theme.LEAST_BAR, self.rect.height * self.rect.height / self._height)
            self._bar.scale_y = length / self._bar.texture.height
            free = self.rect.height - length
            self._bar.center_y = self.rect.top - length / 2 - free * self._canvas.by / hidden

    def show(self, rect: Rect) -> None:
        """Scroll a part of the content into view."""
        below, above = self.rect.y - rect.y + 8, self.rect.top - rect.top - 8
        self.scroll_to(min(max(self._canvas.by, below), above))

    def draw(self) -> None:
        """Draw the visible part; leaves other parts of the window unchanged."""
        if is_rehearsal():
            note(self._canvas.by)
        if self._canvas.aim(self.rect):
            self.layer.draw()
            self._window.default_camera.use()

    # --- mouse ----------------------------------------------------------------------------------------------------

    def _inside(self, x: float, y: float) -> tuple[float, float]:
        return x, y - self._canvas.by

    def refresh(self) -> None:
        """Clear hover and focus when they are elsewhere."""
        if not self.hovered and not self.pressed:
            self.group.motion(FAR, FAR)
            self.group.release(FAR, FAR)
        if not self.focused:
            self.group.set_focus(None)

    def motion(self, x: float, y: float) -> None:
        """Highlight the control under the mouse."""
        self.group.motion(*self._inside(x, y))

    def press(self, x: float, y: float) -> None:
        """Press the control under the mouse; it receives the keys if it accepts focus."""
        self.group.press(*self._inside(x, y))
        self.wants_keys = self.group.focus is not None

    def activate(self, x: float, y: float) -> None:
        """Release the pressed control."""
        self.group.release(*self._inside(x, y))

    def scroll(self, amount: float) -> None:
        """Move the content."""
        self.scroll_to(self._canvas.by - amount * WHEEL)

    @property
    def focus_place(self) -> Rect:
        """The visible place of the control that has the focus."""
        focus = self.group.focus
        return self.rect if focus is None else focus.focus_place._replace(y=focus.focus_place.y + self._canvas.by)

    def enter(self, origin: Rect, dx: int, dy: int) -> None:
        """Give the focus to the visible control that is nearest."""
        able = [widget for widget in self.group.widgets if widget.enabled and widget.focusable]
        by = self._canvas.by
        seen = [widget for widget in able if self.rect.holds(*_moved(widget.rect, by).centre)] or able
        if not seen:
            return
        widget = min(seen, key=lambda each: dist(_moved(each.rect, by).centre, origin.centre))
        self.group.set_focus(widget)
        self.show(widget.rect)

    def focus_tooltip(self) -> str:
        """Return the tooltip of the control that has the focus."""
        return self.group.focus.focus_tooltip() if self.group.focus is not None else ""

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for the control under a point."""
        return self.group.tooltip_at(*self._inside(x, y))

    # --- keyboard -------------------------------------------------------------------------------------------------

    def key(self, symbol: int, modifiers: int) -> bool:
        """Move through the controls with Tab; without controls the arrows and the page keys scroll."""
        keys = arcade.key
        if symbol == keys.TAB:
            return self._tab(-1 if modifiers & keys.MOD_SHIFT else 1)
        if self.group.focus is not None and symbol not in (keys.PAGEUP, keys.PAGEDOWN):
            used = self.group.key(symbol, modifiers)
            if used and self.group.focus is not None:
                self.show(self.group.focus.rect)
            return used
        ways = {keys.UP: -WHEEL, keys.DOWN: WHEEL, keys.PAGEUP: -self.rect.height, keys.PAGEDOWN: self.rect.height}
        if symbol in ways:
            self.scroll_to(self._canvas.by + ways[symbol])
        elif symbol in (keys.ENTER, keys.NUM_ENTER, keys.SPACE):
            self._tab(1)
        return symbol in ways or symbol in (keys.ENTER, keys.NUM_ENTER, keys.SPACE)

    def typed(self, text: str) -> None:
        """Pass typed letters to the focused control."""
        self.group.typed(text)

    def _tab(self, direction: int) -> bool:
        """Focus the next control; return whether there was one."""
        able = [widget for widget in self.group.widgets if widget.enabled and widget.focusable]
        at = able.index(self.group.focus) if self.group.focus in able else (-1 if direction > 0 else 0)
        if not 0 <= at + direction < len(able):
            self.group.set_focus(None)
            return False
        self.group.set_focus(able[at + direction])
        self.show(able[at + direction].rect)
        return True


def _moved(rect: Rect, by: float) -> Rect:
    """Return a rectangle that is moved up."""
    return rect._replace(y=rect.y + by)
