"""The latest lines of the log in a panel."""

from collections import deque
from collections.abc import Callable, Sequence

from roborally.base.translation import _
from roborally.narration.chronicle import is_sentence
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Label, Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Widget

LINE = 18
"""The height of a line."""
INDENT = "    "
"""The prefix of the further lines of a long sentence."""
LOWEST, HIGHEST = 15, 12
"""The distance of the middle of the lowest and of the highest line from the edges."""
NOTHING = -1


class LogBox(Widget):
    """The latest lines that fit, newest at the bottom; lines that begin a turn or a register are highlighted.

    `on_line(number)` is called for a click on a line, counted from 0 since the beginning of the log. `stands_out` tells
    whether a line is highlighted.
    """

    focusable = False

    def __init__(
        self,
        base: Layer,
        layer: Layer,
        area: Rect,
        stands_out: Callable[[str], bool] = lambda line: not is_sentence(line),
    ) -> None:
        """Start empty; the frame is added to `base`."""
        super().__init__(area)
        self._stands_out = stands_out
        base.frame("panel-inset", area)
        self.on_line: Callable[[int], None] | None = None
        self._written = 0
        """How many lines have been written."""
        self._layer = layer
        self._frame = layer.canvas.frame
        """The window for which the sentences are split into lines."""
        self._bottom = area.y + LOWEST
        self._width = area.width - 20
        self._probe = layer.label("", area.x, area.y, size=12)
        self._probe.visible = False
        count = max(1, int((area.height - 12) // LINE))
        self.lines: deque[Label] = deque(
            layer.label("", area.x + 10, self._bottom + number * LINE, size=12, width=self._width)
            for number in range(count)
        )
        self.numbers: deque[int] = deque([NOTHING] * count, maxlen=count)
        self._latest: deque[str] = deque(maxlen=count)
        """The last lines, drawn or not."""
        self._new: deque[str] = deque(maxlen=count)
        """Those of them that `refresh` has to draw."""

    def write(self, line: str) -> None:
        """Add a line; `refresh` draws it, so that skipping a turn costs no time."""
        self._new.append(line)
        self._latest.append(line)
        self._written += 1

    def replace(self, back: int, line: str) -> None:
        """Change a line, 1 for the last, 2 for the one before; one that is too far back to be seen is left alone."""
        if back > len(self._latest):
            return
        self._latest[-back] = line
        if back <= len(self._new):
            self._new[-back] = line
            return
        self._draw_again()

    def rewrite(self, lines: Sequence[str], first: int = 0) -> None:
        """Replace all lines; the first of them has the number `first`."""
        self._latest.clear()
        self._latest.extend(lines)
        self._written = first + len(lines)
        self._draw_again()

    def _draw_again(self) -> None:
        """Empty the box, and let `refresh` draw the last lines."""
        for label in self.lines:
            label.text = ""
        self.numbers.extend([NOTHING] * len(self.lines))
        self._new.clear()
        self._new.extend(self._latest)

    def keep_above(self, y: float | None) -> None:
        """Show the newest line above `y`, where something lies in front of the box; with `None` at the bottom."""
        self._bottom = max(self.rect.y, self.rect.y if y is None else y) + LOWEST
        self._arrange()

    def _arrange(self) -> None:
        for row, entry in enumerate(self.lines):
            entry.move(entry.x, self._bottom + row * LINE)
            entry.visible = entry.y <= self.rect.top - HIGHEST

    def refresh(self) -> None:
        """Draw new lines, move the others up; split sentences anew where the window has changed."""
        if self._frame != self._layer.canvas.frame:
            self._frame = self._layer.canvas.frame
            self._layer.fit()
            self._draw_again()
        if not self._new:
            return
        for number, line in enumerate(self._new, self._written - len(self._new)):
            tint = theme.colour("accent" if self._stands_out(line) else "text")
            for part in self._parts(line):
                label = self.lines.pop()
                self.lines.appendleft(label)
                self.numbers.appendleft(number)
                label.tint = tint
                label.text = part
        self._arrange()
        self._new.clear()

    def _parts(self, line: str) -> list[str]:
        """Return a sentence split into lines."""
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

    # --- the mouse ------------------------------------------------------------------------------------------------

    def line_at(self, y: float) -> int:
        """Return the number of the line at a height, or `NOTHING`."""
        row = int((y - self._bottom + LINE / 2) // LINE)
        return self.numbers[row] if 0 <= row < len(self.numbers) else NOTHING

    def activate(self, x: float, y: float) -> None:
        """Report the clicked line."""
        number = self.line_at(y)
        if self.on_line is not None and number != NOTHING:
            self.on_line(number)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the hint that a line can be clicked."""
        return _("Click to see this moment") if self.on_line is not None and self.line_at(y) != NOTHING else ""
