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
from roborally.core.views import SPECTATOR
from roborally.session import LocalSession
from roborally.texts import _
from roborally.ui import pictures, questions, theme
from roborally.ui.actors import Actors
from roborally.ui.animation import Player
from roborally.ui.app import App, Screen
from roborally.ui.board_art import CELL
from roborally.ui.board_view import ZOOM_STEP, BoardView
from roborally.ui.dialogs import QuestionDialog, message
from roborally.ui.effects import Effects
from roborally.ui.layer import fit_sprite
from roborally.ui.log import LogScreen
from roborally.ui.marks import Marks
from roborally.ui.match_sounds import MatchSounds
from roborally.ui.moving import MovingPanel
from roborally.ui.notices import Notices
from roborally.ui.stage import Stage
from roborally.ui.table import Table
from roborally.ui.theme import HEIGHT, WIDTH, Rect
from roborally.ui.views import Desk, Panel, Scene

PANEL = Rect(WIDTH - 344, 0, 344, HEIGHT)
BOARD = Rect(0, 0, WIDTH - 344, HEIGHT)
LAST_MOMENT = 0.05
"""Seconds before the end of the time at which an unfinished program is handed in as it lies (STD-506)."""
DEAF_TIME = 0.4
"""Seconds after a change of panel in which it takes no click: the second of a double click was meant for the other."""


