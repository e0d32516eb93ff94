"""Chooses the panel beside the board: the one for the open question, or else the one for moving robots."""

from collections.abc import Callable
from dataclasses import replace

from roborally.core.data import Decision
from roborally.core.observation import SPECTATOR
from roborally.ui.match.panel.moving_panel import MovingPanel
from roborally.ui.plugin import Panel, PanelContext, Views
from roborally.ui.toolkit.part import NOWHERE
from roborally.ui.toolkit.theme import Rect

DEAF_TIME = 0.4
"""The seconds after a change of panel in which clicks are ignored, as they may be double clicks on the old panel."""


class Panels:
    """All panels of a match; `shown` is the visible one.

    `asking` are the plugins' panels for the current seat, by the kind of question; a spectator has none.
    """

    def __init__(
        self,
        panel_context: PanelContext,
        views: Views,
        make_moving: Callable[[], MovingPanel],
        turned: Callable[[], None],
    ) -> None:
        """Show the panel for moving robots; `make_moving` makes one in the current language.

        `turned` is called when another panel is shown.
        """
        self._panel_context = panel_context
        self._views = views
        self._make_moving = make_moving
        self._turned = turned
        self._deaf_left = 0.0
        self._beside: list[str] = []
        """The ids of the questions that panels ask together with their main questions."""
        self._left: dict[tuple[int, str], Panel] = {}
        """The latest panel by seat and kind of question; the next such panel copies its unfinished answer."""
        self.make()

    def make(self) -> None:
        """Make all panels anew in the current language, without an open question but with the lines of their logs."""
        self.moving = self._make_moving()
        self.seat()
        self.shown: MovingPanel | Panel = self.moving

    def move(self, rect: Rect) -> None:
        """Set the rectangle of panels that are made from now on."""
        self._panel_context = replace(self._panel_context, rect=rect)

    def seat(self) -> None:
        """Make the panels for questions anew for the seat at the screen."""
        self._beside = self._asked_beside()
        kinds = self._views.panels if self._panel_context.context.own != SPECTATOR else {}
        self.asking: dict[str, Panel] = {kind: make(self._panel_context) for kind, make in kinds.items()}
        for kind, panel in self.asking.items():
            before = self._left.get((self._panel_context.context.own, kind))
            if before is not None:
                panel.take_over(before)
            self._left[self._panel_context.context.own, kind] = panel

    def _asked_beside(self) -> list[str]:
        context = self._panel_context.context
        return [entry["id"] for entry in context.beside(context.own)]

    @property
    def open(self) -> Panel | None:
        """Return the panel with an open question, or `None`."""
        return next((panel for panel in self.asking.values() if panel.is_open), None)

    @property
    def unconfirmed(self) -> bool:
        """Return whether a panel has a started answer, which would be lost by leaving the match now."""
        return (panel := self.open) is not None and panel.unconfirmed

    @property
    def is_deaf(self) -> bool:
        """Return whether clicks are ignored, because they may have been meant for the previous panel."""
        return self._deaf_left > 0

    def ask(self, question: Decision) -> bool:
        """Show and open the panel of a question; return whether there is one for its kind."""
        if question["kind"] not in self.asking:
            return False
        if self._beside != self._asked_beside():
            self.seat()  # with or without space for these questions
        panel = self.asking[question["kind"]]
        self._show(panel)
        panel.open(question)
        return True

    def show_moving(self) -> None:
        """Show the panel for moving robots; cancel the answer in another panel."""
        if self.shown is not self.moving:
            if (panel := self.open) is not None:
                panel.close()
            self._show(self.moving)
        self.moving.refresh()

    def _show(self, panel: MovingPanel | Panel) -> None:
        if panel is not self.shown:
            self.shown.motion(*NOWHERE)  # it receives no more mouse events
            self.shown = panel
            self._deaf_left = DEAF_TIME
            self._turned()

    def update(self, seconds: float, held: int | None = None) -> None:
        """Advance the time by some seconds, in which the key `held` is held down, `None` for no key."""
        self._deaf_left -= seconds
        self.moving.hold(held if self.shown is self.moving else None, seconds)

    def show_time(self, left: float | None) -> None:
        """Show the seconds that remain for the answer, `None` if no clock runs."""
        for panel in self.asking.values():
            panel.show_time(left)

    def write(self, line: str) -> None:
        """Add a line to the logs of all panels."""
        self.moving.write(line)
        for panel in self.asking.values():
            panel.write(line)

    def replace(self, back: int, line: str) -> None:
        """Change a line in the logs of all panels; `back` is 1 for the last line, 2 for the one before."""
        self.moving.replace(back, line)
        for panel in self.asking.values():
            panel.replace(back, line)
