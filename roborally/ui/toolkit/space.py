"""`Space`, which maps units to pixels of the window and scrolls; each screen and panel has one.

The middle of a page of `WIDTH` x `HEIGHT` units is the middle of the window, whatever its size. Content larger than its
room can be scrolled (`toolkit/overflow`).
"""

from collections.abc import Callable
from typing import Protocol

import arcade

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.label import Viewport
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect

PAGE = Rect(0, 0, WIDTH, HEIGHT)
LEGIBLE = 11 / 12
"""The logical pixels per unit from which the smallest text is easy to read."""
TIGHT = 0.75
"""The logical pixels per unit below which pages are shown at a legible size instead, and scrolled."""
NARROW = 1024
"""The smallest width of a match with a panel beside the board, in units."""
TALL_WIDTH, TALL_HEIGHT = 720, 1080
"""The smallest size of a match in an upright window, with the panel below the board, in units."""
NARROWEST = 400.0
"""The smallest width in units to which a dialog is narrowed for a narrow window."""
INSIDE = 4.0
"""How many units from a control's edges `Space.hold` keeps the mouse, because content moves by whole pixels."""
START = (0.0, 1.0)
"""The scroll position that shows the upper left corner: 0 of the hidden width, and all of the height below."""

Scale = Callable[[float, float, float], float]
"""A function of width and height of the window in logical pixels and the factor for texts; returns pixels a unit."""


def page_scale(width: float, height: float, factor: float) -> float:
    """Return the pixels per unit of pages, for a window in logical pixels and the player's factor for texts."""
    fitting = min(width / WIDTH, height / HEIGHT)
    return (fitting if fitting >= TIGHT else LEGIBLE) * factor


def match_scale(width: float, height: float, factor: float) -> float:
    """Return the pixels per unit of matches, for a window in logical pixels and the player's factor for texts."""
    if width < height:
        return min(width / TALL_WIDTH, height / TALL_HEIGHT) * factor
    return min(height / HEIGHT, width / NARROW) * factor


class Extent(Protocol):
    """The members of the window that a space uses: size in pixels, player's factor for texts, density of the screen."""

    extent: tuple[int, int]
    magnification: float
    density: float
    """The physical pixels per logical pixel."""

    def play_sound(self, name: str) -> None:
        """Play one of the game's own sounds, such as `click`."""


