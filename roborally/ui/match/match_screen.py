"""The screen of a running match: puts its parts together, and passes events and frames to them (CLI-101 to CLI-105)."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from roborally.base.translation import _
from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.game.session.protocol import Session
from roborally.narration.chronicle import equipment_of
from roborally.ui.board.playback import SPEEDS, Playback
from roborally.ui.board.timetable import Pacing
from roborally.ui.lost_views import report_lost_views, sound_views
from roborally.ui.match.board_screen import BoardScreen
from roborally.ui.match.on_board.action_overlay import ActionOverlay
from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.on_board.camera import Camera
from roborally.ui.match.on_board.forecast_overlay import Plan
from roborally.ui.match.on_board.shown_cards import ShownCards
from roborally.ui.match.panel.moving_panel import MovingPanel
from roborally.ui.match.panel.panels import Panels
from roborally.ui.match.questions.foreground import Foreground
from roborally.ui.match.questions.notices import Notices
from roborally.ui.match.questions.question_controller import QuestionController
from roborally.ui.match.questions.wait import Wait
from roborally.ui.match.session_flow import SessionFlow
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.match_sounds import MatchSounds
from roborally.ui.match.watching.moments import Moments
from roborally.ui.match.watching.spectator_aids import Aids, Spectating
from roborally.ui.match.watching.speech_strip import strip_height
from roborally.ui.match.windows.log_screen import LogScreen
from roborally.ui.match.windows.match_rules import MatchRules
from roborally.ui.match.windows.player_info import Earned, PlayerInfo
from roborally.ui.match.windows.turn_sheet import TurnSheet
from roborally.ui.plugin import PanelContext
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.preload import set_aside
from roborally.ui.toolkit.shortcuts import Shortcut


class MatchScreen(BoardScreen):
    """The screen of a running match; it also answers for the players at this machine.

    `finished(context)` is called when the match is over and all of it has been shown; `open_menu(screen)` opens the
    in-game menu; `show_moment(first, last)` replays the events between two beats; `earned(seat)` returns a player's
    achievements. `past` are the earlier events of a continued match, for the log. With `check` the display is compared
    with the session whenever the animation has finished. `more_keys()` returns further keys of this match.
    """

    game_label = ""
    """The text in small letters at the right of the remarks, such as the number of the game; empty for none."""
    pausing = True
    """Whether the panel shown while robots move has a pause button."""
    has_buttons = True
    """Whether the panel shown while robots move has buttons at all."""
    has_recap = True
    """Whether the recap of the last turn is shown while the next one is programmed."""
    _has_remarks = False

    def __init__(
        self,
        app: App,
        session: Session,
        *,
        finished: Callable[[ShownMatch], None],
        open_menu: Callable[["MatchScreen"], None],
        show_moment: Callable[[int, int], None] | None = None,
        earned: Earned | None = None,
        past: Sequence[Event] = (),
        speed: str = "normal",
        check: bool = False,
        more_keys: Callable[[], Sequence[Shortcut]] = lambda: (),
    ) -> None:
        """Show the current state of a session that has not been polled yet; `speed` is a key of `SPEED_NAMES`."""
        super().__init__(app, len(session.game.seats))
        self.session = session
        self.context = ShownMatch.of(session, past, sound_views(app, session.game.plugins))
        self.rules, self.sounds = MatchRules(self.context), MatchSounds(app.audio, self.context)
        self._open_menu, self._finished = open_menu, finished
        self._more_keys, self._show_moment = more_keys, show_moment
        self._beat, self.earned = session.beat, earned
        self.context.called = app.settings.called
        self.context.inform, self.context.show_log = self.inform, self.open_log
        self.context.watch_last_turns = self.watch_last_turns if show_moment is not None else None
        aid = app.settings.programming_aid
        self.board_pane = pane = BoardPane(self.space, self.context, self.board_area, self._plan, aid=aid)
        self.board, self.actors = pane.board, pane.actors
        self.moments = Moments(self.board, self.context.display)
        pacing = Pacing(self.context.views.stops, self.context.views.paces, session.game.course.board.elements)
        self.playback = Playback(
            *(self.context.display, pane.animator, pane.actors, pane.effects, self.on_event, self.on_event_in_order),
            pacing=pacing,
            careful=lambda: self.app.settings.slow_when_it_matters,  # CLI-2029
            own=lambda: self._own_pieces,
        )
        self.playback.speed = speed
        self.camera = Camera(self.space, pane, self.context, self.playback)
        self.action = ActionOverlay(pane.scene, self.context, pane.beside, self.playback)
        pane.add(self.action)
        panel_context = PanelContext(
            *(self.panel_space, self.context, self.panel_area, self.answer, self.menu),
            notify=lambda text: self.question_controller.complain(text),
            aid=self.board_pane.ghost,
            look=lambda question, answer: self.question_controller.look(question, answer),
            asks_twice=lambda: self.app.settings.ask_before_loss,
        )
        self.panels = Panels(panel_context, self.context.views, self._moving_panel, self.scroll_to_top)
        self.notices = Notices(self.space, self.banner_room, self.board)
        self.cards = ShownCards(self.space, self.context, self.board_area)
        self.watching = Spectating(
            self.space, self.context, self.board_pane, self.camera, lambda: self.arrangement.strip, self.game_label
        )
        self.watching.recap.left = self.focus_first
        self.watching.want(self.aids)
        foreground = Foreground(self, lambda: self.arrangement, self.menu, self.use_shortcut)
        self.question_controller = QuestionController(
            foreground, self.context, self.board_pane, self.panels, self.notices, self.sounds
        )
        self.waiting = Wait(self.context, self.playback, self.question_controller)
        self.flow = SessionFlow(
            *(self.context, self.playback, self.board_pane, self.panels, self.question_controller, self.rules),
            narrate=self._narrate,
            lasts=lambda: self.lasts,
            finished=finished,
            check=check,
        )
        self.match_shortcuts = self._shortcuts()
        self._announce_beginning(past)
        set_aside()

    def _announce_beginning(self, past: Sequence[Event]) -> None:
        """Write the beginning of the turn into the log, unless the log has it already or an event will announce it."""
        opening = self._past()
        if past or (opening and not any(event["type"] == "moment" for event in opening)):
            return  # the log has it already, or it is announced when it begins
        self._narrate({"type": "moment", "name": "start", "turn": self.context.display.turn or 1})

    def _past(self) -> Sequence[Event]:
        """Return the events before the first question, which the display already shows."""
        return self.session.poll()

    @property
    def aids(self) -> Aids:
        """Return which aids for watching are on in this match: names, remarks, a zoom on great moments."""
        return Aids.of(self.app.settings)

    def strip_below(self, width: float) -> float:
        """Return the height of the strip for remarks below a board of a width, in design units; 0 for no strip."""
        return strip_height(width) if self._has_remarks else 0.0

    def _moving_panel(self) -> MovingPanel:
        panel = MovingPanel(
            *(self.panel_space, self.context, self.panel_area, self.playback, self.menu),
            talking=self.app.settings.robot_lines,
            controls=self.has_buttons,
            pausing=self.pausing,
        )
        panel.log.on_line = self._on_line
        return panel

    @property
    def _on_line(self) -> Callable[[int], None] | None:
        """Return the function that a click on a log line calls with its number, `None` if nothing can be replayed."""
        return self.show_line if self._show_moment is not None else None

    def translate(self) -> None:
        """Show everything in the current language; unfinished answers are kept."""
        self.context.translate()
        self.watching.recap.translate()
        self.match_shortcuts = self._shortcuts()
        self.rules.translate()
        self.question_controller.translate()

    # --- state ----------------------------------------------------------------------------------------------------

    def _plan(self) -> Plan | None:
        """Return the question in the open panel and the unfinished answers, for the forecast; `None` without them."""
        asked, panel = self.question_controller.asked, self.panels.open
        if panel is None or asked is None or (draft := panel.draft()) is None:
            return None
        return asked, draft, panel.beside

    @cached_property
    def _own_pieces(self) -> frozenset[int]:
        return frozenset(robot.index for robot in self.context.display.robots if robot.seat in self.session.humans())

    @property
    def _has_moments(self) -> bool:
        """Return whether the view may zoom in on great moments at present (CLI-2106)."""
        return self.aids.moments and self.playback.speed != "skip"

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Fetch events of the session, advance the animation by some seconds, and ask the next question."""
        if self.flow.ended:
            return
        report_lost_views(self.app)
        self.flow.poll(covered=self.is_covered)
        self._animate(seconds)
        self._go_on()
        self.waiting.update()

    def _go_on(self) -> None:
        self.flow.go_on()

    @property
    def stands_still(self) -> bool:
        """Return whether the match stands still, because a screen such as the in-game menu is open."""
        return any(screen.stops_match for screen in self.app.screens)

    def _animate(self, seconds: float) -> None:
        seconds = 0.0 if self.stands_still else seconds
        self.watching.want(self.aids)
        if self.watching.remarks != self._has_remarks:  # the board makes room for them
            self._has_remarks = self.watching.remarks
            self.resized()
            self.settled()
        self.keep_up()
        self.board.calm = self.app.settings.reduced_motion
        self._look_closer(seconds)
        if not (self.moments.approaching or self.camera.leads):
            self.playback.update(seconds)
        self.board_pane.update(0 if self.playback.paused else seconds)
        if self.camera.pans or not self.moments.running:
            self.camera.update(seconds, self.question_controller.asked, follows=self.app.settings.follow_camera)
        self.notices.update(seconds, covered=self.question_controller.hot_seat.curtain is not None)
        self.cards.update(0 if self.playback.paused else seconds)
        self.watching.update(0 if self.playback.paused else seconds)
        panel, recap = self.panels.open, self.watching.recap
        is_asked = panel is None and self.question_controller.dialog is not None
        is_free = is_asked or (panel is None and self.playback.dry and self.context.only_watches)
        wanted = not panel.unconfirmed if panel is not None else is_free and recap.turn.is_fresh
        recap.show(wanted=self.has_recap and wanted, still=not self.camera.pans, again=is_asked)
        self.board_pane.ghost.silent = bool(recap.lines)
        self.panels.update(seconds, self.app.held_key)

    def _look_closer(self, seconds: float) -> None:
        """Zoom in on a great moment and out again, at least at normal speed (CLI-2105)."""
        if not self._has_moments:
            self.moments.stop()
        elif not (self.playback.paused or self.camera.pans):
            self.moments.update(seconds * max(1.0, SPEEDS[self.playback.speed]))

    def turn_in_motion(self) -> int | None:
        """Return the turn whose moves are being shown, or `None` if the display has caught up with the match."""
        return None if self.playback.dry or self.question_controller.asked is not None else self.context.display.turn

    @property
    def is_covered(self) -> bool:
        """Return whether a screen covers the match, such as a menu or the log; dialogs of questions do not count."""
        questions = self.question_controller
        return self.app.screens[-1] not in (self, questions.dialog, questions.hot_seat.curtain)

    @property
    def going_on(self) -> str:
        """Return a note that robots act while a page hides them; empty if no robot acts (CLI-706)."""
        acts = self.is_covered and not self.stands_still and self.turn_in_motion() is not None
        return _("Robots are acting") if acts else ""

    @property
    def lasts(self) -> bool:
        """Return whether the match must not end yet, because of a running zoom or a screen that covers the match."""
        return self.moments.lasting or self.is_covered

    def seconds_left(self) -> float | None:
        """Return the seconds that remain for the question, `None` while no clock runs (CLI-706)."""
        return None if self.flow.clock_stands else self.session.seconds_left()

    def closed(self) -> None:
        """Close the session, which stops its bots."""
        self.session.close()

    # --- events ---------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> None:
        """Play an event's sound, and start its drawings and zooms, when its animation begins."""
        self.sounds.on_event(event)
        self.rules.on_event(event)
        again = self.playback.is_again(event)
        (self.action if again else self.board_pane).on_event(event)
        if self._has_moments and not again:
            self.moments.on_event(event, self._own_pieces)

    def on_event_in_order(self, event: Event) -> None:
        """Write an event into the log and announce it; called when this and all earlier events have been shown."""
        if not self.playback.is_again(event):
            self._beat = event["beat"]
            self._announce(event, self._narrate(event))

    def _announce(self, event: Event, sentence: str) -> None:
        """Show an event's `sentence` as a banner, and its card, each if a plugin's manifest says so."""
        act = self.board_pane.beside.find(event)
        if act is not None and act.card:
            self.cards.add(event["piece"], equipment_of(event))
        if self.watching.on_event(event, sentence):
            return  # a banner would repeat it
        if self.context.views.stops.get(event["type"]) == "stage":
            self.notices.hide()  # it is about the stage before, and covers the title of this one
        if self.board_pane.beside.announces(event):
            index = event.get("piece", next(iter(event.get("winners", ())), -1))
            self.notices.announce(sentence, theme.colour("text") if index < 0 else self.actors[index].colours.light)

    def _narrate(self, event: Event) -> str:
        """Write an event into the log and let robots remark on it; return its line, empty if it is not logged."""
        self.context.remarks.on_event(event)
        log = self.context.log
        before = log.written
        line = log.narrate({"beat": self._beat, "at": self._place(event), **event})
        if log.written > before:
            self.panels.write(line)
        elif line:
            self.panels.replace(before - log.latest, line)
        return line

    def _place(self, event: Event) -> Cell | None:
        """Return the cell on which the robot of an event stands now, `None` off the board or without a robot."""
        piece = event.get("piece", -1)
        return self.context.display.robots[piece].cell if 0 <= piece < len(self.context.display.robots) else None

    def show_line(self, number: int) -> None:
        """Replay the match from the event of a log line, by number, to the running turn; ignore forgotten lines."""
        log = self.context.log
        if self._show_moment is not None and number >= log.first:
            self._show_moment(log.event(number)["beat"], self.context.running_since(number) or self._beat)

    def watch_last_turns(self, count: int) -> None:
        """Replay the last `count` turns before this one (CLI-2023)."""
        beats = self.context.last_turns(count)
        if self._show_moment is not None and beats is not None:
            self._show_moment(*beats)

    def open_log(self) -> None:
        """Open the whole log."""
        log, on_line = self.context.log, self._on_line
        show = on_line and (lambda place: on_line(log.first + place))
        sheet, tint_of, rule_of = self.arrangement.sheet, self.context.tint_of, self.rules.links.event
        self.app.push(LogScreen(self.app, log, sheet, tint_of, rule_of, show))

    # --- for the panels -------------------------------------------------------------------------------------------

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a person; raise `AnswerError` if the engine refuses the answer."""
        self.question_controller.answer(seat, id_, answer)

    def inform(self, index: int) -> None:
        """Open the info window of the player whose piece has this index; pieces without a seat have none (CLI-204)."""
        if self.context.display.robots[index].seat >= 0:
            self.app.push(PlayerInfo(self.app, self.context, index, self.arrangement.side, self.earned))

    def menu(self) -> None:
        """Open the in-game menu."""
        self._open_menu(self)

    escape = menu

    @property
    def edition(self) -> str:
        """Return the id of the match's mode."""
        return self.session.game.config.match.mode

    @property
    def rule_now(self) -> str:
        """Return the id of the rule of the current question, or of the event being shown, or of the turn's step."""
        return self.rules.now(self.question_controller.asked, moving=not self.playback.dry)

    def show_steps(self) -> None:
        """Open the list of the steps of a turn (CLI-1501)."""
        self.app.push(TurnSheet(self.app, self.rules, lambda: self.arrangement.sheet))

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw board, robots, effects, panel."""
        self.board.bright = self.app.settings.light_floor
        self.board_pane.draw()
        self.panels.shown.draw()
        text, pane = "\n".join(filter(None, (self.waiting_text(), self.waiting.meanwhile()))), self.board_pane
        self.notices.draw(text, self.context.line(), [*pane.taken(), *pane.ghost.taken()])
        self.watching.draw(self.notices.notes())
        self.cards.draw()

    def waiting_text(self) -> str:
        """Return why the match waits, such as for players or a key, as a text below the board; empty if it does not."""
        if self.playback.paused and not self.playback.dry:
            return _("Paused – Space to continue")
        if self.playback.halted:
            return _("Space for the next action")
        return self.waiting.whom

    # --- keys -----------------------------------------------------------------------------------------------------

    def _shortcuts(self) -> list[Shortcut]:
        return [
            *self._more_keys(),
            Shortcut(("ESCAPE",), _(self.way_out), lambda: self.escape()),
            Shortcut(("L",), _("The whole log"), self.open_log),
            Shortcut(("G",), _("The ghost: where your program ends"), self.board_pane.ghost.toggle),
            Shortcut(("I",), _("About the players"), lambda: self.inform(self.context.own_piece)),
            Shortcut(("T",), _("The steps of a turn"), self.show_steps),
        ]
