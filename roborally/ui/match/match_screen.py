"""A match in the window: the board, and a panel beside or below it (CLI-101 to CLI-105)."""

from collections.abc import Callable, Sequence

from roborally.base.translation import _
from roborally.core.events import Event, is_for
from roborally.core.observation import Observation
from roborally.game.session.protocol import Session
from roborally.ui.board.playback import SPEEDS
from roborally.ui.match.match_parts import MatchParts
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.player_info import Earned
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.preload import set_aside

ENOUGH = 20
"""The number of unshown beats above which the match waits, so that bots do not run far ahead of the display."""


class MatchScreen(MatchParts):
    """Shows a session as it runs, and answers for the players at this machine.

    `finished(context)` is called when the match is over and all of it has been shown; `open_menu(screen)` opens the
    in-game menu. With `check` the display is compared with the session whenever the animation has finished. For the
    other arguments see `MatchParts`.
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
        past: Sequence[Event] = (),
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        """Show the current state of the session; it must not have been polled yet."""
        super().__init__(
            app,
            session,
            open_menu=lambda: open_menu(self),
            show_moment=show_moment,
            earned=earned,
            past=past,
            speed=speed,
        )
        self.check = check
        self._finished = finished
        self._ended = False
        self._news = True
        self._reported: set[str] = set()
        set_aside()

    def turn_in_motion(self) -> int | None:
        """Return the turn whose moves are being shown, or `None` if the display has caught up with the match."""
        return None if self.playback.dry or self.question_controller.asked is not None else self.context.display.turn

    @property
    def _clock_stands(self) -> bool:
        """Whether the clock stops: a curtain is down, or events before the next question are still being shown."""
        questions = self.question_controller
        return questions.hot_seat.curtain is not None or (not self.playback.dry and questions.asked is None)

    @property
    def is_covered(self) -> bool:
        """Whether another screen covers the match that is not one of its questions: a menu, the log, the rulebook."""
        questions = self.question_controller
        return self.app.screens[-1] not in (self, questions.dialog, questions.hot_seat.curtain)

    def seconds_left(self) -> float | None:
        """Return the remaining seconds for the question, `None` while no clock runs (CLI-706)."""
        return None if self._clock_stands else self.session.seconds_left()

    def update(self, seconds: float) -> None:
        """Let bots, clock and animation continue, and ask the next question."""
        if self._ended:
            return
        self.report_views()
        self.session.pause(self.is_covered)
        if self._clock_stands:
            self.session.hold_clock()  # before the session checks its clock in a late frame
        self.question_controller.hand_in_at_last()
        if self.question_controller.asked is not None or self.playback.waiting < ENOUGH:
            self._poll()
        self.question_controller.forget_what_is_gone()  # before any consequence is shown
        self._animate(seconds)
        if self.playback.dry:
            self._at_rest()
        elif self.question_controller.asked is None:
            self.panels.show_moving()
            self.session.hold_clock()
        else:  # events while a question stays open
            self.panels.shown.refresh()

    def report_views(self) -> None:
        """Report once which plugins draw nothing because of an error."""
        untold, self.app.untold_views[:] = tuple(self.app.untold_views), ()
        if untold:
            one = _("The match goes on without all that this plugin adds to the window.")
            more = _("The match goes on without all that these plugins add to the window.")
            sentence = one if len(untold) == 1 else more
            why = [self.app.without_views[id_] for id_ in untold]
            message(self.app, _("A plugin cannot draw"), *why, sentence)

    def _poll(self) -> None:
        """Process new events of the session."""
        events = self.session.poll()
        for notice in self.session.notices:
            self._narrate(notice)
        self.session.notices.clear()
        for title in sorted((self.session.tally.failed.keys() | self.context.display.failed) - self._reported):
            self._narrate({"type": "uncounted", "title": self.context.words.translated(title)})
            self._reported.add(title)
        if events:
            self._news = True
            self.playback.feed([event for event in events if is_for(event, self.context.own)])
            self.question_controller.events_came()

    def _animate(self, seconds: float) -> None:
        """Advance all animations."""
        self._follow_settings()
        self.keep_up()
        self.board.calm = self.app.settings.reduced_motion
        self._look_closer(seconds)
        if not self.moments.approaching:
            self.playback.update(seconds)
        self.board_pane.update(0 if self.playback.paused else seconds)
        if not self.moments.running:
            self._follow(seconds)
        self.notices.update(seconds, covered=self.question_controller.hot_seat.curtain is not None)
        self.cards.update(0 if self.playback.paused else seconds)
        self.watching.update(0 if self.playback.paused else seconds)
        self.panels.update(seconds)

    def _look_closer(self, seconds: float) -> None:
        """Zoom to a great moment and back, at least at normal speed (CLI-2105)."""
        if not self._has_moments:
            self.moments.stop()
        elif not self.playback.paused:
            self.moments.update(seconds * max(1.0, SPEEDS[self.playback.speed]))

    def _follow(self, seconds: float) -> None:
        """Move the view along with the player's robot while something moves."""
        if self.app.settings.follow_camera and not (self.panning or self.playback.paused or self.playback.dry):
            self.actors.follow(self.context.own, seconds)

    def _at_rest(self) -> None:
        """Ask, wait, or end, once everything has been shown."""
        self.session.shown()
        if self._news:  # events lack some data that plugins draw, and an owner's knowledge of face-down cards
            self._news = False
            self._look(self.session.observe(self.context.own))
            self.question_controller.hot_seat.catch_up()
            if self.check:
                self.context.display.assert_equals(self.session.observe(self.context.own))
        if self.session.over:
            self._end()
            return
        self.question_controller.show_time(self.session.seconds_left())
        if self.question_controller.asked is None:
            self.question_controller.ask_next()

    def _end(self) -> None:
        """Report that the whole match has been shown, after the last closer look has ended."""
        if self.moments.lasting:
            return
        self._ended = True
        self.question_controller.close()
        self._finished(self.context)

    def _look(self, seen: Observation) -> None:
        """Copy from an observation what events do not report."""
        if not self.session.complete:
            self.context.display.take_over(seen)
            self.actors.settle_all()
        if not self.session.over:
            self.context.display.reach(seen)
        self.context.display.read_marks(seen)
        self.board_pane.rest(seen)
        self.rules.rest(seen)
        self.panels.shown.refresh()

    def closed(self) -> None:
        """Cancel the bots' thinking."""
        self.session.close()
