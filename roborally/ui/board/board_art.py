"""Makes the sprites of a board from the elements in the plugins' manifests; `BoardView` draws them.

The `animation` of an element says which pictures it has besides its sprite `stem.png`: `belt` frames `stem-0.png` … and
curves `stem-from-east-0.png` …, named after the sides that feed them when the exit is north (no curve where a value
`straight` is set); `spin` a `stem-wheel.png` on `stem-base.png`; `piston` a `stem-head.png` on `stem-base.png`; `press`
a `stem-closed.png`; `door` a `stem-open.png`; `flame` fire `flame-0.png` … and `stem-active.png` for its registers;
`portal` a `kind-swirl.png` that turns; `emitter` and `shine` no others. An element of the layer `edge` that lies over
another one uses `stem-over.png` (and `stem-over-active.png`), if there is one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import arcade
from arcade.types import Color

from roborally.base.templates import fill
from roborally.base.translation import plugin_text
from roborally.core.board import Board, Element
from roborally.core.geometry import DELTAS, Cell, neighbour
from roborally.game.course.surroundings import Surroundings, floor_tile, reading
from roborally.narration.words import spelled
from roborally.plugin_system.art import find_picture
from roborally.plugin_system.loader import Plugin
from roborally.plugin_system.manifest import ElementManifest
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.sprites import Sprites

CELL = 64.0
"""The side of a cell in units of the board's space, in which y grows upwards, to the north."""
VEIL = Color(255, 255, 255, 46)
"""The white that covers the floor if players want it lighter."""
FRAMES = 8
"""The number of frames of a belt's animation."""
PLATE_OFF = 0.34
"""The distance of a printed number from the middle of its cell, in cells."""
APART = "  "
"""The space between numbers printed on one element; without it they would look like a single number."""
SWIRL_ALPHA = 200


def centre(cell: Cell, height: int) -> tuple[float, float]:
    """Return the middle of a cell in the board's space, for a board of `height` rows; row 0 is the uppermost."""
    return (cell[0] + 0.5) * CELL, (height - cell[1] - 0.5) * CELL


@dataclass
class Wheel:
    """A drawn wheel that turns the robots on it; `sense` is 1 for clockwise, -1 for counterclockwise."""

    sprite: arcade.Sprite
    kind: str
    sense: int


@dataclass
class Piston:
    """A drawn piston: the sprite `rest` while it stands still; otherwise a head that moves half a cell on a base."""

    rest: arcade.Sprite
    base: arcade.Sprite
    head: arcade.Sprite
    direction: int

    def show(self, out: float) -> None:
        """Show the piston at a part of its way out, from 0 (at rest) to 1."""
        dx, dy = DELTAS[self.direction]
        x, y = self.rest.position
        part = 0.5 + 0.5 * out
        scale = CELL / self.head.texture.width
        self.rest.alpha = 255 if out <= 0 else 0
        self.base.scale = scale if out > 0 else 0
        self.head.scale = (scale, scale * part) if out > 0 else 0
        self.head.position = (x - dx * CELL * (1 - part) / 2, y + dy * CELL * (1 - part) / 2)


@dataclass
class Flame:
    """The drawn fire of an element, visible only while the element acts."""

    sprite: arcade.Sprite
    frames: list[arcade.Texture]


@dataclass
class SwingingDoor:
    """A drawn door: a sprite for shut and one for open, of which one fades into the other while the door swings."""

    shut: arcade.Sprite
    open: arcade.Sprite

    def show(self, shut: float) -> None:
        """Show the door between open (0) and shut (1)."""
        for sprite, part in ((self.shut, shut), (self.open, 1 - shut)):
            sprite.visible = part > 0
            sprite.alpha = round(255 * part)


