"""The page of the course builder: the list of boards, the table, the tools, random courses, and the saving."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import arcade

from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.features.workshop.building.board_parts import CHECKPOINT
from roborally.features.workshop.building.course_file import MAX_TITLE, course_of, problem
from roborally.features.workshop.building.course_table import MAX_BOARDS, Layout
from roborally.features.workshop.building.workbench import Workbench
from roborally.features.workshop.rating.changes import Change
from roborally.features.workshop.window.building.board_list import BoardList
from roborally.features.workshop.window.building.board_pictures import BoardPictures
from roborally.features.workshop.window.building.lot_section import LotSection
from roborally.features.workshop.window.building.table_keys import BOARDS, CHECKPOINTS
from roborally.features.workshop.window.building.table_view import TableView
from roborally.features.workshop.window.rating.plays_page import PlaysPage
from roborally.game.course.courses import Course
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.fields import TextField
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, field, heading, label, widget
from roborally.ui.toolkit.layout.nodes import Node, Size
from roborally.ui.toolkit.layout.tree_page import TreePage
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.shortcuts import CTRL, SHIFT, Shortcut

SHELF = Size(196, 220), Size(260, 360)
"""The least and natural width of the list of boards, and its least and natural height, in design units."""
TABLE = Size(300, 420), Size(260, 330)

ShowBuilding = Callable[[Callable[[], str]], None]
"""A function that shows the course to others while it is built; its argument returns the course's code."""


