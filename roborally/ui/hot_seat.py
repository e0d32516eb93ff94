"""Several people at one machine: a curtain comes down before one of them sees what is for nobody else."""

from collections.abc import Callable

import arcade

from roborally.core.rules import Decision
from roborally.core.views import View
from roborally.texts import _
from roborally.ui import theme
from roborally.ui.app import App, Screen
from roborally.ui.gauges import Portrait
from roborally.ui.table import Table
from roborally.ui.theme import Rect
from roborally.ui.widgets import Button


def is_private(table: Table, question: Decision) -> bool:
    """Return whether answering shows what is for its owner's eyes: a hand, secret choices."""
    by_cards = isinstance(question["default"], tuple) and not question["choices"]
    return question["secret"] or by_cards or question["kind"] in table.views.panels


class HotSeat:
    """Who of several people at one machine is called to the screen."""

    def __init__(self, app: App, table: Table) -> None:
        """Begin with nobody."""
        self.several = len(table.session.humans()) > 1
        self.curtain: Curtain | None = None
        self.public: View | None = None
        """What all may see, while one person sees more."""
        self._app = app
        self._table = table

    def call(self, index: int, below: Screen, area: Rect, lifted: Callable[[], None], menu: Callable[[], None]) -> None:
        """Let the curtain down above a screen, but below its menus, until the owner of a robot sits there."""

        def lift() -> None:
            if self.curtain is not None:
                self._app.screens.remove(self.curtain)
            self.curtain = None
            lifted()

        self.curtain = Curtain(self._app, self._table, index, area, lift, menu)
        self._app.screens.insert(self._app.screens.index(below) + 1, self.curtain)


class Curtain(Screen):
    """Hides the interface until the person who is asked says that the others look away."""

    opaque = False

    def __init__(
        self, app: App, table: Table, index: int, area: Rect, lift: Callable[[], None], menu: Callable[[], None]
    ) -> None:
        """Call the owner of a robot; `lift` is called when that person is there, `menu` opens the in-game menu."""
        super().__init__(app)
        self.index = index
        self._lift = lift
        self._menu = menu
        layer, (x, y) = self.layer, area.centre
        layer.fill(area, theme.colour("background"))
        layer.panel("panel", area)
        layer.panel("panel-inset", Rect(area.x + 12, area.y + 12, area.width - 24, area.height - 24))
        Portrait(layer, table, index, x, y + 150, 104).refresh()
        tint = theme.seat_colours(table.display.robots[index].livery).light
        width = area.width - 56
        layer.heading(table.name(index), x, y + 66, 26, anchor_x="center", tint=tint, width=width)
        for line, text in enumerate((_("It is your turn."), _("Everybody else looks away, please."))):
            layer.label(text, x, y + 22 - 26 * line, size=15, anchor_x="center", width=width)
        spot = Rect(area.x + 28, y - 96, width, 50)
        caption = _("Lift the curtain")
        tooltip = _("Show what only {name} may see (Enter)").format(name=table.name(index))
        self.button: Button = self.controls.add(
            Button(layer, spot, caption, lift, icon="eye", accent=True, tooltip=tooltip)
        )
        layer.label(_("Enter"), x, y - 112, size=12, anchor_x="center", tint=theme.colour("text-dim"))
        self.controls.set_focus(self.button)

    def key(self, symbol: int, modifiers: int) -> None:
        """Take Enter for the button, wherever the focus is."""
        if symbol in (arcade.key.ENTER, arcade.key.NUM_ENTER):
            self.app.hear("click")
            self._lift()
        else:
            super().key(symbol, modifiers)

    def escape(self) -> None:
        """Open the in-game menu: a question cannot be escaped from."""
        self._menu()
