"""Drawings at the ball: its state, and its ways to homes while the mouse is over the ball or a home."""

import math
from itertools import pairwise

import arcade
from arcade.types import Color

from roborally.plugin import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.context import MatchContext
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

from .ball import BALL
from .chart import chart_of
from .state import settings_of
from .view_pitch import WORD_BELOW, WORD_HEIGHT, own_team, tinted
from .view_texts import _

PULSE = 2.6
"""The speed of the pulsing ring around the ball, in radians per second."""
PULSING = 5.0
"""The time after which the ring stops pulsing, in seconds."""
DOT = 0.12
"""The width of a dot of the way home, in cells."""
WORD_ON = 0.1
"""The distance of the word from the middle of the ball, in cells, if a robot's name may be below."""
DOTS = 2
"""The number of dots from one cell to the next."""


def state_of_ball(context: MatchContext) -> str:
    """Return a line about the ball: free, held by robots, above the floor, or moving by itself."""
    robots = context.display.robots
    ball = next(robot for robot in robots if robot.kind == BALL)
    holders = [robot for robot in robots if robot.gauges.get("hitched")]
    if not ball.solid:
        return _("Ball: above the floor (pogo mode)")
    if ball.gauges["extraction"]:
        return _("Ball: moves by itself this turn")
    if not holders:
        return _("Ball: free")
    names = [_("{name} (team {team})").format(name=context.name(robot.index), team=robot.team) for robot in holders]
    return _("Ball: held by {names}").format(names=", ".join(names))


class BallState(Overlay):
    """The state of the ball: a word below it, and a ring, cool in pogo mode, warm with an arrow in extraction mode.

    The ring around a ball above a robot has the colour of this robot.
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._ball = next(robot for robot in scene.context.display.robots if robot.kind == BALL)
        self._sprites = Sprites()
        self._ring = tinted(pictures.effect("ring", 128), 1.2, theme.colour("accent-cool"))
        self._arrow = tinted(pictures.icon("arrow-right", 48), 0.34, theme.colour("accent"))
        self._sprites.extend([self._ring, self._arrow])
        self._robots = [robot for robot in scene.context.display.robots if robot.kind != BALL]
        self._text: tuple[bool, bool] = (False, True)
        self._word = arcade.Sprite(pictures.plain())
        self._words = Sprites()
        self._words.append(self._word)
        self._time = 0.0

    def update(self, seconds: float) -> None:
        """Advance the pulsing of the ring by some seconds."""
        self._time += seconds

    def draw_above(self) -> None:
        """Draw the word, the ring and the arrow that the state of the ball needs."""
        ball, actor = self._ball, self.scene.actors[self._ball.index]
        self._write()
        acts = bool(ball.gauges["extraction"])
        if self._text != (acts, ball.solid):
            self._text, self._time = (acts, ball.solid), 0.0
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

    def word(self) -> str:
        """Return the state of the ball in a word or two; empty while it is free."""
        holders = sorted({robot.team for robot in self._robots if robot.gauges.get("hitched")})
        if not self._ball.solid:
            return _("hovers")
        if self._ball.gauges["extraction"]:
            return _("by itself")
        return _("team {teams}").format(teams=" + ".join(map(str, holders))) if holders else ""

    def _write(self) -> None:
        actor, word = self.scene.actors[self._ball.index], self.word()
        if not word:
            return
        image = pictures.plate(word, 96)
        if image is not self._word.texture:
            self._word.texture = image
            fit_sprite(self._word, CELL * WORD_HEIGHT * image.width / image.height)
        x, y = self._ball.cell or (0, 0)
        is_named = any(robot.cell == (x, y + 1) for robot in self._robots)  # a name may stand there
        self._word.position = (actor.x, actor.y - (WORD_ON if is_named else WORD_BELOW) * CELL)
        self._word.visible = actor.alpha > 0
        self._words.draw()

    def ring_tint(self) -> Color:
        """Return the colour of the ring: in pogo mode of the robot below the ball, else of the ball's mode."""
        ball = self._ball
        for robot in self._robots:
            if not ball.solid and robot.solid and robot.cell == ball.cell:
                return theme.seat_colours(robot.livery).light
        return theme.colour("accent" if ball.gauges["extraction"] else "accent-cool")

    def tooltip_at(self, cell: Cell) -> str:
        """Return the state of the ball, or an explanation of pogo mode; empty for other cells."""
        if self._ball.cell != cell:
            return ""
        if self._ball.solid:
            return state_of_ball(self.scene.context)
        return _(
            "The ball is above the floor: robots pass below it, it hurts robots that stay there, "
            "and it cannot be hitched."
        )


