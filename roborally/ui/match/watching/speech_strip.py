"""The strip below the board with remarks on the match in large letters (CLI-2102)."""

from typing import Any

from arcade.types import Color

from roborally.core.events import Event
from roborally.ui.board.marks import ActMarks
from roborally.ui.match.shown_match import ShownMatch
from roborally.ui.match.watching.commentary import NOBODY, Comment, Commentator, Speech
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Canvas, Layer
from roborally.ui.toolkit.measure import even_out, metrics
from roborally.ui.toolkit.theme import Rect

SPEECH, LOW_SPEECH = 84.0, 46.0
"""The height of the strip of remarks, and its height below a narrow board, in design units."""
NARROW = 600
"""The width of a board, in design units, below which the strip is low and leaves more height for the board."""
LETTERS = (22, 19, 16, 13, 11)
"""The font sizes of a remark: the largest one that fits is used."""
LINES, LINE = 2, 1.5
"""The largest number of lines of a remark, and their height as a multiple of the font size."""
SENTENCES = ". "
"""What stands between two sentences of a remark, of which the last ones are left out if not all have room."""
SIDE, ROOMY = 60.0, 300
"""The side of the portrait of a remark's subject, and the smallest width of a strip with one, in design units."""


def strip_height(width: float) -> float:
    """Return the height of the strip below a board of a given width, in design units."""
    return SPEECH if width >= NARROW else LOW_SPEECH


class SpeechBox:
    """The strip below the board: a remark, the portrait of its subject, and at the right the number of the game."""

    written: Label

    def __init__(self, canvas: Canvas, context: ShownMatch, game: str, area: Rect) -> None:
        self._canvas = canvas
        self._context = context
        self._game = game
        self._base = Layer(canvas)
        self._layer = Layer(canvas)
        self.place(area)

    def place(self, area: Rect) -> None:
        """Lay the strip out in another rectangle, without a remark."""
        self._area = area
        self._base.clear()
        self._base.frame("panel", area)
        tint = theme.colour("text-dim")
        if area.height >= SPEECH:
            place = area.right - 24, area.y + 15  # clear of the rivet in the corner
            self._base.label(self._game, *place, size=12, tint=tint, anchor_x="right")
        self._layer.clear()
        self._shown: Comment | None = None
        self.text = ""

    def show(self, remark: Comment) -> None:
        """Show a remark."""
        if remark == self._shown:
            return
        self._shown, self.text = remark, remark.text
        self._layer.clear()
        tint = theme.colour("text")
        left = self._area.x + 24
        if remark.piece != NOBODY:
            robot = self._context.display.robots[remark.piece]
            tint = theme.seat_colours(robot.livery).light if robot.seat >= 0 else tint
            if self._area.width >= ROOMY:
                picture = self._context.picture(remark.piece, 128)
                self._layer.sprite(picture, left + SIDE / 2, self._area.centre[1], SIDE)
                left += SIDE + 16
        self._write(remark.text, left, tint)

    def _write(self, text: str, left: float, tint: Color) -> None:
        width = self._area.right - 24 - left
        options: dict[str, Any] = {"font": theme.HEADING, "bold": True}
        m = metrics(self._canvas.frame.scale)

        def fits(size: float) -> bool:
            height = m.lines(text, size, width, **options) * m.line(size, **options)
            return height <= min(self._area.height, LINES * LINE * size)

        while not (sizes := [size for size in LETTERS if fits(size)]) and SENTENCES in text:
            text = text.rpartition(SENTENCES)[0] + "."
        options |= {"size": sizes[0] if sizes else LETTERS[-1], "width": width, "wrap": True}
        up = 6 if self._area.height >= SPEECH else 0  # above the number of the game
        self.written = self._layer.label(text, left, self._area.centre[1] + up, tint=tint, **options)
        even_out(self._canvas, self.written)
        self.written.cut(self._area.height)

    def draw(self) -> None:
        """Draw the strip once it has a remark."""
        if self.text:
            self._base.draw()
            self._layer.draw()


class SpokenMatch:
    """Shows remarks on a match in the strip below the board, one after the other."""

    def __init__(self, canvas: Canvas, context: ShownMatch, marks: ActMarks, area: Rect, game: str = "") -> None:
        """Start with the standings; `marks` are those beside robots, `game` is a text in small letters."""
        self._commentator = Commentator(context, marks)
        self.speech = Speech(self._commentator.standing)
        self.box = SpeechBox(canvas, context, game, area)

    def on_event(self, event: Event, sentence: str) -> None:
        """Remark on an event that is being shown; `sentence` is its line in the log."""
        remark = self._commentator.remark(event, sentence)
        if remark is not None:
            self.speech.add(remark)

    def update(self, seconds: float) -> None:
        """Advance the time by some seconds, and show the remark that is due."""
        self.speech.update(seconds)
        self.box.show(self.speech.said)
