"""Draws the forecast of an unfinished program: the robot's path, and a ghost at its end (CLI-222, STD-1701)."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from typing import Any

import arcade
from arcade.types import Color

from roborally.base.templates import fill
from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.core.geometry import DELTAS, Cell
from roborally.core.observation import Observation
from roborally.game.forecast import Forecast, Forecaster
from roborally.ui.board.board_art import CELL
from roborally.ui.match.on_board.forecast_notes import ForecastNotes, notes_of
from roborally.ui.match.on_board.loss_marks import DARK, crossed_out
from roborally.ui.match.on_board.warning_bubble import WarningBubble
from roborally.ui.plugin import Overlay, Scene, Views, plain_look
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites
from roborally.ui.toolkit.theme import Rect

LINE, EDGE = 0.11, 0.19
"""The widths of the path, and of the dark edge around it, in cells."""
DOTS = 6
"""The number of gaps between the dots on a part of the path that the robot crosses in a jump, without steps."""
BODY, RING, ALPHA = 0.84, 1.06, 150
PULSE = 2.4
"""The speed at which the ring around the ghost pulses, in radians per second."""
PULSING = 5.0
"""The seconds after which the ring around the ghost stops pulsing, because animation costs time."""
PLATE, SMALLEST, LARGEST = 0.23, 15.0, 0.5
"""The height of a register's number in cells; it is at least `SMALLEST` design units, but at most `LARGEST` cells."""
BEAM, SHOT = 0.06, Color(255, 84, 74, 190)
"""The width of a beam that the program fires, in cells, and its colour."""
STOP, STOP_LENGTH, AT_WALL = 0.1, 0.62, 0.43
"""The width and length of a mark where the robot is stopped, and its distance from the middle of the cell, in cells."""
HARM, AT_CORNER = 0.3, 0.34
"""The width of a mark for damage, and its distance to the right and down from the middle of the cell, in cells."""
MOVED, MOVED_ALPHA = 0.7, 150
"""The width in cells and the opacity, 0 to 255, of a piece drawn at the place to which it is pushed or pulled."""

Plan = tuple[Decision, Any, dict[str, Any]]
"""A question that asks for a program, its unfinished answer, and the answers to other questions by their ids."""


def pulse(seconds: float) -> float:
    """Return the width of a ring in cells, `seconds` after it appeared: it swells and shrinks, less and less."""
    return RING + 0.05 * max(0.0, 1 - seconds / PULSING) * math.sin(seconds * PULSE)


