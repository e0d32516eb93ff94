"""The page that offers a match drawn by lot: what it is in one sentence, its course, and another one."""

from collections.abc import Callable

import arcade

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.setup.surprise import Surprise, Surprises
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import text_size
from roborally.ui.toolkit.sheet import SNUG
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button
from roborally.ui.toolkit.wrapping import breakable

WIDE, TALL = (860.0, 460.0), 660.0
"""Width and height of the panel, and its width on a tall page, where the sentence stands below the picture."""
MARGIN, LITTLE_EDGE, BUTTON = 28.0, 4.0, 48.0
PICTURE, TALL_PICTURE = 296.0, 400.0
SLACK = 0.92
"""The part of a line that a word may use: letters are rounded differently in another window size."""
LETTERS = 20.0


class SurprisePage(Screen):
    """Tells a match that has been drawn; `play(game)` begins it."""

    opaque = False

    def __init__(self, app: App, catalogue: Catalogue, surprises: Surprises, play: Callable[[Game], None]) -> None:
        """Draw a match, and offer it; raise `GameError` if there is none."""
        super().__init__(app)
        self._surprises = surprises
        self._play = play
        self.surprise: Surprise = surprises.draw()
        self.preview = CoursePreview(app, self.space, catalogue, self._places()[1].inset(6))
        self.parts.append(self.preview)
        self.rebuild()

    @property
    def edition(self) -> str:
        """The mode that has been drawn."""
        return self.surprise.game.config.match.mode

    @property
    def ready(self) -> bool:
        """Whether the course is pictured."""
        return self.preview.ready

    def _places(self) -> tuple[Rect, Rect, Rect]:
        """Return where the panel is, the picture, and the sentence: below the picture, or beside the middle of it."""
        (x, y), side = self.sheet.centre, PICTURE
        width, height = WIDE
        room = width - side - 24 - 2 * MARGIN
        if self.is_tall:
            width = min(TALL, self.space.narrowed(self.sheet).width - 2 * LITTLE_EDGE)
            room = width - 2 * MARGIN
            side = min(PICTURE if self._is_stack else TALL_PICTURE, room)
        high = text_size(self.space, self._sentence(room), LETTERS, width=room, wrap=True)[1]
        if self.is_tall:
            rows = 2 if self._is_stack else 1
            height = 68 + side + 20 + high + 28 + rows * (BUTTON + 8) - 8 + 26
        area = Rect(x - width / 2, y - height / 2, width, height)
        picture = Rect(area.x + MARGIN, area.top - 68 - side, side, side)
        if self.is_tall:
            picture = picture._replace(x=x - side / 2)
            return area, picture, Rect(area.x + MARGIN, picture.y - 20 - high, room, high)
        return area, picture, Rect(picture.right + 24, picture.centre[1] - high / 2, room, high)

    @property
    def _is_stack(self) -> bool:
        """Whether the window is less wide than a tall page: then not all buttons have room side by side."""
        return self.is_tall and self.space.narrowed(self.sheet).width < SNUG

    def _sentence(self, width: float) -> str:
        """Return what has been drawn, with words that may be broken where they are wider than a line."""
        sentence = self.surprise.sentence
        return breakable(sentence, SLACK * width, lambda word: text_size(self.space, word, LETTERS)[0])

    def rebuild(self) -> None:
        """Show the match."""
        self.clear()
        layer = self.layer
        area, picture, told = self._places()
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", area)
        layer.heading(_("Surprise me"), area.x + MARGIN, area.top - 40, 24, tint=theme.colour("accent"))
        layer.frame("panel-inset", picture)
        self.preview.take_place(picture.inset(6))
        layer.label(
            self._sentence(told.width), told.x, told.top, size=LETTERS, width=told.width, wrap=True, anchor_y="top"
        )
        y = area.y + 26
        self.controls.add(
            Button(layer, Rect(area.x + MARGIN, y, 160, BUTTON), _("Back"), self.app.pop, icon="arrow-left")
        )
        right = area.right - MARGIN - 200
        again = Rect(right - 220, y, 200, BUTTON) if self.is_tall else Rect(right - 240, y, 220, BUTTON)
        if self._is_stack:
            again = Rect(area.x + MARGIN, y + BUTTON + 8, area.width - 2 * MARGIN, BUTTON)
            right = area.x + MARGIN + 160 + 8
        self.controls.add(Button(layer, again, _("Again"), self.again, icon="dice"))
        last = Rect(right, y, area.right - MARGIN - right, BUTTON)
        self.controls.add(Button(layer, last, _("Play"), self.play, icon="play", accent=True))
        self.preview.choose(self.surprise.game.course)

    def again(self) -> None:
        """Draw another match."""
        try:
            self.surprise = self._surprises.draw()
        except GameError as error:
            message(self.app, _("That is not possible"), error.message)
            return
        self.rebuild()

    def play(self) -> None:
        """Begin the match; what keeps it from that is told."""
        try:
            self._play(self.surprise.game)
        except GameError as error:
            message(self.app, _("That is not possible"), error.message)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter plays, A draws again."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self.play()
        elif symbol == keys.A:
            self.again()
        else:
            super().key(symbol, modifiers)
