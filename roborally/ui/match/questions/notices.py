"""Notices of a match: a banner over the panel; over the board, the players it waits for, and the standings."""

from collections.abc import Sequence
from typing import Any

from arcade.types import Color

from roborally.base.translation import _
from roborally.core.data import Decision
from roborally.ui.board.board_view import BoardView
from roborally.ui.match.arrangement import PANEL_HEIGHT, PANEL_WIDTH, WIDE, last_column
from roborally.ui.match.questions.question_dialog import MARGIN, PAD, QuestionHeader, reminder_part
from roborally.ui.match.questions.questions import topic_of
from roborally.ui.match.questions.reminders import Reminder, covered
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.toolkit import pictures, theme
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.layout.branches import column, row, space, stack
from roborally.ui.toolkit.layout.leaves import build_in, face, label, picture
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.measure import even_out, evened, heading_width, metrics
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.tooltip import common

BANNER_TIME = 1.8
"""The seconds for which a banner is visible."""
BANNER = 42.0
"""The height of a banner, two lines, in design units."""
LETTERS, SLACK = 15, 1.04
"""The font size of a banner, and a factor on its line width, because letters do not scale exactly with the window."""
LOG_BUTTONS = 50
"""The width in design units that a wide banner leaves free for the buttons of the log at its right."""
CLOCK = 76
"""The width at the right of a panel's title for the remaining time, in design units."""
TIGHT, SMALLER = 5, (13, 11, 9)
"""The space around a banner's lines, in design units, and the smaller font sizes to try if they do not fit."""
EDGE, INSET = 8.0, 7.0
"""The margins outside and inside the frame of a note, in design units."""
NOTE = 32.0
"""The height of a note of one line, in design units."""
MARK = 20.0
"""The side of the sign for a match that cannot be saved, in design units."""
WIDEST, NARROWEST = 300.0, 90.0
"""The largest width of a note, and the smallest width of a free strip beside the board to hold one, in design units."""
ABOVE_BUTTONS = 64
"""The height in design units that the prompt leaves free at the bottom, where the speed and menu buttons are."""


class Note:
    """A sentence in a corner of the board's area, if possible beside the board: at the left, or where it hides less."""

    def __init__(self, canvas: Canvas, board: BoardView, *, at_top: bool) -> None:
        self.layer = Layer(canvas)
        self._board = board
        self._at_top = at_top
        self._shown: tuple[object, ...] = ()
        self._corner = 0
        """The index of the corner in which the note was last drawn; it stays there while another hides no less."""
        self.text = ""
        self.corner = 0.0, 0.0
        """The width and height, in design units, of a part of the upper left corner where no note may be."""
        self.spot = Rect(0, 0, 0, 0)
        """The rectangle where the note was last drawn."""
        self.beside = 0.0
        """The width, in design units, at the left of the board's area that is free for the note, too."""

    @property
    def _room(self) -> Rect:
        area = self._board.rect
        return area._replace(x=area.x - self.beside, width=area.width + self.beside)

    def _width(self) -> float:
        """Return the width of the note: `WIDEST`, or less if it only fits into the free strip beside the board."""
        area, board = self._room, self._board.seen
        beside = round(board.x - area.x - 2 * EDGE)
        over = area.top - board.top if self._at_top else board.y - area.y
        room = area.width - self.corner[0] - 2 * EDGE if over >= NOTE + EDGE or beside < NARROWEST else beside
        return min(WIDEST, room)

    def draw(self, text: str, taken: Sequence[Rect] = ()) -> None:
        """Draw the note with this text where it hides the places `taken` least, or nothing if the text is empty."""
        self.text = text
        if not text:
            return
        width = self._width()
        wanted = text, width, self.layer.canvas.frame, self._room, self.corner, taken
        if self._shown != wanted:
            self._shown = wanted
            self._lay_out(text, width, taken)
        self.layer.draw()

    def _lay_out(self, text: str, width: float, taken: Sequence[Rect]) -> None:
        self.layer.clear()
        inner = evened(self.layer.canvas, text, 13, width - 2 * INSET)
        sentence = row(label(text, 13, wrap=True).wide(inner), pad=(INSET, INSET))
        area, m = self._area().inset(EDGE), metrics(self.layer.canvas.frame.scale)
        wide = sentence.widths(m).natural
        high = sentence.heights(m, wide).least
        lows = (area.top - high, area.y)[:: 1 if self._at_top else -1]
        spots = [Rect(x, y, wide, high) for y in lows for x in (area.x, area.right - wide)]
        hidden = [sum(common(spot, place) for place in taken) for spot in spots]
        self._corner = min(range(len(spots)), key=lambda at: (hidden[at], at != self._corner))
        self.spot = spots[self._corner]
        build_in(self.spot, stack(face("tooltip"), sentence), self.layer)

    def _area(self) -> Rect:
        """Return the board's area without the strip at its top or left edge that holds `corner`."""
        area, (wide, high) = self._room, self.corner
        if self._board.seen.x - area.x >= wide:
            return area._replace(height=area.height - high)
        return area._replace(x=area.x + wide, width=area.width - wide)


