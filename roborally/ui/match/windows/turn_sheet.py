"""A list of the steps of a turn over the board, with the running one marked (CLI-1501)."""

from collections.abc import Callable
from functools import partial

import arcade

from roborally.base.translation import _
from roborally.narration.rulebook.turn import TurnStep
from roborally.ui.match.windows.match_rules import MatchRules
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column
from roborally.ui.toolkit.layout.leaves import build_in, label, scroll, titled, widget
from roborally.ui.toolkit.layout.nodes import Size
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect

ROW, GAP = 24.0, 3.0
"""The height of a step, and the space between two, in design units."""
INDENT = 26.0
SIZE = 15.0


class StepRow(Widget):
    """The row of a step of the turn; a click opens its rule."""

    def __init__(self, layer: Layer, rect: Rect, step: TurnStep, follow: Callable[[], None] | None) -> None:
        """Write the title of a step; `follow` opens its rule, and is `None` for a step without one."""
        super().__init__(rect, _("Read the rule") if follow is not None else "")
        self.of = step
        self._mark = layer.fill(rect, theme.colour("accent"))
        x = rect.x + 8 + INDENT * step.depth
        bold, width = bool(step.inner), rect.right - x - 4
        self._label = layer.label(step.title, x, rect.centre[1], size=SIZE, bold=bold, width=width)
        self._follow = follow
        self.focusable = follow is not None
        self.running = False

    def refresh(self) -> None:
        """Highlight the row if the step is running, or if the mouse is over it."""
        self._mark.visible = self.running
        lit = self._follow is not None and (self.hovered or self.focused)
        self._label.tint = theme.colour("background" if self.running else "accent" if lit else "text")

    def activate(self, x: float, y: float) -> None:
        """Open the rule of the step."""
        if self._follow is not None:
            self._follow()


class TurnSheet(Screen):
    """A list of the steps of a turn with the running one marked; the match goes on. T, Enter and Esc close it."""

    opaque = False

    def __init__(self, app: App, rules: MatchRules, area: Callable[[], Rect]) -> None:
        super().__init__(app, app.matches)
        self._rules = rules
        self._area = area
        self._build()

    def _build(self) -> None:
        self.clear()
        steps = self._rules.steps.shown
        hint = _("Choose a step to read its rule.") if steps else _("The steps of these rules are not known here.")
        rows = [widget(StepRow, step, self._follower(step), width=Size(120, 400), height=ROW) for step in steps]
        below = label(hint, 13, tint=theme.colour("text-dim"), wrap=True)
        tree = titled(_("The steps of a turn"), self.app.pop, scroll(column(*rows, gap=GAP, pad=(4, 0))).grow(), below)
        (self.area,) = build_in(self._area(), tree, self.layer, self.controls)
        self.rows: list[StepRow] = [row.made for row in rows]
        self._shown: TurnStep | None = None
        self._show(self._running_row())

    def _follower(self, step: TurnStep) -> Callable[[], None] | None:
        return partial(self.app.open_rules, step.rule) if step.rule else None

    def _running_row(self) -> StepRow | None:
        """Return the row of the running step, or of the innermost step around it with a row; `None` if none has one."""
        rows = {row.of.place: row for row in self.rows}
        found = [rows[step.place] for step in self._rules.path() if step.place in rows]
        return found[-1] if found else None

    def _show(self, running: StepRow | None) -> None:
        """Mark the running step and scroll to it, or with `None` mark no step."""
        for row in self.rows:
            row.running = row is running
            row.refresh()
        if running is not None:
            self.area.show(running.rect)
        self._shown = running.of if running is not None else None

    def update(self, seconds: float) -> None:
        """Mark the step that the match has reached."""
        super().update(seconds)
        running = self._running_row()
        if (running.of if running is not None else None) != self._shown:
            self._show(running)

    def settled(self) -> None:
        """Lay everything out again for the final size of the window."""
        self._build()

    def draw(self) -> None:
        """Draw the frame and the visible steps."""
        super().draw()
        self.area.draw()

    def focus_first(self) -> bool:
        """Focus the running step, or the first one; always return `True`."""
        row = self._running_row() or next(iter(self.rows), None)
        if self.controls.focus is None and row is not None:
            self.controls.set_focus(self.area)
            self.area.group.set_focus(row)
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that close this list."""
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
