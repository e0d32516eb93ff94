"""`Tooltip`, the text beside a resting mouse or the focused control: when it is shown, and where."""

from collections.abc import Iterable
from math import dist, hypot

from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.measure import even_out
from roborally.ui.toolkit.part import Written
from roborally.ui.toolkit.theme import Rect

DELAY = 0.4
"""Seconds that the mouse must rest before the tooltip appears."""
KEY_DELAY = 0.8
"""Seconds that a control must have the focus before its tooltip appears."""
WIDEST = 250
STILL = 12.0
"""How far a click may move the mouse by accident, in units."""
EDGE = 6
"""The distance of the tooltip from the window's edges and from the described object, in units."""
FARTHER = 1 / 800
"""The cost of each unit of distance from the focused control; covering another control costs 1."""
AWAY = 0.4
"""The distance from the mouse, as a share of the window's height, that is as bad as covering a control."""
BESIDE = 30.0
"""The distance from the mouse, in units, within which it makes no difference where the text stands."""
FAR, LITTLE = 140.0, 0.2
"""The largest distance of the text from the focused control, in units, and the share of others it may then cover."""
STEPS = 3
"""How many times its own height the text may be above or below the described control."""
SAME_ROW = 3.0
"""The factor for the cost of covering controls in the same row as the focused one, such as its label."""
READING, LETTER = 2.0, 0.05
"""Seconds for which a focused control's tooltip stays if it covers other objects, and more seconds per letter."""


