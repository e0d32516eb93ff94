"""Scrolls a screen that is larger than its room in the window, with scroll bars, the wheel, and keys."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import dist
from typing import NamedTuple

from roborally.base.translation import _
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widget_group import FAR, WidgetGroup
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import Viewport
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.space import Extent, Space
from roborally.ui.toolkit.theme import Rect

BAR = 6.0
"""The thickness of the scroll bars, in units."""
EDGE = 2.0
"""The distance of the scroll bars from the edge of the room, in units."""
CORNER = BAR + 2 * EDGE
"""The space below the upright bar for the other bar, in units."""
SHORTEST = 36.0
"""The smallest length of a scroll bar's thumb, in units."""
WHEEL = 60.0
"""How far a notch of the wheel scrolls, in units."""
NOT_ASIDE = 0.0, 0.0
STILL = 12.0
"""How many pixels the mouse may move between clicks that are meant for the same half of a control."""


@dataclass(frozen=True)
class Bar:
    """The rectangles of a scroll bar: its whole track, and the thumb that can be dragged."""

    track: Rect
    thumb: Rect


class ClickedControl(NamedTuple):
    """A clicked control: its group, name, rectangle and view at that time.

    `is_right` is its clicked half, `pixel` the point of the click, in a window of the size `extent` in pixels.
    """

    group: WidgetGroup
    name: str
    rect: Rect
    frame: Viewport
    is_right: bool
    pixel: tuple[float, float]
    extent: tuple[int, int]

    @property
    def control(self) -> Widget | None:
        """The control with this name on the present page, `None` if there is none."""
        return next((widget for widget in self.group.widgets if widget.name == self.name), None)

    def aside(self, point: tuple[float, float], frame: Viewport) -> tuple[float, float]:
        """Return how far right of and above a point the clicked half lies now, in units; 0 if the point is within."""
        control = self.control
        if control is None or (control.rect, frame) == (self.rect, self.frame):
            return NOT_ASIDE
        half = control.rect._replace(width=control.rect.width / 2)
        half = half._replace(x=half.right) if self.is_right else half
        across, up = point
        return (
            0.0 if half.x <= across < half.right else half.centre[0] - across,
            0.0 if half.y <= up < half.top else half.centre[1] - up,
        )


