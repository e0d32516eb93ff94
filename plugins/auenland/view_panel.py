"""The panel where a player enters a secret list of checkpoints (CLI-1504), with the mouse or the number keys."""

from collections.abc import Callable
from functools import partial
from typing import Any, Self

from roborally.core.data import Decision
from roborally.plugin import text
from roborally.ui.match.question_panel import QuestionPanel
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button, Widget

from .view_texts import _

COLUMNS = 4
GAP = 6
HIGH = 40
"""The height of a button."""
LINE = 24
"""The height of a line of text with the space below it."""
EMPTY = "–"


class ObjectivesPanel(QuestionPanel):
    """A panel where the player clicks checkpoints in the order to reach them; `chosen` holds their numbers."""

    confirm_help = text("Confirm the list (Enter)")
    clear_help = text("Clear the list (Del)")

    def lay_out(self) -> None:
        """Lay out the question, the checkpoints of the course and the list below them."""
        self.chosen: list[int] = []
        self.numbers: tuple[int, ...] = ()
        self.wanted = 0
        room, layer = self.room, self.layer
        text = self.context.words.question("objectives")
        label = layer.label(text, room.x + 2, room.top - 4, size=14, width=room.width - 4, wrap=True, anchor_y="top")
        top = room.top - label.shown_size[1] - 16
        dim = theme.colour("text-dim")
        layer.label(_("Checkpoints of this course"), room.x + 2, top - 10, size=12, tint=dim)
        count = len(self.context.game.floor.tables["checkpoints"])
        self.offers = self._row_of_buttons(
            top - LINE, count, self._add_at, _("Put it at the end of your list (its number)")
        )
        top -= LINE + -(-count // COLUMNS) * (HIGH + GAP) + 10
        layer.label(_("Your list, in this order"), room.x + 2, top - 10, size=12, tint=dim)
        self.places = self._row_of_buttons(top - LINE, count, self._take_at, _("Take it out (Backspace: the last one)"))
        top -= LINE + -(-count // COLUMNS) * (HIGH + GAP) + 8
        self.note = layer.label("", room.x + 2, top, size=13, width=room.width - 4, wrap=True, anchor_y="top")

    def _row_of_buttons(self, top: float, count: int, act: Callable[[int], None], text: str) -> list[Button]:
        width = (self.room.width - GAP * (COLUMNS - 1)) / COLUMNS
        found = []
        for place in range(count):
            x = self.room.x + place % COLUMNS * (width + GAP)
            y = top - (place // COLUMNS + 1) * (HIGH + GAP) + GAP
            spot = Rect(x, y, width, HIGH)
            button = Button(self.layer, spot, EMPTY, partial(act, place), icon="flag", size=18, tooltip=text)
            found.append(self.controls.add(button))
        return found

    # --- the list -------------------------------------------------------------------------------------------------

    def heading(self) -> str:
        """Return the title of the panel."""
        return _("Your objectives")

    def begin(self) -> None:
        """Start with an empty list."""
        assert self.question is not None
        self.chosen = []
        self.numbers = tuple(self.question["info"]["numbers"])
        self.wanted = self.question["info"]["length"]

    def complete(self) -> bool:
        """Return whether the list is as long as it must be."""
        return len(self.chosen) == self.wanted

    def missing(self) -> str:
        """Say how many checkpoints are still to be chosen."""
        return _("Checkpoints still to choose: {count}").format(count=self.wanted - len(self.chosen))

    def answer_now(self, question: Decision) -> None:
        """Answer with the list; with the dealt one if the list is incomplete when the time is up."""
        answer: Any = tuple(self.chosen) if self.complete() else question["default"]
        self.panel_context.answer(self.seat, question["id"], answer)

    def time_up(self) -> str:
        """Say which list is played when the time is up."""
        return (
            _("Time is up. Your list is taken.")
            if self.complete()
            else _("Time is up. You play the list that was dealt.")
        )

    @property
    def unconfirmed(self) -> bool:
        """Return whether a list has been begun."""
        return self.is_open and bool(self.chosen)

    def take_over(self, old: Self) -> None:
        """Continue with the list of another panel."""
        self.chosen = list(old.chosen)
        self.refresh()

    def clear(self) -> None:
        """Empty the list."""
        self.chosen = []

    def _add_at(self, place: int) -> None:
        if place < len(self.numbers):
            self.add(self.numbers[place])

    def add(self, number: int) -> None:
        """Append a checkpoint, unless it is in the list already or the list is complete."""
        if self.editable and number in self.numbers and number not in self.chosen and not self.complete():
            self.chosen.append(number)
            self.refresh()
            if self.controls.focus is not None:
                self.controls.set_focus(self.first_control())

    def _take_at(self, place: int) -> None:
        if self.editable and place < len(self.chosen):
            del self.chosen[place]
            self.refresh()

    def refresh_own(self) -> None:
        """Show the list and the checkpoints that can still be chosen."""
        for place, button in enumerate(self.offers):
            number = self.numbers[place] if place < len(self.numbers) else 0
            button.text = str(number or EMPTY)
            button.enable(self.editable and bool(number) and number not in self.chosen and not self.complete())
        for place, button in enumerate(self.places):
            button.text = str(self.chosen[place]) if place < len(self.chosen) else EMPTY
            button.enable(self.editable and place < len(self.chosen))
        self.note.text = self._advice()

    def _advice(self) -> str:
        if not self.editable:
            return ""
        if self.complete():
            return _("The list is complete. Confirm with Enter.")
        text = _("{count} of {wanted} chosen. When the time is up, chance deals you a list.")
        return text.format(count=len(self.chosen), wanted=self.wanted)

    # --- keys -----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of the panel (CLI-2002)."""
        digits = [
            Shortcut((f"KEY_{number}", f"NUM_{number}"), _("Put this checkpoint at the end"), partial(self.add, number))
            for number in range(1, 10)
        ]
        back = Shortcut(("BACKSPACE",), _("Take back the last checkpoint"), self._take_last)
        return [*digits, back, *super().shortcuts()]

    def _take_last(self) -> None:
        if self.chosen:
            self._take_at(len(self.chosen) - 1)

    def first_control(self) -> Widget | None:
        """Return the first checkpoint that is left, or the button to confirm."""
        return next((button for button in self.offers if button.enabled), self.confirm)
