"""The list of boards in the course builder: small pictures to drag onto the table, or to lay with a click or a key."""

from collections.abc import Callable, Sequence

from roborally.base.translation import _
from roborally.features.workshop.building.board_parts import BoardPart, danger_words
from roborally.features.workshop.window.building.board_pictures import BoardPictures
from roborally.profile.board_figures import board_text
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.controls.widgets import Widget
from roborally.ui.toolkit.frames.baked import CachedPictures
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.shortcuts import ENTER, Shortcut, act_on
from roborally.ui.toolkit.theme import Rect

COLUMNS = 2
USUAL, CAPTION = 104.0, 20.0
"""The usual side of a picture with its margin, and the height of the title below it, in design units."""
BORDER = 8.0


def describe(part: BoardPart) -> str:
    """Return the tooltip of a board: its title, size, danger, start spaces, stored figures and description."""
    board = part.board
    lines = [f"{part.course.title} – {board.width} × {board.height}, {danger_words(part.danger)}"]
    if part.docks:
        lines.append(_("Start spaces: {count}").format(count=part.docks))
    if plays := board_text(part.course.board):
        lines.append(plays)
    if part.course.about:
        lines.append(part.course.about)
    return "\n".join(lines)


class BoardList(Widget):
    """Pictures of boards in two columns, with the titles below; the wheel scrolls them by rows."""

    vertical = True

    def __init__(
        self,
        layer: Layer,
        rect: Rect,
        parts: Sequence[BoardPart],
        pictures: BoardPictures,
        lay: Callable[[str], None],
    ) -> None:
        """Show the boards, from the first one on; `lay(name)` lays one on the table."""
        super().__init__(rect)
        self.parts = list(parts)
        self._pictures = pictures
        self._lay = lay
        self._canvas = layer.canvas
        layer.frame("panel-inset", rect)
        self.layer = Layer(layer.canvas)
        """The layer above the pictures, with titles, the mark of the chosen board and the scroll bar."""
        self.at = 0
        self.first = 0
        """The index of the first visible row."""
        self._pitch = (rect.width - 2 * BORDER - 8) / COLUMNS
        room = rect.height - 2 * BORDER
        self.rows = max(1, int(room // (min(USUAL, self._pitch) + CAPTION)))
        self._high = room / self.rows
        self._side = min(self._high - CAPTION, self._pitch)
        self._baked = CachedPictures(theme.colour("background"))
        self._captions: list[Label] = []
        for slot in range(self.rows * COLUMNS):
            spot = self._spot(slot)
            caption = self.layer.label(
                "", spot.centre[0], spot.y - 12, size=11, anchor_x="center", width=self._pitch - 2
            )
            self._captions.append(caption)
        self._mark = self.layer.frame("focus", self._spot(0).inset(-4))
        self._bar = self.layer.fill(Rect(rect.right - 9, rect.y + 8, 4, rect.height - 16), theme.colour("line"))
        self.grip: str | None = None
        """The name of the board on which the mouse button was pressed, `None` if there is none."""
        self.refresh()

    def resume(self, before: Widget) -> None:
        """Take over the chosen board and the scroll position from the list before the page was rebuilt."""
        if isinstance(before, BoardList):
            self.first = max(0, min(before.first, self._all_rows - self.rows))
            self.choose(before.at)

    def _spot(self, slot: int) -> Rect:
        """Return the rectangle of a picture by its index among the visible ones."""
        row, column = divmod(slot, COLUMNS)
        x = self.rect.x + BORDER + column * self._pitch + (self._pitch - self._side) / 2
        y = self.rect.top - BORDER - row * self._high - (self._high + self._side - CAPTION) / 2
        return Rect(x + 5, y + 4, self._side - 10, self._side - 8)

    def spot_of(self, name: str) -> Rect:
        """Return the rectangle of a board's picture by the board's name; it may lie above or below the list."""
        number = [part.name for part in self.parts].index(name)
        return self._spot(number - self.first * COLUMNS)

    def _seen(self) -> list[tuple[int, BoardPart]]:
        """Return the visible boards, each with its index among these."""
        first = self.first * COLUMNS
        return list(enumerate(self.parts[first : first + self.rows * COLUMNS]))

    def part_at(self, x: float, y: float) -> BoardPart | None:
        """Return the board under a point, `None` if there is none."""
        return next((part for slot, part in self._seen() if self._spot(slot).holds(x, y)), None)

    def refresh(self) -> None:
        """Update the titles, the mark of the chosen board and the scroll bar."""
        seen = dict(self._seen())
        for slot, caption in enumerate(self._captions):
            caption.text = seen[slot].course.title if slot in seen else ""
        chosen = self.at - self.first * COLUMNS
        self._mark.visible = self.focused and chosen in seen
        if self._mark.visible:
            self._mark.move(*self._spot(chosen).centre)
        hidden = self._all_rows - self.rows
        self._bar.visible = hidden > 0
        if hidden > 0:
            room = self.rect.height - 16
            height = room * self.rows / self._all_rows
            self._bar.scale_y = height / 8
            self._bar.center_y = self.rect.top - 8 - height / 2 - (room - height) * self.first / hidden

    @property
    def _all_rows(self) -> int:
        return -(-len(self.parts) // COLUMNS)

    # --- input ----------------------------------------------------------------------------------------------------

    def press(self, x: float, y: float) -> None:
        """Remember the board under the mouse in `grip`, in case it is dragged."""
        part = self.part_at(x, y)
        self.grip = part.name if part is not None else None

    def activate(self, x: float, y: float) -> None:
        """Place the clicked board on the table."""
        part = self.part_at(x, y)
        if part is not None:
            self.at = self.parts.index(part)
            self._lay(part.name)

    def can_scroll(self, amount: float) -> bool:
        """Return whether there are hidden rows in a direction: above for a positive `amount`, else below."""
        return self.first > 0 if amount > 0 else self.first < self._all_rows - self.rows

    def scroll(self, amount: float) -> None:
        """Scroll up by one row for each notch of the wheel; a negative `amount` scrolls down."""
        self.first = max(0, min(self._all_rows - self.rows, self.first - round(amount)))
        self.refresh()

    def choose(self, number: int) -> None:
        """Choose a board by its index, and scroll to it."""
        self.at = max(0, min(len(self.parts) - 1, number))
        row = self.at // COLUMNS
        self.first = max(row - self.rows + 1, min(self.first, row))
        self.refresh()

    def step(self, direction: int) -> bool:
        """Choose the board in the row below (1) or above (-1); return false if there is none."""
        aim = self.at + direction * COLUMNS
        if not 0 <= aim < len(self.parts):
            return False
        self.choose(aim)
        return True

    def shortcuts(self) -> list[Shortcut]:
        """Return the keys of the list while it has the focus."""
        return [
            Shortcut((*ENTER, "SPACE"), _("Lay the board on the table"), self._lay_chosen),
            Shortcut(("LEFT",), _("To the board beside it"), lambda: self._beside(-1)),
            Shortcut(("RIGHT",), _("To the board beside it"), lambda: self._beside(1)),
        ]

    def key(self, symbol: int, modifiers: int) -> bool:
        """Handle a key while the list has the focus; return whether it was used."""
        return act_on(self.shortcuts(), symbol, modifiers)

    def _beside(self, direction: int) -> bool:
        if not 0 <= self.at + direction < len(self.parts) or (self.at + direction) // COLUMNS != self.at // COLUMNS:
            return False
        self.choose(self.at + direction)
        return True

    def _lay_chosen(self) -> None:
        if self.parts:
            self._lay(self.parts[self.at].name)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the description of the board under the mouse, empty if there is none."""
        part = self.part_at(x, y)
        return describe(part) if part is not None else ""

    def focus_tooltip(self) -> str:
        """Return the description of the chosen board, empty if there are no boards."""
        return describe(self.parts[self.at]) if self.parts else ""

    # --- drawing --------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the pictures that are ready, and everything above them."""
        seen = [(slot, part) for slot, part in self._seen() if self._pictures.want(part.name)]
        frame = self._canvas.frame
        key = (tuple(part.name for _slot, part in seen), self.first, frame)
        self._baked.draw(0, key, frame.pixels(self.rect.inset(BORDER / 2)), lambda: self._paint(seen))
        self.layer.draw()

    def _paint(self, seen: Sequence[tuple[int, BoardPart]]) -> None:
        for slot, part in seen:
            spot, board = self._spot(slot), part.board
            side = min(spot.width / board.width, spot.height / board.height)
            width, height = side * board.width, side * board.height
            x, y = spot.centre
            self._pictures.paint(self._canvas, part.name, 0, Rect(x - width / 2, y - height / 2, width, height))
