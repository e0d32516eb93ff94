"""Paints boards by lot, with everything that the plugins bring."""

from collections.abc import Sequence
from random import Random

from roborally.features.workshop.editor.atom_text import DIRECTION, Speller
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.editor.edited_board import Editing
from roborally.features.workshop.editor.motion import FLIP, MIRROR, SYMMETRIES, TURN_RIGHT
from roborally.features.workshop.editor.painter import Brush, Painter
from roborally.features.workshop.editor.shapes import along, area, line, rectangle
from roborally.game.course.notation import CourseError


class RandomPainter:
    """Changes a board as a person with the mouse might, from a seed."""

    def __init__(self, speller: Speller, seed: int, kinds: Sequence[str]) -> None:
        """Use elements of some kinds."""
        self.speller = speller
        self.kinds = kinds
        self.lot = Random(seed)

    def blank(self) -> Document:
        """Return a board of some size."""
        return Document.blank(self.lot.randint(3, 24), self.lot.randint(3, 24))

    def act(self, editing: Editing) -> None:
        """Do one thing; what is not possible on this board is left."""
        document = editing.document
        painter = Painter(self.speller, self.lot.choice([*SYMMETRIES]))
        actions = (self._brush, self._belt, self._fill, self._wall, self._mount, self._erase, self._turn, self._resize)
        try:
            editing.put(self.lot.choice(actions)(painter, document))
        except CourseError:
            return

    def _cell(self, document: Document) -> tuple[int, int]:
        return self.lot.randrange(document.width), self.lot.randrange(document.height)

    def brush(self) -> Brush:
        """Return a brush with values by lot."""
        kind = self.lot.choice(self.kinds)
        values = {name: self.lot.choice(self.speller.possible(kind, name)) for name in self.speller.usual(kind)}
        return Brush.of(kind, self.speller, **values)

    def _brush(self, painter: Painter, document: Document) -> Document:
        return painter.paint(document, [(self._cell(document), self.brush())]).document

    def _belt(self, painter: Painter, document: Document) -> Document:
        way = list(line(self._cell(document), self._cell(document)))
        brush = self.brush()
        while brush.direction is None:
            brush = self.brush()
        return painter.paint(document, along(way, brush)).document

    def _fill(self, painter: Painter, document: Document) -> Document:
        cells = area(document, self._cell(document)) if self.lot.random() < 0.3 else []
        cells = cells or rectangle(self._cell(document), self._cell(document))
        brush = self.brush()
        return painter.paint(document, [(cell, brush) for cell in cells[:30]]).document

    def _wall(self, painter: Painter, document: Document) -> Document:
        edge = self._cell(document), self.lot.randrange(4)
        if self.lot.random() < 0.2:
            return painter.clear_edge(document, edge)
        return painter.set_wall(document, edge, self.lot.random() < 0.8)

    def _mount(self, painter: Painter, document: Document) -> Document:
        brush = self.brush()
        while DIRECTION not in dict(brush.values):
            brush = self.brush()
        return painter.mount(document, (self._cell(document), self.lot.randrange(4)), brush).document

    def _erase(self, painter: Painter, document: Document) -> Document:
        return painter.erase(document, rectangle(self._cell(document), self._cell(document))[:6])

    def _turn(self, painter: Painter, document: Document) -> Document:
        return document.moved(self.lot.choice([TURN_RIGHT, MIRROR, FLIP]), self.speller)

    def _resize(self, painter: Painter, document: Document) -> Document:
        return document.resized(*(self.lot.choice([-1, 0, 0, 1]) for _side in range(4)))
