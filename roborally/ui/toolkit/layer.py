"""Layers: sprites and texts that are drawn together, in design units, with texts always sharp.

Sprites use the camera. Texts are set in pixels of the window, because enlarged letters are blurred: a layer resets its
texts when the window's size has changed.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, Protocol

import arcade
from arcade.types import Color
from pyglet.graphics import Batch

from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.frames.rehearsal import VERSIONS, is_rehearsal, note
from roborally.ui.toolkit.sprites import Sprites
from roborally.ui.toolkit.theme import Rect

POINTS_PER_PIXEL = 0.75
DARKENED = Color(90, 90, 100)
"""The tint of the title's picture behind a page."""
EVEN = 3.0
"""The precision of the search for the minimum line width of a text, in units."""
SPARE = 1.06
"""The added line width: in another window size the letters are rounded differently."""

AROUND = 4.0
"""The space around what is on a page, in units."""

AnchorX = Literal["left", "center", "right"]
Align = Literal["left", "center", "right"]
AnchorY = Literal["top", "bottom", "center", "baseline"]


@dataclass(frozen=True)
class Viewport:
    """How the design fits the window: `scale` pixels a unit, behind a margin of `left` and `bottom` pixels."""

    scale: float
    left: float
    bottom: float

    def pixels(self, rect: Rect) -> tuple[int, int, int, int]:
        """Return a rectangle in pixels of the window: left, bottom, width, height."""
        return (
            round(self.left + rect.x * self.scale),
            round(self.bottom + rect.y * self.scale),
            round(rect.width * self.scale),
            round(rect.height * self.scale),
        )


