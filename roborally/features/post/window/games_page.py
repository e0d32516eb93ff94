"""*My games* (CLI-2531): the player's seats in games by post on servers, and what those games wait for."""

from collections.abc import Callable, Sequence

import arcade

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.features.post.server.standing_text import state
from roborally.features.post.turn_file import SeatFile
from roborally.features.post.window.asking_beside import Found, Inquiry
from roborally.ui.toolkit import theme
from roborally.ui.toolkit.app import App, Screen
from roborally.ui.toolkit.lists import ListBox
from roborally.ui.toolkit.theme import Rect
from roborally.ui.toolkit.widgets import Button

WIDEST, MARGIN, PADDING = 860.0, 16.0, 28.0
"""The largest width of the panel, the space around it, and inside it."""
BUTTON = 230.0


class GamesPage(Screen):
    """Lists `seats` with the results of an inquiry at their servers; `play(seat)` opens a turn."""

    opaque = False

    def __init__(self, app: App, seats: Sequence[SeatFile], inquiry: Inquiry, play: Callable[[SeatFile], None]) -> None:
        """Show the seats; the results come later."""
        super().__init__(app)
        self._seats = list(seats)
        self._play = play
        self._found: dict[int, Found] = {}
        self._at = 0
        self._inquiry = inquiry
        self.rebuild()

    def rebuild(self) -> None:
        """Lay everything out for the sheet."""
        focus = self.controls.focus
        focused = self.controls.widgets.index(focus) if focus in self.controls.widgets else -1
        before = getattr(self, "list", None)
        self.clear()
        layer, sheet = self.layer, self.sheet.inset(MARGIN)
        width = min(WIDEST, sheet.width)
        area = sheet._replace(x=sheet.centre[0] - width / 2, width=width)
        left, right = area.x + PADDING, area.right - PADDING
        layer.shade(theme.colour("background").replace(a=190))
        layer.frame("panel", area)
        layer.heading(_("My games"), left, area.top - 42, 26, tint=theme.colour("accent"))
        entries = [self._entry(number) for number in range(len(self._seats))]
        spot = Rect(left, area.y + 96, right - left, area.height - 168)
        self.list: ListBox = self.controls.add(ListBox(layer, spot, entries, self._choose))
        y, add = area.y + 28, self.controls.add
        add(Button(layer, Rect(left, y, 130, 48), _("Back"), self.app.pop, icon="arrow-left"))
        spot = Rect(right - BUTTON, y, BUTTON, 48)
        self.play_button = add(Button(layer, spot, _("Open turn"), self._open, icon="play", accent=True, size=19))
        if before is not None:
            self.list.follow(before)
            self.list.entries = entries
        self.list.choose(self._at)
        if focused >= 0:
            self.controls.set_focus(self.controls.widgets[focused])

    def _entry(self, number: int) -> tuple[str, str]:
        """Return the two lines of a seat."""
        seat = self._seats[number]
        found = self._found.get(number)
        if found is None:
            return seat.game, _("Asking {server} …").format(server=seat.server)
        if isinstance(found, Message):
            return seat.game, found.as_sentence()
        if found.standing is None:
            return seat.game, ""
        standing = found.standing
        turn = _("Turn {turn}").format(turn=standing.label.removeprefix("T"))
        return f"{seat.game} · {_(standing.course)} · {turn} · {standing.name}", state(standing)

    def _choose(self, number: int) -> None:
        self._at = number
        self.play_button.enable(self._can_play(number))

    def _can_play(self, number: int) -> bool:
        found = self._found.get(number)
        standing = None if found is None or isinstance(found, Message) else found.standing
        return standing is not None and standing.is_asked and not standing.over

    def _open(self) -> None:
        self._play(self._seats[self._at])

    # --- screen ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show new results."""
        found = self._inquiry.poll()
        if found is not None:
            self._found[found[0]] = found[1]
            self.rebuild()

    def closed(self) -> None:
        """Stop asking."""
        self._inquiry.give_up()

    def key(self, symbol: int, modifiers: int) -> None:
        """Handle a key: Enter opens the turn, the up and down arrows select a game."""
        keys = arcade.key
        if self.controls.focus in (None, self.list) and symbol in (keys.ENTER, keys.NUM_ENTER):
            if self.play_button.enabled:
                self._open()
        elif self.controls.focus is None and symbol in (keys.UP, keys.DOWN):
            self.list.step(1 if symbol == keys.DOWN else -1)
        else:
            super().key(symbol, modifiers)