class Overflow:
    """Scrolls a space whose content is larger than its room, and keeps a clicked control under the mouse.

    `controls` returns the present controls in the space, or `None`. The scroll bars are drawn in a space of their own.
    """

    def __init__(self, window: Extent, space: Space, controls: Callable[[], WidgetGroup | None]) -> None:
        self.space = space
        self._controls = controls
        self._still = Space(window, space.scale)
        self._layer = Layer(self._still)
        self._bars: dict[str, Bar] = {}
        self._held: tuple[str, float] | None = None
        self._kept: ClickedControl | None = None
        self.goes_on = False
        """Whether the wheel has scrolled the content and the mouse has not been moved since."""

    # --- bars -----------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Bring a clicked control back under the mouse, and show scroll bars where content is hidden."""
        self._hold()
        bars = self._needed()
        if bars:
            self._still.fit()
        if bars != self._bars:
            self._bars = bars
            self._layer.clear()
            for bar in bars.values():
                self._layer.fill(bar.track, theme.colour("line"))
                self._layer.fill(bar.thumb, theme.colour("accent"))

    def _needed(self) -> dict[str, Bar]:
        """Return a scroll bar for each direction with hidden content: `x` below, `y` at the right."""
        room, (wide, high), (across, up) = self.space.room, self.space.hidden, self.space.part
        bars = {}
        if wide > 1:
            track = Rect(room.x, room.y + EDGE, room.width, BAR)
            length = max(SHORTEST, room.width * room.width / (room.width + wide))
            bars["x"] = Bar(track, track._replace(x=room.x + across * (room.width - length), width=length))
        if high > 1:
            track = Rect(room.right - EDGE - BAR, room.y + CORNER, BAR, room.height - CORNER)
            length = max(SHORTEST, track.height * room.height / (room.height + high))
            bars["y"] = Bar(track, track._replace(y=track.y + up * (track.height - length), height=length))
        return bars

    def draw(self) -> None:
        """Draw the scroll bars over the content."""
        if self._bars:
            self._layer.draw()

    # --- what is clicked ------------------------------------------------------------------------------------------

    def keep(self, x: float, y: float) -> None:
        """Keep the control at a pixel of the window under the mouse, even if a click lays the page out again.

        The page is scrolled with it until the mouse leaves the control or a key is pressed. Until then `aside` moves
        further clicks to the same half of the control, so that they hit nothing else. Only named controls are kept.
        """
        if self._kept is not None and self.aside(x, y) != NOT_ASIDE:
            self._kept = self._kept._replace(pixel=(x, y))
            return
        group, control = self._controls(), self._control_at(x, y)
        if group is None or control is None or not control.name or control.vertical:
            self.let_go()
            return
        is_right = self.space.to_units(x, y)[0] >= control.rect.centre[0]
        frame, extent = self.space.frame, self.space.extent
        self._kept = ClickedControl(group, control.name, control.rect, frame, is_right, (x, y), extent)

    def aside(self, x: float, y: float) -> tuple[float, float]:
        """Return how far a click at a pixel of the window must be moved right and up to hit the kept control, in units.

        Both are 0 if no control is kept, or the click is elsewhere.
        """
        kept = self._kept
        if kept is None or dist(kept.pixel, (x, y)) > STILL:
            return NOT_ASIDE
        return kept.aside(self.space.to_units(x, y), self.space.frame)

    def move(self, x: float, y: float) -> None:
        """Handle the mouse at a pixel of the window: outside the kept control, stop keeping this control."""
        self.goes_on = False
        self._hold()
        control = self._control_at(x, y)
        left = control is None or self._kept is None or control.name != self._kept.name
        if left and self.aside(x, y) == NOT_ASIDE:
            self.let_go()

    def let_go(self) -> None:
        """Stop keeping a control under the mouse, and move the page back to where it belongs."""
        self._kept = None
        self.space.let_go()

    def _control_at(self, x: float, y: float) -> Widget | None:
        group = self._controls()
        return group.at(*self.space.to_units(x, y)) if group is not None else None

    def _hold(self) -> None:
        """Scroll the kept control to the height of the mouse, or as near as possible."""
        kept = self._kept
        if kept is None:
            return
        control = kept.control
        if control is None or kept.extent != self.space.extent:
            self.let_go()
            return
        self.space.hold(control.rect._replace(x=-FAR, width=2 * FAR), kept.pixel)
        if not control.hovered:
            (across, up), (dx, dy) = self.space.to_units(*kept.pixel), self.aside(*kept.pixel)
            kept.group.motion(across + dx, up + dy)

    # --- mouse and keys -------------------------------------------------------------------------------------------

    def press(self, x: float, y: float) -> bool:
        """Grab the scroll bar at a pixel of the window, and move its thumb there; return false if no bar is there."""
        point = self._still.to_units(x, y)
        for axis, bar in self._bars.items():
            if bar.track.inset(-EDGE).holds(*point):
                at = point[0] if axis == "x" else point[1]
                start, length = _along(axis, bar.thumb)
                self._held = axis, at - start if start <= at <= start + length else length / 2
                self.drag(x, y)
                return True
        return False

    def drag(self, x: float, y: float) -> bool:
        """Move the grabbed scroll bar to a pixel of the window; return false if none is grabbed."""
        if self._held is None:
            return False
        axis, grip = self._held
        if axis in self._bars:
            point, (across, up) = self._still.to_units(x, y), self.space.part
            (begin, whole), (_start, length) = (
                _along(axis, self._bars[axis].track),
                _along(axis, self._bars[axis].thumb),
            )
            part = ((point[0] if axis == "x" else point[1]) - grip - begin) / max(1.0, whole - length)
            self.space.go_to(*((part, up) if axis == "x" else (across, part)))
        return True

    def release(self) -> bool:
        """Release the grabbed scroll bar; return whether there was one."""
        held, self._held = self._held, None
        return held is not None

    def wheel(self, x: float, y: float, across: float, up: float) -> bool:
        """Scroll by `across` (right) and `up` notches of the wheel; return whether it did.

        It does nothing if all content fits, or if the control at the point can scroll.
        """
        if not self.space.overflows:
            return False
        group = self._controls()
        under = group.at(x, y) if group is not None else None
        if under is not None and under.enabled and under.can_scroll(up):
            return False
        wide, high = self.space.hidden
        if high <= 1 < wide and not across:
            across, up = -up, 0.0
        self.let_go()
        self.goes_on = True
        self.space.scroll_by(across * WHEEL, up * WHEEL)
        return True

    @property
    def focus(self) -> Rect | None:
        """The rectangle of the focused control, `None` if no control has the focus."""
        group = self._controls()
        return group.focus.focus_place if group is not None and group.focus is not None else None

    def reveal(self) -> None:
        """Scroll until the focused control is visible."""
        if self.focus is not None:
            self.space.show(self.focus)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that scroll up and down; none if no content is hidden above or below."""
        page = self.space.room.height - WHEEL
        if self.space.hidden[1] <= 1:
            return []
        return [
            Shortcut((key,), _("Scroll up or down"), partial(self.space.scroll_by, 0, by))
            for key, by in (("PAGEUP", page), ("PAGEDOWN", -page))
        ]


def _along(axis: str, rect: Rect) -> tuple[float, float]:
    return (rect.x, rect.width) if axis == "x" else (rect.y, rect.height)
