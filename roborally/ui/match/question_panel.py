"""The base of the panels that answer a question (figure 1, CLI-201 to CLI-216).

A plugin's panel derives from `QuestionPanel` and fills the space between the player's robot and the buttons.
"""

from typing import Any, Self

import arcade

from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.game.answer_time import seconds_to_answer
from roborally.plugin import text
from roborally.ui.match.arrangement import PANEL_HEIGHT, columns
from roborally.ui.match.choice_row import ROW as ROW_BESIDE
from roborally.ui.match.choice_row import ChoiceRow
from roborally.ui.match.gauges import FellowPlayer, OwnStatus
from roborally.ui.match.panel import equipment
from roborally.ui.match.panel.equipment import Equipment
from roborally.ui.match.panel.side_panel import SidePanel
from roborally.ui.plugin import ForecastSwitch, PanelContext
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.clock import Clock
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import ARROWS
from roborally.ui.toolkit.widgets import Button, Widget

STRIP = 20
"""The height of the row of option cards below another player's state."""
MARGIN = 12
ROW = 46
"""The height of the buttons at the bottom."""
LOWEST_LOG = 60
"""The smallest height of a log, enough for three lines."""
BETWEEN = 5
"""The space between the small buttons, and around a row of choices."""


class ForecastButton(Button):
    """Toggles the programming aid; its picture shows whether it is on."""

    def __init__(self, layer: Layer, rect: Rect, aid: ForecastSwitch) -> None:
        """Show the aid's state."""
        super().__init__(layer, rect, "", aid.toggle, icon="ghost")
        self._aid = aid
        self.follow()

    def follow(self) -> None:
        """Show whether the aid is on; G and the settings can also toggle it."""
        on = self._aid.switched_on
        if not self._aid.allowed:
            text = _("There is no ghost in a puzzle")
        elif on:
            text = _("Ghost: on. Shows where your program ends (G)")
        else:
            text = _("Ghost: off (G)")
        self.enable(self._aid.allowed)
        if text != self.tooltip:
            self.wear("ghost" if on else "ghost-off", text)
        self.selected = on


