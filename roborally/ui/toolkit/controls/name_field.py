"""A text field for the name of a player."""

from collections.abc import Callable
from typing import Any

from roborally.base.player_names import MAX_NAME, name_problem
from roborally.base.translation import _
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.controls.fields import TextField
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect


class NameField(TextField):
    """A text field for a player's name, marked if the text is not a valid name; its tooltip then says why."""

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        value: str,
        on_change: Callable[[str], None],
        *,
        tooltip: str = "",
        size: float = 15,
    ) -> None:
        """Start with the name `value`; `on_change` is called with each new text, valid or not."""
        super().__init__(layer, rect, value, on_change, tooltip=tooltip, hint=_("Name"), longest=MAX_NAME, size=size)
        self._usual = tooltip
        tint = theme.colour("warning")
        frame = layer.frame("focus", rect.inset(-3))
        frame.tint = tint
        self.marks: list[Any] = [
            frame,
            layer.sprite(pictures.icon("info", 32), rect.right - 13, rect.centre[1], 16, tint=tint),
        ]
        self.judge()

    def resume(self, before: Widget) -> None:
        """Take over the name typed before the page was built again, and mark the field if the name is not valid."""
        super().resume(before)
        self.judge()

    def mark(self, problem: str) -> None:
        """Mark the field and show `problem` as its tooltip; for an empty text clear the mark."""
        self.tooltip = problem or self._usual
        for mark in self.marks:
            mark.visible = bool(problem)

    def judge(self) -> bool:
        """Return whether the text is a valid name, and mark the field if it is not."""
        problem = name_problem(self.value)
        self.mark(problem.as_sentence() if problem else "")
        return problem is None