class Space:
    """A canvas with its own units; `room` is its part of the window, `content` the area shown and scrolled there."""

    def __init__(self, window: Extent, scale: Scale, content: Rect | None = None) -> None:
        """Use the whole window as room; without `content` that is the content, too."""
        self.scale = scale
        self.frame = Viewport(1, 0, 0)
        self.camera = arcade.Camera2D()
        self.default_camera = arcade.Camera2D()
        self._window = window
        self._room: Rect | None = None
        self._content = content
        self._part = START
        self._beyond = (0.0, 0.0)
        """How far `hold` has moved the content right and up beyond what scrolling allows, in units."""
        self.fit()

    def play_sound(self, name: str) -> None:
        """Play one of the game's own sounds, such as `click`."""
        self._window.play_sound(name)

    @property
    def extent(self) -> tuple[int, int]:
        """The width and height of the window in pixels."""
        return self._window.extent

    @property
    def point(self) -> float:
        """The size of a logical pixel in units."""
        return self._window.density / self.frame.scale

    # --- areas, in units ------------------------------------------------------------------------------------------

    @property
    def whole(self) -> Rect:
        """The rectangle of the whole window, in units of the unscrolled space."""
        width, height = (side / self.frame.scale for side in self._window.extent)
        return Rect((WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)

    @property
    def seen(self) -> Rect:
        """The rectangle of the whole window, in units of the scrolled content."""
        frame, (width, height) = self.frame, self._window.extent
        scale = frame.scale
        return Rect(-frame.left / scale, -frame.bottom / scale, width / scale, height / scale)

    @property
    def room(self) -> Rect:
        """The rectangle of the space's part of the window, in units of the unscrolled space."""
        return self._room or self.whole

    @property
    def content(self) -> Rect:
        """The area that is shown in the room, in units; an area larger than the room is scrolled."""
        return self._content or self.room

    def narrowed(self, area: Rect) -> Rect:
        """Return an area narrowed around its middle to the window's width, but not below `NARROWEST`."""
        width = max(NARROWEST, min(area.width, self.whole.width))
        return area._replace(x=area.centre[0] - width / 2, width=width)

    def place(self, room: Rect | None, content: Rect | None) -> None:
        """Set room and content; `None` is the whole window as room, or the whole room as content."""
        self._room, self._content = room, content
        self.fit()

    @property
    def moved(self) -> tuple[float, float]:
        """How far right and up the content is moved by scrolling, in units."""
        room, content, (across, up) = self.room, self.content, self._part
        x = _moved((room.x, room.width), (content.x, content.width), across, at_end=False)
        y = _moved((room.y, room.height), (content.y, content.height), up, at_end=True)
        return x + self._beyond[0], y + self._beyond[1]

    def inside(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the scrolled content that is seen at a point of the unscrolled space."""
        across, up = self.moved
        return x - across, y - up

    def shown(self, rect: Rect) -> Rect:
        """Return the rectangle of the unscrolled space at which a rectangle of the content is seen."""
        across, up = self.moved
        return rect._replace(x=rect.x + across, y=rect.y + up)

    # --- pixels ---------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Set scale and cameras for the size of the window and the scroll position."""
        width, height = self._window.extent
        density = self._window.density
        scale = density * self.scale(width / density, height / density, self._window.magnification)
        self.frame = Viewport(scale, 0, 0)  # `moved` depends on the scale
        across, up = self.moved
        left = round((width - WIDTH * scale) / 2 + across * scale)
        bottom = round((height - HEIGHT * scale) / 2 + up * scale)
        self.frame = Viewport(scale, left, bottom)
        aim(self.camera, self.default_camera, self.frame, self._window.extent)
        scissor = arcade.LBWH(*self.pixels(self.room)) if self.overflows else None
        self.camera.scissor = self.default_camera.scissor = scissor

    def pixels(self, rect: Rect) -> tuple[int, int, int, int]:
        """Return a rectangle of the unscrolled space in pixels: left, bottom, width, height."""
        (width, height), scale = self._window.extent, self.frame.scale
        left, bottom = round((width - WIDTH * scale) / 2), round((height - HEIGHT * scale) / 2)
        return Viewport(scale, left, bottom).pixels(rect)

    def to_units(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the scrolled content at a pixel of the window, in units."""
        return (x - self.frame.left) / self.frame.scale, (y - self.frame.bottom) / self.frame.scale

    # --- moving ---------------------------------------------------------------------------------------------------

    @property
    def overflows(self) -> bool:
        """Whether the content is larger than the room and can be scrolled."""
        room, content = self.room, self.content
        return content.width > room.width + 1 or content.height > room.height + 1

    @property
    def hidden(self) -> tuple[float, float]:
        """How much wider and higher than the room the content is, in units; 0 if it fits."""
        room, content = self.room, self.content
        return max(0.0, content.width - room.width), max(0.0, content.height - room.height)

    @property
    def part(self) -> tuple[float, float]:
        """The scroll position: shares (0 to 1) of the hidden width at the left, and of the hidden height below."""
        return self._part

    def go_to(self, across: float, up: float) -> None:
        """Scroll to the shares `across` of the hidden width at the left and `up` of the hidden height below, 0 to 1."""
        part = max(0.0, min(1.0, across)), max(0.0, min(1.0, up))
        if part != self._part:
            self._part = part
            self.fit()

    def scroll_by(self, dx: float, dy: float) -> None:
        """Scroll to content farther right (`dx`) and up (`dy`), by a number of units."""
        (across, up), (wide, high) = self._part, self.hidden
        self.go_to(across + dx / wide if wide > 1 else across, up + dy / high if high > 1 else up)

    def show(self, rect: Rect) -> None:
        """Scroll as little as needed to show a rectangle of the content."""
        if not self.overflows:
            return
        room, content, (across, up) = self.room, self.content, self._part
        x = _revealing((rect.x, rect.width), (content.x, content.width), room.width, across)
        self.go_to(x, _revealing((rect.y, rect.height), (content.y, content.height), room.height, up))

    def hold(self, rect: Rect, pixel: tuple[float, float]) -> None:
        """Scroll as little as needed to bring a rectangle of the content to a pixel of the window, or near the pixel.

        Content smaller than the room stays inside the room. `let_go` ends this.
        """
        if rect.holds(*self.to_units(*pixel)) and self._beyond == self._free(*self._beyond):
            return
        self.let_go()
        across, up = self._way_to(rect.inset(INSIDE), pixel)
        self.scroll_by(-across, -up)
        self._beyond = self._free(*self._way_to(rect.inset(INSIDE), pixel))
        self.fit()

    def _free(self, across: float, up: float) -> tuple[float, float]:
        """Return as much of a move (`across`, `up`), in units, as keeps small content inside the room."""
        room, (dx, dy), at = self.room, self._beyond, self.shown(self.content)
        least = min(0.0, room.x - at.x + dx), min(0.0, room.y - at.y + dy)
        most = max(0.0, room.right - at.right + dx), max(0.0, room.top - at.top + dy)
        return max(least[0], min(across, most[0])), max(least[1], min(up, most[1]))

    def _way_to(self, rect: Rect, pixel: tuple[float, float]) -> tuple[float, float]:
        """Return how far right of and above a rectangle a pixel of the window is, in units; 0 if it is inside."""
        x, y = self.to_units(*pixel)
        return x - max(rect.x, min(x, rect.right)), y - max(rect.y, min(y, rect.top))

    def let_go(self) -> None:
        """Undo the moves of `hold` that were more than scrolling."""
        if self._beyond != (0.0, 0.0):
            self._beyond = (0.0, 0.0)
            self.fit()


def aim(
    camera: arcade.Camera2D, pixels: arcade.Camera2D, frame: Viewport, extent: tuple[int, int], up: int = 0
) -> None:
    """Set up `camera` for units, which `frame` lays over the window, and `pixels` for pixels.

    Both move the content up by `up` pixels. `extent` is the size of the window in pixels.
    """
    width, height = extent
    camera.viewport = pixels.viewport = arcade.LBWH(0, 0, width, height)
    across, high = width / 2 / frame.scale, height / 2 / frame.scale
    camera.projection = arcade.LRBT(-across, across, -high, high)
    camera.position = (across - frame.left / frame.scale, high - (frame.bottom + up) / frame.scale)
    pixels.projection = arcade.LRBT(-width / 2, width / 2, -height / 2, height / 2)
    pixels.position = (width / 2, height / 2 - up)


def _moved(room: tuple[float, float], content: tuple[float, float], part: float, *, at_end: bool) -> float:
    """Return how far scrolling moves the content along one axis; `room` and `content` are start and length.

    Content smaller than the room stays where it is, or moves to the start (`at_end`: the end) of the room.
    """
    (start, length), (begins, long) = room, content
    if long > length + 1:
        return start - begins - part * (long - length)
    if begins >= start - 1 and begins + long <= start + length + 1:
        return 0.0
    return start + length - begins - long if at_end else start - begins


def _revealing(rect: tuple[float, float], content: tuple[float, float], length: float, part: float) -> float:
    """Return the scroll position closest to `part` that shows an interval (start, length) in a room of a length."""
    (start, long), (begins, whole) = rect, content
    hidden = whole - length
    if hidden <= 1:
        return part
    least, most = start + long + theme.EDGE - length - begins, start - theme.EDGE - begins
    by = part * hidden
    by = min(max(by, least), most) if least <= most else most
    return max(0.0, min(1.0, by / hidden))
