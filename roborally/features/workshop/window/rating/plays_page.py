"""The page on which bots play a course, with the deadly cells on its picture and the results in a list."""

from collections.abc import Callable

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.window.rating.heat_marks import mark_heat
from roborally.features.workshop.window.rating.how_it_plays import HowItPlays
from roborally.features.workshop.window.rating.plays_list import Accept, PlaysList
from roborally.features.workshop.window.rating.sentence_list import SentenceList
from roborally.game.course.courses import Course
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.course_preview import CoursePreview
from roborally.ui.board.targets import cell_frame
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.layout.branches import column, fitting, row, stack
from roborally.ui.toolkit.layout.leaves import button, framed, heading, here, label
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.sprites import Sprites
from roborally.ui.toolkit.theme import Rect

PICTURE = Size(240, 480), Size(200, 320)
"""The least and natural width of the course's picture, and its least and natural height, in design units."""
RESULTS = Size(240, 376), Size(160, 260)


class PlaysPage(TreePage):
    """The page about how a course plays: its picture with the deadly cells, and the results.

    `build()` returns the current course; `accept` returns an action that changes the course as suggested, or `None`.
    """

    def __init__(self, app: App, catalogue: Catalogue, mode: str, build: Callable[[], Course], accept: Accept) -> None:
        """Start games in a mode, by its id, with the usual bots of `LiveRating`."""
        super().__init__(app)
        self._build, self._accept, self._mode = build, accept, mode
        self.course = build()
        self.plays = HowItPlays()
        self.plays.switch(True)
        self._words = PlaysList(catalogue, self.plays, self._point_at, self._accepting)
        self.hot = Sprites()
        """The colours of cells on which robots were destroyed."""
        self._pointed = Sprites()
        self.preview = CoursePreview(app, self.space, catalogue, self.sheet)
        self.parts.append(self.preview)
        self._shown: object = None
        self.rebuild()

    def tree(self) -> Node:
        """Return the picture of the course, with the results beside or below it."""
        picture = framed("panel-inset", here(self.preview.take_place, *PICTURE), pad=(8, 8)).grow()
        results = framed("panel-inset", here(self._place_list, *RESULTS), pad=(4, 4))
        return column(
            row(heading(_("How it plays"), 24).grow(), label(self.course.title, shorten=True)),
            fitting(
                lambda: row(picture, results, gap=24), lambda: column(picture, stack(results).grow(0.85), gap=16)
            ).grow(),
            button(_("Back"), self.escape, icon="arrow-left").wide(least=140).at("start"),
            pad=(22, 14),
        )

    def _place_list(self, rect: Rect) -> None:
        before = getattr(self, "list", None)
        self.list = SentenceList(self.space, self.layer, self.controls, rect, padding=10)
        self.show_findings()
        if before is not None and before.area.position:
            while self.list.update():
                pass
            self.list.area.scroll_to(before.area.position)

    @property
    def edition(self) -> str:
        """The id of the mode in which bots play."""
        return self._mode

    def update(self, seconds: float) -> None:
        """Show the results that have arrived, and the course if it has changed."""
        super().update(seconds)
        self.preview.choose(self.course)
        if self.plays.look(seconds, self.course, self.course, mode=self._mode):
            self.show_findings()
        if self.preview.view is not self._shown:
            self._shown = self.preview.view
            self._mark()
        if self.list.update():
            self.app.pace.wake()

    def closed(self) -> None:
        """End the games."""
        self.plays.stop()

    def _accepting(self, change: Change) -> Action | None:
        action = self._accept(change)

        def accept() -> None:
            if action is not None:
                action()
                self.course = self._build()

        return None if action is None else accept

    def show_findings(self) -> None:
        """Show the current results in the list and on the picture."""
        self.list.show(self._words.sentences(self.course.board))
        self._mark()

    def _mark(self) -> None:
        self._pointed.clear()
        rating = self.plays.rating
        if self.preview.view is not None:
            mark_heat(self.hot, self.preview.view, rating.spots if rating is not None else ())

    def _point_at(self, cell: Cell) -> None:
        """Draw a frame around a cell of the course."""
        self._pointed.clear()
        if self.preview.view is not None:
            self._pointed.append(cell_frame(self.preview.view, cell, theme.colour("accent")))

    def draw(self) -> None:
        """Draw the page, the marks on the course, and the list."""
        super().draw()
        if self.preview.view is not None:
            self.preview.view.camera.use()
            self.hot.draw()
            self._pointed.draw()
            self.space.default_camera.use()
        self.list.draw()
