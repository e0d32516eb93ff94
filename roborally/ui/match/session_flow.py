"""Connects a match's session with its screen: shows events, asks questions, and ends the match."""

from collections.abc import Callable

from roborally.core.events import Event, is_for
from roborally.core.observation import Observation
from roborally.ui.board.playback import Playback
from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.panel.panels import Panels
from roborally.ui.match.questions.question_controller import QuestionController
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.windows.match_rules import MatchRules

ENOUGH = 20
"""The number of waiting beats (groups of events) from which no events are fetched, so that bots do not run ahead."""


class SessionFlow:
    """Passes events, notices and questions of a session to the parts of the match's screen.

    In every frame the screen calls `poll`, shows the next part of the animation, and calls `go_on`. With `check` the
    display is compared with the session whenever the animation has finished.
    """

    def __init__(
        self,
        context: ShownMatch,
        playback: Playback,
        board_pane: BoardPane,
        panels: Panels,
        questions: QuestionController,
        rules: MatchRules,
        *,
        narrate: Callable[[Event], object],
        lasts: Callable[[], bool],
        finished: Callable[[ShownMatch], None],
        check: bool,
    ) -> None:
        """Start before the first poll.

        `narrate(event)` writes an event into the log. `finished(context)` is called when the match is over and all of
        it has been shown, but not while `lasts()` is true, because the end is still being shown.
        """
        self.check = check
        self.ended = False
        """Whether the whole match has been shown."""
        self._context = context
        self._session = context.session
        self._playback = playback
        self._board_pane = board_pane
        self._panels = panels
        self._questions = questions
        self._rules = rules
        self._narrate = narrate
        self._lasts = lasts
        self._finished = finished
        self._news = True
        self._reported: set[str] = set()

    @property
    def clock_stands(self) -> bool:
        """Return whether the clock stands still: for a curtain, or while events before the next question are shown."""
        questions = self._questions
        return questions.hot_seat.curtain is not None or (not self._playback.dry and questions.asked is None)

    def poll(self, *, covered: bool) -> None:
        """Take new events from the session, which pauses while the match is `covered` by a menu or page."""
        self._session.pause(covered)
        if self.clock_stands:
            self._session.hold_clock()  # before the session checks its clock in a late frame
        self._questions.hand_in_at_last()
        if self._questions.asked is not None or self._playback.waiting < ENOUGH:
            self._poll()
        self._questions.forget_what_is_gone()  # before any consequence is shown

    def _poll(self) -> None:
        events = self._session.poll()
        for notice in self._session.notices:
            self._narrate(notice)
            self._context.turn.on_event(notice)
        self._session.notices.clear()
        for title in sorted((self._session.tally.failed.keys() | self._context.display.failed) - self._reported):
            self._narrate({"type": "uncounted", "title": self._context.words.translated(title)})
            self._reported.add(title)
        if events:
            self._news = True
            self._playback.feed([event for event in events if is_for(event, self._context.own)])
            self._questions.events_came()

    def go_on(self) -> None:
        """Ask the next question, wait, or end, if everything has been shown; else show the panel for moving robots."""
        if self._playback.dry:
            self._at_rest()
        elif self._questions.asked is None:
            self._panels.show_moving()
            self._session.hold_clock()
        else:  # events while a question stays open
            self._panels.shown.refresh()

    def _at_rest(self) -> None:
        self._session.shown()
        if self._news:  # events lack some data that plugins draw, and an owner's knowledge of face-down cards
            self._news = False
            self._look(self._session.observe(self._context.own))
            self._questions.hot_seat.catch_up()
            if self.check:
                self._context.display.assert_equals(self._session.observe(self._context.own))
        if self._session.over:
            self.end()
            return
        self._questions.show_time(self._session.seconds_left())
        if self._questions.asked is None:
            self._questions.ask_next()

    def end(self) -> None:
        """Close the question and report that the whole match has been shown, unless its end is still being shown."""
        if not self._lasts():
            self.ended = True
            self._questions.close()
            self._finished(self._context)

    def _look(self, seen: Observation) -> None:
        """Update the display from an observation where no event reports changes; pass it to board, rules and panel."""
        if not self._session.complete:
            self._context.display.take_over(seen)
            self._board_pane.actors.settle_all()
        if not self._session.over:
            self._context.display.reach(seen)
        self._context.display.read_marks(seen)
        self._board_pane.rest(seen)
        self._rules.rest(seen)
        self._panels.shown.refresh()
