"""Pictures of a selected course for pages, made in small steps; one kind has robots on it."""

from collections.abc import Iterator, Sequence
from typing import Any

from roborally.core.geometry import Cell
from roborally.game.course.courses import Course
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.actors import robot_picture
from roborally.ui.board.board_art import CELL, BoardPainter
from roborally.ui.board.board_view import BoardView
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.part import Part
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

UNKNOWN = Rect(0, 0, 1, 1)
"""A rectangle to start with until `take_place` sets the right one."""
PATIENCE = 0.08
"""Seconds for which a course must stay selected before its picture is made; so scrolling a list is fast."""
TURNS = {"north": 0, "east": 90, "south": 180, "west": 270}


class CoursePreview(Part):
    """A part of a page that shows the board of a course shortly after it has been selected."""

    def __init__(self, app: App, space: Space, catalogue: Catalogue, rect: Rect = UNKNOWN) -> None:
        """Start without a course; `rect` is the place of the picture in units of `space`."""
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
        """Set the selected course, `None` for none."""
        if course is not self._course:
            self._course = course
            self._rested = 0.0

    def take_place(self, rect: Rect) -> None:
        """Show the picture in another rectangle."""
        self._rect = rect
        if self.view is not None:
            self.view.take_place(rect)
        if self._next is not None:
            self._begin(self._course)

    @property
    def ready(self) -> bool:
        """Whether the picture shows the selected course already."""
        return self._next is None and self._pictured is self._course

    def update(self, seconds: float) -> None:
        """Continue to make the picture of the selected course if it is due; else animate the belts of the shown one."""
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
        self._pictured = course
        self._next = None
        if course is None:
            self.view = None
        else:
            self._next = BoardView(self._space, course.board, self._painter, self._rect, at_once=False)
            self._steps = self._next.loading()

    def draw(self) -> None:
        """Draw the picture, except in the frame that completed it: completing and drawing are both slow."""
        if self.view is not None and not self._fresh:
            self.view.draw_floor()

    def resized(self) -> None:
        """Adapt the picture to another size of the window."""
        if self.view is not None:
            self.view.resized()

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the descriptions of the elements under a point, or an empty text."""
        return self.view.tooltip_at(x, y) if self.view is not None else ""


class ScenarioPreview(CoursePreview):
    """A preview of a scenario: its board with the robots at their starting places, and marks on its goals."""

    def __init__(self, app: App, space: Space, catalogue: Catalogue) -> None:
        super().__init__(app, space, catalogue)
        self._plugins = list(catalogue.plugins.values())
        self.robots: Sequence[dict[str, Any]] = ()
        """The robots on the board, as tables of a scenario file."""
        self._goals: Sequence[Cell] = ()
        self._layer = Layer(space)
        self._placed: object = None

    def take_place(self, rect: Rect) -> None:
        """Show the board and its robots in another rectangle."""
        super().take_place(rect)
        self._placed = None

    def put(self, course: Course | None, robots: Sequence[dict[str, Any]], goals: Sequence[Cell] = ()) -> None:
        """Set the course, the robots (tables with a scenario's `cell`, `facing`, `robot`, `team`) and the goals."""
        self.robots, self._goals, self._placed = robots, goals, None
        self.choose(course)

    def draw(self) -> None:
        """Draw the board, with robots and goals as soon as its picture is ready."""
        super().draw()
        if self.view is None or not self.ready:
            return
        if self._placed is not self.view:
            self._placed = self.view
            self._place()
        self._layer.draw()

    def _place(self) -> None:
        self._layer.clear()
        view = self.view
        assert view is not None, "the board is there"
        for goal in self._goals:
            target = pictures.effect("target", 64)
            self._layer.sprite(target, *view.point_of(goal), CELL * view.zoom, tint=theme.colour("accent"))
        for number, robot in enumerate(self.robots):
            cell = robot.get("cell")
            if not (isinstance(cell, list) and len(cell) == 2 and all(isinstance(part, int) for part in cell)):
                continue
            livery = robot.get("team", number + 1) - 1
            image = robot_picture(robot.get("robot", ""), number, livery, self._plugins, 64)
            sprite = self._layer.sprite(image, *view.point_of((cell[0], cell[1])), CELL * view.zoom * 0.8)
            sprite.angle = TURNS.get(str(robot.get("facing", "north")), 0)
