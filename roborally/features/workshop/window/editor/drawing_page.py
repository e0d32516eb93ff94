"""The page of the editor without its input: the board in the middle, a column on each side, and a status line below."""

from collections.abc import Callable
from functools import partial

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.features.workshop.editor.motion import MIRROR, TURN_RIGHT
from roborally.features.workshop.editor.painter import Brush
from roborally.features.workshop.editor.suggested import with_change
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.window.editor.advice_list import advice_list
from roborally.features.workshop.window.editor.board_canvas import BoardCanvas
from roborally.features.workshop.window.editor.file_column import BoardActions, EditorActions, FileColumn
from roborally.features.workshop.window.editor.hand import BRUSH, ERASER, PICKER, SELECT, WALL, BoardPoint
from roborally.features.workshop.window.editor.overlay_switches import PADDING as AROUND
from roborally.features.workshop.window.editor.overlay_switches import Legend, OverlaySwitches
from roborally.features.workshop.window.editor.register_card import RegisterCard, RegisterWords
from roborally.features.workshop.window.editor.remembered import REGISTERS
from roborally.features.workshop.window.editor.tool_column import ToolColumn
from roborally.features.workshop.window.editor.workbench import EditorWorkbench
from roborally.features.workshop.window.rating.plays_list import PlaysList
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.sheet import SNUG
from roborally.ui.toolkit.theme import Rect

LEFT, RIGHT = 246.0, 284.0
"""The widths of the columns beside the board."""
PADDING = 10.0
BELOW = 500.0
"""The height of the columns when they are below the board."""
EDGES = 8.0
"""The margin that keeps a tall page in a narrow window from scrolling sideways."""
STATUS = 52.0
"""The height of the three lines below the board."""


