"""Pictures of whole boards for the course builder, made in small steps and drawn at any size."""

from collections.abc import Iterator

import arcade

from roborally.features.workshop.building.course_table import CourseTable
from roborally.plugin_system.loader import Catalogue
from roborally.ui.board.board_art import CELL, BoardArt, BoardPainter
from roborally.ui.toolkit.layer import Canvas
from roborally.ui.toolkit.theme import Rect

SIDE = 32
"""The width of a cell in the pictures, in pixels; they are scaled when drawn."""

Key = tuple[str, int]
"""A board's name, and its quarter turns clockwise."""


class BoardPictures:
    """The pictures of boards, turned each way: `want` requests one, and `work` makes it."""

    def __init__(self, catalogue: Catalogue, table: CourseTable) -> None:
        self._table = table
        self.painter = BoardPainter(list(catalogue.plugins.values()))
        self._camera = arcade.Camera2D()
        self._made: dict[Key, BoardArt] = {}
        self._wanted: list[Key] = []
        self._steps: Iterator[None] = iter(())
        self._at_work: tuple[Key, BoardArt] | None = None

    def want(self, name: str, quarters: int = 0) -> bool:
        """Return whether the picture of a board, turned clockwise by quarters, is ready; if not, request it."""
        key = name, quarters
        if key in self._made:
            return True
        if key not in self._wanted and (self._at_work is None or self._at_work[0] != key):
            self._wanted.append(key)
        return False

    @property
    def is_ready(self) -> bool:
        """Whether all requested pictures are ready."""
        return self._at_work is None and not self._wanted

    def work(self) -> Iterator[None]:
        """Make the requested pictures in small steps; each yield ends a step."""
        while not self.is_ready:
            if self._at_work is None:
                key = self._wanted.pop(0)
                art = BoardArt.blank(self._table.board(*key), SIDE)
                self._at_work, self._steps = (key, art), self.painter.painting(art)
            for _step in self._steps:
                yield
            key, art = self._at_work
            self._made[key], self._at_work = art, None

    def paint(self, canvas: Canvas, name: str, quarters: int, rect: Rect) -> None:
        """Draw a board, turned clockwise by quarters, into a rectangle; do nothing if its picture is not ready."""
        art = self._made.get((name, quarters))
        if art is None:
            return
        width, height = art.board.width * CELL, art.board.height * CELL
        self._camera.viewport = arcade.LBWH(*canvas.frame.pixels(rect))
        self._camera.projection = arcade.LRBT(-width / 2, width / 2, -height / 2, height / 2)
        self._camera.position = width / 2, height / 2
        self._camera.use()
        for layer in (art.floor, art.belts[0], art.flat, art.wheels, art.edges, art.above):
            layer.draw()
