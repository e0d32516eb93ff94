"""Renders a match for machine learning without a window: as text for a terminal, or as a picture."""

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from roborally.base.fonts import font
from roborally.base.palette import palette
from roborally.core.geometry import DELTAS, SYMBOLS
from roborally.core.match import Match
from roborally.game.course.image import draw_course
from roborally.game.course.notation import Notations
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue

TILE = 48
"""The side of a cell, in pixels."""
_LETTER = 18
_RADIUS = 16
_TIP = 22
_NOBODY = {"body": "#8a93a3", "ink": "#000000"}


class MatchPainter:
    """Renders the matches of one game; draws the course once, at the first picture."""

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        self._game = game
        self._catalogue = catalogue
        self._course: Image.Image | None = None

    def text(self, match: Match) -> str:
        """Return the floor as lines of text, then a line about each robot.

        A robot is the number of its seat with an arrow, an element the first letter of its notation.
        """
        board = match.floor.board
        elements = Notations.of(self._catalogue.plugins.values()).elements
        cells = {cell: " ." if cell in board.inside else "  " for cell in match.floor.cells}
        for element in board.elements:
            cells[element.cell] = f" {elements[element.kind][1].symbol[:1] or '?'}"
        lines = [f"turn {match.state.turn}"]
        robots = []
        for piece in match.robots:
            place = "off the floor"
            if piece.cell >= 0:
                cell = match.floor.cells[piece.cell]
                cells[cell] = f"{piece.seat}{SYMBOLS[piece.facing]}"
                place = f"at {list(cell)}"
            robots.append(f"{piece.seat} {match.seats[piece.seat].name}: {place}, damage {piece.damage}")
        for row in range(board.height):
            lines.append(" ".join(cells[column, row] for column in range(board.width)).rstrip())
        return "\n".join([*lines, *robots])

    def picture(self, match: Match) -> npt.NDArray[np.uint8]:
        """Return the floor as an array of shape (height, width, 3) in RGB; robots are discs with a pointer."""
        if self._course is None:
            self._course = draw_course(self._game.course, self._catalogue, TILE).convert("RGB")
        image = self._course.copy()
        draw = ImageDraw.Draw(image)
        for piece in match.state.pieces:
            if piece.cell >= 0:
                x, y = match.floor.cells[piece.cell]
                self._draw_piece(draw, (x * TILE + TILE // 2, y * TILE + TILE // 2), piece.facing, piece.seat)
        return np.array(image, dtype=np.uint8)

    def _draw_piece(self, draw: ImageDraw.ImageDraw, centre: tuple[int, int], facing: int, seat: int) -> None:
        x, y = centre
        colours = palette()["seat"][seat] if seat >= 0 else _NOBODY
        body, ink = colours["body"], colours["ink"]
        dx, dy = DELTAS[facing]
        tip = (x + dx * _TIP, y + dy * _TIP)
        # A triangle as wide as the disc, with its tip outside.
        sides = [(x - side * dy * _RADIUS, y + side * dx * _RADIUS) for side in (1, -1)]
        draw.polygon([tip, *sides], fill=ink)
        draw.ellipse((x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS), fill=body, outline=ink, width=2)
        if seat >= 0:
            draw.text((x, y), str(seat), font=font("ChakraPetch-Bold", _LETTER), fill=ink, anchor="mm")
