"""A match in the window: the board at the left, one of two interfaces at the right (CLI-101 to CLI-105)."""

import gc
from collections.abc import Callable
from functools import partial
from typing import Any

import arcade

from roborally.core.decisions import AnswerError
from roborally.core.events import Event, is_for
from roborally.core.geometry import Cell
from roborally.core.rules import Decision
from roborally.core.views import SPECTATOR, View
from roborally.session import LocalSession
from roborally.texts import _
from roborally.ui import questions, theme
from roborally.ui.animation import Player
from roborally.ui.app import App, Screen
from roborally.ui.board_view import ZOOM_STEP
from roborally.ui.dialogs import QuestionDialog, message
from roborally.ui.field import Field
from roborally.ui.ghost import Plan
from roborally.ui.hot_seat import HotSeat, is_private
from roborally.ui.log import LogScreen
from roborally.ui.match_sounds import MatchSounds
from roborally.ui.moving import MovingPanel
from roborally.ui.notices import Notices
from roborally.ui.player_info import Earned, PlayerInfo
from roborally.ui.table import Table
from roborally.ui.theme import HEIGHT, WIDTH, Rect
from roborally.ui.views import Desk, Panel

PANEL = Rect(WIDTH - 344, 0, 344, HEIGHT)
BOARD = Rect(0, 0, WIDTH - 344, HEIGHT)
LAST_MOMENT = 0.05
"""Seconds before the end of the time at which an unfinished program is handed in as it lies (STD-506)."""
DEAF_TIME = 0.4
"""Seconds after a change of panel in which it takes no click: the second of a double click was meant for the other."""


