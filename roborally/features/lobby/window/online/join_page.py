"""The page for joining (CLI-403): lists matches on the local network, and takes an address."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import arcade

from roborally.base.errors import GameError
from roborally.base.player_names import tidy_name
from roborally.base.translation import _
from roborally.net.address import Address
from roborally.net.client.connection import ServerRequest
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.dialogs import message
from roborally.ui.toolkit.layout.branches import column, fitting, flow, row, space, stack
from roborally.ui.toolkit.layout.leaves import button, field, heading, label, list_box, name_field
from roborally.ui.toolkit.layout.nodes import Node
from roborally.ui.toolkit.layout.tree_page import TreePage

MAX_ADDRESS = 120


class JoinableMatch(NamedTuple):
    """A match in the list of `JoinPage`: one that has `begun` can only be watched, a `closed` one not even that.

    In a `kept` one the player has a seat.
    """

    title: str
    line: str
    address: Address
    begun: bool = False
    closed: bool = False
    kept: bool = False


class JoinPage(TreePage):
    """The page that lists the matches nearby, and has fields for an address and the player's name.

    `offers()` returns the matches, `go(address, wish)` tries to join. `back()` returns text and action of a button to
    the seat that the player left, or `None`. `closed()` is called after the page closes.
    """

    opaque = False
    widest = 860

    def __init__(
        self,
        app: App,
        offers: Callable[[], Sequence[JoinableMatch]],
        go: Callable[[Address, ServerRequest], None],
        *,
        back: Callable[[], tuple[str, Callable[[], None]] | None] = lambda: None,
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(app)
        self._offers = offers
        self._go = go
        self._closed = closed
        self._back = back
        self._name = app.settings.called
        self._address = self._problem = ""
        self._shown: list[JoinableMatch] = []
        self._at = 0
        self.rebuild()

    def show_problem(self, text: str) -> None:
        """Show why the last attempt to join has failed; an empty text removes the line."""
        self._problem = text
        self.rebuild()

    def tree(self) -> Node:
        """Return the layout: the matches found, and the fields below them."""
        dim = theme.colour("text-dim")
        hint = _("HOST:PORT/CODE, as given by the host; PORT and CODE are optional")
        address = field(
            self._address,
            self._set_address,
            height=40,
            hint=_("HOST:PORT/CODE"),
            tooltip=hint,
            longest=MAX_ADDRESS,
            allowed=lambda letter: letter.isprintable() and not letter.isspace(),
        ).named("address")
        name = name_field(self._name, self._set_name, height=40).named("name")
        entries = [(offer.title, offer.line) for offer in self._shown]
        games = list_box(entries, self._choose, rows=4).named("list")
        empty = label("" if entries else _("No games found on the local network yet."), tint=dim, align="center")
        back = button(_("Back"), self.app.pop, icon="arrow-left", height=48).named("back")
        watch = button(_("Watch"), lambda: self.go("watch"), icon="eye", height=48).wide(least=150).named("watch")
        caption = self._caption(kept=any(offer.kept for offer in self._shown))  # the longest one needs the most room
        join = button(caption, lambda: self.go("join"), icon="play", accent=True, size=19, height=48).named("join")
        self._list, self._address_field, self._name_field = games, address, name
        self._watch, self._join = watch, join.wide(least=168)
        beside = column(label(_("Or an address"), 13, tint=dim), address, gap=6)
        own = column(label(_("Your name"), 13, tint=dim), name.wide(least=220), gap=6)
        way_back = self._back()
        self._seat = button(*way_back, icon="undo", size=15).named("seat") if way_back is not None else None
        wrong = label(self._problem, 14, tint=theme.colour("warning"), wrap=True) if self._problem else None
        return column(
            heading(_("Join game"), 26),
            label(_("Games nearby"), 13, tint=dim),
            stack(games, empty).grow(),
            fitting(lambda: row(beside.grow(), own, gap=16), lambda: column(beside, own)),
            wrong,
            self._seat,
            fitting(lambda: row(back, space(), watch, join, gap=12), lambda: flow(back, watch, join, gap=12)),
            gap=10,
            pad=(28, 22),
        )

    def built(self) -> None:
        """Select the entry at the same place in the list as before, and enable or disable *Join* and *Watch*."""
        self.list, self.address, self.name = self._list.made, self._address_field.made, self._name_field.made
        self.watch_button, self.join_button = self._watch.made, self._join.made
        self.list.enabled = bool(self._shown)
        self._at = max(0, min(self._at, len(self._shown) - 1))
        self._enable_buttons()

    def _choose(self, index: int) -> None:
        """Select a match, and remove a typed address, so that it is clear where *Join* leads."""
        self._at = index
        self.address.set("")

    def _set_address(self, text: str) -> None:
        self._address = text
        self._enable_buttons()

    def _set_name(self, text: str) -> None:
        self._name = text
        self._enable_buttons()

    @property
    def _chosen(self) -> JoinableMatch | None:
        """The match selected in the list; `None` if there is none or an address has been typed."""
        return None if self._address or not self._shown else self._shown[self._at]

    @staticmethod
    def _caption(*, kept: bool) -> str:
        """Return the text of the button that joins; it leads back to a match in which a seat is `kept`."""
        return _("Back to the game") if kept else _("Join")

    def _enable_buttons(self) -> None:
        """Enable *Join* and *Watch* if there is a valid name, and a match or address that is open for them.

        A match that has begun can only be watched, a closed one neither joined nor watched. In the list the match that
        they are about is marked. The button to the stored seat stands out while *Join* is disabled.
        """
        there = bool(self._address or self._shown) and self.name.judge()
        chosen = self._chosen
        is_late = chosen is not None and chosen.begun
        self.list.mark(-1 if chosen is None else self._at)
        self.join_button.text = self._caption(kept=chosen is not None and chosen.kept)
        self.join_button.enable(there and not is_late and not (chosen is not None and chosen.closed))
        self.join_button.tooltip = _("This match has begun already; you can watch it.") if is_late else ""
        self.watch_button.enable(there and not (chosen is not None and chosen.closed))
        if self._seat is not None:
            self._seat.made.accent = not self.join_button.enabled
            self._seat.made.refresh()

    def go(self, wish: str) -> None:
        """Join or watch (the `wish`) the selected match or the typed address; show a wrong address in a dialog."""
        chosen = self._chosen
        try:
            address = chosen.address if chosen is not None else Address.read(self._address)
        except GameError as error:
            message(self.app, _("Invalid address"), error.message)
            return
        self.show_problem("")
        self._go(address, ServerRequest(tidy_name(self._name), wish, address.code))

    # --- screen ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show the present list of matches if it has changed."""
        if self.app.screen_on_top is self and (offers := list(self._offers())) != self._shown:
            self._shown = offers
            self.rebuild()

    def closed(self) -> None:
        """Call the callback `closed`, which stops the search."""
        self._closed()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter joins, the up and down arrows select a match."""
        keys = arcade.key
        field = self.controls.focus in (None, self.address, self.name, self.list)
        if field and symbol in (keys.ENTER, keys.NUM_ENTER):
            if self.join_button.enabled:
                self.go("join")
        elif self.controls.focus is None and symbol in (keys.UP, keys.DOWN) and self._shown:
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)
