"""Asks the people at this machine: which question comes next, where it is shown, and what becomes of the answer."""

from functools import partial
from typing import Any

from roborally.core.decisions import AnswerError
from roborally.core.geometry import Cell
from roborally.core.rules import Decision
from roborally.texts import _
from roborally.ui import questions
from roborally.ui.dialogs import message
from roborally.ui.field import Field
from roborally.ui.foreground import Foreground
from roborally.ui.hot_seat import HotSeat, is_private
from roborally.ui.interfaces import Interfaces
from roborally.ui.match_sounds import MatchSounds
from roborally.ui.notices import Notices
from roborally.ui.question_dialog import QuestionDialog
from roborally.ui.table import Table

LAST_MOMENT = 0.05
"""Seconds before the end of the time at which an unfinished program is handed in as it lies (STD-506)."""


class Asker:
    """Asks one question after the other: in an interface, in a dialog over it, or by cells on the board.

    `asked` is the open question, `marked` the cells of the board that answer it, each with its answer.
    """

    def __init__(
        self,
        foreground: Foreground,
        table: Table,
        field: Field,
        interfaces: Interfaces,
        notices: Notices,
        sounds: MatchSounds,
    ) -> None:
        """Begin without a question; dialogs lie in the foreground."""
        self.asked: Decision | None = None
        self.marked: dict[Cell, Any] = {}
        self.dialog: QuestionDialog | None = None
        self.hot_seat = HotSeat(foreground, table, field, interfaces)
        self._foreground = foreground
        self._table = table
        self._session = table.session
        self._field = field
        self._interfaces = interfaces
        self._notices = notices
        self._sounds = sounds

    @property
    def waits(self) -> bool:
        """Whether somebody at this machine is asked or called."""
        return self.asked is not None or self.hot_seat.curtain is not None

    # --- asking ---------------------------------------------------------------------------------------------------

    def ask_next(self) -> None:
        """Ask what holds up the match, if anything does that is for people here."""
        if self.hot_seat.curtain is not None:
            return
        for seat in self._session.humans():
            question = self._table.question(seat)
            if question is not None and not question["optional"]:
                if (only := questions.only_choice(self._table, question)) is not None:
                    self.answer(seat, question["id"], only)  # what happens then the log tells
                    return
                self._sounds.asked()
                if seat != self._table.own and is_private(self._table, question):
                    self._interfaces.show_moving()
                    self.hot_seat.call(question, self._ask)
                else:
                    self._ask(question)
                return
        self._interfaces.show_moving()

    def _ask(self, question: Decision) -> None:
        self.asked = question
        if self._interfaces.ask(question):
            self._notices.hush()
        else:
            self._interfaces.show_moving()
            self._show_dialog(question)

    def _show_dialog(self, question: Decision) -> None:
        field = self._field
        cells = {value: value for value in question["choices"] or () if isinstance(value, tuple) and len(value) == 2}
        where = self._table.views.stands.get(question["kind"])
        stand = where(self._session.view(question["seat"]), question) if where is not None else None
        if cells:
            self.marked = cells
            field.targets.mark(cells)
            self._notices.ask(self._table, question)
        else:
            answer = partial(self.answer, question["seat"], question["id"])
            front, look = self._foreground, field.preview.look_at
            self.dialog = questions.ask(front.app, self._table, question, answer, front.menu, front.area, look)
            front.put(self.dialog)
            if stand is not None:
                field.targets.mark([stand])
        if stand is not None:
            field.preview.show(question, stand)

    # --- while a question is open ---------------------------------------------------------------------------------

    def show_time(self, left: float | None) -> None:
        """Show how many seconds are left, `None` where no clock runs."""
        self._sounds.clock(left if self.asked is not None else None)
        self._interfaces.show_time(left)
        if self.marked:
            self._notices.show_time(left)
        elif self.dialog is not None:
            self.dialog.show_time(left)

    def hand_in_at_last(self) -> None:
        """Hand in what lies in the slots when the time is up (STD-506)."""
        left = self._session.seconds_left()
        panel = self._interfaces.open
        if left is None or left > LAST_MOMENT:
            return
        if panel is not None:
            panel.hand_in()
        elif self.asked is not None and self.hot_seat.several:  # the time of the others has not begun
            self.answer_by_default()

    def events_came(self) -> None:
        """Take note that something has happened: others may have taken what a dialog offers, so it is asked anew."""
        if self.asked is not None and self.asked["kind"] in self._table.views.offers and self.dialog is not None:
            self.close()

    def forget_what_is_gone(self) -> None:
        """Close a question that has been answered elsewhere, as by the clock."""
        if self.asked is not None and not self._table.is_open(self.asked):
            self.close()
            self.hot_seat.leave()

    def translate(self) -> None:
        """Ask in the language that is spoken now; what is being put together stays there."""
        old = {kind: panel for kind, panel in self._interfaces.asking.items() if panel.is_open}
        self.close()
        self._interfaces.make()
        self.hot_seat.translate()
        if old:
            self.ask_next()
        for kind, panel in old.items():
            if self._interfaces.asking[kind].is_open:
                self._interfaces.asking[kind].take_over(panel)

    # --- answering ------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Take the question away."""
        self.asked = None
        if self.dialog is not None:
            self._foreground.take_away(self.dialog)
        self.dialog = None
        self._field.targets.clear()
        self._field.preview.clear()
        if self.marked:
            self.marked = {}
            self._notices.ask_no_more()

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a person; what the engine refuses raises `AnswerError` for an interface."""
        in_panel = self.asked is not None and self.asked["id"] == id_ and self.asked["kind"] in self._interfaces.asking
        before = {entry["id"] for entry in self._session.decisions(seat) if not entry["optional"]}
        try:
            self._session.answer(seat, id_, answer)
        except AnswerError as error:
            if in_panel:
                raise
            self.complain(self._table.words.refusal(error))
        if self.asked is not None and self.asked["id"] == id_:
            self.close()
        if not any(entry["id"] in before for entry in self._session.decisions(seat)):
            self.hot_seat.leave()

    def answer_by_default(self) -> None:
        """Give the default as the answer."""
        if self.asked is not None:
            self.answer(self.asked["seat"], self.asked["id"], self.asked["default"])

    def answer_with(self, cell: Cell | None) -> bool:
        """Answer with a cell of the board; return whether it is one of the marked ones."""
        if self.asked is None or cell not in self.marked:
            return False
        self.answer(self.asked["seat"], self.asked["id"], self.marked[cell])
        return True

    def look_at(self, cell: Cell | None) -> None:
        """Show what a marked cell under the mouse would mean."""
        if cell in self.marked:
            self._field.preview.look_at(self.marked[cell])

    def complain(self, text: str) -> None:
        """Tell in a sentence why something is not possible."""
        self._sounds.refused()
        message(self._foreground.app, _("That is not possible"), text)