class MatchScreen(Screen):
    """Shows a session and answers for the people at this machine.

    `finished(table)` is called when the match is over and all of it has been shown; `open_menu(screen)` opens the
    in-game menu; `show_moment(first, last)` shows again what has happened from a beat to another; `earned(seat)` are
    the achievements of a player. With `check` the display is compared with the session whenever the animation has run
    dry.
    """

    board_area = BOARD

    def __init__(
        self,
        app: App,
        session: LocalSession,
        *,
        finished: Callable[[Table], None],
        open_menu: Callable[["MatchScreen"], None],
        show_moment: Callable[[int, int], None] | None = None,
        earned: Earned | None = None,
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        """Show the session as it stands; it must not have been polled yet."""
        super().__init__(app)
        self.session = session
        self.table = Table.lay(session)
        self.sounds = MatchSounds(app.audio, self.table)
        self.check = check
        self._finished = finished
        self._open_menu = open_menu
        self._show_moment = show_moment
        self._beat = session.match.watch.beat if session.match.watch is not None else 0
        self._beats: list[int] = []
        self._earned = earned
        self.table.inform = self.inform
        aid = app.settings.programming_aid
        self.field = Field(app, self.table, self.board_area, self._plan, aid=aid)
        self.board, self.actors = self.field.board, self.field.actors
        self.effects, self.stage, self.overlays = self.field.effects, self.field.stage, self.field.overlays
        self.player = Player(self.table.display, self.stage, self.actors, self.effects, self._told)
        self.player.speed = speed
        self.moving = self._moving_panel()
        self.panels = self._make_panels()
        self.panel: MovingPanel | Panel = self.moving
        self._dialog: QuestionDialog | None = None
        self._asked: Decision | None = None
        self.hot_seat = HotSeat(app, self.table)
        self._marked: dict[Cell, Any] = {}
        self._panning = False
        self._deaf_left = 0.0
        self._ended = False
        self._news = True
        self._notices = Notices(app, self.board_area, PANEL)
        past = session.poll()  # what happened before the first question is in the display already
        if not past or any(event["type"] == "moment" for event in past):  # a turn that will begin is told then
            self._log(_("Turn {turn}").format(turn=self.table.display.turn or 1))
        # What has been loaded stays: a collection that looked through all of it would cost several frames.
        gc.collect()
        gc.freeze()

    def _moving_panel(self) -> MovingPanel:
        panel = MovingPanel(self.app, self.table, PANEL, self.player, self.field.beside, self.menu)
        panel.log.on_line = self.show_line if self._show_moment is not None else None
        return panel

    def _make_panels(self) -> dict[str, Panel]:
        """Return the interfaces of the plugins for the seat that plays now, by the kind of question."""
        if self.table.own == SPECTATOR:
            return {}
        desk = Desk(self.app, self.table, PANEL, self.answer, self.menu, self._complain)
        return {kind: make(desk) for kind, make in self.table.views.panels.items()}

    def translate(self) -> None:
        """Show everything in the language that is spoken now; what is being put together stays there."""
        old = {kind: panel for kind, panel in self.panels.items() if panel.is_open}
        self._close_question()
        self.moving = self._moving_panel()
        self.panels = self._make_panels()
        self.panel = self.moving
        for line in self.table.log:
            self._write(line)
        if old:
            self._ask_next()
        for kind, panel in old.items():
            if self.panels[kind].is_open:
                self.panels[kind].take_over(panel)

    def _plan(self) -> Plan | None:
        """Return what the ghost plays forward: the question in the open panel, and the program as it lies there."""
        panel = self._open_panel
        draft = panel.draft() if panel is not None else None
        return (self._asked, draft) if self._asked is not None and draft is not None else None

    @property
    def _open_panel(self) -> Panel | None:
        """The interface in which something is being put together."""
        return next((panel for panel in self.panels.values() if panel.is_open), None)

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Let bots, clock and animation go on, and ask what is to be asked."""
        if self._ended:
            return
        if self.hot_seat.curtain is not None or (not self.player.dry and self._asked is None):
            self.session.hold_clock()  # before the session looks at its clock, however late this frame is
        self._hand_in_at_last()
        events = self.session.poll()
        self._news = self._news or bool(events)
        self.player.feed([event for event in events if is_for(event, self.table.own)])
        for notice in self.session.notices:
            self._log(notice)
        self.session.notices.clear()
        offered = self._asked["kind"] in self.table.views.offers if self._asked is not None else False
        if events and offered and self._dialog is not None:
            self._close_question()  # asked anew: others may have taken what it offers
        self._animate(seconds)
        if self._asked is not None and not self.table.is_open(self._asked):
            self._close_question()
            self._leave_seat()
        if self.player.dry:
            self._at_rest()
        elif self._asked is None:
            self._show_moving()
            self.session.hold_clock()
        else:  # something happens while a question is open, which stays where it is
            self.panel.refresh()

    def _animate(self, seconds: float) -> None:
        """Let everything move on."""
        self.player.update(seconds)
        self.field.update(0 if self.player.paused else seconds)
        if self.app.settings.follow_camera and not (self._panning or self.player.paused or self.player.dry):
            self.actors.follow(self.table.own, seconds)
        self._notices.update(seconds)
        self._deaf_left -= seconds

    def _at_rest(self) -> None:
        """Everything has been shown: ask, wait, or end."""
        if self._news:  # no event tells what lies on the option cards
            self._news = False
            self._look(self.session.view(self.table.own))
        if self.check:
            self.table.display.assert_equals(self.session.view(self.table.own))
        if self.session.over:
            self._ended = True
            self._close_question()
            self._finished(self.table)
            return
        left = self.session.seconds_left()
        self.sounds.clock(left if self._asked is not None else None)
        for panel in self.panels.values():
            panel.show_time(left)
        if self._marked and self._asked is not None:
            self._notices.ask(self.table, self._asked, left)
        elif self._dialog is not None:
            self._dialog.show_time(left)
        if self._asked is None:
            self._ask_next()

    def _look(self, seen: View) -> None:
        """Take over from a view what events do not tell."""
        self.field.rest(seen)
        self.panel.refresh()

    def _hand_in_at_last(self) -> None:
        """Hand in what lies in the slots when the time is up (STD-506)."""
        left = self.session.seconds_left()
        panel = self._open_panel
        if left is None or left > LAST_MOMENT:
            return
        if panel is not None:
            panel.hand_in()
        elif self._asked is not None and self.hot_seat.several:  # the time of the others has not begun
            self.answer(self._asked["seat"], self._asked["id"], self._asked["default"])

    # --- questions ------------------------------------------------------------------------------------------------

    def _ask_next(self) -> None:
        if self.hot_seat.curtain is not None:
            return
        for seat in self.session.humans():
            question = self.table.question(seat)
            if question is not None and not question["optional"]:
                self.sounds.asked()
                if seat != self.table.own and is_private(self.table, question):
                    self._show_moving()
                    self.hot_seat.call(question["piece"], self, PANEL, partial(self._sit_down, question), self.menu)
                else:
                    self._ask(question)
                return
        self._show_moving()

    def _ask(self, question: Decision) -> None:
        self._asked = question
        if question["kind"] in self.panels:
            panel = self.panels[question["kind"]]
            self._change_panel(panel)
            panel.open(question)
        else:
            self._show_dialog(question)

    def _sit_down(self, question: Decision) -> None:
        self.hot_seat.public = self.session.view(SPECTATOR)
        self._sit(question["seat"], self.session.view(question["seat"]))
        self._ask(question)

    def _sit(self, seat: int, seen: View) -> None:
        """Show what a seat knows; `SPECTATOR` for what all may see."""
        self.table.own = seat
        self.table.display.know(seen)
        self.panels = self._make_panels()
        self.field.rest(seen)

    def _leave_seat(self) -> None:
        """Show what all may see: one of several people has answered everything. The next one has the full time."""
        if self.hot_seat.public is not None:  # as it was before the match ran on, which has still to be shown
            self._sit(SPECTATOR, self.hot_seat.public)
            self.hot_seat.public = None
            self.session.hold_clock()

    def _show_moving(self) -> None:
        if self.panel is not self.moving:
            if (panel := self._open_panel) is not None:
                panel.close()
            self._change_panel(self.moving)
        self.moving.refresh()

    def _change_panel(self, panel: MovingPanel | Panel) -> None:
        if panel is not self.panel:
            self.panel = panel
            self._deaf_left = DEAF_TIME

    def _show_dialog(self, question: Decision) -> None:
        self._show_moving()
        answer = partial(self.answer, question["seat"], question["id"])
        self._dialog = questions.ask(self.app, self.table, question, answer, self.menu, PANEL)
        cells = {value: value for value in question["choices"] or () if isinstance(value, tuple) and len(value) == 2}
        robot = self.table.display.robots[question["piece"]]
        if cells:
            self._marked = cells
            self.field.targets.mark(cells)
        else:
            # Below whatever menu is open, so that it does not jump into the player's way.
            self.app.screens.insert(self.app.screens.index(self) + 1, self._dialog)
            if robot.cell is None and robot.archive is not None:
                self.field.targets.mark([robot.archive])

    def _close_question(self) -> None:
        self._asked = None
        if self._dialog is not None and self._dialog in self.app.screens:
            self.app.screens.remove(self._dialog)
        self._dialog = None
        self.field.targets.clear()
        if self._marked:
            self._marked = {}
            self._notices.ask_no_more()

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a person; what the engine refuses raises `AnswerError`."""
        in_panel = self._asked is not None and self._asked["id"] == id_ and self._asked["kind"] in self.panels
        before = {entry["id"] for entry in self.session.decisions(seat) if not entry["optional"]}
        try:
            self.session.answer(seat, id_, answer)
        except AnswerError as error:
            if in_panel:
                raise
            self._complain(str(error))
        if self._asked is not None and self._asked["id"] == id_:
            self._close_question()
        if not any(entry["id"] in before for entry in self.session.decisions(seat)):
            self._leave_seat()

    def inform(self, index: int) -> None:
        """Open the window about a player (CLI-204)."""
        if self.table.display.robots[index].seat >= 0:
            self.app.push(PlayerInfo(self.app, self.table, index, BOARD, self._earned))

    def _complain(self, text: str) -> None:
        self.sounds.refused()
        message(self.app, _("That is not possible"), text[:1].upper() + text[1:] + ".")

    # --- what happens ---------------------------------------------------------------------------------------------

    def _told(self, event: Event) -> None:
        self._beat = event["beat"]
        self.sounds.told(event)
        self.moving.told(event)
        self.field.told(event)
        sentence = self.table.chronicle.line(event)
        if sentence:
            self._log(sentence)
        act = self.field.beside.find(event)
        if event["type"] in ("over", "destroy") or (act is not None and act.banner):
            index = event.get("piece", next(iter(event.get("winners", ())), -1))
            self._notices.announce(sentence, theme.colour("text") if index < 0 else self.actors[index].colours.light)

    def show_line(self, number: int) -> None:
        """Show again the moment at which a line of the log was told."""
        if self._show_moment is not None:
            self._show_moment(self._beats[number], self._beat)

    def _log(self, line: str) -> None:
        self.table.log.append(line)
        self._beats.append(self._beat)
        self._write(line)

    def _write(self, line: str) -> None:
        self.moving.write(line)
        for panel in self.panels.values():
            panel.write(line)

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw board, robots, effects, panel."""
        self.field.draw()
        self.panel.draw()
        self._notices.draw(self._waiting_text(), self.table.line())

    def _waiting_text(self) -> str:
        if self.player.paused and not self.player.dry:
            return _("Paused – Space goes on")
        if not self.player.dry or self._asked is not None or self.hot_seat.curtain is not None or self.session.over:
            return self.field.ghost.warning
        return self.table.waiting()

    def resized(self) -> None:
        """Follow the window to another size."""
        self.board.resized()

    def closed(self) -> None:
        """Let bots stop to think."""
        self.session.close()
        gc.unfreeze()

    # --- input ----------------------------------------------------------------------------------------------------

    def menu(self) -> None:
        """Open the in-game menu."""
        self._open_menu(self)

    escape = menu

    def motion(self, x: float, y: float) -> None:
        """Light up what is under the mouse."""
        self.panel.motion(x, y)

    def press(self, x: float, y: float, button: int) -> None:
        """Press a control, answer with a cell, or take hold of the board."""
        if not self.board_area.holds(x, y):
            if self._deaf_left <= 0:
                self.panel.press(x, y, button)
            return
        cell = self.board.cell_at(x, y)
        if cell in self._marked and self._asked is not None and button == arcade.MOUSE_BUTTON_LEFT:
            self.answer(self._asked["seat"], self._asked["id"], self._marked[cell])
            return
        self._panning = True

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Carry a card along, or move the board."""
        if self._panning:
            self.board.pan(dx, dy)
        else:
            self.panel.drag(x, y)

    def release(self, x: float, y: float, button: int) -> None:
        """Let go."""
        if self._panning:
            self._panning = False
        else:
            self.panel.release(x, y)

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Zoom the board."""
        if self.board_area.holds(x, y):
            self.board.zoom_by(ZOOM_STEP**amount, x, y)
        else:
            self.panel.scroll(x, y, amount)

    def key(self, symbol: int, modifiers: int) -> None:
        """Take a key: the panel's own, those of the board; L log, G ghost, I about players, Esc menu."""
        if symbol == arcade.key.ESCAPE:
            self.escape()
        elif self._marked and self._asked is not None and symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.answer(self._asked["seat"], self._asked["id"], self._asked["default"])
        elif symbol == arcade.key.L:
            self.app.push(LogScreen(self.app, self.table.log, self.moving.log.on_line))
        elif symbol == arcade.key.G:
            self.field.ghost.toggle()
        elif symbol == arcade.key.I:
            self.inform(self.table.own_piece)
        elif not self.panel.key(symbol, modifiers):
            self.board.key(symbol)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return what to tell about a control, a robot or a cell (CLI-104)."""
        if not self.board_area.holds(x, y):
            return self.panel.tooltip_at(x, y)
        return self.field.tooltip_at(x, y)
