"""A game of an exhibition in the window, with comments in large letters below the board."""

from collections.abc import Callable
from typing import Any

import arcade
from arcade.types import Color

from roborally.arena.live import WatchedSession
from roborally.base.translation import _
from roborally.core.events import Event
from roborally.ui.board.board_art import CELL
from roborally.ui.board.playback import SPEEDS
from roborally.ui.exhibition.commentary import NOBODY, STANDING, Commentator, Remark, Speech
from roborally.ui.exhibition.name_tags import NameTags
from roborally.ui.match.match_screen import MatchScreen
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layer import Canvas, Layer, text_size
from roborally.ui.toolkit.theme import Rect

SPEECH, HIGH_SPEECH = 84.0, 132.0
"""The height of the strip of remarks, and what it is below a narrow board."""
NARROW = 600
"""The width of a board below which remarks need more lines."""
LETTERS = (22, 19, 16, 13)
"""The sizes of a remark: the largest one that fits is used."""
LINES, MORE_LINES, LINE = 2, 5, 1.5
"""The number of lines, also in the higher strip, and their height per unit of letter size."""
FOOT = 22.0
"""The room for the number of the game below the lines in the higher strip."""
SIDE = 60.0
"""The side of the portrait of a remark's subject."""
LASTING = 2.0
"""Seconds of thinking after which a note says so."""
AFTERWARDS = 3.0
"""Seconds for which the end of a game is shown, at normal speed."""
AT_ONCE = 1.0
"""Seconds in which the view moves to its target."""
SMALLEST_CELL, SEEN_CELL = 30.0, 40.0
"""Cells that would be smaller than the first, in design units, are shown as large as the second; the view follows."""


class SpeechBox:
    """The strip below the board: a remark, the portrait of its subject, and at the right the number of the game."""

    def __init__(self, canvas: Canvas, context: ShownMatch, game: str, area: Rect) -> None:
        """Start without a remark; `game` is written in small letters."""
        self._canvas = canvas
        self._context = context
        self._game = game
        self._base = Layer(canvas)
        self._layer = Layer(canvas)
        self.place(area)

    def place(self, area: Rect) -> None:
        """Lay it out in another place."""
        self._area = area
        self._base.clear()
        self._base.frame("panel", area)
        tint = theme.colour("text-dim")
        place = area.right - 16, area.y + 14
        self._base.label(self._game, *place, size=12, tint=tint, anchor_x="right")
        self._layer.clear()
        self._shown: Remark | None = None
        self.text = ""

    def show(self, remark: Remark | None) -> None:
        """Show a remark, or nothing."""
        if remark == self._shown:
            return
        self._shown = remark
        self.text = remark.text if remark is not None else ""
        self._layer.clear()
        if remark is None:
            return
        tint = theme.colour("text")
        left = self._area.x + 24
        if remark.piece != NOBODY:
            robot = self._context.display.robots[remark.piece]
            self._layer.sprite(self._context.picture(remark.piece, 128), left + SIDE / 2, self._area.centre[1], SIDE)
            tint = theme.seat_colours(robot.livery).light if robot.seat >= 0 else tint
            left += SIDE + 16
        self._write(remark.text, left, tint)

    def _write(self, text: str, left: float, tint: Color) -> None:
        width = self._area.right - 24 - left
        options: dict[str, Any] = {"font": theme.HEADING, "bold": True, "width": width, "wrap": True}
        lines, room = (LINES, self._area.height) if self._area.height <= SPEECH else (MORE_LINES, HIGH_SPEECH - FOOT)

        def fits(size: float) -> bool:
            return text_size(self._canvas, text, size, **options)[1] <= min(room, lines * LINE * size)

        sizes = [size for size in LETTERS if fits(size)]
        place = left, self._area.centre[1] + 6
        label = self._layer.label(text, *place, size=sizes[0] if sizes else LETTERS[-1], tint=tint, **options)
        label.even_out()

    def draw(self) -> None:
        """Draw the strip."""
        self._base.draw()
        self._layer.draw()


