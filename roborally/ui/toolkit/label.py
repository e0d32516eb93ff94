"""`Label`, a text of a layer: measured and placed in design units, but drawn sharply in the window's pixels."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, Protocol, TypedDict

import pyglet
from arcade.types import Color
from pyglet.graphics import Batch
from pyglet.text.document import AbstractDocument

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.glyphs import in_order
from roborally.ui.toolkit.theme import Rect

POINTS_PER_PIXEL = 0.75
SHRINKS = 8
"""How often letters are made smaller at most: their widths are whole pixels, so the first time may not be enough."""
TIED = "\N{NO-BREAK SPACE}"
_LAST_NUMBER = re.compile(r"(?<=[^\W\d]) (?=\d{1,2}(?:[^\w\s]|$))", re.MULTILINE)
"""Matches the space before a number of one or two digits that ends a clause, as in `register 3`."""

AnchorX = Literal["left", "center", "right"]
Align = Literal["left", "center", "right"]
AnchorY = Literal["top", "bottom", "center", "baseline"]


@dataclass(frozen=True)
class Viewport:
    """Scale and origin of units in the window: `scale` pixels a unit, the origin at the pixel (`left`, `bottom`)."""

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


class Framed(Protocol):
    """The member of a layer's canvas that a text uses."""

    @property
    def frame(self) -> Viewport:
        """The scale and the origin of the canvas's units in the window."""


class TextLayer(Protocol):
    """The members of a layer that a text uses."""

    batch: Batch

    @property
    def canvas(self) -> Framed:
        """The canvas on which the layer is drawn."""

    def changed(self) -> None:
        """Note that a text of the layer has changed, so that the next frame is drawn."""


def as_rendered(text: str, *, wraps: bool = False) -> str:
    """Return a text for pyglet: right-to-left names in drawing order, and if it `wraps`, short numbers `tied`."""
    ordered = in_order(text, wraps=wraps)
    return tied(ordered) if wraps else ordered


def tied(text: str) -> str:
    """Return a text that never wraps between a word and a short number at the end of a clause, as in `register 3`."""
    return _LAST_NUMBER.sub(TIED, text)


class _Text(pyglet.text.Label):
    def __dir__(self) -> Iterable[str]:
        """Return only the names of event handlers, because pyglet looks through all names each time."""
        return AbstractDocument.event_types


@cache
def _program(_context: Any) -> Any:
    """Return pyglet's shader for texts, cached, because pyglet finds it by its long source each time."""
    return pyglet.text.layout.get_default_layout_shader()


class TextOptions(TypedDict, total=False):
    """The options of `Label`, for functions that pass them on."""

    size: float
    tint: Color | None
    font: str
    bold: bool
    anchor_x: AnchorX
    anchor_y: AnchorY
    width: float
    wrap: bool
    align: Align


