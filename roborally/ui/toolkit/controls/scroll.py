"""A control that scrolls a taller content, including the controls in this content."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from math import dist
from typing import Any

import arcade

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.frames.rehearsal import is_rehearsal, note
from roborally.ui.toolkit.label import Viewport
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.part import NOWHERE
from roborally.ui.toolkit.space import aim
from roborally.ui.toolkit.theme import Rect

WHEEL = 48.0
"""How far a notch of the wheel scrolls, in units."""
BAR = 12.0
"""The width reserved for the scroll bar, in units."""


class _Shifted:
    """The canvas of the content, drawn `by` units higher than `canvas`: scrolling leaves its layers unchanged."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.camera = arcade.Camera2D()
        self.default_camera: Any = arcade.Camera2D()
        self.by = 0.0

    @property
    def frame(self) -> Viewport:
        return self._canvas.frame

    def play_sound(self, name: str) -> None:
        self._canvas.play_sound(name)

    @property
    def extent(self) -> tuple[int, int]:
        return self._canvas.extent

    @property
    def seen(self) -> Rect:
        seen = self._canvas.seen
        return seen._replace(y=seen.y - self.by)

    def aim(self, part: Rect) -> bool:
        """Let the cameras draw only within `part`; return whether any of this part is visible in the window."""
        frame = self.frame
        aim(self.camera, self.default_camera, frame, self.extent, round(self.by * frame.scale))
        scissor = arcade.LBWH(*frame.pixels(part))
        around = self._canvas.camera.scissor
        seen = scissor if around is None else scissor.intersection(around)
        if not seen:  # arcade treats an empty scissor as none, and would draw the content over everything
            return False
        self.camera.scissor = self.default_camera.scissor = seen
        return True


