"""Ignores the second click of a double click if something new has appeared under the mouse (CLI-2221)."""

INTERVAL = 0.4
"""Seconds within which a second press counts as part of a double click."""
NEAR = 6.0
"""How far the mouse may move between the presses, in pixels."""


class DoubleClick:
    """Decides whether a press was meant for the scene of the press before."""

    def __init__(self) -> None:
        """Start without a press."""
        self._time = INTERVAL
        self._point = (0.0, 0.0)
        self._scene: object = None
        self._deaf = False

    def update(self, seconds: float) -> None:
        """Advance time."""
        self._time = min(INTERVAL, self._time + seconds)

    def moved(self, x: float, y: float) -> None:
        """Follow the mouse: after a longer move a press is a new one."""
        if abs(x - self._point[0]) > NEAR or abs(y - self._point[1]) > NEAR:
            self.forget()

    def forget(self) -> None:
        """Treat the next press as a new one."""
        self._time = INTERVAL

    def is_stray(self, x: float, y: float, scene: object) -> bool:
        """Return whether a press was meant for the previous scene, because the current one has just appeared."""
        self.moved(x, y)
        self._deaf = self._time < INTERVAL and scene != self._scene
        if not self._deaf:
            self._time, self._point, self._scene = 0.0, (x, y), scene
        return self._deaf

    @property
    def deaf(self) -> bool:
        """Whether the last press was ignored: its drag and its release are ignored, too."""
        return self._deaf
