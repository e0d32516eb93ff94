"""Floor painters in the window: the painted spaces, each in the colour of its robot."""

import arcade

from roborally.plugin import Event, Observation, hookimpl
from roborally.ui.board.board_art import CELL
from roborally.ui.plugin import Overlay, Scene, Views
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.sprites import Sprites


@hookimpl
def register_view(views: Views) -> None:
    """Draw the paint over the floor."""
    views.overlay(Paint)


class Paint(Overlay):
    """The painted spaces, by cell."""

    def __init__(self, scene: Scene) -> None:
        """Start with the spaces that are painted already."""
        super().__init__(scene)
        self.patches: dict[tuple[int, int], arcade.SpriteSolidColor] = {}
        self.sprites = Sprites()
        self.rest(scene.context.session.observe(scene.context.own))

    def on_event(self, event: Event) -> None:
        """Paint a space when an event reports it."""
        if event["type"] == "floor-painted":
            self._paint(event["cell"], event["piece"])

    def rest(self, observation: Observation) -> None:
        """Show the spaces that are painted in the state."""
        for index, piece in enumerate(self.scene.context.slot(observation, "floor-painters")["painted"]):
            if piece >= 0:
                self._paint(observation.floor.cells[index], piece)

    def _paint(self, cell: tuple[int, int], piece: int) -> None:
        if cell not in self.patches:
            x, y = self.scene.board.centre(cell)
            self.patches[cell] = arcade.SpriteSolidColor(round(CELL) - 4, round(CELL) - 4, x, y)
            self.sprites.append(self.patches[cell])
        colours = theme.seat_colours(self.scene.context.display.robots[piece].livery)
        self.patches[cell].color = arcade.types.Color(*colours.body[:3], 110)

    def draw_below(self) -> None:
        """Draw the paint below the robots."""
        self.sprites.draw()
