"""The page of the board editor with its mouse and keys."""

from functools import partial

import arcade

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.features.workshop.editor.motion import FLIP
from roborally.features.workshop.window.editor.drawing_page import DrawingPage
from roborally.features.workshop.window.editor.file_column import EditorActions
from roborally.features.workshop.window.editor.hand import LINE, RECTANGLE, SELECT, WALL, BoardPoint
from roborally.features.workshop.window.editor.overlay_switches import KEYS, NAMES
from roborally.features.workshop.window.editor.remembered import OVERLAYS
from roborally.features.workshop.window.editor.tool_column import TOOL_KEYS, TOOL_NAMES
from roborally.features.workshop.window.editor.workbench import EditorWorkbench
from roborally.ui.board.board_view import ZOOM_STEP
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.widget_group import ARROWS, WAYS
from roborally.ui.toolkit.shortcuts import CTRL, ENTER, SHIFT, Shortcut, act_on


class EditorPage(DrawingPage):
    """The page on which a player draws a board with mouse and keys."""

    def __init__(self, app: App, bench: EditorWorkbench, actions: EditorActions) -> None:
        self._panning = False
        self._corner: Cell | None = None
        """The cell where keys have begun a line, rectangle or selection, `None` if they have not."""
        super().__init__(app, bench, actions)

    def use(self, tool: str) -> None:
        """Choose a tool, one of `hand.TOOLS`; forget where keys have begun a line."""
        self._corner = None
        super().use(tool)

    # --- mouse ----------------------------------------------------------------------------------------------------

    def motion(self, x: float, y: float) -> None:
        """Mark the cell or edge under the mouse."""
        super().motion(x, y)
        self.by_keys = False
        self._move_to(x, y)

    def _move_to(self, x: float, y: float) -> None:
        spot = self.canvas.spot_at(x, y) if self.board_area.holds(x, y) else None
        if spot != self.spot:
            self.spot = spot
            self.say()
        self.point()

    def press(self, x: float, y: float, button: int) -> None:
        """Start to use the tool with the left button, or to move the view of the board with another one."""
        if not self.board_area.holds(x, y):
            super().press(x, y, button)
            return
        self.controls.set_focus(None)
        spot = self.canvas.spot_at(x, y)
        if button != arcade.MOUSE_BUTTON_LEFT or spot is None:
            self._panning = True
            return
        self.bench.view.cursor = spot.cell
        before = self.bench.hand.brush
        self.bench.hand.press(spot)
        if self.bench.hand.brush != before:
            self.show_brush(True)
        self.changed()

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Go on with the tool, or move the view of the board."""
        if self._panning:
            self.canvas.view.pan(dx, dy)
            return
        if not self.bench.editing.in_stroke:
            super().drag(x, y, dx, dy, button)
            return
        self._move_to(x, y)
        if self.spot is not None:
            self.bench.hand.drag(self.spot)
            self.changed()

    def release(self, x: float, y: float, button: int) -> None:
        """End the use of the tool, or the motion of the view."""
        self._panning = False
        if self.bench.editing.in_stroke:
            self.bench.hand.release()
            self.changed()
            self.look_ahead()
        else:
            super().release(x, y, button)

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Zoom the board under the mouse by `amount` notches of the wheel, in if positive; elsewhere scroll the page.

        While the page is being scrolled, a board that comes under the mouse is not zoomed.
        """
        over = self.board_area if not self.space.overflows else self.canvas.view.seen.within(self.board_area)
        if over.holds(x, y) and not self.overflow.goes_on:
            self.canvas.view.zoom_by(ZOOM_STEP**amount, x, y)
        else:
            super().scroll(x, y, amount)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the description of the cell or control under the mouse."""
        if not self.board_area.holds(x, y):
            return super().tooltip_at(x, y)
        spot = self.canvas.spot_at(x, y)
        if spot is None or self.bench.editing.in_stroke:
            return ""
        return "\n".join(self.sentences(*spot.cell))

    def rule_at(self, x: float, y: float) -> str:
        """Return the id of the rule about the element under a point, empty if there is none."""
        spot = self.canvas.spot_at(x, y) if self.board_area.holds(x, y) else None
        known = self.bench.editing.document.tile(spot.cell).known(self.bench.speller) if spot is not None else []
        return next((rule for element in reversed(known) for rule in element.manifest.rules), "")

    # --- keys -----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this page."""
        hand, actions = self.bench.hand, self.actions
        return [
            Shortcut(("ESCAPE",), _("Select nothing; back to the main menu"), self.escape),
            *(Shortcut((key,), _(TOOL_NAMES[tool]), partial(self.use, tool)) for tool, key in TOOL_KEYS.items()),
            *(Shortcut((key,), _("Move the cursor"), partial(self._step, dx, -dy)) for key, (dx, dy) in WAYS.items()),
            *(
                Shortcut(
                    (f"{CTRL}{key}",), _("A wall at this side of the cursor, or none"), partial(self._wall, number)
                )
                for number, key in enumerate(("UP", "RIGHT", "DOWN", "LEFT"))
            ),
            Shortcut((*ENTER, "SPACE"), _("Use the tool at the cursor; lines and rectangles twice"), self._use_here),
            Shortcut(("PAGEUP",), _("The element before"), partial(self._next_kind, -1)),
            Shortcut(("PAGEDOWN",), _("The next element"), partial(self._next_kind, 1)),
            Shortcut(("R",), _("Turn the chosen element"), partial(self.turn_brush, 1)),
            Shortcut((f"{SHIFT}R",), _("Turn the chosen element back"), partial(self.turn_brush, -1)),
            Shortcut(("Y",), _("The next symmetry"), partial(self.tools.symmetry.step, 1)),
            Shortcut(("T",), _("Turn what is selected, or the board"), self.turn),
            Shortcut(("H",), _("Mirror it: left and right"), self.mirror),
            Shortcut(("V",), _("Mirror it: above and below"), partial(self.do, partial(hand.move, FLIP))),
            Shortcut((f"{CTRL}Z",), _("Undo"), self.undo),
            Shortcut((f"{CTRL}Y", f"{CTRL}{SHIFT}Z"), _("Redo"), self.redo),
            Shortcut((f"{CTRL}A",), _("Select all"), partial(self.do, hand.select_all)),
            Shortcut((f"{CTRL}C",), _("Copy"), partial(self.do, hand.copy)),
            Shortcut((f"{CTRL}X",), _("Cut"), partial(self.do, hand.cut)),
            Shortcut((f"{CTRL}V",), _("Paste at the cursor"), self._paste),
            Shortcut(("DELETE", "BACKSPACE"), _("Make open floor: what is selected, or at the cursor"), self._delete),
            Shortcut((f"{CTRL}N",), _("New"), actions.new),
            Shortcut((f"{CTRL}O",), _("Open"), actions.open),
            Shortcut((f"{CTRL}S",), _("Save"), actions.save),
            Shortcut((f"{CTRL}{SHIFT}S",), _("Save as"), actions.save_as),
            Shortcut(("D",), _("Title, size"), actions.describe),
            Shortcut(("G",), _("How it plays, or the advice"), self._switch),
            *(
                Shortcut((f"KEY_{KEYS[name]}",), _(NAMES[name]), partial(self.switch_overlay, name))
                for name in OVERLAYS
            ),
            Shortcut(("F5",), _("Play here"), actions.play),
            *self.canvas.view.shortcuts(),
        ]

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; a focused control gets the arrows, Enter and Space, otherwise the board does."""
        keys = arcade.key
        own = symbol in (*ARROWS, keys.ENTER, keys.NUM_ENTER, keys.SPACE) and not modifiers & keys.MOD_CTRL
        if self.controls.focus is not None and symbol == keys.ESCAPE:
            self.controls.set_focus(None)
        elif (self.controls.focus is not None and own) or not act_on(self.shortcuts(), symbol, modifiers):
            self.controls.key(symbol, modifiers)

    def focus_first(self) -> bool:
        """Focus no control, so that the arrow keys move the cursor; return `True`."""
        return True

    def escape(self) -> None:
        """Drop an unfinished line or the selection; if there is neither, leave the editor, which keeps the board."""
        if self._corner is not None:
            self._corner = None
            self.bench.hand.release()
            self.undo()
        elif not self.bench.hand.forget_selection():
            self.actions.leave()
        self.point()

    def _step(self, dx: int, dy: int) -> None:
        """Move the cursor by a cell; an unfinished line or rectangle follows it."""
        cell = self.canvas.view.beside(self.bench.view.cursor, dx, dy)
        self.spot = BoardPoint(cell)
        self.go_to(cell)
        if self._corner is not None:
            self.bench.hand.drag(self.spot)
            self.changed()
        self.say()

    def _use_here(self) -> None:
        hand, spot = self.bench.hand, BoardPoint(self.bench.view.cursor, self.bench.hand.brush.direction or 0)
        self.by_keys = True
        before = hand.brush
        if self._corner is None:
            hand.press(spot)
        if hand.tool in (LINE, RECTANGLE, SELECT) and self._corner is None:
            self._corner = spot.cell
        else:
            self._corner = None
            hand.release()
        if hand.brush != before:
            self.show_brush(True)
        self.changed()

    def _wall(self, direction: int) -> None:
        hand = self.bench.hand
        tool, hand.tool = hand.tool, WALL
        hand.press(BoardPoint(self.bench.view.cursor, direction, at_edge=True))
        hand.release()
        hand.tool = tool
        self.changed()

    def _next_kind(self, by: int) -> None:
        self.choose(self.tools.palette.step(self.bench.hand.brush, by))

    def _switch(self) -> None:
        self.show_findings(not self.bench.plays.is_on)

    def _paste(self) -> None:
        self.do(partial(self.bench.hand.paste, self.bench.view.cursor))

    def _delete(self) -> None:
        hand, cell = self.bench.hand, self.bench.view.cursor
        if hand.selection is not None:
            self.do(hand.delete)
        else:
            self.do(lambda: self.bench.editing.put(hand.painter.erase(self.bench.editing.document, [cell])))
