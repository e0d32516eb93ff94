"""Draws the four pillars at the corners of the arena, start numbers, and the signal to go (VLT-105, VLT-507)."""

from functools import cache

import arcade
from PIL import Image, ImageDraw, ImageFont

from roborally.plugin import Cell, Event, Observation
from roborally.ui.board.board_art import CELL
from roborally.ui.plugin import Overlay, Scene
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

from .view_texts import ART, _

NUMBERS = 4
"""The number of pillars; the first is at the north-west corner, the others follow clockwise."""
OUTSIDE = 0.1
"""The distance of pillars and walls from the edge of the floor, in cells."""
PILLAR, WALL, HELD, CARRIED = 0.48, 0.12, 0.3, 0.34
"""The width of a pillar, of the wall, and of a number on its pillar and beside a robot, in cells."""
BESIDE = -0.33, -0.33
"""The place (x, y) of a robot's number, from the middle of its cell, in cells."""
GROWTH = 0.6
"""How much wider a number is in the middle of its flight, in cells."""
FLIGHT, SIGNAL = 0.45, 0.9
"""The time that a number flies, and that the signal is visible, in seconds."""
SIGNAL_WIDTH = 4.0
"""The width of the signal, in cells."""

Point = tuple[float, float]


class Corners(Overlay):
    """The overlay with the wall and pillars around the arena, the start numbers, and the signal to go.

    A start number is on its pillar, beside the robot whose operator has taken it, or flies between the two.
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        board = scene.board.board
        context = scene.context
        low, right, top = -OUTSIDE * CELL, (board.width + OUTSIDE) * CELL, (board.height + OUTSIDE) * CELL
        self.places: tuple[Point, ...] = (low, top), (right, top), (right, low), (low, low)
        self._corners: tuple[Cell, ...] = (
            (0, 0),
            (board.width - 1, 0),
            (board.width - 1, board.height - 1),
            (0, board.height - 1),
        )
        self._robots = [robot for robot in context.display.robots if robot.seat >= 0]
        self._arena = Sprites()
        for (x, y), (to_x, to_y) in zip(self.places, self.places[1:] + self.places[:1], strict=True):
            wall = arcade.Sprite(pictures.picture(ART / "rail.png"), center_x=(x + to_x) / 2, center_y=(y + to_y) / 2)
            wall.width, wall.height = abs(x - to_x) + abs(y - to_y), CELL * WALL
            wall.angle = 90 if x == to_x else 0
            self._arena.append(wall)
        for place in self.places:
            pillar = arcade.Sprite(pictures.picture(ART / "pillar.png", 64))
            pillar.position = place
            fit_sprite(pillar, CELL * PILLAR)
            self._arena.append(pillar)
        self.numbers: dict[int, arcade.Sprite] = {}
        self._held = Sprites()
        for number in context.slot(context.session.observe(context.own), "volt")["pillars"]:
            self.numbers[number] = arcade.Sprite(pictures.picture(ART / f"number-{number}.png", 48))
            self._held.append(self.numbers[number])
        self._flying: dict[int, float] = {}
        self._signal = 0.0
        self._call = arcade.Sprite(center_x=board.width * CELL / 2, center_y=board.height * CELL / 2)
        self._above = Sprites()
        self._above.append(self._call)

    def on_event(self, event: Event) -> None:
        """Let a start number fly when it is taken, and show the signal when the first cross is revealed (VLT-602).

        A number flies only before the first cross: a replay that was wound forward also delivers earlier events.
        """
        if event["type"] == "volt-number" and self.scene.context.display.stage == 0:
            self._flying[event["number"]] = FLIGHT
        elif event["type"] == "reveal" and event["register"] == 1:
            self._signal = SIGNAL

    def rest(self, observation: Observation) -> None:
        """End the signal, as all events have been shown."""
        self._signal = 0.0

    def update(self, seconds: float) -> None:
        """Advance numbers in flight and the signal; the signal ends at once if the display stands still."""
        self._flying = {number: left - seconds for number, left in self._flying.items() if left > seconds}
        self._signal = max(0.0, self._signal - seconds) if seconds else 0.0

    def owner_of(self, number: int) -> int | None:
        """Return the index of the robot whose operator has this start number; `None` while it is on its pillar."""
        return next((robot.index for robot in self._robots if robot.gauges["start-number"] == number), None)

    @property
    def signal(self) -> str:
        """Return the text of the signal over the arena; empty for none."""
        return _("Go!") if self._signal and self.scene.context.display.stage == 1 else ""

    def draw_below(self) -> None:
        """Draw the wall and the pillars beyond the floor."""
        self._arena.draw()

    def draw_above(self) -> None:
        """Draw the start numbers and the signal."""
        for number, sprite in self.numbers.items():
            self._place(number, sprite)
        self._held.draw()
        self._call.visible = bool(self.signal)
        if self.signal:
            part = 1 - self._signal / SIGNAL
            self._call.texture = _letters(self.signal)
            fit_sprite(self._call, CELL * SIGNAL_WIDTH * (0.7 + 0.3 * min(1.0, 4 * part)))
            self._call.alpha = round(255 * min(1.0, 2 * (1 - part)))
        self._above.draw()

    def _place(self, number: int, sprite: arcade.Sprite) -> None:
        """Move a number to its pillar, beside its robot, or on the way between both."""
        owner, pillar = self.owner_of(number), self.places[number - 1]
        if owner is None:
            sprite.visible, sprite.position = True, pillar
            fit_sprite(sprite, CELL * HELD)
            return
        actor = self.scene.actors[owner]
        way = 1 - self._flying.get(number, 0.0) / FLIGHT
        way *= way * (3 - 2 * way)
        end = actor.x + BESIDE[0] * CELL, actor.y + BESIDE[1] * CELL
        sprite.visible = actor.alpha > 0
        sprite.position = (pillar[0] + (end[0] - pillar[0]) * way, pillar[1] + (end[1] - pillar[1]) * way)
        fit_sprite(sprite, CELL * (HELD + (CARRIED - HELD) * way + GROWTH * 4 * way * (1 - way)))

    def tooltip_at(self, cell: Cell) -> str:
        """Return a text that says who has the start number of the pillar at a corner cell; empty for other cells."""
        number = self._corners.index(cell) + 1 if cell in self._corners else 0
        if not number:
            return ""
        if number not in self.numbers:
            return _("Arena pillar {number}: not used by so few players.").format(number=number)
        owner = self.owner_of(number)
        if owner is None:
            return _("Arena pillar {number}: its start number can be taken.").format(number=number)
        name = self.scene.context.name(owner)
        return _("Arena pillar {number}: {name} has its start number.").format(number=number, name=name)


@cache
def _letters(text: str) -> arcade.Texture:
    font = ImageFont.truetype(theme.asset("fonts", "ChakraPetch-Bold.ttf"), 160)
    left, top, right, bottom = font.getbbox(text, stroke_width=12)
    image = Image.new("RGBA", (round(right - left), round(bottom - top)))
    tint, edge = tuple(theme.colour("accent")), (16, 20, 28, 255)
    ImageDraw.Draw(image).text((-left, -top), text, font=font, fill=tint, stroke_width=12, stroke_fill=edge)
    return pictures.texture(image, f"volt-call-{text}")
