"""Drag and drop within a panel: what the mouse holds, and its picture under the mouse."""

from typing import Generic, TypeVar

import arcade

from roborally.ui.toolkit.layer import Canvas, Layer

DISTANCE = 6
"""How far the mouse must move with its button down before it drags."""

Thing = TypeVar("Thing")


class Dragging(Generic[Thing]):
    """Carries one thing; as long as the mouse has hardly moved it is a click and nothing is carried."""

    def __init__(self, canvas: Canvas, width: float) -> None:
        """Start with nothing; pictures are `width` units wide."""
        self._width = width
        self._layer = Layer(canvas)
        self._sprite: arcade.Sprite | None = None
        self._thing: Thing | None = None
        self._picture: arcade.Texture
        self._start = (0.0, 0.0)

    @property
    def carried(self) -> Thing | None:
        """What goes with the mouse now."""
        return self._thing if self._sprite is not None else None

    def take(self, thing: Thing, picture: arcade.Texture, x: float, y: float) -> None:
        """Take hold of something that looks like `picture`."""
        self._thing, self._picture, self._start = thing, picture, (x, y)

    def follow(self, x: float, y: float) -> Thing | None:
        """Go with the mouse; return what is carried from this move on, `None` where nothing begins."""
        if self._sprite is not None:
            self._sprite.position = (x, y)
            return None
        if self._thing is None or abs(x - self._start[0]) + abs(y - self._start[1]) <= DISTANCE:
            return None
        self._sprite = self._layer.sprite(self._picture, x, y, self._width)
        return self._thing

    def drop(self) -> Thing | None:
        """Let go; return what was carried, or `None` where it was a click."""
        thing = self.carried
        self._thing = self._sprite = None
        self._layer.clear()
        return thing

    def draw(self) -> None:
        """Draw what is carried."""
        if self._sprite is not None:
            self._layer.draw()
