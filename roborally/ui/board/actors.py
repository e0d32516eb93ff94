"""Draws robots and other pieces on the board, with their emblems and markers (pins on saved places)."""

import math
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import arcade

from roborally.core.geometry import Cell
from roborally.core.match import Seat
from roborally.plugin_system.art import piece_file, pin_file, pin_image, robot_body
from roborally.plugin_system.loader import Plugin
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.display import Display, Robot
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import fit_sprite
from roborally.ui.toolkit.sprites import Sprites

BODY = 1.1
"""The width of a robot's picture, with its margin, in cells."""
BACKLIGHT, BACKLIGHT_ALPHA = 1.5, 150
"""The width in cells and the opacity (0 to 255) of the light behind a robot, which sets it off from the floor."""
VIRTUAL, HALO = 0.7, 0.6
"""The opacities (0 to 1) of a virtual robot, which others can pass through, and of the halo over it."""
BADGE = 0.34
SMALLEST_BADGE = 0.2
"""The smallest size of the emblem on a shrunken robot, in cells; a smaller emblem could not be recognized."""
MARKER = 0.4
"""The height of a pin for a marker, in cells."""
NARROWEST, FANNED, WIDEST, CROWDING = 0.45, 0.1, 0.95, 1.1
"""How far robots that share a cell may stand from its middle, in cells: basic distance, more for each robot, limit.

`CROWDING` is the factor by which such robots are enlarged, so that they overlap slightly.
"""
OUTSIDE, SMALL = 0.62, 0.42
"""Robots that wait outside the board: their distance from the middle of the cell to enter, and their size; in cells."""
SNORE, BREATH, PUFFS = 0.3, 4.0, 32
"""The letter that rises over a powered-down robot: its width in cells, the seconds of its rise, and its steps."""
SPREADING = 9.0
"""The speed of robots that move to another place within a cell: the share of the remaining way per second."""
NEAR = 0.004
"""The distance in cells below which a robot counts as arrived at its place."""


def robot_picture(
    model: str,
    seat: int,
    livery: int,
    plugins: Sequence[Plugin],
    side: int,
    *,
    resting: bool = False,
    facing: bool = True,
) -> arcade.Texture:
    """Return the robot of a seat from above, `side` pixels wide, in the colours of the seat `livery`.

    `model` is empty for the usual body of the seat. A robot `resting` is grey; without `facing` it has no nose.
    """
    body = robot_body(model, seat, plugins)._replace(has_nose=facing)
    return pictures.robot(body, theme.seat_colours(livery).name, side, resting=resting)


def piece_picture(kind: str, plugins: Sequence[Plugin], side: int, *, raised: bool = False) -> arcade.Texture:
    """Return the picture of a kind of piece that is no robot, such as a ball; `raised` shows it off the floor."""
    path = piece_file(kind, plugins, raised=raised)
    return pictures.picture(path, side) if path is not None else pictures.missing_tile(kind[:1].upper(), side)


class Spot(NamedTuple):
    """A place within a cell: the offset right and up of its middle, and the size of a robot there, in cells."""

    x: float
    y: float
    size: float


ALONE = Spot(0.0, 0.0, 1.0)


def shared_spots(count: int) -> list[Spot]:
    """Return the places of `count` robots that share a cell: two side by side, more in a ring, clockwise."""
    if count < 2:
        return [ALONE] * count
    reach = min(WIDEST, NARROWEST + FANNED * count)
    radius = reach / (1 + math.sin(math.pi / count))
    size = 2 * (reach - radius) * CROWDING
    start = math.pi if count == 2 else math.pi / 2
    return _ring(count, radius, size, start)


def waiting_spots(count: int) -> list[Spot]:
    """Return the places of `count` robots that wait outside: clockwise around the cell to enter, first at its left."""
    return _ring(count, OUTSIDE, SMALL, math.pi)


def _ring(count: int, radius: float, size: float, start: float) -> list[Spot]:
    angles = [start - math.tau * number / count for number in range(count)]
    return [Spot(radius * math.cos(angle), radius * math.sin(angle), size) for angle in angles]


