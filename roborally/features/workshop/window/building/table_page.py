"""A page with a table: the shelf of boards at the left, the table, and the tools at the right."""

from collections.abc import Callable

import arcade

from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.features.workshop.building.course_table import MAX_BOARDS
from roborally.features.workshop.building.workbench import Workbench
from roborally.features.workshop.window.building.board_list import BoardList
from roborally.features.workshop.window.building.board_pictures import BoardPictures
from roborally.features.workshop.window.building.table_keys import BOARDS, CHECKPOINTS
from roborally.features.workshop.window.building.table_places import table_parts
from roborally.features.workshop.window.building.table_view import TableView
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.preload import go_on_with
from roborally.ui.toolkit.shortcuts import SHIFT, Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widget_group import WidgetGroup
from roborally.ui.toolkit.widgets import Button

ROW = 38.0
GAP = 8.0
TOOL = 0.44
"""The share of the width for the tool for boards; that for checkpoints has the longer name."""


class TablePage(Screen):
    """Shows the table of a bench with its shelf; subclasses add the other controls in `_lay_out_rest`."""

    def __init__(self, app: App, bench: Workbench, heading: str) -> None:
        """Show the layout of the bench, without any button."""
        super().__init__(app)
        self.bench = bench
        self.pictures = BoardPictures(bench.rules.catalogue, bench.table)
        self._heading = heading
        self._above = Layer(self.space)
        self.controls = WidgetGroup(self._above)
        self._complaint = ""
        self._lay_out_table()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _lay_out_table(self) -> None:
        """Lay out the parts of every such page: the frame, the shelf, the table, and the lines below it."""
        parts = self._places = table_parts(self.sheet, tall=self.is_tall)
        layer, add, sheet, bench = self.layer, self.controls.add, self.sheet, self.bench
        layer.backdrop()
        layer.frame("panel", sheet.inset(16))
        layer.heading(self._heading, sheet.x + 36, sheet.top - 44, 24, tint=theme.colour("accent"))
        self.shelf: BoardList = add(BoardList(layer, parts.shelf, bench.parts, self.pictures, self._lay))
        self.table: TableView = add(TableView(layer, parts.table, bench, self.pictures, self.changed, self.complain))
        x, y, width = parts.table.x + 4, parts.table.y, parts.table.width - 8
        self._size = layer.label("", x, y - 14, size=13, width=width, tint=theme.colour("text-dim"))
        warning = theme.colour("warning")
        self._note = layer.label("", x, y - 24, size=13, width=width, wrap=True, anchor_y="top", tint=warning)
        self.tools: dict[str, Button] = {}
        self.turn: Button
        self.remove: Button
        self.docks: Button | None = None

    def _lay_out_rest(self) -> None:
        """Lay out the controls of the subclass."""

    def rebuild(self) -> None:
        """Lay the page out again for another sheet, with the same choice."""
        shelf, table = self.shelf, self.table
        self.clear()
        self._above.clear()
        self._lay_out_table()
        self.shelf.show_as(shelf)
        self.table.show_as(table)
        self._lay_out_rest()
        self._show_buttons()
        self._show_note()

    def _lay_out_tools(self, y: float) -> float:
        """Add the tools and the buttons for a piece below `y`; return the height below them."""
        if self.bench.rules.has_checkpoints:
            text = _("Drag boards, turn and remove them (B)")
            self.tools[BOARDS] = self._half(0, y, _("Boards"), lambda: self.use(BOARDS), text, first=TOOL)
            text = _("Set checkpoints on the spaces that are not dark (C)")
            self.tools[CHECKPOINTS] = self._half(
                1, y, _("Checkpoints"), lambda: self.use(CHECKPOINTS), text, first=TOOL
            )
            y -= ROW + GAP
        self.turn = self._half(0, y, _("Turn"), lambda: self.table.turn(1), _("Turn the board (R)"), "replay")
        self.remove = self._half(1, y, _("Remove"), self.table.remove, _("Remove what is chosen (Del)"), "trash")
        return y - ROW - GAP

    def _lay_out_docks(self, y: float) -> float:
        """Add the button for docks if the rules need them; return the height below it."""
        if not self.bench.rules.wants_docks:
            return y
        spot = self._places.side._replace(y=y - ROW, height=ROW)
        text = _("Lay a board with start spaces beside the others")
        button = Button(self.layer, spot, _("Add start spaces"), self._add_docks, icon="plus", size=15, tooltip=text)
        self.docks = self.controls.add(button)
        return y - ROW - GAP

    def _half(
        self,
        column: int,
        top: float,
        text: str,
        action: Callable[[], None],
        tooltip: str,
        icon: str = "",
        *,
        first: float = 0.5,
    ) -> Button:
        """Add one of two buttons in a row; `first` is the share of the width for the left one."""
        side = self._places.side
        left = first * (side.width - GAP)
        x = side.x + column * (left + GAP)
        spot = Rect(x, top - ROW, side.right - x if column else left, ROW)
        button: Button = self.controls.add(Button(self.layer, spot, text, action, icon=icon, size=15, tooltip=tooltip))
        return button

    # --- changes --------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Update the page after a change of the layout or the choice."""
        self._complaint = ""
        self._show_buttons()

    def _show_buttons(self) -> None:
        table = self.table
        boards = table.tool == BOARDS
        for tool, button in self.tools.items():
            button.selected = tool == table.tool
        self.turn.enable(boards and table.chosen is not None)
        self.remove.enable(table.chosen is not None if boards else table.cursor in table.layout.checkpoints)
        if self.docks is not None:
            self.docks.enable(bool(self.bench.dock_board()) and bool(table.layout.boards))

    def complain(self, tooltip: Message) -> None:
        """Say below the table why something is not possible."""
        self._complaint = tooltip.as_sentence()
        self._show_note()

    def _show_note(self) -> None:
        layout = self.table.layout
        extent = self.bench.table.extent(layout)
        size = f"{extent.width} × {extent.height}"
        text = _("{size} spaces, boards: {boards} of {most}, checkpoints: {checkpoints}")
        self._size.text = text.format(
            size=size, boards=len(layout.boards), most=MAX_BOARDS, checkpoints=len(layout.checkpoints)
        )
        if not layout.boards:
            self._size.text = _("Drag a board onto the table, or click on it.")
        self._note.text = self._complaint

    def _lay(self, name: str) -> None:
        self.use(BOARDS)
        self.table.lay(name)

    def use(self, tool: str) -> None:
        """Switch to the tool for boards or for checkpoints."""
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

    # --- screen ---------------------------------------------------------------------------------------------------

    @property
    def edition(self) -> str:
        """The mode for which the course is built."""
        return self.bench.rules.mode.id

    @property
    def ready(self) -> bool:
        """Whether all pictures are ready."""
        return self.pictures.is_ready

    def _make_pictures(self) -> bool:
        """Make pictures in small steps; return whether some are missing."""
        making = not self.pictures.is_ready and go_on_with(self.pictures.work())
        if making:
            self.app.pace.wake()
        return making

    def draw(self) -> None:
        """Draw the page, the shelf, the table, and the focus ring."""
        super().draw()
        self.shelf.draw()
        self.table.draw()
        self._above.draw()

    def press(self, x: float, y: float, button: int) -> None:
        """Handle a mouse button; the right one turns boards and removes checkpoints."""
        if button == arcade.MOUSE_BUTTON_RIGHT:
            if self.table.rect.holds(x, y):
                self.table.press_right(x, y)
                self._show_buttons()
            return
        super().press(x, y, button)
        self._show_buttons()

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Drag a board from the shelf or on the table, or a checkpoint."""
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
        """Drop the dragged piece."""
        if button == arcade.MOUSE_BUTTON_RIGHT:
            return
        self.table.drop(x, y)
        self.shelf.grip = None
        super().release(x, y, button)
        self._show_buttons()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page."""
        tools = [
            Shortcut(("B",), _("Boards"), lambda: self.use(BOARDS)),
            Shortcut(("C",), _("Checkpoints"), lambda: self.use(CHECKPOINTS)),
        ]
        return [
            *(tools if self.tools else []),
            Shortcut(("R",), _("Turn the board"), lambda: self.table.turn(1)),
            Shortcut((f"{SHIFT}R",), _("Turn the board the other way"), lambda: self.table.turn(-1)),
            Shortcut(("DELETE",), _("Remove what is chosen"), self.table.remove),
            *super().shortcuts(),
        ]

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key, then update the buttons."""
        super().key(symbol, modifiers)
        self._show_buttons()
