"""Shows a ghost of the robot where the answer under the mouse would place it, for questions about its place."""

from typing import Any

import arcade

from roborally.core.data import Decision
from roborally.core.geometry import NAMES, Cell
from roborally.core.observation import Observation
from roborally.ui.board.actors import Actor
from roborally.ui.board.board_art import CELL
from roborally.ui.match.on_board.forecast_overlay import BODY, pulse
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

ALPHA = 210
"""The opacity of the ghost, 0 to 255, higher than that of a program's ghost because it often stands on a flag."""
TURNING = 10.0
"""The speed at which the robot turns: the share of the remaining angle per second."""

NEAR = 0.5
"""The angle in degrees below which the robot stops turning."""


class PosePreview(Overlay):
    """A ghost in a ring where an answer about a place or facing puts the robot; a robot already there turns instead."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.question: Decision | None = None
        self.cell: Cell | None = None
        self.facing = 0
        self.ring = Sprites()
        self.sprites = Sprites()
        self._standing: Actor | None = None
        self._outside: Actor | None = None
        self._time = 0.0

    def show(self, question: Decision, cell: Cell, facing: int | None = None) -> None:
        """Place the robot of a question on a cell; `facing` is a direction, `None` for its present one."""
        self.clear()
        self.question = question
        robot = question["piece"]
        actor = self.scene.actors[robot]
        ring = arcade.Sprite(pictures.effect("ghost-ring", 128))
        ring.color = actor.colours.light
        body = arcade.Sprite(self.scene.context.picture(robot, self.scene.board.art.side))
        fit_sprite(body, CELL * BODY)
        body.alpha = ALPHA
        shown = self.scene.context.display.robots[robot]
        self._standing = actor if shown.cell == cell else None
        self._outside = actor if shown.waiting else None
        self.ring.append(ring)
        self.sprites.extend([] if self._standing else [body])
        self.facing = shown.facing if facing is None else facing
        self._stand(cell)
        self.look_at(question["default"])
        body.angle = self.facing * 90.0

    def look_at(self, answer: Any) -> None:
        """Turn the robot if the answer is a direction; move it if the answer is a cell; ignore any other answer."""
        if self.cell is None:
            return
        if answer in NAMES:
            self.facing = NAMES.index(answer)
        elif isinstance(answer, tuple) and len(answer) == 2:
            self._stand(answer)

    def clear(self) -> None:
        """Remove the ghost; a robot that was turned stays so until the next `rest`."""
        self.question = None
        self.cell = None
        self.ring.clear()
        self.sprites.clear()

    def rest(self, observation: Observation) -> None:
        """Turn a robot back to its real facing, once no question about its place is open.

        A robot outside the board keeps the chosen facing while its player looks.
        """
        if self.cell is not None:
            return
        context = self.scene.context
        if self._standing is not None:
            self.scene.actors.settle(self._standing.index)
            self._standing = None
        if self._outside is not None and context.own != context.display.robots[self._outside.index].seat:
            self.scene.actors.settle(self._outside.index)
            self._outside = None

    def _stand(self, cell: Cell) -> None:
        self.cell = cell
        self._time = 0.0
        for sprite in (*self.ring, *self.sprites):
            sprite.position = self.scene.board.centre(cell)

    def update(self, seconds: float) -> None:
        """Animate the ring, and turn the robot the short way."""
        if self.cell is None:
            return
        self._time += seconds
        fit_sprite(self.ring[0], CELL * pulse(self._time))
        body = self._standing or self.sprites[0]
        rest = (self.facing * 90.0 - body.angle + 180) % 360 - 180
        if not rest:
            return
        body.angle += rest * min(1.0, seconds * TURNING) if abs(rest) > NEAR else rest
        for actor in filter(None, (self._standing, self._outside)):
            actor.angle = body.angle
            actor.show()

    def draw_below(self) -> None:
        """Draw the ring below the robots."""
        self.ring.draw()

    def draw_above(self) -> None:
        """Draw the ghost."""
        self.sprites.draw()
