"""The tooltip: describes the object under a resting mouse."""

from collections.abc import Iterable
from math import dist, hypot

from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.theme import Rect

DELAY = 0.4
"""Seconds that the mouse must rest before the tooltip appears."""
KEY_DELAY = 0.8
"""The same for the focused control: a player who moves on by keys need not read on the way."""
WIDEST = 250
STILL = 12.0
"""How far a click may move the mouse by accident."""
EDGE = 6
"""The distance from the window's edges and from the described object."""
FARTHER = 1 / 800
"""The weight of a unit of distance relative to the share of other controls that are covered."""


class Tooltip:
    """A text beside the mouse, or none; all points are in design units.

    It disappears after a move, a click, a key, and with another screen or object. After all of these but a move it
    stays away until the mouse moves, because a player who has clicked knows the object.
    """

    def __init__(self) -> None:
        """Start without a text."""
        self._layer: Layer | None = None
        self._rested = 0.0
        self._quiet_at: tuple[float, float] | None = None
        self._about: tuple[Rect, str] | None = None
        self.text = ""

    def moved(self, pointer: tuple[float, float]) -> None:
        """Remove the text because the mouse has moved."""
        self._forget()
        if self._quiet_at is not None and dist(self._quiet_at, pointer) > STILL:
            self._quiet_at = None

    def hide(self, pointer: tuple[float, float]) -> None:
        """Remove the text until the mouse moves."""
        self._forget()
        self._quiet_at = pointer

    def turn_to(self, focused: tuple[Rect, str] | None) -> None:
        """Restart for the focused control if that or its text has changed."""
        if focused != self._about or self._quiet_at is not None:
            self._forget()
            self._about, self._quiet_at = focused, None
            self._rested = DELAY - KEY_DELAY

    def wait(self, seconds: float) -> bool:
        """Advance time; return whether the text is due."""
        self._rested += seconds
        return self._layer is None and self._quiet_at is None and self._rested >= DELAY

    def show(
        self,
        canvas: Canvas,
        text: str,
        explanation: str,
        pointer: tuple[float, float],
        taken: Iterable[Rect],
        own: Rect | None = None,
    ) -> None:
        """Show an explanation where it covers as little as possible of the `taken` rectangles; `text` identifies it.

        `own` is the focused control, which is not covered.
        """
        self.text, self._layer = text, Layer(canvas)
        if not text:
            return
        label = self._layer.label(explanation, 0, 0, size=13, anchor_y="top", width=WIDEST, wrap=True)
        label.even_out()
        across, high = (round(side / 8 + 0.49) * 8 for side in label.shown_size)
        place = free_place(across + 24, high + 16, pointer, list(taken), canvas.seen, own)
        label.move(place.x + 12, place.top - 8)
        self._layer.frame("tooltip", place)

    def draw(self) -> None:
        """Draw the text, if there is one."""
        if self._layer is not None:
            self._layer.draw()

    def _forget(self) -> None:
        self._layer = None
        self.text = ""
        self._rested = 0.0


def free_place(
    width: float,
    height: float,
    pointer: tuple[float, float],
    taken: list[Rect],
    window: Rect,
    focus: Rect | None = None,
) -> Rect:
    """Return the rectangle beside the mouse, or around the control there, that covers least of other controls.

    Half of a small button weighs as much as half of a large list. If all of these cover something, the text may also be
    placed around other controls, but not far away for a small gain.
    """
    x, y = pointer
    own = focus or next((rect for rect in taken if rect.holds(x, y)), None)
    others = [rect for rect in taken if not rect.holds(x, y)]
    tops = [y - 18, y + 14 + height] if focus is None else []
    if own is not None:
        tops += [own.y - EDGE, own.top + EDGE + height]
    lefts = [min(x + 14, window.right - width - EDGE), max(x - 14 - width, window.x + EDGE)]
    places = [Rect(left, top - height, width, height) for top in tops for left in lefts]
    if focus is not None:
        places += _beside(focus, width, height, window, focus.centre[1])
    seen = _inside(places, window)
    if not seen:  # too high for above and below: beside the mouse, moved up as far as needed
        least = window.top - EDGE - height
        clamped = [place._replace(y=min(max(place.y, window.y + EDGE), least)) for place in places]
        seen = [place for place in clamped if not place.holds(x, y)] or clamped
    sizes = [max(1.0, rect.width * rect.height) for rect in others]

    def hidden(place: Rect) -> float:
        return sum(common(place, rect) / size for rect, size in zip(others, sizes, strict=True))

    best = min(seen, key=hidden)  # the first of equal ones
    if own is None or not hidden(best):
        return best
    tops = [top for rect in others for top in (rect.y - EDGE, rect.top + EDGE + height)]
    more = [place for rect in (own, *others) for place in _beside(rect, width, height, window, own.centre[1])]
    more += [Rect(left, top - height, width, height) for top in tops for left in lefts]
    more = [place for place in _inside(more, window) if not (place.holds(x, y) or common(place, own))]
    return min((*seen, *more), key=lambda place: hidden(place) + FARTHER * _distance(place, own))


def _beside(rect: Rect, width: float, height: float, window: Rect, level: float) -> list[Rect]:
    """Return the rectangles on both sides of a control that fit into the window, centred at `level`."""
    y = min(max(level - height / 2, window.y + 2 * EDGE), window.top - 2 * EDGE - height)
    least, most = window.x + EDGE, window.right - width - EDGE
    return [Rect(x, y, width, height) for x in (rect.x - EDGE - width, rect.right + EDGE) if least <= x <= most]


def _inside(places: list[Rect], window: Rect) -> list[Rect]:
    return [place for place in places if place.y > window.y + EDGE and place.top < window.top]


def _distance(one: Rect, other: Rect) -> float:
    """Return the gap between two rectangles."""
    across = max(one.x - other.right, other.x - one.right, 0.0)
    high = max(one.y - other.top, other.y - one.top, 0.0)
    return hypot(across, high)


def common(one: Rect, other: Rect) -> float:
    """Return the area of the intersection of two rectangles."""
    across = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.top, other.top) - max(one.y, other.y)
    return max(across, 0.0) * max(high, 0.0)