class NoticeMark:
    """A small permanent sign in the upper right corner of the board's area, for a match that cannot be saved."""

    def __init__(self, canvas: Canvas, board: BoardView) -> None:
        self.layer = Layer(canvas)
        self.text = ""
        """The tooltip; the sign is hidden while it is empty."""
        self._board = board
        self._drawn: Rect | None = None
        self._face = face("tooltip")

    @property
    def spot(self) -> Rect:
        """Return the rectangle of the sign, which must have been drawn."""
        return self._face.made.rect

    def _lay_out(self) -> None:
        self.layer.clear()
        sign = picture(pictures.icon("save", 32), MARK, tint=theme.colour("bad"))
        framed = stack(self._face, row(sign, pad=(INSET, INSET))).at("end")
        build_in(self._board.rect, column(framed, pad=(EDGE, EDGE)), self.layer)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip of the sign if it is at a point, else an empty text."""
        return self.text if self._drawn is not None and self.spot.holds(x, y) else ""

    def draw(self) -> None:
        """Draw the sign unless its tooltip is empty."""
        if self.text:
            if self._drawn != self._board.rect:
                self._drawn = self._board.rect
                self._lay_out()
            self.layer.draw()


class Notices:
    """The banner, the prompt and the notes of a match; banner and prompt cover the panel, but no cell of the board."""

    def __init__(self, canvas: Canvas, panel: Rect, board: BoardView) -> None:
        self.banner = Layer(canvas)
        self.waiting = Note(canvas, board, at_top=False)
        self.standing = Note(canvas, board, at_top=True)
        self.mark = NoticeMark(canvas, board)
        self.prompt = Layer(canvas)
        self._said = "", theme.colour("text")
        self._left = 0.0
        self._stays = False
        self._beside_clock = False
        self._head: QuestionHeader | None = None
        self.place(panel)

    def place(self, panel: Rect) -> None:
        """Lay the banner out for a panel in another rectangle."""
        self.room = panel
        self._panel = last_column(panel)
        self._has_buttons_below = panel.width < WIDE and panel.height >= PANEL_HEIGHT
        said, tint = self._said
        self.banner.clear()
        width = min(panel.width, PANEL_WIDTH)
        if panel.width >= WIDE and panel.height >= PANEL_HEIGHT:  # only the log is beside the title
            wanted = heading_width(self.banner.canvas, said, LETTERS) * SLACK + 2 * MARGIN
            width = max(width, min(panel.width - LOG_BUTTONS, wanted))
        if self._beside_clock:
            width = min(panel.width, PANEL_WIDTH) - CLOCK
        self.strip = strip = Rect(panel.x + 6, panel.top - BANNER - 1, width - 12, BANNER)
        self.banner.fill(strip.inset(4), theme.colour("background"))  # the title below would show through
        self.banner.frame("tooltip", strip)
        options: dict[str, Any] = {"anchor_x": "center", "align": "center", "wrap": True}
        self.sentence = self.banner.heading(said, *strip.centre, LETTERS, width=strip.width - 16, tint=tint, **options)
        for size in SMALLER:
            if self.sentence.shown_size[1] > BANNER - TIGHT:
                self.sentence.size = size
                self.sentence.wrap_at(self.sentence.width)
        if said:
            even_out(self.banner.canvas, self.sentence)

    def announce(self, sentence: str, tint: Color, seconds: float = BANNER_TIME, *, stays: bool = False) -> None:
        """Show a sentence as a banner for some seconds; one that `stays` is not hidden by a question."""
        self._said = sentence, tint
        self.place(self.room)
        self._left = seconds
        self._stays = stays

    def hand_over(self, after: "Notices") -> None:
        """Pass a visible banner that `stays` on to the notices `after`, which replace these."""
        if self.announces and self._stays:
            after.announce(*self._said, self._left, stays=True)

    def leave_room(self, *, for_clock: bool) -> None:
        """Make the banner narrower, so that the panel's clock is visible, or as wide as the panel with `False`."""
        if for_clock != self._beside_clock:
            self._beside_clock = for_clock
            self.place(self.room)

    @property
    def announces(self) -> bool:
        """Return whether the banner is visible."""
        return self._left > 0

    def notes(self) -> list[Rect]:
        """Return the rectangles of the visible notes and of the visible banner."""
        banner = [self.strip] if self.announces else []
        return [*banner, *(note.spot for note in (self.waiting, self.standing) if note.text)]

    def hide(self) -> None:
        """Hide the banner, unless it `stays`, because the area below it is needed."""
        if not self._stays:
            self._left = 0.0

    def update(self, seconds: float, *, covered: bool = False) -> None:
        """Advance the time by some seconds; a banner that `stays` waits while the panel is covered."""
        if not (covered and self._stays):
            self._left -= seconds

    def ask(self, context: ShownMatch, question: Decision, reminders: Sequence[Reminder] = ()) -> Rect:
        """Show a prompt to click a marked cell of the board, at the bottom of the panel; return the prompt's rectangle.

        The prompt shows the `reminders` that it covers.
        """
        click = _("Click a marked space, or choose it with the arrows and press Enter.")
        text = f"{context.words.question(question['kind'])}\n{click}"
        above = ABOVE_BUTTONS if self._has_buttons_below else 8
        width, m = self._panel.width - 16, metrics(self.prompt.canvas.frame.scale)
        self._head = head = QuestionHeader(self.prompt, topic_of(context, question))

        def content(kept: Sequence[Reminder]) -> Node:
            shown = [reminder_part(reminder, self.prompt) for reminder in kept]
            return column(*head.parts(width), column(*shown, label(text, 14, wrap=True)), gap=8, pad=PAD)

        # Measured once alone, then again with the reminders that it covers.
        alone = content(()).heights(m, width).natural
        whole = content(covered(reminders, self._panel.y + above + alone))
        frame = face("panel")
        self.prompt.clear()
        tree = column(space(), stack(frame, whole), Node().high(above), gap=0, pad=(8, 0))
        build_in(self._panel, tree, self.prompt)
        return frame.made.rect

    def show_time(self, seconds: float | None) -> None:
        """Show the seconds that remain for the click, `None` if no clock runs."""
        if self._head is not None:
            self._head.time.show(seconds)

    def ask_no_more(self) -> None:
        """Remove the prompt for a click."""
        self._head = None
        self.prompt.clear()

    def draw(self, waiting: str, line: str, taken: Sequence[Rect]) -> None:
        """Draw the notices: `waiting` says why the match waits, `line` has the standings; both may be empty.

        The notes hide the places `taken` over the board only if there is no other room.
        """
        if self.announces:
            self.banner.draw()
        self.mark.draw()
        marks = [self.mark.spot] if self.mark.text else []
        self.standing.draw(line, [*taken, *marks])
        self.waiting.draw(waiting, [*taken, *marks, *([self.standing.spot] if line else [])])
        if self._head is not None:
            self.prompt.draw()
