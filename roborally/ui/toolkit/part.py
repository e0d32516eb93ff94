"""The base of what a screen is made of: parts are updated, drawn, and say what lies under the mouse."""


class Part:
    """Something that may have `parts`: they go on with it, are drawn upon it and hear of what it hears."""

    def __init__(self) -> None:
        """Begin without parts."""
        self.parts: list[Part] = []

    @property
    def ready(self) -> bool:
        """Whether everything is there: some of it may be made little by little."""
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
        """Return the tooltip for a point, empty where there is nothing to tell."""
        return next((told for part in self.parts if (told := part.tooltip_at(x, y))), "")
