"""Decides how often the window checks for changes, and which frames it draws.

A frame that would look like the one before is not drawn: without a graphics card a picture takes more time than
everything else. While nothing changes and there is no input, the window also checks for changes less often.
"""

from typing import Protocol

from roborally.ui.toolkit.frames.rehearsal import rehearsal

AWAKE = 1 / 60
"""Seconds between two checks for changes."""
ASLEEP = 1 / 12
"""The same while nothing has changed for a while; input is handled at once in any case."""
CALM = 20
"""The number of checks without a change after which the window falls asleep."""
MAX_PAUSE = 2.0
"""Seconds after which a frame is drawn in any case: a plugin may draw by means that do not note changes.

Each time that this shows no change, the pause doubles, up to `AT_REST` seconds.
"""
AT_REST = 16.0
OWN = ("on_update", "on_fixed_update", "on_draw", "on_refresh")
"""Events that the window sends to itself."""
REVEALING = ("on_expose", "on_show", "on_activate", "on_resize")
"""Events after which the window's content may be lost."""


class PacedWindow(Protocol):
    """The part of the window that the pace needs."""

    def on_draw(self) -> None:
        """Draw a frame, or rehearse it."""

    def set_update_rate(self, rate: float) -> None:
        """Set the seconds between two updates."""


class FramePace:
    """Decides which frames are drawn."""

    def __init__(self, window: PacedWindow) -> None:
        """Start awake, with nothing drawn."""
        self._window = window
        self._drawn: list[object] | None = None
        self._calm = 0
        self._since = 0.0
        self._longest = MAX_PAUSE
        self.asleep = False
        """Whether the window looks for changes less often."""

    def is_due(self, seconds: float) -> bool:
        """Return whether a frame is to be drawn; `seconds` have passed since the last call."""
        self._since += seconds
        with rehearsal() as notes:
            self._window.on_draw()
        changed = notes.changed or notes.drawn != self._drawn
        self._drawn = list(notes.drawn)
        if changed:
            self.wake()
        else:
            self._calm += 1
            if self._calm >= CALM:
                self._sleep()
        if not changed and self._since < self._longest:
            return False
        if self._since >= self._longest:
            self._longest = min(2 * self._longest, AT_REST)
        self._since = 0.0
        return True

    def note_event(self, event: str) -> None:
        """Take note of an event of the window before it is handled."""
        if event in REVEALING:
            self._drawn = None
        if event not in OWN:
            self.wake()

    def wake(self) -> None:
        """Check for changes often, because there is input, or hidden work is in progress."""
        self._calm = 0
        self._longest = MAX_PAUSE
        if self.asleep:
            self.asleep = False
            self._window.set_update_rate(AWAKE)

    def _sleep(self) -> None:
        if not self.asleep:
            self.asleep = True
            self._window.set_update_rate(ASLEEP)