Picture = Callable[[int, bool], arcade.Texture]
"""A function that returns a picture, given its side in pixels and whether the piece is powered down (or raised)."""


class Actor:
    """The sprites of one piece, with the pose (place, angle, size, opacity) in which an animation shows it."""

    def __init__(
        self, robot: Robot, picture: Picture, side: int, pin: Path | None, halo: arcade.Texture | None = None
    ) -> None:
        """Create the sprites, the body `side` pixels wide; `Actors` adds them to its lists.

        `pin` is the file with the marker's picture, `None` for a flag; `halo` is drawn over a virtual robot.
        """
        self.index = robot.index
        self.is_robot = robot.seat >= 0
        colours = theme.seat_colours(robot.livery)
        self.colours = colours
        self._picture = picture
        self._side = side
        self.x = self.y = self.angle = 0.0
        self.size = 1.0
        self.spot = ALONE
        self.alpha = 255
        self.lit = 0.0
        self.solid = True
        self.resting = False
        self.halo = arcade.Sprite(halo) if halo is not None else None
        self.backlight = arcade.Sprite(pictures.effect("glow", 64))
        self.backlight.color = colours.light
        self.ring = arcade.Sprite(pictures.effect("ring", 64))
        self.ring.color = colours.light
        self.body = arcade.Sprite(picture(side, False))
        self.disc = arcade.Sprite(pictures.emblem("circle", 32))
        self.disc.color = theme.colour("background")
        self.emblem = arcade.Sprite(pictures.emblem(colours.emblem, 32))
        self.emblem.color = colours.light
        self.snore = arcade.Sprite(pictures.effect("snore", 48))
        self.snore.scale = 0
        self.marker = arcade.Sprite(marker_picture(pin, colours))
        fit_sprite(self.marker, CELL * MARKER)

    def fit(self, side: int) -> None:
        """Use a picture of the piece that is `side` pixels wide."""
        self._side = side
        self.show()

    @property
    def place(self) -> tuple[float, float]:
        """The point at which the piece is drawn, in the board's space (`CELL` units a cell)."""
        return self.x + CELL * self.spot.x, self.y + CELL * self.spot.y

    def breathe(self, part: float | None) -> None:
        """Show the letter over a powered-down robot at a part (0 to 1) of its way up, or hide it for `None`."""
        if part is None or not self.resting or self.alpha <= 0:
            self.snore.scale = 0
            return
        x, y = self.place
        side = CELL * self.spot.size
        self.snore.position = x + side * (0.2 + 0.12 * math.sin(math.tau * part)), y + side * (0.1 + 0.4 * part)
        self.snore.scale = side * SNORE * (0.6 + 0.4 * part) / self.snore.texture.width
        self.snore.alpha = round(255 * min(1.0, 4 * part, 3 * (1 - part)))

    def go_to(self, spot: Spot, part: float) -> None:
        """Move a part (0 to 1) of the remaining way to a place within the cell."""
        if self.spot == spot:
            return
        here = Spot(*(now + (then - now) * part for now, then in zip(self.spot, spot, strict=True)))
        there = max(abs(now - then) for now, then in zip(here, spot, strict=True)) < NEAR
        self.spot = spot if there else here
        self.show()

    def show(self) -> None:
        """Apply the present pose to the sprites."""
        self._show_what_is_seen()
        if self.alpha <= 0:
            return
        at = self.place
        side = CELL * self.size * self.spot.size
        self.body.position = at
        self.body.angle = self.angle
        self.body.scale = side * BODY / self.body.texture.width
        self.body.alpha = round(self.alpha * VIRTUAL) if self._is_ghost else self.alpha
        if self.halo is not None and self._is_ghost:
            self.halo.position = at
            self.halo.scale = side / self.halo.texture.width
            self.halo.alpha = round(self.alpha * HALO)
        self.backlight.position = at
        self.backlight.scale = side * BACKLIGHT / self.backlight.texture.width
        self.backlight.alpha = round(BACKLIGHT_ALPHA * self.alpha / 255)
        self._put_badge(at, side)
        if self.ring.visible:
            self.ring.position = at
            self.ring.scale = side * (1.25 + 0.15 * (1 - self.lit)) / self.ring.texture.width
            self.ring.alpha = round(self.alpha * self.lit)

    @property
    def _is_ghost(self) -> bool:
        return self.is_robot and not self.solid

    def _show_what_is_seen(self) -> None:
        visible = self.alpha > 0
        image = self._picture(self._side, self.resting if self.is_robot else not self.solid)
        if self.body.texture is not image:
            self.body.texture = image
        self.body.visible = visible
        self.ring.visible = visible and self.lit > 0.01
        for sprite in (self.disc, self.emblem, self.backlight):
            sprite.visible = visible and self.is_robot
        if self.halo is not None:
            self.halo.visible = visible and self._is_ghost

    def _put_badge(self, at: tuple[float, float], side: float) -> None:
        """Place the emblem at the lower right of a body at a point; `side` is the body's width in the board's space."""
        corner = (at[0] + 0.33 * side, at[1] - 0.33 * side)
        badge = max(side * BADGE, CELL * SMALLEST_BADGE * self.size)
        for sprite, width in ((self.disc, badge), (self.emblem, badge * 0.66)):
            sprite.position = corner
            sprite.scale = width / sprite.texture.width
            sprite.alpha = self.alpha