class Canvas(Protocol):
    """What a layer needs from the window."""

    frame: Viewport
    camera: arcade.Camera2D
    default_camera: Any

    @property
    def extent(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""

    @property
    def seen(self) -> Rect:
        """What is in the window, in units."""

    def hear(self, name: str) -> None:
        """Play one of the game's own effects."""


class Label:
    """A text of a layer; `x` and `y` are in design units, `size` is the height of the letters' body in units."""

    def __init__(
        self,
        layer: "Layer",
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        tint: Color,
        font: str,
        bold: bool,
        anchor_x: AnchorX,
        anchor_y: AnchorY,
        width: float,
        wrap: bool,
        align: Align,
    ) -> None:
        """Make the text; `Layer.label` does it with defaults."""
        self._layer = layer
        self._value = text
        self.x = x
        self.y = y
        self.size = size
        self.width = width
        self.wraps = wrap
        frame = layer.canvas.frame  # set at once in the right size: changing a text costs as much as creating it
        self._text = arcade.Text(
            text or " ",
            round(frame.left + x * frame.scale),
            round(frame.bottom + y * frame.scale),
            tint,
            size * POINTS_PER_PIXEL * frame.scale,
            font_name=font,
            bold=bold,
            anchor_x=anchor_x,
            anchor_y=anchor_y,
            multiline=wrap,
            align=align,
            width=int(width * frame.scale) if wrap else None,
            batch=layer.batch,
        )
        self._shorten(frame)

    def fit(self, frame: Viewport) -> None:
        """Set the text for a size of the window."""
        label = self._text.label
        label.begin_update()
        label.font_size = self.size * POINTS_PER_PIXEL * frame.scale
        if self.wraps:
            label.width = int(self.width * frame.scale)
        label.end_update()
        self.stand(frame)
        self._shorten(frame)

    def stand(self, frame: Viewport) -> None:
        """Put the text where it stands in a window of the same scale."""
        self._text.label.position = (
            round(frame.left + self.x * frame.scale),
            round(frame.bottom + self.y * frame.scale),
            0,
        )

    def _shorten(self, frame: Viewport) -> None:
        """Shorten a text that is too long with an ellipsis."""
        limit = self.width * frame.scale
        if self.wraps or not self.width:
            return
        label = self._text.label
        kept = self._value
        if label.text != (kept or " "):
            label.text = kept or " "
        while label.content_width > limit and len(kept) > 1:
            kept = kept[: max(1, min(len(kept) - 1, int(len(kept) * limit / label.content_width)))]
            label.text = kept.rstrip() + "…"

    @property
    def text(self) -> str:
        """The full text, even if less of it is shown."""
        return self._value

    @text.setter
    def text(self, value: str) -> None:
        if value != self._value:
            self._value = value
            self._layer.changed()
            self._text.label.text = value or " "
            self._shorten(self._layer.canvas.frame)

    @property
    def shown(self) -> str:
        """The text as it is drawn, shortened if it is too long."""
        return str(self._text.label.text) if self._value else ""

    @property
    def is_shortened(self) -> bool:
        """Whether less than the whole text is shown."""
        return self.shown != self._value

    @property
    def lines(self) -> int:
        """The number of drawn lines."""
        return int(self._text.label.get_line_count()) if self.wraps else self.shown.count("\n") + 1

    @property
    def box(self) -> Rect:
        """The place of the drawn lines."""
        label, frame = self._text.label, self._layer.canvas.frame
        width, height = self.shown_size
        left = (label.left - frame.left) / frame.scale
        if self.wraps and self._text.align == "center":
            left += (self.width - width) / 2
        return Rect(left, (label.bottom - frame.bottom) / frame.scale, width, height)

    @property
    def tint(self) -> Color:
        """The colour of the letters."""
        return Color(*self._text.color)

    @tint.setter
    def tint(self, value: Color) -> None:
        if tuple(self._text.color) != tuple(value):
            self._text.color = value
            self._layer.changed()

    @property
    def visible(self) -> bool:
        """Whether the text is drawn."""
        return bool(self._text.label.visible)

    @visible.setter
    def visible(self, value: bool) -> None:
        if bool(self._text.label.visible) != value:
            self._text.label.visible = value
            self._layer.changed()

    def wrap_at(self, width: float) -> None:
        """Wrap the text at a width, in design units."""
        self.width = width
        self.fit(self._layer.canvas.frame)
        self._layer.changed()

    def even_out(self) -> None:
        """Balance the line lengths, so that no word stands alone on the last line."""
        whole = self.width
        height, narrow, wide = self.shown_size[1], 0.0, whole
        while wide - narrow > EVEN:
            middle = (narrow + wide) / 2
            self.wrap_at(middle)
            across, high = self.shown_size
            narrow, wide = (middle, wide) if high > height or across > middle else (narrow, middle)
        self.wrap_at(min(whole, wide * SPARE))

    def move(self, x: float, y: float) -> None:
        """Move the text to another place, in design units."""
        if (x, y) != (self.x, self.y):
            self.x, self.y = x, y
            self._layer.changed()
            self.stand(self._layer.canvas.frame)

    @property
    def shown_size(self) -> tuple[float, float]:
        """The width and height of the text, in design units."""
        scale = self._layer.canvas.frame.scale
        return self._text.label.content_width / scale, self._text.label.content_height / scale


class Layer:
    """Sprites below, texts above."""

    def __init__(self, canvas: Canvas) -> None:
        """Start empty."""
        self.canvas = canvas
        self.sprites = Sprites()
        self.batch = Batch()
        self.labels: list[Label] = []
        """All texts, in order of creation."""
        self._covers: list[arcade.Sprite] = []
        """The pictures that fill the window."""
        self._frame = canvas.frame
        self._version = next(VERSIONS)

    def changed(self) -> None:
        """Note that a text has changed."""
        self._version = next(VERSIONS)

    def label(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float = 15,
        tint: Color | None = None,
        font: str = theme.TEXT,
        bold: bool = False,
        anchor_x: AnchorX = "left",
        anchor_y: AnchorY = "center",
        width: float = 0,
        wrap: bool = False,
        align: Align = "left",
    ) -> Label:
        """Add a text; one longer than `width` is shortened, or with `wrap` wrapped."""
        label = Label(
            self,
            text,
            x,
            y,
            size=size,
            tint=tint or theme.colour("text"),
            font=font,
            bold=bold,
            anchor_x=anchor_x,
            anchor_y=anchor_y,
            width=width,
            wrap=wrap,
            align=align,
        )
        self.labels.append(label)
        self.changed()
        return label

    def heading(self, text: str, x: float, y: float, size: float = 22, **options: Any) -> Label:
        """Add a text in the font of headings."""
        return self.label(text, x, y, size=size, font=theme.HEADING, bold=True, **options)

    def sprite(
        self, image: arcade.Texture, x: float, y: float, width: float, height: float = 0, tint: Color | None = None
    ) -> arcade.Sprite:
        """Add a picture around a point, `width` units wide; without `height` in its own proportions."""
        sprite = arcade.Sprite(image, center_x=x, center_y=y)
        fit_sprite(sprite, width, height)
        if tint is not None:
            sprite.color = tint
        self.sprites.append(sprite)
        return sprite

    def frame(self, skin: str, rect: Rect) -> None:
        """Add a framed area of any size, to whole units: its nine pieces meet without a seam there."""
        left, right, bottom, top = round(rect.x), round(rect.right), round(rect.y), round(rect.top)
        border = min(pictures.CORNER, (right - left) // 2, (top - bottom) // 2)
        columns = tuple(pairwise((left, left + border, right - border, right)))
        rows = tuple(pairwise((top, top - border, bottom + border, bottom)))
        spots = [(x, end, y, low) for y, low in rows for x, end in columns]
        for image, (x, end, y, low) in zip(pictures.pieces(skin), spots, strict=True):
            if end > x and y > low:
                self.sprite(image, (x + end) / 2, (y + low) / 2, end - x, y - low)

    def panel(self, skin: str, rect: Rect) -> arcade.Sprite:
        """Add the face of a control, as a single sprite whose picture may change."""
        return self.sprite(pictures.skin(skin, round(rect.width), round(rect.height)), *rect.centre, rect.width)

    def fill(self, rect: Rect, tint: Color) -> arcade.Sprite:
        """Add a plain area."""
        return self.sprite(pictures.plain(), *rect.centre, rect.width, rect.height, tint)

    def cover(self, image: arcade.Texture, tint: Color | None = None) -> None:
        """Fill the window with a picture in its own proportions, whatever the window's size."""
        self._covers.append(self.sprite(image, 0, 0, 1, tint=tint))
        self._spread()

    def shade(self, tint: Color) -> None:
        """Fill the window with a colour."""
        self.cover(pictures.plain(), tint)

    def backdrop(self) -> None:
        """Fill the window with the darkened title picture, the background of a page."""
        self.cover(pictures.picture(theme.asset("ui", "title.png")), DARKENED)

    def _spread(self) -> None:
        """Let what fills the window fill it."""
        seen = self.canvas.seen
        for sprite in self._covers:
            image = sprite.texture
            fit_sprite(sprite, max(seen.width, seen.height * image.width / image.height))
            sprite.position = seen.centre

    def filled(self, area: Rect) -> Rect:
        """Return the part of an area on which there are pictures, besides those that fill the window."""
        shown = [sprite for sprite in self.sprites if sprite not in self._covers]
        if not shown:
            return area
        left = max(area.x, min(each.center_x - each.width / 2 for each in shown) - AROUND)
        right = min(area.right, max(each.center_x + each.width / 2 for each in shown) + AROUND)
        low = max(area.y, min(each.center_y - each.height / 2 for each in shown) - AROUND)
        top = min(area.top, max(each.center_y + each.height / 2 for each in shown) + AROUND)
        return Rect(left, low, right - left, top - low)

    def clear(self) -> None:
        """Remove everything."""
        self.sprites.clear()
        self.labels.clear()
        self._covers.clear()
        self.batch = Batch()
        self.changed()

    def fit(self) -> None:
        """Set the texts for the size of the window, if it has changed; texts are measured rightly only then."""
        if self.canvas.frame != self._frame:
            before, self._frame = self._frame, self.canvas.frame
            for label in self.labels:
                if before.scale == self._frame.scale:
                    label.stand(self._frame)
                else:
                    label.fit(self._frame)
            self._spread()

    def draw(self) -> None:
        """Draw sprites, then texts."""
        canvas = self.canvas
        if is_rehearsal():
            note(self._version, canvas.frame)
            self.sprites.draw()
            return
        self.fit()
        canvas.camera.use()
        self.sprites.draw()
        if self.labels:
            canvas.default_camera.use()
            self.batch.draw()


def text_size(canvas: Canvas, text: str, size: float, **options: Any) -> tuple[float, float]:
    """Return the width and height of a text, in design units; options as for `Layer.label`."""
    return Layer(canvas).label(text, 0, 0, size=size, **options).shown_size


def heading_width(canvas: Canvas, text: str, size: float) -> float:
    """Return the width of a text in the font of headings, in design units."""
    return Layer(canvas).heading(text, 0, 0, size).shown_size[0]


def fit_sprite(sprite: arcade.Sprite, width: float, height: float = 0) -> None:
    """Resize a sprite; without `height` keep the proportions of its picture."""
    image = sprite.texture
    across = width / image.width
    sprite.scale = (across, height / image.height if height else across)
