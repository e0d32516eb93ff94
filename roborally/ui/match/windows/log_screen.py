"""A window over the board with the whole log of a match."""

from collections.abc import Callable, Sequence
from functools import partial

from roborally.base.translation import _
from roborally.narration.chronicle import is_sentence
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.layout.leaves import build_in, label, titled
from roborally.ui.toolkit.layout.nodes import Leaf, Size, Target
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

LINE = 21


class LogScreen(Screen):
    """Shows the latest lines; wheel, arrows and page keys scroll back. Lines that come later are added.

    With `on_line` a line is selected, initially `chosen`; Enter or a click closes the window and calls it with the
    index.
    """

    opaque = False

    def __init__(
        self,
        app: App,
        lines: Sequence[str],
        area: Rect,
        on_line: Callable[[int], None] | None = None,
        chosen: int | None = None,
        rule_of: Callable[[int], str] = lambda place: "",
    ) -> None:
        """Show the end of the log, or the line with the index `chosen`, in an area of the match.

        `rule_of` returns the id of the rule behind the line with an index, or an empty text.
        """
        super().__init__(app, Space(app, app.matches.scale, area))
        self.area = area
        self._all, self._count = lines, len(lines)
        self._on_line = on_line
        self._rule_of = rule_of
        self._back = 0
        hint = _("Choose a line to see its moment; F1 shows the rule.") if on_line is not None else ""
        place = Leaf(self._make_lines, 200, Size(5 * LINE, 20 * LINE)).at("stretch").grow()
        said = label(hint, 13, tint=theme.colour("text-dim"), wrap=True) if hint else None
        build_in(area, titled(_("What happened"), app.pop, said, place), self.layer, self.controls)
        count = len(self.labels)
        self.chosen = len(lines) - 1 if chosen is None else chosen
        self._move(len(lines) - 1 - self.chosen - count // 2)

    def _make_lines(self, target: Target, place: Rect) -> None:
        self._top = place.top - LINE / 2
        self._frame = target.layer.frame("focus", place._replace(height=LINE + 4))
        self.labels = [
            target.layer.label("", place.x + 6, self._top - number * LINE, size=14, width=place.width - 12)
            for number in range(int(place.height // LINE))
        ]

    def update(self, seconds: float) -> None:
        """Show new and changed lines; a log that is scrolled back keeps its position."""
        super().update(seconds)
        new, self._count = len(self._all) - self._count, len(self._all)
        if self.chosen == self._count - new - 1 and not self._back:
            self.chosen += new
        self._move(max(0, new) if self._back else 0)

    @property
    def _first(self) -> int:
        return max(0, len(self._all) - self._back - len(self.labels))

    def _show(self) -> None:
        shown = list(self._all[self._first : len(self._all) - self._back])
        for written, line in zip(self.labels, [*shown, *[""] * (len(self.labels) - len(shown))], strict=True):
            written.tint = theme.colour("text" if is_sentence(line) else "accent")
            written.text = line
        row = self.chosen - self._first
        self._frame.visible = self._on_line is not None and 0 <= row < len(shown)
        self._frame.move(self._frame.rect.centre[0], self._top - row * LINE)

    def _move(self, lines: int) -> None:
        self._back = max(0, min(len(self._all) - len(self.labels), self._back + lines))
        self._show()

    def choose(self, number: int) -> None:
        """Select the line with this index, or the nearest one, and scroll to it."""
        self.chosen = max(0, min(len(self._all) - 1, number))
        self._bring_into_view()

    def _bring_into_view(self) -> None:
        first = min(self._first, self.chosen)
        first = max(first, self.chosen - len(self.labels) + 1)
        self._move(self._first - first)

    def _take(self) -> None:
        if self._on_line is not None and 0 <= self.chosen < len(self._all):
            self.app.pop()
            self._on_line(self.chosen)

    def _line_at(self, x: float, y: float) -> int | None:
        """Return the index of the line under a point, or `None`."""
        row = round((self._top - y) / LINE)
        number = self._first + row
        there = self.area.holds(x, y) and 0 <= row < len(self.labels) and number < len(self._all)
        return number if there else None

    def _cut_off(self, number: int | None) -> str:
        """Return the whole text of the line `number` if it is too long for its row, otherwise an empty text."""
        row = self.labels[number - self._first] if number is not None else None
        return row.text if row is not None and row.is_shortened else ""

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the whole text of a line that is too long for its row, or another tooltip."""
        return self._cut_off(self._line_at(x, y)) or super().tooltip_at(x, y)

    @property
    def focused(self) -> tuple[Rect, str] | None:
        """Return rectangle and text of the selected line if it is too long for its row, else those of the focus."""
        whole = self._cut_off(self.chosen) if self._frame.visible and self.controls.focus is None else ""
        return (self._frame.rect, whole) if whole else super().focused

    def rule_at(self, x: float, y: float) -> str:
        """Return the id of the rule behind the line under a point, or an empty text."""
        number = self._line_at(x, y)
        return self._rule_of(number) if number is not None else ""

    @property
    def rule_now(self) -> str:
        """Return the id of the rule behind the selected line, or an empty text."""
        return self._rule_of(self.chosen) if self._on_line is not None and self._all else ""

    def press(self, x: float, y: float, button: int) -> None:
        """Select the line under the mouse and show its moment."""
        number = self._line_at(x, y)
        if self._on_line is not None and number is not None:
            self.choose(number)
            self._take()
        else:
            super().press(x, y, button)

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Scroll by `amount` notches of the wheel: back if it is positive, forward if it is negative."""
        self._move(round(3 * amount))

    def focus_first(self) -> bool:
        """Focus no control, because the arrows choose a line; return `True`, since that is final."""
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this window: they choose a line, or scroll if lines have no moments."""
        page = len(self.labels) - 1
        text = _("A line or a page back or forward")
        moves = (("UP", 1), ("DOWN", -1), ("PAGEUP", page), ("PAGEDOWN", -page))
        show = [Shortcut(ENTER, _("Show the moment of the line"), self._enter)] if self._on_line is not None else []
        return [
            *(Shortcut((key,), text, partial(self._go, by)) for key, by in moves),
            *show,
            Shortcut(("L", "ESCAPE"), _("Close"), self.app.pop),
        ]

    def _go(self, lines: int) -> None:
        if self._on_line is not None:
            self.choose(self.chosen - lines)
        else:
            self._move(lines)

    def _enter(self) -> bool:
        free = self.controls.focus is None
        if free:
            self._take()
        return free