class Actors:
    """The drawn pieces of a match, by index, and their markers."""

    def __init__(
        self,
        board: BoardView,
        display: Display,
        seats: Sequence[Seat],
        plugins: Sequence[Plugin],
        *,
        facings: bool,
    ) -> None:
        """Place all pieces as the display has them; without `facings` all stand upright."""
        self._board = board
        self._facings = facings
        self._display = display
        self._side = 0
        self._time = 0.0
        self.sprites = Sprites()
        self.markers = Sprites()
        self.actors: list[Actor] = []
        pin = pin_file(plugins)
        halos = filter(None, (plugin.find("art", "halo.png") for plugin in plugins))
        halo = next((pictures.picture(path, 96) for path in halos), None)
        for robot in display.robots:
            picture = _picture_of(robot, seats, plugins, facing=facings)
            actor = Actor(robot, picture, 128, pin, halo if robot.seat >= 0 else None)
            self.markers.append(actor.marker)
            self.actors.append(actor)
        # Pieces without a seat come last, so that they are drawn over the robots below them.
        ordered = sorted(self.actors, key=lambda actor: not actor.is_robot)
        for part in ("backlight", "ring", "body", "halo", "disc", "emblem", "snore"):
            for actor in ordered:
                if (sprite := getattr(actor, part)) is not None:
                    self.sprites.append(sprite)
        self.settle_all()

    def __getitem__(self, index: int) -> Actor:
        return self.actors[index]

    def angle(self, facing: int) -> float:
        """Return the angle of a piece's picture for its facing (0 to 3), in degrees clockwise."""
        return facing * 90.0 if self._facings else 0.0

    def cell_of(self, index: int) -> Cell | None:
        """Return the cell of a piece in the display, `None` for a piece off the board."""
        return self._display.robots[index].cell

    def is_placed(self, index: int) -> bool:
        """Return whether the robot `index` is on the board or has been there."""
        return not self._display.robots[index].waiting

    def settle(self, index: int) -> None:
        """End the animation of a piece: show it with the cell, facing and state that the display has."""
        actor, robot = self.actors[index], self._display.robots[index]
        actor.solid, actor.resting = robot.solid, robot.resting
        cell = robot.cell or robot.entry
        if cell is None:
            actor.alpha = 0
        else:
            actor.x, actor.y = self._board.centre(cell)
            actor.angle = self.angle(robot.facing)
            actor.size = 1.0
            actor.alpha = 255
        actor.show()

    def update(self, seconds: float) -> None:
        """Advance, by some seconds, the moves of robots within their cells and the letters over powered-down robots."""
        part = min(1.0, SPREADING * seconds)
        self._time += seconds
        breath = None if self._board.calm else self._time * PUFFS // BREATH % PUFFS / PUFFS
        for actor, robot, spot in zip(self.actors, self._display.robots, self._spots(), strict=True):
            actor.go_to(spot, part)
            if actor.resting != robot.resting:
                actor.resting = robot.resting
                actor.show()
            actor.breathe(breath)

    def _spots(self) -> list[Spot]:
        spots = [ALONE] * len(self.actors)
        groups: dict[tuple[Cell, bool], list[int]] = {}
        for robot in self._display.robots:
            cell = robot.cell or robot.entry
            if cell is not None and robot.seat >= 0:
                groups.setdefault((cell, robot.cell is None), []).append(robot.index)
        for (_cell, waiting), indexes in groups.items():
            places = waiting_spots if waiting else shared_spots
            for index, spot in zip(indexes, places(len(indexes)), strict=True):
                spots[index] = spot
        return spots

    def settle_all(self) -> None:
        """Show all pieces and markers as the display has them."""
        for actor, spot in zip(self.actors, self._spots(), strict=True):
            actor.spot = spot
        for actor in self.actors:
            self.settle(actor.index)
            self.settle_marker(actor.index)

    def settle_marker(self, index: int) -> None:
        """Show a robot's marker on its cell in the display; hide the marker of a robot without such a cell."""
        marker, cell = self.actors[index].marker, self._display.robots[index].marker
        marker.visible = cell is not None
        if cell is not None:
            marker.position = self.marker_place(index, cell)

    def marker_place(self, index: int, cell: Cell) -> tuple[float, float]:
        """Return the point for a robot's marker on a cell, in the board's space; each robot has its own spot there."""
        x, y = self._board.centre(cell)
        column, row = index % 4, index // 4 % 2
        return x + (column - 1.5) * CELL * 0.23, y + (0.36 if row == 0 else -0.3) * CELL

    def light(self, indexes: Collection[int]) -> None:
        """Draw a ring around the robots with these indexes, and around no others."""
        for actor in self.actors:
            lit = 0.85 if actor.index in indexes else 0.0
            if actor.lit != lit:
                actor.lit = lit
                actor.show()

    def fit_zoom(self) -> None:
        """Use pictures of the right size for the board's present zoom."""
        side = self._board.art.side
        if side != self._side:
            self._side = side
            for actor in self.actors:
                actor.fit(side)

    def at(self, x: float, y: float) -> list[int]:
        """Return the indexes of the pieces on the cell at a point in design units, or waiting to enter there.

        On an empty cell return the robot of another cell that extends to the point, if there is one.
        """
        cell, point = self._board.cell_at(x, y), self._board.to_world(x, y)
        robots = self._display.robots
        here = [robot.index for robot in robots if cell is not None and (robot.cell or robot.entry) == cell]
        if here or cell is None:
            return here
        fanned = [actor for actor in self.actors if actor.spot != ALONE and actor.alpha > 0]
        return [actor.index for actor in fanned if math.dist(actor.place, point) < CELL * actor.spot.size / 2][:1]


def _picture_of(robot: Robot, seats: Sequence[Seat], plugins: Sequence[Plugin], *, facing: bool) -> Picture:
    if robot.seat < 0:
        return lambda side, raised: piece_picture(robot.kind, plugins, side, raised=raised)
    model = seats[robot.seat].model
    given = model, robot.seat, robot.livery, plugins
    return lambda side, rests: robot_picture(*given, side, resting=rests, facing=facing)


@cache
def marker_picture(path: Path | None, colours: theme.SeatColours) -> arcade.Texture:
    """Return the picture of a seat's marker, in its colour and with its emblem: a file's pin, or a flag for `None`."""
    pin = pictures.picture(path) if path is not None else pictures.icon("flag", 64)
    image = pin_image(pin.image, pictures.emblem(colours.emblem, 64).image, colours.body, colours.ink)
    return pictures.texture(image, f"marker of {colours.name}: {path}")
