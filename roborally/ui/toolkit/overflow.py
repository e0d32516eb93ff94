"""Scrolling of content larger than its room: scroll bars, the wheel, and keys."""

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
"""The thickness of the bars."""
EDGE = 2.0
"""The distance of the bars from the edge of the room."""
CORNER = BAR + 2 * EDGE
"""The distance of the upright bar's end from the edge, which leaves the corner to the other bar."""
SHORTEST = 36.0
"""The smallest length of a thumb."""
WHEEL = 60.0
"""The units per notch of the wheel."""
NOT_ASIDE = 0.0, 0.0
STILL = 12.0
"""How many pixels the mouse may move between clicks that mean the same half of a control."""


@dataclass(frozen=True)
class Bar:
    """A scroll bar along an edge of the room: its track and its thumb."""

    track: Rect
    thumb: Rect


class ClickedControl(NamedTuple):
    """A clicked control: its group, name, place and view, the half that was clicked, and where in which extent."""

    group: WidgetGroup
    name: str
    rect: Rect
    frame: Viewport
    is_right: bool
    pixel: tuple[float, float]
    extent: tuple[int, int]

    @property
    def control(self) -> Widget | None:
        """The control as it is now laid out, `None` if it is gone."""
        return next((widget for widget in self.group.widgets if widget.name == self.name), None)

    def aside(self, point: tuple[float, float], frame: Viewport) -> tuple[float, float]:
        """Return how far to the right of and above a point the clicked half is now, in units; 0 each if it is there."""
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
    """Scrolls a space whose content is larger than its room, and keeps what is clicked under the mouse.

    `controls` returns the current controls in the space. The bars are in a space of their own, which shows the whole
    window and does not move.
    """

    def __init__(self, window: Extent, space: Space, controls: Callable[[], WidgetGroup | None]) -> None:
        """Start without bars: `fit` creates them."""
        self.space = space
        self._controls = controls
        self._still = Space(window, space.scale)
        self._layer = Layer(self._still)
        self._bars: dict[str, Bar] = {}
        self._held: tuple[str, float] | None = None
        self._kept: ClickedControl | None = None
        self.goes_on = False
        """Whether the wheel has scrolled the content, and the mouse has not been moved since."""

    # --- bars -----------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the bars for the hidden parts, after a clicked control has come back under the mouse."""
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
        """Return the bars for the directions with hidden parts: `x` below, `y` at the right."""
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
        """Draw the bars over the content."""
        if self._bars:
            self._layer.draw()

    # --- what is clicked ------------------------------------------------------------------------------------------

    def keep(self, x: float, y: float) -> None:
        """Keep the named control at a pixel of the window, however a click lays the page out again.

        The page follows it as far as it stays in the window, until the mouse leaves it or a key is pressed; until then
        further clicks there are for the same half of it, as `aside` says. Otherwise the next one would hit something
        else.
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
        """Return how far to the right of and above a pixel of the window, in units, a further click there is meant."""
        kept = self._kept
        if kept is None or dist(kept.pixel, (x, y)) > STILL:
            return NOT_ASIDE
        return kept.aside(self.space.to_units(x, y), self.space.frame)

    def move(self, x: float, y: float) -> None:
        """Let go of the kept control if the mouse, now at a pixel of the window, has left it."""
        self.goes_on = False
        self._hold()
        control = self._control_at(x, y)
        left = control is None or self._kept is None or control.name != self._kept.name
        if left and self.aside(x, y) == NOT_ASIDE:
            self.let_go()

    def let_go(self) -> None:
        """Let the page be where it belongs."""
        self._kept = None
        self.space.let_go()

    def _control_at(self, x: float, y: float) -> Widget | None:
        group = self._controls()
        return group.at(*self.space.to_units(x, y)) if group is not None else None

    def _hold(self) -> None:
        """Bring the kept control to the height of the mouse, or near it."""
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
        """Grab a bar at a pixel of the window, or let it jump there; return whether there is one."""
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
        """Move the grabbed bar to a pixel of the window; return whether there is one."""
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
        """Release the grabbed bar; return whether there was one."""
        held, self._held = self._held, None
        return held is not None

    def wheel(self, x: float, y: float, across: float, up: float) -> bool:
        """Scroll by notches of the wheel at a point of the content, unless a list there can; return whether it did."""
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
        """The rectangle of the focused control, or `None`."""
        group = self._controls()
        return group.focus.focus_place if group is not None and group.focus is not None else None

    def reveal(self) -> None:
        """Scroll to the focused control."""
        if self.focus is not None:
            self.space.show(self.focus)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that scroll where parts above or below are hidden, unless the screen uses them itself."""
        page = self.space.room.height - WHEEL
        if self.space.hidden[1] <= 1:
            return []
        return [
            Shortcut((key,), _("Scroll up or down"), partial(self.space.scroll_by, 0, by))
            for key, by in (("PAGEUP", page), ("PAGEDOWN", -page))
        ]


def _along(axis: str, rect: Rect) -> tuple[float, float]:
    """Return start and length of a rectangle along an axis."""
    return (rect.x, rect.width) if axis == "x" else (rect.y, rect.height)
