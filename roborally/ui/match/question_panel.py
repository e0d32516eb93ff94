"""The base of the panels that answer a question, such as a program (figure 1, CLI-201 to CLI-216).

A plugin's panel derives from `QuestionPanel` and fills the space above the buttons.
"""

from typing import Any, Self

import arcade

from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.game.answer_time import seconds_to_answer
from roborally.plugin import text
from roborally.ui.match.arrangement import PANEL_HEIGHT, PANEL_WIDTH, WIDE
from roborally.ui.match.choice_row import ChoiceRow
from roborally.ui.match.gauges import RobotStatus, name_of, status_of
from roborally.ui.match.panel.forecast_button import ForecastButton
from roborally.ui.match.panel.players import FellowPlayer, OwnStatus, fellow_of
from roborally.ui.match.panel.side_panel import SidePanel
from roborally.ui.plugin import PanelContext
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.clock import Clock
from roborally.ui.toolkit.controls.widget_group import ARROWS
from roborally.ui.toolkit.controls.widgets import Button, Widget
from roborally.ui.toolkit.layout.branches import column, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, here, widget
from roborally.ui.toolkit.layout.nodes import Leaf, Node, Size
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import Rect

CLOCK = 76
"""The width that is left for the clock beside the title, in design units."""
JOURNAL = 30
"""The side of the button that opens the log, beside the title, in design units."""
MARGIN = 12
ROW = 46
"""The height of the buttons at the bottom, in design units."""
LOWEST_LOG = 60
"""The smallest height of a log, enough for three lines, in design units."""
BETWEEN = 5
"""The space between the small buttons, and around a row of choices, in design units."""