class ExhibitionScreen(MatchScreen):
    """Shows a game played in another process; `game` tells its number and the total.

    `finished(context)` is called when its end has been shown for a moment.
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
        """Start to watch."""
        self.speech = Speech()
        super().__init__(app, session, finished=finished, open_menu=open_menu, speed=speed, check=check)
        self._commentator = Commentator(self.context, self.board_pane.beside)
        self.box = SpeechBox(self.space, self.context, game, self.arrangement.strip)
        self.tags = NameTags(self.space, self.context, self.board, self.actors)
        self._idle = 0.0
        self._left = AFTERWARDS
        self._beat_of_movers = -1
        self._movers: set[int] = set()
        self._come_near()
        begins = _("A game on {course} begins.").format(course=self.context.game.course.title)
        self.speech.add(Remark(begins, NOBODY, STANDING))

    def strip_below(self, width: float) -> float:
        """Return the height of what is said."""
        return SPEECH if width >= NARROW else HIGH_SPEECH

    def lay_out_again(self) -> None:
        """Lay the strip of remarks out, too."""
        super().lay_out_again()
        self.box.place(self.arrangement.strip)

    # --- remarks --------------------------------------------------------------------------------------------------

    @property
    def remark(self) -> str:
        """The current remark."""
        return self.box.text

    def told(self, event: Event) -> None:
        """Note who moves as well."""
        super().told(event)
        if event["type"] in ("step", "place"):
            self._note_mover(event)

    def _announce(self, event: Event, sentence: str) -> None:
        """Show remarkable events in the strip below the board; a banner would repeat them."""
        remark = self._commentator.remark(event, sentence)
        if remark is not None:
            self.speech.add(remark)

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Advance the game, the remarks, and the wait at its end."""
        if not self.playback.paused:
            self.speech.update(seconds)
            self._idle = self._idle + seconds if self.playback.dry and not self.session.over else 0.0
        if self.session.over and self.playback.dry and not self.playback.paused:
            speed = SPEEDS[self.playback.speed]
            self._left = self._left - seconds * speed if speed else 0.0
        super().update(seconds)
        self.box.show(self.speech.said)

    def _end(self) -> None:
        if self._left <= 0:
            super()._end()

    def waiting_text(self) -> str:
        """Return whether the game pauses, or the bots have been thinking for a while."""
        if self.playback.paused:
            return _("Paused – Space to continue")
        return _("The bots are thinking") if self._idle >= LASTING else ""

    # --- the view -------------------------------------------------------------------------------------------------

    def _come_near(self) -> None:
        """Zoom in on part of a board whose cells would be too small from a distance."""
        if CELL * self.board.zoom < SMALLEST_CELL:
            self.board.zoom_by(SEEN_CELL / (CELL * self.board.zoom), *self.board.rect.centre)
            self._movers = {robot.index for robot in self.context.display.robots if robot.cell is not None}
            self._follow(AT_ONCE)

    def _note_mover(self, event: Event) -> None:
        """Note which robots move now, together for a beat."""
        if event["beat"] != self._beat_of_movers:
            self._beat_of_movers = event["beat"]
            self._movers = set()
        self._movers.add(event["piece"])

    def _follow(self, seconds: float) -> None:
        """Move the view to the middle of the moving robots."""
        seen = [self.actors[index] for index in self._movers if self.actors[index].alpha > 0]
        if seen and not (self.panning or self.playback.paused):
            view, board = self.board, self.board.board
            x = _within(sum(actor.x for actor in seen) / len(seen), view.rect.width / view.zoom, board.width * CELL)
            y = _within(sum(actor.y for actor in seen) / len(seen), view.rect.height / view.zoom, board.height * CELL)
            view.follow(x, y, seconds)

    # --- drawing and input ----------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw names and the remark as well."""
        super().draw()
        self.tags.draw(self.notices.notes())
        self.box.draw()

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
