"""The latest lines of the log in a panel."""

from collections import deque

from roborally.chronicle import is_sentence
from roborally.ui import theme
from roborally.ui.layer import Label, Layer
from roborally.ui.theme import Rect

LINE = 18
"""The height of a line."""
INDENT = "    "
"""What stands before the rest of a sentence that is too long for one line."""


class LogBox:
    """As many lines as fit, the latest at the bottom; those that begin a turn or a register stand out."""

    def __init__(self, base: Layer, layer: Layer, area: Rect) -> None:
        """Begin empty; the frame goes into `base`."""
        base.panel("panel-inset", area)
        self._new: list[str] = []
        self._bottom = area.y + 15
        self._width = area.width - 20
        self._probe = layer.label("", area.x, area.y, size=12)
        self._probe.visible = False
        count = max(1, int((area.height - 12) // LINE))
        self._lines: deque[Label] = deque(
            layer.label("", area.x + 10, self._bottom + number * LINE, size=12, width=self._width)
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
            tint = theme.colour("text" if is_sentence(line) else "accent")
            for part in self._parts(line):
                label = self._lines.pop()
                self._lines.appendleft(label)
                label.tint = tint
                label.text = part
        for number, entry in enumerate(self._lines):
            entry.move(entry.x, self._bottom + number * LINE)
        self._new.clear()

    def _parts(self, line: str) -> list[str]:
        """Return a sentence as the lines that it needs."""
        parts = [""]
        for word in [line] if self._fits(line) else line.split(" "):
            longer = f"{parts[-1]} {word}" if parts[-1].strip() else parts[-1] + word
            if self._fits(longer) or not parts[-1].strip():
                parts[-1] = longer
            else:
                parts.append(INDENT + word)
        return parts

    def _fits(self, text: str) -> bool:
        self._probe.text = text
        return self._probe.shown_size[0] <= self._width
