"""Paints the board in the board editor, and repaints only the cells that have changed."""

from collections.abc import Iterable, Iterator

import arcade

from roborally.core.board import Board
from roborally.core.geometry import DIRECTIONS, Cell, neighbour
from roborally.game.course.surroundings import Surroundings
from roborally.ui.board.board_art import BoardArt, BoardPainter
from roborally.ui.toolkit.sprites import Sprites


class ChangingBoardPainter(BoardPainter):
    """Paints one board, and single cells of it again when they change."""

    _placed: dict[Cell, list[tuple[Sprites, arcade.Sprite]]]

    def painting(self, art: BoardArt) -> Iterator[None]:
        """Paint a board in small steps, each ended by a yield, and remember the sprites of each cell."""
        self._placed = {}
        yield from super().painting(art)

    def _put(
        self, sprites: Sprites, image: arcade.Texture, cell: Cell, art: BoardArt, direction: int = 0
    ) -> arcade.Sprite:
        sprite = super()._put(sprites, image, cell, art, direction)
        if sprites is not art.floor:
            self._placed.setdefault(cell, []).append((sprites, sprite))
        return sprite

    def repaint(self, art: BoardArt, board: Board, changed: Iterable[Cell]) -> None:
        """Repaint the changed cells and their neighbours as they are on `board`, which must have the same size."""
        art.board = board
        art.version += 1
        cells = {cell for cell in changed if cell in board.inside}
        cells |= {neighbour(cell, direction) for cell in cells for direction in DIRECTIONS} & board.inside
        self._clear(art, cells)
        around = Surroundings(board, self.manifest)
        elements = around.upwards(element for element in board.elements if element.cell in cells)
        for element in elements:
            self._paint_element(art, element, around)
        for cell in sorted(cells):
            for direction in DIRECTIONS:
                if (cell, direction) in board.walls:
                    self._paint_wall(art, cell, direction)
        for element in elements:
            self._print_value(art, element, around)

    def _clear(self, art: BoardArt, cells: set[Cell]) -> None:
        gone: set[arcade.Sprite] = set()
        for cell in cells:
            for sprites, sprite in self._placed.pop(cell, []):
                sprites.remove(sprite)
                gone.add(sprite)
        for by_cell in (art.spinning, art.presses, art.flames):
            for cell in cells & by_cell.keys():
                del by_cell[cell]
        for by_edge in (art.pistons, art.emitters, art.doors):
            for edge in [edge for edge in by_edge if edge[0] in cells]:
                del by_edge[edge]
        art.active = [entry for entry in art.active if entry[0] not in gone]
        art.swirls = [sprite for sprite in art.swirls if sprite not in gone]
