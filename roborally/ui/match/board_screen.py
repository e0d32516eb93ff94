"""A screen with a board and a panel, the base of `MatchScreen`: lays them out, and passes mouse and keys to them."""

from functools import partial

import arcade

from roborally.base.translation import _
from roborally.core.geometry import Cell
from roborally.narration.words import cell_text
from roborally.plugin import text
from roborally.ui.board.board_art import CELL
from roborally.ui.board.board_view import ZOOM_STEP
from roborally.ui.match.arrangement import arrange
from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.on_board.camera import Camera
from roborally.ui.match.on_board.shown_cards import ShownCards
from roborally.ui.match.panel.log_box import NOTHING
from roborally.ui.match.panel.panels import Panels
from roborally.ui.match.panel.side_panel import SidePanel
from roborally.ui.match.question_panel import QuestionPanel
from roborally.ui.match.questions.notices import Notices
from roborally.ui.match.questions.question_controller import QuestionController
from roborally.ui.match.watching.spectator_aids import Spectating
from roborally.ui.match.windows.match_rules import MatchRules
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.controls.widget_group import ARROWS, WAYS, WidgetGroup
from roborally.ui.toolkit.overflow import Overflow
from roborally.ui.toolkit.part import Written
from roborally.ui.toolkit.shortcuts import CTRL, ENTER, Shortcut, act_on
from roborally.ui.toolkit.space import START, Space
from roborally.ui.toolkit.theme import Rect

FRAME = 4.0
"""The distance between the edge of a chosen cell and the frame around it, in design units."""
PAD_KEYS = {
    "b": "BACKSPACE",
    "x": "DELETE",
    "y": "G",
    "start": "ESCAPE",
    "back": "L",
    "leftstick": "I",
    "rightstick": "T",
    "righttilt": CTRL,
}
"""The names of the keys that a gamepad's buttons stand for in a match."""


