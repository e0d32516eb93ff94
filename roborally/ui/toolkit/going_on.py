"""Draws a sentence at the upper edge of the window about a match that goes on below the screen on top."""

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

ACROSS, UP, SIZE = 14.0, 4.0, 13.0
"""The space beside the sentence and above it, and the size of its letters, in units."""


class GoingOn:
    """The drawn sentence about a match that goes on; small enough to cover only the edge of a page."""

    def __init__(self, space: Space) -> None:
        self._space, self._layer = space, Layer(space)
        self._shown: tuple[object, ...] = ()

    def draw(self, text: str) -> None:
        """Draw a sentence in a frame, or nothing for an empty text."""
        whole = self._space.whole
        if self._shown != (text, whole):
            self._shown = text, whole
            self._layer.clear()
            x, tint = whole.centre[0], theme.colour("accent")
            label = self._layer.label(text, x, whole.top - UP, size=SIZE, anchor_x="center", anchor_y="top", tint=tint)
            width, height = (side + 2 * more for side, more in zip(label.shown_size, (ACROSS, UP), strict=True))
            self._layer.frame("tooltip", Rect(x - width / 2, whole.top - height, width, height))
        if text:
            self._layer.draw()