class Label:
    """A text of a layer at the point `x`, `y`, in font size `size`, all in design units.

    Many texts stay empty for long, so pyglet's own text is created only for the first letter.
    """

    def __init__(
        self,
        layer: TextLayer,
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
    ) -> None:
        """Create the text for `Layer.label`. One longer than `width` is cut, or wrapped with `wrap`; 0 is no limit."""
        self._layer = layer
        self._value = text
        self.x = x
        self.y = y
        self.size = size
        self.width = width
        self.wraps = wrap
        self.font, self.bold = font, bold
        self._tint, self._visible, self._align = tint or theme.colour("text"), True, align
        self._look: dict[str, Any] = {
            "font_name": font,
            "weight": pyglet.text.Weight.BOLD if bold else pyglet.text.Weight.NORMAL,
            "anchor_x": anchor_x,
            "anchor_y": anchor_y,
            "multiline": wrap,
            "align": align,
            "batch": layer.batch,
        }
        if text:
            self._shorten(layer.canvas.frame)

    @cached_property
    def _text(self) -> _Text:
        frame = self._layer.canvas.frame  # in the final size, because changing a text costs as much as creating it
        # Not arcade's text, which searches for a file with the font's name each time.
        made = _Text(
            self._set(self._value),
            round(frame.left + self.x * frame.scale),
            round(frame.bottom + self.y * frame.scale),
            color=self._tint,
            font_size=self.size * POINTS_PER_PIXEL * frame.scale,
            width=int(self.width * frame.scale) if self.wraps else None,
            program=_program(pyglet.gl.current_context),
            **self._look,
        )
        made.visible = self._visible
        return made

    @property
    def _is_made(self) -> bool:
        return "_text" in vars(self)

    def fit(self, frame: Viewport) -> None:
        """Render the text again for another scale of the window."""
        if not self._is_made:
            return
        label = self._text
        label.begin_update()
        label.font_size = self.size * POINTS_PER_PIXEL * frame.scale
        if self.wraps:
            label.width = int(self.width * frame.scale)
        label.end_update()
        self.stand(frame)
        self._shorten(frame)

    def stand(self, frame: Viewport) -> None:
        """Place the text again after the window's origin has changed, but not its scale."""
        if self._is_made:
            place = round(frame.left + self.x * frame.scale), round(frame.bottom + self.y * frame.scale)
            self._text.position = (*place, 0)

    def _shorten(self, frame: Viewport) -> None:
        limit, label = self.width * frame.scale, self._text
        if self.wraps or not self.width:
            return
        kept = self._value
        if label.text != self._set(kept):
            label.text = self._set(kept)
        while label.content_width > limit and len(kept) > 1:
            kept = kept[: max(1, min(len(kept) - 1, int(len(kept) * limit / label.content_width)))]
            label.text = in_order(kept.rstrip() + "…")

    def _set(self, text: str) -> str:
        return as_rendered(text or " ", wraps=self.wraps)

    @property
    def text(self) -> str:
        """The whole text, even if it is cut off in the window."""
        return self._value

    @text.setter
    def text(self, value: str) -> None:
        if value != self._value:
            self._value = value
            self._layer.changed()
            self._text.text = self._set(value)
            self._shorten(self._layer.canvas.frame)

    @property
    def shown(self) -> str:
        """The text as it is drawn, with an ellipsis if it is cut off."""
        return str(self._text.text) if self.is_shortened else self._value

    @property
    def is_shortened(self) -> bool:
        """Whether the text is cut off because it is too long."""
        return self._is_made and bool(self._text.text != self._set(self._value))

    @property
    def lines(self) -> int:
        """The number of drawn lines."""
        return int(self._text.get_line_count()) if self.wraps else self.shown.count("\n") + 1

    @property
    def box(self) -> Rect:
        """The rectangle around the drawn lines, in design units."""
        label, frame = self._text, self._layer.canvas.frame
        width, height = self.shown_size
        left = (label.left - frame.left) / frame.scale
        if self.wraps and self._align == "center":
            left += (self.width - width) / 2
        return Rect(left, (label.bottom - frame.bottom) / frame.scale, width, height)

    @property
    def tint(self) -> Color:
        """The colour of the letters."""
        return self._tint

    @tint.setter
    def tint(self, value: Color) -> None:
        if self._tint != value:
            self._tint = value
            if self._is_made:
                self._text.color = value
            self._layer.changed()

    @property
    def visible(self) -> bool:
        """Whether the text is drawn."""
        return self._visible

    @visible.setter
    def visible(self, value: bool) -> None:
        if self._visible != value:
            self._visible = value
            if self._is_made:
                self._text.visible = value
            self._layer.changed()

    def wrap_at(self, width: float) -> None:
        """Wrap the text at another width, in design units."""
        self.width = width
        self.fit(self._layer.canvas.frame)
        self._layer.changed()

    def shrink(self, width: float) -> None:
        """Make the letters smaller if the whole text would be wider than `width`, in design units."""
        label = self._text
        if self.is_shortened:
            label.text = self._set(self._value)
        if self.shown_size[0] <= width:
            self._shorten(self._layer.canvas.frame)
            return
        for _attempt in range(SHRINKS):
            across = self.shown_size[0]
            if across <= width:
                break
            self.size *= width / across
            self.fit(self._layer.canvas.frame)
        self._layer.changed()

    def cut(self, height: float) -> None:
        """Replace the last words by an ellipsis until the wrapped text is at most `height` high, in design units."""
        words = self._value
        while self.shown_size[1] > height and " " in words:
            words = words.rpartition(" ")[0]
            self._text.text = self._set(f"{words} …")

    def move(self, x: float, y: float) -> None:
        """Move the text's anchor to a point, in design units."""
        if (x, y) != (self.x, self.y):
            self.x, self.y = x, y
            self._layer.changed()
            self.stand(self._layer.canvas.frame)

    @property
    def shown_size(self) -> tuple[float, float]:
        """The width and height of the text as it is drawn, in design units."""
        scale = self._layer.canvas.frame.scale
        return self._text.content_width / scale, self._text.content_height / scale
