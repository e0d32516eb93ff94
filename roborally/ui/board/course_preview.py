"""The picture of the selected course on a page."""

from collections.abc import Iterator

from roborally.game.course.courses import Course
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.board_art import BoardPainter
from roborally.ui.board.board_view import BoardView
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.part import Part
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

UNKNOWN = Rect(0, 0, 1, 1)
"""A place until `take_place` says another."""
PATIENCE = 0.08
"""Seconds that a course must stay selected before it is drawn, so that scrolling through a list is fast."""


class CoursePreview(Part):
    """Shows a course in a part of the window shortly after it has been selected."""

    def __init__(self, app: App, space: Space, catalogue: Catalogue, rect: Rect = UNKNOWN) -> None:
        """Start without a picture."""
        super().__init__()
        self._app = app
        self._space = space
        self._painter = BoardPainter(list(catalogue.plugins.values()))
        self._rect = rect
        self._course: Course | None = None
        self.view: BoardView | None = None
        self._next: BoardView | None = None
        self._steps: Iterator[None] = iter(())
        self._fresh = False
        self._pictured: Course | None = None
        self._rested = 0.0

    def choose(self, course: Course | None) -> None:
        """Set the selected course."""
        if course is not self._course:
            self._course = course
            self._rested = 0.0

    def take_place(self, rect: Rect) -> None:
        """Show the course in another part of the window."""
        self._rect = rect
        if self.view is not None:
            self.view.take_place(rect)
        if self._next is not None:
            self._begin(self._course)

    @property
    def ready(self) -> bool:
        """Whether the picture of the selected course is ready."""
        return self._next is None and self._pictured is self._course

    def update(self, seconds: float) -> None:
        """Make the picture in small steps when it is due, and animate the belts of the current one."""
        self._rested += seconds
        self._fresh = False
        if self._pictured is not self._course and (self._course is None or self._rested >= PATIENCE):
            self._begin(self._course)
        if self._next is not None and go_on_with(self._steps):
            self._app.pace.wake()
        elif self._next is not None:
            self.view, self._next = self._next, None
            self._fresh = True
        elif self.view is not None:
            self.view.calm = self._app.settings.reduced_motion
            self.view.update(seconds)

    def _begin(self, course: Course | None) -> None:
        """Start to make the picture of a course; show nothing for `None`."""
        self._pictured = course
        self._next = None
        if course is None:
            self.view = None
        else:
            self._next = BoardView(self._space, course.board, self._painter, self._rect, at_once=False)
            self._steps = self._next.loading()

    def draw(self) -> None:
        """Draw the course, but not in the frame that made its last sprites, because both are slow."""
        if self.view is not None and not self._fresh:
            self.view.draw_floor()

    def resized(self) -> None:
        """Adapt to another size of the window."""
        if self.view is not None:
            self.view.resized()

    def tooltip_at(self, x: float, y: float) -> str:
        """Describe the elements on a cell of the picture."""
        return self.view.tooltip_at(x, y) if self.view is not None else ""
