"""`Layer`, a group of sprites and texts drawn together, in design units; screens and controls draw on layers.

Sprites are enlarged by the camera. Texts are rendered again for each size of the window, because enlarged letters are
blurred.
"""

from typing import Any, Protocol, Unpack

import arcade
from arcade.types import Color
from pyglet.graphics import Batch

from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.face import Face
from roborally.ui.toolkit.frames.rehearsal import VERSIONS, is_rehearsal, note
from roborally.ui.toolkit.label import Framed, Label, TextOptions
from roborally.ui.toolkit.sprites import Sprites
from roborally.ui.toolkit.theme import Rect

DARKENED = Color(90, 90, 100)
"""The tint that darkens the title picture behind a page."""
AROUND = 4.0
"""The space around the sprites in `Layer.filled`, in units."""


class Canvas(Framed, Protocol):
    """What a layer can be drawn on, such as a `Space`: cameras and measures of the window."""

    camera: arcade.Camera2D
    default_camera: Any

    @property
    def extent(self) -> tuple[int, int]:
        """The width and height of the window in pixels."""

    @property
    def seen(self) -> Rect:
        """The area that is visible in the window, in units of the canvas."""

    def play_sound(self, name: str) -> None:
        """Play one of the game's own sounds, such as `click`."""


class Layer:
    """A group of sprites and texts on a canvas; texts are drawn above sprites."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.sprites = Sprites()
        self.batch = Batch()
        self.labels: list[Label] = []
        """All texts of the layer, in order of creation."""
        self._covers: list[arcade.Sprite] = []
        """The sprites that fill the window."""
        self._frame = canvas.frame
        self._version = next(VERSIONS)

    def changed(self) -> None:
        """Note that a text has changed, so that the next frame is drawn."""
        self._version = next(VERSIONS)

    def label(self, text: str, x: float, y: float, **options: Unpack[TextOptions]) -> Label:
        """Add a text at a point and return it; `options` are those of `Label`."""
        self.fit()  # all labels must have the current frame, because `fit` checks only one for a change
        label = Label(self, text, x, y, **options)
        self.labels.append(label)
        self.changed()
        return label

    def heading(self, text: str, x: float, y: float, size: float = 22, **options: Any) -> Label:
        """Add a text in the font of headings and return it; `options` are those of `Label`."""
        return self.label(text, x, y, size=size, font=theme.HEADING, bold=True, **options)

    def sprite(
        self, image: arcade.Texture, x: float, y: float, width: float, height: float = 0, tint: Color | None = None
    ) -> arcade.Sprite:
        """Add a picture centred at a point and return it; without `height` its proportions are kept."""
        sprite = arcade.Sprite(image, center_x=x, center_y=y)
        fit_sprite(sprite, width, height)
        if tint is not None:
            sprite.color = tint
        self.sprites.append(sprite)
        return sprite

    def frame(self, look: str, rect: Rect) -> Face:
        """Add and return a frame; `look` is the name of its picture in `assets/ui`, such as `panel`."""
        return Face(self.sprites, look, rect)

    def fill(self, rect: Rect, tint: Color) -> arcade.Sprite:
        """Add and return a rectangle of one colour."""
        return self.sprite(pictures.plain(), *rect.centre, rect.width, rect.height, tint)

    def cover(self, image: arcade.Texture, tint: Color | None = None) -> None:
        """Add a picture that always fills the window, enlarged and cut off at two sides if necessary."""
        self._covers.append(self.sprite(image, 0, 0, 1, tint=tint))
        self._spread()

    def shade(self, tint: Color) -> None:
        """Add a colour that always fills the window."""
        self.cover(pictures.plain(), tint)

    def backdrop(self) -> None:
        """Add the background of pages: the darkened title picture, which always fills the window."""
        self.cover(pictures.picture(theme.asset("ui", "title.png")), DARKENED)

    def _spread(self) -> None:
        seen = self.canvas.seen
        for sprite in self._covers:
            image = sprite.texture
            fit_sprite(sprite, max(seen.width, seen.height * image.width / image.height))
            sprite.position = seen.centre

    def filled(self, area: Rect) -> Rect:
        """Return the part of `area` with all sprites except those that fill the window; all of `area` without any."""
        shown = [sprite for sprite in self.sprites if sprite not in self._covers]
        if not shown:
            return area
        left = max(area.x, min(each.center_x - each.width / 2 for each in shown) - AROUND)
        right = min(area.right, max(each.center_x + each.width / 2 for each in shown) + AROUND)
        low = max(area.y, min(each.center_y - each.height / 2 for each in shown) - AROUND)
        top = min(area.top, max(each.center_y + each.height / 2 for each in shown) + AROUND)
        return Rect(left, low, right - left, top - low)

    def clear(self) -> None:
        """Remove all sprites and texts."""
        self.sprites.clear()
        self.labels.clear()
        self._covers.clear()
        self.batch = Batch()
        self.changed()

    def fit(self) -> None:
        """Render the texts again if the size of the window has changed; call this before measuring them."""
        if self.canvas.frame != self._frame:
            before, self._frame = self._frame, self.canvas.frame
            for label in self.labels:
                if before.scale == self._frame.scale:
                    label.stand(self._frame)
                else:
                    label.fit(self._frame)
            self._spread()

    def draw(self) -> None:
        """Draw the sprites, then the texts."""
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


def fit_sprite(sprite: arcade.Sprite, width: float, height: float = 0) -> None:
    """Resize a sprite to `width` and `height` units; without `height` keep the proportions of its picture."""
    image = sprite.texture
    across = width / image.width
    sprite.scale = (across, height / image.height if height else across)
