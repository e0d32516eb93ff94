"""Dialogs that lie over a screen: messages, confirmations, the in-game menu."""

from collections.abc import Callable, Sequence

import arcade
from arcade.types import Color

from roborally.texts import _
from roborally.ui import theme
from roborally.ui.app import App, Screen
from roborally.ui.layer import Layer
from roborally.ui.theme import HEIGHT, WIDTH, Rect
from roborally.ui.widgets import Button

SHADE = Color(6, 8, 12, 170)
BUTTON = 46
GAP = 10
PADDING = 20
"""The space that a caption leaves free in its button."""
CAPTION = 16
SMALLEST_CAPTION = 13
MANY = 12
"""How many buttons stand one above the other; more of them make two columns."""
WHOLE = Rect(0, 0, WIDTH, HEIGHT)

Action = Callable[[], None]


class Dialog(Screen):
    """A panel in the middle of the window with a title, a text and buttons, one above the other or in a row.

    Buttons whose captions do not fit beside each other stand one above the other; letters become smaller if they must.
    `buttons` are pairs of a text and what to do; the first is the accented one, and Enter means it.
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
        width: float = 460,
        over: Rect = WHOLE,
    ) -> None:
        """Lay the dialog out in the middle of `over`, which is darkened."""
        super().__init__(app)
        layer = self.layer
        layer.fill(over, SHADE)
        probe = Layer(app).label(text, 0, 0, size=15, width=width - 56, wrap=True, anchor_y="top")
        text_height = probe.shown_size[1] if text else 0
        inner = width - 56
        widest = max(Layer(app).heading(caption, 0, 0, CAPTION).shown_size[0] for caption, _action in buttons)
        row = row and widest + PADDING <= (inner - GAP * (len(buttons) - 1)) / len(buttons)
        columns = len(buttons) if row else 1 + (len(buttons) > MANY)
        rows = -(-len(buttons) // columns)
        button = BUTTON if rows <= 9 else 36 if rows <= MANY else 32
        height = 66 + text_height + (18 if text else 0) + rows * (button + 8) + 20
        area = Rect(over.centre[0] - width / 2, over.centre[1] - height / 2, width, height)
        self.area = area
        layer.panel("panel", area)
        self.heading = layer.heading(
            title, area.centre[0], area.top - 36, 22, anchor_x="center", tint=theme.colour("accent")
        )
        if text:
            layer.label(text, area.x + 28, area.top - 62, size=15, width=width - 56, wrap=True, anchor_y="top")
        each = (inner - GAP * (columns - 1)) / columns
        size = min(CAPTION, max(SMALLEST_CAPTION, CAPTION * (each - PADDING) / widest))
        for number, (caption, action) in enumerate(buttons):
            x, y = number % columns * (each + GAP), (rows - 1 - number // columns) * (button + 8)
            spot = Rect(area.x + 28 + x, area.y + 24 + y, each, button)
            tooltip = caption if columns > 1 and not row else ""
            self.controls.add(Button(layer, spot, caption, action, accent=number == 0, size=size, tooltip=tooltip))
        self.default = buttons[0][1]

    def key(self, symbol: int, modifiers: int) -> None:
        """Take Enter for the accented button, unless another has the focus."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER) and self.controls.focus is None:
            self.default()
        else:
            super().key(symbol, modifiers)


def message(app: App, title: str, text: str) -> None:
    """Tell something that must be acknowledged."""
    app.push(Dialog(app, title, text, [(_("All right"), app.pop)]))


def confirm(app: App, title: str, text: str, yes: str, action: Action) -> None:
    """Ask before something is done that cannot be taken back."""

    def agreed() -> None:
        app.pop()
        action()

    app.push(Dialog(app, title, text, [(yes, agreed), (_("Back"), app.pop)]))
