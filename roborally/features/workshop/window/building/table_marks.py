"""Marks over the boards of the course builder: checkpoints, unfit cells, and frames of the chosen board."""

from collections.abc import Iterable, Sequence

from arcade.types import Color

from roborally.core.board import Element
from roborally.features.workshop.building.board_parts import CHECKPOINT
from roborally.ui.board.board_art import BoardPainter
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.layout.branches import column, row, space
from roborally.ui.toolkit.layout.leaves import build_in, plain
from roborally.ui.toolkit.theme import Rect

GREY = Color(8, 10, 14, 165)
AIM = Color(242, 193, 78, 70)
SIDE = 64
"""The side of the pictures of checkpoints, in pixels."""


class TableMarks:
    """The marks over the boards; each method replaces the marks of one kind. Rectangles are in design units."""

    def __init__(self, canvas: Canvas, painter: BoardPainter) -> None:
        self._painter = painter
        self.greyed = Layer(canvas)
        self.checkpoints = Layer(canvas)
        self.frames = Layer(canvas)
        self._shown: dict[str, object] = {}

    def _is_new(self, kind: str, what: object) -> bool:
        """Return whether the marks of a kind differ from those shown, and store them."""
        new = self._shown.get(kind) != what
        self._shown[kind] = what
        return new

    def grey(self, places: Sequence[Rect]) -> None:
        """Darken some rectangles, where no checkpoint may stand."""
        if self._is_new("grey", places):
            self.greyed.clear()
            for place in places:
                self.greyed.fill(place, GREY)

    def number(self, places: Sequence[Rect], lifted: int | None) -> None:
        """Show checkpoints 1, 2, 3 … in these rectangles; the one at the index `lifted`, if any, is paler."""
        if self._is_new("number", (places, lifted)):
            self.checkpoints.clear()
            for index, place in enumerate(places):
                picture = self._painter.picture(Element(CHECKPOINT, (0, 0), {"number": index + 1}), SIDE)
                tint = Color(255, 255, 255, 110) if index == lifted else None
                self.checkpoints.sprite(picture, *place.centre, place.width, tint=tint)

    def frame(self, places: Iterable[Rect], aim: Rect | None) -> None:
        """Draw frames around `places`, and fill `aim`, where the held board or checkpoint would go, if it is given."""
        places = tuple(places)
        if self._is_new("frame", (places, aim)):
            self.frames.clear()
            if aim is not None:
                self.frames.fill(aim, AIM)
            for place in places:
                self.frames.frame("focus", place.inset(-2))
            if aim is not None:
                sides = row(plain("accent").wide(2), space(), plain("accent").wide(2), gap=0)
                build_in(aim, column(plain("accent"), sides.grow(), plain("accent"), gap=0), self.frames)

    def draw(self) -> None:
        """Draw all marks."""
        self.greyed.draw()
        self.checkpoints.draw()
        self.frames.draw()
