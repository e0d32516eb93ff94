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
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widgets import Button
from roborally.ui.toolkit.wrapping import breakable

AREA = Rect((WIDTH - 860) / 2, (HEIGHT - 460) / 2, 860, 460)
MARGIN = 28.0
PICTURE = Rect(AREA.x + MARGIN, AREA.y + 96, 296, 296)
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
        self.preview = CoursePreview(app, self.space, catalogue, PICTURE.inset(6))
        self.parts.append(self.preview)
        self.build()

    @property
    def edition(self) -> str:
        """The mode that has been drawn."""
        return self.surprise.game.config.match.mode

    @property
    def ready(self) -> bool:
        """Whether the course is pictured."""
        return self.preview.ready

    def build(self) -> None:
        """Show the match."""
        self.clear()
        layer = self.layer
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", AREA)
        layer.heading(_("Surprise me"), AREA.x + MARGIN, AREA.top - 40, 24, tint=theme.colour("accent"))
        layer.frame("panel-inset", PICTURE)
        x = PICTURE.right + 24
        width = AREA.right - MARGIN - x
        sentence = breakable(
            self.surprise.sentence, SLACK * width, lambda word: text_size(self.space, word, LETTERS)[0]
        )
        layer.label(sentence, x, PICTURE.top - 4, size=LETTERS, width=width, wrap=True, anchor_y="top")
        y = AREA.y + 26
        self.controls.add(Button(layer, Rect(AREA.x + MARGIN, y, 160, 48), _("Back"), self.app.pop, icon="arrow-left"))
        right = AREA.right - MARGIN - 200
        self.controls.add(Button(layer, Rect(right - 240, y, 220, 48), _("Again"), self.again, icon="dice"))
        self.controls.add(Button(layer, Rect(right, y, 200, 48), _("Play"), self.play, icon="play", accent=True))
        self.preview.choose(self.surprise.game.course)

    def again(self) -> None:
        """Draw another match."""
        try:
            self.surprise = self._surprises.draw()
        except GameError as error:
            message(self.app, _("That is not possible"), error.message)
            return
        self.build()

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
