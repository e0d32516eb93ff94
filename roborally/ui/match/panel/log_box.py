"""A box in a panel with the latest lines of the log; the mouse wheel scrolls back."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from arcade.types import Color

from roborally.base.translation import _
from roborally.narration.chronicle import is_sentence
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import tied
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.measure import text_width
from roborally.ui.toolkit.theme import Rect

LINE, LETTERS = 18, 12
"""The height of a line, and its font size, in design units."""
INDENT = "    "
"""The prefix of the further lines of a long sentence."""
LOWEST, HIGHEST = 15, 12
"""The distance of the middle of the lowest line from the box's lower edge, and of the highest from the upper one."""
NOTHING = -1
KEPT = 500
"""The number of lines up to which the box scrolls back; a screen of its own shows the whole log."""
NOTCH = 2.0
"""The number of rows that one notch of the mouse wheel scrolls."""
THUMB, SHORTEST = 4.0, 10.0
"""The width and the smallest height of the scroll thumb, in design units."""


class LogRow(NamedTuple):
    """A row of the box: the number of the log's line, and the index of the row within that line."""

    number: int
    part: int


class LogBox(Widget):
    """The latest lines that fit, newest at the bottom; lines for which `stands_out(line)` is true are highlighted.

    `on_line(number)` is called for a click on a line, counted from 0 since the beginning of the log. By default
    headings of turns and registers stand out. After scrolling back, the box stays there while new lines come, and its
    lowest row counts them; from the next highlighted line on it follows again, once the mouse is elsewhere (CLI-2021).
    """

    focusable = False

    def __init__(
        self,
        base: Layer,
        layer: Layer,
        area: Rect,
        stands_out: Callable[[str], bool] = lambda line: not is_sentence(line),
        tint_of: Callable[[str], Color] = lambda line: theme.colour("text"),
    ) -> None:
        """Start empty; the frame is added to the layer `base`, the text to `layer`, in the colour `tint_of(line)`."""
        super().__init__(area)
        self._tint_of = tint_of
        self._stands_out = stands_out
        base.frame("panel-inset", area)
        self.on_line: Callable[[int], None] | None = None
        self._kept: deque[str] = deque(maxlen=KEPT)
        self._written = 0
        self._parts: dict[int, list[str]] = {}
        """The rows into which lines are split at the width of the box, by the number of the line."""
        self._end: LogRow | None = None
        """The lowest visible row, `None` for the newest."""
        self._is_due = False
        """Whether to show the newest lines again as soon as the mouse is elsewhere."""
        self._turned = 0.0
        """The fraction of a row, -1 to 1, that the wheel has been turned."""
        self._stale = False
        self._layer = layer
        self._frame = layer.canvas.frame
        """The window's scale and origin for which the lines are split into rows."""
        self._edge = area.y
        """The lower edge of the uncovered part of the box."""
        self._bottom = self._lowest
        self._width = area.width - 20
        count = max(1, int((area.height - 12) // LINE))
        self.lines = [
            layer.label("", area.x + 10, self._bottom + number * LINE, size=LETTERS, width=self._width)
            for number in range(count)
        ]
        """The labels of the rows, from the bottom up."""
        self._places: list[LogRow | None] = [None] * count
        self._newer = layer.label("", area.x + 10, self._bottom, size=LETTERS, width=self._width)
        self._newer.tint = theme.colour("accent-cool")
        self._thumb = layer.fill(Rect(area.right - THUMB - 4, area.y, THUMB, SHORTEST), theme.colour("text-dim"))
        self._thumb.visible = False

    @property
    def numbers(self) -> list[int]:
        """Return the numbers of the lines in the visible rows, from the bottom up, `NOTHING` for an empty row."""
        return [NOTHING if place is None else place.number for place in self._places]

    # --- writing --------------------------------------------------------------------------------------------------

    def write(self, line: str) -> None:
        """Add a line without drawing it; `refresh` draws new lines, so that skipping a turn takes no time."""
        self._parts.pop(self._written - KEPT, None)
        self._kept.append(line)
        self._written += 1
        self._is_due = self._is_due or self._stands_out(line)
        self._stale = True

    def replace(self, back: int, line: str) -> None:
        """Change a line; `back` is 1 for the last, 2 for the one before. A line too old to be kept is ignored."""
        if back > len(self._kept):
            return
        self._kept[-back] = line
        self._parts.pop(self._written - back, None)
        self._stale = True

    def rewrite(self, lines: Sequence[str], first: int = 0) -> None:
        """Replace all lines, and show the newest; `first` is the number of the first one."""
        self._kept.clear()
        self._kept.extend(lines[-KEPT:])
        self._written = first + len(lines)
        self._parts.clear()
        self._end = None
        self._stale = True

    def keep_above(self, y: float | None) -> None:
        """Let the newest line stand above `y`, the height below which the box is covered; `None`: nothing covers it."""
        self._edge = max(self.rect.y, self.rect.y if y is None else y)
        self._bottom = self._lowest
        self._end = None
        self._stale = True

    @property
    def _lowest(self) -> float:
        """Return the height of the middle of the lowest row that is in view."""
        seen = self._layer.canvas.seen.y
        return LOWEST + (seen if self._edge < seen <= self.rect.top - LOWEST - HIGHEST else self._edge)

    # --- drawing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draw the changes; split lines into rows again if the window has changed."""
        if self._frame != self._layer.canvas.frame:
            self._frame = self._layer.canvas.frame
            self._layer.fit()
            self._parts.clear()
            self._bottom = self._lowest
            self._stale = True
        if self._is_due and not self.hovered:
            self._show_newest()
        if not self._stale:
            return
        self._stale = False
        if self._end is not None and self._end.number < self._first:
            self._end = None
        lift = 0 if self._end is None else 1
        rows = list(islice(self._rows_up(self._end), len(self.lines) - lift))
        there = {place: label for place, label in zip(self._places, self.lines, strict=True) if place is not None}
        kept = [there.pop(place, None) for place in rows]
        spare = iter([label for label in self.lines if label not in kept])
        drawn = [label if label is not None else next(spare) for label in kept]
        for place, label in zip(rows, drawn, strict=True):
            line = self._line(place.number)
            label.tint = theme.colour("accent") if self._stands_out(line) else self._tint_of(line)
            label.text = self._split(place.number)[place.part]
        rest = list(spare)
        for label in rest:
            label.text = ""
        self.lines = drawn + rest
        self._places = [*rows, *[None] * len(rest)]
        for row, label in enumerate(self.lines):
            label.move(label.x, self._bottom + (row + lift) * LINE)
            label.visible = label.y <= self.rect.top - HIGHEST
        self._newer.visible = self._end is not None
        if self._end is not None:
            count = max(1, self._written - 1 - self._end.number)
            self._newer.text = _("↓ Newer lines: {count}").format(count=count)
            self._newer.move(self._newer.x, self._bottom)
        self._show_thumb()

    def _show_newest(self) -> None:
        self._stale = self._stale or self._end is not None
        self._end, self._is_due = None, False

    def _show_thumb(self) -> None:
        self._thumb.visible = self._end is not None or self.can_scroll(1)
        if not self._thumb.visible:
            return
        room = self.rect.top - HIGHEST / 2 - self._bottom
        height = max(SHORTEST, room * min(1.0, self._seen / len(self._kept)))
        newer = 0 if self._end is None else self._written - 1 - self._end.number
        back = newer / max(1, len(self._kept) - self._seen)
        self._thumb.height = height
        self._thumb.center_y = self._bottom + height / 2 + (room - height) * min(1.0, back)

    # --- rows -----------------------------------------------------------------------------------------------------

    @property
    def _first(self) -> int:
        return self._written - len(self._kept)

    @property
    def _seen(self) -> int:
        rows = int((self.rect.top - HIGHEST - self._bottom) // LINE) + 1
        return max(1, rows - (self._end is not None))

    def _line(self, number: int) -> str:
        return self._kept[number - self._first]

    def _split(self, number: int) -> list[str]:
        if number not in self._parts:
            self._parts[number] = self._wrapped(self._line(number))
        return self._parts[number]

    def _rows_up(self, end: LogRow | None) -> Iterator[LogRow]:
        """Yield the rows from `end`, or from the newest, back to the oldest that is kept."""
        last = self._written - 1 if end is None else end.number
        for number in range(last, self._first - 1, -1):
            parts = len(self._split(number))
            lowest = min(parts - 1, end.part) if end is not None and number == end.number else parts - 1
            for part in range(lowest, -1, -1):
                yield LogRow(number, part)

    def _rows_down(self, end: LogRow) -> Iterator[LogRow]:
        """Yield the rows below `end`, down to the newest."""
        for number in range(end.number, self._written):
            for part in range(end.part + 1 if number == end.number else 0, len(self._split(number))):
                yield LogRow(number, part)

    def _wrapped(self, line: str) -> list[str]:
        """Return a line split into rows that fit the box."""
        parts = [""]
        for word in [line] if self._fits(line) else tied(line).split(" "):
            longer = f"{parts[-1]} {word}" if parts[-1].strip() else parts[-1] + word
            if self._fits(longer) or not parts[-1].strip():
                parts[-1] = longer
            else:
                parts.append(INDENT + word)
        return parts

    def _fits(self, text: str) -> bool:
        return text_width(self._layer.canvas, text, LETTERS) <= self._width

    # --- the mouse ------------------------------------------------------------------------------------------------

    def can_scroll(self, amount: float) -> bool:
        """Return whether older lines (for a positive amount) or newer lines (for a negative one) can be scrolled to."""
        if amount < 0:
            return self._end is not None
        return len(list(islice(self._rows_up(self._end), self._seen + 1))) > self._seen

    def scroll(self, amount: float) -> None:
        """Scroll by `amount` notches of the wheel: back if it is positive, forward if it is negative."""
        self._is_due = False
        self._turned += NOTCH * amount
        rows = int(self._turned)
        self._turned -= rows
        if rows > 0:
            above = list(islice(self._rows_up(self._end), rows + self._seen))
            way = min(rows, len(above) - self._seen)
            if way > 0:
                self._end = above[way]
                self._stale = True
        elif rows < 0 and self._end is not None:
            below = list(islice(self._rows_down(self._end), 1 - rows))
            self._end = below[-rows - 1] if len(below) > -rows else None
            self._stale = True

    def line_at(self, y: float) -> int:
        """Return the number of the line at the height `y` in the window, or `NOTHING`."""
        row = self._row_at(y)
        return self.numbers[row] if 0 <= row < len(self._places) else NOTHING

    def _row_at(self, y: float) -> int:
        """Return the index of the row at the height `y`, counted from the bottom up; negative below the log."""
        return int((y - self._bottom + LINE / 2) // LINE) - (self._end is not None)

    def _counts_newer_at(self, y: float) -> bool:
        return self._end is not None and self._row_at(y) < 0

    def activate(self, x: float, y: float) -> None:
        """Call `on_line` with the number of the clicked line; scroll to the newest line if their count is clicked."""
        number = self.line_at(y)
        if self._counts_newer_at(y):
            self._show_newest()
        elif self.on_line is not None and number != NOTHING:
            self.on_line(number)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the hint for a row that can be clicked, empty for others."""
        if self._counts_newer_at(y):
            return _("Go to the newest line")
        return _("See this moment") if self.on_line is not None and self.line_at(y) != NOTHING else ""
