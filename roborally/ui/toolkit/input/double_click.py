"""Ignores the second click of a double click if a new object has appeared under the mouse (CLI-2221)."""

INTERVAL = 0.4
"""Seconds within which a second press counts as part of a double click."""
NEAR = 6.0
"""How far the mouse may move between the two presses, in pixels."""


class DoubleClick:
    """Recognizes the second click of a double click if another scene (`Screen.scene`) has appeared in between."""

    def __init__(self) -> None:
        self._time = INTERVAL
        self._point = (0.0, 0.0)
        self._scene: object = None
        self._deaf = False

    def update(self, seconds: float) -> None:
        """Advance the time since the last press."""
        self._time = min(INTERVAL, self._time + seconds)

    def moved(self, x: float, y: float) -> None:
        """Handle a move of the mouse to a pixel; far from the last press, the next press is a first click again."""
        if abs(x - self._point[0]) > NEAR or abs(y - self._point[1]) > NEAR:
            self.forget()

    def forget(self) -> None:
        """Treat the next press as a first click."""
        self._time = INTERVAL

    def is_stray(self, x: float, y: float, scene: object) -> bool:
        """Return whether a press must be ignored: a second click, while another scene than at the first is shown."""
        self.moved(x, y)
        self._deaf = self._time < INTERVAL and scene != self._scene
        if not self._deaf:
            self._time, self._point, self._scene = 0.0, (x, y), scene
        return self._deaf

    @property
    def deaf(self) -> bool:
        """Whether the last press was ignored; then its drag and its release must be ignored, too."""
        return self._deaf