class ForecastOverlay(Overlay):
    """Shows where the player's unfinished program would lead; computed after every change, from what the seat knows."""

    def __init__(
        self,
        scene: Scene,
        views: Views,
        plan: Callable[[], Plan | None],
        cover: Callable[[], Rect | None],
        *,
        switched_on: bool,
    ) -> None:
        """Start with nothing to show; `plan()` returns the unfinished program, or `None` without one.

        `cover()` returns the rectangle of what is drawn over the sentences, or `None`; `switched_on` is a setting.
        """
        super().__init__(scene)
        self.ghost: Forecast | None = None
        self.notes = ForecastNotes()
        self._on = switched_on
        self.allowed = True
        """Whether the forecast may be switched on; puzzles are solved without it."""
        self.silent = False
        """Whether no sentence is shown, because the recap of the last turn lies over the board."""
        self._views = views
        self._plan = plan
        self._shown: tuple[Any, ...] | None = ()
        self.forecaster: Forecaster | None = None
        self._asked = ""
        self._index = 0
        self._time = 0.0
        self._zoom = 0.0
        self.way = Sprites()
        self.above = Sprites()
        self._ring: arcade.Sprite | None = None
        self.bubble = WarningBubble(scene.board, cover)

    @property
    def switched_on(self) -> bool:
        """Whether the forecast is shown, for which the rules of the match must be on this machine."""
        return self._on and self.allowed and self.scene.context.session.complete

    @switched_on.setter
    def switched_on(self, on: bool) -> None:
        self._on = on

    def toggle(self) -> None:
        """Switch the forecast on or off."""
        self.switched_on = not self.switched_on

    @property
    def warning(self) -> str:
        """Return a sentence about how and when the robot would be destroyed, empty if it would survive."""
        if self.ghost is None or not self.ghost.lost:
            return ""
        sentence = self.scene.context.chronicle.line(self.ghost.lost)
        return f"{self._title(self.fatal_stage)}: {sentence}"

    @property
    def hint(self) -> str:
        """Return lines about what would happen to the robot on its way, an empty text if nothing would."""
        one, each = "{stages}: {text}", _("{stages}, each time: {text}")
        lines = [
            (each if len(stages) > 1 else one).format(stages=self._title(_spans(stages)), text=text)
            for text, stages in self.notes.lines.items()
        ]
        return "\n".join([_("If nobody else moves:"), *lines]) if lines else ""

    @property
    def fatal_stage(self) -> int:
        """Return the stage of the turn, from 1, in which the robot would be destroyed, 0 if there is none."""
        return self.ghost.fatal_stage if self.ghost is not None else 0

    def _title(self, stages: object) -> str:
        """Return the name of stages of the turn, given their number or numbers, such as "Registers 1–3"."""
        look = self._views.look or plain_look()
        return fill(self.scene.context.words.translated(look.title), {"number": stages})

    # --- updating -------------------------------------------------------------------------------------------------

    def rest(self, observation: Observation) -> None:
        """Compute the forecast again, because the seat's knowledge of the match may have changed."""
        self.forecaster = None
        self._shown = None
        self.update(0)  # at once: another person may be looking now

    def update(self, seconds: float) -> None:
        """Compute the forecast again if the program has changed, and animate the ring."""
        self._time += seconds
        plan = self._plan() if self.switched_on else None
        key = (plan[0]["id"], *plan[1:], self.scene.board.art.side) if plan is not None else ()
        if key != self._shown:
            self._shown = key
            self.ghost = self._forecast(*plan) if plan is not None else None
            ghost = self.ghost
            self.notes = notes_of(ghost, self._index, self.scene.context) if ghost is not None else ForecastNotes()
            self._draw_anew()
        elif self.ghost is not None and self._zoom != self.scene.board.zoom:
            self._draw_anew()
        if self._ring is not None:
            self._ring.scale = CELL * pulse(self._time) / self._ring.texture.width

    def _forecast(self, question: Decision, program: Any, beside: dict[str, Any]) -> Forecast:
        if self.forecaster is None or self._asked != question["id"]:
            self._asked = question["id"]
            self._index = question["piece"]
            self.forecaster = Forecaster(self.scene.context.session.observe(question["seat"]), question)
        return self.forecaster.ghost(program, beside)

    def _draw_anew(self) -> None:
        self.way.clear()
        self.above.clear()
        self._ring = None
        self._time, self._zoom = 0.0, self.scene.board.zoom
        ghost = self.ghost
        if ghost is None or ghost.cell is None:
            return
        tint = self.scene.actors[self._index].colours.light
        self._lay_way(ghost, EDGE, DARK)
        self._lay_way(ghost, LINE, tint)
        self._lay_shots(ghost)
        for piece, cells in self.notes.moved.items():
            self._take_along(piece, cells)
        self._put_body(ghost, ghost.cell, tint)
        self._number_stops(ghost)
        self._mark_notes()

    def _lay_way(self, ghost: Forecast, width: float, tint: Color) -> None:
        """Add a line through all cells of the path, `width` cells wide; dotted where the robot moves without steps."""
        centre = self.scene.board.centre
        for leg in ghost.legs:
            (x, y), (to_x, to_y) = centre(leg.start), centre(leg.end)
            for part in [number / DOTS for number in range(DOTS + 1)] if leg.jump else [0.0, 1.0]:
                dot = arcade.Sprite(pictures.emblem("circle", 16))
                self._add(dot, self.way, x + (to_x - x) * part, y + (to_y - y) * part, width, tint)
        for leg in ghost.legs:
            if not leg.jump:
                self._lay_line(centre(leg.start), centre(leg.end), width, tint)

    def _lay_shots(self, ghost: Forecast) -> None:
        for shot in ghost.shots:
            self._lay_line(self.scene.board.centre(shot.start), self.scene.board.centre(shot.end), BEAM, SHOT)

    def _lay_line(self, start: tuple[float, float], end: tuple[float, float], width: float, tint: Color) -> None:
        (x, y), (to_x, to_y) = start, end
        line = arcade.Sprite(pictures.plain(), center_x=(x + to_x) / 2, center_y=(y + to_y) / 2)
        fit_sprite(line, math.dist(start, end), CELL * width)
        line.angle = -math.degrees(math.atan2(to_y - y, to_x - x))
        line.color = tint
        self.way.append(line)

    def _take_along(self, piece: int, cells: Sequence[Cell]) -> None:
        centre, context = self.scene.board.centre, self.scene.context
        tint = self.scene.actors[piece if context.display.robots[piece].seat >= 0 else self._index].colours.light
        for start, end in pairwise(cells):
            self._lay_line(centre(start), centre(end), BEAM, tint)
        body = arcade.Sprite(context.picture(piece, self.scene.board.art.side))
        self._add(body, self.above, *centre(cells[-1]), MOVED, Color(255, 255, 255, MOVED_ALPHA))
        body.angle = self.scene.actors.angle(context.display.robots[piece].facing)

    def _put_body(self, ghost: Forecast, cell: Cell, tint: Color) -> None:
        """Add a ghost at the end of the path, small and crossed out for a destroyed robot, and a dashed ring below it.

        If the robot would stay as it is, only the ring is added.
        """
        x, y = self.scene.board.centre(cell)
        lost = bool(ghost.lost)
        ring = arcade.Sprite(pictures.effect("ghost-ring", 128))
        self._add(ring, self.way, x, y, RING, theme.colour("bad") if lost else tint)
        self._ring = ring
        robot = self.scene.context.display.robots[self._index]
        if lost:
            for sprite in crossed_out(self.scene, self._index, cell, ghost.facing):
                self.above.append(sprite)
        if lost or (robot.cell, robot.facing) == (cell, ghost.facing):
            return
        body = arcade.Sprite(self.scene.context.picture(self._index, self.scene.board.art.side))
        self._add(body, self.above, x, y, BODY, Color(255, 255, 255, ALPHA))
        body.angle = self.scene.actors.angle(ghost.facing)

    def _number_stops(self, ghost: Forecast) -> None:
        """Add the numbers of the registers to the cells where the robot stands after each of them, all on the board."""
        side, height = self.scene.board.art.side, self.scene.board.board.height
        wanted = min(LARGEST, max(PLATE, SMALLEST / (CELL * self._zoom)))
        larger = round(4 * wanted / PLATE) / 4  # in steps, because each size is another picture
        for cell in dict.fromkeys(ghost.stops.values()):
            x, y = self.scene.board.centre(cell)
            plate = arcade.Sprite(pictures.plate(_spans(_registers(ghost, cell)), round(side * larger)))
            width = plate.texture.width / side
            left, upper = max(0.01, x / CELL - 0.49), min(height - 0.005, y / CELL + 0.495)
            place = CELL * (left + width / 2), CELL * (upper - PLATE * larger / 2)
            self._add(plate, self.above, *place, width, Color(255, 255, 255))

    def _mark_notes(self) -> None:
        """Mark the sides of cells at which the robot is stopped, and the cells in which it takes damage."""
        centre, looks = self.scene.board.centre, ((2 * STOP, DARK), (STOP, theme.colour("warning")))
        for (cell, direction), (width, tint) in product(self.notes.stops, looks):
            (x, y), (dx, dy) = centre(cell), DELTAS[direction]
            bar = arcade.Sprite(pictures.plain(), center_x=x + dx * CELL * AT_WALL, center_y=y - dy * CELL * AT_WALL)
            fit_sprite(bar, CELL * (STOP_LENGTH + width), CELL * width)
            bar.angle, bar.color = 90.0 * direction, tint
            self.above.append(bar)
        for cell, points in self.notes.harm.items():
            x, y = centre(cell)
            corner = x + CELL * AT_CORNER, y - CELL * AT_CORNER
            self._add(arcade.Sprite(pictures.icon("damage", 32)), self.above, *corner, HARM, theme.colour("bad"))
            plate = arcade.Sprite(pictures.plate(str(points), self.scene.board.art.side))
            self._add(plate, self.above, corner[0] - CELL * HARM, corner[1], HARM, Color(255, 255, 255))

    def _add(
        self,
        sprite: arcade.Sprite,
        sprites: "Sprites",
        x: float,
        y: float,
        width: float,
        tint: Color,
    ) -> None:
        sprite.position = x, y
        fit_sprite(sprite, CELL * width)
        sprite.color = tint
        sprites.append(sprite)

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw_below(self) -> None:
        """Draw the path below the robots."""
        self.way.draw()

    def draw_above(self) -> None:
        """Draw the ghost, the numbers and marks, and the sentence of the warning or the hint."""
        self.above.draw()
        if self.silent:
            self.bubble.text = ""
            return
        ghost = self.ghost
        robots = [
            cell for robot in self.scene.context.display.robots if (cell := robot.cell or robot.entry) is not None
        ]
        way = {cell for leg in ghost.legs for cell in (leg.start, leg.end)} if ghost is not None else set()
        warning = self.warning
        if hint := "" if warning else self.hint:
            self.bubble.draw(hint, self.notes.cell, robots, way, loud=False)
        else:
            self.bubble.draw(warning, ghost.cell if ghost is not None else None, robots, way)
        self.scene.board.camera.use()  # for what is drawn after the bubble

    def taken(self) -> list[Rect]:
        """Return the rectangles of the cells of the path, and of the sentence if one is shown."""
        cells = {leg.end for leg in self.ghost.legs} if self.ghost is not None else set()
        return [*self.scene.board.places_of(cells), *self.bubble.taken()]

    def tooltip_at(self, cell: Cell) -> str:
        """Return the tooltip for the cell of the ghost, or one after a register; empty for other cells."""
        ghost = self.ghost
        if ghost is None:
            return ""
        text = [self._explanation()] if cell == ghost.cell and (ghost.stops or ghost.lost) else []
        if cell in ghost.stops.values():
            text.append(_("Ends here: {stages}").format(stages=self._title(_spans(_registers(ghost, cell)))))
        return "\n".join(text)

    def _explanation(self) -> str:
        name = self.scene.context.name(self._index)
        return self.warning or _("{name} at the end of the turn if nobody else moves (G)").format(name=name)


def _registers(ghost: Forecast, cell: Cell) -> list[int]:
    return [stage for stage, end in sorted(ghost.stops.items()) if end == cell]


def _spans(stages: list[int]) -> str:
    """Return ascending numbers as short text: [1, 2, 3, 5] is "1–3, 5"."""
    parts: list[list[int]] = []
    for stage in stages:
        if parts and parts[-1][-1] == stage - 1:
            parts[-1].append(stage)
        else:
            parts.append([stage])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts)
