"""Dialogs over a screen, with a text and buttons: messages, confirmations, and others that pages make."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import arcade
from arcade.types import Color

from roborally.base.errors import GameError, Message
from roborally.base.translation import _
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.label import Label
from roborally.ui.toolkit.layer import Layer
from roborally.ui.toolkit.line_breaks import breakable
from roborally.ui.toolkit.measure import even_out, heading_width, text_width
from roborally.ui.toolkit.space import PAGE, Space
from roborally.ui.toolkit.theme import Rect

SHADE = Color(6, 8, 12, 170)
BUTTON = 46
GAP = 10
PADDING = 20
"""The sum of the margins beside a caption in its button, in units."""
TITLE = 22
SMALLEST_TITLE = 18
TITLE_LINE = 28
SLACK = 0.85
"""The part of a line's width that a word may use, because rounding makes letters wider in some window sizes."""
TEXT = 15
ROOM, LOW_ROOM = 26, 12
"""The space above the buttons in units, and the smaller one in a dialog at a lower edge."""
EDGE = 6
"""The margin around a dialog that is larger than the window, in units."""
CAPTION = 16
SMALLEST_CAPTION = 13

Action = Callable[[], None]


class Dialog(Screen):
    """A panel over the other screens with a title, a text and buttons.

    `buttons` are pairs of a caption and an action; Enter presses the first, unless another one has the focus. They
    stand in a row, or in `columns` if `row` is false or their captions are too wide. Long titles shrink and then wrap.
    """

    opaque = False

    def __init__(
        self,
        app: App,
        title: str,
        text: str,
        buttons: Sequence[tuple[str, Action]],
        *,
        row: bool = True,
        columns: int = 1,
        width: float = 460,
        low: bool = False,
        escape: Action | None = None,
    ) -> None:
        """Lay the dialog out, `width` units wide, with the buttons in a row or, without `row`, in `columns` columns.

        With `low` it stands at the lower edge of `self.over`, once that is set. Esc runs `escape`, or without one
        closes the dialog.
        """
        super().__init__(app, Space(app, app.space_on_top.scale))
        self._title, self._text, self._buttons = title, text, list(buttons)
        self._in_row, self._columns, self._low = row, columns, low
        self._wanted = self.width = width
        self.over: Rect | None = None
        """The area to darken, with the dialog in its middle; `None` for the window. Used at the next `lay_out`."""
        self.lay_out()
        self.default = buttons[0][1]
        self._escape = escape or app.pop

    def escape(self) -> None:
        """Run the dialog's action for Esc."""
        self._escape()

    def lay_out(self) -> None:
        """Lay out the panel, its texts and its buttons for the current size of texts."""
        layer, over, buttons, columns = self.layer, self.over, self._buttons, self._columns
        if over is None:
            layer.shade(SHADE)
        else:
            layer.fill(over, SHADE)
        self._narrow()
        inner = self.width - 56
        self._write_title(self._title, inner)
        text = self._write(self._text, inner)
        head, text_height = max(TITLE_LINE, self.heading.shown_size[1]), text.shown_size[1] if self._text else 0
        widest = max(heading_width(self.space, caption, CAPTION) for caption, _action in buttons)
        row = self._in_row and widest + PADDING <= (inner - GAP * (len(buttons) - 1)) / len(buttons)
        columns = len(buttons) if row else columns
        rows = -(-len(buttons) // columns)
        spare = ROOM - LOW_ROOM if self._low else 0
        height = 38 + head + text_height + (18 if self._text else 0) + rows * (BUTTON + 8) + 20 - 2 * spare
        middle = (over or PAGE).centre
        y = over.y + EDGE if self._low and over is not None else middle[1] - height / 2
        area = Rect(middle[0] - self.width / 2, y, self.width, height)
        self.area = area
        self.space.place(None, area.inset(-EDGE))
        layer.frame("panel", area)
        top = area.top - 22 + spare / 2
        self.heading.move(area.centre[0], top)
        text.move(area.x + 28, top - 12 - head)
        each = (inner - GAP * (columns - 1)) / columns
        size = min(CAPTION, max(SMALLEST_CAPTION, CAPTION * (each - PADDING) / widest))
        for number, (caption, action) in enumerate(buttons):
            x, y = number % columns * (each + GAP), (rows - 1 - number // columns) * (BUTTON + 8)
            spot = Rect(area.x + 28 + x, area.y + 24 - spare / 2 + y, each, BUTTON)
            self.controls.add(Button(layer, spot, caption, action, accent=number == 0, size=size))
        self._first = self.controls.widgets[0]

    def _narrow(self) -> None:
        if self.over is None:
            self.width = self.space.narrowed(PAGE._replace(width=self._wanted + 2 * EDGE)).width - 2 * EDGE

    def settled(self) -> None:
        """Lay the dialog out again for the window's final size; the focus stays."""
        kept = self.controls.kept
        self.clear()
        self.lay_out()
        self.controls.resume(kept)

    def rename(self, number: int, caption: str) -> None:
        """Change the caption of the button with the index `number`."""
        self._buttons[number] = caption, self._buttons[number][1]
        button = self.controls.widgets[number]
        assert isinstance(button, Button), "a dialog has no other controls"
        button.text = caption

    def _write_title(self, title: str, width: float) -> None:
        def measure(words: str) -> float:
            return heading_width(self.space, words, TITLE)

        size = max(SMALLEST_TITLE, min(TITLE, TITLE * width / measure(title)))
        self.heading = self.layer.heading(
            breakable(title, SLACK * width * TITLE / size, measure),
            *(0, 0, size),
            tint=theme.colour("accent"),
            width=width,
            wrap=True,
            align="center",
            anchor_x="center",
            anchor_y="top",
        )
        even_out(self.space, self.heading)

    def _write(self, text: str, width: float) -> Label:
        text = breakable(text, SLACK * width, lambda word: text_width(self.space, word, TEXT))
        label = self.layer.label(text, 0, 0, size=TEXT, width=width, wrap=True, anchor_y="top")
        even_out(self.space, label)
        return label

    def draw(self) -> None:
        """Draw the dialog; the first button is accented unless another one has the focus."""
        accent = self.controls.focus in (None, self._first)
        if self._first.accent != accent:
            self._first.accent = accent
            self._first.refresh()
        super().draw()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key; Enter runs the first button's action, unless a button has the focus."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER) and self.controls.focus is None:
            self.default()
        else:
            super().key(symbol, modifiers)


def message(app: App, title: str, *paragraphs: str | Message) -> None:
    """Show a dialog with the paragraphs of text, and the button *OK*, which closes it."""
    text = "\n\n".join(part if isinstance(part, str) else part.as_sentence() for part in paragraphs)
    app.push(Dialog(app, title, text, [(_("OK"), app.pop)]))


@contextmanager
def showing_errors(app: App, title: str) -> Iterator[None]:
    """Run the block of a `with` statement; show a `GameError` from the block in a dialog and go on."""
    try:
        yield
    except GameError as error:
        message(app, title, error.message)


def confirm(app: App, title: str, text: str, yes: str, action: Action) -> Dialog:
    """Show and return a dialog whose button `yes` runs an action that cannot be undone; Enter and Esc cancel."""

    def agreed() -> None:
        app.pop()
        action()

    dialog = Dialog(app, title, text, [(_("Back"), app.pop), (yes, agreed)])
    dialog.controls.set_focus(dialog.controls.widgets[0])
    app.push(dialog)
    return dialog


def announce(app: App) -> None:
    """Darken the window and show `…` until the next frame, before work that blocks the window (CLI-2329)."""
    if not app.screens:
        return
    layer = Layer(Space(app, app.space_on_top.scale))
    layer.shade(SHADE)
    layer.heading("…", *PAGE.centre, 64, anchor_x="center")
    app.switch_to()
    app.on_draw()
    layer.draw()
    app.flip()
    app.pace.note_event("on_expose")  # draws the next frame even if nothing changes
