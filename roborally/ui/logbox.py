"""The latest lines of the log in a panel."""

from collections import deque

from roborally.chronicle import is_sentence
from roborally.ui import theme
from roborally.ui.layer import Label, Layer
from roborally.ui.theme import Rect

LINE = 18
"""The height of a line."""


class LogBox:
    """As many lines as fit, the latest at the bottom; those that begin a turn or a register stand out."""

    def __init__(self, base: Layer, layer: Layer, area: Rect) -> None:
        """Begin empty; the frame goes into `base`."""
        base.panel("panel-inset", area)
        self._new: list[str] = []
        self._bottom = area.y + 15
        count = max(1, int((area.height - 12) // LINE))
        self._lines: deque[Label] = deque(
            layer.label("", area.x + 10, self._bottom + number * LINE, size=12, width=area.width - 20)
            for number in range(count)
        )

    def write(self, line: str) -> None:
        """Add a line; it is set by `refresh`, so that a turn that is skipped costs no time."""
        self._new.append(line)

    def refresh(self) -> None:
        """Set the lines that are new; the others only move up."""
        if not self._new:
            return
        for line in self._new[-len(self._lines) :]:
            label = self._lines.pop()
            self._lines.appendleft(label)
            label.tint = theme.colour("text" if is_sentence(line) else "accent")
            label.text = line
        for number, entry in enumerate(self._lines):
            entry.move(entry.x, self._bottom + number * LINE)
        self._new.clear()
