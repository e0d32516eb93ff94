"""The page for joining (CLI-403): lists games on the local network, and takes an address."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import arcade

from roborally.base.errors import GameError
from roborally.base.player_names import tidy_name
from roborally.base.translation import _
from roborally.net.address import Address
from roborally.net.client.connection import ServerRequest
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.fields import TextField
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.name_field import NameField
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

WIDEST, AROUND, MARGIN = 860.0, 16.0, 28.0
"""The largest width of the panel, the space around it, and inside it."""
BUTTON = 168.0
MAX_ADDRESS = 120


class JoinableMatch(NamedTuple):
    """A game found: its two lines in the list, its address, and whether it can be joined or only watched."""

    title: str
    line: str
    address: Address
    begun: bool = False
    closed: bool = False


class JoinPage(Screen):
    """Lists `offers()`, and has fields for an address and the player's name; `go(address, wish)` tries to join.

    `back` returns the player to the seat they left, if there is one; `closed()` is called after the page closes.
    """

    opaque = False

    def __init__(
        self,
        app: App,
        offers: Callable[[], Sequence[JoinableMatch]],
        go: Callable[[Address, ServerRequest], None],
        *,
        back: tuple[str, Callable[[], None]] | None = None,
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        """Start with the name from the settings."""
        super().__init__(app)
        self._offers = offers
        self._go = go
        self._closed = closed
        self._back = back
        self._name = app.settings.called
        self._address = ""
        self._shown: Sequence[JoinableMatch] | None = None
        self._at = 0
        self._show(())

    def _show(self, offers: Sequence[JoinableMatch]) -> None:
        """Build the layout for the games found."""
        if self._shown is not None and list(offers) == list(self._shown):
            return
        focus = self.controls.focus
        fields = {"address": getattr(self, "address", None), "name": getattr(self, "name", None)}
        focused = next((key for key, field in fields.items() if field is not None and field is focus), "")
        self.clear()
        self._shown = list(offers)
        sheet = self.sheet.inset(AROUND)
        width = min(WIDEST, sheet.width)
        self.area = area = sheet._replace(x=sheet.centre[0] - width / 2, width=width)
        self._list_area = Rect(area.x + MARGIN, area.y + 216, area.width - 2 * MARGIN, area.height - 308)
        layer, dim, x = self.layer, theme.colour("text-dim"), area.x + MARGIN
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", self.area)
        layer.heading(_("Join game"), x, self.area.top - 42, 26, tint=theme.colour("accent"))
        layer.label(_("Games nearby"), x + 2, self._list_area.top + 14, size=13, tint=dim)
        entries = [(offer.title, offer.line) for offer in self._shown]
        self.list = self.controls.add(ListBox(layer, self._list_area, entries, self._choose))
        self.list.enabled = bool(entries)
        if not entries:
            text = _("No games found on the local network yet.")
            layer.label(text, *self._list_area.centre, anchor_x="center", tint=dim)
        else:
            self._at = min(self._at, len(entries) - 1)
            self.list.choose(self._at)
        self._lay_out_fields()
        self._lay_out_buttons()
        if focused:
            self.controls.set_focus(getattr(self, focused))

    def _lay_out_fields(self) -> None:
        layer, dim, x = self.layer, theme.colour("text-dim"), self.area.x + MARGIN
        y, width = self.area.y + 140, self.area.width - 2 * MARGIN
        layer.label(_("Or an address"), x + 2, y + 54, size=13, tint=dim)
        wide = width - 236
        text = _("HOST:PORT/CODE, as given by the host; PORT and CODE are optional")
        self.address = self.controls.add(
            TextField(
                layer,
                Rect(x, y, wide, 40),
                self._address,
                self._set_address,
                hint=_("HOST:PORT/CODE"),
                tooltip=text,
                longest=MAX_ADDRESS,
                allowed=lambda letter: letter.isprintable() and not letter.isspace(),
            )
        )
        layer.label(_("Your name"), x + wide + 18, y + 54, size=13, tint=dim)
        spot = Rect(x + wide + 16, y, 220, 40)
        self.name = self.controls.add(NameField(layer, spot, self._name, self._set_name))

    def _lay_out_buttons(self) -> None:
        layer, add, y = self.layer, self.controls.add, self.area.y + 28
        add(Button(layer, Rect(self.area.x + MARGIN, y, 130, 48), _("Back"), self.app.pop, icon="arrow-left"))
        if self._back is not None:
            text, action = self._back
            spot = Rect(self.area.x + MARGIN, y + 56, self.area.width - 2 * MARGIN, 40)
            add(Button(layer, spot, text, action, icon="undo", size=15))
        right = self.area.right - MARGIN
        watch = Rect(right - 2 * BUTTON - 12, y, BUTTON, 48)
        self.watch_button = add(Button(layer, watch, _("Watch"), lambda: self.go("watch"), icon="eye"))
        join = Rect(right - BUTTON, y, BUTTON, 48)
        self.join_button = add(
            Button(layer, join, _("Join"), lambda: self.go("join"), icon="play", accent=True, size=19)
        )
        self._show_ways()

    def _choose(self, index: int) -> None:
        self._at = index
        if hasattr(self, "join_button") and self.join_button in self.controls.widgets:
            self._show_ways()

    def _set_address(self, text: str) -> None:
        self._address = text
        self._show_ways()

    def _set_name(self, text: str) -> None:
        self._name = text
        self._show_ways()

    @property
    def _chosen(self) -> JoinableMatch | None:
        """The game selected in the list, unless an address has been typed."""
        return None if self._address or not self._shown else self._shown[self._at]

    def _show_ways(self) -> None:
        """Enable only possible actions: a match that has started can only be watched."""
        there = bool(self._address or self._shown) and self.name.judge()
        chosen = self._chosen
        self.join_button.enable(there and not (chosen is not None and (chosen.begun or chosen.closed)))
        self.watch_button.enable(there and not (chosen is not None and chosen.closed))

    def go(self, wish: str) -> None:
        """Join or watch the selected game; a wrong address is reported in a dialog."""
        chosen = self._chosen
        try:
            address = chosen.address if chosen is not None else Address.read(self._address)
        except GameError as error:
            message(self.app, _("Invalid address"), error.message)
            return
        self._go(address, ServerRequest(tidy_name(self._name), wish, address.code))

    # --- screen ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show the games found."""
        if self.app.screen_on_top is self:
            self._show(self._offers())

    def rebuild(self) -> None:
        """Lay everything out for the sheet."""
        shown, self._shown = self._shown or (), None
        self._show(shown)

    def closed(self) -> None:
        """Stop the search."""
        self._closed()

    def typed(self, text: str) -> None:
        """Pass typed letters to the focused field."""
        self.controls.typed(text)

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter joins, the up and down arrows select a game."""
        keys = arcade.key
        field = self.controls.focus in (None, self.address, self.name, self.list)
        if field and symbol in (keys.ENTER, keys.NUM_ENTER):
            if self.join_button.enabled:
                self.go("join")
        elif self.controls.focus is None and symbol in (keys.UP, keys.DOWN) and self._shown:
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)
