"""The second click of a double click, which must not press what has just appeared under the mouse (CLI-2221)."""

INTERVAL = 0.4
"""Seconds within which a second press is taken for that of a double click."""
NEAR = 6.0
"""How far the mouse may move in between, in pixels."""


class DoubleClick:
    """Knows whether a press is meant for what was there at the press before."""

    def __init__(self) -> None:
        """Start without a press."""
        self._time = INTERVAL
        self._point = (0.0, 0.0)
        self._scene: object = None
        self._deaf = False

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._time = min(INTERVAL, self._time + seconds)

    def moved(self, x: float, y: float) -> None:
        """Follow the mouse: who moves it to something else means that."""
        if abs(x - self._point[0]) > NEAR or abs(y - self._point[1]) > NEAR:
            self.forget()

    def forget(self) -> None:
        """Take the next press for a new one."""
        self._time = INTERVAL

    def is_stray(self, x: float, y: float, scene: object) -> bool:
        """Return whether a press was meant for another scene than the one that it meets, which was shown since."""
        self.moved(x, y)
        self._deaf = self._time < INTERVAL and scene != self._scene
        if not self._deaf:
            self._time, self._point, self._scene = 0.0, (x, y), scene
        return self._deaf

    @property
    def deaf(self) -> bool:
        """Whether the last press was such a one: its drag and its release count as little."""
        return self._deaf
