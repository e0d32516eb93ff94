"""The page of the board editor without its input: the board, a column on each side, and a status line below."""

from collections.abc import Callable
from functools import partial

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.features.workshop.editor.motion import MIRROR, TURN_RIGHT
from roborally.features.workshop.editor.painter import Brush, with_change
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.window.editor.advice_list import advice_list
from roborally.features.workshop.window.editor.board_canvas import BoardCanvas
from roborally.features.workshop.window.editor.file_column import BoardActions, EditorActions, FileColumn
from roborally.features.workshop.window.editor.hand import BRUSH, ERASER, PICKER, SELECT, WALL, BoardPoint
from roborally.features.workshop.window.editor.overlay_switches import OverlaySwitches, legend
from roborally.features.workshop.window.editor.register_card import RegisterCard, register_lines
from roborally.features.workshop.window.editor.remembered import REGISTERS
from roborally.features.workshop.window.editor.tool_column import ToolColumn
from roborally.features.workshop.window.editor.workbench import EditorWorkbench
from roborally.features.workshop.window.rating.plays_list import PlaysList
from roborally.features.workshop.window.rating.sentence_list import SentenceList
from roborally.narration.chronicle import Chronicle
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.layout.branches import column, fitting, row, stack
from roborally.ui.toolkit.layout.leaves import framed, here, label, plain
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.theme import Rect

PADDING = 10.0, 10.0
BOARD = Size(300, 420), Size(260, 340)
"""The least and natural width of the board's area, and its least and natural height, in design units."""
STATUS = 52.0
"""The height of the three status lines below the board, in design units."""


