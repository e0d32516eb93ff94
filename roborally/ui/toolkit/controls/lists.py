"""Lists that scroll: `ListBox` with a selected entry, and `ScrolledRows`, whose rows the page draws itself."""

from collections.abc import Callable, Sequence

import arcade
from arcade.types import Color

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer, fit_sprite
from roborally.ui.toolkit.theme import Rect

MARGIN = 8
BAR = 8
"""The width of the scroll bar, in units."""
LINE = 18.0
"""The height of each further line of an entry, in units."""
WHEEL = 3
"""The maximum number of rows scrolled per notch of the wheel."""


def _within(image: arcade.Texture, side: float) -> tuple[float, float]:
    longer = max(image.width, image.height)
    return side * image.width / longer, side * image.height / longer


class ListBox(Widget):
    """A list of entries with one selected; `at` is its index, -1 for none. The wheel and a bar scroll the list."""

    ROW = 44
    vertical = True
    takes_enter = False

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        entries: Sequence[tuple[str, str]],
        on_change: Callable[[int], None],
        picture: Callable[[int], arcade.Texture] | None = None,
        size: float = 14,
        even: bool = False,
        lines: int = 1,
    ) -> None:
        """Show `entries`, pairs of a title and a line below it; `on_change` is called with the index of a selected one.

        `size` is the font size of the lines; with `even` titles look the same, otherwise they are larger and bold.
        `picture` returns the picture of the entry with an index. The line may be broken into up to `lines` lines.
        """
        super().__init__(rect)
        layer.frame("panel-inset", rect)
        self.entries, self._even = list(entries), even
        self._picture = picture
        self._faces: list[arcade.Sprite] = []
        self._row, self._lines = self.ROW + (lines - 1) * LINE, lines
        indent = self.ROW if picture is not None else 0.0
        self.describe: Callable[[int], str] | None = None
        """Returns a longer description of the entry with an index, for its tooltip; `None` for no description."""
        self._on_change = on_change
        self.at = 0 if entries else -1
        self._first = 0
        self._rows: list[tuple[arcade.Sprite, Label, Label]] = []
        most = int((rect.height - 12) // self._row)
        # a full list leaves no strip for half a row
        self.pitch = high = (rect.height - 12) / most if 0 < most <= len(entries) else self._row
        dim = theme.colour("text-dim")
        for number in range(min(len(self.entries), most)):
            y = rect.top - 6 - (number + 0.5) * high
            back = layer.fill(Rect(rect.x + 7, y - high / 2 + 2, rect.width - 22, high - 4), Color(0, 0, 0, 0))
            x, width, upper = rect.x + 18 + indent, rect.width - 50 - indent, y + (lines - 1) * LINE / 2
            title = layer.label("", x, upper + 9, size=size if even else 15, bold=not even, width=width)
            line = layer.label("", x, upper - 9, size=size, tint=dim, width=width, wrap=lines > 1)
            self._rows.append((back, title, line))
            if picture is not None:  # on a dark plate: most icons are white, and the chosen row is light
                middle, side = rect.x + 10 + self.ROW / 2, self.ROW - 10
                layer.fill(Rect(middle - side / 2, y - side / 2, side, side), theme.colour("background"))
                self._faces.append(layer.sprite(picture(number), middle, y, side - 4))
        self._bar = layer.fill(Rect(rect.right - 11, rect.y + 6, 4, rect.height - 12), theme.colour("line"))
        self.refresh()

    def refresh(self) -> None:
        """Show the entries in view, the selection and the scroll bar."""
        chosen, dim = theme.colour("accent"), theme.colour("text" if self._even else "text-dim")
        for number, (back, title, line) in enumerate(self._rows):
            index = self._first + number
            title.text, line.text = self.entries[index]
            if self._lines > 1:
                self._break(back.center_y, title, line)
            else:
                title.move(title.x, line.y + (18 if line.text else 9))  # a title without a line is centred
            lit = index == self.at
            back.color = chosen if lit else Color(255, 255, 255, 10)
            title.tint = theme.colour("background" if lit else "text")
            line.tint = theme.colour("background") if lit else dim
        if self._picture is not None:
            for number, face in enumerate(self._faces):
                face.texture = self._picture(self._first + number)
                fit_sprite(face, *_within(face.texture, self.ROW - 14))
        hidden = len(self.entries) - len(self._rows)
        self._bar.visible = hidden > 0
        if hidden > 0:
            height = max(theme.LEAST_BAR, (self.rect.height - 12) * len(self._rows) / len(self.entries))
            free = self.rect.height - 12 - height
            self._bar.scale_y = height / 8
            self._bar.center_y = self.rect.top - 6 - height / 2 - free * self._first / hidden

    def _break(self, y: float, title: Label, line: Label) -> None:
        """Fit the texts of an entry into its row, whose middle is at the height `y`.

        The line is broken and cut at its end. The title is cut in its middle: a file's name ends with its number.
        """
        name = title.text
        if title.is_shortened:
            least, most = 1, len(name) // 2
            while least < most:
                middle = (least + most + 1) // 2
                title.text = f"{name[:middle]}…{name[-middle:]}"
                least, most = (least, middle - 1) if title.is_shortened else (middle, most)
            title.text = f"{name[:least]}…{name[-least:]}"
        words = line.text
        while words and line.shown_size[1] > self._lines * LINE + 4:
            words = words.rpartition(" ")[0]
            line.text = f"{words} …"
        text = line.shown_size[1] if line.text else 0.0
        title.move(title.x, y + text / 2)
        line.move(line.x, title.y - 9 - text / 2)

    @property
    def first(self) -> int:
        """The index of the first visible entry."""
        return self._first

    @property
    def shows_selected(self) -> bool:
        """Whether the selected entry is in view."""
        return self._first <= self.at < self._first + len(self._rows)

    def put(self, index: int, entry: tuple[str, str]) -> None:
        """Change the title and the line of the entry `index`."""
        self.entries[index] = entry
        self.refresh()

    def follow(self, before: "ListBox") -> None:
        """Copy texts, selection and scroll position of the list `before`, which has the same entries."""
        self.entries, self.at = before.entries, before.at
        self.resume(before)

    def resume(self, before: Widget) -> None:
        """Scroll as far as the list `before`, which this one replaces; keep its selected entry in view."""
        if isinstance(before, ListBox):
            self._first = max(0, min(len(self.entries) - len(self._rows), before.first))
            if before.shows_selected and self.at >= 0:
                self._first = max(self.at - len(self._rows) + 1, min(self._first, self.at))
            self.refresh()

    def choose(self, index: int) -> None:
        """Select the entry with the nearest valid index, scroll it into view, and call `on_change`."""
        self.mark(max(0, min(index, len(self.entries) - 1)))
        self._on_change(self.at)

    def mark(self, index: int) -> None:
        """Show the entry `index` as selected, or none for -1, without calling `on_change`."""
        self.at = index
        if index >= 0:
            self._first = max(index - len(self._rows) + 1, min(self._first, index))
        self.refresh()

    def _row_at(self, y: float) -> int | None:
        """Return the index of the visible row at the height `y`, counted from the top, or `None`."""
        row = int((self.rect.top - 6 - y) // self.pitch)
        return row if 0 <= row < len(self._rows) else None

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the cut-off texts of the entry under a point and its description, in lines, or an empty text."""
        row = self._row_at(y)
        return self._describe(row) if row is not None else ""

    def _describe(self, row: int) -> str:
        shown = zip(self._rows[row][1:], self.entries[self._first + row], strict=True)
        lines = [text for label, text in shown if label.is_shortened or label.text != text]
        if self.describe is not None:
            lines.append(self.describe(self._first + row))
        return "\n".join(filter(None, lines))

    def activate(self, x: float, y: float) -> None:
        """Handle a click: select the entry under it."""
        row = self._row_at(y)
        if row is not None and self._first + row != self.at:
            self.choose(self._first + row)

    def _after(self, amount: float) -> int:
        hidden = len(self.entries) - len(self._rows)
        return max(0, min(hidden, self._first - round(amount)))

    def can_scroll(self, amount: float) -> bool:
        """Return whether entries are hidden above (positive `amount`) or below."""
        return self._after(1 if amount > 0 else -1) != self._first

    def scroll(self, amount: float) -> None:
        """Scroll by one entry for each of `amount` notches of the wheel, up if it is positive."""
        self._first = self._after(amount)
        self.refresh()

    def step(self, direction: int) -> bool:
        """Select the previous (`direction` -1) or next (1) entry; return whether there is one."""
        before = self.at
        self.choose(self.at + direction)
        return self.at != before

    def focus_tooltip(self) -> str:
        """Return the selected entry's cut-off texts and description, or an empty text if it is out of view."""
        row = self.at - self._first
        return self._describe(row) if 0 <= row < len(self._rows) else ""


class ScrolledRows(Widget):
    """A frame around `count` rows that scrolls in whole rows and has a scroll bar; the page draws the rows itself.

    `height` is that of a row, `visible` the number of rows in view, `first` the index of the top row.
    """

    vertical = True

    def __init__(self, layer: Layer, rect: Rect, height: float, count: int, show: Callable[[int], None]) -> None:
        """Start with the first rows in view; `show(first)` is called when rows are to be drawn from that index on."""
        super().__init__(rect)
        layer.frame("panel-inset", rect)
        self.height = height
        self.room = int((rect.height - 2 * MARGIN) // height)
        """The maximum number of rows in view."""
        self.first = 0
        self._show = show
        self.track = Rect(rect.right - MARGIN - BAR, rect.y + MARGIN, BAR, rect.height - 2 * MARGIN)
        self._bar = layer.fill(self.track, theme.colour("line"))
        self.recount(count)

    def recount(self, count: int) -> None:
        """Change the number of rows; call `to` afterwards, because fewer rows may be hidden now."""
        self.count, self.visible = count, min(count, self.room)
        self.enabled = self.hidden > 0
        self.refresh()

    def resume(self, before: Widget) -> None:
        """Scroll to the row at the top of the control `before`, which this one replaces."""
        if isinstance(before, ScrolledRows):
            self.to(before.first)

    @property
    def hidden(self) -> int:
        """The number of rows that are scrolled out of view."""
        return self.count - self.visible

    def row(self, number: int) -> Rect:
        """Return the rectangle of a visible row; 0 is the topmost in view."""
        rect = self.rect
        width = rect.width - 3 * MARGIN - BAR
        return Rect(rect.x + MARGIN, rect.top - MARGIN - (number + 1) * self.height, width, self.height)

    def refresh(self) -> None:
        """Show the scroll bar's thumb at the current position."""
        self._bar.visible = self.hidden > 0
        if self.hidden > 0:
            track = self.track
            length = max(theme.LEAST_BAR, track.height * self.visible / self.count)
            self._bar.scale_y = length / self._bar.texture.height
            self._bar.center_y = track.top - length / 2 - (track.height - length) * self.first / self.hidden
            self._bar.color = theme.colour("accent" if self.hovered or self.pressed else "line")

    def to(self, first: int) -> bool:
        """Scroll until row `first` is at the top, or as far as rows follow it; return whether the rows have moved."""
        before, self.first = self.first, max(0, min(self.hidden, first))
        self._show(self.first)
        self.refresh()
        return self.first != before

    def press(self, x: float, y: float) -> None:
        """Scroll to the point of the scroll bar that was pressed."""
        self.drag(x, y)

    def drag(self, x: float, y: float) -> None:
        """Scroll to the point of the scroll bar under the mouse."""
        if x >= self.track.x - MARGIN and self.hidden > 0:
            self.to(round((self.track.top - y) / self.track.height * self.count - self.visible / 2))

    def can_scroll(self, amount: float) -> bool:
        """Return whether rows are hidden above (positive `amount`) or below."""
        return self.first > 0 if amount > 0 else self.first < self.hidden

    def scroll(self, amount: float) -> None:
        """Scroll by `WHEEL` rows (or all in view, if fewer) for each of `amount` notches, up if it is positive."""
        rows = min(WHEEL, self.visible)
        self.to(self.first - round(amount * rows))

    def step(self, direction: int) -> bool:
        """Scroll by one row, up (`direction` -1) or down (1); return whether the rows have moved."""
        return self.to(self.first + direction)

    def key(self, symbol: int, modifiers: int = 0) -> bool:
        """Scroll for an arrow or page key, Home or End; return false for other keys."""
        keys = arcade.key
        page = max(1, self.visible - 1)
        steps = {keys.UP: -1, keys.DOWN: 1, keys.PAGEUP: -page, keys.PAGEDOWN: page}
        if symbol in steps:
            self.to(self.first + steps[symbol])
        elif symbol in (keys.HOME, keys.END):
            self.to(0 if symbol == keys.HOME else self.count)
        return symbol in steps or symbol in (keys.HOME, keys.END)
