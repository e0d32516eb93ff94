"""The dialog of a question: its subject, the player it is for, the remaining time, the choices."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import arcade
from arcade.types import Color

from roborally.core.geometry import NAMES
from roborally.ui.match.questions.foreground import Foreground
from roborally.ui.match.questions.reminders import Reminder, covered
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import Screen
from roborally.ui.toolkit.clock import TimeLeft
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.layout.branches import column, row, space
from roborally.ui.toolkit.layout.leaves import build_in, heading, here, label, picture, widget
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.measure import heading_width, metrics
from roborally.ui.toolkit.part import NOWHERE
from roborally.ui.toolkit.shortcuts import TOO_EARLY
from roborally.ui.toolkit.space import Space
from roborally.ui.toolkit.theme import Rect

SHADE = Color(6, 8, 12, 70)
"""The colour drawn over the panel; programs and states behind this colour stay readable."""
MARGIN = 24
PAD = MARGIN, 18
GAP = 8
PICTURE = 40
"""The side of the picture beside the title, in design units."""
ROW = 24
"""The height of the row with the player's name and the time, in design units."""
SHOWN = 38
"""The height of a picture beside information about the question, in design units."""
BUTTON, LOW_BUTTON, LOWEST_BUTTON = 46, 36, 32
FEW = 4
"""The smallest number of choices that are shown in two columns if their captions are short."""
MANY, TOO_MANY = 8, 12
"""The number of stacked buttons above which buttons are lower, and above which there are two columns."""
CROWDED = 5, 10
"""The values of `MANY` and `TOO_MANY` for a dialog that repeats parts of the panel."""
CAPTION = 16
SMALL_CAPTION, SMALLEST_CAPTION = 14, 12
"""The smallest font sizes of captions, in buttons of the full width and in two columns."""
HALF_CAPTION, PICTURED_CAPTION = 22, 12
"""The sums of both margins of a caption in a button, without a picture and beside one, in design units."""
PICTURED = 12
"""The sum of the spaces on both sides of a button's picture, in design units."""
NARROWER = 0.87
"""The factor on line widths when measuring texts: letters do not scale exactly with the window."""
CLOSE = 0.96
"""The share of a button's width for its caption, which is wider in some window sizes and may need a second line."""
TITLE = 19
HEAD = 42
"""The height of the panel's title, in design units: a dialog leaves the whole title free or covers all of it."""


@dataclass(frozen=True)
class QuestionTopic:
    """The subject of a question with a picture or `None`, and the name, colour and portrait of the player it is for."""

    title: str
    name: str
    tint: Color
    portrait: arcade.Texture
    picture: arcade.Texture | None = None


@dataclass(frozen=True)
class ShownFact:
    """Information needed to answer a question: a sentence, and a picture or `None`."""

    text: str
    picture: arcade.Texture | None = None


@dataclass(frozen=True)
class AnswerOption:
    """A choice in a dialog; one that is `gone`, not possible any more, keeps its place, so that the others do not move.

    A picture that `is_symbol` is drawn in the colour of the caption. An `effect` stands below the button if there is
    room.
    """

    value: Any
    caption: str
    tooltip: str = ""
    picture: arcade.Texture | None = None
    gone: bool = False
    is_symbol: bool = False
    effect: str = ""


def largest(layer: Layer, text: str, size: float, width: float) -> float:
    """Return the font size, at most `size`, in which the longest word of a heading fits into a line."""
    widest = max(heading_width(layer.canvas, word, size) for word in text.split() or [text])
    return min(size, size * NARROWER * width / widest)


def caption_size(widest: float, room: float, least: float) -> float:
    """Return the font size, `least` to `CAPTION`, at which the widest caption of a column fits into `room`."""
    return CAPTION if widest <= room else max(least, CAPTION * CLOSE * room / widest)


def reminder_part(reminder: Reminder, layer: Layer) -> Node:
    """Return a layout node for a reminder, a part of the panel that the dialog covers."""
    return here(partial(reminder.show, layer), 0, reminder.height)


