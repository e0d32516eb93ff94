"""Drag and drop for panels, such as those of program cards: a picture of the dragged object follows the mouse."""

from typing import Generic, TypeVar

import arcade

from roborally.ui.toolkit.layer import Canvas, Layer

DISTANCE = 6
"""How far the pressed mouse must move to start dragging, in units."""

Thing = TypeVar("Thing")


class Dragging(Generic[Thing]):
    """Drag and drop of one thing of any type; a move of the mouse by less than `DISTANCE` is a click."""

    def __init__(self, canvas: Canvas, width: float) -> None:
        """Start without a grabbed thing; pictures are drawn `width` units wide."""
        self._width = width
        self.layer = Layer(canvas)
        self._sprite: arcade.Sprite | None = None
        self._thing: Thing | None = None
        self._picture: arcade.Texture
        self._start = (0.0, 0.0)

    @property
    def carried(self) -> Thing | None:
        """The thing that is being dragged; `None` before the mouse has moved far enough."""
        return self._thing if self._sprite is not None else None

    def take(self, thing: Thing, picture: arcade.Texture, x: float, y: float) -> None:
        """Grab a thing at the point where the mouse button was pressed; it is drawn as `picture` while dragged."""
        self._thing, self._picture, self._start = thing, picture, (x, y)

    def follow(self, x: float, y: float) -> Thing | None:
        """Handle a move of the mouse; return the grabbed thing if this move starts its drag, otherwise `None`."""
        if self._sprite is not None:
            self._sprite.position = (x, y)
            return None
        if self._thing is None or abs(x - self._start[0]) + abs(y - self._start[1]) <= DISTANCE:
            return None
        self._sprite = self.layer.sprite(self._picture, x, y, self._width)
        return self._thing

    def drop(self) -> Thing | None:
        """Handle the release of the mouse button; return the dragged thing, or `None` for a click."""
        thing = self.carried
        self._thing = self._sprite = None
        self.layer.clear()
        return thing

    def draw(self) -> None:
        """Draw the picture of the dragged thing under the mouse."""
        if self._sprite is not None:
            self.layer.draw()
