"""Drawings over the board of RoboBall: team numbers, homes, and the tow beams of hitched robots."""

import math

import arcade
from arcade.types import Color

from roborally.core.board import Element
from roborally.plugin import DELTAS, DIRECTIONS, Cell
from roborally.ui.board.actors import ALONE
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
"""The distance of the number from the middle of its cell, in cells."""
FRAME = 0.05
"""The width of the frame around the player's own home, in cells."""
WORD_BELOW, HOME_WORD, CROWDED_WORD = 0.42, 0.64, 0.98
"""The distance of a word, in cells, from the middle of the ball, of a home, and of a home with several robots."""
WORD_HEIGHT = 0.2
"""The height of the plate with a word, in cells."""
BEAM = 0.9
"""The width of a tow beam, in cells."""
BALL_RADIUS = 0.3
"""The distance between a tow beam's end and the middle of the ball, in cells, so that the ball is not covered."""


def tinted(image: arcade.Texture, width: float, tint: Color) -> arcade.Sprite:
    """Return a sprite of a picture in this colour, `width` cells wide."""
    sprite = arcade.Sprite(image)
    fit_sprite(sprite, CELL * width)
    sprite.color = tint
    return sprite


def own_team(scene: Scene) -> int:
    """Return the number of the team of the player at the screen, also in a replay; 0 for spectators."""
    seat = scene.context.followed
    return next((robot.team for robot in scene.context.display.robots if robot.seat == seat), 0)


class Badges(Overlay):
    """The team number on every robot, and on every home the colour and emblem of its team.

    A home without a team is grey. Emblems lie above the robots, so that a robot does not hide the owner of a home. The
    own home has a frame.
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._below = Sprites()
        self._above = Sprites()
        robots = [robot for robot in scene.context.display.robots if robot.team]
        teams = {robot.team for robot in robots}
        self._own = own_team(scene)
        self._homes: dict[Cell, int] = {}
        self._word: tuple[arcade.Sprite, Cell] | None = None
        for element in scene.board.board.of_kind("home"):
            if element.values["number"] in teams:
                self._homes[element.cell] = element.values["number"]
                self._mark_home(element.cell, element.values["number"])
        self.numbers = [(robot, self._number(robot)) for robot in robots]

    def _mark_home(self, cell: Cell, team: int) -> None:
        """Add the colour and emblem of a team, and for the own team a frame and a word, to its home."""
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
            self._word = word, cell
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
        """Draw the colours of the homes on the floor."""
        self._below.draw()

    def _place_word(self, word: arcade.Sprite, cell: Cell) -> None:
        """Move the word about the own home next to the robots there: below a home at the upper edge, else above."""
        x, y = self.scene.board.centre(cell)
        is_crowded = sum(robot.cell == cell for robot, _sprite in self.numbers) > 1
        far = CELL * (CROWDED_WORD if is_crowded else HOME_WORD)
        word.position = (x, y + far if cell[1] else y - far)

    def draw_above(self) -> None:
        """Draw emblems and team numbers; robots that share a cell have no numbers."""
        if self._word is not None:
            self._place_word(*self._word)
        for robot, sprite in self.numbers:
            actor = self.scene.actors[robot.index]
            x, y = actor.place
            side = CELL * actor.spot.size
            sprite.visible = actor.alpha > 0 and actor.spot == ALONE
            sprite.position = (x - OFF * side, y + OFF * side)
            fit_sprite(sprite, NUMBER * side)
        self._above.draw()

    def aims(self, piece: int) -> list[Cell]:
        """Return the cell of the robot's home and, unless the robot is hitched, the ball's."""
        robots = self.scene.context.display.robots
        own = robots[piece]
        balls = [robot.cell for robot in robots if robot.kind == BALL and robot.cell is not None]
        homes = [cell for cell, team in self._homes.items() if team == own.team]
        return homes if own.gauges.get("hitched") else balls + homes

    def describe(self, element: Element) -> str:
        """Return a sentence about whose home an element is; empty for other elements and homes without a team."""
        team = self._homes.get(element.cell, 0) if element.kind == "home" else 0
        if team and team == self._own:
            return _("Your home: bring the ball here. It repairs 1 at the end of the turn.")
        robots = self.scene.context.display.robots
        names = ", ".join(self.scene.context.name(robot.index) for robot in robots if robot.team == team)
        return _("Home of team {team} ({names}): keep the ball away.").format(team=team, names=names) if team else ""


class Hitches(Overlay):
    """The tow beams between the ball and hitched robots, each in the colour of the robot."""

    def __init__(self, scene: Scene) -> None:
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
        """Draw the beams of hitched robots to the ball."""
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
