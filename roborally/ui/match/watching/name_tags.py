"""The names of the robots, beside them on the board (CLI-2101)."""

from collections.abc import Iterable

from arcade.types import Color

from roborally.ui.board.actors import Actors
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.layer import Canvas, Layer, fit_sprite
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import common

SIZE = 12
HEIGHT = 16.0
MARGIN = 4.0
"""The space on both sides of a name on its plate, in design units."""
SHADE = Color(14, 17, 24, 190)
SEEN = 120
"""The opacity, 0 to 255, from which a robot gets a name."""
BELOW_PANELS = 2.0
"""The space between a name and the edge of the board's area, in design units."""


class NameTags:
    """Draws the names of the robots, each beside its robot, where it covers no other name and least of the board."""

    def __init__(self, canvas: Canvas, context: ShownMatch, board: BoardView, actors: Actors) -> None:
        self._layer = Layer(canvas)
        self._board = board
        self._robots = context.display.robots
        self._elements = {element.cell for element in context.game.course.board.elements}
        self._actors = actors
        self.tags = []
        for robot in context.display.robots:
            if robot.seat < 0:
                continue
            tint = theme.seat_colours(robot.livery).light
            label = self._layer.label(
                context.name(robot.index), 0, 0, size=SIZE, bold=True, tint=tint, anchor_x="center"
            )
            plate = self._layer.fill(Rect(0, 0, 1, HEIGHT), SHADE)
            self.tags.append((robot.index, label, plate))

    def draw(self, notes: Iterable[Rect] = ()) -> None:
        """Move the names to their robots and draw them, so that no name covers one of the `notes`."""
        self._layer.fit()  # before the names are measured
        taken = list(notes)
        cells = {robot.cell for robot in self._robots if robot.cell is not None}
        self._hidden = self._board.places_of(cells), self._board.places_of(self._elements - cells)
        for index, label, plate in self.tags:
            spot = self._spot(index, label.shown_size[0] + 2 * MARGIN, taken)
            label.visible = plate.visible = spot is not None
            if spot is not None:
                taken.append(spot)
                label.move(spot.centre[0], spot.centre[1] + 1)
                plate.position = spot.centre
                fit_sprite(plate, spot.width, HEIGHT)
        self._layer.draw()

    def _spot(self, index: int, width: float, taken: list[Rect]) -> Rect | None:
        """Return the rectangle of a name beside its robot and not over another name, `None` if none is free.

        It is above the robot if it hides no more robots and elements there than below or at a side.
        """
        actor, area = self._actors[index], self._board.rect
        if actor.alpha < SEEN or self._actors.cell_of(index) is None:
            return None
        x, y = self._board.to_design(*actor.place)
        if not area.holds(x, y):
            return None
        half = CELL * self._board.zoom / 2
        left, right = area.x + BELOW_PANELS, area.right - width - BELOW_PANELS
        middle = min(max(x - width / 2, left), right)
        above, below, level = y + half - 2, y - half - HEIGHT + 2, y - HEIGHT / 2
        sides = [at for at in (x + half - 2, x - half - width + 2) if left <= at <= right]
        places = [(middle, above), (middle, below), *((at, level) for at in sides)]
        spots = [Rect(round(at), round(bottom), round(width), HEIGHT) for at, bottom in places]
        free = [
            spot
            for spot in spots
            if area.y <= spot.y and spot.top <= area.top and not any(common(spot, other) for other in taken)
        ]
        return min(free, key=self._cost, default=None)

    def _cost(self, spot: Rect) -> tuple[int, float]:
        """Return the number of robots of which a name would hide over a quarter, and the hidden area of elements."""
        robots, elements = self._hidden
        lost = sum(common(spot, place) > place.width * place.height / 4 for place in robots)
        return lost, sum(common(spot, place) for place in elements)
