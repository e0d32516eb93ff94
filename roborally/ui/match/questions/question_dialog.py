"""The dialog of a question: its subject, the player it is for, the remaining time, the choices."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import arcade
from arcade.types import Color

from roborally.core.geometry import NAMES
from roborally.ui.match.arrangement import last_column
from roborally.ui.match.questions.reminders import Reminder, covered
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.clock import TimeLeft
from roborally.ui.toolkit.layer import Layer, heading_width, text_size
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

SHADE = Color(6, 8, 12, 70)
"""The shade over the panel, so transparent that programs and states behind it stay readable."""
MARGIN = 24
GAP = 8
PICTURE = 40
"""The side of the picture beside the title."""
SHOWN = 44
"""The height of a row with information about the question."""
BUTTON, LOW_BUTTON, LOWEST_BUTTON = 46, 36, 32
FEW = 4
"""The number of short choices from which they are in two columns."""
MANY, TOO_MANY = 8, 12
"""The number of stacked buttons above which they are lower, and above which there are two columns."""
CROWDED = 5, 10
"""The same numbers for a dialog that also shows what it covers."""
CAPTION = 16
SMALL_CAPTION, SMALLEST_CAPTION = 14, 12
"""The smallest font size of captions, in full width and in two columns."""
HALF_CAPTION, PICTURED_CAPTION = 22, 12
"""The margin of a caption in a button, without a picture and beside one."""
PICTURED = 12
"""The space on both sides of a button's picture."""
NARROWER = 0.87
"""The factor on line widths when measuring texts: letters do not scale exactly with the window."""
CLOSE = 0.96
"""The share of its space that a caption uses: in some window sizes it may need a second line."""
TITLE = 19
HEAD = 42
"""The height of the panel's title: a dialog either leaves all of it free or covers it."""


@dataclass(frozen=True)
class QuestionTopic:
    """The subject of a question, and the player it is for; `picture` may be `None`."""

    title: str
    name: str
    tint: Color
    portrait: arcade.Texture
    picture: arcade.Texture | None = None


@dataclass(frozen=True)
class ShownFact:
    """Information needed to answer: a sentence and a picture."""

    text: str
    picture: arcade.Texture | None = None


@dataclass(frozen=True)
class AnswerOption:
    """A possible answer, or one that is `gone`: it keeps its place, so that no other one moves under the mouse."""

    value: Any
    caption: str
    tooltip: str = ""
    picture: arcade.Texture | None = None
    gone: bool = False


def room_for(layer: Layer, text: str, size: float, width: float) -> float:
    """Return the maximum height of a wrapped text: in some window sizes it needs one more line."""
    return text_size(layer.canvas, text, size, width=width * NARROWER, wrap=True)[1]


def largest(layer: Layer, text: str, size: float, width: float) -> float:
    """Return the font size, at most `size`, in which the longest word of a heading fits into a line."""
    widest = max(heading_width(layer.canvas, word, size) for word in text.split() or [text])
    return min(size, size * NARROWER * width / widest)


def caption_size(widest: float, room: float, least: float) -> float:
    """Return the common font size of all captions in a column: the widest fits into `room`, but at least `least`."""
    return CAPTION if widest <= room else max(least, CAPTION * CLOSE * room / widest)


class QuestionHeader:
    """Title and picture of a question; below them the player it is for, and the remaining time."""

    def __init__(self, layer: Layer, topic: QuestionTopic, area: Rect) -> None:
        """Lay it out at the upper edge of `area`; `bottom` is the height where it ends."""
        x, tint = area.x + MARGIN, theme.colour("accent")
        left = x + (PICTURE + 10 if topic.picture is not None else 0)
        width = area.right - MARGIN - left
        size = largest(layer, topic.title, TITLE, width)
        title = layer.heading(topic.title, left, 0, size, tint=tint, width=width, wrap=True)
        height = max(PICTURE if topic.picture is not None else 0.0, title.shown_size[1])
        middle = area.top - 16 - height / 2
        title.move(left, middle)
        if topic.picture is not None:
            layer.sprite(topic.picture, x + PICTURE / 2, middle, PICTURE)
        row = middle - height / 2 - 18
        layer.sprite(topic.portrait, x + 11, row, 24)
        layer.label(topic.name, x + 30, row, size=14, bold=True, tint=topic.tint, width=area.width - 2 * MARGIN - 110)
        self.time = TimeLeft(layer, area.right - MARGIN, row + 1)
        self.bottom = row - 20


