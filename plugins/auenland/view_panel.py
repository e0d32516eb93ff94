"""The panel where a player enters a secret list of checkpoints (CLI-1504), with the mouse or the number keys."""

from collections.abc import Callable
from functools import partial
from typing import Any, Self

from roborally.base.translation import texts_of
from roborally.plugin import Decision, text
from roborally.ui.match.question_panel import QuestionPanel
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Button, Widget
from roborally.ui.toolkit.layout.branches import column, flow, space
from roborally.ui.toolkit.layout.leaves import button, label
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.shortcuts import Shortcut

_ = texts_of(__file__)
COLUMNS = 4
GAP = 6
HIGH = 40
"""The height of a button, in design units."""
EMPTY = "–"


class ObjectivesPanel(QuestionPanel):
    """A panel where the player clicks checkpoints in the order to reach them; `chosen` holds their numbers."""

    confirm_help = text("Confirm the list (Enter)")
    clear_help = text("Clear the list (Del)")

    def answer(self, log: Node | None) -> Node:
        """Return the parts of the panel: the question, the course's checkpoints and below them the list."""
        self.chosen: list[int] = []
        self.numbers: tuple[int, ...] = ()
        self.wanted = 0
        self.offers: list[Button] = []
        self.places: list[Button] = []
        dim = theme.colour("text-dim")
        offer, take = _("Put it at the end of your list (its number)"), _("Take it out (Backspace: the last one)")
        self._note = label("", 13, wrap=True, lines=2)
        return column(
            None if self.is_low else label(self.context.words.question("objectives"), 14, wrap=True),
            label(_("Checkpoints of this course"), 12, tint=dim),
            self._buttons(self.offers, self._add_at, offer),
            label(_("Your list, in this order"), 12, tint=dim),
            self._buttons(self.places, self._take_at, take),
            self._note,
            log or space(),
        )

    def _buttons(self, made: list[Button], act: Callable[[int], None], text: str) -> Node:
        """Return a button for each checkpoint; a click calls `act` with its index, from 0. `made` gets the buttons."""
        count = len(self.context.game.floor.tables["checkpoints"])
        buttons = [
            button(EMPTY, partial(act, place), icon="flag", size=18, tooltip=text, height=HIGH).then(made.append)
            for place in range(count)
        ]
        return flow(*buttons, gap=GAP, equal=True, most=COLUMNS)

    def built(self) -> None:
        """Store the label for the advice, now that all controls exist."""
        self.note = self._note.made

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
        """Return whether the list has its full length."""
        return len(self.chosen) == self.wanted

    def missing(self) -> str:
        """Return a text that says how many checkpoints are still to be chosen."""
        return _("Checkpoints still to choose: {count}").format(count=self.wanted - len(self.chosen))

    def answer_now(self, question: Decision) -> None:
        """Answer with the chosen list; instead of an incomplete one with the list dealt at random."""
        answer: Any = tuple(self.chosen) if self.complete() else question["default"]
        self.panel_context.answer(self.seat, question["id"], answer)

    def time_up(self) -> str:
        """Return a text that says which list is used when the time is up: the chosen one or the dealt one."""
        return (
            _("Time is up. Your list is taken.")
            if self.complete()
            else _("Time is up. You play the list that was dealt.")
        )

    @property
    def unconfirmed(self) -> bool:
        """Return whether the player has chosen a checkpoint but not confirmed the list."""
        return self.is_open and bool(self.chosen)

    def take_over(self, old: Self) -> None:
        """Continue with the list of an earlier panel, which this one replaces."""
        self.chosen = list(old.chosen)
        self.refresh()

    def clear(self) -> None:
        """Empty the list."""
        self.chosen = []

    def _add_at(self, place: int) -> None:
        if place < len(self.numbers):
            self.add(self.numbers[place])

    def add(self, number: int) -> None:
        """Append the checkpoint with this number, unless it is in the list already or the list is complete."""
        if self.is_open and number in self.numbers and number not in self.chosen and not self.complete():
            self.chosen.append(number)
            self.refresh()
            if self.controls.focus is not None:
                self.controls.set_focus(self.first_control())

    def _take_at(self, place: int) -> None:
        if self.is_open and place < len(self.chosen):
            del self.chosen[place]
            self.refresh()

    def refresh_own(self) -> None:
        """Update the buttons for the list and the checkpoints that can still be chosen."""
        for place, made in enumerate(self.offers):
            number = self.numbers[place] if place < len(self.numbers) else 0
            made.text = str(number or EMPTY)
            made.enable(self.is_open and bool(number) and number not in self.chosen and not self.complete())
        for place, made in enumerate(self.places):
            made.text = str(self.chosen[place]) if place < len(self.chosen) else EMPTY
            made.enable(self.is_open and place < len(self.chosen))
        self.note.text = self._advice()

    def _advice(self) -> str:
        if not self.is_open:
            return ""
        if self.complete():
            return _("The list is complete. Confirm with Enter.")
        text = _("{count} of {wanted} chosen. When the time is up, chance deals you a list.")
        return text.format(count=len(self.chosen), wanted=self.wanted)

    # --- keys -----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keyboard shortcuts of the panel (CLI-2002)."""
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
        """Return the button of the first checkpoint that can be chosen, else the one to confirm."""
        return next((button for button in self.offers if button.enabled), self.confirm)
