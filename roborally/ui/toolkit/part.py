"""The base of a screen's parts, which are updated, drawn, and provide tooltips."""

from roborally.ui.toolkit.theme import Rect

Written = tuple[Rect, str]
"""The place of a text that is drawn, and the text."""
NOWHERE = (-1e6, -1e6)
"""The position of the mouse for objects that it cannot reach."""


class Part:
    """An object that may have `parts`: they are updated, drawn and informed together with it."""

    def __init__(self) -> None:
        """Start without parts."""
        self.parts: list[Part] = []

    @property
    def ready(self) -> bool:
        """Whether everything is ready; parts may be built in steps."""
        return all(part.ready for part in self.parts)

    def update(self, seconds: float) -> None:
        """Advance by an interval of time."""
        for part in self.parts:
            part.update(seconds)

    def draw(self) -> None:
        """Draw everything."""
        for part in self.parts:
            part.draw()

    def resized(self) -> None:
        """Adapt to another size of the window."""
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
        """Return the rectangles of the enabled controls, which tooltips avoid if possible."""
        return [rect for part in self.parts for rect in part.taken()]

    def written(self) -> list[Written]:
        """Return the texts outside the enabled controls, which the tooltips avoid, too, and do not repeat."""
        return [text for part in self.parts for text in part.written()]