class WaysHome(Overlay):
    """The ball's way to a home, as dots with the number of cells, while the mouse is over this home.

    Over the ball: to the own home, or for spectators to all homes.
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        robots = scene.context.display.robots
        self._ball = next(robot for robot in robots if robot.kind == BALL)
        self._own = own_team(scene)
        teams = {robot.team for robot in robots if robot.team}
        places = {element.values["number"]: element.cell for element in scene.board.board.of_kind("home")}
        self._homes = {team: cell for team, cell in sorted(places.items()) if team in teams}
        settings = settings_of(scene.context.session.observe(scene.context.own).match())
        self._nearest_wins = bool(settings["last_turn"]) and settings["tie"] == "nearest"
        self._pointed: Cell | None = None
        self.sprites = Sprites()
        self._shown: tuple[object, ...] = ()

    def mouse_over(self, cell: Cell | None) -> None:
        """Store the cell under the mouse."""
        self._pointed = cell

    @property
    def teams(self) -> list[int]:
        """Return the numbers of the teams whose ways home are shown."""
        return self._teams_at(self._pointed) if self._pointed is not None else []

    def _teams_at(self, cell: Cell) -> list[int]:
        if cell == self._ball.cell and self._own:
            return [self._own]
        return [team for team, home in self._homes.items() if self._ball.cell and cell in (self._ball.cell, home)]

    def tooltip_at(self, cell: Cell) -> str:
        """Return an explanation of the dots and the number; empty where none would be shown."""
        if not any(self._way(team) for team in self._teams_at(cell)):
            return ""
        text = _("The dots show the ball's shortest way; the number counts its spaces.")
        if self._nearest_wins:
            text += "\n" + _("After the last turn, rows and columns alone decide whose home is nearest.")
        return text

    def _way(self, team: int) -> list[tuple[float, float]]:
        """Return the middles of the cells on the ball's way to a team's home, as points; empty if there is no way."""
        floor, ball = self.scene.context.game.floor, self._ball.cell
        if ball is None:
            return []
        way = chart_of(floor).way(floor.index(self._homes[team]), floor.index(ball))
        return [self.scene.board.centre(floor.cells[cell]) for cell in way]

    def draw_above(self) -> None:
        """Draw the ways from the ball's present cell."""
        if self._shown != (self.teams, self._ball.cell):
            self._shown = (self.teams, self._ball.cell)
            self.sprites.clear()
            for team in self.teams:
                self._lay(self._way(team), theme.seat_colours(team - 1).light)
        self.sprites.draw()

    def _lay(self, way: list[tuple[float, float]], tint: Color) -> None:
        for before, after in pairwise(way):
            for number in range(DOTS):
                dot = tinted(pictures.emblem("circle", 32), DOT, tint)
                dot.position = arcade.math.lerp_2d(before, after, (number + 0.5) / DOTS)
                self.sprites.append(dot)
        if len(way) > 2:
            plate = tinted(pictures.plate(str(len(way) - 1), 96), WORD_HEIGHT * 2, tint)
            half = len(way) // 2
            plate.position = arcade.math.lerp_2d(way[half - 1], way[half], 0.5)  # the number is about no space
            self.sprites.append(plate)
