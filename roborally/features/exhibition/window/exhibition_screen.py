"""A game of an exhibition in the window, with comments in large letters below the board."""

from collections.abc import Callable

import arcade

from roborally.arena.live import WatchedSession
from roborally.base.translation import _
from roborally.core.events import Event
from roborally.ui.board.board_art import CELL
from roborally.ui.board.playback import SPEEDS
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.commentary import NOBODY, STANDING, Comment
from roborally.ui.match.watching.spectator_aids import Aids
from roborally.ui.toolkit.app import App

LASTING = 2.0
"""Seconds of thinking after which a note appears."""
AFTERWARDS = 3.0
"""Seconds that the end of a game is shown, at normal speed."""
AT_ONCE = 1.0
"""Seconds that the view takes to reach its target."""
SMALLEST_CELL, SEEN_CELL = 30.0, 40.0
"""The cell size in design units below which the view zooms in, and the size it zooms to; then it follows the robots."""


class ExhibitionScreen(MatchScreen):
    """Shows a game played in another process; `game` is a text with its number and the total.

    `finished(context)` is called after its end has been shown for a moment.
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
        """Start watching."""
        self.game_label = game
        super().__init__(app, session, finished=finished, open_menu=open_menu, speed=speed, check=check)
        self._idle = 0.0
        self._left = AFTERWARDS
        self._movers: frozenset[int] = frozenset()
        self._come_near()
        begins = _("A game on {course} begins.").format(course=self.context.game.course.title)
        if self.watching.spoken is not None:
            self.watching.spoken.speech.add(Comment(begins, NOBODY, STANDING))

    @property
    def aids(self) -> Aids:
        """Names and remarks, whatever the settings are; the view follows the robots by itself."""
        return super().aids._replace(names=True, remarks=True)

    # --- remarks --------------------------------------------------------------------------------------------------

    @property
    def remark(self) -> str:
        """The current remark."""
        return self.watching.spoken.box.text if self.watching.spoken is not None else ""

    def _announce(self, event: Event, sentence: str) -> None:
        """Show remarkable events in the strip below the board; a banner would repeat them."""
        self.watching.on_event(event, sentence)

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Advance the game, the remarks, and the wait at its end."""
        if not self.playback.paused:
            self._idle = self._idle + seconds if self.playback.dry and not self.session.over else 0.0
        if self.session.over and self.playback.dry and not self.playback.paused:
            speed = SPEEDS[self.playback.speed]
            self._left = self._left - seconds * speed if speed else 0.0
        super().update(seconds)

    @property
    def lasts(self) -> bool:
        """Whether the end is still to be seen."""
        return self._left > 0 or super().lasts

    def waiting_text(self) -> str:
        """Return a text that the game is paused, or that the bots have been thinking for a while."""
        if self.playback.paused:
            return _("Paused – Space to continue")
        return _("The bots are thinking") if self._idle >= LASTING else ""

    # --- the view -------------------------------------------------------------------------------------------------

    def _come_near(self) -> None:
        """Zoom in on a board whose cells would be too small."""
        if CELL * self.board.zoom < SMALLEST_CELL:
            self.board.zoom_by(SEEN_CELL / (CELL * self.board.zoom), *self.board.rect.centre)
            self._movers = frozenset(robot.index for robot in self.context.display.robots if robot.cell is not None)
            self._follow(AT_ONCE)

    def _follow(self, seconds: float) -> None:
        """Move the view to the middle of the moving robots, or of those that have moved last."""
        self._movers = self.playback.moving or self._movers
        seen = [self.actors[index] for index in self._movers if self.actors[index].alpha > 0]
        if seen and not (self.panning or self.playback.paused):
            view, board = self.board, self.board.board
            x = _within(sum(actor.x for actor in seen) / len(seen), view.rect.width / view.zoom, board.width * CELL)
            y = _within(sum(actor.y for actor in seen) / len(seen), view.rect.height / view.zoom, board.height * CELL)
            view.follow(x, y, seconds)

    # --- input --------------------------------------------------------------------------------------------------

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; at the end of the game Enter continues at once."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER) and self.session.over and self.playback.dry:
            self._left = 0.0
        else:
            super().key(symbol, modifiers)


def _within(middle: float, seen: float, whole: float) -> float:
    """Return the centre of the visible part of one side of the board, near the wanted one, with a small margin."""
    if seen >= whole:
        return whole / 2
    return min(max(middle, seen / 2 - CELL), whole - seen / 2 + CELL)