class BoardScreen(Screen):
    """A screen that passes input to the board in `board_area`, to its marked cells, or to the visible panel.

    Subclasses create its parts and `match_shortcuts`: the keys that have the same meaning with every panel. They may
    also use the strip below the board.
    """

    board_pane: BoardPane
    camera: Camera
    panels: Panels
    question_controller: QuestionController
    notices: Notices
    cards: ShownCards
    watching: Spectating
    rules: MatchRules
    match_shortcuts: list[Shortcut]
    panning = False
    panel_below = 0.0
    """The height of a panel below the board, in design units; 0 to choose the panel's place by the window's shape."""
    way_out = text("Menu")
    """What the key Esc does, in English, for the list of keys."""

    def __init__(self, app: App, players: int) -> None:
        """Divide the window between the board and the panel for `players` players."""
        super().__init__(app, app.matches)
        self._players = players
        self.panel_space = Space(app, app.matches.scale)
        self.overflow = Overflow(app, self.panel_space, self._panel_controls)
        self._share()
        self._has_moved = False
        self.panel_area = self.arrangement.panel
        """The rectangle in which the panels are laid out."""

    # --- the window -----------------------------------------------------------------------------------------------

    def _share(self) -> None:
        self.arrangement = arrange(
            self.space.whole, self._players, self.strip_below, self.panel_below, folded=self.is_folded
        )
        self.panel_space.place(self.arrangement.room, self.arrangement.panel)

    def strip_below(self, width: float) -> float:
        """Return the height of the strip below a board of a given width, in design units; 0 for no strip."""
        return 0.0

    @property
    def is_folded(self) -> bool:
        """Whether the panel is out of view, so that the board has the whole window."""
        return False

    @property
    def board_area(self) -> Rect:
        """Return the rectangle of the board."""
        return self.arrangement.board

    @property
    def banner_room(self) -> Rect:
        """Return the rectangle with banners in its upper left corner."""
        return self.arrangement.side if self.is_folded else self.arrangement.room

    def resized(self) -> None:
        """Move the board and the texts over it at once; a banner at its old place could be out of view.

        The rest follows with the next frame, no matter how many changes of size come before it.
        """
        self._share()
        self.panel_space.place(self.arrangement.room, self.panel_area)
        self.board_pane.board.take_place(self.board_area)
        self._place_texts()
        self._has_moved = True

    def settled(self) -> None:
        """Lay the panels out in the final size of the window; answers that are not confirmed are kept."""
        self._share()
        if self.arrangement.panel != self.panel_area:
            self.panel_area = self.arrangement.panel
            self.panels.move(self.panel_area)
            self._has_moved = True
        self.keep_up()

    def keep_up(self) -> None:
        """Lay everything out again if the window's size has changed since the last layout."""
        if self._has_moved:
            self.lay_out_again()

    def lay_out_again(self) -> None:
        """Lay out the panel and everything over the board again, in their present places."""
        self._has_moved = False
        self._place_texts()
        self.question_controller.translate()

    def _place_texts(self) -> None:
        self.notices.place(self.banner_room)
        self.cards.place(self.board_area)
        self.watching.place()

    def scroll_to_top(self) -> None:
        """Scroll to the top of the panel, whose contents have changed, and release the pressed control."""
        self.overflow.let_go()
        self.panel_space.go_to(*START)

    # --- input ----------------------------------------------------------------------------------------------------

    def _in_panel(self, x: float, y: float) -> tuple[float, float]:
        return self.panel_space.inside(x, y)

    def further_controls(self) -> list[WidgetGroup]:
        """Return the groups of controls outside the panel, over the board and below it."""
        return self.watching.controls()

    def motion(self, x: float, y: float) -> None:
        """Highlight the control or cell under the mouse, or the cell of the log line under the mouse."""
        for controls in self.further_controls():
            controls.motion(x, y)
        self.panels.shown.motion(*self._in_panel(x, y))
        self.board_pane.targets.mean(self.board_pane.place_of(self._line_at(*self._in_panel(x, y))))
        self._leave_board()
        self._point_at(self._cell_at(x, y))

    def _cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell under a point, `None` beside the board or where the map or the recap covers it."""
        is_covered = self.board_pane.minimap.holds(x, y) or self.watching.recap.holds(x, y)
        return None if is_covered else self.board_pane.board.cell_at(x, y)

    def _point_at(self, cell: Cell | None) -> None:
        self.question_controller.look_at(cell)
        self.board_pane.mouse_over(cell)

    def press(self, x: float, y: float, button: int) -> None:
        """Press the control at a point, close the card shown there, answer with the cell, or begin to drag."""
        further = self.further_controls()
        for controls in further:
            controls.set_focus(None)
        if any(controls.at(x, y) is not None and controls.press(x, y) for controls in further):
            return
        if (
            (further and self.arrangement.strip.holds(x, y))
            or self.cards.press(x, y)
            or self.watching.recap.press(x, y)
        ):
            return
        if not self.board_area.holds(x, y):
            if not self.panels.is_deaf:
                self.panels.shown.press(*self._in_panel(x, y), button)
            return
        if self.board_pane.minimap.press(x, y):
            return
        cell = self.board_pane.board.cell_at(x, y)
        self.panning = button != arcade.MOUSE_BUTTON_LEFT or not self.question_controller.answer_with(cell)

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Drag a card of the panel, or move the board by `dx`, `dy` design units."""
        if self.board_pane.minimap.is_held:
            self.board_pane.minimap.drag(x, y)
        elif self.panning:
            self.board_pane.board.pan(dx, dy)
        else:
            self.panels.shown.drag(*self._in_panel(x, y))

    def release(self, x: float, y: float, button: int) -> None:
        """Release the pressed control, or stop dragging the board."""
        if any(controls.release(x, y) for controls in self.further_controls()):
            return
        if self.panning or self.board_pane.minimap.is_held:
            self.panning = self.board_pane.minimap.is_held = False
        else:
            self.panels.shown.release(*self._in_panel(x, y))

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Zoom the board or scroll the panel by `amount` notches; over the recap, show other lines for any amount."""
        if self.watching.recap.holds(x, y):
            self.watching.recap.go_on(-1 if amount > 0 else 1)
        elif self.board_area.holds(x, y):
            board = self.board_pane.board
            board.zoom_by(ZOOM_STEP**amount, *(board.rect.centre if self.board_pane.minimap.holds(x, y) else (x, y)))
        elif not self.overflow.wheel(*self._in_panel(x, y), 0, amount):
            self.panels.shown.scroll(*self._in_panel(x, y), amount)

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of this screen: for cells, the match, the panel and the board."""
        questions, panel = self.question_controller, self.panels.shown
        return [
            *self._cell_shortcuts(),
            *(questions.shortcuts() if questions.marked else ()),
            *self.watching.recap.shortcuts(),
            *self.match_shortcuts,
            *(panel.shortcuts() if isinstance(panel, SidePanel) else ()),
            *self.camera.shortcuts(),
        ]

    def _cell_shortcuts(self) -> list[Shortcut]:
        """Return the keys that look at cells of the board (CLI-2008)."""
        does = _("Look at the next space of the board in this direction")
        ways = [Shortcut((f"{CTRL}{key}",), does, partial(self._explore, dx, -dy)) for key, (dx, dy) in WAYS.items()]
        back = Shortcut((*ENTER, "ESCAPE"), _("Back from the board"), self._leave_board)
        return [*ways, back] if self._explores else ways

    @property
    def _explores(self) -> bool:
        return self.board_pane.targets.chosen is not None and not self.question_controller.marked

    def _explore(self, dx: int, dy: int) -> None:
        """Move the frame to the next cell in a direction; if there is none, frame the cell of the player's robot."""
        board, targets = self.board_pane.board, self.board_pane.targets
        if targets.chosen is None:
            targets.choose(self.board_pane.own_cell or board.cell_at(*board.rect.centre) or (0, 0))
        else:
            targets.choose(board.beside(targets.chosen, dx, dy))
        self._point_at(targets.chosen)

    def _leave_board(self) -> None:
        """Remove the frame around the cell that the player has looked at with keys."""
        if self._explores:
            self.board_pane.targets.choose(None)
            self._point_at(None)

    def pad_keys(self) -> dict[str, str]:
        """Return, by gamepad button, the name of the key that it stands for; the panel's keys take precedence."""
        panel = self.panels.shown
        own = panel.pad_keys() if isinstance(panel, SidePanel) else {}
        return {**PAD_KEYS, **own, **({"b": "ESCAPE"} if self.watching.recap.lines else {})}

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key, which is tried for a marked cell, then for the match, the panel and the board."""
        questions = self.question_controller
        if act_on(self._cell_shortcuts(), symbol, modifiers):
            return
        if questions.marked and act_on(questions.shortcuts(), symbol, modifiers):
            return
        if act_on([*self.watching.recap.shortcuts(), *self.match_shortcuts], symbol, modifiers):
            return
        if self._use_over_board(symbol, modifiers):
            return
        if self.panels.shown.key(symbol, modifiers):
            self._leave_board()
            return
        if act_on(self.overflow.shortcuts(), symbol, modifiers):
            return
        act_on(self.camera.shortcuts(), symbol, modifiers | arcade.key.MOD_SHIFT if symbol in ARROWS else modifiers)

    def _use_over_board(self, symbol: int, modifiers: int) -> bool:
        """Pass a key to the focused control over the board, or move the focus for Tab; return whether it was used."""
        over, back = self._over_board, modifiers & arcade.key.MOD_SHIFT
        if symbol == arcade.key.TAB:
            panel, direction = self._panel_controls(), -1 if back else 1
            groups = [group for group in (panel, *self.watching.controls()) if group is not None]
            at = groups.index(over) if over is not None else 0
            if groups and groups[at].ends(direction):
                others = [*groups[at + 1 :], *groups[:at]][::direction]
                if any(group.enter(direction) for group in others):
                    groups[at].set_focus(None)
                    return True
        return over is not None and not (symbol in ARROWS and back) and over.key(symbol, modifiers)

    @property
    def _over_board(self) -> WidgetGroup | None:
        """Return the group of controls over the board that has the focus, or `None`."""
        return next((group for group in self.watching.controls() if group.focus is not None), None)

    @property
    def keys_title(self) -> str:
        """Return the heading for the match's keys on the page of keys."""
        return _("In the match")

    @property
    def scene(self) -> object:
        """Return the visible panel and the id of its question (`None` without one), which decide what keys do."""
        asked = self.question_controller.asked
        return self.panels.shown, asked["id"] if asked is not None else None

    def focus_first(self) -> bool:
        """Focus a control of the panel if the panel needs it; return `False` to be called again in the next frame."""
        panel = self.panels.shown
        return panel.focus_first() if isinstance(panel, SidePanel) else True

    @property
    def focused(self) -> tuple[Rect, str] | None:
        """Return the place and the tooltip of the framed cell or the focused control, `None` if there is neither."""
        cell, board = self.board_pane.targets.chosen, self.board_pane.board
        if cell is not None:
            x, y = board.point_of(cell)
            half = CELL * board.zoom / 2 + FRAME
            parts = cell_text(cell), self.board_pane.tooltip_at(x, y)
            return Rect(x - half, y - half, 2 * half, 2 * half), "\n".join(part for part in parts if part)
        if (over := self._over_board) is not None and over.focus is not None:
            return over.focus.focus_place, over.focus.focus_tooltip()
        panel = self.panels.shown
        focus = panel.controls.focus if isinstance(panel, SidePanel) else None
        return (self.panel_space.shown(focus.focus_place), focus.focus_tooltip()) if focus is not None else None

    def use_shortcut(self, symbol: int, modifiers: int) -> bool:
        """Run the action of a key of the match or the board, such as L for the log; return whether it is such a key."""
        return act_on([*self.match_shortcuts, *self.camera.shortcuts()], symbol, modifiers)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip for the notice sign, control, robot or cell at a point, or an empty text (CLI-104)."""
        if sign := self.notices.mark.tooltip_at(x, y):
            return sign
        if self.watching.recap.holds(x, y):
            return self.watching.recap.controls.tooltip_at(x, y)
        for controls in self.further_controls():
            if controls.at(x, y) is not None:
                return controls.tooltip_at(x, y)
        if not self.board_area.holds(x, y):
            return self.panels.shown.tooltip_at(*self._in_panel(x, y))
        return self.board_pane.tooltip_at(x, y)

    def rule_at(self, x: float, y: float) -> str:
        """Return the id of the rule about the cell, question or line of the log under a point, or an empty text."""
        if self.board_area.holds(x, y):
            cell = self._cell_at(x, y)
            return self.rules.at(cell) if cell is not None else ""
        x, y = self._in_panel(x, y)
        shown = self.panels.shown
        for row in shown.rows if isinstance(shown, QuestionPanel) else ():
            if row.area.holds(x, y):
                return self.rules.links.question(row.question["kind"])
        number = self._line_at(x, y)
        return self.rules.line(number) if number != NOTHING else ""

    def _line_at(self, x: float, y: float) -> int:
        """Return the number of the line of the log at a point of the panel, or `NOTHING`."""
        log = getattr(self.panels.shown, "log", None)  # a plugin's panel need not have one
        return log.line_at(y) if log is not None and log.rect.holds(x, y) else NOTHING

    def taken(self) -> list[Rect]:
        """Return the rectangles of all controls and of the robots, which tooltips avoid."""
        panel = [self.panel_space.shown(rect) for rect in self.panels.shown.taken()]
        return [*panel, *self.board_pane.taken(), *(rect for c in self.further_controls() for rect in c.taken())]

    def written(self) -> list[Written]:
        """Return pairs of rectangle and text that tooltips avoid: texts of the panel, and other places with empty text.

        Those are the board, the player's path on it, and the recap.
        """
        panel, recap = self.panels.shown, self.watching.recap
        texts = panel.written() if isinstance(panel, SidePanel) else []
        places = [self.board_area, *self.board_pane.ghost.taken(), *([recap.spot] if recap.lines else [])]
        return [*((self.panel_space.shown(box), text) for box, text in texts), *((place, "") for place in places)]

    def _panel_controls(self) -> WidgetGroup | None:
        """Return the controls of the panel, `None` for a plugin's panel without them."""
        return getattr(self.panels.shown, "controls", None)
