"""The right side of a match: the panel of the open question, or the moving panel while nothing is asked."""

from collections.abc import Callable

from roborally.core.data import Decision
from roborally.core.views import SPECTATOR
from roborally.ui.match.moving_panel import MovingPanel
from roborally.ui.plugin import Panel, PanelContext, Views

DEAF_TIME = 0.4
"""Seconds after a change of panel in which it takes no click: the second of a double click was meant for the other."""


class Panels:
    """All panels of a match, of which one is `shown`.

    `asking` are those of the plugins for the seat that plays now, by the kind of question; a spectator has none.
    """

    def __init__(self, panel_context: PanelContext, views: Views, make_moving: Callable[[], MovingPanel]) -> None:
        """Show the moving panel; `make_moving` makes one in the language that is spoken."""
        self._panel_context = panel_context
        self._views = views
        self._make_moving = make_moving
        self._deaf_left = 0.0
        self._left: dict[tuple[int, str], Panel] = {}
        """The latest panel of each seat by the kind of question: what lies in it is taken over by the next one."""
        self.make()

    def make(self) -> None:
        """Make all of them anew, with nothing open; what has been told stands in their logs."""
        self.moving = self._make_moving()
        for line in self._panel_context.context.log:
            self.moving.write(line)
        self.seat()
        self.shown: MovingPanel | Panel = self.moving

    def seat(self) -> None:
        """Make those anew in which the seat that plays now answers."""
        kinds = self._views.panels if self._panel_context.context.own != SPECTATOR else {}
        self.asking: dict[str, Panel] = {kind: make(self._panel_context) for kind, make in kinds.items()}
        for kind, panel in self.asking.items():
            before = self._left.get((self._panel_context.context.own, kind))
            if before is not None:
                panel.take_over(before)
            self._left[self._panel_context.context.own, kind] = panel

    @property
    def open(self) -> Panel | None:
        """The one in which something is being put together."""
        return next((panel for panel in self.asking.values() if panel.is_open), None)

    @property
    def is_deaf(self) -> bool:
        """Whether a click is not meant for what is shown."""
        return self._deaf_left > 0

    def ask(self, question: Decision) -> bool:
        """Show the panel of a question and open it; return whether there is one for its kind."""
        panel = self.asking.get(question["kind"])
        if panel is None:
            return False
        self._show(panel)
        panel.open(question)
        return True

    def show_moving(self) -> None:
        """Show the moving panel as it is now; whatever was open is given up."""
        if self.shown is not self.moving:
            if (panel := self.open) is not None:
                panel.close()
            self._show(self.moving)
        self.moving.refresh()

    def _show(self, panel: MovingPanel | Panel) -> None:
        if panel is not self.shown:
            self.shown = panel
            self._deaf_left = DEAF_TIME

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._deaf_left -= seconds

    def show_time(self, left: float | None) -> None:
        """Show how many seconds are left, `None` where no clock runs."""
        for panel in self.asking.values():
            panel.show_time(left)

    def write(self, line: str) -> None:
        """Add a line to all logs."""
        self.moving.write(line)
        for panel in self.asking.values():
            panel.write(line)
