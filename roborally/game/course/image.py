"""Draws a course as one picture from the pictures of plugins, without a window.

A picture is drawn facing north and turned to the element's direction. A conveyor's picture whose name ends in
`-from-east` (or other sides, seen along the belt) shows a belt that others feed from there. One that ends in `-over`
shows an element that lies over another one.
"""

import errno
from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw

from roborally.base import paths
from roborally.base.atomic_file import aside
from roborally.base.errors import GameError, reason
from roborally.base.fonts import font
from roborally.base.picture_file import read_picture
from roborally.base.templates import fill
from roborally.core.board import Board, Element
from roborally.core.geometry import DIRECTIONS, Cell, neighbour
from roborally.game.course.courses import Course
from roborally.game.course.notation import Notations
from roborally.game.course.surroundings import Surroundings, floor_tile
from roborally.plugin_system.loader import Catalogue

TILE = 64
"""The default width and height of a cell, in pixels."""
_FULL = 128
_BACKGROUND = "#0b0d11"
_LAYERS = ("floor", "marker", "edge")


def draw_course(course: Course, catalogue: Catalogue, tile: int = TILE) -> Image.Image:
    """Return a picture of a course with square cells of `tile` pixels."""
    return _Painter(course.board, catalogue, tile).paint()


def sprite_name(element: Element, notations: Notations) -> str:
    """Return the file name of an element's picture, such as `conveyor.png`, with the element's values filled in."""
    manifest = notations.elements[element.kind][1]
    words: Mapping[str, Mapping[str, str]] = manifest.words
    values = {name: words.get(name, {}).get(str(value), value) for name, value in element.values.items()}
    return fill(manifest.sprite or f"{element.kind}.png", values)


def checked_path(option: str, out: Path) -> Path:
    """Return `out` if a PNG picture can be written there; raise `GameError` that names the command line option."""
    if out.suffix.lower() != ".png":
        raise GameError("{option} must name a file that ends in .png, not {out!r}", option=option, out=str(out))
    if not out.parent.is_dir():
        raise GameError("cannot be written: {error}", where=out, error=reason(FileNotFoundError(errno.ENOENT, "")))
    return out


def save_picture(image: Image.Image, out: Path) -> None:
    """Write a picture as a PNG file, which appears only when it is complete; raise `GameError`."""
    with aside(out) as part:
        image.convert("RGB").save(part, "PNG")


class _Painter:
    def __init__(self, board: Board, catalogue: Catalogue, tile: int) -> None:
        self.board = board
        self.catalogue = catalogue
        self.notations = Notations.of(catalogue.plugins.values())
        self.around = Surroundings(board, lambda kind: self.notations.elements[kind][1])
        self.tile = tile
        self.image = Image.new("RGBA", (board.width * tile, board.height * tile), _BACKGROUND)
        self.pictures: dict[tuple[Path, int], Image.Image] = {}

    def paint(self) -> Image.Image:
        tiles = paths.asset_folder() / "tiles"
        for y in range(self.board.height):
            for x in range(self.board.width):
                name = floor_tile((x, y)) if (x, y) in self.board.inside else "void.png"
                self._put((x, y), tiles / name, 0)
        for layer in _LAYERS:
            if layer == "edge":
                self._paint_beams()
            for element in self.around.upwards(self.board.elements):
                if self.notations.elements[element.kind][1].layer == layer:
                    self._paint_element(element)
        for cell, direction in sorted(self.board.walls):
            if cell in self.board.inside:
                self._put(cell, tiles / "wall.png", direction)
        return self.image

    def _paint_element(self, element: Element) -> None:
        manifest, owner = self.notations.elements[element.kind][1:]
        # A dock, for example, is drawn by another plugin than the one that defines it.
        owners = [self.catalogue.get(owner), *self.catalogue.plugins.values()]
        name = sprite_name(element, self.notations)
        for plugin in owners:
            path = self._picture_of(element, plugin.folder / "art" / name) if name else None
            if path is not None:
                self._put(element.cell, path, element.values.get("direction", 0))
                return
        self._put_image(element.cell, _symbol_tile(manifest.symbol, self.tile))

    def _picture_of(self, element: Element, path: Path) -> Path | None:
        """Return the variant of the picture `path` for the element's neighbours, else the plain one, else `None`."""
        shape = "-over" if self.around.is_over(element) else self.around.feeders(element)
        for stem in (path.stem + shape, path.stem):
            for name in (f"{stem}.png", f"{stem}-0.png"):
                if path.with_name(name).is_file():
                    return path.with_name(name)
        return None

    def _paint_beams(self) -> None:
        effects = paths.asset_folder() / "effects"
        for element in self.board.of_kind("laser") if "laser" in self.notations.elements else []:
            beams, direction = element.values["beams"], element.values["direction"]
            name = "beam-red.png" if beams == 1 else f"beam-red-{beams}.png"
            cell = element.cell
            while cell in self.board.inside:
                self._put(cell, effects / name, direction)
                if (cell, direction) in self.board.walls:
                    break
                cell = neighbour(cell, direction)

    def _put(self, cell: Cell, path: Path, quarters: int) -> None:
        self._put_image(cell, self._picture(path, quarters))

    def _put_image(self, cell: Cell, picture: Image.Image) -> None:
        self.image.alpha_composite(picture, (cell[0] * self.tile, cell[1] * self.tile))

    def _picture(self, path: Path, quarters: int) -> Image.Image:
        key = (path, quarters)
        if key not in self.pictures:
            picture = read_picture(path) or _symbol_tile("?", self.tile)
            picture = picture.resize((self.tile, self.tile), Image.Resampling.LANCZOS)
            self.pictures[key] = picture.rotate(-90 * DIRECTIONS[quarters])
        return self.pictures[key]


def _symbol_tile(symbol: str, tile: int) -> Image.Image:
    picture = Image.new("RGBA", (_FULL, _FULL))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((8, 8, 119, 119), 18, fill="#2a313e", outline="#f2c14e", width=5)
    letters = font("ChakraPetch-Bold", 64)
    draw.text((64, 62), symbol or "?", font=letters, fill="#eef2f8", anchor="mm")
    return picture.resize((tile, tile), Image.Resampling.LANCZOS)
