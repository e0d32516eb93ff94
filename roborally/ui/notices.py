"""What a match tells in words: a banner over the panel; over the board whom it waits for and how it stands."""

from typing import Any

from arcade.types import Color

from roborally.core.rules import Decision
from roborally.texts import _
from roborally.ui import pictures, theme
from roborally.ui.layer import Canvas, Layer, fit_sprite
from roborally.ui.question_dialog import MARGIN, Head, Topic
from roborally.ui.questions import topic_of
from roborally.ui.table import Table
from roborally.ui.theme import HEIGHT, Rect

BANNER_TIME = 1.8
"""Seconds for which a banner is seen."""
BANNER = 44.0
"""The height of a banner: two lines."""
ABOVE_BUTTONS = 64
"""How far above the panel's lower edge the prompt lies: the speeds and the menu stay free."""


class Notices:
    """The texts over board and panel; banner and prompt lie over the panel, so that they hide no cell."""

    def __init__(self, canvas: Canvas, panel: Rect) -> None:
        """Begin with nothing to tell; the banner takes the place of the title of the panel."""
        self._banner = Layer(canvas)
        strip = Rect(panel.x + 6, panel.top - BANNER - 4, panel.width - 12, BANNER)
        self._banner.panel("tooltip", strip)
        options: dict[str, Any] = {"anchor_x": "center", "align": "center", "wrap": True}
        self._sentence = self._banner.heading("", *strip.centre, 15, width=strip.width - 16, **options)
        self._left = 0.0
        self._corner = Layer(canvas)
        self._corner.panel("tooltip", Rect(12, 12, 280, 34))
        self._waiting = self._corner.label("", 152, 29, size=14, anchor_x="center", tint=theme.colour("text-dim"))
        self._standing = Layer(canvas)
        self._frame = self._standing.panel("tooltip", Rect(8, HEIGHT - 38, 80, 30))
        self._line = self._standing.label("", 18, HEIGHT - 22, size=13)
        self._prompt = Layer(canvas)
        self._panel = panel
        self._head: Head | None = None

    def announce(self, sentence: str, tint: Color) -> None:
        """Show a sentence in large for a while."""
        self._sentence.text = sentence
        self._sentence.tint = tint
        self._left = BANNER_TIME

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._left -= seconds

    def ask(self, table: Table, question: Decision) -> None:
        """Ask for a click on a marked cell of the board, at the bottom of the panel."""
        click = _("Click a marked cell (Enter: any).")
        told = f"{table.words.question(question['kind'])}\n{click}"
        topic, layer = topic_of(table, question), self._prompt
        area = Rect(self._panel.x + 8, self._panel.y + ABOVE_BUTTONS, self._panel.width - 16, 0)
        # Everything is laid out from the top; the second time it is known how high the frame must be.
        area = area._replace(height=area.y - self._lay_out_prompt(layer, topic, told, area))
        layer.clear()
        layer.panel("panel", area)
        self._lay_out_prompt(layer, topic, told, area)

    def _lay_out_prompt(self, layer: Layer, topic: Topic, told: str, area: Rect) -> float:
        """Lay the prompt out from the upper edge of `area` down and return where it ends."""
        self._head = Head(layer, topic, area)
        place, width = (area.x + MARGIN, self._head.bottom), area.width - 2 * MARGIN
        return place[1] - layer.label(told, *place, size=14, anchor_y="top", width=width, wrap=True).shown_size[1] - 18

    def show_time(self, seconds: float | None) -> None:
        """Show how much time is left for the click."""
        if self._head is not None:
            self._head.show_time(seconds)

    def ask_no_more(self) -> None:
        """Ask for nothing."""
        self._head = None
        self._prompt.clear()

    def _tell(self, line: str) -> None:
        """Show how the match stands, in a frame of its width, so that little of the board is hidden."""
        if line != self._line.text:
            self._line.text = line
            width = round(self._line.shown_size[0]) + 20
            self._frame.texture = pictures.skin("tooltip", width, 30)
            fit_sprite(self._frame, width)
            self._frame.center_x = 8 + width / 2

    def draw(self, waiting: str, line: str) -> None:
        """Draw what there is to tell: whom the match waits for, and how it stands."""
        if self._left > 0:
            self._banner.draw()
        if waiting:
            self._waiting.text = waiting
            self._corner.draw()
        if line:
            self._tell(line)
            self._standing.draw()
        if self._head is not None:
            self._prompt.draw()