class QuestionHeader:
    """The upper rows of a dialog: title and picture; below them the player's name, and the remaining time."""

    def __init__(self, layer: Layer, topic: QuestionTopic) -> None:
        self._layer, self._topic = layer, topic

    def parts(self, width: float) -> list[Node]:
        """Return the rows of the header, from the top, for a dialog of a width in design units."""
        topic, beside = self._topic, None
        if topic.picture is not None:
            beside = picture(topic.picture, PICTURE)
        room = width - 2 * MARGIN - (PICTURE + 10 if beside is not None else 0)
        title = heading(topic.title, largest(self._layer, topic.title, TITLE, room), wrap=True)
        name = label(topic.name, 14, bold=True, tint=topic.tint, shorten=True)
        left = here(self._make_time, 72, ROW)
        portrait = here(lambda rect: self._layer.sprite(topic.portrait, *rect.centre, ROW), ROW, ROW)
        return [row(beside, title.grow(), gap=10), row(portrait, name.grow(), left, gap=8)]

    def _make_time(self, rect: Rect) -> None:
        self.time = TimeLeft(self._layer, rect.right, rect.centre[1] + 1)


class ChoiceButton(Button):
    """A button for an answer with its picture; long captions are wrapped."""

    def __init__(
        self, layer: Layer, rect: Rect, offer: AnswerOption, size: float, on_click: Callable[[], None], *, accent: bool
    ) -> None:
        super().__init__(layer, rect, "", on_click, accent=accent, tooltip=offer.tooltip)
        side = rect.height - 8
        left = rect.x + (side + PICTURED if offer.picture is not None else 0)
        if offer.picture is not None:
            image = offer.picture
            wide = side * min(1.0, image.width / image.height)
            shown = layer.sprite(image, rect.x + 8 + side / 2, rect.centre[1], wide)
            self.icon = shown if offer.is_symbol else None
        room = rect.right - left - (HALF_CAPTION if offer.picture is None else PICTURED_CAPTION)
        place = (left + rect.right) / 2 - room / 2, rect.centre[1] + 1
        self.label = layer.heading(offer.caption, *place, size, width=room, wrap=True, align="center")
        self.refresh()


