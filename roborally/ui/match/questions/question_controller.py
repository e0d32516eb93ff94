"""Asks the players at this machine: chooses the next question and where to show it; passes their answers on."""

from functools import partial
from typing import Any

from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.plugin import CellChoice, only_answer
from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.panel.panels import Panels
from roborally.ui.match.panel.side_panel import SidePanel
from roborally.ui.match.questions import questions
from roborally.ui.match.questions.foreground import Foreground
from roborally.ui.match.questions.hot_seat import HotSeat, is_private
from roborally.ui.match.questions.notices import Notices
from roborally.ui.match.questions.question_dialog import QuestionDialog
from roborally.ui.match.questions.reminders import reminders
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.match_sounds import MatchSounds
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.input.nearest_control import nearest
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import Rect

WARNED = 4.0
"""The seconds for which a line about the end of the time, or about a refused answer, is shown."""
LAST_MOMENT = 0.05
"""The seconds before the end of the time at which an unfinished program is submitted as it is (STD-506)."""

POINT = (0.1, 0.1)
"""The size of each cell, in cells, in the search for the nearest to an arrow key: small, to prefer straight ahead."""


class QuestionController:
    """Asks one question after the other: in a panel, in a dialog over it, or by cells on the board.

    `asked` is the open question, `marked` the cells of the board that answer it, each with its answer.
    """

    def __init__(
        self,
        foreground: Foreground,
        context: ShownMatch,
        board_pane: BoardPane,
        panels: Panels,
        notices: Notices,
        sounds: MatchSounds,
    ) -> None:
        self.asked: Decision | None = None
        self.marked: dict[Cell, Any] = {}
        self.dialog: QuestionDialog | None = None
        self._live = False
        """Whether later events may make answers of the open dialog impossible."""
        self._lasting: dict[tuple[int, str], int] = {}
        """By seat and kind of question, the turn in which the seat answers all such questions with the default."""
        self.hot_seat = HotSeat(foreground, context, board_pane, panels)
        self.foreground = foreground
        self._context = context
        self._session = context.session
        self._board_pane = board_pane
        self._panels = panels
        self._notices = notices
        self._sounds = sounds

    @property
    def waits(self) -> bool:
        """Return whether a player at this machine has a question, or has been called to the screen."""
        return self.asked is not None or self.hot_seat.curtain is not None

    # --- asking ---------------------------------------------------------------------------------------------------

    def ask_next(self) -> None:
        """Ask the question that holds up the match, if it is asked of a player at this machine."""
        if self.hot_seat.curtain is not None:
            return
        for seat in self._session.humans():
            question = self._context.question(seat)
            if question is not None and not question["optional"]:
                if (only := self._settled(question)) is not None:
                    self.answer(seat, question["id"], only)  # the log shows the result
                    return
                self._sounds.asked()
                if seat != self._context.own and is_private(self._context, question):
                    self._panels.show_moving()
                    self.hot_seat.call(question, self._ask)
                else:
                    self._ask(question)
                return
        self._panels.show_moving()

    def _settled(self, question: Decision) -> Any:
        """Return the answer to give without asking: the default if chosen for the turn, or the only one, or `None`."""
        if self._lasting.get((question["seat"], question["kind"])) == self._context.display.turn:
            return question["default"]
        return only_answer(question, self._context.view(question))

    def _ask(self, question: Decision) -> None:
        self.asked = question
        if self._panels.ask(question):
            self._notices.hide()
        else:
            self._panels.show_moving()
            self._show_dialog(question)

    def _show_dialog(self, question: Decision) -> None:
        board_pane = self._board_pane
        view = self._context.listed(question)
        self._live = view.live
        cells = {cell: cell for cell in view.left} if isinstance(view, CellChoice) else {}
        kept = reminders(self._context, self._panels.moving, question["piece"], self.foreground.column)
        if cells:
            self.marked = cells
            board_pane.targets.mark(cells)
            first = question["default"]
            board_pane.targets.choose(first if first in cells else next(iter(cells)), reveals=False)
            covered = self._notices.ask(self._context, question, kept)
        else:
            answer, look = partial(self._answer_dialog, question), board_pane.preview.look_at
            self.dialog = questions.ask(self.foreground, self._context, question, answer, look, kept)
            self.foreground.put(self.dialog)
            covered = self.dialog.area
        self._panels.moving.log.keep_above(covered.top)
        self._show_place(question)
        self.look_at(board_pane.targets.chosen)

    def _show_place(self, question: Decision) -> None:
        """Show the robot on the cell named by the question's view; mark the cell if no answers are marked."""
        stand = self._context.view(question).stands
        if stand is None:
            return
        if not self.marked:
            self._board_pane.targets.mark([stand.cell])
        self._board_pane.preview.show(question, stand.cell, stand.facing)

    def look(self, question: Decision, answer: Any) -> None:
        """Show the robot of a panel's question as it would stand after an answer."""
        preview = self._board_pane.preview
        if preview.question is not question:
            self._show_place(question)
        preview.look_at(answer)

    # --- while a question is open ---------------------------------------------------------------------------------

    def show_time(self, left: float | None) -> None:
        """Show the seconds that remain for the answer, `None` if no clock runs."""
        self._sounds.clock(left if self.asked is not None else None)
        self._panels.show_time(left)
        self._notices.leave_room(for_clock=left is not None and self._panels.open is not None)
        if self.marked:
            self._notices.show_time(left)
        elif self.dialog is not None:
            self.dialog.show_time(left)

    def hand_in_at_last(self) -> None:
        """If the time is up, submit the unfinished program, or else the default (STD-506)."""
        left = self._session.seconds_left()
        panel = self._panels.open
        if left is None or left > LAST_MOMENT:
            return
        if self.asked is None:
            return
        late: Event = {"type": "unanswered", "piece": self.asked["piece"], "reason": "late"}
        text = _("Time is up. The default is chosen.") if panel is None else panel.time_up()
        self._notices.announce(text, theme.colour("warning"), WARNED, stays=True)
        if panel is not None:
            panel.hand_in()
            refused = panel.is_open  # as it would be in every frame from now on
            self._session.notices.append(late if refused else {**late, "reason": "laid"})
            if refused:
                self.answer_by_default()
        elif self.hot_seat.several:  # the others' time has not started
            self._session.notices.append(late)
            self.answer_by_default()

    def events_came(self) -> None:
        """Close the dialog after an event that may have made choices impossible; it is opened again with the others."""
        if self.asked is not None and self._live and self.dialog is not None:
            self.close()

    def forget_what_is_gone(self) -> None:
        """Close a question that has been answered elsewhere, for example by the clock."""
        if self.asked is not None and not self._context.is_open(self.asked):
            self.close()
            self.hot_seat.leave()

    def translate(self) -> None:
        """Ask in the current language; unfinished answers and the focus are kept."""
        old = {kind: panel for kind, panel in self._panels.asking.items() if panel.is_open}
        dialog = self.dialog
        self.close()
        self._panels.make()
        self.hot_seat.translate()
        if old or dialog is not None:
            self.ask_next()
        if dialog is not None and self.dialog is not None:
            self.dialog.controls.resume(dialog.controls.kept)
        for kind, panel in old.items():
            new = self._panels.asking[kind]
            if new.is_open:
                new.take_over(panel)
                if isinstance(panel, SidePanel) and isinstance(new, SidePanel):
                    new.controls.resume(panel.controls.kept)

    # --- answering ------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Remove the question from the screen."""
        self.asked = None
        if self.dialog is not None or self.marked:
            self._panels.moving.log.keep_above(None)
        if self.dialog is not None:
            self.foreground.take_away(self.dialog)
        self.dialog = None
        self._board_pane.targets.clear()
        self._board_pane.preview.clear()
        if self.marked:
            self.marked = {}
            self._notices.ask_no_more()

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a person; raise `AnswerError` if a panel has asked and the engine refuses the answer.

        For a question without a panel, the refusal is shown as a banner.
        """
        asked = self.asked if self.asked is not None and self.asked["id"] == id_ else None
        in_panel = asked is not None and asked["kind"] in self._panels.asking
        before = {entry["id"] for entry in self._session.decisions(seat) if not entry["optional"]}
        try:
            laid = self._context.checked(asked, answer) if asked is not None and in_panel else None
            self._session.answer(seat, id_, answer)
        except AnswerError as error:
            if in_panel:
                raise
            self.complain(self._context.words.refusal(error))
        if in_panel:
            self._context.confirmed = seat, self._context.display.turn, laid
        if self.asked is not None and self.asked["id"] == id_:
            self.close()
        if not any(entry["id"] in before for entry in self._session.decisions(seat)):
            self.hot_seat.leave()

    def _answer_dialog(self, question: Decision, answer: Any) -> None:
        if answer == questions.LASTING:
            self._lasting[question["seat"], question["kind"]] = self._context.display.turn
            answer = question["default"]
        self.answer(question["seat"], question["id"], answer)

    def answer_by_default(self) -> None:
        """Give the default answer to the open question, if any."""
        if self.asked is not None:
            self.answer(self.asked["seat"], self.asked["id"], self.asked["default"])

    def answer_with(self, cell: Cell | None) -> bool:
        """Answer with a cell of the board; return false for `None` and for a cell that is not marked."""
        if self.asked is None or cell not in self.marked:
            return False
        self.answer(self.asked["seat"], self.asked["id"], self.marked[cell])
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys that choose a marked cell as the answer (CLI-2003)."""
        ways = (("LEFT", -1, 0), ("RIGHT", 1, 0), ("UP", 0, -1), ("DOWN", 0, 1))
        return [
            Shortcut(ENTER, _("Answer with the framed space"), self._enter),
            *(Shortcut((key,), _("Choose a marked space"), partial(self._choose, dx, dy)) for key, dx, dy in ways),
        ]

    def _enter(self) -> None:
        self.answer_with(self._board_pane.targets.chosen)

    def _choose(self, dx: int, dy: int) -> None:
        targets = self._board_pane.targets
        assert targets.chosen is not None
        x, y = targets.chosen
        places = {cell: Rect(cell[0], -cell[1], *POINT) for cell in self.marked}
        at = nearest(Rect(x, -y, *POINT), list(places.values()), dx, -dy)
        cell = (x, y) if at is None else list(places)[at]
        targets.choose(cell)
        self.look_at(cell)

    def look_at(self, cell: Cell | None) -> None:
        """Show a preview of the answer that a marked cell gives; do nothing for `None` and other cells."""
        if cell in self.marked:
            self._board_pane.preview.look_at(self.marked[cell])

    def complain(self, text: str) -> None:
        """Show a banner about an action that is not possible; keep the question open, since its time runs."""
        self._sounds.refused()
        self._notices.announce(text, theme.colour("warning"), WARNED, stays=True)
