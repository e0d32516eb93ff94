"""A box over the board with a recap of the last turn, until the first card of the next one is laid (CLI-2033)."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil

from arcade.types import Color

from roborally.base.translation import _
from roborally.core.observation import SPECTATOR
from roborally.narration.recap import RobotLines
from roborally.ui.match.on_board.board_pane import BoardPane
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widget_group import WidgetGroup
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.layout.branches import column, fitting, row, space
from roborally.ui.toolkit.layout.leaves import build_in, button, framed, heading, label
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.measure import metrics
from roborally.ui.toolkit.shortcuts import Shortcut
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import common

WIDEST, EDGE = 500.0, 8.0
"""The largest width of the box, and its distance from the edges of the board's area, in design units."""
NARROW = 340.0
"""The width of the board's area below which names stand above the texts, in design units."""
TEXT = 13
MORE = 48.0
"""The width of the button that shows further lines, in design units."""
NOWHERE = Rect(0, 0, 0, 0)
ROBOT_WEIGHT, HIDDEN = 4, 0.25
"""How many hidden elements count as much as a hidden robot, and the share of a cell that makes it count as hidden."""


class RecapBox:
    """A box with one or two lines for each robot, at the edge of the board where it hides least."""

    def __init__(self, canvas: Canvas, context: ShownMatch, pane: BoardPane) -> None:
        self.turn = context.turn
        self.lines: Sequence[RobotLines] = ()
        """The lines of the recap; empty while the box is hidden."""
        self.spot = NOWHERE
        self._first = self._shown = 0
        """The index of the first shown line, and the number of shown lines; 0 is for the first one without a title."""
        self._is_unfolded = False
        self._context = context
        self._pane = pane
        self.layer = Layer(canvas)
        self.controls = WidgetGroup(self.layer)
        self.left: Callable[[], object] = lambda: None
        """A function that is called when the box closes while one of its buttons has the focus."""
        self._title, self._turns = "", 1
        self._comes_again = False
        self._recalled: object = None
        """The turn whose recap was last shown, to the seat `_reader`."""
        self._reader = SPECTATOR

    def show(self, *, wanted: bool, still: bool, again: bool = False) -> None:
        """When the view stands `still`, show the recap of the last turn once; hide the box unless it is `wanted`.

        With `again` it comes again if it is hidden and then wanted, such as for the panel after a question.
        """
        turn, context = self.turn.last, self._context
        if not wanted:
            if self.lines and self._comes_again:
                self._recalled = None
            self.close()
        elif still and (turn is not self._recalled or context.own != self._reader):
            self._recalled, self._reader, self.turn.is_recalled = turn, context.own, True
            self._comes_again = again
            self.lines = context.recap(turn)
            turns = {event["turn"] for event in turn.events if event["type"] == "moment"}
            several = _("Turns {first} to {last}").format(first=min(turns, default=0), last=max(turns, default=0))
            self._turns = len(turns)
            self._title = several if self._turns > 1 else _("What mattered")
            self._laid_out: object = None
            self.spot, self._shown, self._is_unfolded = NOWHERE, 0, False

    def close(self) -> None:
        """Hide the box for the rest of the turn."""
        self.lines = ()
        had_focus = self.controls.focus is not None
        self.controls.clear()
        if had_focus:
            self.left()

    @property
    def is_divided(self) -> bool:
        """Return whether the box has more lines than are shown at a time."""
        return self._shown < len(self.lines)

    def go_on(self, direction: int = 1) -> None:
        """Show the next lines; after the last lines, or with `direction` -1, show the first ones again."""
        following = self._first + self._shown
        if self._shown == 0:
            self._is_unfolded, self._laid_out = True, None
        elif self.is_divided:
            self._first = following if direction > 0 and following < len(self.lines) else 0
            self._build()

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of the box, none while it is hidden."""
        more = [Shortcut(("N",), _("More of what mattered"), self.go_on)] if self.is_divided else []
        return [*more, Shortcut(("ESCAPE",), _("Close"), self.close)] if self.lines else []

    def translate(self) -> None:
        """Write the lines again in the current language, if the box is shown."""
        if self.lines:
            self._recalled = None

    def _place(self, area: Rect) -> None:
        """Choose the place of the box, which is the same for all lines, and the number of lines at a time.

        There are as many lines as hide neither the player's robot, the cells around it, nor its goal, if there is room.
        Otherwise the box shows only the first line, without a title, until the player asks for more. If not even this
        fits, the box is closed.
        """
        m, context, board = metrics(self.layer.canvas.frame.scale), self._context, self._pane.board
        robots, count = context.display.robots, len(self.lines)
        own = robots[context.own_piece]
        aims = board.places_of(set(self._pane.aims(own.index)))
        x, y = own.cell or own.entry or (0, 0)
        here = board.places_of({cell for cell in (own.cell or own.entry,) if cell is not None})
        around = board.places_of({(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}) if here else []
        meant = board.places_of({cell for line in self.lines if (cell := robots[line.piece].cell) is not None})
        elements = board.places_of({element.cell for element in context.game.course.board.elements})
        taken = [*ROBOT_WEIGHT * [*self._pane.taken(), *aims], *elements]

        def hidden(place: Rect, *parts: Sequence[Rect]) -> list[int]:
            return [sum(common(place, rect) > HIDDEN * rect.width * rect.height for rect in part) for part in parts]

        def rank(spot: Rect) -> tuple[object, ...]:
            is_afloat = spot.y > area.y and spot.top < area.top
            return hidden(spot, here, around, aims, meant), is_afloat, sum(common(spot, rect) for rect in taken)

        found: list[tuple[Rect, int]] = []
        for shown in range(count, 0 if self._is_unfolded else -1, -1):
            pages = [self._tree(first, shown) for first in range(0, count, shown or count)]
            size = pages[0].widths(m)
            wide = min(WIDEST, area.width, max(page.widths(m).natural for page in pages))
            high = max(page.heights(m, wide).least for page in pages)
            if high <= area.height and size.least <= area.width:
                beside = (y for rect in (*here, *aims) for y in (rect.y - EDGE - high, rect.top + EDGE))
                lows = area.top - high, area.y, *(y for y in beside if area.y < y < area.top - high)
                spots = [Rect(x, y, wide, high) for y in lows for x in (area.x, area.right - wide)]
                found.append((min(spots, key=rank), shown))
        if not found:
            self.close()
            return
        # the most lines come first
        self.spot, self._shown = min(found, key=lambda entry: hidden(entry[0], here, around, aims))
        self._first = 0
        self._build()

    def _build(self) -> None:
        kept = self.controls.kept
        self.layer.clear()
        self.controls.clear()
        build_in(self.spot, self._tree(self._first, self._shown), self.layer, self.controls)
        self.controls.resume(kept)

    def _area(self, notes: Sequence[Rect]) -> Rect:
        """Return the board's area between the notes at its top and bottom."""
        area = self._pane.board.rect.inset(EDGE)
        low = max((note.top + EDGE for note in notes if note.y < area.centre[1]), default=area.y)
        top = min((note.y - EDGE for note in notes if note.y >= area.centre[1]), default=area.top)
        return area._replace(y=low, height=top - low)

    def _tree(self, first: int, count: int) -> Node:
        """Return the layout of the box with `count` lines from the index `first` on, and its buttons."""
        lines, watch, title = self.lines[first : first + count], self._context.watch_last_turns, self._title
        close = button("", self.close, icon="cross", height=30, tooltip=_("Close (Esc); the first card closes it, too"))
        more = None
        if len(lines) < len(self.lines):
            part = f"{first // count + 1}/{ceil(len(self.lines) / count)}" if count else "…"
            hint = _("More of what mattered (N, the wheel, or a click on the text)")
            more = button(part, self.go_on, size=TEXT, height=30, tooltip=hint).wide(MORE).named("more")

        if count == 0:
            return framed("tooltip", row(self._first_line().grow(), more, close, gap=5))

        def again(text: str, tooltip: str = "") -> Node | None:
            if watch is None:
                return None
            return button(text, partial(watch, self._turns), icon="replay", size=TEXT, height=30, tooltip=tooltip)

        head = fitting(
            lambda: row(heading(title, 16), space(), again(_("Watch again")), more, close),
            lambda: row(heading(title, 16), space(), again("", _("Watch again")), more, close, gap=5),
            lambda: column(row(heading(title, 16), space(), more, close, gap=5), again(_("Watch again")), gap=5),
        )
        return framed("tooltip", column(head, *map(self._robot, lines), gap=5))

    def _first_line(self) -> Node:
        line = self.lines[0]
        return label(f"{self._context.name(line.piece)} {line.text}", TEXT, tint=self._tint(line.piece), wrap=True)

    def _tint(self, piece: int) -> Color:
        return theme.seat_colours(self._context.display.robots[piece].livery).light

    def _robot(self, line: RobotLines) -> Node:
        name = label(self._context.name(line.piece), TEXT, tint=self._tint(line.piece), bold=True, wrap=True)
        texts = label(line.text, TEXT, wrap=True)
        is_narrow = self._pane.board.rect.width < NARROW
        return column(name, texts, gap=1) if is_narrow else row(name.wide(88).at("start"), texts.grow())

    def holds(self, x: float, y: float) -> bool:
        """Return whether the box is shown at a point."""
        return bool(self.lines) and self.spot.holds(x, y)

    def press(self, x: float, y: float) -> bool:
        """If the box is shown at a point, show the next lines; return whether it is shown there."""
        is_here = self.holds(x, y)
        if is_here:
            self.go_on()
        return is_here

    def draw(self, notes: Sequence[Rect]) -> None:
        """Draw the box if it is shown, within the board's area and outside all `notes`."""
        state = self._area(notes), self.layer.canvas.frame, self._pane.own_cell
        if self.lines and self._laid_out != state:
            self._laid_out = state
            self._place(state[0])
        if self.lines:
            self.layer.draw()
