"""Draws frames of panels and controls in any size from nine pieces of one picture, with corners that stay sharp."""

from itertools import pairwise
from typing import TYPE_CHECKING

import arcade
from arcade.types import Color

from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.theme import Rect

if TYPE_CHECKING:
    from roborally.ui.toolkit.sprites import Sprites


class Face:
    """A drawn frame, such as a button's; edges are rounded to whole units, so that no seams show."""

    def __init__(self, sprites: "Sprites", look: str, rect: Rect) -> None:
        """Add the frame to a list of sprites; `look` is a picture's name in `assets/ui`, such as `button-hover`."""
        self.rect = rect
        """The rectangle of the frame, in units."""
        self._look = look
        self._pieces: list[tuple[int, arcade.BasicSprite]] = []
        left, right, low, top = round(rect.x), round(rect.right), round(rect.y), round(rect.top)
        border = min(pictures.CORNER, (right - left) // 2, (top - low) // 2)
        rows, columns = (top, top - border, low + border, low), (left, left + border, right - border, right)
        spots = [(x, end, y, below) for y, below in pairwise(rows) for x, end in pairwise(columns)]
        images = pictures.pieces(look)
        for number, (x, end, y, below) in enumerate(spots):
            if end > x and y > below:
                scale = (end - x) / images[number].width, (y - below) / images[number].height
                piece = arcade.BasicSprite(images[number], scale, (x + end) / 2, (y + below) / 2)
                sprites.append(piece)
                self._pieces.append((number, piece))

    @property
    def look(self) -> str:
        """The name of the frame's picture in `assets/ui`, such as `button-hover`."""
        return self._look

    @look.setter
    def look(self, name: str) -> None:
        if name != self._look:
            self._look = name
            images = pictures.pieces(name)
            for number, piece in self._pieces:
                piece.texture = images[number]

    @property
    def tint(self) -> Color:
        """The colour by which the picture is multiplied; white leaves it unchanged."""
        return Color(*self._pieces[0][1].color) if self._pieces else Color(255, 255, 255)

    @tint.setter
    def tint(self, value: Color) -> None:
        for _number, piece in self._pieces:
            piece.color = value

    @property
    def visible(self) -> bool:
        """Whether the frame is drawn."""
        return any(piece.visible for _number, piece in self._pieces)

    @visible.setter
    def visible(self, value: bool) -> None:
        for _number, piece in self._pieces:
            piece.visible = value

    def move(self, x: float, y: float) -> None:
        """Move the frame's centre to a point, by whole units."""
        by = round(x - self.rect.centre[0]), round(y - self.rect.centre[1])
        if by != (0, 0):
            self.rect = self.rect._replace(x=self.rect.x + by[0], y=self.rect.y + by[1])
            for _number, piece in self._pieces:
                piece.position = piece.center_x + by[0], piece.center_y + by[1]

    def remove(self) -> None:
        """Remove the frame from its list of sprites."""
        for _number, piece in self._pieces:
            piece.remove_from_sprite_lists()