class QuestionDialog(Screen):
    """A dialog with a question and its choices; the default may be marked, and is first unless it is a direction.

    It covers the lower part of the panel: the board and most of the programs stay visible, and the board keeps the
    mouse and its keys. The clock runs on.
    """

    opaque = False
    default_first = True
    """Whether the default is above the other choices, not below them."""

    def __init__(
        self,
        front: Foreground,
        topic: QuestionTopic,
        text: str,
        offers: Sequence[AnswerOption],
        default: Any,
        answer: Callable[[Any], None],
        *,
        shown: Sequence[ShownFact] = (),
        reminders: Sequence[Reminder] = (),
        look: Callable[[Any], None] = lambda value: None,
        marked: bool = True,
        lasting: AnswerOption | None = None,
    ) -> None:
        """Offer the choices in front of the panel, in its last column; `marked` emphasizes the default.

        A `lasting` answer stands below the others. `look(value)` is called with the answer under the mouse or with the
        focus, otherwise with the default. The dialog shows the facts `shown`, and the `reminders` that it covers. The
        match behind `front` keeps its keys.
        """
        super().__init__(front.app, Space(front.app, front.app.matches.scale))
        self._look = look
        self._front = front
        self._is_pressed = False
        """Whether the mouse button was pressed on the dialog, not on the board or before the dialog opened."""
        self._looked: Any = default
        self._open_for = 0.0
        self._default = default
        self._marked = marked
        self._answer = answer
        self._topic = topic
        self._text = text
        self._shown = shown
        self._offers = sorted(offers, key=self._place_of)
        self._lasting = lasting
        over = front.column
        width = over.width - 16
        self._reminders: list[Reminder] = []
        m = metrics(self.space.frame.scale)
        self._head = QuestionHeader(self.layer, topic)
        # Measured once alone, then again with the reminders that it covers.
        for self._explained in (True, False):
            self._reminders = []
            height = self._tree(width).heights(m, width).natural
            self._reminders = covered(reminders, over.y + 8 + height)
            if self._tree(width).heights(m, width).natural <= over.height - 16:
                break
        while self._reminders and self._tree(width).heights(m, width).natural > over.height - 16:
            self._reminders.pop()
        tree = self._tree(width)
        height = tree.heights(m, width).natural
        if over.height - HEAD < height + 8 < over.height - 8:  # it would cut through the title of the panel
            height = over.height - 16
        self.area = Rect(over.x + 8, over.y + 8, width, height)
        self.layer.fill(front.area, SHADE)
        self.layer.frame("panel", self.area)
        build_in(self.area, tree, self.layer, self.controls)
        self.space.place(None, self.area)

    # --- layout ---------------------------------------------------------------------------------------------------

    def _place_of(self, offer: AnswerOption) -> int:
        """Return the sort key of a choice: directions stand in the order of the compass, the default first or last."""
        if offer.value in NAMES:
            return NAMES.index(offer.value)
        return int((offer.value == self._default) != self.default_first)

    def _tree(self, width: float) -> Node:
        shown = [reminder_part(reminder, self.layer) for reminder in self._reminders]
        text = column(*shown, label(self._text, 15, wrap=True))
        facts = (self._fact(fact) for fact in self._shown)
        return column(*self._head.parts(width), text, *facts, self._buttons(width - 2 * MARGIN), gap=GAP, pad=PAD)

    def _fact(self, fact: ShownFact) -> Node:
        text = label(fact.text, 14, wrap=True)
        if fact.picture is None:
            return text
        width = SHOWN * min(1.0, fact.picture.width / fact.picture.height)
        return row(picture(fact.picture, width), text.grow(), gap=10)

    def _buttons(self, width: float) -> Node:
        """Return the buttons of the choices: short ones in two columns, others stacked."""
        offers = self._offers
        plain, pictured = self._widest(pictured=False), self._widest(pictured=True)
        in_row = len(offers) == 2 and not pictured and plain + HALF_CAPTION <= (width - GAP) / 2
        many, too_many = CROWDED if self._reminders else (MANY, TOO_MANY)
        columns = 2 if in_row or len(offers) > too_many or self._fits_in_columns(width, plain, pictured) else 1
        if self._explained and any(offer.effect for offer in offers):
            columns = 1
        height = self._button_height(many)
        each = (width - GAP * (columns - 1)) / columns
        least = SMALL_CAPTION if columns == 1 else SMALLEST_CAPTION
        beside = each - PICTURED_CAPTION - (height - 8 + PICTURED)
        sizes = caption_size(plain, each - HALF_CAPTION, least), caption_size(pictured, beside, least)
        cells = [self._button(offer, sizes[offer.picture is not None], height) for offer in offers]
        if len(cells) % columns:
            cells.append(space())
        lines = (cells[at : at + columns] for at in range(0, len(cells), columns))
        last = None if self._lasting is None else self._button(self._lasting, SMALL_CAPTION, LOW_BUTTON)
        return column(*(row(*line, gap=GAP, even=True) for line in lines), last, gap=GAP)

    def _button(self, offer: AnswerOption, size: float, height: float) -> Node:
        click, accent = self._answering(offer.value), self._marked and offer.value == self._default
        made = widget(ChoiceButton, offer, size, click, accent=accent, width=0, height=height)
        made.then(lambda button: button.enable(not offer.gone))
        if not (offer.effect and self._explained):
            return made.grow()
        return column(made, label(offer.effect, 13, tint=theme.colour("text-dim"), wrap=True), gap=2).grow()

    def _button_height(self, many: int) -> float:
        if len(self._offers) <= many:
            return BUTTON
        return LOWEST_BUTTON if self._reminders or len(self._offers) > TOO_MANY else LOW_BUTTON

    def _fits_in_columns(self, width: float, plain: float, pictured: float) -> bool:
        """Return whether at least `FEW` choices fit into two columns; `plain` and `pictured` are widths of captions."""
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
        """Answer with the default."""
        self._answer(self._default)

    def update(self, seconds: float) -> None:
        """Call `look` if another answer is under the mouse or has the focus."""
        self._open_for += seconds
        offers = [*self._offers, *filter(None, [self._lasting])]
        pairs = list(zip(self.controls.widgets, offers, strict=True))
        hovered = [offer.value for widget, offer in pairs if widget.hovered]
        focused = [offer.value for widget, offer in pairs if widget.focused]
        looked = next(iter((*hovered, *focused)), self._default)
        if looked != self._looked:
            self._looked = looked
            self._look(looked)

    def show_time(self, seconds: float | None) -> None:
        """Show the seconds that remain for the answer, `None` if no clock runs."""
        self._head.time.show(seconds)

    def key(self, symbol: int, modifiers: int) -> None:
        """Give the default answer on Enter, unless a button has the focus; without a marked default focus the first.

        Ignore Space at first: it was meant to hurry the robots.
        """
        if symbol == arcade.key.SPACE and self._open_for < TOO_EARLY:
            return
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER) and self.controls.focus is None:
            if self._marked:
                self.default()
            else:
                self.controls.set_focus(self.controls.widgets[0])
        elif symbol == arcade.key.ESCAPE or not self._front.shortcut(symbol, modifiers):
            super().key(symbol, modifiers)

    def escape(self) -> None:
        """Open the in-game menu: a question cannot be closed with Esc."""
        self._front.menu()

    # --- the board behind it --------------------------------------------------------------------------------------

    def _point(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the dialog in the design units of the match, whose scale may be another."""
        return self.space.shown(Rect(x, y, 0, 0))[:2]

    def _is_on_board(self, x: float, y: float) -> bool:
        return self._front.board.holds(*self._point(x, y))

    @property
    def _behind(self) -> Screen | None:
        """Return the match's screen, which gets the mouse; `None` if the button was pressed on the dialog."""
        return None if self._is_pressed else self._front.screen

    def motion(self, x: float, y: float) -> None:
        """Highlight the control under the mouse, or the cell there and its pieces."""
        super().motion(x, y)
        self._front.screen.motion(*(self._point(x, y) if self._is_on_board(x, y) else NOWHERE))

    def press(self, x: float, y: float, button: int) -> None:
        """Press a control, or begin to drag the board."""
        self._is_pressed = not self._is_on_board(x, y)
        if self._behind is not None:
            self._behind.press(*self._point(x, y), button)
        else:
            super().press(x, y, button)

    def drag(self, x: float, y: float, dx: float, dy: float, button: int) -> None:
        """Drag the board, if the mouse was pressed on it."""
        if self._behind is not None:
            self._behind.drag(*self._point(x, y), dx, dy, button)
        else:
            super().drag(x, y, dx, dy, button)

    def release(self, x: float, y: float, button: int) -> None:
        """Release the pressed control, or the board."""
        if self._behind is not None:
            self._behind.release(*self._point(x, y), button)
        else:
            super().release(x, y, button)

    def scroll(self, x: float, y: float, amount: float) -> None:
        """Zoom the board under the mouse, or scroll the dialog, by `amount` notches."""
        if self._is_on_board(x, y):
            self._front.screen.scroll(*self._point(x, y), amount)
        else:
            super().scroll(x, y, amount)

    def tooltip_at(self, x: float, y: float) -> str:
        """Return the tooltip of a control, or of what is seen of the match around the dialog."""
        if self.area.holds(x, y):
            return super().tooltip_at(x, y)
        return self._front.screen.tooltip_at(*self._point(x, y))
