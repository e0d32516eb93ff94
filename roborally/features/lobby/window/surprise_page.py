"""The page that offers a random match: a sentence about it, its course, and a button for another one."""

from collections.abc import Callable

import arcade

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.lobby.surprise import Surprise, Surprises
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import text_size
from roborally.ui.toolkit.line_breaks import breakable
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

WIDE, TALL = (860.0, 460.0), 660.0
"""Width and height of the panel, and its width on a tall page, where the sentence is below the picture."""
MARGIN, BESIDE, NARROW = 28.0, 16.0, 368.0
"""The space inside the panel and beside it, and the smallest values of both in a narrow window."""
PICTURE, TALL_PICTURE, LEAST = 296.0, 400.0, 140.0
"""The side of the picture, and its height on a tall page, reduced if the panel would not fit into the window."""
BUTTONS = 604.0
"""The width of the buttons side by side, unless the window is narrower."""
SLACK = 0.92
"""The share of a line that a word may use: rounding makes letters wider in some window sizes."""
LETTERS = 20.0


class SurprisePage(Screen):
    """Shows a random match; `play(game)` starts it."""

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
        """The mode of the match."""
        return self.surprise.game.config.match.mode

    @property
    def ready(self) -> bool:
        """Whether the picture of the course is ready."""
        return self.preview.ready

    def _places(self) -> tuple[Rect, Rect, Rect]:
        """Return the rectangles of panel, picture and sentence, which is below the picture or beside its middle."""
        x, y = self.sheet.centre
        width, height = WIDE
        if self.is_tall:
            width = min(TALL, self.space.narrowed(self.sheet, NARROW).width - 2 * BESIDE)
        room = (width if self.is_tall else width - PICTURE - 24) - 2 * MARGIN
        high = text_size(self.space, self._sentence(room), LETTERS, width=room, wrap=True)[1]
        if self.is_tall:
            rest = 68 + 20 + high + 28 + 48 + 26
            side = max(LEAST, min(TALL_PICTURE, self.space.whole.height - rest - 16))
            area = Rect(x - width / 2, y - (rest + side) / 2, width, rest + side)
            picture = Rect(area.x + MARGIN, area.top - 68 - side, room, side)
            return area, picture, Rect(picture.x, picture.y - 20 - high, room, high)
        area = Rect(x - width / 2, y - height / 2, width, height)
        picture = Rect(area.x + MARGIN, area.top - 68 - PICTURE, PICTURE, PICTURE)
        return area, picture, Rect(picture.right + 24, picture.centre[1] - high / 2, room, high)

    def _sentence(self, width: float) -> str:
        """Return the sentence, in which words wider than a line can be broken."""
        sentence = self.surprise.sentence
        return breakable(sentence, SLACK * width, lambda word: text_size(self.space, word, LETTERS)[0])

    def rebuild(self) -> None:
        """Show the match."""
        self.clear()
        layer = self.layer
        area, picture, text = self._places()
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", area)
        layer.heading(_("Surprise me"), area.x + MARGIN, area.top - 40, 24, tint=theme.colour("accent"))
        layer.frame("panel-inset", picture)
        self.preview.take_place(picture.inset(6))
        layer.label(
            self._sentence(text.width), text.x, text.top, size=LETTERS, width=text.width, wrap=True, anchor_y="top"
        )
        y = area.y + 26
        part = min(1.0, (area.width - 2 * MARGIN) / BUTTONS)
        back = Rect(area.x + MARGIN, y, 160 * part, 48)
        play = Rect(area.right - MARGIN - 200 * part, y, 200 * part, 48)
        again = play._replace(x=play.x - 220 * part)
        size = 16 * part
        self.controls.add(Button(layer, back, _("Back"), self.app.pop, icon="arrow-left", size=size))
        self.controls.add(Button(layer, again, _("Again"), self.again, icon="dice", size=size))
        self.controls.add(Button(layer, play, _("Play"), self.play, icon="play", accent=True, size=size))
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
        """Start the match; show a message if that is not possible."""
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
