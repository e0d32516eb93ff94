"""The page of the course builder: the shelf of boards at the left, the table, and what is done with it at the right."""

from collections.abc import Callable
from pathlib import Path

import arcade

from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.course.courses import Course
from roborally.ui.building.board_list import BoardList
from roborally.ui.building.board_pictures import BoardPictures
from roborally.ui.building.lot_section import LotSection
from roborally.ui.building.table_view import BOARDS, CHECKPOINTS, TableView
from roborally.ui.rating.plays_page import PlaysPage
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.fields import TextField
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.preloading import go_on_with
from roborally.ui.toolkit.shortcuts import CTRL, SHIFT, Shortcut
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button
from roborally.workshop.building.board_parts import CHECKPOINT
from roborally.workshop.building.course_file import LONGEST_TITLE, course_of, problem
from roborally.workshop.building.course_table import MOST_BOARDS, Layout
from roborally.workshop.building.workbench import Workbench
from roborally.workshop.rating.changes import Change

SHELF = Rect(32, 88, 276, 556)
TABLE = Rect(320, 142, 620, 502)
SIDE = Rect(956, 88, 292, 556)
BOTTOM = Rect(32, 28, WIDTH - 64, 44)
ROW = 38.0
GAP = 8.0


class BuilderPage(Screen):
    """Builds a course on a workbench; `done(path)` is called with the file that it has been saved in.

    `watch(bench)` is called whenever something has changed, and at the end.
    """

    def __init__(
        self,
        app: App,
        bench: Workbench,
        done: Callable[[Path], None],
        watch: Callable[[Workbench], None] | None = None,
    ) -> None:
        """Show what lies on the table."""
        super().__init__(app)
        self.bench = bench
        self._done = done
        self._watch = watch
        self.pictures = BoardPictures(bench.rules.catalogue, bench.table)
        self._above = Layer(self.space)
        self.controls = WidgetGroup(self._above)
        layer, add = self.layer, self.controls.add
        layer.backdrop()
        layer.frame("panel", Rect(16, 16, WIDTH - 32, HEIGHT - 32))
        layer.heading(_("Build a course"), 36, HEIGHT - 44, 24, tint=theme.colour("accent"))
        self.shelf: BoardList = add(BoardList(layer, SHELF, bench.parts, self.pictures, self._lay))
        self.table: TableView = add(TableView(layer, TABLE, bench, self.pictures, self.changed, self.complain))
        tint = theme.colour("text-dim")
        self._size = layer.label("", TABLE.x + 4, TABLE.y - 14, size=13, width=TABLE.width - 8, tint=tint)
        warning = theme.colour("warning")
        spot = TABLE.x + 4, TABLE.y - 24
        self._note = layer.label("", *spot, size=13, width=TABLE.width - 8, wrap=True, anchor_y="top", tint=warning)
        self._complaint = ""
        self.problem: Message | None = None
        """What keeps the course from being used."""
        self._lay_out_side()
        self._lay_out_bottom()
        self._look = True
        self.changed()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _lay_out_side(self) -> None:
        layer, dim = self.layer, theme.colour("text-dim")
        y = SIDE.top - 8
        layer.label(_("Title"), SIDE.x + 2, y, size=13, tint=dim)
        y -= 18 + ROW
        told = _("The name of the course on the shelf")
        spot = Rect(SIDE.x, y, SIDE.width, ROW)
        hint = _("My course")
        self.title: TextField = self.controls.add(
            TextField(layer, spot, self.bench.title, self._call, tooltip=told, hint=hint, longest=LONGEST_TITLE)
        )
        y -= GAP + 4
        self.tools: dict[str, Button] = {}
        if self.bench.rules.has_checkpoints:
            told = _("Drag boards, turn and remove them (B)")
            self.tools[BOARDS] = self._half(0, y, _("Boards"), lambda: self.use(BOARDS), told)
            told = _("Set checkpoints on the cells that are not dark (C)")
            self.tools[CHECKPOINTS] = self._half(1, y, _("Checkpoints"), lambda: self.use(CHECKPOINTS), told)
            y -= ROW + GAP
        self.turn = self._half(0, y, _("Turn"), lambda: self.table.turn(1), _("Turn the board (R)"), "replay")
        self.remove = self._half(1, y, _("Remove"), self.table.remove, _("Remove what is chosen (Del)"), "trash")
        y -= ROW + GAP
        self.undo = self._half(0, y, _("Undo"), self._undo, _("One step back (Ctrl+Z)"), "undo")
        self.redo = self._half(1, y, _("Redo"), self._redo, _("One step forward (Ctrl+Y)"))
        y -= ROW + GAP
        self.docks: Button | None = None
        if self.bench.rules.wants_docks:
            spot = Rect(SIDE.x, y - ROW, SIDE.width, ROW)
            told = _("Lay a board with start spaces beside the others")
            button = Button(layer, spot, _("Add start spaces"), self._add_docks, icon="plus", size=15, tooltip=told)
            self.docks = self.controls.add(button)
            y -= ROW + GAP
        self.lot: LotSection | None = None
        if self.bench.lottery.is_possible:
            self.lot = LotSection(
                layer, self.controls, Rect(SIDE.x, SIDE.y, SIDE.width, y - 6 - SIDE.y), self._draw_lot
            )

    def _half(
        self, column: int, top: float, text: str, action: Callable[[], None], told: str, icon: str = ""
    ) -> Button:
        """Add a button of half the width."""
        width = (SIDE.width - GAP) / 2
        spot = Rect(SIDE.x + column * (width + GAP), top - ROW, width, ROW)
        button: Button = self.controls.add(Button(self.layer, spot, text, action, icon=icon, size=15, tooltip=told))
        return button

    def _lay_out_bottom(self) -> None:
        layer, y = self.layer, BOTTOM.y
        add = self.controls.add
        add(Button(layer, Rect(BOTTOM.x, y, 140, BOTTOM.height), _("Back"), self.escape, icon="arrow-left"))
        spot = Rect(BOTTOM.x + 148, y, 200, BOTTOM.height)
        told = _("Take all boards off the table")
        self.clearing = add(Button(layer, spot, _("Clear the table"), self._clear, icon="trash", tooltip=told))
        spot = Rect(BOTTOM.x + 356, y, 220, BOTTOM.height)
        told = _("Bots play on the course, and tell what they find")
        self.trying = add(Button(layer, spot, _("How it plays"), self.show_plays, icon="robot", tooltip=told))
        spot = Rect(BOTTOM.right - 260, y, 260, BOTTOM.height)
        told = _("Save the course among your own boards, and play on it")
        button = Button(layer, spot, _("Use this course"), self.save, icon="checkmark", accent=True, tooltip=told)
        self.saving: Button = add(button)

    # --- changes --------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Follow a change of the layout or of what is chosen."""
        self._complaint = ""
        self._look = True
        self._show_buttons()

    def _show_buttons(self) -> None:
        history, table = self.bench.history, self.table
        boards = table.tool == BOARDS
        for tool, button in self.tools.items():
            button.selected = tool == table.tool
        self.turn.enable(boards and table.chosen is not None)
        self.remove.enable(table.chosen is not None if boards else table.cursor in table.layout.checkpoints)
        self.undo.enable(history.can_undo)
        self.redo.enable(history.can_redo)
        self.clearing.enable(bool(table.layout.boards))
        if self.docks is not None:
            self.docks.enable(bool(self.bench.dock_board()) and bool(table.layout.boards))

    def complain(self, told: Message) -> None:
        """Say below the table why something is not possible."""
        self._complaint = told.as_sentence()
        self._show_note()

    def _show_note(self) -> None:
        layout = self.table.layout
        extent = self.bench.table.extent(layout)
        size = f"{extent.width} × {extent.height}"
        told = _("{size} cells, boards: {boards} of {most}, checkpoints: {checkpoints}")
        self._size.text = told.format(
            size=size, boards=len(layout.boards), most=MOST_BOARDS, checkpoints=len(layout.checkpoints)
        )
        if not layout.boards:
            self._size.text = _("Drag a board onto the table, or click on it.")
        self._note.text = self._complaint or (self.problem.as_sentence() if self.problem and layout.boards else "")

    def _lay(self, name: str) -> None:
        self.use(BOARDS)
        self.table.lay(name)

    def use(self, tool: str) -> None:
        """Take boards or checkpoints in hand."""
        if tool in self.tools and tool != self.table.tool:
            self.table.use(tool)
            self._show_buttons()

    def _undo(self) -> None:
        self.bench.history.undo()
        self.table.settle()

    def _redo(self) -> None:
        self.bench.history.redo()
        self.table.settle()

    def _clear(self) -> None:
        self.table.chosen = None
        self.table.put(Layout)

    def _add_docks(self) -> None:
        try:
            self.bench.add_docks()
        except GameError as error:
            self.complain(error.message)
        else:
            self.table.settle()

    def _draw_lot(self) -> None:
        """Lay a course by lot."""
        if self.lot is not None:
            wish = self.lot.wish
            self.table.chosen = None
            self.table.put(lambda: self.bench.lottery.draw(wish))

    def _call(self, title: str) -> None:
        self.bench.title = title

    def show_plays(self) -> None:
        """Let bots play on the course as it lies on the table."""
        self._look_closely()
        if self.problem is None:
            self.app.push(PlaysPage(self.app, self.bench.rules.catalogue, self.edition, self._course, self._accept))

    def _course(self) -> Course:
        return course_of(self.bench.table, self.table.layout, self.bench.title or _("My course"))

    def _accept(self, change: Change) -> Callable[[], None] | None:
        """Return what moves a checkpoint as suggested, if it may stand there; boards are taken as they are."""
        table, layout = self.bench.table, self.table.layout
        extent = table.extent(layout)
        if change.kind != CHECKPOINT or change.to is None:
            return None
        cell, to = ((x + extent.left, y + extent.top) for x, y in (change.cell, change.to))
        if cell not in layout.checkpoints or table.obstacle(layout, to) is not None:
            return None
        index = layout.checkpoints.index(cell)

        def move() -> None:
            self.table.put(lambda: table.move_checkpoint(layout, index, to))

        return move

    def save(self) -> None:
        """Save the course and go back with it; what is wrong is said, and the course stays on the table."""
        self._look_closely()
        if self.problem is not None:
            message(self.app, _("This course cannot be used"), self.problem)
            return
        if not self.bench.title.strip():
            self.title.set(_("My course"))
        try:
            path = self.bench.save()
        except GameError as error:
            message(self.app, _("The course could not be saved"), error.message)
            return
        if self._watch is not None:
            self._watch(self.bench)
        self.app.pop()
        self._done(path)

    # --- screen ---------------------------------------------------------------------------------------------------

    @property
    def edition(self) -> str:
        """The mode for which the course is built."""
        return self.bench.rules.mode.id

    @property
    def ready(self) -> bool:
        """Whether all pictures are there."""
        return self.pictures.is_ready and not self._look

    def update(self, seconds: float) -> None:
        """Make pictures in small steps, and look for problems once those are there that are seen."""
        if not self.pictures.is_ready and go_on_with(self.pictures.work()):
            self.app.pace.wake()
        elif self._look:
            self._look_closely()
        super().update(seconds)

    def _look_closely(self) -> None:
        self._look = False
        self.problem = problem(self.bench.table, self.table.layout, self.bench.rules)
        self.saving.enable(self.problem is None)
        self.trying.enable(self.problem is None)
        self._show_note()
        if self._watch is not None:
            self._watch(self.bench)

    def draw(self) -> None:
        """Draw the page, the shelf, the table, and the focus ring."""
        super().draw()
        self.shelf.draw()
        self.table.draw()
        self._above.draw()

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button; the right one turns boards and removes checkpoints."""
        if button == arcade.MOUSE_BUTTON_RIGHT:
            if TABLE.holds(x, y):
                self.table.press_right(x, y)
                self._show_buttons()
            return
        super().press(x, y, button)
        self._show_buttons()

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Drag a board from the shelf or on the table, or a checkpoint."""
        if self.shelf.grip is not None and self.shelf.pressed and not SHELF.holds(x, y):
            self.use(BOARDS)
            self.table.carry(self.shelf.grip, x, y)
            self.shelf.grip = None
        if self.table.carried is not None:
            self.table.follow(x, y)
            self.app.pace.wake()
        else:
            super().drag(x, y, dx, dy, button)

    def release(self, x: float, y: float, button: int) -> None:
        """Drop what is dragged."""
        if button == arcade.MOUSE_BUTTON_RIGHT:
            return
        self.table.drop(x, y)
        self.shelf.grip = None
        super().release(x, y, button)
        self._show_buttons()

    def shortcuts(self) -> list[Shortcut]:
        """Return what keys do here."""
        if self.controls.focus is self.title or (self.lot is not None and self.controls.focus is self.lot.seed):
            return super().shortcuts()
        tools = [
            Shortcut(("B",), _("Boards"), lambda: self.use(BOARDS)),
            Shortcut(("C",), _("Checkpoints"), lambda: self.use(CHECKPOINTS)),
        ]
        return [
            *(tools if self.tools else []),
            Shortcut(("R",), _("Turn the board"), lambda: self.table.turn(1)),
            Shortcut((f"{SHIFT}R",), _("Turn the board the other way"), lambda: self.table.turn(-1)),
            Shortcut(("DELETE",), _("Remove what is chosen"), self.table.remove),
            Shortcut((f"{CTRL}Z",), _("One step back"), self._undo),
            Shortcut((f"{CTRL}Y", f"{CTRL}{SHIFT}Z"), _("One step forward"), self._redo),
            *super().shortcuts(),
        ]

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; then show which buttons can be used."""
        super().key(symbol, modifiers)
        self._show_buttons()

    def typed(self, text: str) -> None:
        """Pass typed letters to the focused field."""
        self.controls.typed(text)