class DrawingPage(TreePage):
    """The page that shows the board of a workbench and changes it; the subclass `EditorPage` adds mouse and keys."""

    fills = True
    look = ""
    margin = 0.0

    def __init__(self, app: App, bench: EditorWorkbench, actions: EditorActions) -> None:
        super().__init__(app)
        self.bench = bench
        self._looked = bench.view  # another board starts with a new view
        self.actions = actions
        self.spot: BoardPoint | None = None
        """The cell and edge under the mouse or the keyboard cursor, `None` if the mouse is not on the board."""
        self.by_keys = False
        """Whether the keyboard cursor is shown, because the last input came from keys."""
        self._pointed: object = None
        self._plays = PlaysList(bench.catalogue, bench.plays, self.go_to, lambda change: partial(self.accept, change))
        self.board_area = self.sheet
        """The rectangle in which the board is drawn."""
        plugins = list(bench.catalogue.plugins.values())
        self.card = RegisterCard(self.space)
        self.canvas = BoardCanvas(self.space, plugins, bench.speller, bench.editing.document, self.board_area)
        zoom, middle = bench.view.zoom, bench.view.middle
        self.rebuild()
        if zoom:
            self.canvas.view.zoom, self.canvas.view.middle = zoom, middle
            self.canvas.view.resized()

    # --- layout ---------------------------------------------------------------------------------------------------

    def backdrop(self) -> None:
        """Draw nothing, because the board is drawn behind the frame."""

    def tree(self) -> Node:
        """Return the board between the columns, or in a narrow window above them."""
        bench = self.bench
        self.tools = ToolColumn(bench, self.use, self.choose, self.take)
        board = BoardActions(undo=self.undo, redo=self.redo, turn=self.turn, mirror=self.mirror)
        self.files = FileColumn(board, self.actions, self.show_findings)
        self.switches = OverlaySwitches(self.switch_overlay)
        tools = framed("panel", self.tools.tree(), pad=PADDING)
        files = framed("panel", self.files.tree(self._place_list), pad=PADDING)
        self._status_line = label("", 13, wrap=True).high(STATUS)
        middle = column(
            column(self.switches.tree(), legend(bench.overlays), gap=6, pad=(8, 8)),
            here(self._place_board, *BOARD).grow(),
            stack(plain("background"), column(self._status_line, pad=(10, 0))),
            gap=0,
        ).grow()
        return fitting(
            lambda: row(tools, middle, files, gap=0),
            lambda: column(middle, row(stack(tools).grow(), stack(files).grow(), gap=0), gap=0),
            lambda: column(middle, tools, files, gap=0),
        )

    def _place_board(self, rect: Rect) -> None:
        self.board_area = rect
        self.canvas.view.take_place(rect)

    def _place_list(self, rect: Rect) -> None:
        self.files.list = SentenceList(self.space, self.layer, self.controls, rect)

    def built(self) -> None:
        """Show the current state in the controls that have been made."""
        self.status = self._status_line.made
        self.tools.palette.show(self.bench.hand.brush)
        self.refresh()
        self._show_findings()

    def resized(self) -> None:
        """Move the board to its new place at once; the rest of the page is built again when the size is final."""
        super().resized()
        self.canvas.view.take_place(self.board_area)

    def rebuild(self) -> None:
        """Build the page again, and show the overlays."""
        super().rebuild()
        self.look_ahead()

    # --- state ----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Update the buttons, the title, the board and the status line."""
        self.tools.refresh()
        self.files.refresh(self.bench)
        self.switches.refresh(self.bench.overlays)
        self.canvas.show(self.bench.editing.document, self.bench.board)
        self.say()

    def say(self) -> None:
        """Write into the status line why the last action failed, or else what is on the cell under the mouse."""
        text = self.bench.text
        self.status.text = self.bench.sentence(text) if text is not None else self._about_cell()
        self.status.cut(STATUS)  # the tooltip has the whole text
        self.status.tint = theme.colour("accent" if text is not None else "text-dim")

    def _about_cell(self) -> str:
        if self.spot is None:
            return ""
        x, y = self.spot.cell
        return "  ·  ".join([_("Column {column}, row {row}").format(row=y + 1, column=x + 1), *self.sentences(x, y)])

    def sentences(self, x: int, y: int) -> list[str]:
        """Return the advice about the cell (`x`, `y`), the descriptions of its elements, and what bots did there."""
        advice = [self.bench.sentence(entry.message) for entry in self.bench.advice if (x, y) in entry.cells]
        view = self.canvas.view
        there = [view.painter.tooltip(element) for element in view.board.elements if element.cell == (x, y)]
        unknown = self.bench.editing.document.tile((x, y)).unknown(self.bench.speller)
        strange = [
            _("“{atom}” belongs to a plugin that is not there; it is kept.").format(atom=atom) for atom in unknown
        ]
        return [*advice, *(text for text in there if text not in unknown), *strange, *self._games(x, y)]

    def _games(self, x: int, y: int) -> list[str]:
        """Return sentences: how often elements acted and robots were destroyed on a cell in the games of bots."""
        plays, view = self.bench.plays, self.canvas.view
        rating = plays.rating if plays.is_on else None
        if rating is None:
            return []
        kinds = dict.fromkeys(element.kind for element in view.board.elements if element.cell == (x, y))
        counts = [plays.acts(kind, (x, y)) for kind in kinds]
        lines = [_("Acted in {games} games: {count}").format(games=rating.games, count=c) for c in counts if c]
        deaths = plays.deaths((x, y))
        return [*lines, *([_("Robots destroyed here: {count}").format(count=deaths)] if deaths else [])]

    def use(self, tool: str) -> None:
        """Choose a tool, one of `hand.TOOLS`."""
        hand = self.bench.hand
        hand.tool = tool
        if tool != SELECT:
            hand.forget_selection()
        self.refresh()

    def choose(self, brush: Brush) -> None:
        """Choose the element to draw; a tool that draws no elements is replaced by the brush."""
        hand = self.bench.hand
        values_differ = brush.kind != hand.brush.kind or _choices(brush) != _choices(hand.brush)
        hand.brush = brush
        if hand.tool in (WALL, ERASER, PICKER, SELECT):
            hand.tool = BRUSH
            hand.forget_selection()
        self.show_brush(values_differ)

    def take(self, brush: Brush) -> None:
        """Choose the element of a pressed tile of the palette; if it is chosen already, turn it."""
        hand = self.bench.hand
        if brush == hand.brush and hand.tool not in (WALL, ERASER, PICKER, SELECT):
            self.turn_brush(1)
        else:
            self.choose(brush)

    def show_brush(self, values_differ: bool) -> None:
        """Show the chosen element in the palette; `values_differ` also builds the choices for its values again."""
        self.tools.palette.show(self.bench.hand.brush)
        if values_differ:
            self.rebuild()
        else:
            self.refresh()

    def turn_brush(self, quarters: int) -> None:
        """Turn the element to draw clockwise by quarters; a negative number turns it back."""
        brush = self.bench.hand.brush
        if brush.direction is not None:
            self.choose(brush.pointing((brush.direction + quarters) & 3))

    def undo(self) -> None:
        """Undo the last step, if there is one."""
        self.do(self.bench.editing.undo)

    def redo(self) -> None:
        """Redo the step last undone, if there is one."""
        self.do(self.bench.editing.redo)

    def turn(self) -> None:
        """Turn the selection, or else the board, clockwise by a quarter."""
        self.do(partial(self.bench.hand.move, TURN_RIGHT))

    def mirror(self) -> None:
        """Mirror the selection, or else the board, left to right."""
        self.do(partial(self.bench.hand.move, MIRROR))

    def do(self, action: Callable[[], object]) -> None:
        """Run an action that changes the board or the brush, and show the result."""
        self.bench.hand.refused, self.bench.hand.problem = {}, None
        before = self.bench.hand.brush
        action()
        self.changed()
        if self.bench.hand.brush != before:
            self.show_brush(True)

    def changed(self) -> None:
        """Show a changed board; keep the cursor on it."""
        x, y = self.bench.view.cursor
        document = self.bench.editing.document
        self.bench.view.cursor = min(x, document.width - 1), min(y, document.height - 1)
        self.refresh()
        self.point()

    def show_findings(self, plays: bool) -> None:
        """Show in the list how the board plays, or with `plays` false the advice."""
        self.bench.plays.switch(plays)
        self.files.list.area.scroll_to(0)
        self.files.list.show(())
        self.refresh()
        self._show_findings()

    def switch_overlay(self, name: str) -> None:
        """Switch an overlay, one of `remembered.OVERLAYS`, on or off."""
        self.bench.switch_overlay(name)
        self.rebuild()

    def look_ahead(self) -> None:
        """Update the overlays and the card, for the cell under the mouse or the cursor."""
        bench, view = self.bench, self.canvas.view
        x, y = self.spot.cell if self.spot is not None else bench.view.cursor
        cell = y * view.board.width + x
        foresight = bench.foresight
        self.canvas.overlays.on = bench.overlays
        self.canvas.overlays.show(view, foresight.foreseen if foresight is not None else None, cell)
        if not bench.editing.in_stroke:
            self.card.show(self._ahead(cell), self._seen_of_board(), view.point_of((x, y)))

    def _seen_of_board(self) -> Rect:
        """Return the visible part of the board's area, or the whole area if none of it is visible."""
        seen = self.board_area.within(self.space.seen)
        return seen if seen.width and seen.height else self.board_area

    def _ahead(self, cell: int) -> list[str]:
        """Return the lines of the card: the events on a cell (by its number), or why nothing can be predicted."""
        bench = self.bench
        foresight = bench.foresight
        if not bench.overlays or foresight is None:
            return []
        refused = foresight.refused
        if why := foresight.problem or (bench.sentence(refused) if refused is not None else ""):
            return [_("Nothing can be foreseen here: {problem}").format(problem=why)]
        if bench.course is None:
            return [_("Nothing can be foreseen while the board has faults.")]
        description = foresight.consequences
        if REGISTERS not in bench.overlays or description is None or foresight.foreseen is None:
            return []
        plugins = bench.catalogue.plugins.values()
        chronicle = Chronicle([self.app.settings.called], plugins, self.canvas.view.board, detailed=True)
        return register_lines(description, foresight.foreseen, cell, chronicle)

    def accept(self, change: Change) -> None:
        """Make a suggested change of the board, as one step to undo."""
        editing, speller = self.bench.editing, self.bench.speller
        self.do(lambda: editing.put(with_change(editing.document, change, speller)))

    def go_to(self, cell: Cell) -> None:
        """Move the keyboard cursor to a cell, and scroll the board if the cell is not visible."""
        self.bench.view.cursor, self.by_keys = cell, True
        self.canvas.view.reveal(cell)
        self.point()

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show new advice, ratings and predictions, fade outdated predictions, and store the draft."""
        bench = self.bench
        found = bench.look()
        editing = bench.editing
        document = editing.document
        needed = bench.course.plugins if bench.course is not None else document.texts.plugins  # even unnamed ones
        played = document.rows, document.texts.players, needed  # games do not depend on the title
        if bench.plays.look(seconds, played, bench.course, busy=editing.in_stroke) or found:
            self._show_findings()
        if bench.look_ahead():
            self.look_ahead()
        is_old = bench.foresight is not None and bench.foresight.is_old
        fades = self.canvas.overlays.fade(seconds, is_old=is_old)
        bench.keep()
        if fades or self.files.list.update() or not bench.advice_is_complete or not bench.all_is_foreseen:
            self.app.pace.wake()

    def _show_findings(self) -> None:
        """Show the marks on the board, and in the list the advice or how the board plays."""
        bench = self.bench
        rating = bench.plays.rating if bench.plays.is_on else None
        self.canvas.mark(bench.advice)
        self.canvas.heat(rating.spots if rating is not None else ())
        board = bench.course.board if bench.course is not None else None
        text = self._plays.sentences(board) if bench.plays.is_on else advice_list(bench, self.go_to)
        if text is not None:
            self.files.list.show(text)

    def closed(self) -> None:
        """Stop the games of bots, end a stroke, and store zoom and centre of the board."""
        self.bench.plays.stop()
        self.bench.editing.end()
        self._looked.zoom, self._looked.middle = self.canvas.view.zoom, self.canvas.view.middle

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the board, the controls beside it, and the card."""
        self.canvas.view.bright = self.app.settings.light_floor
        self.canvas.draw()
        self.space.default_camera.use()
        super().draw()
        self.files.list.draw()
        self.card.draw()

    def point(self) -> None:
        """Mark on the board what a press of the mouse would act on."""
        hand, spot = self.bench.hand, self.spot
        edge = spot.edge if spot is not None and hand.is_edge(spot) else None
        cursor = self.bench.view.cursor if self.by_keys else None
        pointed = spot, edge, cursor, hand.selection
        if pointed != self._pointed:
            self._pointed = pointed
            self.canvas.point(*pointed)
            if not self.bench.editing.in_stroke:  # the card would distract while drawing
                self.look_ahead()


def _choices(brush: Brush) -> dict[str, object]:
    return {name: value for name, value in brush.values if name != "direction"}
