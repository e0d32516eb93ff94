"""Drag and drop in a panel: the dragged thing, and its picture under the mouse."""

from typing import Generic, TypeVar

import arcade

from roborally.ui.toolkit.layer import Canvas, Layer

DISTANCE = 6
"""How far the pressed mouse must move to start dragging."""

Thing = TypeVar("Thing")


class Dragging(Generic[Thing]):
    """Drags one thing; a short move of the mouse is a click."""

    def __init__(self, canvas: Canvas, width: float) -> None:
        """Start with nothing; pictures are `width` units wide."""
        self._width = width
        self.layer = Layer(canvas)
        self._sprite: arcade.Sprite | None = None
        self._thing: Thing | None = None
        self._picture: arcade.Texture
        self._start = (0.0, 0.0)

    @property
    def carried(self) -> Thing | None:
        """The dragged thing."""
        return self._thing if self._sprite is not None else None

    def take(self, thing: Thing, picture: arcade.Texture, x: float, y: float) -> None:
        """Grab a thing that looks like `picture`."""
        self._thing, self._picture, self._start = thing, picture, (x, y)

    def follow(self, x: float, y: float) -> Thing | None:
        """Follow the mouse; return the thing whose drag starts with this move, otherwise `None`."""
        if self._sprite is not None:
            self._sprite.position = (x, y)
            return None
        if self._thing is None or abs(x - self._start[0]) + abs(y - self._start[1]) <= DISTANCE:
            return None
        self._sprite = self.layer.sprite(self._picture, x, y, self._width)
        return self._thing

    def drop(self) -> Thing | None:
        """Drop it; return the dragged thing, or `None` for a click."""
        thing = self.carried
        self._thing = self._sprite = None
        self.layer.clear()
        return thing

    def draw(self) -> None:
        """Draw the dragged thing."""
        if self._sprite is not None:
            self.layer.draw()
