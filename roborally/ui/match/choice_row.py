"""A row of buttons, one of them chosen, for a question that a panel asks together with its main question."""

from collections.abc import Callable
from functools import partial
from typing import Any

from roborally.core.data import Decision
from roborally.ui.context import MatchContext
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.measure import heading_width
from roborally.ui.toolkit.theme import Rect

TITLE = 70
"""The width of the title at the left of the row, in design units."""
GAP = 4
LETTERS, MARGIN = 13.0, 8.0
"""The largest font size of a caption, and the space beside it in its button, in design units."""
LOW_LETTERS, ARROW, ABOVE = 11.0, 10.0, 7.0
"""A caption's font size below an arrow, the arrow's width and height over the button's middle, in design units."""
BELOW_ARROW, ALONE = 3.0, -1.0
"""How far a caption stands below the middle of its button, with an arrow above it or without, in design units."""
CLOSE = 0.9
"""The share of a button's width for its caption; rounding makes letters wider in some window sizes."""


class ChoiceRow:
    """A row of buttons for the choices of one question; `chosen` is the current answer, initially the default."""

    HEIGHT = 30.0

    def __init__(
        self,
        layer: Layer,
        controls: WidgetGroup,
        context: MatchContext,
        question: Decision,
        area: Rect,
        changed: Callable[[Decision, Any], None],
    ) -> None:
        """Add the row to a layer; `changed(question, answer)` is called with each choice, including the default."""
        self.question = question
        self.chosen: Any = question["default"]
        self._changed = changed
        self.area = area
        self.named = area._replace(width=TITLE)
        kind, view = question["kind"], context.listed(question)
        choices, self._left = [choice.value for choice in view.choices], view.left
        title, dim = context.words.topic(kind)[0], theme.colour("text-dim")
        layer.label(title, area.x + 2, area.centre[1], size=11, width=TITLE - 6, wrap=True, tint=dim)
        captions = [context.caption(question, choice) for choice in view.choices]
        width = (area.width - TITLE - GAP * (len(choices) - 1)) / len(choices)
        widest = max(heading_width(layer.canvas, caption, LETTERS) for caption in captions)
        ways = [context.direction_of(question, choice) for choice in choices]
        letters, down = (LOW_LETTERS, BELOW_ARROW) if any(way is not None for way in ways) else (LETTERS, ALONE)
        size = min(letters, LETTERS * CLOSE * (width - MARGIN) / widest)
        self.buttons: dict[Any, Button] = {}
        for number, (choice, caption, way) in enumerate(zip(choices, captions, ways, strict=True)):
            spot = Rect(area.x + TITLE + number * (width + GAP), area.y, width, self.HEIGHT)
            text = context.words.question(kind) if choice in self._left else context.words.find("gone", kind) or ""
            button = Button(layer, spot, "", partial(self.choose, choice), tooltip=text)
            x, y = spot.centre
            button.label = layer.heading(caption, x, y - down, size, anchor_x="center", width=width - MARGIN)
            if way is not None:
                button.icon = layer.sprite(pictures.arrow(way, 32), x, y + ABOVE, ARROW)
                button.refresh()
            self.buttons[choice] = controls.add(button)

    @property
    def is_changed(self) -> bool:
        """Return whether the choice differs from the default."""
        return bool(self.chosen != self.question["default"])

    def choose(self, choice: Any) -> None:
        """Choose another answer; the question is answered when the panel is confirmed."""
        self.chosen = choice
        self._changed(self.question, choice)

    def refresh(self, *, editable: bool) -> None:
        """Select the button of the choice; with `editable`, enable the buttons."""
        for choice, button in self.buttons.items():
            button.enable(editable and choice in self._left)
            button.selected = choice == self.chosen
