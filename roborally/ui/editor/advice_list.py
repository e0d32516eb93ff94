"""What is said of the board, as a list; a click leads to the cell."""

from collections.abc import Callable, Sequence

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.ui.editor.board_canvas import DOUBT, FAULT
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Widget
from roborally.workshop.editor.advice import Advice

GAP = 8.0
SIZE = 12.5


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
    """Shows as many sentences as fit; one of them is written in a frame, because letters take time."""

    def __init__(self, layer: Layer, controls: WidgetGroup, area: Rect, go_to: Callable[[Cell], None]) -> None:
        """Lay the rows out in an area."""
        self._area = area
        self._rows = [
            controls.add(_Row(layer, Rect(area.x, area.top, area.width, 0), go_to))
            for _number in range(max(1, int(area.height // 34)))
        ]
        self._wanted: list[tuple[str, Advice | None]] = []
        self._good = ""

    def show(self, advice: Sequence[Advice], problem: str, *, complete: bool) -> None:
        """Tell what has been found; `complete` says that nothing more will come."""
        told: list[tuple[str, Advice | None]] = [(entry.message.as_sentence(), entry) for entry in advice]
        if problem:
            told.append((_("Only faults are found: {problem}").format(problem=problem), None))
        if not told and complete:
            told = [(_("Nothing is wrong with this board."), None)]
        if told or complete:
            self._wanted = told

    def update(self) -> bool:
        """Write one row; return whether there is more to do."""
        for number, row in enumerate(self._rows):
            text, advice = self._wanted[number] if number < len(self._wanted) else ("", None)
            if row.label.text != text or row.advice is not advice:
                row.label.text, row.advice = text, advice
                good = theme.colour("text-dim")
                row.label.tint = good if advice is None else FAULT if advice.is_fault else DOUBT
                self._stack()
                return True
        return False

    def _stack(self) -> None:
        """Put the rows below each other; what does not fit is not seen."""
        top = self._area.top
        for row in self._rows:
            height = row.label.shown_size[1] if row.label.text else 0.0
            fits = bool(row.label.text) and top - height >= self._area.y
            row.label.visible = fits
            row.enabled = fits and row.advice is not None and bool(row.advice.cells)
            row.label.move(self._area.x, top)
            row.rect = Rect(self._area.x, top - height, self._area.width, height)
            top -= height + GAP if fits else 0.0
