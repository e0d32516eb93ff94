"""Draws the beginning actions of robots on the board: an arrow along each way, and the player's card (CLI-2027)."""

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import arcade
from arcade.types import Color

from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.ui.board.board_art import CELL
from roborally.ui.board.marks import ActMarks
from roborally.ui.board.playback import Playback
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

LINE, EDGE, HEAD = 0.13, 0.23, 0.42
"""The widths of the arrow along the way, of the dark edge around it, and of its head, in cells."""
DARK = Color(10, 12, 18, 200)
CARD, SMALLEST = 0.72, 40.0
"""The width of the card in cells, and its smallest width on small boards, in design units."""
FRAME = 1.12
"""The width of the frame around the card, in widths of the card."""


class Action(NamedTuple):
    """A beginning action of a robot: its index, the content of the program's slot, and the cells of its way."""

    piece: int
    content: str
    way: tuple[Cell, ...]


def way_of(piece: int, coming: Iterable[Event]) -> tuple[Cell, ...]:
    """Return a robot's present cell and the cells that it enters in the `coming` events; empty if it enters none."""
    steps = [event for event in coming if event["type"] == "step" and event["piece"] == piece]
    return (*(tuple(event["from"]) for event in steps[:1]), *(tuple(event["to"]) for event in steps))


class ActionOverlay(Overlay):
    """Draws an arrow along the way of each robot that acts, and its card beside a robot of a player at this machine."""

    def __init__(self, scene: Scene, context: ShownMatch, marks: ActMarks, playback: Playback) -> None:
        """Start without actions; `marks` says which events begin one, `playback` which events follow them."""
        super().__init__(scene)
        self._context = context
        self._marks = marks
        self._playback = playback
        self.actions: dict[int, Action] = {}
        """The actions by the index of the robot, in the order in which they have begun."""
        self._drawn: tuple[object, ...] = ()
        self.way = Sprites()
        self.card = Sprites()

    def on_event(self, event: Event) -> None:
        """Store the action of a robot if the event begins one."""
        act = self._marks.find(event)
        if act is not None and act.acts and "piece" in event:
            robot, stage = self._context.display.robots[event["piece"]], self._context.display.stage
            content = robot.slots[stage - 1] if 1 <= stage <= len(robot.slots) else ""
            way = way_of(robot.index, self._playback.coming())
            self.actions[robot.index] = Action(robot.index, content, way)

    def _refresh(self) -> None:
        """Make the arrows and cards again if the actions or the zoom have changed."""
        acting, actors = self._playback.acting, self.scene.actors
        self.actions = {piece: action for piece, action in self.actions.items() if piece in acting}
        # A robot about to enter the board is not visible yet.
        placed = {piece for piece in self.actions if actors.is_placed(piece)}
        wanted = *self.actions.values(), self.scene.board.zoom, frozenset(placed)
        if wanted == self._drawn:
            return
        self._drawn = wanted
        self.way.clear()
        self.card.clear()
        for action in self.actions.values():
            tint = actors[action.piece].colours.light
            if action.way:
                self._lay_way([self.scene.board.centre(cell) for cell in action.way], tint)
            if action.content and action.piece in placed and action.piece in self._playback.own():
                self._show_card(action, tint)

    def _lay_way(self, points: list[tuple[float, float]], tint: Color) -> None:
        """Add an arrow along these points, its dark edge first."""
        (x, y), (end_x, end_y) = points[-2:]
        angle = math.degrees(math.atan2(end_y - y, end_x - x))
        for width, head, colour in ((EDGE, HEAD * 1.3, DARK), (LINE, HEAD, tint)):
            for start, end in pairwise(points):
                line = arcade.Sprite(
                    pictures.plain(), center_x=(start[0] + end[0]) / 2, center_y=(start[1] + end[1]) / 2
                )
                fit_sprite(line, math.dist(start, end) + CELL * width, CELL * width)
                line.angle = -math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
                line.color = colour
                self.way.append(line)
            arrow = arcade.Sprite(pictures.icon("play", 48), center_x=end_x, center_y=end_y)
            fit_sprite(arrow, CELL * head)
            arrow.angle = -angle
            arrow.color = colour
            self.way.append(arrow)

    def _show_card(self, action: Action, tint: Color) -> None:
        board = self.scene.board
        face = self._context.look.face(self._context, action.content, 128)
        width = max(CELL * CARD, SMALLEST / board.zoom)
        height = width * self._context.look.shape
        x, y = self._place_of(action, width, height)
        frame = arcade.Sprite(pictures.plain(), center_x=x, center_y=y)
        fit_sprite(frame, width * FRAME, height + width * (FRAME - 1))
        frame.color = tint
        ground = arcade.Sprite(pictures.plain(), center_x=x, center_y=y)
        fit_sprite(ground, width * (FRAME - 0.05), height + width * (FRAME - 1.05))
        ground.color = theme.colour("background")
        card = arcade.Sprite(face, center_x=x, center_y=y)
        fit_sprite(card, width, height)
        for sprite in (frame, ground, card):
            self.card.append(sprite)

    def _place_of(self, action: Action, width: float, height: float) -> tuple[float, float]:
        """Return the middle of the robot's card: above the robot unless its way is there, otherwise on a free side."""
        board, actor = self.scene.board, self.scene.actors[action.piece]
        way = [board.centre(cell) for cell in action.way]
        (start_x, start_y), (end_x, end_y) = (way[0], way[-1]) if way else ((0.0, 0.0), (0.0, 0.0))
        across, up = CELL * 0.6 + width / 2, CELL * 0.6 + height / 2
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            place = actor.x + dx * across, actor.y + dy * up
            ahead = (end_x - start_x) * dx + (end_y - start_y) * dy > 0
            corners = ((place[0] + sx * width / 2, place[1] + sy * height / 2) for sx in (-1, 1) for sy in (-1, 1))
            if not ahead and all(board.rect.holds(*board.to_design(*corner)) for corner in corners):
                return place
        return actor.x, actor.y + up

    def draw_below(self) -> None:
        """Draw the arrows below the robots."""
        self._refresh()
        self.way.draw()

    def draw_above(self) -> None:
        """Draw the cards over the robots."""
        self._refresh()
        self.card.draw()
