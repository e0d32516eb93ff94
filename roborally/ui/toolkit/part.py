"""`Part`, the base class of screens and of their parts, which passes updates, drawing and the mouse on."""

from roborally.ui.toolkit.theme import Rect

Written = tuple[Rect, str]
"""The rectangle of a drawn text, and its words."""
NOWHERE = (-1e6, -1e6)
"""A point outside every window, given as the mouse's position to parts that the mouse cannot reach."""


class Part:
    """A screen or part of one, which passes each method on to its own `parts`. Points are in units of its space."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    @property
    def ready(self) -> bool:
        """Whether all parts are ready to be shown; they may be prepared in steps."""
        return all(part.ready for part in self.parts)

    def update(self, seconds: float) -> None:
        """Advance animations and clocks by a number of seconds."""
        for part in self.parts:
            part.update(seconds)

    def draw(self) -> None:
        """Draw the parts."""
        for part in self.parts:
            part.draw()

    def resized(self) -> None:
        """Adapt to another size of the window or of texts."""
        for part in self.parts:
            part.resized()

    def motion(self, x: float, y: float) -> None:
        """Handle a move of the mouse."""
        for part in self.parts:
            part.motion(x, y)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for a point, or an empty text."""
        return next((text for part in self.parts if (text := part.tooltip_at(x, y))), "")

    def taken(self) -> list[Rect]:
        """Return the rectangles of all enabled controls, which tooltips avoid covering."""
        return [rect for part in self.parts for rect in part.taken()]

    def written(self) -> list[Written]:
        """Return the rectangle and words of each text outside the enabled controls.

        Tooltips avoid these rectangles, and do not repeat the words.
        """
        return [text for part in self.parts for text in part.written()]