class MatchScreen(Screen):
    """Shows a session and answers for the people at this machine.

    `finished(table)` is called when the match is over and all of it has been shown; `open_menu(screen)` opens the
    in-game menu. With `check` the display is compared with the session whenever the animation has run dry.
    """

    board_area = BOARD

    def __init__(
        self,
        app: App,
        session: LocalSession,
        *,
        finished: Callable[[Table], None],
        open_menu: Callable[["MatchScreen"], None],
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
        game = session.game
        self.board = BoardView(app, game.course.board, self.table.painter, self.board_area)
        self.actors = Actors(self.board, self.table.display, game.seats, game.plugins)
        self.effects = Effects()
        self._beside = Marks(game.plugins)
        self.stage = Stage(self.board, self.actors, self.effects, self._beside)
        self.player = Player(self.table.display, self.stage, self.actors, self.effects, self._told)
        self.player.speed = speed
        scene = Scene(self.table, self.board, self.actors)
        self.overlays = [make(scene) for make in self.table.views.overlays]
        self.moving = MovingPanel(app, self.table, PANEL, self.player, self._beside, self.menu)
        self.panels = self._make_panels()
        self.panel: MovingPanel | Panel = self.moving
        self._dialog: QuestionDialog | None = None
        self._asked: Decision | None = None
        self._marks: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
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

    def _make_panels(self) -> dict[str, Panel]:
        """Return the interfaces of the plugins for the seat that plays now, by the kind of question."""
        if self.table.own == SPECTATOR:
            return {}
        desk = Desk(self.app, self.table, PANEL, self.answer, self.menu, self._complain)
        return {kind: make(desk) for kind, make in self.table.views.panels.items()}

    @property
    def _open_panel(self) -> Panel | None:
        """The interface in which something is being put together."""
        return next((panel for panel in self.panels.values() if panel.is_open), None)

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Let bots, clock and animation go on, and ask what is to be asked."""
        if self._ended:
            return
        if not self.player.dry and self._asked is None:
            self.session.hold_clock()  # before the session looks at its clock, however late this frame is
        self._hand_in_at_last()
        events = self.session.poll()
        self._news = self._news or bool(events)
        self.player.feed([event for event in events if is_for(event, self.table.own)])
        for notice in self.session.notices:
            self._log(notice)
        self.session.notices.clear()
        if events and self._dialog is not None and self._asked is not None:
            self._offer_anew(self._asked)
        self.player.update(seconds)
        self.effects.update(0 if self.player.paused else seconds)
        self.board.update(0 if self.player.paused else seconds)
        for overlay in self.overlays:
            overlay.update(0 if self.player.paused else seconds)
        self._notices.update(seconds)
        self._deaf_left -= seconds
        if self._asked is not None and not self._is_open(self._asked):
            self._close_question()
        if self.player.dry:
            self._at_rest()
        elif self._asked is None:
            self._show_moving()
            self.session.hold_clock()
        else:  # something happens while a question is open, which stays where it is
            self.panel.refresh()

    def _at_rest(self) -> None:
        """Everything has been shown: ask, wait, or end."""
        if self._news:  # no event tells what lies on the option cards
            self._news = False
            seen = self.session.view(self.table.own)
            self.table.read_marks(seen)
            for overlay in self.overlays:
                overlay.rest(seen)
            self.panel.refresh()
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
        if self._marked:
            self._prompt(left)
        elif self._dialog is not None:
            self._dialog.show_time(left)
        if self._asked is None:
            self._ask_next()

    def _is_open(self, question: Decision) -> bool:
        return any(entry["id"] == question["id"] for entry in self.session.decisions(question["seat"]))

    def _hand_in_at_last(self) -> None:
        """Hand in what lies in the slots when the time is up (STD-506)."""
        left = self.session.seconds_left()
        panel = self._open_panel
        if left is not None and left <= LAST_MOMENT and panel is not None:
            panel.hand_in()

    # --- questions ------------------------------------------------------------------------------------------------

    def _ask_next(self) -> None:
        for seat in self.session.humans():
            question = self.table.question(seat)
            if question is not None and not question["optional"]:
                self._asked = question
                self.sounds.asked()
                if question["kind"] in self.panels:
                    self._show_panel(question)
                else:
                    self._show_dialog(question)
                return
        self._show_moving()

    def _show_panel(self, question: Decision) -> None:
        if question["seat"] != self.table.own:  # several people at one machine program one after the other
            self.table.own = question["seat"]
            self.table.display.know(self.session.view(question["seat"]))
            self.panels = self._make_panels()
            message(self.app, self.table.name(question["piece"]), _("It is your turn to program."))
        panel = self.panels[question["kind"]]
        self._change_panel(panel)
        panel.open(question)

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
            self._mark(list(cells))
        else:
            # Below whatever menu is open, so that it does not jump into the player's way.
            self.app.screens.insert(self.app.screens.index(self) + 1, self._dialog)
            if robot.cell is None and robot.archive is not None:
                self._mark([robot.archive])

    def _offer_anew(self, question: Decision) -> None:
        """Ask a question again whose choices others may have taken meanwhile."""
        if question["kind"] in self.table.views.offers:
            self._close_question()

    def _mark(self, cells: list[Cell]) -> None:
        """Mark the cells on the board that a question is about."""
        image = pictures.effect("target", 64)
        for cell in cells:
            x, y = self.board.centre(cell)
            sprite = arcade.Sprite(image, center_x=x, center_y=y)
            fit_sprite(sprite, CELL * 0.9)
            sprite.color = theme.colour("accent")
            self._marks.append(sprite)

    def _close_question(self) -> None:
        self._asked = None
        if self._dialog is not None and self._dialog in self.app.screens:
            self.app.screens.remove(self._dialog)
        self._dialog = None
        self._marks.clear()
        if self._marked:
            self._marked = {}
            self._notices.ask("", "")

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a person; what the engine refuses raises `AnswerError`."""
        in_panel = self._asked is not None and self._asked["id"] == id_ and self._asked["kind"] in self.panels
        try:
            self.session.answer(seat, id_, answer)
        except AnswerError as error:
            if in_panel:
                raise
            self._complain(str(error))
        if self._asked is not None and self._asked["id"] == id_:
            self._close_question()

    def _complain(self, text: str) -> None:
        self.sounds.refused()
        message(self.app, _("That is not possible"), text[:1].upper() + text[1:] + ".")

    # --- what happens ---------------------------------------------------------------------------------------------

    def _told(self, event: Event) -> None:
        self.sounds.told(event)
        self.moving.told(event)
        for overlay in self.overlays:
            overlay.told(event)
        sentence = self.table.chronicle.line(event)
        if sentence:
            self._log(sentence)
        act = self._beside.find(event)
        if event["type"] in ("over", "destroy") or (act is not None and act.banner):
            index = event.get("piece", next(iter(event.get("winners", ())), -1))
            self._notices.announce(sentence, theme.colour("text") if index < 0 else self.actors[index].colours.light)

    def _prompt(self, left: float | None) -> None:
        """Ask for a click on a marked cell."""
        assert self._asked is not None, "cells are marked for a question"
        clock = "" if left is None else f"  {int(left + 0.99)} s"
        told = self.table.words.question(self._asked["kind"])
        click = _("Click a marked cell (Enter: any).")
        self._notices.ask(self.table.name(self._asked["piece"]) + clock, f"{told}\n{click}")

    def _log(self, line: str) -> None:
        self.table.log.append(line)
        self.moving.write(line)
        for panel in self.panels.values():
            panel.write(line)

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw board, robots, effects, panel."""
        self.actors.fit_zoom()
        self.board.shut(self.table.display.shut)
        self.board.light(self.table.display.stage)
        self.board.draw_floor()
        for overlay in self.overlays:
            overlay.draw_below()
        self.actors.markers.draw()
        self._marks.draw()
        self.actors.sprites.draw()
        self.board.draw_above()
        for overlay in self.overlays:
            overlay.draw_above()
        self.effects.draw()
        self.panel.draw()
        self._notices.draw(self._waiting_text(), self.table.line())

    def _waiting_text(self) -> str:
        if self.player.paused and not self.player.dry:
            return _("Paused – Space goes on")
        if not self.player.dry or self._asked is not None or self.session.over:
            return ""
        names = [self.session.game.seats[seat].name for seat in self.session.waiting_for()]
        return _("Waiting for {names}").format(names=", ".join(names[:2]) + (" …" if len(names) > 2 else ""))

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

    def escape(self) -> None:
        """Open the in-game menu (CLI-216, CLI-308)."""
        self.menu()

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
        """Take a key: the panel's own, those of the board, L for the log, Esc for the menu."""
        if symbol == arcade.key.ESCAPE:
            self.escape()
        elif self._marked and self._asked is not None and symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.answer(self._asked["seat"], self._asked["id"], self._asked["default"])
        elif symbol == arcade.key.L:
            self.app.push(LogScreen(self.app, self.table.log))
        elif not self.panel.key(symbol, modifiers):
            self.board.key(symbol)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return what to tell about a control, a robot or a cell (CLI-104)."""
        if not self.board_area.holds(x, y):
            return self.panel.tooltip_at(x, y)
        parts = [self.table.status(index) for index in self.actors.at(x, y)]
        parts.append(self.board.tooltip_at(x, y))
        if (cell := self.board.cell_at(x, y)) is not None:
            parts += [overlay.tooltip_at(cell) for overlay in self.overlays]
        return "\n\n".join(part for part in parts if part)