class ChoiceButton(Button):
    """An answer with its picture; long captions are wrapped."""

    def __init__(
        self, layer: Layer, rect: Rect, offer: AnswerOption, size: float, on_click: Callable[[], None], *, accent: bool
    ) -> None:
        """Show an answer in font size `size`."""
        super().__init__(layer, rect, "", on_click, accent=accent, tooltip=offer.tooltip)
        side = rect.height - 8
        left = rect.x + (side + PICTURED if offer.picture is not None else 0)
        if offer.picture is not None:
            image = offer.picture
            wide = side * min(1.0, image.width / image.height)
            layer.sprite(image, rect.x + 8 + side / 2, rect.centre[1], wide)
        room = rect.right - left - (HALF_CAPTION if offer.picture is None else PICTURED_CAPTION)
        place = (left + rect.right) / 2 - room / 2, rect.centre[1] + 1
        self.label = layer.heading(offer.caption, *place, size, width=room, wrap=True, align="center")
        self.refresh()


class QuestionDialog(Screen):
    """A question with its choices; the default is marked, and first unless it is a direction.

    It covers the lower part of the panel: the board and most of the programs stay visible. The clock runs on.
    """

    opaque = False
    default_first = True
    """Whether the default is above the other choices, or below them because it completes them."""

    def __init__(
        self,
        app: App,
        topic: QuestionTopic,
        text: str,
        offers: Sequence[AnswerOption],
        default: Any,
        answer: Callable[[Any], None],
        menu: Callable[[], None],
        over: Rect,
        *,
        shown: Sequence[ShownFact] = (),
        reminders: Sequence[Reminder] = (),
        look: Callable[[Any], None] = lambda value: None,
        shortcut: Callable[[int], bool] = lambda symbol: False,
    ) -> None:
        """Offer the choices in front of the panel `over`, in the last of its columns.

        `look(value)` is called with the answer under the mouse or with the focus, otherwise with the default. The
        dialog shows the `reminders` that it covers. `shortcut(key)` acts on a key of the match, such as that of the
        log, and returns whether it is one.
        """
        super().__init__(app, Space(app, app.matches.scale))
        self._menu = menu
        self._look = look
        self._shortcut = shortcut
        self._looked: Any = default
        self._default = default
        self._answer = answer
        self._topic = topic
        self._text = text
        self._shown = shown
        self._offers = sorted(offers, key=self._place_of)
        self._dimmed, over = over, last_column(over)
        width = over.width - 16
        self._reminders: list[Reminder] = []
        # Laid out once to measure its height, then again with the reminders that it covers.
        start = Rect(over.x + 8, over.y, width, over.height)
        end = self._try(start, over)
        if hidden := covered(reminders, over.y + 8 + over.top - end):
            self._reminders = hidden
            end = self._try(start, over)
        while self._reminders and over.top - end > over.height - 16:
            self._reminders.pop()
            end = self._try(start, over)
        height = over.top - end
        if over.height - HEAD < height + 8 < over.height - 8:  # it would cut through the title of the panel
            height = over.height - 16
        self.area = Rect(over.x + 8, over.y + 8, width, height)
        self._lay_out(self.area, over)
        self.space.place(None, self.area)

    # --- layout ---------------------------------------------------------------------------------------------------

    def _place_of(self, offer: AnswerOption) -> int:
        """Return the sort key of an answer: directions have the same order in every question."""
        if offer.value in NAMES:
            return NAMES.index(offer.value)
        return int((offer.value == self._default) != self.default_first)

    def _try(self, area: Rect, over: Rect) -> float:
        """Lay everything out only to measure its height."""
        end = self._lay_out(area, over)
        self.controls.widgets.clear()
        self.layer.clear()
        return end

    def _lay_out(self, area: Rect, over: Rect) -> float:
        """Lay everything out from the upper edge of `area` downwards and return the height where it ends."""
        layer = self.layer
        layer.fill(self._dimmed, SHADE)
        layer.frame("panel", area)
        self._head = QuestionHeader(layer, self._topic, area)
        left, width = area.x + MARGIN, area.width - 2 * MARGIN
        top = self._head.bottom
        for reminder in self._reminders:
            reminder.show(layer, Rect(left, top - reminder.height, width, reminder.height))
            top -= reminder.height
        layer.label(self._text, left, top, size=15, width=width, wrap=True, anchor_y="top")
        top -= room_for(layer, self._text, 15, width) + 10
        for entry in self._shown:
            top = self._lay_out_shown(entry, Rect(left, top - SHOWN, width, SHOWN - 4))
        return self._lay_out_buttons(Rect(left, area.y, width, top - 4 - area.y)) - 20

    def _lay_out_shown(self, entry: ShownFact, spot: Rect) -> float:
        """Show information needed to answer, and return the height where it ends."""
        if entry.picture is None:
            self.layer.label(entry.text, spot.x, spot.top, size=14, width=spot.width, wrap=True, anchor_y="top")
            return spot.top - room_for(self.layer, entry.text, 14, spot.width) - 8
        across = (spot.height - 2) * min(1.0, entry.picture.width / entry.picture.height)
        self.layer.sprite(entry.picture, spot.x + 15, spot.centre[1], across)
        self.layer.label(entry.text, spot.x + 40, spot.centre[1], size=14, width=spot.width - 40, wrap=True)
        return spot.top - SHOWN

    def _lay_out_buttons(self, area: Rect) -> float:
        """Lay out the choices: short ones in two columns, others stacked; return the height where they end."""
        offers, layer = self._offers, self.layer
        plain, pictured = self._widest(pictured=False), self._widest(pictured=True)
        in_row = len(offers) == 2 and not pictured and plain + HALF_CAPTION <= (area.width - GAP) / 2
        many, too_many = CROWDED if self._reminders else (MANY, TOO_MANY)
        columns = 2 if in_row or len(offers) > too_many or self._fits_in_columns(area.width, plain, pictured) else 1
        height = self._button_height(many)
        each = (area.width - GAP * (columns - 1)) / columns
        least = SMALL_CAPTION if columns == 1 else SMALLEST_CAPTION
        beside = each - PICTURED_CAPTION - (height - 8 + PICTURED)
        sizes = caption_size(plain, each - HALF_CAPTION, least), caption_size(pictured, beside, least)
        for number, offer in enumerate(offers):
            x = area.x + number % columns * (each + GAP)
            y = area.top - (number // columns + 1) * (height + GAP) + GAP
            click, accent = self._answering(offer.value), offer.value == self._default
            size = sizes[offer.picture is not None]
            button = ChoiceButton(layer, Rect(x, y, each, height), offer, size, click, accent=accent)
            self.controls.add(button).enable(not offer.gone)
        return area.top - -(-len(offers) // columns) * (height + GAP) + GAP

    def _button_height(self, many: int) -> float:
        """Return the height of the buttons: the full one for at most `many`."""
        if len(self._offers) <= many:
            return BUTTON
        return LOWEST_BUTTON if self._reminders or len(self._offers) > TOO_MANY else LOW_BUTTON

    def _fits_in_columns(self, width: float, plain: float, pictured: float) -> bool:
        """Return whether several choices are short enough for two columns, so that the dialog stays low."""
        each = (width - GAP) / 2
        room = each - PICTURED_CAPTION - (BUTTON - 8 + PICTURED)
        shrunk = SMALL_CAPTION / CAPTION * NARROWER
        fits = plain * shrunk <= (each - HALF_CAPTION) * NARROWER and pictured * shrunk <= room * NARROWER
        return len(self._offers) >= FEW and fits

    def _widest(self, *, pictured: bool) -> float:
        """Return the width of the longest caption among those with or without a picture, 0 for none."""
        captions = [offer.caption for offer in self._offers if (offer.picture is not None) == pictured]
        return max((heading_width(self.layer.canvas, caption, CAPTION) for caption in captions), default=0.0)

    # --- answering ------------------------------------------------------------------------------------------------

    def _answering(self, value: Any) -> Callable[[], None]:
        return lambda: self._answer(value)

    def default(self) -> None:
        """Answer with the marked choice."""
        self._answer(self._default)

    def update(self, seconds: float) -> None:
        """Report the answer under the mouse or with the focus."""
        pairs = list(zip(self.controls.widgets, self._offers, strict=True))
        hovered = [offer.value for widget, offer in pairs if widget.hovered]
        focused = [offer.value for widget, offer in pairs if widget.focused]
        looked = next(iter((*hovered, *focused)), self._default)
        if looked != self._looked:
            self._looked = looked
            self._look(looked)

    def show_time(self, seconds: float | None) -> None:
        """Show the remaining time."""
        self._head.time.show(seconds)

    def key(self, symbol: int, modifiers: int) -> None:
        """Press the accented button on Enter, unless another one has the focus."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER) and self.controls.focus is None:
            self.default()
        elif symbol == arcade.key.ESCAPE or not self._shortcut(symbol):
            super().key(symbol, modifiers)

    def escape(self) -> None:
        """Open the in-game menu: a question cannot be closed with Esc."""
        self._menu()