class BuilderPage(TreePage):
    """The page on which a player builds a course; `done(path)` is called with the saved file."""

    shelf: BoardList
    table: TableView
    title: TextField
    turn: Button
    remove: Button
    undo: Button
    redo: Button
    clearing: Button
    trying: Button
    saving: Button

    def __init__(
        self, app: App, bench: Workbench, done: Callable[[Path], None], show: ShowBuilding | None = None
    ) -> None:
        """Show the course of `bench`; `show`, if given, is called after changes to show it to others."""
        super().__init__(app)
        self.tools: dict[str, Button] = {}
        self.docks: Button | None = None
        self.bench = bench
        self.pictures = BoardPictures(bench.rules.catalogue, bench.table)
        self._done = done
        self._show = show
        self._above = Layer(self.space)
        self.controls = WidgetGroup(self._above)
        self._complaint = ""
        self.problem: Message | None = None
        """The reason why the course cannot be played, `None` if it can or has not been examined yet."""
        self.lot = LotSection(self._draw_lot) if bench.lottery.is_possible else None
        self.rebuild()

    # --- layout ---------------------------------------------------------------------------------------------------

    def backdrop(self) -> None:
        """Draw the backdrop of the page, and remove the controls above the table before they are built again."""
        self._above.clear()
        super().backdrop()

    def tree(self) -> Node:
        """Return the list of boards, the table and the tools, side by side, or in a narrow window below each other."""
        bench, dim = self.bench, theme.colour("text-dim")
        shelf = widget(BoardList, bench.parts, self.pictures, self._lay, width=SHELF[0], height=SHELF[1])
        shelf.at("stretch").named("shelf").kept(self, "shelf")
        table = widget(TableView, bench, self.pictures, self.changed, self.complain, width=TABLE[0], height=TABLE[1])
        table.grow().named("table").kept(self, "table")
        self._size_line = label("", 13, tint=dim, shorten=True)
        self._note_line = label("", 13, tint=theme.colour("warning"), wrap=True, lines=2)
        middle = column(table, self._size_line, self._note_line, gap=4).grow()
        side = column(*self._side())
        return column(
            heading(_("Build a course"), 24),
            fitting(
                lambda: row(shelf, middle, side, gap=12),
                lambda: column(middle, row(stack(shelf).grow(), stack(side).grow(), gap=12)),
                lambda: column(middle, side, shelf),
            ).grow(),
            flow(*self._buttons()),
            pad=(22, 14),
        )

    def _side(self) -> list[Node | None]:
        """Return the title, the tools, and the section of random courses."""
        text = _("The name of the course on the shelf")
        title = field(self.bench.title, self._call, tooltip=text, hint=_("My course"), longest=MAX_TITLE, height=38)
        tools: list[Node] = []
        if self.bench.rules.has_checkpoints:
            text = _("Drag boards, turn and remove them (B)")
            tools.append(self._tool(BOARDS, _("Boards"), text))
            text = _("Set checkpoints on the spaces that are not dark (C)")
            tools.append(self._tool(CHECKPOINTS, _("Checkpoints"), text))
        docks = None
        if self.bench.rules.wants_docks:
            text = _("Lay a board with start spaces beside the others")
            docks = self._button("docks", _("Add start spaces"), self._add_docks, text, "plus")
        return [
            label(_("Title"), 13, tint=theme.colour("text-dim")),
            title.named("title").kept(self, "title"),
            row(*tools) if tools else None,
            row(
                self._button("turn", _("Turn"), lambda: self.table.turn(1), _("Turn the board (R)"), "replay"),
                self._button(
                    "remove", _("Remove"), lambda: self.table.remove(), _("Remove what is chosen (Del)"), "trash"
                ),
            ),
            docks,
            row(
                self._button("undo", _("Undo"), self._undo, _("One step back (Ctrl+Z)"), "undo"),
                self._button("redo", _("Redo"), self._redo, _("One step forward (Ctrl+Y)")),
            ),
            space(),
            *(self.lot.rows() if self.lot is not None else []),
        ]

    def _tool(self, tool: str, text: str, tooltip: str) -> Node:
        made = button(text, partial(self.use, tool), tooltip=tooltip, size=15, height=38)
        return made.grow().then(partial(self.tools.__setitem__, tool))

    def _button(self, name: str, text: str, action: Callable[[], None], tooltip: str, icon: str = "") -> Node:
        return button(text, action, tooltip=tooltip, icon=icon, size=15, height=38).grow().kept(self, name)

    def _buttons(self) -> list[Node]:
        """Return the buttons below the table: back, clear, how it plays, save."""
        clearing = button(_("Clear the table"), self._clear, icon="trash", tooltip=_("Take all boards off the table"))
        text = _("Bots play on the course, and tell what they find")
        trying = button(_("How it plays"), self.show_plays, icon="robot", tooltip=text)
        text = _("Save the course among your own boards, and play on it")
        saving = button(_("Use this course"), self.save, icon="checkmark", accent=True, tooltip=text).wide(least=240)
        return [
            button(_("Back"), self.escape, icon="arrow-left"),
            clearing.kept(self, "clearing"),
            trying.kept(self, "trying"),
            space(),
            saving.kept(self, "saving"),
        ]

    def rebuild(self) -> None:
        """Build the page again, and show whether the course can be played."""
        super().rebuild()
        self._look = True
        self._show_buttons()
        self._show_note()

    # --- changes --------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Update the page after a change of the layout or of the chosen board."""
        self._look = True
        self._complaint = ""
        self._show_buttons()

    def _show_buttons(self) -> None:
        table, history = self.table, self.bench.history
        boards = table.tool == BOARDS
        for tool, made in self.tools.items():
            made.selected = tool == table.tool
        self.turn.enable(boards and table.chosen is not None)
        self.remove.enable(table.chosen is not None if boards else table.cursor in table.layout.checkpoints)
        if self.docks is not None:
            self.docks.enable(bool(self.bench.dock_board()) and bool(table.layout.boards))
        self.undo.enable(history.can_undo)
        self.redo.enable(history.can_redo)
        self.clearing.enable(bool(table.layout.boards))

    def complain(self, tooltip: Message) -> None:
        """Show below the table why an action is not possible."""
        self._complaint = tooltip.as_sentence()
        self._show_note()

    def _show_note(self) -> None:
        layout, extent = self.table.layout, self.bench.table.extent(self.table.layout)
        text = _("{size} spaces, boards: {boards} of {most}, checkpoints: {checkpoints}").format(
            size=f"{extent.width} × {extent.height}",
            boards=len(layout.boards),
            most=MAX_BOARDS,
            checkpoints=len(layout.checkpoints),
        )
        self._size_line.made.text = text if layout.boards else _("Drag a board onto the table, or select it.")
        shows_problem = not self._complaint and self.problem is not None and layout.boards
        self._note_line.made.text = self.problem.as_sentence() if shows_problem and self.problem else self._complaint

    def _lay(self, name: str) -> None:
        self.use(BOARDS)
        self.table.lay(name)

    def use(self, tool: str) -> None:
        """Switch to a tool, `BOARDS` or `CHECKPOINTS`; do nothing if the rules do not have it."""
        if tool in self.tools and tool != self.table.tool:
            self.table.use(tool)
            self._show_buttons()

    def _add_docks(self) -> None:
        try:
            self.bench.add_docks()
        except GameError as error:
            self.complain(error.message)
        else:
            self.table.settle()

    def _undo(self) -> None:
        self.bench.history.undo()
        self.table.settle()

    def _redo(self) -> None:
        self.bench.history.redo()
        self.table.settle()

    def _clear(self) -> None:
        self.table.chosen = None
        self.table.put(Layout)

    def _draw_lot(self) -> None:
        """Lay out the random course that the player has chosen."""
        if self.lot is not None:
            wish = self.lot.wish
            self.table.chosen = None
            self.table.put(lambda: self.bench.lottery.draw(wish))

    def _call(self, title: str) -> None:
        self.bench.title = title

    def show_plays(self) -> None:
        """Open the page on which bots play the course, if the course can be played."""
        self._look_closely()
        if self.problem is None:
            self.app.push(PlaysPage(self.app, self.bench.rules.catalogue, self.edition, self._course, self._accept))

    def _course(self) -> Course:
        return course_of(self.bench.table, self.table.layout, self.bench.title or _("My course"))

    def _accept(self, change: Change) -> Callable[[], None] | None:
        """Return a function that moves a checkpoint as suggested; `None` for other changes, or if the cell is unfit."""
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
        """Save the course and leave the page; if it cannot be played or saved, show why and stay."""
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
        if self._show is not None:
            self._show(self.bench.code)
        self.app.pop()
        self._done(path)

    # --- screen ---------------------------------------------------------------------------------------------------

    @property
    def edition(self) -> str:
        """The id of the mode for which the course is built."""
        return self.bench.rules.mode.id

    @property
    def ready(self) -> bool:
        """Whether all requested pictures are ready and the course has been examined."""
        return self.pictures.is_ready and not self._look

    def update(self, seconds: float) -> None:
        """Make pictures in small steps; when they are ready, find out whether the course can be played."""
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
        if self._show is not None:
            self._show(self.bench.code)

    def draw(self) -> None:
        """Draw the page, the list of boards, the table, and the controls above them."""
        super().draw()
        self.shelf.draw()
        self.table.draw()
        self._above.draw()

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button; the right one turns a board or removes a checkpoint."""
        if button == arcade.MOUSE_BUTTON_RIGHT:
            if self.table.rect.holds(x, y):
                self.table.press_right(x, y)
                self._show_buttons()
            return
        super().press(x, y, button)
        self._show_buttons()

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Drag a board from the list or on the table, or drag a checkpoint."""
        if self.shelf.grip is not None and self.shelf.pressed and not self.shelf.rect.holds(x, y):
            self.use(BOARDS)
            self.table.carry(self.shelf.grip, x, y)
            self.shelf.grip = None
        if self.table.carried is not None:
            self.table.follow(x, y)
            self.app.pace.wake()
        else:
            super().drag(x, y, dx, dy, button)

    def release(self, x: float, y: float, button: int) -> None:
        """Drop the dragged board or checkpoint."""
        if button == arcade.MOUSE_BUTTON_RIGHT:
            return
        self.table.drop(x, y)
        self.shelf.grip = None
        super().release(x, y, button)
        self._show_buttons()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page, without letters while the title or number is edited."""
        if isinstance(self.controls.focus, TextField):
            return super().shortcuts()
        tools = [
            Shortcut(("B",), _("Boards"), lambda: self.use(BOARDS)),
            Shortcut(("C",), _("Checkpoints"), lambda: self.use(CHECKPOINTS)),
        ]
        return [
            Shortcut((f"{CTRL}Z",), _("One step back"), self._undo),
            Shortcut((f"{CTRL}Y", f"{CTRL}{SHIFT}Z"), _("One step forward"), self._redo),
            *(tools if self.tools else []),
            Shortcut(("R",), _("Turn the board"), lambda: self.table.turn(1)),
            Shortcut((f"{SHIFT}R",), _("Turn the board the other way"), lambda: self.table.turn(-1)),
            Shortcut(("DELETE",), _("Remove what is chosen"), self.table.remove),
            *super().shortcuts(),
        ]

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key, then update which buttons are enabled."""
        super().key(symbol, modifiers)
        self._show_buttons()
