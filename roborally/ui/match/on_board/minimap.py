"""A map of the whole course in a corner of the board's area, while not all of it is in view (CLI-2112)."""

from collections.abc import Callable, Iterable

from arcade.types import Color

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.ui.board.actors import Actors
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.targets import Targets
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import common

SIDE, SHARE = 160.0, 0.3
"""The largest side of the map in design units, and its largest share of a side of the board's area."""
EDGE, LINE, DOT = 10.0, 2.0, 9.0


class Minimap:
    """A small map of the course with a frame around the part in view and a dot for each robot.

    `cells()` returns the cells of the robots by index. The map is in the upper or lower right corner of the board's
    area, where it hides fewer robots.
    """

    def __init__(
        self, board: BoardView, actors: Actors, cells: Callable[[], dict[int, Cell]], targets: Targets
    ) -> None:
        self._board = board
        self._actors = actors
        self._cells = cells
        self._targets = targets
        self._baked = CachedPictures(theme.colour("background"))
        self._map: BoardView | None = None
        self.layer = Layer(board.canvas)
        self._is_low = True
        self.is_held = False
        """Whether the mouse button is held down on the map, so that the view follows the mouse."""
        self._drawn: tuple[object, ...] = ()

    @property
    def rect(self) -> Rect | None:
        """Return the place of the map in one of the right corners, `None` while the whole board is in view."""
        area, seen, board = self._board.rect, self._board.seen.inset(1), self._board.board
        if area.holds(seen.x, seen.y) and area.holds(seen.right, seen.top):
            return None
        limits = min(SIDE, SHARE * area.width), min(SIDE, SHARE * area.height)
        cell = min(limits[0] / board.width, limits[1] / board.height)
        width, height = board.width * cell, board.height * cell
        y = area.y + EDGE if self._is_low else area.top - EDGE - height
        return Rect(area.right - EDGE - width, y, width, height)

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is on the map."""
        rect = self.rect
        return rect is not None and rect.inset(-LINE).holds(x, y)

    def press(self, x: float, y: float) -> bool:
        """Move the view to a point of the map and follow the mouse from then on; return false for other points."""
        self.is_held = self.holds(x, y)
        self.drag(x, y)
        return self.is_held

    def drag(self, x: float, y: float) -> None:
        """Move the middle of the view to a point of the map, while the mouse button is held."""
        if self.is_held and (rect := self.rect) is not None:
            side = self._board.board.width * CELL / rect.width
            self._board.go_to((x - rect.x) * side, (y - rect.y) * side)

    @property
    def tooltip(self) -> str:
        """Return the tooltip of the map, which also explains a click on the map."""
        return _("The whole course. Choose a place to look at; B shows all of it")

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the map, unless the whole board is in view, in the corner where it hides less."""
        if (rect := self.rect) is None:
            return
        board, cells = self._board, self._cells()
        marked, meant = self._targets.cells, self._targets.meant
        state = board.rect, board.seen, board.canvas.frame, cells, frozenset(marked), meant
        if state != self._drawn:
            self._drawn = state
            rect = self._choose_corner(rect, {*cells.values(), *marked})
            self._lay_out(rect, cells)
        frame = board.canvas.frame
        self._baked.draw(0, (rect, frame), frame.pixels(rect), lambda: self._paint(rect))
        self.layer.draw()

    def _choose_corner(self, rect: Rect, cells: Iterable[Cell]) -> Rect:
        places = self._board.places_of(cells)
        before, hidden = self._is_low, sum(common(rect, place) for place in places)
        if hidden and not self.is_held:
            self._is_low = not before
            other = self.rect
            assert other is not None
            if sum(common(other, place) for place in places) < hidden:
                return other
            self._is_low = before
        return rect

    def _paint(self, rect: Rect) -> None:
        board = self._board
        if self._map is None:
            self._map = BoardView(board.canvas, board.board, board.painter, rect)
        self._map.take_place(rect)
        self._map.draw_plainly()
        self._map.draw_above()

    def _lay_out(self, rect: Rect, cells: dict[int, Cell]) -> None:
        self.layer.clear()
        self._outline(rect.inset(-LINE), theme.colour("line"))
        side, board = rect.width / self._board.board.width, self._board
        for index, (x, y) in cells.items():
            at = rect.x + (x + 0.5) * side, rect.top - (y + 0.5) * side
            colours = self._actors[index].colours
            for width, tint in ((DOT + LINE, theme.colour("background")), (DOT, colours.light)):
                self.layer.sprite(pictures.emblem("circle", 16), *at, width, tint=tint)
        if (meant := self._targets.meant) is not None:
            place = Rect(rect.x + meant[0] * side, rect.top - (meant[1] + 1) * side, side, side)
            self._outline(place.inset(-2 * LINE).within(rect), theme.colour("accent"))
        area, seen = board.rect, board.seen
        part = rect.width / seen.width
        low = rect.x + (area.x - seen.x) * part, rect.y + (area.y - seen.y) * part
        self._outline(Rect(*low, area.width * part, area.height * part).within(rect), theme.colour("accent"))

    def _outline(self, rect: Rect, tint: Color) -> None:
        for side in (rect._replace(height=LINE), rect._replace(y=rect.top - LINE, height=LINE)):
            self.layer.fill(side, tint)
        for side in (rect._replace(width=LINE), rect._replace(x=rect.right - LINE, width=LINE)):
            self.layer.fill(side, tint)
