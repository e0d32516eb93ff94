"""The buttons beside the log in a panel: open the whole log, and replay the last turn (CLI-2022, CLI-2023)."""

from roborally.base.translation import _
from roborally.ui.context import MatchContext
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

SIDE, GAP = 28.0, 3.0
"""The side of a button, and the space around it."""
COLUMN = SIDE + GAP
"""The width that the buttons need beside the log."""


class LogButtons:
    """Two small buttons in a column, at the right of the log; only the first if the match cannot be replayed."""

    def __init__(self, layer: Layer, controls: WidgetGroup, context: MatchContext, area: Rect) -> None:
        """Place them within `area`, from its top down."""
        side = min(SIDE, (area.height - GAP) / 2)
        spot = Rect(area.right - side, area.top - side, side, side)
        whole = Button(layer, spot, "", context.show_log, icon="journal", tooltip=_("The whole log (L)"))
        self.whole: Button = controls.add(whole)
        self._context = context
        self._written = -1
        self.again: Button | None = None
        if context.watch_last_turn is not None:
            spot = spot._replace(y=spot.y - side - GAP)
            text = _("Watch the last turn again")
            self.again = controls.add(Button(layer, spot, "", context.watch_last_turn, icon="replay", tooltip=text))
        self.refresh()

    def refresh(self) -> None:
        """Enable the button for the last turn as soon as there is one."""
        written = self._context.log.written
        if self.again is not None and self._written != written:
            self._written = written
            self.again.enable(self._context.last_turn() is not None)