class DrawingPage(Screen):
    """Shows the board on a workbench and changes it; the workbench holds all that is drawn."""

    fills = True

    def __init__(self, app: App, bench: EditorWorkbench, actions: EditorActions) -> None:
        """Show the workbench."""
        super().__init__(app)
        self.bench = bench
        self._looked = bench.view  # another board starts with a new view
        self.actions = actions
        self.spot: BoardPoint | None = None
        """The point of the board under the mouse or the cursor."""
        self.by_keys = False
        """Whether the keyboard cursor is shown."""
        self._pointed: object = None
        self._plays = PlaysList(bench.catalogue, bench.plays, self.go_to, lambda change: partial(self.accept, change))
        self._share()
        plugins = list(bench.catalogue.plugins.values())
        self.card = RegisterCard(self.space)
        self._words = RegisterWords(plugins)
        self.canvas = BoardCanvas(self.space, plugins, bench.speller, bench.editing.document, self.board_area)
        if bench.view.zoom:
            self.canvas.view.zoom, self.canvas.view.middle = bench.view.zoom, bench.view.middle
            self.canvas.view.resized()
        self._build()
        self._show_findings()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _share(self) -> None:
        """Use the whole window, or the minimum size of a page if the window is smaller."""
        seen, sheet = self.space.whole, self.sheet
        width = max(seen.width, sheet.width)
        if seen.width < sheet.width and self.is_tall:
            width = SNUG - EDGES
        height = max(seen.height, sheet.height)
        x, y = sheet.centre[0] - width / 2, sheet.centre[1] - height / 2
        if self.is_tall:  # the columns are below the board
            share = width * LEFT / (LEFT + RIGHT)
            self._left = Rect(x, y, share, BELOW)
            self._right = Rect(x + share, y, width - share, BELOW)
            middle = Rect(x, y + BELOW + STATUS, width, height - BELOW - STATUS)
        else:
            self._left = Rect(x, y, LEFT, height)
            self._right = Rect(x + width - RIGHT, y, RIGHT, height)
            middle = Rect(x + LEFT, y + STATUS, width - LEFT - RIGHT, height - STATUS)
        self._strip = middle.inset(AROUND)
        self._legend = Legend(self.space, self._strip.width, self.bench.overlays)
        self.board_area = Rect(middle.x, middle.y, middle.width, middle.height - self._legend.height - AROUND)
        """The rectangle of the board."""

    def _build(self) -> None:
        self.clear()
        self.layer.frame("panel", self._left.inset(2))
        self.layer.frame("panel", self._right.inset(2))
        tools, files = self._left.inset(PADDING), self._right.inset(PADDING)
        self.tools = ToolColumn(self.layer, self.controls, tools, self.bench, self.use, self.choose, self.take)
        board = BoardActions(undo=self.undo, redo=self.redo, turn=self.turn, mirror=self.mirror)
        self.files = FileColumn(self.space, self.layer, self.controls, files, board, self.actions, self.show_findings)
        self.switches = OverlaySwitches(self.layer, self.controls, self._strip, self.switch_overlay)
        self._legend.draw_on(self.layer, self._strip)
        area = self.board_area
        line = Rect(area.x, area.y - STATUS, area.width, STATUS)
        self.layer.fill(line, theme.colour("background"))
        self.status = self.layer.label("", line.x + 10, line.centre[1], size=13, width=line.width - 20, wrap=True)
        self.refresh()

    def resized(self) -> None:
        """Move the board at once; the rest follows when the size is final."""
        super().resized()
        self._share()
        self.canvas.view.take_place(self.board_area)

    def rebuild(self) -> None:
        """Lay out everything in the final size."""
        self._share()
        self.canvas.view.take_place(self.board_area)
        self._build()
        self._show_findings()
        self.look_ahead()

    # --- state ----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the current tools, titles and board."""
        self.tools.refresh()
        self.files.refresh(self.bench)
        self.switches.refresh(self.bench.overlays)
        self.canvas.show(self.bench.editing.document, self.bench.board)
        self.say()

    def say(self) -> None:
        """Write below the board why an action failed, or what is under the mouse."""
        text = self.bench.text
        self.status.text = self.bench.sentence(text) if text is not None else self._about_cell()
        self.status.cut(STATUS)  # the tooltip has the whole text
        self.status.tint = theme.colour("accent" if text is not None else "text-dim")

    def _about_cell(self) -> str:
        if self.spot is None:
            return ""
        x, y = self.spot.cell
        return "  ·  ".join([_("Row {row}, column {column}").format(row=y + 1, column=x + 1), *self.sentences(x, y)])

    def sentences(self, x: int, y: int) -> list[str]:
        """Return the advice about a cell and the descriptions of its elements."""
        advice = [self.bench.sentence(entry.message) for entry in self.bench.advice if (x, y) in entry.cells]
        view = self.canvas.view
        there = [view.painter.tooltip(element) for element in view.board.elements if element.cell == (x, y)]
        unknown = self.bench.editing.document.tile((x, y)).unknown(self.bench.speller)
        strange = [
            _("“{atom}” belongs to a plugin that is not there; it is kept.").format(atom=atom) for atom in unknown
        ]
        return [*advice, *(text for text in there if text not in unknown), *strange, *self._games(x, y)]

    def _games(self, x: int, y: int) -> list[str]:
        """Return what happened on a cell in the games played by bots."""
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
        """Choose a tool."""
        hand = self.bench.hand
        hand.tool = tool
        if tool != SELECT:
            hand.forget_selection()
        self.refresh()

    def choose(self, brush: Brush) -> None:
        """Choose an element; a tool that does not draw is replaced by the brush."""
        hand = self.bench.hand
        values_differ = brush.kind != hand.brush.kind or _choices(brush) != _choices(hand.brush)
        hand.brush = brush
        if hand.tool in (WALL, ERASER, PICKER, SELECT):
            hand.tool = BRUSH
            hand.forget_selection()
        self.show_brush(values_differ)

    def take(self, brush: Brush) -> None:
        """Choose the element of a tile; if it is already chosen, turn it."""
        hand = self.bench.hand
        if brush == hand.brush and hand.tool not in (WALL, ERASER, PICKER, SELECT):
            self.turn_brush(1)
        else:
            self.choose(brush)

    def show_brush(self, values_differ: bool) -> None:
        """Show the chosen element, and with `values_differ` the choices for its values."""
        self.tools.palette.show(self.bench.hand.brush)
        if values_differ:
            self._build()
            self._show_findings()
        else:
            self.refresh()

    def turn_brush(self, quarters: int) -> None:
        """Turn the chosen element."""
        brush = self.bench.hand.brush
        if brush.direction is not None:
            self.choose(brush.pointing((brush.direction + quarters) & 3))

    def undo(self) -> None:
        """Undo the last step."""
        self.do(self.bench.editing.undo)

    def redo(self) -> None:
        """Redo the step last undone."""
        self.do(self.bench.editing.redo)

    def turn(self) -> None:
        """Turn the selection, or the board."""
        self.do(partial(self.bench.hand.move, TURN_RIGHT))

    def mirror(self) -> None:
        """Mirror the selection, or the board."""
        self.do(partial(self.bench.hand.move, MIRROR))

    def do(self, action: Callable[[], object]) -> None:
        """Change the board, and show it."""
        self.bench.hand.refused, self.bench.hand.problem = {}, None
        before = self.bench.hand.brush
        action()
        self.changed()
        if self.bench.hand.brush != before:
            self.show_brush(True)

    def changed(self) -> None:
        """Show a changed board."""
        x, y = self.bench.view.cursor
        document = self.bench.editing.document
        self.bench.view.cursor = min(x, document.width - 1), min(y, document.height - 1)
        self.refresh()
        self.point()

    def show_findings(self, plays: bool) -> None:
        """Show how the board plays, or with `plays` false the advice."""
        self.bench.plays.switch(plays)
        self.files.list.area.scroll_to(0)
        self.files.list.show(())
        self.refresh()
        self._show_findings()

    def switch_overlay(self, name: str) -> None:
        """Switch an overlay on or off; its legend makes the board smaller."""
        self.bench.switch_overlay(name)
        self._share()
        self.canvas.view.take_place(self.board_area)
        self._build()
        self._show_findings()
        self.look_ahead()

    def look_ahead(self) -> None:
        """Show the overlays for the cell under the mouse or the cursor."""
        bench, view = self.bench, self.canvas.view
        x, y = self.spot.cell if self.spot is not None else bench.view.cursor
        cell = y * view.board.width + x
        foresight = bench.foresight
        self.canvas.overlays.on = bench.overlays
        self.canvas.overlays.show(view, foresight.foreseen if foresight is not None else None, cell)
        if not bench.editing.in_stroke:
            self.card.show(self._ahead(cell), self._seen_of_board(), view.point_of((x, y)))

    def _seen_of_board(self) -> Rect:
        """Return the visible part of the board's area."""
        area, seen = self.board_area, self.space.seen
        left, right = max(area.x, seen.x), min(area.right, seen.right)
        low, top = max(area.y, seen.y), min(area.top, seen.top)
        return Rect(left, low, right - left, top - low) if right > left and top > low else area

    def _ahead(self, cell: int) -> list[str]:
        """Return the lines of the card: what happens on a cell, or why nothing can be foreseen."""
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
        name = self.app.settings.called
        return self._words.lines(description, foresight.foreseen, self.canvas.view.board, cell, name)

    def accept(self, change: Change) -> None:
        """Apply a suggested change, as one step."""
        editing, speller = self.bench.editing, self.bench.speller
        self.do(lambda: editing.put(with_change(editing.document, change, speller)))

    def go_to(self, cell: Cell) -> None:
        """Move the cursor to a cell, and the view if the cell is not visible."""
        self.bench.view.cursor, self.by_keys = cell, True
        view = self.canvas.view
        if not view.rect.holds(*view.point_of(cell)):
            view.follow(*view.centre(cell), 1.0)
        self.point()

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Poll the analysis, save the draft, and update the list."""
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
        """Show what is known of the board: advice, or how it plays."""
        bench = self.bench
        rating = bench.plays.rating if bench.plays.is_on else None
        self.canvas.mark(bench.advice)
        self.canvas.heat(rating.spots if rating is not None else ())
        board = bench.course.board if bench.course is not None else None
        text = self._plays.sentences(board) if bench.plays.is_on else advice_list(bench, self.go_to)
        if text is not None:
            self.files.list.show(text)

    def closed(self) -> None:
        """Stop the games, and store the view of the board."""
        self.bench.plays.stop()
        self.bench.editing.end()
        self._looked.zoom, self._looked.middle = self.canvas.view.zoom, self.canvas.view.middle

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the board and everything beside it."""
        self.canvas.view.bright = self.app.settings.light_floor
        self.canvas.draw()
        self.space.default_camera.use()
        super().draw()
        self.files.list.draw()
        self.card.draw()

    def point(self) -> None:
        """Show what a press would act on."""
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
