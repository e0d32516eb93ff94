"""The page that offers a random match: a sentence about it, its course, and a button for another one."""

from collections.abc import Callable

import arcade

from roborally.base.errors import GameError
from roborally.base.translation import _
from roborally.features.lobby.surprise import Surprise, Surprises
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space
from roborally.ui.toolkit.layout.leaves import button, framed, heading, here, label
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage


class SurprisePage(TreePage):
    """The page with a random match; `play(game)` starts it."""

    opaque = False
    widest = 860.0
    is_snug = True

    def __init__(self, app: App, catalogue: Catalogue, surprises: Surprises, play: Callable[[Game], None]) -> None:
        """Make a random match and show it; raise `GameError` if none can be played."""
        super().__init__(app)
        self._surprises = surprises
        self._play = play
        self.surprise: Surprise = surprises.draw()
        self.preview = CoursePreview(app, self.space, catalogue)
        self.parts.append(self.preview)
        self.rebuild()

    @property
    def edition(self) -> str:
        """The id of the match's mode."""
        return self.surprise.game.config.match.mode

    @property
    def ready(self) -> bool:
        """Whether the picture of the course has been drawn."""
        return self.preview.ready

    def tree(self) -> Node:
        """Return the layout: the course's picture, with the sentence beside or below it, and the buttons."""
        picture = framed("panel-inset", here(self.preview.take_place, Size(200, 284), Size(130, 284)).grow(), (6, 6))
        sentence = label(self.surprise.sentence, 20, wrap=True)
        again = button(_("Again"), self.again, icon="dice", height=48).wide(least=150)
        play = button(_("Play"), self.play, icon="play", accent=True, height=48).wide(least=170)
        return column(
            heading(_("Surprise me"), 24),
            fitting(
                lambda: row(picture, column(space(), sentence, space()).grow(), gap=24).wide(least=600),
                lambda: column(picture, sentence, gap=14),
            ).grow(),
            fitting(
                lambda: row(self.back(), space(), again, play, gap=20),
                lambda: flow(self.back(), again, play, gap=12, equal=True),
            ),
            gap=16,
            pad=(28, 16),
        )

    def built(self) -> None:
        """Show the picture of the match's course."""
        self.preview.choose(self.surprise.game.course)

    def again(self) -> None:
        """Replace the match by another random one; show an error in a dialog."""
        try:
            self.surprise = self._surprises.draw()
        except GameError as error:
            message(self.app, _("That is not possible"), error.message)
            return
        self.rebuild()

    def play(self) -> None:
        """Start the match; show an error in a dialog."""
        try:
            self._play(self.surprise.game)
        except GameError as error:
            message(self.app, _("That is not possible"), error.message)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter plays the match, A replaces it by another one."""
        keys = arcade.key
        if symbol in (keys.ENTER, keys.NUM_ENTER) and self.controls.focus is None:
            self.play()
        elif symbol == keys.A:
            self.again()
        else:
            super().key(symbol, modifiers)
