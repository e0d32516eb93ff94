"""The steps of a turn over the board, with the running one marked (CLI-1501)."""

from collections.abc import Callable

import arcade

from roborally.base.translation import _
from roborally.narration.rulebook.turn import TurnStep
from roborally.ui.match.windows.match_rules import MatchRules
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.scroll import ScrollArea
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Widget

ROW = 27.0
INDENT = 26.0
SIZE = 15.0


class StepRow(Widget):
    """A step of the turn; a click opens its rule."""

    def __init__(self, label: Label, rect: Rect, step: TurnStep, follow: Callable[[], None] | None) -> None:
        """Create the row of a step; one without a rule cannot be clicked."""
        super().__init__(rect, _("Click to read the rule") if follow is not None else "")
        self.of = step
        self._label = label
        self._follow = follow
        self.focusable = follow is not None
        self.running = False

    def refresh(self) -> None:
        """Highlight the row if the step runs, or the mouse is over it."""
        lit = self._follow is not None and (self.hovered or self.focused)
        self._label.tint = theme.colour("background" if self.running else "accent" if lit else "text")

    def activate(self, x: float, y: float) -> None:
        """Open the rule."""
        if self._follow is not None:
            self._follow()


class TurnSheet(Screen):
    """Lists the steps; the match continues behind it, and the mark follows. T, Enter and Esc close it."""

    opaque = False

    def __init__(self, app: App, rules: MatchRules, area: Callable[[], Rect]) -> None:
        """Show the steps of a match in the area for lists."""
        super().__init__(app, app.matches)
        self._rules = rules
        self._area = area
        self._build()

    def _build(self) -> None:
        self.clear()
        layer, area = self.layer, self._area()
        self._text = text = Rect(area.x + 20, area.y + 52, area.width - 40, area.height - 122)
        layer.frame("panel", area)
        layer.heading(_("The steps of a turn"), area.x + 24, area.top - 34, 21, tint=theme.colour("accent"))
        close = Rect(area.right - 66, area.top - 58, 44, 44)
        self.controls.add(Button(layer, close, "", self.app.pop, icon="cross", tooltip=_("Close (Esc)")))
        steps = self._rules.steps.shown
        hint = _("Click a step to read its rule.") if steps else _("The steps of these rules are not known here.")
        layer.label(hint, area.x + 24, area.y + 28, size=13, width=area.width - 48, tint=theme.colour("text-dim"))
        self.area: ScrollArea = self.controls.add(ScrollArea(self.space, layer, text))
        self._mark = self.area.layer.fill(
            Rect(text.x + 4, text.y, self.area.width - 8, ROW - 3), theme.colour("accent")
        )
        self.rows = [self._row(number, step) for number, step in enumerate(steps)]
        self.area.fill(len(steps) * ROW, [number * ROW for number in range(len(steps))])
        self._shown: TurnStep | None = None
        self._show(self._running_row())

    def _row(self, number: int, step: TurnStep) -> StepRow:
        top = self._text.top - number * ROW
        x = self._text.x + 12 + INDENT * step.depth
        label = self.area.layer.label(
            step.title,
            x,
            top - ROW / 2,
            size=SIZE,
            bold=bool(step.inner),
            width=self.area.width - (x - self._text.x) - 8,
        )
        follow = (lambda: self.app.open_rules(step.rule)) if step.rule else None
        row = StepRow(label, Rect(self._text.x + 4, top - ROW + 2, self.area.width - 8, ROW - 3), step, follow)
        self.area.group.add(row)
        return row

    def _running_row(self) -> StepRow | None:
        """Return the row of the running step, or of the closest outer step that has a row."""
        rows = {row.of.place: row for row in self.rows}
        found = [rows[step.place] for step in self._rules.path() if step.place in rows]
        return found[-1] if found else None

    def _show(self, running: StepRow | None) -> None:
        """Mark the running step and scroll to it."""
        self._mark.visible = running is not None
        for row in self.rows:
            row.running = row is running
            row.refresh()
        if running is not None:
            self._mark.center_y = running.rect.centre[1]
            self.area.show(running.rect)
        self._shown = running.of if running is not None else None

    def update(self, seconds: float) -> None:
        """Follow the match."""
        super().update(seconds)
        running = self._running_row()
        if (running.of if running is not None else None) != self._shown:
            self._show(running)

    def settled(self) -> None:
        """Lay everything out again for the final size."""
        self._build()

    def draw(self) -> None:
        """Draw the frame and the visible steps."""
        super().draw()
        self.area.draw()

    def focus_first(self) -> bool:
        """Focus the running step, or the first one."""
        row = self._running_row() or next(iter(self.rows), None)
        if self.controls.focus is None and row is not None:
            self.controls.set_focus(self.area)
            self.area.group.set_focus(row)
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this sheet."""
        return [Shortcut(("T", "ESCAPE"), _("Close"), self.app.pop)]

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: arrows scroll, T and Enter close as Esc does."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self.app.pop()
        elif symbol in (keys.UP, keys.DOWN, keys.PAGEUP, keys.PAGEDOWN) and self.controls.focus is None:
            self.area.key(symbol, modifiers)
        else:
            super().key(symbol, modifiers)