@dataclass
class BoardArt:
    """The sprites of a board whose cells are `side` pixels wide, in lists by drawing order.

    `belts` has a list for each frame; `emitters` are numbers of beams. Keys are cells, or pairs of cell and direction.
    """

    board: Board
    side: int
    floor: Sprites = field(default_factory=Sprites)
    belts: list[Sprites] = field(default_factory=list)
    flat: Sprites = field(default_factory=Sprites)
    wheels: Sprites = field(default_factory=Sprites)
    edges: Sprites = field(default_factory=Sprites)
    above: Sprites = field(default_factory=Sprites)
    spinning: dict[Cell, Wheel] = field(default_factory=dict)
    pistons: dict[tuple[Cell, int], Piston] = field(default_factory=dict)
    presses: dict[Cell, arcade.Sprite] = field(default_factory=dict)
    emitters: dict[tuple[Cell, int], int] = field(default_factory=dict)
    doors: dict[tuple[Cell, int], SwingingDoor] = field(default_factory=dict)
    flames: dict[Cell, Flame] = field(default_factory=dict)
    active: list[tuple[arcade.Sprite, tuple[int, ...]]] = field(default_factory=list)
    """Sprites that are visible only in some registers, each with the numbers of these registers."""
    swirls: list[arcade.Sprite] = field(default_factory=list)
    """Sprites that rotate all the time."""
    version: int = 0
    """The number of times that cells have been painted again."""

    @cached_property
    def veil(self) -> Sprites:
        """The sprites that lighten the floor, created at the first use."""
        veil, image = Sprites(), pictures.plain()
        for cell in self.board.inside:
            veil.append(arcade.BasicSprite(image, CELL / image.width, *centre(cell, self.board.height)))
        veil.color = VEIL
        return veil

    @staticmethod
    def blank(board: Board, side: int) -> "BoardArt":
        """Return empty lists for the sprites of a board with cells `side` pixels wide."""
        return BoardArt(board, side, belts=[Sprites(capacity=256) for _ in range(FRAMES)])