class ScrollArea(Widget):
    """A control with scrolled content: draw on `layer`, from the upper edge of `rect` downwards.

    `group` holds the controls of the content; Tab moves through them while the area has the focus. If `fill` gets the
    beginnings of rows, each row is shown completely or not at all.
    """

    ring = 8.0  # letters may begin at the very edge

    def __init__(self, canvas: Canvas, frame_layer: Layer, rect: Rect) -> None:
        """Start without content; the scroll bar is drawn on `frame_layer`, at the right edge of `rect`."""
        super().__init__(rect)
        self._window = canvas
        self._canvas = _Shifted(canvas)
        self.layer = Layer(self._canvas)
        self.group = WidgetGroup(self.layer, wraps=False)
        self._height = 0.0
        self._stops: list[float] = []
        self._bar = frame_layer.fill(Rect(rect.right - 7, rect.y, 4, rect.height), theme.colour("line"))
        self.fill(0)

    def resume(self, before: Widget) -> None:
        """Restore scroll position, focus and typed texts from `before`, the area that this one replaces.

        What has the focus, or is under the mouse, stays where it is: content may have come or gone above and below it.
        """
        if isinstance(before, ScrollArea):
            self.group.resume(before.group.kept)
            used = before.group.focus or next((each for each in before.group.widgets if each.hovered), None)
            now = self.group.named.get(used.name) if used is not None else None
            if used is not None and now is not None:
                down = self.rect.top - now.rect.top - (before.rect.top - used.rect.top)
                self.scroll_to(before.position + down)
            elif before.height == self.height:
                self.scroll_to(before.position)
            else:
                hidden = max(1.0, before.height - before.rect.height)
                self.scroll_to(before.position / hidden * (self.height - self.rect.height))

    # --- content --------------------------------------------------------------------------------------------------

    @property
    def width(self) -> float:
        """The width available for the content, left of the scroll bar, in units."""
        return self.rect.width - BAR

    def empty(self) -> None:
        """Remove the content and its controls; keep the scroll position."""
        self.group.set_focus(None)
        self.group.widgets.clear()
        self.layer.clear()

    @property
    def height(self) -> float:
        """The height of the whole content, in units."""
        return self._height

    def fill(self, height: float, begins: Sequence[float] = ()) -> None:
        """Set the height of the content and the beginnings of its rows, in units below its upper edge, ascending."""
        self._height = height
        self._stops = self._stops_for(begins) if height > self.rect.height else []
        self._bar.visible = height > self.rect.height
        self.scroll_to(self._canvas.by)

    def _stops_for(self, begins: Sequence[float]) -> list[float]:
        """Return the possible scroll positions: the beginnings of rows, and points in rows too high for the area."""
        stops: list[float] = []
        for begin, end in pairwise((*begins, self._height)):
            stops.append(begin)
            while end - stops[-1] > self.rect.height:
                stops.append(stops[-1] + WHEEL)
        return stops

    @property
    def _hidden(self) -> float:
        """The largest scroll position, in units; it may leave space at the end so that no row is cut off at the top."""
        hidden = max(0.0, self._height - self.rect.height)
        at = bisect_left(self._stops, hidden)
        return self._stops[at] if at < len(self._stops) else hidden

    @property
    def position(self) -> float:
        """The scroll position: how many units of the content are hidden above the visible part."""
        return self._canvas.by

    def scroll_to(self, by: float) -> None:
        """Scroll until `by` units of the content are hidden above; with rows in `fill` to the nearest one."""
        hidden = self._hidden
        by = max(0.0, min(hidden, by))
        self._canvas.by = min(self._stops, key=lambda stop: abs(stop - by)) if self._stops else by
        if hidden:
            length = max(theme.LEAST_BAR, self.rect.height * self.rect.height / self._height)
            self._bar.scale_y = length / self._bar.texture.height
            free = self.rect.height - length
            self._bar.center_y = self.rect.top - length / 2 - free * self._canvas.by / hidden

    def _scroll_by(self, by: float) -> None:
        """Scroll by a number of units (positive is down), or to the next row if that is farther."""
        before = self.position
        self.scroll_to(before + by)
        if self.position == before and self._stops:
            at = self._stops.index(before) + (1 if by > 0 else -1)
            self.scroll_to(self._stops[max(0, min(len(self._stops) - 1, at))])

    def _turn_page(self, direction: int) -> None:
        """Scroll by the visible height, up (`direction` -1) or down (1), and to the beginning of a row."""
        wanted = self.position + direction * self._shown.height
        if direction > 0 and self._stops:
            wanted = self._stops[max(0, bisect_right(self._stops, wanted + 1) - 1)]
        elif self._stops:
            wanted = self._stops[min(len(self._stops) - 1, bisect_left(self._stops, wanted - 1))]
        self._scroll_by(wanted - self.position)

    def show(self, rect: Rect) -> None:
        """Scroll as little as needed to show a rectangle of the content."""
        begin, end = self.rect.top - rect.top - 8, self.rect.top - rect.y + 8
        if self._stops:  # together with its rows
            begin = self._stops[max(0, bisect_right(self._stops, begin + 8) - 1)]
            at = bisect_left(self._stops, end - 8)
            end = self._stops[at] if at < len(self._stops) else self._height
            lowest = self._stops[min(len(self._stops) - 1, bisect_left(self._stops, end - self.rect.height))]
            self.scroll_to(min(max(self.position, lowest), begin))
        else:
            self.scroll_to(min(max(self.position, end - self.rect.height), begin))

    @property
    def _shown(self) -> Rect:
        """The visible part of the area, without a row that would be cut off at the lower edge."""
        rect, end = self.rect, self.position + self.rect.height
        if not self._stops or end >= self._height:
            return rect
        last = self._stops[bisect_right(self._stops, end) - 1]
        high = last - self.position if last > self.position else rect.height
        return rect._replace(y=rect.top - high, height=high)

    def draw(self) -> None:
        """Draw the visible part of the content, and nothing outside the area."""
        if is_rehearsal():
            note(self._canvas.by)
        if self._canvas.aim(self._shown):
            self.layer.draw()
            self._window.default_camera.use()

    # --- mouse ----------------------------------------------------------------------------------------------------

    def _inside(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the window as a point of the content, `NOWHERE` for one in the empty part below."""
        return NOWHERE if self.rect.y <= y < self._shown.y else (x, y - self._canvas.by)

    def refresh(self) -> None:
        """Clear the content's hover unless the mouse is over the area, and its focus unless the area has the focus."""
        if not self.hovered and not self.pressed:
            self.group.motion(*NOWHERE)
            self.group.release(*NOWHERE)
        if not self.focused:
            self.group.set_focus(None)

    def motion(self, x: float, y: float) -> None:
        """Highlight the control of the content under the mouse."""
        self.group.motion(*self._inside(x, y))

    def press(self, x: float, y: float) -> None:
        """Press the control of the content under the mouse; focus a control that uses keys."""
        self.group.press(*self._inside(x, y))
        self.wants_keys = self.group.focus is not None

    def activate(self, x: float, y: float) -> None:
        """Release the pressed control of the content, which is a click if the mouse is still over it."""
        self.group.release(*self._inside(x, y))

    def can_scroll(self, amount: float) -> bool:
        """Return whether content is hidden above (positive `amount`) or below."""
        return self.position > 0 if amount > 0 else self.position < self._hidden

    def scroll(self, amount: float) -> None:
        """Scroll by `amount` notches of the wheel, up if it is positive."""
        self._scroll_by(-amount * WHEEL)

    @property
    def focus_place(self) -> Rect:
        """The rectangle of the focused control as it is seen in the window, or of the area if none has the focus."""
        focus = self.group.focus
        return self.rect if focus is None else focus.focus_place._replace(y=focus.focus_place.y + self._canvas.by)

    def enter(self, origin: Rect, dx: int, dy: int) -> None:
        """Focus the visible control nearest to `origin`, the rectangle of the previous focus, in any direction."""
        able = self.group.able()
        by = self._canvas.by
        seen = [widget for widget in able if self.rect.holds(*_moved(widget.rect, by).centre)] or able
        if not seen:
            return
        widget = min(seen, key=lambda each: dist(_moved(each.rect, by).centre, origin.centre))
        self.group.set_focus(widget)
        self.show(widget.rect)

    def focus_tooltip(self) -> str:
        """Return the tooltip of the focused control of the content, or an empty text."""
        return self.group.focus.focus_tooltip() if self.group.focus is not None else ""

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for the control of the content under a point, or an empty text."""
        return self.group.tooltip_at(*self._inside(x, y))

    # --- keyboard -------------------------------------------------------------------------------------------------

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key: move the focus (Tab), pass it to the focused control, or scroll; return whether it was used."""
        keys = arcade.key
        if symbol == keys.TAB:
            return self._tab(-1 if modifiers & keys.MOD_SHIFT else 1)
        if self.group.focus is not None and symbol not in (keys.PAGEUP, keys.PAGEDOWN):
            used = self.group.key(symbol, modifiers)
            if used and self.group.focus is not None:
                self.show(self.group.focus.rect)
            return used
        ways, pages = {keys.UP: -1, keys.DOWN: 1}, {keys.PAGEUP: -1, keys.PAGEDOWN: 1}
        ends = {keys.HOME: 0.0, keys.END: self._height}
        if symbol in ways:
            self._scroll_by(ways[symbol] * WHEEL)
        elif symbol in pages:
            self._turn_page(pages[symbol])
        elif symbol in ends:
            self.scroll_to(ends[symbol])
        elif symbol in (keys.ENTER, keys.NUM_ENTER, keys.SPACE):
            self._tab(1)
        else:
            return False
        return True

    def typed(self, text: str) -> None:
        """Pass typed letters to the focused control of the content."""
        self.group.typed(text)

    def go_on(self, direction: int) -> bool:
        """Focus the control after (`direction` 1) or before (-1) the one clicked last; return whether there is one."""
        return self.group.start is not None and self._tab(direction)

    def _tab(self, direction: int) -> bool:
        able = self.group.able()
        start = self.group.start
        at = able.index(start) if start in able else (-1 if direction > 0 else 0)
        if not 0 <= at + direction < len(able):
            self.group.set_focus(None)
            return False
        self.group.set_focus(able[at + direction])
        self.show(able[at + direction].rect)
        return True


def _moved(rect: Rect, by: float) -> Rect:
    return rect._replace(y=rect.y + by)