class QuestionPanel(SidePanel):
    """Title, clock, other players, the player's robot, and at the bottom Confirm, Clear and the menu.

    `room` is the space between the robot and the buttons, or in a low panel a column; a subclass fills it in `lay_out`
    and implements `complete`, `answer_now`, `clear` and `refresh_own`. With `has_ghost` its `draft` is simulated, and a
    button toggles the ghost.
    """

    has_ghost = False
    confirm_help = text("Confirm the program (Enter)")
    clear_help = text("Clear all registers (Del)")
    """The tooltips of Confirm and Clear, to be translated."""

    def __init__(self, panel_context: PanelContext) -> None:
        """Build the panel; `open` starts an answer."""
        super().__init__(panel_context.canvas, panel_context.rect)
        self.panel_context = panel_context
        self.context = panel_context.context
        self.seat = panel_context.context.own
        self.editable = False
        self.question: Decision | None = None
        robots = self.context.display.robots
        self.own = next((robot.index for robot in robots if robot.seat == self.seat), 0)
        self.ghost_button: ForecastButton | None = None
        self.equipment: list[Equipment] = []
        self.fellows: list[FellowPlayer] = []
        rect = panel_context.rect
        first, last = columns(rect._replace(x=rect.x + MARGIN, width=rect.width - 2 * MARGIN), MARGIN)
        left, width = first.x, first.width
        self.title = self.layer.heading("", left + 2, rect.top - 24, 19)
        spot = left + 2, rect.top - 25
        self.objection = self.layer.label("", *spot, size=12, width=width - 76, wrap=True, tint=theme.colour("bad"))
        """Replaces the title: why the rules refuse the answer so far, or after Enter, what is missing."""
        self._refused = ""
        self._tried = False
        """Whether the player has tried to confirm an incomplete answer."""
        self._checked: tuple[str, Any] | None = None
        self._fresh: Any = None
        """The draft of an empty answer."""
        timer = seconds_to_answer(self.context.game)
        self._head = Rect(left, rect.top - 44, width, 38)
        self.clock = Clock(self.layer, self._head._replace(height=30), timer)
        top = self._lay_out_fellows(Rect(left, rect.y, width, rect.top - 52 - rect.y))
        top = self._lay_out_own(Rect(left, top - 66, width, 60))
        bottom = rect.y + MARGIN + ROW + 8
        self.room = Rect(left, bottom, width, top - 6 - bottom)
        self.log_place: Rect | None = None
        """The rectangle of the log, if the panel has two columns: in the column without `room`."""
        if last != first:
            beside = Rect(last.x, rect.y + MARGIN, last.width, rect.height - 2 * MARGIN)
            high = rect.height >= PANEL_HEIGHT
            self.room, self.log_place = (self.room, beside) if high else (beside, self.room)
        self.rows = [self._add_row(question) for question in self.context.beside(self.seat)]
        self.lay_out()
        if self.log_place is not None and self.log_place.height >= LOWEST_LOG:
            self.add_log(self.context, self.log_place)
        self._lay_out_buttons(Rect(left, rect.y + MARGIN, width, ROW))

    # --- for subclasses -------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Lay out the subclass's part in `room`."""

    def lay_out_button(self, spot: Rect) -> None:
        """Add a button between Clear and the menu."""

    def begin(self) -> None:
        """Prepare for the question."""

    def heading(self) -> str:
        """Return the title of the panel."""
        return _("Turn {turn}: programming").format(turn=max(1, self.context.display.turn))

    def complete(self) -> bool:
        """Return whether the answer may be confirmed."""
        return True

    def missing(self) -> str:
        """Return a sentence about what an incomplete answer lacks."""
        return ""

    def answer_now(self, question: Decision) -> None:
        """Answer; raises `AnswerError` if the engine refuses."""

    def problem(self) -> str:
        """Return why the rules refuse the draft, or an empty text; without all rules here it is always empty."""
        question, draft, session = self.question, self.draft(), self.context.session
        if question is None or draft is None or not session.complete:
            return ""
        try:
            session.observe(self.seat).match().checked(question, draft)
        except AnswerError as error:
            return self.context.words.refusal(error)
        return ""

    def time_up(self) -> str:
        """Return the message for the end of the time: what happens to an incomplete answer."""
        return _("Time is up. Your answer is taken as it is.")

    def draft(self) -> Any:
        """Return the unfinished answer, for the ghost (CLI-222)."""
        return None

    @property
    def unconfirmed(self) -> bool:
        """Whether the answer has been started; a panel whose `draft` is always `None` overrides this."""
        return self.is_open and (self.draft() != self._fresh or any(row.is_changed for row in self.rows))

    @property
    def beside(self) -> dict[str, Any]:
        """The unfinished answers to the questions asked together with the panel's own, by their ids."""
        return {row.question["id"]: row.chosen for row in self.rows}

    def take_over(self, old: Self) -> None:
        """Copy the unfinished answer from another panel of this kind; subclasses extend this."""
        chosen = old.beside
        for row in self.rows:
            if row.question["id"] in chosen and self.is_open:
                row.choose(chosen[row.question["id"]])

    def clear(self) -> None:
        """Reset the answer (CLI-214)."""

    def refresh_own(self) -> None:
        """Update the subclass's part."""

    # --- layout ---------------------------------------------------------------------------------------------------

    def _lay_out_fellows(self, area: Rect) -> float:
        """Show the other players in two columns and return the height where they end."""
        context = self.context
        others = [robot.index for robot in context.display.robots if robot.seat != self.seat and robot.seat >= 0]
        strip = STRIP if equipment.is_played(context) else 0
        width, height = (area.width - 6) / 2, 44 + strip
        for number, index in enumerate(others):
            x = area.x + (number % 2) * (width + 6)
            y = area.top - (number // 2 + 1) * (height + 4)
            fellow = FellowPlayer(self.base, self.layer, context, index, Rect(x, y, width, height), strip)
            self.fellows.append(self.controls.add(fellow))
            if strip:
                spot = Rect(x + 6, y + 4, width - 12, strip - 2)
                self.equipment.append(self.controls.add(Equipment(self.layer, context, index, spot)))
        return area.top - ((len(others) + 1) // 2) * (height + 4) - 2

    def _lay_out_own(self, area: Rect) -> float:
        """Show the damage, gauges and special ability of the player's robot, and return the height where they end."""
        context, model = self.context, self.context.model(self.own)
        self._own_state = OwnStatus(self.base, self.layer, self.controls, context, self.own, area)
        if equipment.is_played(context):  # below a special ability, which is in the upper row
            up, height = ((area.height - 30) / 2, 30) if model is None else (4, 24)
            place = Rect(area.right - 100, area.y + up, 94, height)
            self.equipment.append(self.controls.add(Equipment(self.layer, context, self.own, place, from_right=True)))
        ability = context.words.translated(model.ability) if model is not None else ""
        self.special_spot = Rect(area.right - 98, area.y + 28, 92, 28)
        if model is not None and not model.active:
            title, x = ability.partition(":")[0], area.right - 8
            label = self.layer.label(title, x, area.top - 14, size=12, anchor_x="right", width=108)
            label.tint = theme.colour("text-dim")
        return area.y

    def _add_row(self, question: Decision) -> ChoiceRow:
        """Add a question asked together with the panel's own, at the lower edge of `room`, which shrinks."""
        room, high = self.room, ROW_BESIDE + 2 * BETWEEN
        self.room = room._replace(y=room.y + high, height=room.height - high)
        spot = room._replace(height=ROW_BESIDE)
        return ChoiceRow(self.layer, self.controls, self.context, question, spot, self._look)

    def _look(self, question: Decision, answer: Any) -> None:
        self.panel_context.look(question, answer)
        self.refresh()

    def _lay_out_buttons(self, row: Rect) -> None:
        add, layer = self.controls.add, self.layer
        side, width, size = (44, 124, 15) if self.has_ghost else (54, 136, 16)
        spot = Rect(row.x, row.y, width, row.height)
        self.confirm: Button = add(
            Button(layer, spot, _("Confirm"), self.send, icon="checkmark", accent=True, size=size)
        )
        spot = Rect(self.confirm.rect.right + BETWEEN, row.y, side, row.height)
        clear = self.context.words.translated(self.clear_help)
        add(Button(layer, spot, "", self.take_back, icon="trash", tooltip=clear))
        spot = spot._replace(x=spot.right + BETWEEN)
        self.lay_out_button(spot)
        if self.has_ghost:
            spot = spot._replace(x=spot.right + BETWEEN)
            self.ghost_button = add(ForecastButton(layer, spot, self.panel_context.aid))
        spot = spot._replace(x=row.right - side)
        menu = self.context.menu_hint
        add(Button(layer, spot, "", self.panel_context.open_menu, icon="menu", tooltip=menu))

    # --- the question ---------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the player is answering."""
        return self.question is not None

    def open(self, question: Decision) -> None:
        """Start to answer a question."""
        self.question = question
        self.editable = True
        self.controls.set_focus(None)
        self._tried = False
        self.begin()
        self._fresh = self.draft()
        for row in self.rows:
            row.choose(row.question["default"])
        self.refresh()

    def close(self) -> None:
        """Cancel the answer, because the question is gone."""
        self.question = None
        self.editable = False
        self.refresh()

    def send(self) -> None:
        """Confirm the answer (CLI-213), or say what it lacks."""
        if not self.editable or self._refused:
            return
        if self.complete():
            self.hand_in()
        else:
            self._tried = True
            self.refresh()

    def hand_in(self) -> None:
        """Submit the unfinished answer."""
        question = self.question
        if question is None:
            return
        self.editable = False
        self.question = None
        try:
            self.answer_now(question)
            for id_, answer in self.beside.items():
                self.panel_context.answer(self.seat, id_, answer)
        except AnswerError as error:
            self.editable = True
            self.question = question
            self.panel_context.notify(self.context.words.refusal(error))
        self.refresh()

    def take_back(self) -> None:
        """Reset the answer, until it has been confirmed."""
        if self.editable:
            self.clear()
            self.refresh()

    # --- keys -----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this panel: Enter uses the focused control, and confirms if there is none."""
        return [
            Shortcut(ENTER, _("Use what has the focus; without a focus confirm"), self.enter),
            Shortcut(("DELETE",), _("Take everything back"), self.take_back),
        ]

    def enter(self) -> bool:
        """Confirm, unless a control has the focus; return whether the key was used."""
        if self.controls.focus is not None:
            return False
        self.send()
        return True

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key; the first arrow gives a control the focus. Return whether it was used."""
        if super().key(symbol, modifiers):
            return True
        if symbol in ARROWS and self.editable and not modifiers & arcade.key.MOD_SHIFT:
            return self.focus_first()
        return False

    def focus_first(self) -> bool:
        """Focus the first control that is needed, unless one has the focus."""
        if self.editable and self.controls.focus is None:
            self.controls.set_focus(self.first_control())
        return True

    def first_control(self) -> Widget | None:
        """Return the first control to focus, or `None`."""
        return next((widget for widget in self.controls.widgets if widget.enabled and widget.focusable), None)

    # --- showing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Update the panel."""
        self.title.text = self.heading()
        self._object()
        widgets: list[Widget] = [*self.fellows, *self.equipment]
        for widget in widgets:
            widget.refresh()
        self._own_state.refresh()
        for row in self.rows:
            row.refresh(editable=self.editable)
        self.refresh_own()
        lacking = self._lacking()
        self.confirm.enable(self.editable and self.complete() and not lacking)
        said = self.context.words.translated(self.confirm_help), lacking
        self.confirm.tooltip = "\n".join(line for line in said if line)

    def _object(self) -> None:
        """Show what the rules refuse at once, and what is missing after an attempt to confirm."""
        checked = (self.question["id"], self.draft()) if self.question is not None else None
        if checked != self._checked:
            self._checked = checked
            self._refused = self.problem()
        self.objection.text = self._lacking() if self._tried else self._refused
        self.title.visible = not self.objection.text

    def _lacking(self) -> str:
        """Return why the answer cannot be confirmed now."""
        return self._refused or ("" if self.complete() or not self.editable else self.missing())

    def draw(self) -> None:
        """Draw the panel."""
        if self.ghost_button is not None:
            self.ghost_button.follow()
        super().draw()

    def taken(self) -> list[Rect]:
        """Return the rectangles of the title, the clock, row titles and all controls, including a disabled Confirm."""
        return [self._head, *(row.named for row in self.rows), *super().taken(), self.confirm.rect]

    def show_time(self, seconds: float | None) -> None:
        """Show the remaining time."""
        self.clock.show(seconds if self.is_open else None)
