"""A list of sentences, each with an action for a click; for advice and ratings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from arcade.types import Color

from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.scroll import ScrollArea
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

FAULT, DOUBT = Color(255, 80, 70), Color(255, 200, 60)
"""The colours of sentences: for problems that make a board unusable, and for those that make it hard to play."""
GAP = 8.0
CLOSE = 2.0
"""The gap below a sentence that belongs to the next one, in design units."""
SIZE = 12.5


@dataclass(frozen=True)
class Sentence:
    """A row of the list: its text, the action of a click or `None`, and whether it is `close` to the row below."""

    text: str
    tint: Color = field(default_factory=lambda: theme.colour("text-dim"))
    action: Callable[[], None] | None = field(default=None, compare=False)
    tooltip: str = ""
    close: bool = False


class SentenceRow(Widget):
    """A row of a `SentenceList` as a control."""

    def __init__(self, layer: Layer, rect: Rect) -> None:
        super().__init__(rect)
        self.enabled = False
        self.text = Sentence("")
        self.label: Label = layer.label("", rect.x, rect.top, size=SIZE, width=rect.width, wrap=True, anchor_y="top")

    def show(self, text: Sentence) -> bool:
        """Show another sentence; return whether the visible text or its colour has changed."""
        differs, self.text = text != self.text, text
        self.tooltip = text.tooltip
        if differs:
            self.label.text, self.label.tint = text.text, text.tint
        return differs

    def activate(self, x: float, y: float) -> None:
        """Run the action of the sentence, if it has one."""
        if self.text.action is not None:
            self.text.action()


class SentenceList:
    """A list of sentences that scrolls; it draws one sentence per frame, because rendering letters takes time."""

    def __init__(self, space: Space, layer: Layer, controls: WidgetGroup, area: Rect, padding: float = 0.0) -> None:
        """Place the list in a rectangle; `padding` is the free space around the sentences, in design units."""
        self.area: ScrollArea = controls.add(ScrollArea(space, layer, area))
        self._padding = padding
        self.rows: list[SentenceRow] = []
        """The rows made so far; those without a text are not in use."""
        self._wanted: Sequence[Sentence] = ()

    def show(self, text: Sequence[Sentence]) -> None:
        """Replace the sentences; `update` shows them one by one, but surplus rows disappear at once."""
        fewer = len(text) < len(self._wanted)
        self._wanted = text
        if fewer:
            self._stack()

    def update(self) -> bool:
        """Show the next new sentence; return whether there may be more."""
        if len(self.rows) < len(self._wanted):
            self.rows.append(self.area.group.add(SentenceRow(self.area.layer, self._line(self.area.rect.top, 0))))
        for number, row in enumerate(self.rows):
            if row.show(self._wanted[number] if number < len(self._wanted) else Sentence("")):
                self._stack()
                return True
        return False

    def draw(self) -> None:
        """Draw the visible rows."""
        self.area.draw()

    def _stack(self) -> None:
        top = self.area.rect.top - self._padding
        for number, row in enumerate(self.rows):
            text = bool(row.label.text) and number < len(self._wanted)
            height = row.label.shown_size[1] if text else 0.0
            row.label.visible = text
            row.enabled = text and row.text.action is not None
            row.rect = self._line(top - height, height)
            row.label.move(row.rect.x, top)
            top -= height + (CLOSE if row.text.close else GAP) if text else 0.0
        self.area.fill(self.area.rect.top - top + self._padding)

    def _line(self, y: float, height: float) -> Rect:
        """Return the rectangle of a row with this lower edge and height."""
        return Rect(self.area.rect.x + self._padding, y, self.area.width - 2 * self._padding, height)