class Tooltip:
    """A text that is shown beside the mouse or the focused control at times; all points are in units of its canvas.

    A move of the mouse removes the text. After a click, a key or a change of screen it does not come back before the
    mouse moves, because a player who has clicked knows the object.
    """

    def __init__(self) -> None:
        self._layer: Layer | None = None
        self._rested = 0.0
        self._quiet_at: tuple[float, float] | None = None
        self._about: object = None
        self._ends: float | None = None
        """The value of `_rested` at which a text that covers something is removed; 0 after that, `None` for never."""
        self.text = ""

    def moved(self, pointer: tuple[float, float]) -> None:
        """Remove the text, because the mouse has moved to `pointer`."""
        self._forget()
        self._ends = None
        if self._quiet_at is not None and dist(self._quiet_at, pointer) > STILL:
            self._quiet_at = None

    def hide(self, pointer: tuple[float, float]) -> None:
        """Remove the text, and show none until the mouse has moved away from `pointer`."""
        self._forget()
        self._quiet_at = pointer

    def turn_to(self, focused: tuple[Rect, str] | None, seen: Rect) -> None:
        """Remove the text and wait again if the focused control, its tooltip or the visible area has changed."""
        is_another = (focused, seen) != self._about
        if is_another or self._quiet_at is not None:
            self._forget()
            self._about, self._quiet_at = (focused, seen), None
            self._ends = None if is_another else self._ends
            self._rested = DELAY - KEY_DELAY

    def wait(self, seconds: float) -> bool:
        """Advance time by a number of seconds; return whether it is time to show a text."""
        self._rested += seconds
        if self._ends is not None:
            if self._rested >= self._ends:
                self._layer, self.text, self._ends = None, "", 0.0
            return False
        return self._layer is None and self._quiet_at is None and self._rested >= DELAY

    def show(
        self,
        canvas: Canvas,
        text: str,
        explanation: str,
        pointer: tuple[float, float],
        taken: Iterable[Rect],
        written: Iterable[Written] = (),
        own: Rect | None = None,
    ) -> None:
        """Show an explanation where it covers as little as possible of the rectangles `taken` and the texts `written`.

        `text` identifies the explanation; nothing is shown if that text is already visible. `own` is the focused
        control, if keys are used: it is never covered, and a text that covers something else goes after a while.
        """
        written, seen = list(written), canvas.seen
        in_view = (said for place, said in written if common(place, seen) > 0.99 * place.width * place.height)
        is_said = text in in_view
        self.text, self._layer = "" if is_said else text, Layer(canvas)
        if not self.text:
            return
        label = self._layer.label(explanation, 0, 0, size=13, anchor_y="top", width=WIDEST, wrap=True)
        even_out(canvas, label)
        across, high = (round(side / 8 + 0.49) * 8 for side in label.shown_size)
        taken = [*taken, *(place for place, _said in written)]
        around = [rect for rect in taken if own is None or not own.holds(*rect.centre)]
        place = free_place(across + 24, high + 16, pointer, around, seen, own)
        if own is not None and any(common(place, rect) for rect in around):
            self._ends = self._rested + READING + LETTER * len(explanation)
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
    """Return a rectangle for a text near the mouse, or near the control `focus`, that covers as little as possible.

    Covering half of a small button is as bad as covering half of a large list. `taken` are the rectangles of controls,
    `window` the visible area. If every place nearby covers something, places farther away are tried, too.
    """
    x, y = pointer
    own = focus or next((rect for rect in taken if rect.holds(x, y)), None)
    others = [rect for rect in taken if not rect.holds(x, y)]
    tops = [y - 18, y + 14 + height] if focus is None else []
    if own is not None:
        tops += [own.y - EDGE, own.top + EDGE + height]
    lefts = [min(x + 14, window.right - width - EDGE), max(x - 14 - width, window.x + EDGE)]
    if focus is not None:
        most = window.right - width - EDGE
        lefts += [max(window.x + EDGE, min(left, most)) for left in (focus.x, focus.right - width)]
    places = [Rect(left, top - height, width, height) for top in tops for left in lefts]
    if focus is not None:
        places += _beside(focus, width, height, window, focus.centre[1])
    seen = _inside(places, window)
    if not seen:  # too high for above and below: beside the mouse, moved up as far as needed
        least = window.top - EDGE - height
        clamped = [place._replace(y=min(max(place.y, window.y + EDGE), least)) for place in places]
        seen = [place for place in clamped if not place.holds(x, y)] or clamped
    weights = [1 / max(1.0, rect.width * rect.height) for rect in others]
    if focus is not None:
        beside = (rect.y < focus.top and focus.y < rect.top for rect in others)
        weights = [SAME_ROW * weight if it_is else weight for weight, it_is in zip(weights, beside, strict=True)]

    def hidden(place: Rect) -> float:
        return sum(common(place, rect) * weight for rect, weight in zip(others, weights, strict=True))

    near = own.within(Rect(x - BESIDE, y - BESIDE, 2 * BESIDE, 2 * BESIDE)) if own is not None else Rect(x, y, 0, 0)

    def cost(place: Rect) -> float:
        if focus is not None:
            return hidden(place) + FARTHER * _distance(place, focus)
        covers = common(place, near) / max(1.0, near.width * near.height)
        return hidden(place) + covers + (_distance(place, near) / (AWAY * window.height)) ** 2

    best = min(seen, key=hidden if focus is not None else cost)  # the first of equal ones
    if own is None or not (hidden(best) or common(best, near)):
        return best
    tops = [top for rect in others for top in (rect.y - EDGE, rect.top + EDGE + height)]
    levels = [own.centre[1] + step * height for step in range(-STEPS, STEPS + 1)]
    more = [place for rect in (own, *others) for y in levels for place in _beside(rect, width, height, window, y)]
    more += [Rect(left, top - height, width, height) for top in tops for left in lefts]
    more = [place for place in _inside(more, window) if not (place.holds(x, y) or common(place, own))]
    if focus is not None:
        more = [place for place in more if _distance(place, own) <= FAR and hidden(place) <= LITTLE]
    return min(dict.fromkeys((*seen, *more)), key=cost)


def _beside(rect: Rect, width: float, height: float, window: Rect, level: float) -> list[Rect]:
    """Return the rectangles left and right of a control that fit into the window, centred at the height `level`."""
    y = min(max(level - height / 2, window.y + 2 * EDGE), window.top - 2 * EDGE - height)
    least, most = window.x + EDGE, window.right - width - EDGE
    return [Rect(x, y, width, height) for x in (rect.x - EDGE - width, rect.right + EDGE) if least <= x <= most]


def _inside(places: list[Rect], window: Rect) -> list[Rect]:
    return [place for place in places if place.y > window.y + EDGE and place.top < window.top]


def _distance(one: Rect, other: Rect) -> float:
    across = max(one.x - other.right, other.x - one.right, 0.0)
    high = max(one.y - other.top, other.y - one.top, 0.0)
    return hypot(across, high)


def common(one: Rect, other: Rect) -> float:
    """Return the area of the intersection of two rectangles, in square units."""
    across = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.top, other.top) - max(one.y, other.y)
    return max(across, 0.0) * max(high, 0.0)
