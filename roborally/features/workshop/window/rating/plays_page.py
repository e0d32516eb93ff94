"""How a course plays: bots play on it while the page is open, and the page shows the results."""

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
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.sprites import Sprites
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

MARGIN, PADDING = 16.0, 24.0
"""The space around the panel, and inside it."""
TITLE, FEET, GAP = 60.0, 68.0, 24.0
"""The heights of the parts above and below the course, and the space beside it."""
TEXT, TALL_TEXT = 376.0, 0.46
"""The width of the results, and their share of the height below the course."""
BACK = 140.0, 44.0
"""The size of the button *Back*."""


class PlaysPage(Screen):
    """Shows a course with the cells on which robots are destroyed, and the results beside it.

    `build()` returns the current course; `accept` is that of `PlaysList`, and may change the course.
    """

    def __init__(
        self,
        app: App,
        catalogue: Catalogue,
        mode: str,
        build: Callable[[], Course],
        accept: Accept,
        plays: HowItPlays | None = None,
    ) -> None:
        """Start games in a mode; `plays` is by default one with planners."""
        super().__init__(app)
        self._build, self._accept, self._mode = build, accept, mode
        self.course = build()
        self.plays = plays or HowItPlays()
        self.plays.switch(True)
        self._words = PlaysList(catalogue, self.plays, self._point_at, self._accepting)
        self.hot = Sprites()
        """The cells on which robots were destroyed."""
        self._pointed = Sprites()
        self.preview = CoursePreview(app, self.space, catalogue, self._places()[0].inset(8))
        self.parts.append(self.preview)
        self._shown: object = None
        self.rebuild()

    def _places(self) -> tuple[Rect, Rect]:
        """Return the rectangles of the course, and of the results beside or below it."""
        panel = self.sheet.inset(MARGIN)
        body = Rect(panel.x + PADDING, panel.y + FEET, panel.width - 2 * PADDING, panel.height - TITLE - FEET)
        if self.is_tall:
            place = body._replace(height=TALL_TEXT * body.height)
            return body._replace(y=place.top + GAP, height=body.top - place.top - GAP), place
        place = body._replace(x=body.right - TEXT, width=TEXT)
        return body._replace(width=place.x - GAP - body.x), place

    def rebuild(self) -> None:
        """Lay out the whole sheet."""
        before = getattr(self, "list", None)
        self.clear()
        layer, panel, (picture, text) = self.layer, self.sheet.inset(MARGIN), self._places()
        layer.backdrop()
        layer.frame("panel", panel)
        y, left = panel.top - 28, panel.x + 20
        title = layer.heading(_("How it plays"), left, y, 24, tint=theme.colour("accent"))
        width = text.right - left - title.shown_size[0] - GAP
        layer.label(self.course.title, text.right, y, size=15, anchor_x="right", width=width)
        layer.frame("panel-inset", picture)
        layer.frame("panel-inset", text)
        self.list = SentenceList(self.space, layer, self.controls, text.inset(4), padding=10)
        back = Rect(picture.x, panel.y + 12, *BACK)
        self.controls.add(Button(layer, back, _("Back"), self.escape, icon="arrow-left"))
        self.preview.take_place(picture.inset(8))
        self.show_findings()
        if before is not None and before.area.position:
            while self.list.update():
                pass
            self.list.area.scroll_to(before.area.position)

    @property
    def edition(self) -> str:
        """The mode in which bots play."""
        return self._mode

    def update(self, seconds: float) -> None:
        """Show new results."""
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
        """Show the results."""
        self.list.show(self._words.sentences(self.course.board))
        self._mark()

    def _mark(self) -> None:
        self._pointed.clear()
        rating = self.plays.rating
        if self.preview.view is not None:
            mark_heat(self.hot, self.preview.view, rating.spots if rating is not None else ())

    def _point_at(self, cell: Cell) -> None:
        """Frame a cell."""
        self._pointed.clear()
        if self.preview.view is not None:
            self._pointed.append(cell_frame(self.preview.view, cell, theme.colour("accent")))

    def draw(self) -> None:
        """Draw the page, the course with its marks, and the list."""
        super().draw()
        if self.preview.view is not None:
            self.preview.view.camera.use()
            self.hot.draw()
            self._pointed.draw()
            self.space.default_camera.use()
        self.list.draw()
