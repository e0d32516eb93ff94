"""The contents of a frame, as rectangles in design units: every text, every frame around texts, every control.

Call `watch` before the screens are made: frames and groups of controls are noted when they are created.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import arcade
from pyglet.graphics import Batch

from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.face import Face
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect

OPAQUE = 200
"""The smallest opacity, of 255, of an object that hides a text below it."""
FRAMES, GROUPS = "noted frames", "noted groups"
LEADING = 0.14
"""The share of a line above and below its letters."""


@dataclass(frozen=True)
class Written:
    """A text: its visible part, the rectangle of its letters, and its anchor."""

    text: str
    shown: str
    box: Rect
    anchor: tuple[float, float]
    too_wide: bool
    """Whether a word is longer than the line."""
    layer: int
    """The index of its layer in the order of drawing."""
    window: Rect
    """The area it may use: the window, or the scrolled content that it belongs to."""


@dataclass
class Level:
    """The drawing of one screen of the stack: frames and controls with the indexes of their layers."""

    name: str
    written: list[Written] = field(default_factory=list)
    frames: list[tuple[int, Rect]] = field(default_factory=list)
    controls: list[tuple[int, Widget]] = field(default_factory=list)
    windows: list[Rect] = field(default_factory=list)
    """The areas that the controls may use, in the same order."""
    scrolled: bool = False
    """Whether it scrolls in an area, so that parts of it may be hidden."""


class Watch:
    """Notes the contents of layers and, while `frame` draws, which of them are shown."""

    def __init__(self) -> None:
        self._levels: list[Level] = []
        self._drawn = 0
        self._watching = False

    def watch(self, put: Callable[[object, str, object], None]) -> None:
        """Start to note the contents of layers and groups; `put` replaces an attribute."""
        plain_fill, plain_draw = Layer.fill, Layer.draw
        plain_frame, plain_clear, plain_group = Layer.frame, Layer.clear, WidgetGroup.__init__

        def frame(layer: Layer, look: str, rect: Rect) -> Any:
            face = plain_frame(layer, look, rect)
            if look != "focus":
                noted(layer, FRAMES).append(face)
            return face

        def fill(layer: Layer, rect: Rect, tint: Any) -> Any:
            sprite = plain_fill(layer, rect, tint)
            noted(layer, FRAMES).append(sprite)
            return sprite

        def clear(layer: Layer) -> None:
            plain_clear(layer)
            noted(layer, FRAMES).clear()

        def draw(layer: Layer) -> None:
            plain_draw(layer)  # renders the texts again for another size of the window
            if self._watching:
                self._see(layer)

        def group(made: WidgetGroup, layer: Layer, *, wraps: bool = True) -> None:
            plain_group(made, layer, wraps=wraps)
            noted(layer, GROUPS).append(made)

        def bake(baked: CachedPictures, slot: int, key: object, viewport: object, paint: Callable[[], None]) -> None:
            paint()

        def nothing(*arguments: object, **options: object) -> None:
            """Draw nothing."""

        for owner, name, value in (
            (Layer, "frame", frame),
            (Layer, "fill", fill),
            (Layer, "clear", clear),
            (Layer, "draw", draw),
            (WidgetGroup, "__init__", group),
            (CachedPictures, "draw", bake),
            (arcade.SpriteList, "draw", nothing),  # filling pixels takes most of the time and is not needed
            (Batch, "draw", nothing),
        ):
            put(owner, name, value)

    def frame(self, app: Any, draw: Callable[[], None]) -> list[Level]:
        """Draw a frame and return the drawings of its screens, from the bottom up."""
        self._levels, self._drawn, self._watching = [], 0, True
        for screen in app.screens:
            screen.draw = self._announced(screen)
        try:
            draw()
        finally:
            self._watching = False
            for screen in app.screens:
                del screen.draw
        return self._levels

    def _announced(self, screen: Any) -> Callable[[], None]:
        plain = screen.draw

        def draw() -> None:
            self._levels.append(Level(type(screen).__name__))
            plain()
            self._levels.append(Level("tooltip"))

        return draw

    def _see(self, layer: Layer) -> None:
        """Note the contents of a layer; a scrolled part is a level of its own."""
        self._drawn += 1
        scrolled = hasattr(layer.canvas, "aim") or moves(layer)
        if scrolled:
            level = Level(f"{self._levels[-1].name}, scrolled", scrolled=True)
            self._levels.insert(-1, level)
        else:
            level = self._levels[-1]
        window = around(layer)
        level.written += [written(label, self._drawn, window) for label in layer.labels if is_seen(label)]
        level.frames += [(self._drawn, place(sprite)) for sprite in noted(layer, FRAMES) if hides(sprite)]
        for group in noted(layer, GROUPS):
            level.controls += [(self._drawn, widget) for widget in group.widgets]
            level.windows += [window for _widget in group.widgets]


def around(layer: Layer) -> Rect:
    """Return the area that the contents of a layer may use."""
    canvas: Any = layer.canvas
    whole, content = (canvas.whole, canvas.content) if hasattr(canvas, "whole") else (canvas.seen, canvas.seen)
    x, y = min(whole.x, content.x), min(whole.y, content.y)
    return Rect(x, y, max(whole.right, content.right) - x, max(whole.top, content.top) - y)


def moves(layer: Layer) -> bool:
    """Return whether a layer belongs to a panel that is larger than its room."""
    canvas: Any = layer.canvas
    return hasattr(canvas, "overflows") and canvas.overflows and canvas.room != canvas.whole


def noted(layer: Layer, what: str) -> list[Any]:
    """Return the notes about a layer, which are stored in the layer."""
    found: list[Any] = vars(layer).setdefault(what, [])
    return found


def is_seen(label: Label) -> bool:
    """Return whether a label has visible text."""
    return bool(label.text.strip()) and label.visible and label.tint.a > 0


def hides(sprite: Any) -> bool:
    """Return whether a frame, of pieces or a single sprite, covers the objects below it."""
    if isinstance(sprite, Face):
        return sprite.visible and sprite.tint.a >= OPAQUE
    return bool(sprite.visible) and sprite.alpha >= OPAQUE and sprite.width > 0 and sprite.height > 0


def place(sprite: Any) -> Rect:
    """Return the rectangle of a frame."""
    if isinstance(sprite, Face):
        return sprite.rect
    return Rect(sprite.left, sprite.bottom, sprite.width, sprite.height)


def written(label: Label, layer: int, window: Rect) -> Written:
    """Return a text with the rectangle of its letters, without the space above and below."""
    lines = label.box
    margin = LEADING * lines.height / max(1, label.lines)
    box = lines._replace(y=lines.y + margin, height=lines.height - 2 * margin)
    too_wide = label.wraps and label.width > 0 and lines.width > label.width + 1
    return Written(label.text, label.shown, box, (label.x, label.y), too_wide, layer, window)


def pairs(entries: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield every pair of entries, the earlier one first."""
    for number, entry in enumerate(entries):
        for other in entries[number + 1 :]:
            yield entry, other


def shared(one: Rect, other: Rect) -> Rect | None:
    """Return the intersection of two rectangles, `None` if it is only an edge."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    width, height = min(one.right, other.right) - x, min(one.top, other.top) - y
    return Rect(x, y, width, height) if width > 1 and height > 1 else None


def inside(inner: Rect, outer: Rect, slack: float = 1.0) -> bool:
    """Return whether a rectangle is inside another one, except for `slack` units."""
    return (
        inner.x >= outer.x - slack
        and inner.y >= outer.y - slack
        and inner.right <= outer.right + slack
        and inner.top <= outer.top + slack
    )
