"""The latest lines of the log in a panel; the wheel scrolls back."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from roborally.base.translation import _
from roborally.narration.chronicle import is_sentence
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import tied
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.measure import text_width
from roborally.ui.toolkit.theme import Rect

LINE, LETTERS = 18, 12
"""The height of a line, and the size of its letters."""
INDENT = "    "
"""The prefix of the further lines of a long sentence."""
LOWEST, HIGHEST = 15, 12
"""The distance of the middle of the lowest and of the highest line from the edges."""
NOTHING = -1
KEPT = 500
"""The number of lines to scroll back; the whole log has a screen of its own."""
NOTCH = 2.0
"""The rows that one notch of the wheel scrolls."""
THUMB, SHORTEST = 4.0, 10.0
"""The width and the smallest height of the scroll thumb."""


class LogRow(NamedTuple):
    """A row of the log: the number of its sentence, and of the part of that sentence."""

    number: int
    part: int


class LogBox(Widget):
    """The latest lines that fit, newest at the bottom; lines that begin a turn or a register are highlighted.

    `on_line(number)` is called for a click on a line, counted from 0 since the beginning of the log. `stands_out` says
    whether a line is highlighted. After scrolling back, the box stays there while new lines come, and its lowest row
    counts them; from the next highlighted line on it follows again, once the mouse is elsewhere (CLI-2021).
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
        self._kept: deque[str] = deque(maxlen=KEPT)
        """The last lines, drawn or not."""
        self._written = 0
        """The number of lines written so far."""
        self._parts: dict[int, list[str]] = {}
        """Lines split for the width of the box, by number."""
        self._end: LogRow | None = None
        """The lowest visible row, `None` for the newest."""
        self._is_due = False
        """Whether it is to show the newest lines again as soon as the mouse is elsewhere."""
        self._turned = 0.0
        """The fraction of a row that the wheel has been turned."""
        self._stale = False
        self._layer = layer
        self._frame = layer.canvas.frame
        """The window size for which the sentences are split into lines."""
        self._edge = area.y
        """The lower edge of the part of the box that nothing covers."""
        self._bottom = self._lowest
        self._width = area.width - 20
        count = max(1, int((area.height - 12) // LINE))
        self.lines = [
            layer.label("", area.x + 10, self._bottom + number * LINE, size=LETTERS, width=self._width)
            for number in range(count)
        ]
        """The drawn rows, from the bottom up."""
        self._places: list[LogRow | None] = [None] * count
        self._newer = layer.label("", area.x + 10, self._bottom, size=LETTERS, width=self._width)
        self._newer.tint = theme.colour("accent-cool")
        self._thumb = layer.fill(Rect(area.right - THUMB - 4, area.y, THUMB, SHORTEST), theme.colour("text-dim"))
        self._thumb.visible = False

    @property
    def numbers(self) -> list[int]:
        """The numbers of the sentences in the drawn rows, from the bottom up, `NOTHING` in an empty one."""
        return [NOTHING if place is None else place.number for place in self._places]

    # --- writing --------------------------------------------------------------------------------------------------

    def write(self, line: str) -> None:
        """Add a line; `refresh` draws it, so that skipping a turn costs no time."""
        self._parts.pop(self._written - KEPT, None)
        self._kept.append(line)
        self._written += 1
        self._is_due = self._is_due or self._stands_out(line)
        self._stale = True

    def replace(self, back: int, line: str) -> None:
        """Change a line, 1 for the last, 2 for the one before; ignore one that is too old to be kept."""
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
        """Show the newest line above `y`, where something covers the box below; with `None` at the bottom."""
        self._edge = max(self.rect.y, self.rect.y if y is None else y)
        self._bottom = self._lowest
        self._end = None
        self._stale = True

    @property
    def _lowest(self) -> float:
        """The middle of the lowest row: in view, unless less than a row of the box is."""
        seen = self._layer.canvas.seen.y
        return LOWEST + (seen if self._edge < seen <= self.rect.top - LOWEST - HIGHEST else self._edge)

    # --- drawing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draw the changes; split sentences again if the window has changed."""
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
            label.tint = theme.colour("accent" if self._stands_out(line) else "text")
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
        """Follow the newest lines again."""
        self._stale = self._stale or self._end is not None
        self._end, self._is_due = None, False

    def _show_thumb(self) -> None:
        """Show the scroll position as a thumb."""
        self._thumb.visible = self._end is not None
        if self._end is None:
            return
        room = self.rect.top - HIGHEST / 2 - self._bottom
        height = max(SHORTEST, room * min(1.0, self._seen / len(self._kept)))
        back = (self._written - 1 - self._end.number) / max(1, len(self._kept) - self._seen)
        self._thumb.height = height
        self._thumb.center_y = self._bottom + height / 2 + (room - height) * min(1.0, back)

    # --- rows -----------------------------------------------------------------------------------------------------

    @property
    def _first(self) -> int:
        """The number of the first kept line."""
        return self._written - len(self._kept)

    @property
    def _seen(self) -> int:
        """The number of visible rows of the log."""
        rows = int((self.rect.top - HIGHEST - self._bottom) // LINE) + 1
        return max(1, rows - (self._end is not None))

    def _line(self, number: int) -> str:
        return self._kept[number - self._first]

    def _split(self, number: int) -> list[str]:
        """Return the rows of a line."""
        if number not in self._parts:
            self._parts[number] = self._wrapped(self._line(number))
        return self._parts[number]

    def _rows_up(self, end: LogRow | None) -> Iterator[LogRow]:
        """Yield the rows from `end` up to the first kept one."""
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
        """Return a sentence split into lines."""
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
        """Return whether there are more lines in this direction."""
        if amount < 0:
            return self._end is not None
        return len(list(islice(self._rows_up(self._end), self._seen + 1))) > self._seen

    def scroll(self, amount: float) -> None:
        """Scroll back by a positive amount of the wheel, forward by a negative one."""
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
        """Return the number of the line at a height, or `NOTHING`."""
        row = self._row_at(y)
        return self.numbers[row] if 0 <= row < len(self._places) else NOTHING

    def _row_at(self, y: float) -> int:
        """Return the index of the row at a height, from the bottom up; negative below the log."""
        return int((y - self._bottom + LINE / 2) // LINE) - (self._end is not None)

    def _counts_newer_at(self, y: float) -> bool:
        """Return whether the count of newer lines is at a height."""
        return self._end is not None and self._row_at(y) < 0

    def activate(self, x: float, y: float) -> None:
        """Report the clicked line, or show the newest ones."""
        number = self.line_at(y)
        if self._counts_newer_at(y):
            self._show_newest()
        elif self.on_line is not None and number != NOTHING:
            self.on_line(number)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the hint that a line can be clicked."""
        if self._counts_newer_at(y):
            return _("Go to the newest line")
        return _("See this moment") if self.on_line is not None and self.line_at(y) != NOTHING else ""
