"""Drawings over the board of RoboBall: team numbers, tow beams, and rings that show the state of the ball."""

import math

import arcade
from arcade.types import Color

from roborally.core.geometry import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.board.display import Robot
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

from .ball import BALL
from .view_texts import ART, _

NUMBER = 0.34
"""The width of a robot's team number, in cells."""
OFF = 0.33
"""How far from the middle of its cell it is."""
BEAM = 0.9
"""The width of a tow beam, in cells."""
BALL_RADIUS = 0.3
"""Where a tow beam ends before the middle of the ball, in cells, so that it covers nothing of it."""
PULSE = 2.6
"""How fast a ring around the ball swells and shrinks."""
PULSING = 5.0
"""Seconds after which the ring rests."""


def _tinted(image: arcade.Texture, width: float, tint: Color) -> arcade.Sprite:
    sprite = arcade.Sprite(image)
    fit_sprite(sprite, CELL * width)
    sprite.color = tint
    return sprite


class Badges(Overlay):
    """The number of its team on every robot; colour and emblem of a team on its home. A home without a team is grey."""

    def __init__(self, scene: Scene) -> None:
        """Make all badges; homes stay where they are."""
        super().__init__(scene)
        self._below = Sprites()
        self._above = Sprites()
        robots = [robot for robot in scene.context.display.robots if robot.team]
        teams = {robot.team for robot in robots}
        self._homes: dict[Cell, int] = {}
        for element in scene.board.board.of_kind("home"):
            if element.values["number"] in teams:
                self._homes[element.cell] = element.values["number"]
                self._mark_home(element.cell, element.values["number"])
        self.numbers = [(robot, self._number(robot)) for robot in robots]

    def _mark_home(self, cell: Cell, team: int) -> None:
        """Show the home in the colour of its team, with the team's emblem."""
        x, y = self.scene.board.centre(cell)
        colours = theme.seat_colours(team - 1)
        ground = _tinted(pictures.plain(), 0.94, Color(*colours.body[:3], 75))
        house = _tinted(pictures.picture(ART / f"home-{team}.png"), 1.0, colours.light)
        disc = _tinted(pictures.emblem("circle", 32), 0.36, theme.colour("background"))
        emblem = _tinted(pictures.emblem(colours.emblem, 32), 0.25, colours.light)
        ground.position = house.position = (x, y)
        disc.position = emblem.position = (x - OFF * CELL, y - OFF * CELL)
        for sprite in (ground, house, disc, emblem):
            self._below.append(sprite)

    def _number(self, robot: Robot) -> arcade.Sprite:
        sprite = arcade.Sprite(pictures.plate(str(robot.team), 96))
        fit_sprite(sprite, CELL * NUMBER)
        sprite.color = theme.seat_colours(robot.livery).light
        self._above.append(sprite)
        return sprite

    def draw_below(self) -> None:
        """Draw the colours of the homes."""
        self._below.draw()

    def draw_above(self) -> None:
        """Draw the numbers of the robots where those are now."""
        for robot, sprite in self.numbers:
            actor = self.scene.actors[robot.index]
            sprite.visible = actor.alpha > 0
            sprite.position = (actor.x - OFF * CELL, actor.y + OFF * CELL)
        self._above.draw()

    def tooltip_at(self, cell: Cell) -> str:
        """Return the team whose home a cell is."""
        team = self._homes.get(cell, 0)
        robots = self.scene.context.display.robots
        names = ", ".join(self.scene.context.name(robot.index) for robot in robots if robot.team == team)
        return _("Team {team}: {names}").format(team=team, names=names) if team else ""


class Hitches(Overlay):
    """Tow beams between the ball and the robots hitched to it, each in the colour of its team."""

    def __init__(self, scene: Scene) -> None:
        """Make a beam for every robot."""
        super().__init__(scene)
        self.beams = Sprites()
        self._robots = [robot for robot in scene.context.display.robots if robot.kind != BALL]
        self._ball = next(robot.index for robot in scene.context.display.robots if robot.kind == BALL)
        image = pictures.picture(ART / "hitch.png")
        for robot in self._robots:
            beam = arcade.Sprite(image)
            beam.color = theme.seat_colours(robot.livery).light
            self.beams.append(beam)

    def draw_above(self) -> None:
        """Draw the beams from where robots are now to where the ball is now."""
        ball = self.scene.actors[self._ball]
        for robot, beam in zip(self._robots, self.beams, strict=True):
            actor = self.scene.actors[robot.index]
            span = math.dist((actor.x, actor.y), (ball.x, ball.y)) - BALL_RADIUS * CELL
            beam.visible = bool(robot.gauges["hitched"]) and actor.alpha > 0 and span > 1
            if beam.visible:
                part = span / (span + BALL_RADIUS * CELL) / 2
                beam.position = (actor.x + (ball.x - actor.x) * part, actor.y + (ball.y - actor.y) * part)
                beam.angle = math.degrees(math.atan2(ball.x - actor.x, ball.y - actor.y))
                image = beam.texture
                beam.scale = (CELL * BEAM / image.width, span / image.height)
        self.beams.draw()


class BallState(Overlay):
    """Rings around the ball: cool and wide above the floor, warm with an arrow while it moves by itself.

    The ring around a ball above a robot has the colour of that robot's team.
    """

    def __init__(self, scene: Scene) -> None:
        """Make ring and arrow."""
        super().__init__(scene)
        self._ball = next(robot for robot in scene.context.display.robots if robot.kind == BALL)
        self._sprites = Sprites()
        self._ring = _tinted(pictures.effect("ring", 128), 1.2, theme.colour("accent-cool"))
        self._arrow = _tinted(pictures.icon("arrow-right", 48), 0.34, theme.colour("accent"))
        self._sprites.extend([self._ring, self._arrow])
        self._robots = [robot for robot in scene.context.display.robots if robot.kind != BALL]
        self._told: tuple[bool, bool] = (False, True)
        self._time = 0.0

    def update(self, seconds: float) -> None:
        """Let the ring swell and shrink."""
        self._time += seconds

    def draw_above(self) -> None:
        """Draw what there is to tell."""
        ball, actor = self._ball, self.scene.actors[self._ball.index]
        acts = bool(ball.gauges["extraction"])
        if self._told != (acts, ball.solid):
            self._told, self._time = (acts, ball.solid), 0.0
        if not (acts or not ball.solid) or actor.alpha == 0:
            return
        self._ring.position = (actor.x, actor.y)
        self._ring.color = self.ring_tint()
        fit_sprite(self._ring, CELL * (1.25 + 0.12 * max(0.0, 1 - self._time / PULSING) * math.sin(self._time * PULSE)))
        self._arrow.visible = acts
        turned = math.radians(actor.angle)
        far = 0.46 * CELL
        self._arrow.position = (actor.x + far * math.sin(turned), actor.y + far * math.cos(turned))
        self._arrow.angle = actor.angle - 90  # the arrow of the picture points to the right
        self._sprites.draw()

    def ring_tint(self) -> Color:
        """Return the colour of the ring: that of the robot below a ball in pogo mode, else that of the ball's state."""
        ball = self._ball
        for robot in self._robots:
            if not ball.solid and robot.solid and robot.cell == ball.cell:
                return theme.seat_colours(robot.livery).light
        return theme.colour("accent" if ball.gauges["extraction"] else "accent-cool")

    def tooltip_at(self, cell: Cell) -> str:
        """Return the explanation of a ball above the floor."""
        if self._ball.cell != cell or self._ball.solid:
            return ""
        return _(
            "The ball is above the floor: robots pass below it, it hurts robots that stay there, "
            "and it cannot be hitched."
        )
