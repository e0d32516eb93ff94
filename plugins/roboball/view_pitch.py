"""Drawings over the board of RoboBall: team numbers, homes, and tow beams."""

import math

import arcade
from arcade.types import Color

from roborally.core.geometry import DELTAS, DIRECTIONS, Cell
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
SMALLEST = 0.6
"""The smallest size of the number of a robot that shares its cell, as a share of the usual one."""
OFF = 0.33
"""The distance of the number from the middle of its cell, in cells."""
FRAME = 0.05
"""The width of the frame around the player's own home, in cells."""
WORD_BELOW = 0.42
"""The distance of a word from the middle of its cell, downwards, in cells."""
WORD_HEIGHT = 0.2
"""The height of the plate with the word, in cells."""
BEAM = 0.9
"""The width of a tow beam, in cells."""
BALL_RADIUS = 0.3
"""The distance of a tow beam's end from the middle of the ball, in cells, so that it does not cover the ball."""


def tinted(image: arcade.Texture, width: float, tint: Color) -> arcade.Sprite:
    """Return a sprite of a picture, `width` cells wide."""
    sprite = arcade.Sprite(image)
    fit_sprite(sprite, CELL * width)
    sprite.color = tint
    return sprite


def own_team(scene: Scene) -> int:
    """Return the team of the player at the screen, 0 for spectators."""
    context = scene.context
    return next((robot.team for robot in context.display.robots if robot.seat == context.own), 0)


class Badges(Overlay):
    """The number of its team on every robot; colour and emblem of a team on its home. A home without a team is grey.

    Emblems lie above the robots, so that a robot does not hide the owner of a home. The own home has a frame.
    """

    def __init__(self, scene: Scene) -> None:
        """Make all badges; homes stay where they are."""
        super().__init__(scene)
        self._below = Sprites()
        self._above = Sprites()
        robots = [robot for robot in scene.context.display.robots if robot.team]
        teams = {robot.team for robot in robots}
        self._own = own_team(scene)
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
        ground = tinted(pictures.plain(), 0.94, Color(*colours.body[:3], 75))
        house = tinted(pictures.picture(ART / f"home-{team}.png"), 1.0, colours.light)
        disc = tinted(pictures.emblem("circle", 32), 0.36, theme.colour("background"))
        emblem = tinted(pictures.emblem(colours.emblem, 32), 0.25, colours.light)
        ground.position = house.position = (x, y)
        disc.position = emblem.position = (x - OFF * CELL, y - OFF * CELL)
        self._below.extend([ground, house])
        self._above.extend([disc, emblem])
        if team == self._own:
            word = tinted(pictures.plate(_("your home"), 96), 1.0, colours.light)
            fit_sprite(word, CELL * WORD_HEIGHT * word.texture.width / word.texture.height)
            word.position = (x, y - WORD_BELOW * CELL)
            self._above.append(word)
            for direction in DIRECTIONS:
                side = tinted(pictures.plain(), 1.0, colours.light)
                fit_sprite(side, CELL, CELL * FRAME)
                side.angle = 90 * direction
                dx, dy = DELTAS[direction]
                side.position = (x + dx * CELL * (1 - FRAME) / 2, y - dy * CELL * (1 - FRAME) / 2)
                self._below.append(side)

    def _number(self, robot: Robot) -> arcade.Sprite:
        sprite = arcade.Sprite(pictures.plate(str(robot.team), 96))
        sprite.color = theme.seat_colours(robot.livery).light
        self._above.append(sprite)
        return sprite

    def draw_below(self) -> None:
        """Draw the colours of the homes."""
        self._below.draw()

    def draw_above(self) -> None:
        """Draw the numbers at the robots' present places."""
        for robot, sprite in self.numbers:
            actor = self.scene.actors[robot.index]
            x, y = actor.place
            side = CELL * actor.spot.size
            sprite.visible = actor.alpha > 0
            sprite.position = (x - OFF * side, y + OFF * side)
            fit_sprite(sprite, NUMBER * max(side, CELL * SMALLEST))
        self._above.draw()

    def tooltip_at(self, cell: Cell) -> str:
        """Return the team of a home."""
        team = self._homes.get(cell, 0)
        robots = self.scene.context.display.robots
        names = ", ".join(self.scene.context.name(robot.index) for robot in robots if robot.team == team)
        text = _("Your home. Team {team}: {names}") if team == self._own else _("Team {team}: {names}")
        return text.format(team=team, names=names) if team else ""


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
        """Draw the beams between the present places of the robots and the ball."""
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
