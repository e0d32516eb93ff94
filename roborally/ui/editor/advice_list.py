"""What is said of the board, as a list; a click leads to the cell."""

from collections.abc import Callable, Sequence

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.ui.editor.board_canvas import DOUBT, FAULT
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.scroll import ScrollArea
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Widget
from roborally.workshop.editor.advice import Advice

GAP = 8.0
SIZE = 12.5
MOST = 60
"""The most sentences that are listed; what is left is told when some of it is mended."""


class _Row(Widget):
    """A place in the list."""

    def __init__(self, layer: Layer, rect: Rect, go_to: Callable[[Cell], None]) -> None:
        super().__init__(rect)
        self.enabled = False
        self.advice: Advice | None = None
        self.label: Label = layer.label("", rect.x, rect.top, size=SIZE, width=rect.width, wrap=True, anchor_y="top")
        self._go_to = go_to

    def activate(self, x: float, y: float) -> None:
        """Lead to the first of the cells."""
        if self.advice is not None and self.advice.cells:
            self._go_to(self.advice.cells[0])


class AdviceList:
    """Shows all that is said, as far as there is room, and the rest by scrolling.

    One sentence is written in a frame, because letters take time.
    """

    def __init__(
        self, space: Space, layer: Layer, controls: WidgetGroup, area: Rect, go_to: Callable[[Cell], None]
    ) -> None:
        """Lay the list out in an area."""
        self.area: ScrollArea = controls.add(ScrollArea(space, layer, area))
        self._go_to = go_to
        self._rows: list[_Row] = []
        self._wanted: list[tuple[str, Advice | None]] = []

    def show(self, advice: Sequence[Advice], problem: str, *, complete: bool) -> None:
        """Tell what has been found; `complete` says that nothing more will come."""
        told: list[tuple[str, Advice | None]] = [(entry.message.as_sentence(), entry) for entry in advice[:MOST]]
        if len(advice) > MOST:
            told.append((_("And {count} more.").format(count=len(advice) - MOST), None))
        if problem:
            told.append((_("Only faults are found: {problem}").format(problem=problem), None))
        if not told and complete:
            told = [(_("Nothing is wrong with this board."), None)]
        if told or complete:
            self._wanted = told

    def update(self) -> bool:
        """Write one row; return whether there is more to do."""
        if len(self._rows) < len(self._wanted):
            rect = self.area.rect
            row = _Row(self.area.layer, Rect(rect.x, rect.top, self.area.width, 0), self._go_to)
            self._rows.append(self.area.group.add(row))
        for number, row in enumerate(self._rows):
            text, advice = self._wanted[number] if number < len(self._wanted) else ("", None)
            if row.label.text != text or row.advice is not advice:
                row.label.text, row.advice = text, advice
                good = theme.colour("text-dim")
                row.label.tint = good if advice is None else FAULT if advice.is_fault else DOUBT
                self._stack()
                return True
        return False

    def draw(self) -> None:
        """Draw what is in view."""
        self.area.draw()

    def _stack(self) -> None:
        """Put the rows below each other."""
        top = self.area.rect.top
        for row in self._rows:
            told = bool(row.label.text)
            height = row.label.shown_size[1] if told else 0.0
            row.label.visible = told
            row.enabled = told and row.advice is not None and bool(row.advice.cells)
            row.label.move(self.area.rect.x, top)
            row.rect = Rect(self.area.rect.x, top - height, self.area.width, height)
            top -= height + GAP if told else 0.0
        self.area.fill(self.area.rect.top - top)
