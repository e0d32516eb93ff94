"""The buttons beside the log in a panel: open the whole log, and replay the last turn (CLI-2022, CLI-2023)."""

from functools import partial

from roborally.base.translation import _
from roborally.ui.context import MatchContext
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, row, space
from roborally.ui.toolkit.layout.leaves import build_in, button
from roborally.ui.toolkit.theme import Rect

SIDE, GAP = 28.0, 3.0
"""The side of a button, and the space around it, in design units."""
COLUMN = SIDE + GAP
"""The width that the buttons need beside the log, in design units."""


class LogButtons:
    """Two small buttons in a column, at the right of the log; only the first if the match cannot be replayed."""

    def __init__(self, layer: Layer, controls: WidgetGroup, context: MatchContext, area: Rect) -> None:
        """Place the buttons at the right edge of `area`, from its top down."""
        side = min(SIDE, (area.height - GAP) / 2)
        whole = button("", context.show_log, icon="journal", height=side, tooltip=_("The whole log (L)"))
        again, watch = None, context.watch_last_turns
        if watch is not None:
            again = button("", partial(watch, 1), icon="replay", height=side, tooltip=_("Watch the last turn again"))
        build_in(area, row(space(), column(whole, again, gap=GAP)), layer, controls)
        self.whole: Button = whole.made
        self.again: Button | None = again.made if again is not None else None
        self._context = context
        self._written = -1
        self.refresh()

    def refresh(self) -> None:
        """Enable the button for the last turn as soon as there is one."""
        written = self._context.log.written
        if self.again is not None and self._written != written:
            self._written = written
            self.again.enable(self._context.last_turns() is not None)
