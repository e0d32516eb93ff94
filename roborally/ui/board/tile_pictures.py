"""`TilePictures`: draws the pictures that the rulebook names, such as elements as the board shows them."""

from collections.abc import Sequence

from roborally.game.course.notation import CourseError, Notations, parse_grid
from roborally.plugin_system.art import find_picture
from roborally.plugin_system.loader import Plugin
from roborally.ui.board.board_art import CELL, BoardPainter
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Layer

TILE, ART, ICON = "tile", "art", "icon"
"""The sources of pictures: `![g<](tile)` is a cell in board notation, `![die-red-3](art)` a picture of a plugin."""


class TilePictures:
    """Draws pictures of the rulebook, with the elements and the art of an edition's plugins."""

    def __init__(self, plugins: Sequence[Plugin]) -> None:
        """Use the plugins of an edition, the mode first."""
        self._plugins = list(plugins)
        self._painter = BoardPainter(self._plugins)
        self._notations = Notations.of(self._plugins)

    def draw(self, layer: Layer, picture: tuple[str, str], x: float, y: float, side: float) -> None:
        """Add a picture, a pair of source and name, to a layer, centred at a point; its longer side is `side` units.

        In place of a missing picture it adds a tile with the first letter of the name.
        """
        source, name = picture
        if source == TILE and self._draw_tile(layer, name, x, y, side):
            return
        path = None
        if source == ICON:
            path = theme.asset("icons", f"{name}.png")
        elif source == ART and self._plugins:
            path = find_picture(f"{name}.png", self._plugins[0], self._plugins)
        if path is not None and path.is_file():
            image = pictures.picture(path, int(side * 2))
        else:
            image = pictures.missing_tile(name[:1].upper(), int(side * 2))
        longer = max(image.width, image.height)
        layer.sprite(image, x, y, side * image.width / longer)

    def _draw_tile(self, layer: Layer, token: str, x: float, y: float, side: float) -> bool:
        """Add the cell with the board notation `token` to a layer; return false if the notation is not valid."""
        try:
            board = parse_grid(token, self._notations)
        except CourseError:
            return False
        art = self._painter.paint(board, int(side * 2))
        scale, middle = side / CELL, CELL / 2
        for sprites in (art.floor, art.belts[0], art.flat, art.wheels, art.edges, art.above):
            for sprite in sprites:
                if sprite.visible and sprite.width > 0 and sprite.alpha:
                    place = x + (sprite.center_x - middle) * scale, y + (sprite.center_y - middle) * scale
                    drawn = layer.sprite(sprite.texture, *place, sprite.width * scale, sprite.height * scale)
                    drawn.angle = sprite.angle
                    drawn.alpha = sprite.alpha
        return True
