"""A window over the board with the whole log of a match."""

from collections.abc import Callable
from functools import partial

from arcade.types import Color

from roborally.base.translation import _
from roborally.core.events import Event
from roborally.narration.match_log import MatchLog
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.controls.lists import MARGIN, ScrolledRows
from roborally.ui.toolkit.layout.leaves import build_in, label, titled
from roborally.ui.toolkit.layout.nodes import Leaf, Size, Target
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

LINE = 21


class LogScreen(Screen):
    """Shows the latest lines; wheel, bar, arrows and page keys scroll back. Lines that come later are added.

    With `on_line` a line is selected, initially `chosen`; Enter or a click closes the window and calls it with the
    index.
    """

    opaque = False

    def __init__(
        self,
        app: App,
        log: MatchLog,
        area: Rect,
        tint_of: Callable[[str], Color],
        rule_of: Callable[[Event], str],
        on_line: Callable[[int], None] | None = None,
        chosen: int | None = None,
    ) -> None:
        """Show the end of the log, or the line with the index `chosen`, in an area of the match.

        `tint_of` returns the colour of a line, `rule_of` the id of the rule behind an event, or an empty text.
        """
        super().__init__(app, Space(app, app.matches.scale, area))
        self._log, self._tint_of, self._rule_of = log, tint_of, rule_of
        self._on_line = on_line
        hint = _("Choose a line to see its moment; F1 shows the rule.") if on_line is not None else ""
        place = Leaf(self._make_lines, 200, Size(5 * LINE + 2 * MARGIN, 20 * LINE)).at("stretch").grow()
        said = label(hint, 13, tint=theme.colour("text-dim"), wrap=True) if hint else None
        build_in(area, titled(_("What happened"), app.pop, said, place), self.layer, self.controls)
        self.chosen = len(log) - 1 if chosen is None else chosen
        self.rows.to(self.chosen - len(self.labels) // 2)

    def _make_lines(self, target: Target, place: Rect) -> None:
        self.rows: ScrolledRows = target.controls.add(
            ScrolledRows(target.layer, place, LINE, len(self._log), lambda first: self._show())
        )
        self.rows.focusable = False  # the arrows choose a line
        places = [self.rows.row(number) for number in range(self.rows.room)]
        self._frame = target.layer.frame("focus", self.rows.row(0).inset(-2))
        self.labels = [
            target.layer.label("", row.x + 6, row.centre[1], size=14, width=row.width - 12) for row in places
        ]

    def update(self, seconds: float) -> None:
        """Show new and changed lines; a log that is scrolled back keeps its position."""
        super().update(seconds)
        rows, count = self.rows, len(self._log)
        if count == rows.count:
            self._show()
            return
        is_at_end = rows.first == rows.hidden
        if is_at_end and self.chosen == rows.count - 1:
            self.chosen = count - 1
        rows.recount(count)
        rows.to(rows.hidden if is_at_end else rows.first)

    def _show(self) -> None:
        first = self.rows.first
        shown = self._log[first : first + len(self.labels)]
        for number, written in enumerate(self.labels):
            line = shown[number] if number < len(shown) else ""
            if written.text != line:
                written.text, written.tint = line, self._tint_of(line)
        row = self.chosen - first
        self._frame.visible = self._on_line is not None and 0 <= row < len(shown)
        self._frame.move(*self.rows.row(row).centre)

    def choose(self, number: int) -> None:
        """Select the line with this index, or the nearest one, and scroll to it."""
        self.chosen = max(0, min(len(self._log) - 1, number))
        self.rows.to(max(self.chosen - self.rows.visible + 1, min(self.rows.first, self.chosen)))

    def _take(self) -> None:
        if self._on_line is not None and 0 <= self.chosen < len(self._log):
            self.app.pop()
            self._on_line(self.chosen)

    def _line_at(self, x: float, y: float) -> int | None:
        """Return the index of the line under a point, or `None`."""
        row = next((row for row in range(self.rows.visible) if self.rows.row(row).holds(x, y)), None)
        return self.rows.first + row if row is not None else None

    def _cut_off(self, number: int | None) -> str:
        """Return the whole text of the line `number` if it is too long for its row, otherwise an empty text."""
        row = self.labels[number - self.rows.first] if number is not None else None
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
        return self._rule(number) if number is not None else ""

    def _rule(self, number: int) -> str:
        return self._rule_of(self._log.event(self._log.first + number))

    @property
    def rule_now(self) -> str:
        """Return the id of the rule behind the selected line, or an empty text."""
        return self._rule(self.chosen) if self._on_line is not None and self._log else ""

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
        self.rows.scroll(amount)

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
            self.rows.to(self.rows.first - lines)

    def _enter(self) -> bool:
        free = self.controls.focus is None
        if free:
            self._take()
        return free
