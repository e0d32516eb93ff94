"""The picture of the board in the board editor, with the marks and overlays on it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import arcade
from arcade.types import Color

from roborally.core.board import Board, Edge, Element
from roborally.core.geometry import DELTAS, Cell
from roborally.features.workshop.editor.advice import Advice, board_of
from roborally.features.workshop.editor.atom_text import Speller
from roborally.features.workshop.editor.document import Document
from roborally.features.workshop.rating.figures import DeathSpot as Deadly
from roborally.features.workshop.window.editor.changing_board import ChangingBoardPainter
from roborally.features.workshop.window.editor.hand import BoardPoint, Selection
from roborally.features.workshop.window.editor.overlays import Overlays
from roborally.features.workshop.window.rating.heat_marks import mark_heat
from roborally.features.workshop.window.rating.sentence_list import DOUBT, FAULT
from roborally.plugin_system.loader import Plugin
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import BoardView
from roborally.ui.board.rulers import Rulers
from roborally.ui.board.targets import cell_frame
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Canvas, fit_sprite
from roborally.ui.toolkit.sprites import Sprites
from roborally.ui.toolkit.theme import Rect

NEAR_EDGE = 0.24
"""How near the mouse must be to an edge to point at it, as a share of a cell."""


def shown_board(document: Document, speller: Speller, board: Board) -> Board:
    """Return the board to draw, with elements of unknown plugins, too, which have their text as their kind.

    `board` is the result of `board_of`.
    """
    unknown = document.unknown(speller)
    strange = tuple(Element(atom, cell) for cell, atoms in unknown.items() for atom in atoms)
    return replace(board, elements=(*board.elements, *strange))


class BoardCanvas:
    """The picture of a document with marks and overlays; it also finds the cell or edge at a point."""

    def __init__(self, canvas: Canvas, plugins: Sequence[Plugin], speller: Speller, document: Document, rect: Rect):
        """Show the whole board in a rectangle of the window."""
        self._canvas = canvas
        self._speller = speller
        self._painter = ChangingBoardPainter(plugins)
        self._document = document
        self.view = self._new_view(rect)
        self.hot = Sprites()
        """The colours of cells on which robots were destroyed."""
        self.overlays = Overlays()
        self._marks = Sprites()
        self._above = Sprites()

    def _new_view(self, rect: Rect) -> BoardView:
        board = shown_board(self._document, self._speller, board_of(self._document, self._speller))
        view = BoardView(self._canvas, board, self._painter, rect)
        view.calm = True  # belts stand still, so that only edits change the picture
        self.rulers = Rulers(view, whole=True)
        return view

    def show(self, document: Document, board: Board) -> None:
        """Show a changed document; repaint only the cells that differ. `board` is the result of `board_of` for it."""
        before, self._document = self._document, document
        if (before.width, before.height) != (document.width, document.height):
            self.view = self._new_view(self.view.rect)
            return
        changed = [
            (x, y)
            for y, (old, new) in enumerate(zip(before.rows, document.rows, strict=True))
            if old is not new
            for x, (one, other) in enumerate(zip(old, new, strict=True))
            if one != other
        ]
        if changed:
            art = self.view.art
            self.view.board = shown_board(document, self._speller, board)
            self._painter.repaint(art, self.view.board, changed)

    # --- points ---------------------------------------------------------------------------------------------------

    def spot_at(self, x: float, y: float) -> BoardPoint | None:
        """Return the cell under a point in design units, with its nearest edge; `None` off the board."""
        cell = self.view.cell_at(x, y)
        if cell is None:
            return None
        across, up = self.view.to_world(x, y)
        right, down = across / CELL - cell[0], self.view.board.height - up / CELL - cell[1]
        distances = (down, 1 - right, 1 - down, right)
        direction = min(range(4), key=distances.__getitem__)
        return BoardPoint(cell, direction, distances[direction] < NEAR_EDGE)

    # --- marks ----------------------------------------------------------------------------------------------------

    def mark(self, advice: Iterable[Advice]) -> None:
        """Mark the cells of the advice: red for a fault, which makes the board unusable, else yellow."""
        self._marks.clear()
        found: dict[Cell, bool] = {}
        for entry in advice:
            for cell in entry.cells:
                found[cell] = found.get(cell, False) or entry.is_fault
        for cell, is_fault in sorted(found.items()):
            if cell in self.view.board.inside:
                tint = FAULT if is_fault else DOUBT
                self._frame(self._marks, cell, tint)
                x, y = self.view.centre(cell)
                sprite = arcade.Sprite(pictures.icon("info", 32), center_x=x + CELL * 0.3, center_y=y + CELL * 0.3)
                fit_sprite(sprite, CELL * 0.3)
                sprite.color = tint
                self._marks.append(sprite)

    def heat(self, spots: Sequence[Deadly]) -> None:
        """Colour the cells on which robots were destroyed, also beyond the edge of the board."""
        mark_heat(self.hot, self.view, spots)

    def point(
        self, spot: BoardPoint | None, edge: Edge | None, cursor: Cell | None, selection: Selection | None
    ) -> None:
        """Mark the cell or, if given, the edge that a press would act on, the keyboard cursor, and the selection."""
        self._above.clear()
        if selection is not None:
            self._outline(selection)
        if cursor is not None:
            self._frame(self._above, cursor, theme.colour("accent"))
        if edge is not None:
            self._bar(edge, theme.colour("accent"))
        elif spot is not None:
            self._frame(self._above, spot.cell, Color(255, 255, 255, 150))

    def _frame(self, sprites: Sprites, cell: Cell, tint: Color) -> None:
        sprites.append(cell_frame(self.view, cell, tint))

    def _bar(self, edge: Edge, tint: Color) -> None:
        (dx, dy), (x, y) = DELTAS[edge[1]], self.view.centre(edge[0])
        sprite = arcade.Sprite(pictures.plain(), center_x=x + dx * CELL / 2, center_y=y - dy * CELL / 2)
        fit_sprite(sprite, *((CELL * 0.14, CELL) if dx else (CELL, CELL * 0.14)))
        sprite.color = tint
        self._above.append(sprite)

    def _outline(self, chosen: Selection) -> None:
        left, top = (part * CELL for part in chosen.corner)
        top = self.view.board.height * CELL - top
        width, height, thick = chosen.width * CELL, chosen.height * CELL, CELL * 0.07
        for x, y, across, up in (
            (left + width / 2, top, width, thick),
            (left + width / 2, top - height, width, thick),
            (left, top - height / 2, thick, height),
            (left + width, top - height / 2, thick, height),
        ):
            sprite = arcade.Sprite(pictures.plain(), center_x=x, center_y=y)
            fit_sprite(sprite, across, up)
            sprite.color = theme.colour("good")
            self._above.append(sprite)

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the board, the overlays and all marks."""
        self.view.draw_floor()
        self.view.draw_above()
        self.overlays.draw()
        self.hot.draw()
        self._marks.draw()
        self._above.draw()
        self.rulers.draw()