class QuestionPanel(SidePanel):
    """A panel that answers one kind of question: title, clock, players, and at the bottom Confirm, Clear and the menu.

    A subclass returns the layout of its part from `answer`, and implements `complete`, `answer_now`, `clear` and
    `refresh_own`. With `has_ghost`, the forecast of its `draft` is shown, and the panel has a button for the forecast.
    """

    has_ghost = False
    confirm_help = text("Confirm the program (Enter)")
    clear_help = text("Clear all registers (Del)")
    """The tooltip of the button Clear in English; `confirm_help` is that of Confirm."""
    confirm: Button
    ghost_button: ForecastButton | None = None
    _head: Rect

    def __init__(self, panel_context: PanelContext) -> None:
        super().__init__(panel_context.canvas, panel_context.rect)
        self.panel_context = panel_context
        self.context = panel_context.context
        self.seat = panel_context.context.own
        self.question: Decision | None = None
        self.own = self.context.own_piece
        self.fellows: list[FellowPlayer] = []
        self._brief: list[RobotStatus] = []
        self._refused = ""
        self._tried = False
        """Whether the player has tried to confirm an incomplete answer."""
        self._checked: tuple[str, Any] | None = None
        self._doubted: Any = None
        """The answer that the player must confirm once more, `None` without one."""
        self._fatal_stage = 0
        self._fresh: Any = None
        """The answer before the player began to change it."""
        self.rows: list[ChoiceRow] = []
        self._tree().build(self.target, panel_context.rect)
        self._fill_head()
        self.built()

    # --- for subclasses -------------------------------------------------------------------------------------------

    def answer(self, log: Node | None) -> Node:
        """Return the layout of the subclass's part, with the node `log` in it, `None` if the log has its own column."""
        raise NotImplementedError

    def more_button(self) -> Node | None:
        """Return a button to be placed between Clear and the button of the forecast, or `None`."""
        return None

    def built(self) -> None:
        """Prepare the controls of the subclass's part; called once all are made."""

    def begin(self) -> None:
        """Prepare the subclass's part for `question`, which has just been opened."""

    def heading(self) -> str:
        """Return the title of the panel, with the player's name if several people play at this machine."""
        turn = max(1, self.context.display.turn)
        if len(self.context.session.humans()) > 1:
            return _("Turn {turn}: {name} programs").format(turn=turn, name=self.context.name(self.own))
        return _("Turn {turn}: programming").format(turn=turn)

    def complete(self) -> bool:
        """Return whether the answer may be confirmed."""
        return True

    def missing(self) -> str:
        """Return a sentence about the missing part of an incomplete answer."""
        return ""

    def answer_now(self, question: Decision) -> None:
        """Submit the answer to the question; raise `AnswerError` if the engine refuses it."""

    def problem(self) -> str:
        """Return why the rules refuse the unfinished answer; empty if they accept it or are not installed here."""
        question, draft = self.question, self.draft()
        try:
            if question is not None and draft is not None:
                self.context.checked(question, draft)
        except AnswerError as error:
            return self.context.words.refusal(error)
        return ""

    def time_up(self) -> str:
        """Return the message at the end of the time, which says what happens to an incomplete answer."""
        return _("Time is up. Your answer is taken as it is.")

    def draft(self) -> Any:
        """Return the unfinished answer, from which the forecast is computed; `None` shows no forecast (CLI-222)."""
        return None

    @property
    def unconfirmed(self) -> bool:
        """Return whether the answer has been started; a panel whose `draft` is always `None` overrides this."""
        return self.is_open and (self.draft() != self._fresh or any(choices.is_changed for choices in self.rows))

    @property
    def beside(self) -> dict[str, Any]:
        """Return the unfinished answers to the questions asked together with the panel's own, by their ids."""
        return {choices.question["id"]: choices.chosen for choices in self.rows}

    def take_over(self, old: Self) -> None:
        """Copy the unfinished answer from another panel of this kind; subclasses extend this."""
        chosen = old.beside
        for choices in self.rows:
            if choices.question["id"] in chosen and self.is_open:
                choices.choose(chosen[choices.question["id"]])

    def clear(self) -> None:
        """Reset the answer to an empty one (CLI-214)."""

    def refresh_own(self) -> None:
        """Show the present answer in the subclass's part."""

    # --- layout ---------------------------------------------------------------------------------------------------

    @property
    def is_low(self) -> bool:
        """Return whether the panel is higher than its visible part, so that it must be scrolled."""
        return bool(self.panel_context.canvas.room.height < self.panel_context.rect.height - 1)

    def _tree(self) -> Node:
        """Return the panel's layout; in a panel that scrolls, the parts needed to answer come first, in view."""
        rect, pad = self.panel_context.rect, (MARGIN, MARGIN)
        head, own = here(lambda rect: rect, 0.0, 38).kept(self, "_head"), here(self._make_own, 0.0, 60)
        fellows, buttons = self._fellows_part(), self._buttons_part()
        rows = [self._row_part(question) for question in self.context.beside(self.seat)]
        log = here(self._make_log, Size(120, 200), Size(0, LOWEST_LOG)).grow()
        if rect.width >= WIDE:
            left, right = (self.answer(None), log) if rect.height >= PANEL_HEIGHT else (log, self.answer(None))
            main = column(head, fellows, own, left.grow(), *rows, buttons, gap=6).wide(PANEL_WIDTH - 2 * MARGIN)
            return row(main, right.grow(), gap=MARGIN, pad=pad)
        if not self.is_low:
            return column(head, fellows, own, self.answer(log).grow(), *rows, buttons, gap=6, pad=pad)
        answer, room = self.answer(None).grow(), self.panel_context.canvas.room.height - 2 * MARGIN
        for between in ([self._brief_part()], []):
            first = column(head, *between, answer, *rows, buttons, gap=6)
            least = first.heights(self.target.metrics, rect.width - 2 * MARGIN).least
            if least <= room:
                break
        first.high(max(least, room))
        return column(first, own, fellows, log, gap=6, pad=pad)

    def _brief_part(self) -> Node:
        state = status_of(self.context, self.own).then(self._brief.append)
        return row(name_of(self.context, self.own, 13).wide(96), state.grow(), gap=6)

    def _fill_head(self) -> None:
        """Add the title, the line for objections that replaces it, the clock, and a button if no log is in view."""
        rect, self._title_width = self._head, self._head.width - CLOCK
        if self.log is None or self.is_low:
            spot = Rect(rect.right - CLOCK - JOURNAL + 10, rect.y + 20 - JOURNAL / 2, JOURNAL, JOURNAL)
            say, show = _("The whole log (L)"), self.context.show_log
            self.controls.add(Button(self.layer, spot, "", show, icon="journal", tooltip=say)).name = "log"
            self._title_width = spot.x - rect.x - 6
        self.title = self.layer.heading("", rect.x + 2, rect.y + 20, 19)
        self.objection = self.layer.label("", rect.x + 2, rect.y + 19, size=12, width=self._title_width, wrap=True)
        self.clock = Clock(self.layer, rect._replace(height=30), seconds_to_answer(self.context.game))

    def _fellows_part(self) -> Node:
        others = [robot.index for robot in self.context.display.robots if robot.seat != self.seat and robot.seat >= 0]
        leaves = (fellow_of(self, self.context, index).then(self.fellows.append) for index in others)
        return flow(*leaves, gap=6, below=4, equal=True, most=2)

    def _make_own(self, area: Rect) -> None:
        self._own_state = OwnStatus(self, self.context, self.own, area)
        self.special_spot = Rect(area.right - 98, area.y + 28, 92, 28)

    def _row_part(self, question: Decision) -> Node:
        """Return the row of choices for a question asked together with the panel's own."""
        given = self.layer, self.controls, self.context, question
        made = here(lambda rect: self.rows.append(ChoiceRow(*given, rect, self._look)), 0.0, ChoiceRow.HEIGHT)
        return column(made, pad=(0, BETWEEN))

    def _look(self, question: Decision, answer: Any) -> None:
        self.panel_context.look(question, answer)
        self.refresh()

    def _buttons_part(self) -> Node:
        say, (side, size) = self.context.words.translated, (44, 15) if self.has_ghost else (54, 16)
        confirm = button(_("Confirm"), self.send, icon="checkmark", accent=True, size=size, height=ROW)
        clear = button("", self.take_back, icon="trash", tooltip=say(self.clear_help), height=ROW)
        menu = button("", self.panel_context.open_menu, icon="menu", tooltip=self.context.menu_hint, height=ROW)
        ghost: Leaf[ForecastButton] = widget(ForecastButton, self.panel_context.aid, width=side, height=ROW)
        return row(
            confirm.wide(least=124 if self.has_ghost else 136).named("confirm").kept(self, "confirm"),
            clear.wide(side).named("clear"),
            self.more_button(),
            ghost.named("ghost").kept(self, "ghost_button") if self.has_ghost else None,
            space(),
            menu.wide(side).named("menu"),
            gap=BETWEEN,
        )

    def _make_log(self, place: Rect) -> None:
        if place.height >= LOWEST_LOG - 6:
            self.add_log(self.context, place)

    # --- the question ---------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Return whether the player is answering a question."""
        return self.question is not None

    def open(self, question: Decision) -> None:
        """Start to answer a question."""
        self.question = question
        self.controls.set_focus(None)
        self._tried, self._doubted = False, None
        self.begin()
        self._fresh = self.draft()
        for choices in self.rows:
            choices.choose(choices.question["default"])
        self.refresh()

    def close(self) -> None:
        """Cancel the answer, because the question is not asked any more."""
        self.question = None
        self.refresh()

    def send(self) -> None:
        """Confirm the answer (CLI-213), or show why it is incomplete or should be confirmed once more."""
        if not self.is_open or self._refused:
            return
        if not self.complete():
            self._tried = True
            self.refresh()
        elif self.panel_context.asks_twice() and self.panel_context.aid.warning and self._doubted != self.draft():
            self._doubted = self.draft()
            self.refresh()
        else:
            self.hand_in()

    def hand_in(self) -> None:
        """Submit the answer as it is; show a message if the engine refuses it."""
        question, self.question = self.question, None
        if question is None:
            return
        try:
            self.answer_now(question)
            for id_, answer in self.beside.items():
                self.panel_context.answer(self.seat, id_, answer)
        except AnswerError as error:
            self.question = question
            self.panel_context.notify(self.context.words.refusal(error))
        self.refresh()

    def take_back(self) -> None:
        """Reset the answer, unless it has been confirmed."""
        if self.is_open:
            self.clear()
            self.refresh()

    # --- keys -----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this panel."""
        return [
            Shortcut(ENTER, _("Use what has the focus; without a focus confirm"), self.enter),
            Shortcut(("DELETE",), _("Take everything back"), self.take_back),
        ]

    def enter(self) -> bool:
        """Confirm the answer, unless a control has the focus; return whether the key was used."""
        if self.controls.focus is not None:
            return False
        self.send()
        return True

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key; the first arrow gives a control the focus. Return whether the key was used."""
        if super().key(symbol, modifiers):
            return True
        if symbol in ARROWS and self.is_open and not modifiers & arcade.key.MOD_SHIFT:
            return self.focus_first()
        return False

    def focus_first(self) -> bool:
        """Focus the control for the part that the answer lacks, unless one has the focus; always return `True`."""
        if self.is_open and self.controls.focus is None:
            self.controls.set_focus(self.first_control())
        return True

    def first_control(self) -> Widget | None:
        """Return the control that gets the focus when the panel is used with keys, `None` for none."""
        return next(iter(self.controls.able()), None)

    # --- showing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the present state of the players and of the answer, and objections to the answer."""
        self.title.text = self.heading()
        self.title.shrink(self._title_width)
        self._show_objection()
        for fellow in self.fellows:
            fellow.refresh()
        for brief in self._brief:
            brief.refresh()
        self._own_state.refresh()
        for choices in self.rows:
            choices.refresh(editable=self.is_open)
        self.refresh_own()
        lacking = self._lacking()
        self.confirm.enable(self.is_open and self.complete() and not lacking)
        said = self._doubt() or self.context.words.translated(self.confirm_help), lacking
        self.confirm.tooltip = "\n".join(line for line in said if line)

    def _show_objection(self) -> None:
        """Show why the rules refuse the answer, what it lacks after an attempt to confirm, or why to confirm twice."""
        checked = (self.question["id"], self.draft()) if self.question is not None else None
        if checked != self._checked:
            self._checked = checked
            self._refused = self.problem()
        missing = "" if self._refused or not self._tried else self._lacking()
        self.objection.tint = theme.colour("text-dim" if missing else "bad")
        doubt = self._doubt()
        self.objection.text = missing or self._refused or doubt
        self.confirm.text = _("Anyway") if doubt else _("Confirm")
        self.title.visible = not self.objection.text

    def _doubt(self) -> str:
        """Return why the player should confirm once more, with the forecast's warning; empty if there is no reason."""
        warning = self.panel_context.aid.warning
        if self._doubted is None or self._doubted != self.draft() or not warning:
            return ""
        return _("{warning} “Anyway” confirms it all the same.").format(warning=warning)

    def _lacking(self) -> str:
        """Return why the answer cannot be confirmed now, or an empty text."""
        return self._refused or ("" if self.complete() or not self.is_open else self.missing())

    def draw(self) -> None:
        """Draw the panel, and update it if the forecast has changed."""
        if self.ghost_button is not None:
            self.ghost_button.follow()
        if self._fatal_stage != self.panel_context.aid.fatal_stage:
            self._fatal_stage = self.panel_context.aid.fatal_stage
            self.refresh()
        super().draw()

    def taken(self) -> list[Rect]:
        """Return the rectangles that tooltips avoid: title, clock, row titles and controls, with a disabled Confirm."""
        return [self._head, *(choices.named for choices in self.rows), *super().taken(), self.confirm.rect]

    def show_time(self, seconds: float | None) -> None:
        """Show the seconds that remain for the answer, `None` if no clock runs."""
        self.clock.show(seconds if self.is_open else None)
