"""The board editor: the board in the middle, tools and elements at the left, files and advice at the right."""

from collections.abc import Callable, Sequence
from functools import partial

import arcade

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.plugin import text
from roborally.ui.board.board_view import ZOOM_STEP
from roborally.ui.editor.advice_list import AdviceList
from roborally.ui.editor.board_canvas import BoardCanvas
from roborally.ui.editor.hand import BRUSH, ERASER, FILL, LINE, PICKER, RECTANGLE, SELECT, TOOLS, WALL, Spot
from roborally.ui.editor.palette import Palette
from roborally.ui.editor.workbench import Workbench
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import Action
from roborally.ui.toolkit.shortcuts import CTRL, ENTER, SHIFT, Shortcut, act_on
from roborally.ui.toolkit.theme import HEIGHT, WIDTH, Rect
from roborally.ui.toolkit.widget_group import ARROWS, WAYS
from roborally.ui.toolkit.widgets import Button, Choice
from roborally.workshop.editor.motion import FLIP, MIRROR, TURN_RIGHT
from roborally.workshop.editor.painting import Brush

LEFT, RIGHT = 246.0, 284.0
"""The widths of the columns beside the board."""
PADDING = 10.0
ROW, GAP = 32.0, 6.0
STATUS = 30.0
"""The height of the line below the board."""

TOOL_NAMES = {
    BRUSH: text("Brush"),
    LINE: text("Line"),
    RECTANGLE: text("Rectangle"),
    FILL: text("Fill"),
    WALL: text("Walls"),
    ERASER: text("Eraser"),
    PICKER: text("Picker"),
    SELECT: text("Selection"),
}
TOOL_TIPS = {
    BRUSH: text("Draw the chosen element; belts follow the mouse. What stands on a wall goes to the nearest edge."),
    LINE: text("Draw a straight line of the chosen element"),
    RECTANGLE: text("Fill a rectangle with the chosen element"),
    FILL: text("Fill the whole area that holds the same"),
    WALL: text("Click an edge: a wall comes or goes"),
    ERASER: text("Make open floor; at an edge, take away what stands there"),
    PICKER: text("Take the element of a cell as the brush"),
    SELECT: text("Select a rectangle; drag it to move it"),
}
TOOL_KEYS = {BRUSH: "B", LINE: "L", RECTANGLE: "M", FILL: "F", WALL: "W", ERASER: "E", PICKER: "P", SELECT: "S"}
SYMMETRY_NAMES = {
    "none": text("No symmetry"),
    "left-right": text("Mirror: left and right"),
    "up-down": text("Mirror: above and below"),
    "both": text("Mirror: both ways"),
    "turn-2": text("Turn: two times"),
    "turn-4": text("Turn: four times"),
}


class EditorActions:
    """What the page cannot do alone: the pages and matches that it leads to."""

    def __init__(self, **actions: Action) -> None:
        """Take the actions by name."""
        self.leave = actions["leave"]
        self.new, self.open, self.save, self.save_as = (actions[name] for name in ("new", "open", "save", "save_as"))
        self.describe, self.copy_code, self.paste_code = (
            actions[name] for name in ("describe", "copy_code", "paste_code")
        )
        self.picture, self.play, self.test = actions["picture"], actions["play"], actions["test"]