class BoardPainter:
    """Finds the pictures of elements, by their manifests, and makes sprites of whole boards."""

    def __init__(self, plugins: Sequence[Plugin]) -> None:
        self._manifests: dict[str, tuple[ElementManifest, Plugin]] = {
            kind: (element, plugin) for plugin in plugins for kind, element in plugin.manifest.element.items()
        }
        self._plugins = list(plugins)
        self._found: dict[tuple[str, str], Path | None] = {}

    def manifest(self, kind: str) -> ElementManifest | None:
        """Return the manifest of a kind of element, `None` for an unknown kind."""
        return self._manifests[kind][0] if kind in self._manifests else None

    def tooltip(self, element: Element) -> str:
        """Return an element's description in the current language, with its values; its kind if the kind is unknown."""
        if element.kind not in self._manifests:
            return element.kind
        manifest, plugin = self._manifests[element.kind]
        tooltip = plugin_text(plugin.folder, manifest.tooltip)
        return fill(tooltip, spelled(manifest, element.values, plugin.folder))

    def picture(self, element: Element, side: int) -> arcade.Texture:
        """Return the picture of a single element, `side` pixels wide."""
        manifest = self.manifest(element.kind)
        if manifest is None:
            return pictures.missing_tile(element.kind[:1], side)
        name = fill(manifest.sprite or f"{element.kind}.png", spelled(manifest, element.values))
        return self._texture(element.kind, name, side)

    def paint(self, board: Board, side: int) -> BoardArt:
        """Return the sprites of a whole board with cells `side` pixels wide."""
        art = BoardArt.blank(board, side)
        for _step in self.painting(art):
            pass
        return art

    def painting(self, art: BoardArt) -> Iterator[None]:
        """Add all sprites to `art`; yield after each row of the floor, element, wall and number."""
        board = art.board
        around = Surroundings(board, self.manifest)
        for _y, row in groupby(sorted(board.inside, key=reading), key=itemgetter(1)):
            for cell in row:
                self._put(art.floor, pictures.picture(theme.asset("tiles", floor_tile(cell)), art.side), cell, art)
            yield
        for element in around.upwards(board.elements):
            self._paint_element(art, element, around)
            yield
        for cell, direction in sorted(board.walls):
            self._paint_wall(art, cell, direction)
            yield
        for element in board.elements:
            self._print_value(art, element, around)
            yield

    # --- single elements ------------------------------------------------------------------------------------------

    def _paint_element(self, art: BoardArt, element: Element, around: Surroundings) -> None:
        manifest = self.manifest(element.kind)
        if manifest is None:
            self._put(art.flat, pictures.missing_tile(element.kind[:1], art.side), element.cell, art)
            return
        values = spelled(manifest, element.values)
        name = fill(manifest.sprite or f"{element.kind}.png", values)
        stem = name.removesuffix(".png")
        direction = element.values.get("direction", 0)
        paint = getattr(self, "_paint_" + manifest.animation, None) if manifest.animation else None
        if paint is not None and paint(art, element, stem, direction, around):
            return
        self._put_still(art, element, stem, around, direction)

    def _put_still(self, art: BoardArt, element: Element, stem: str, around: Surroundings, direction: int = 0) -> None:
        target = art.flat if self._manifests[element.kind][0].layer == "floor" else art.edges
        image = self._texture(element.kind, self._lying(element, stem, around), art.side)
        self._put(target, image, element.cell, art, direction)

    def _lying(self, element: Element, stem: str, around: Surroundings, state: str = "") -> str:
        """Return the file name of an element's picture, made of `stem`, the ending `state` and `.png`.

        If the element lies above others and has a picture for that, `-over` stands before the ending.
        """
        over = f"{stem}-over{state}.png"
        return over if around.is_over(element) and self._find(element.kind, over) else f"{stem}{state}.png"

    def _paint_belt(self, art: BoardArt, element: Element, stem: str, direction: int, around: Surroundings) -> bool:
        shape = stem + around.feeders(element)
        if self._find(element.kind, f"{shape}-0.png") is None:
            shape = stem
        for number, sprites in enumerate(art.belts):
            path = self._find(element.kind, f"{shape}-{number}.png")
            if path is None:
                return False
            self._put(sprites, pictures.picture(path, art.side), element.cell, art, direction)
        return True

    def _paint_spin(self, art: BoardArt, element: Element, stem: str, direction: int, around: Surroundings) -> bool:
        wheel = self._find(element.kind, f"{stem}-wheel.png")
        base = self._find(element.kind, f"{stem}-base.png") or self._find(element.kind, f"{element.kind}-base.png")
        if wheel is None or base is None:
            return False
        self._put(art.flat, pictures.picture(base, art.side), element.cell, art)
        sprite = self._put(art.wheels, pictures.picture(wheel, art.side), element.cell, art)
        sense = -1 if "<" in element.values.values() else 1
        art.spinning[element.cell] = Wheel(sprite, element.kind, sense)
        return True

    def _paint_piston(self, art: BoardArt, element: Element, stem: str, direction: int, around: Surroundings) -> bool:
        base, head = (self._find(element.kind, f"{stem}-{part}.png") for part in ("base", "head"))
        if base is None or head is None:
            return False
        rest = self._texture(element.kind, f"{stem}.png", art.side)
        sprites = [
            self._put(art.edges, image, element.cell, art, direction)
            for image in (rest, pictures.picture(head, art.side), pictures.picture(base, art.side))
        ]
        piston = Piston(sprites[0], sprites[2], sprites[1], direction)
        piston.show(0)
        art.pistons[element.cell, direction] = piston
        return True

    def _paint_press(self, art: BoardArt, element: Element, stem: str, direction: int, around: Surroundings) -> bool:
        closed = self._find(element.kind, f"{stem}-closed.png")
        if closed is None:
            return False
        self._put_still(art, element, stem, around)
        sprite = self._put(art.above, pictures.picture(closed, art.side), element.cell, art)
        sprite.visible = False
        art.presses[element.cell] = sprite
        return True

    def _paint_emitter(self, art: BoardArt, element: Element, stem: str, direction: int, around: Surroundings) -> bool:
        art.emitters[element.cell, direction] = int(element.values.get("beams", 1))
        return False

    def _paint_door(self, art: BoardArt, element: Element, stem: str, direction: int, around: Surroundings) -> bool:
        shut, open_ = (self._find(element.kind, f"{name}.png") for name in (stem, f"{stem}-open"))
        if shut is None or open_ is None:
            return False
        first, second = (
            self._put(art.edges, pictures.picture(path, art.side), element.cell, art, direction)
            for path in (shut, open_)
        )
        art.doors[element.cell, direction] = SwingingDoor(first, second)
        return True

    def _paint_portal(self, art: BoardArt, element: Element, stem: str, direction: int, around: Surroundings) -> bool:
        swirl = self._find(element.kind, f"{element.kind}-swirl.png")
        if swirl is not None:
            sprite = self._put(art.wheels, pictures.picture(swirl, art.side), element.cell, art)
            sprite.alpha = SWIRL_ALPHA
            art.swirls.append(sprite)
        return False

    def _paint_flame(self, art: BoardArt, element: Element, stem: str, direction: int, around: Surroundings) -> bool:
        self._put_still(art, element, stem, around)
        paths = [self._find(element.kind, f"flame-{number}.png") for number in range(FRAMES)]
        frames = [pictures.picture(path, art.side) for path in paths if path is not None]
        if frames:
            sprite = self._put(art.above, frames[0], element.cell, art)
            sprite.visible = False
            art.flames[element.cell] = Flame(sprite, frames)
        active = self._find(element.kind, self._lying(element, stem, around, "-active"))
        if active is not None:
            sprite = self._put(art.edges, pictures.picture(active, art.side), element.cell, art)
            sprite.visible = False
            art.active.append((sprite, tuple(element.values.get("registers", ()))))
        return True

    def _print_value(self, art: BoardArt, element: Element, around: Surroundings) -> None:
        """Print an element's value on its cell, such as a checkpoint's number, if the manifest names one to print."""
        manifest = self.manifest(element.kind)
        value = element.values.get(manifest.printed) if manifest is not None and manifest.printed else None
        if value is None:
            return
        written = APART.join(str(part) for part in value) if isinstance(value, tuple) else str(value)
        sprite = self._put(art.edges, pictures.plate(written, art.side), element.cell, art)
        dx, dy = DELTAS[around.plate_side(element)]
        sprite.position = (sprite.center_x + dx * CELL * PLATE_OFF, sprite.center_y - dy * CELL * PLATE_OFF)
        sprite.scale = CELL / art.side

    def _paint_wall(self, art: BoardArt, cell: Cell, direction: int) -> None:
        shared = neighbour(cell, direction) in art.board.inside
        # A wall is listed on both of its sides and drawn once, on the edge; at the rim it is drawn inside the cell.
        if cell not in art.board.inside or (shared and direction not in (0, 3)):
            return
        wall = pictures.picture(theme.asset("tiles", "wall.png"), art.side)
        sprite = self._put(art.edges, wall, cell, art, direction)
        if shared:
            dx, dy = DELTAS[direction]
            sprite.position = (sprite.center_x + dx * CELL * 0.07, sprite.center_y - dy * CELL * 0.07)

    # --- pictures -------------------------------------------------------------------------------------------------

    def _put(
        self, sprites: Sprites, image: arcade.Texture, cell: Cell, art: BoardArt, direction: int = 0
    ) -> arcade.Sprite:
        x, y = centre(cell, art.board.height)
        sprite = arcade.Sprite(image, CELL / image.width, x, y, direction * 90)
        sprites.append(sprite)
        return sprite

    def _texture(self, kind: str, name: str, side: int) -> arcade.Texture:
        path = self._find(kind, name) if name else None
        manifest = self.manifest(kind)
        symbol = manifest.symbol if manifest is not None else kind[:1]
        return pictures.picture(path, side) if path is not None else pictures.missing_tile(symbol, side)

    def _find(self, kind: str, name: str) -> Path | None:
        """Return the file `name` of an element's plugin, of another plugin or of the game; `None` if missing."""
        key = kind, name
        if key not in self._found:
            shared = theme.asset("tiles", name)
            found = find_picture(name, self._manifests[kind][1], self._plugins)
            self._found[key] = found or (shared if shared.is_file() else None)
        return self._found[key]
