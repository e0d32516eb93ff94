"""The page *My games* (CLI-2531): the player's seats in games by post on servers, and what these games wait for."""

from collections.abc import Callable, Sequence

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.features.post.server.client import state
from roborally.features.post.turn_file import SeatFile
from roborally.features.post.window.asking_beside import Found, Inquiry
from roborally.ui.toolkit.app import App
from roborally.ui.toolkit.controls.lists import ListBox
from roborally.ui.toolkit.controls.widgets import Button
from roborally.ui.toolkit.layout.branches import column, fitting, row, space
from roborally.ui.toolkit.layout.leaves import button, heading, list_box
from roborally.ui.toolkit.layout.nodes import Leaf, Node
from roborally.ui.toolkit.layout.tree_page import TreePage

ONE_LINE = 600.0
"""The minimum width of the list in units to show each game in one line instead of two."""


class GamesPage(TreePage):
    """The page that lists `seats` with the state of their games on servers; `play(seat)` opens the turn of one."""

    opaque = False
    widest = 860.0
    main_list: ListBox

    def __init__(self, app: App, seats: Sequence[SeatFile], inquiry: Inquiry, play: Callable[[SeatFile], None]) -> None:
        super().__init__(app)
        self._seats = list(seats)
        self._play = play
        self._found: dict[int, Found] = {}
        self._at = 0
        self._inquiry = inquiry
        self.rebuild()

    def tree(self) -> Node:
        """Return the list and the buttons."""
        self._button = button(_("Open turn"), self.act, icon="play", accent=True, size=19, height=48)
        return column(
            heading(_("My games"), 26),
            fitting(lambda: self._games(1).wide(least=ONE_LINE), lambda: self._games(2)).grow(),
            row(button(_("Back"), self.app.pop, icon="arrow-left", height=48), space(), self._button),
            gap=20,
            pad=(28, 24),
        )

    def _games(self, lines: int) -> Leaf[ListBox]:
        entries = [self._entry(number) for number in range(len(self._seats))]
        return list_box(entries, self._choose, lines=lines).named("games").kept(self, "main_list")

    def built(self) -> None:
        """Select the game that was selected before the page was rebuilt."""
        self.play_button: Button = self._button.made
        self.main_list.choose(self._at)

    def _entry(self, number: int) -> tuple[str, str]:
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

    def act(self) -> None:
        """Open the turn of the selected game, if it needs the player's orders."""
        if self.play_button.enabled:
            self._play(self._seats[self._at])

    # --- screen ---------------------------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Show the state of the next game whose server has answered."""
        found = self._inquiry.poll()
        if found is not None:
            self._found[found[0]] = found[1]
            self.rebuild()

    def closed(self) -> None:
        """Stop asking the servers."""
        self._inquiry.give_up()
