"""The screen of a game in an exhibition, with comments in large letters below the board."""

from collections.abc import Callable

import arcade

from roborally.arena.live import WatchedSession
from roborally.base.translation import _
from roborally.core.events import Event
from roborally.narration.words import listed
from roborally.ui.board.playback import SPEEDS
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.commentary import NOBODY, SMALL, Comment
from roborally.ui.match.watching.spectator_aids import Aids
from roborally.ui.toolkit.app import App

LASTING = 2.0
"""Seconds of thinking after which a note appears."""
FEW = 4
"""The number of bots up to which the first comment names them."""
AFTERWARDS = 3.0
"""Seconds for which the end of a game is shown at normal speed."""


class ExhibitionScreen(MatchScreen):
    """Shows a game that is played in another process; `game` is a text such as "Game 2 of 5".

    `finished(context)` is called after the end of the game has been shown for a moment.
    """

    session: WatchedSession

    def __init__(
        self,
        app: App,
        session: WatchedSession,
        game: str,
        *,
        finished: Callable[[ShownMatch], None],
        open_menu: Callable[[MatchScreen], None],
        speed: str = "normal",
        check: bool = False,
    ) -> None:
        self.game_label = game
        super().__init__(app, session, finished=finished, open_menu=open_menu, speed=speed, check=check)
        self._idle = 0.0
        self._left = AFTERWARDS
        if self.watching.spoken is not None:
            self.watching.spoken.speech.add(Comment(self._beginning(), NOBODY, SMALL))

    def _beginning(self) -> str:
        """Return a sentence about the course, and for up to `FEW` bots one on which plays which robot."""
        context = self.context
        begins = _("A game on {course} begins.").format(course=context.game.course.title)
        bots = [robot.index for robot in context.display.robots if robot.seat >= 0]
        if len(bots) > FEW:
            return begins
        names = listed([f"{context.name(index)}: {context.level(index)}" for index in bots])
        return f"{begins} {names}."

    @property
    def aids(self) -> Aids:
        """The aids for spectators: names and remarks are always on, whatever the settings say."""
        return super().aids._replace(names=True, remarks=True)

    def _announce(self, event: Event, sentence: str) -> None:
        """Pass an event and its sentence of the log to the comments; show no banner, which would only repeat it."""
        self.watching.on_event(event, sentence)

    # --- time -----------------------------------------------------------------------------------------------------

    @property
    def stands_still(self) -> bool:
        """Whether time stands still, because a menu covers the game."""
        return self.is_covered

    def update(self, seconds: float) -> None:
        """Advance the game, the comments, and the wait at its end."""
        if not self.playback.paused:
            self._idle = self._idle + seconds if self.playback.dry and not self.session.over else 0.0
        if self.session.over and self.playback.dry and not self.playback.paused:
            speed = SPEEDS[self.playback.speed]
            self._left = self._left - seconds * speed if speed else 0.0
        super().update(seconds)

    @property
    def lasts(self) -> bool:
        """Whether the end of the game is still being shown."""
        return self._left > 0 or super().lasts

    def waiting_text(self) -> str:
        """Return that the game is paused, or that the bots have been thinking for a while; otherwise an empty text."""
        if self.playback.paused:
            return _("Paused – Space to continue")
        return _("The bots are thinking") if self._idle >= LASTING else ""

    # --- input --------------------------------------------------------------------------------------------------

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; after the end of the game Enter continues at once."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER) and self.session.over and self.playback.dry:
            self._left = 0.0
        else:
            super().key(symbol, modifiers)