class EditorPage(Screen):
    """Draws a board; everything that is drawn lies on the workbench."""

    def __init__(self, app: App, bench: Workbench, actions: EditorActions) -> None:
        """Show what is on the workbench."""
        super().__init__(app)
        self.bench = bench
        self.actions = actions
        self._spot: Spot | None = None
        self._panning = False
        self._pointed: object = None
        self._by_keys = False
        self._corner: Cell | None = None
        """Where a line or rectangle of the keys has begun."""
        self._share()
        plugins = list(bench.catalogue.plugins.values())
        self.canvas = BoardCanvas(self.space, plugins, bench.speller, bench.editing.document, self._board_area)
        if bench.view.zoom:
            self.canvas.view.zoom, self.canvas.view.middle = bench.view.zoom, bench.view.middle
            self.canvas.view.resized()
        self._build()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _share(self) -> None:
        whole = Rect(0, 0, WIDTH, HEIGHT)
        self._left = Rect(whole.x, whole.y, LEFT, whole.height)
        self._right = Rect(whole.right - RIGHT, whole.y, RIGHT, whole.height)
        width = self._right.x - self._left.right
        self._board_area = Rect(self._left.right, whole.y + STATUS, width, whole.height - STATUS)

    def _build(self) -> None:
        self.clear()
        self.layer.frame("panel", self._left.inset(2))
        self.layer.frame("panel", self._right.inset(2))
        self._build_left()
        self._build_right()
        area = self._board_area
        line = Rect(area.x, area.y - STATUS, area.width, STATUS)
        self.layer.fill(line, theme.colour("background"))
        self.status = self.layer.label("", line.x + 10, line.centre[1], size=13, width=line.width - 20)
        self.refresh()

    def _build_left(self) -> None:
        area = self._left.inset(PADDING)
        top = area.top
        self.tools: dict[str, Button] = {}
        width = (area.width - GAP) / 2
        for number, tool in enumerate(TOOLS):
            row, column = divmod(number, 2)
            spot = Rect(area.x + column * (width + GAP), top - (row + 1) * (ROW + GAP) + GAP, width, ROW)
            tooltip = f"{_(TOOL_TIPS[tool])} ({TOOL_KEYS[tool]})"
            button = Button(self.layer, spot, _(TOOL_NAMES[tool]), partial(self.use, tool), tooltip=tooltip, size=13)
            self.tools[tool] = self.controls.add(button)
        top -= 4 * (ROW + GAP) + 6
        self.palette = Palette(self.layer, self.controls, self.bench.catalogue, self.bench.speller, self.choose)
        top = self.palette.lay_out(Rect(area.x, area.y, area.width, top - area.y), self.bench.hand.brush) - 6
        self._told_brush = self.bench.hand.brush
        room = Rect(area.x, area.y, area.width, top - area.y)
        self._values_top = self.palette.lay_out_values(room, self.bench.hand.brush)
        symmetries = [(name, _(title)) for name, title in SYMMETRY_NAMES.items()]
        spot = Rect(area.x, area.y, area.width, ROW)
        tooltip = _("What is drawn appears at all these places; docks and homes get the next numbers (Y)")
        self.symmetry: Choice = self.controls.add(
            Choice(self.layer, spot, symmetries, self.bench.hand.symmetry, self._set_symmetry, tooltip, size=12)
        )

    def _build_right(self) -> None:
        area, actions = self._right.inset(PADDING), self.actions
        layer, dim = self.layer, theme.colour("text-dim")
        self.title = layer.heading("", area.x + 2, area.top - 12, 17, tint=theme.colour("accent"), width=area.width)
        self.about = layer.label("", area.x + 2, area.top - 34, size=12, tint=dim, width=area.width)
        top = area.top - 50
        rows: Sequence[tuple[tuple[str, Action, str], ...]] = (
            ((_("Undo"), self.undo, _("Ctrl+Z")), (_("Redo"), self.redo, _("Ctrl+Y"))),
            ((_("New"), actions.new, _("An empty board (Ctrl+N)")), (_("Open"), actions.open, _("Ctrl+O"))),
            ((_("Save"), actions.save, _("Ctrl+S")), (_("Save as"), actions.save_as, _("Ctrl+Shift+S"))),
            (
                (_("Copy code"), actions.copy_code, _("A line of text that friends can paste")),
                (_("Paste code"), actions.paste_code, _("Open the board of a code in the clipboard")),
            ),
            (
                (
                    _("Title, size"),
                    actions.describe,
                    _("Title, author, description, players, and the size of the board"),
                ),
                (_("Picture"), actions.picture, _("Keep a picture of the board")),
            ),
            (
                (_("Turn"), self.turn, _("A quarter to the right: what is selected, or the board (T)")),
                (_("Mirror"), self.mirror, _("Left and right change places (H); above and below (V)")),
            ),
        )
        self.buttons: list[Button] = []
        width = (area.width - GAP) / 2
        for row in rows:
            for column, (caption, action, tooltip) in enumerate(row):
                spot = Rect(area.x + column * (width + GAP), top - ROW, width, ROW)
                self.buttons.append(self.controls.add(Button(layer, spot, caption, action, tooltip=tooltip, size=13)))
            top -= ROW + GAP
        spot = Rect(area.x, top - 40, area.width - 46, 40)
        tooltip = _("You and some bots on the board as it is; F5 leads back")
        self.play: Button = self.controls.add(
            Button(layer, spot, _("Play here"), actions.play, icon="play", accent=True, tooltip=tooltip)
        )
        spot = Rect(spot.right + GAP, top - 40, 40, 40)
        self.controls.add(
            Button(layer, spot, "", actions.test, icon="settings", tooltip=_("Rules and bots of the match"))
        )
        top -= 40 + 14
        back = Rect(area.x, area.y, area.width, ROW)
        leave = Button(layer, back, _("Main menu"), actions.leave, icon="arrow-left", size=13)
        self.controls.add(leave)
        layer.label(_("Advice"), area.x + 2, top - 8, size=13, bold=True)
        room = Rect(area.x + 2, back.top + 8, area.width - 4, top - 24 - back.top - 8)
        self.list = AdviceList(layer, self.controls, room, self.go_to)

    def resized(self) -> None:
        """Give the board its new place at once; the rest follows when the size is final."""
        super().resized()
        self._share()
        self.canvas.view.take_place(self._board_area)

    def settled(self) -> None:
        """Lay everything out in the final size."""
        self._share()
        self._build()
        self._tell_advice()

    # --- state ----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show tools, titles and the board as they are now."""
        bench, hand = self.bench, self.bench.hand
        document = bench.editing.document
        for tool, button in self.tools.items():
            button.selected = tool == hand.tool
        self.buttons[0].enable(bench.editing.can_undo)
        self.buttons[1].enable(bench.editing.can_redo)
        self.title.text = document.texts.name or _("A board without a title")
        state = _("saved") if bench.is_saved else _("not saved")
        self.about.text = f"{document.width} × {document.height} · {bench.name} · {state}"
        self.canvas.show(document)
        self._say()

    def _say(self) -> None:
        """Tell below the board what could not be done, or what is under the mouse."""
        told = self.bench.told
        self.status.text = told.as_sentence() if told is not None else self._about_cell()
        self.status.tint = theme.colour("accent" if told is not None else "text-dim")

    def _about_cell(self) -> str:
        if self._spot is None:
            return ""
        x, y = self._spot.cell
        return "  ·  ".join([_("Row {row}, column {column}").format(row=y + 1, column=x + 1), *self._sentences(x, y)])

    def _sentences(self, x: int, y: int) -> list[str]:
        """Return what is to be said of a cell, and what stands there."""
        advice = [entry.message.as_sentence() for entry in self.bench.advice if (x, y) in entry.cells]
        view = self.canvas.view
        there = [view.painter.tooltip(element) for element in view.board.elements if element.cell == (x, y)]
        unknown = self.bench.editing.document.unknown(self.bench.speller).get((x, y), [])
        strange = [
            _("“{atom}” belongs to a plugin that is not there; it is kept.").format(atom=atom) for atom in unknown
        ]
        return [*advice, *(told for told in there if told not in unknown), *strange]

    def use(self, tool: str) -> None:
        """Choose a tool."""
        hand = self.bench.hand
        hand.tool, self._corner = tool, None
        if tool != SELECT:
            hand.forget_selection()
        self.refresh()

    def choose(self, brush: Brush) -> None:
        """Choose an element; a tool that draws nothing becomes the brush."""
        hand = self.bench.hand
        values_differ = brush.kind != hand.brush.kind or _choices(brush) != _choices(hand.brush)
        hand.brush = brush
        if hand.tool in (WALL, ERASER, PICKER, SELECT):
            hand.tool = BRUSH
            hand.forget_selection()
        self._show_brush(values_differ)

    def _show_brush(self, values_differ: bool) -> None:
        self.palette.show(self.bench.hand.brush)
        if values_differ:  # it has other values to choose from
            self._build()
            self._tell_advice()
        else:
            self.refresh()

    def turn_brush(self, quarters: int) -> None:
        """Turn the chosen element."""
        brush = self.bench.hand.brush
        if brush.direction is not None:
            self.choose(brush.pointing((brush.direction + quarters) & 3))

    def _set_symmetry(self, name: str) -> None:
        self.bench.hand.symmetry = name

    def _next_symmetry(self) -> None:
        self.symmetry.step(1)

    def undo(self) -> None:
        """Take a step back."""
        self._do(self.bench.editing.undo)

    def redo(self) -> None:
        """Do again what was undone."""
        self._do(self.bench.editing.redo)

    def turn(self) -> None:
        """Turn what is selected, or the board."""
        self._do(partial(self.bench.hand.move, TURN_RIGHT))

    def mirror(self) -> None:
        """Mirror what is selected, or the board."""
        self._do(partial(self.bench.hand.move, MIRROR))

    def _do(self, action: Callable[[], object]) -> None:
        """Change the board, and show it."""
        self.bench.hand.refused, self.bench.hand.problem = {}, None
        before = self.bench.hand.brush
        action()
        self._changed()
        if self.bench.hand.brush != before:
            self._show_brush(True)

    def _changed(self) -> None:
        x, y = self.bench.view.cursor
        document = self.bench.editing.document
        self.bench.view.cursor = min(x, document.width - 1), min(y, document.height - 1)
        self.refresh()
        self._point()

    def go_to(self, cell: Cell) -> None:
        """Show a cell: the cursor goes there, and the view if it is not in sight."""
        self.bench.view.cursor, self._by_keys = cell, True
        view = self.canvas.view
        if not view.rect.holds(*view.point_of(cell)):
            view.follow(*view.centre(cell), 1.0)
        self._point()

    # --- time -----------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Take what has been found, keep the draft, and write the list."""
        if self.bench.look():
            self._tell_advice()
        self.bench.keep()
        if self.list.update() or not self.bench.advice_is_complete:
            self.app.pace.wake()

    def _tell_advice(self) -> None:
        bench = self.bench
        self.canvas.mark(bench.advice)
        self.list.show(bench.advice, bench.advice_problem, complete=bench.advice_is_complete)

    def closed(self) -> None:
        """Remember how the board was looked at."""
        self.bench.editing.end()
        self.bench.view.zoom, self.bench.view.middle = self.canvas.view.zoom, self.canvas.view.middle

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the board, and what lies beside it."""
        self.canvas.view.bright = self.app.settings.light_floor
        self.canvas.draw()
        self.space.default_camera.use()
        super().draw()

    def _point(self) -> None:
        """Show what a press would be about."""
        hand, spot = self.bench.hand, self._spot
        edge = spot.edge if spot is not None and hand.is_edge(spot) else None
        cursor = self.bench.view.cursor if self._by_keys else None
        pointed = spot, edge, cursor, hand.selection
        if pointed != self._pointed:
            self._pointed = pointed
            self.canvas.point(*pointed)

    # --- mouse ----------------------------------------------------------------------------------------------------

    def motion(self, x: float, y: float) -> None:
        """Show what is under the mouse."""
        super().motion(x, y)
        self._by_keys = False
        self._move_to(x, y)

    def _move_to(self, x: float, y: float) -> None:
        spot = self.canvas.spot_at(x, y) if self._board_area.holds(x, y) else None
        if spot != self._spot:
            self._spot = spot
            self._say()
        self._point()

    def press(self, x: float, y: float, button: int) -> None:
        """Begin to draw, or to move the view with another button; the third one picks."""
        if not self._board_area.holds(x, y):
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
            self._show_brush(True)
        self._changed()

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Go on drawing, or move the view."""
        if self._panning:
            self.canvas.view.pan(dx, dy)
            return
        if not self.bench.editing.in_stroke:
            super().drag(x, y, dx, dy, button)
            return
        self._move_to(x, y)
        if self._spot is not None:
            self.bench.hand.drag(self._spot)
            self._changed()

    def release(self, x: float, y: float, button: int) -> None:
        """End what was begun."""
        self._panning = False
        if self.bench.editing.in_stroke:
            self.bench.hand.release()
            self._changed()
        else:
            super().release(x, y, button)

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Zoom the board."""
        if self._board_area.holds(x, y):
            self.canvas.view.zoom_by(ZOOM_STEP**amount, x, y)
        else:
            super().scroll(x, y, amount)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return what is to be said of a cell, or what a control does."""
        if not self._board_area.holds(x, y):
            return super().tooltip_at(x, y)
        spot = self.canvas.spot_at(x, y)
        if spot is None or self.bench.editing.in_stroke:
            return ""
        return "\n".join(self._sentences(*spot.cell))

    def rule_at(self, x: float, y: float) -> str:
        """Return the rule about the element under a point."""
        spot = self.canvas.spot_at(x, y) if self._board_area.holds(x, y) else None
        known = self.bench.editing.document.tile(spot.cell).known(self.bench.speller) if spot is not None else []
        return next((rule for element in reversed(known) for rule in element.manifest.rules), "")

    # --- keys -----------------------------------------------------------------------------------------------------

    def shortcuts(self) -> list[Shortcut]:
        """Return what keys do here."""
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
            Shortcut(("Y",), _("The next symmetry"), self._next_symmetry),
            Shortcut(("T",), _("Turn what is selected, or the board"), self.turn),
            Shortcut(("H",), _("Mirror it: left and right"), self.mirror),
            Shortcut(("V",), _("Mirror it: above and below"), partial(self._do, partial(hand.move, FLIP))),
            Shortcut((f"{CTRL}Z",), _("Undo"), self.undo),
            Shortcut((f"{CTRL}Y", f"{CTRL}{SHIFT}Z"), _("Redo"), self.redo),
            Shortcut((f"{CTRL}A",), _("Select all"), partial(self._do, hand.select_all)),
            Shortcut((f"{CTRL}C",), _("Copy"), partial(self._do, hand.copy)),
            Shortcut((f"{CTRL}X",), _("Cut"), partial(self._do, hand.cut)),
            Shortcut((f"{CTRL}V",), _("Paste at the cursor"), self._paste),
            Shortcut(("DELETE", "BACKSPACE"), _("Make open floor: what is selected, or at the cursor"), self._delete),
            Shortcut((f"{CTRL}N",), _("New"), actions.new),
            Shortcut((f"{CTRL}O",), _("Open"), actions.open),
            Shortcut((f"{CTRL}S",), _("Save"), actions.save),
            Shortcut((f"{CTRL}{SHIFT}S",), _("Save as"), actions.save_as),
            Shortcut(("D",), _("Title, size"), actions.describe),
            Shortcut(("F5",), _("Play here"), actions.play),
            *self.canvas.view.shortcuts(),
        ]

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: a control with the focus uses arrows and Enter, otherwise the board does."""
        keys = arcade.key
        own = symbol in (*ARROWS, keys.ENTER, keys.NUM_ENTER, keys.SPACE) and not modifiers & keys.MOD_CTRL
        if self.controls.focus is not None and symbol == keys.ESCAPE:
            self.controls.set_focus(None)
        elif (self.controls.focus is not None and own) or not act_on(self.shortcuts(), symbol, modifiers):
            self.controls.key(symbol, modifiers)

    def focus_first(self) -> bool:
        """Leave the arrows to the cursor; Tab leads to the controls."""
        return True

    def escape(self) -> None:
        """Select nothing, or return to the main menu; what is drawn is kept."""
        if self._corner is not None:
            self._corner = None
            self.bench.hand.release()
            self.undo()
        elif not self.bench.hand.forget_selection():
            self.actions.leave()
        self._point()

    def _step(self, dx: int, dy: int) -> None:
        """Move the cursor; a line or rectangle that was begun follows it."""
        document, (x, y) = self.bench.editing.document, self.bench.view.cursor
        cell = max(0, min(document.width - 1, x + dx)), max(0, min(document.height - 1, y + dy))
        self._spot = Spot(cell)
        self.go_to(cell)
        if self._corner is not None:
            self.bench.hand.drag(self._spot)
            self._changed()
        self._say()

    def _use_here(self) -> None:
        hand, spot = self.bench.hand, Spot(self.bench.view.cursor, self.bench.hand.brush.direction or 0)
        self._by_keys = True
        before = hand.brush
        if self._corner is None:
            hand.press(spot)
        if hand.tool in (LINE, RECTANGLE, SELECT) and self._corner is None:
            self._corner = spot.cell
        else:
            self._corner = None
            hand.release()
        if hand.brush != before:
            self._show_brush(True)
        self._changed()

    def _wall(self, direction: int) -> None:
        hand = self.bench.hand
        tool, hand.tool = hand.tool, WALL
        hand.press(Spot(self.bench.view.cursor, direction, at_edge=True))
        hand.release()
        hand.tool = tool
        self._changed()

    def _next_kind(self, by: int) -> None:
        self.choose(self.palette.step(self.bench.hand.brush, by))

    def _paste(self) -> None:
        self._do(partial(self.bench.hand.paste, self.bench.view.cursor))

    def _delete(self) -> None:
        hand, cell = self.bench.hand, self.bench.view.cursor
        if hand.selection is not None:
            self._do(hand.delete)
        else:
            self._do(lambda: self.bench.editing.put(hand.painter.erase(self.bench.editing.document, [cell])))


def _choices(brush: Brush) -> dict[str, object]:
    return {name: value for name, value in brush.values if name != "direction"}
