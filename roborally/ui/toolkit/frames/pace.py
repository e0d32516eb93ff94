"""Decides how often the window checks for changes, and which frames it draws.

A frame that would look like the one before is not drawn: without a graphics card a picture takes more time than
everything else. While nothing changes and there is no input, the window also checks for changes less often.
"""

from typing import Protocol

from roborally.ui.toolkit.frames.rehearsal import rehearsal

AWAKE = 1 / 60
"""Seconds between two checks for changes while there is input or the content changes."""
ASLEEP = 1 / 12
"""Seconds between two checks when nothing has changed for a while; input is handled at once in any case."""
CALM = 20
"""The number of checks without a change after which the window checks less often."""
MAX_PAUSE = 2.0
"""Seconds after which a frame is drawn without a noted change, because a plugin may draw without noting changes.

Each time the pause doubles, up to `AT_REST` seconds; a noted change or input resets it.
"""
AT_REST = 16.0
OWN = ("on_update", "on_fixed_update", "on_draw", "on_refresh")
"""Names of events that the window sends to itself, which are no input."""
REVEALING = ("on_expose", "on_show", "on_activate", "on_resize")
"""Names of events after which a frame must be drawn, because the window's content may be lost."""


class PacedWindow(Protocol):
    """The methods of the window that `FramePace` calls."""

    def on_draw(self) -> None:
        """Draw a frame, or in a rehearsal only note what would be drawn."""

    def set_update_rate(self, rate: float) -> None:
        """Set the number of seconds between two updates."""


class FramePace:
    """Decides for a window which frames are drawn, and how often it checks for changes."""

    def __init__(self, window: PacedWindow) -> None:
        self._window = window
        self._drawn: list[object] | None = None
        self._calm = 0
        self._since = 0.0
        self._longest = MAX_PAUSE
        self.asleep = False
        """Whether the window checks for changes less often, because nothing has changed for a while."""

    def is_due(self, seconds: float) -> bool:
        """Return whether a frame must be drawn, after a rehearsal of it; `seconds` have passed since the last call."""
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
        """Note an event of the window, given by its name; after input the window checks for changes often."""
        if event in REVEALING:
            self._drawn = None
        if event not in OWN:
            self.wake()

    def wake(self) -> None:
        """Check for changes often from now on, because there is input or work in progress."""
        self._calm = 0
        self._longest = MAX_PAUSE
        if self.asleep:
            self.asleep = False
            self._window.set_update_rate(AWAKE)

    def _sleep(self) -> None:
        if not self.asleep:
            self.asleep = True
            self._window.set_update_rate(ASLEEP)
