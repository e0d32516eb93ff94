"""A match in the window: the board at the left, a panel at the right (CLI-101 to CLI-105)."""

from collections.abc import Callable, Sequence
from typing import Any

import arcade

from roborally.base.translation import _
from roborally.core.events import Event, is_for
from roborally.core.views import View
from roborally.session import Session
from roborally.ui.board.playback import Playback
from roborally.ui.match.board_pane import BoardPane
from roborally.ui.match.board_screen import BOARD, PANEL, BoardScreen
from roborally.ui.match.forecast_overlay import Plan
from roborally.ui.match.foreground import Foreground
from roborally.ui.match.log_screen import LogScreen
from roborally.ui.match.match_sounds import MatchSounds
from roborally.ui.match.moving_panel import MovingPanel
from roborally.ui.match.notices import Notices
from roborally.ui.match.panels import Panels
from roborally.ui.match.player_info import Earned, PlayerInfo
from roborally.ui.match.question_controller import QuestionController
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.plugin import PanelContext
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.preloading import set_aside

ENOUGH = 20
"""With how many beats still to be shown the match waits: bots alone would run far ahead of what is seen."""


class MatchScreen(BoardScreen):
    """Shows a session and answers for the people at this machine.

    `finished(context)` is called when the match is over and all of it has been shown; `open_menu(screen)` opens the
    in-game menu; `show_moment(first, last)` shows again what has happened from a beat to another; `earned(seat)` are
    the achievements of a player. With `check` the display is compared with the session whenever the animation has run
    dry.
    """

    def __init__(
        self,
        app: App,
        session: Session,
        *,
        finished: Callable[[ShownMatch], None],
        open_menu: Callable[["MatchScreen"], None],
        show_moment: Callable[[int, int], None] | None = None,
        earned: Earned | None = None,
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        """Show the session as it stands; it must not have been polled yet."""
        super().__init__(app)
        self.session = session
        self.context = ShownMatch.of(session)
        self.sounds = MatchSounds(app.audio, self.context)
        self.check = check
        self._finished = finished
        self._open_menu = open_menu
        self._show_moment = show_moment
        self._beat = session.beat
        self._earned = earned
        self.context.inform = self.inform
        aid = app.settings.programming_aid
        self.board_pane = BoardPane(app, self.context, self.board_area, self._plan, aid=aid)
        self.board, self.actors = self.board_pane.board, self.board_pane.actors
        self.playback = Playback(
            self.context.display, self.board_pane.animator, self.actors, self.board_pane.effects, self._told
        )
        self.playback.speed = speed
        panel_context = PanelContext(
            app, self.context, PANEL, self.answer, self.menu, self.complain, self.board_pane.ghost
        )
        self.panels = Panels(panel_context, self.context.views, self._moving_panel)
        self._notices = Notices(app, PANEL, self.board)
        foreground = Foreground(self, PANEL, self.menu)
        self.question_controller = QuestionController(
            foreground, self.context, self.board_pane, self.panels, self._notices, self.sounds
        )
        self.shortcuts = self._shortcuts()
        self._ended = False
        self._news = True
        self._tell_beginning()
        set_aside()

    def _tell_beginning(self) -> None:
        """Tell that a turn begins, unless the match goes on in the middle of one."""
        past = self._past()
        if not past or any(event["type"] == "moment" for event in past):  # a turn that will begin is told then
            self._tell({"type": "moment", "name": "start", "turn": self.context.display.turn or 1})

    def _past(self) -> Sequence[Event]:
        """Return what has happened before the first question, which is in the display already."""
        return self.session.poll()

    def _moving_panel(self) -> MovingPanel:
        panel = MovingPanel(self.app, self.context, PANEL, self.playback, self.menu)
        panel.log.on_line = self.show_line if self._show_moment is not None else None
        return panel

    def translate(self) -> None:
        """Show everything in the language that is spoken now; what is being put together stays there."""
        self.context.translate()
        self.question_controller.translate()

    # --- what is shown --------------------------------------------------------------------------------------------

    def _plan(self) -> Plan | None:
        """Return what the ghost plays forward: the question in the open panel, and the program as it lies there."""
        asked, panel = self.question_controller.asked, self.panels.open
        draft = panel.draft() if panel is not None else None
        return (asked, draft) if asked is not None and draft is not None else None

    def turn_in_motion(self) -> int | None:
        """Return the turn whose moves are being shown, or `None` when the display has caught up with the match."""
        return None if self.playback.dry or self.question_controller.asked is not None else self.context.display.turn

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Let bots, clock and animation go on, and ask what is to be asked."""
        if self._ended:
            return
        if self.question_controller.hot_seat.curtain is not None or (
            not self.playback.dry and self.question_controller.asked is None
        ):
            self.session.hold_clock()  # before the session looks at its clock, however late this frame is
        self.question_controller.hand_in_at_last()
        if self.question_controller.asked is not None or self.playback.waiting < ENOUGH:
            self._poll()
        self._animate(seconds)
        self.question_controller.forget_what_is_gone()
        if self.playback.dry:
            self._at_rest()
        elif self.question_controller.asked is None:
            self.panels.show_moving()
            self.session.hold_clock()
        else:  # something happens while a question is open, which stays where it is
            self.panels.shown.refresh()

    def _poll(self) -> None:
        """Take over what has happened in the session."""
        events = self.session.poll()
        for notice in self.session.notices:
            self._tell(notice)
        self.session.notices.clear()
        if events:
            self._news = True
            self.playback.feed([event for event in events if is_for(event, self.context.own)])
            self.question_controller.events_came()

    def _animate(self, seconds: float) -> None:
        """Let everything move on."""
        self.playback.update(seconds)
        self.board_pane.update(0 if self.playback.paused else seconds)
        self._follow(seconds)
        self._notices.update(seconds)
        self.panels.update(seconds)

    def _follow(self, seconds: float) -> None:
        """Let the view go along with the own robot while something moves."""
        if self.app.settings.follow_camera and not (self.panning or self.playback.paused or self.playback.dry):
            self.actors.follow(self.context.own, seconds)

    def _at_rest(self) -> None:
        """Everything has been shown: ask, wait, or end."""
        self.session.shown()
        if self._news:  # events do not tell all that the plugins draw, nor what an owner knows of face-down cards
            self._news = False
            self._look(self.session.view(self.context.own))
        if self.check:
            self.context.display.assert_equals(self.session.view(self.context.own))
        if self.session.over:
            self._end()
            return
        self.question_controller.show_time(self.session.seconds_left())
        if self.question_controller.asked is None:
            self.question_controller.ask_next()

    def _end(self) -> None:
        """Say that all of the match has been shown."""
        self._ended = True
        self.question_controller.close()
        self._finished(self.context)

    def _look(self, seen: View) -> None:
        """Take over from a view what events do not tell."""
        if not self.session.complete:
            self.context.display.take_over(seen)
            self.actors.settle_all()
        self.context.display.read_marks(seen)
        self.board_pane.rest(seen)
        self.panels.shown.refresh()

    # --- what happens ---------------------------------------------------------------------------------------------

    def _told(self, event: Event) -> None:
        self._beat = event["beat"]
        self.sounds.told(event)
        self.board_pane.told(event)
        self._announce(event, self._tell(event))

    def _announce(self, event: Event, sentence: str) -> None:
        """Show the sentence of what matters most as a banner."""
        act = self.board_pane.beside.find(event)
        if event["type"] in ("over", "destroy") or (act is not None and act.banner):
            index = event.get("piece", next(iter(event.get("winners", ())), -1))
            self._notices.announce(sentence, theme.colour("text") if index < 0 else self.actors[index].colours.light)

    def _tell(self, event: Event) -> str:
        """Write an event into the log and return its line, empty for what need not be told."""
        line = self.context.log.tell({"beat": self._beat, **event})
        if line:
            self.panels.write(line)
        return line

    def show_line(self, number: int) -> None:
        """Show again the moment at which a line of the log was told."""
        if self._show_moment is not None:
            self._show_moment(self.context.log.events[number]["beat"], self._beat)

    # --- for the panels -------------------------------------------------------------------------------------------

    def answer(self, seat: int, id_: str, answer: Any) -> None:
        """Answer a question for a person; what the engine refuses raises `AnswerError`."""
        self.question_controller.answer(seat, id_, answer)

    def complain(self, text: str) -> None:
        """Tell in a sentence why something is not possible."""
        self.question_controller.complain(text)

    def inform(self, index: int) -> None:
        """Open the window about a player (CLI-204)."""
        if self.context.display.robots[index].seat >= 0:
            self.app.push(PlayerInfo(self.app, self.context, index, BOARD, self._earned))

    def menu(self) -> None:
        """Open the in-game menu."""
        self._open_menu(self)

    escape = menu

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw board, robots, effects, panel."""
        self.board_pane.draw()
        self.panels.shown.draw()
        self._notices.draw(self._waiting_text(), self.context.line())

    def _waiting_text(self) -> str:
        if self.playback.paused and not self.playback.dry:
            return _("Paused – Space to continue")
        if not self.playback.dry or self.question_controller.waits or self.session.over:
            return self.board_pane.ghost.warning
        return self.context.waiting()

    def closed(self) -> None:
        """Let bots stop to think."""
        self.session.close()

    # --- keys -----------------------------------------------------------------------------------------------------

    def _shortcuts(self) -> dict[int, Callable[[], None]]:
        """Return the keys that mean the same whatever is shown: Esc menu, L log, G ghost, I about players."""
        keys = arcade.key
        return {
            keys.ESCAPE: lambda: self.escape(),
            keys.L: lambda: self.app.push(LogScreen(self.app, self.context.log, self.panels.moving.log.on_line)),
            keys.G: self.board_pane.ghost.toggle,
            keys.I: lambda: self.inform(self.context.own_piece),
        }
