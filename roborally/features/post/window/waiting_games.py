"""Counts the games by post on servers that wait for the player's orders, for a badge in the menu (CLI-2535)."""

from collections.abc import Callable, Sequence

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.features.post.server.messages import GameStanding
from roborally.features.post.turn_file import SeatFile
from roborally.features.post.window.asking_beside import Found, Inquiry

AGAIN = 300.0
"""Seconds after which the servers are asked again while the menu stays open."""
UNKNOWN = "?"

Inquire = Callable[[Sequence[SeatFile]], Inquiry]


class WaitingGames:
    """The badge of *My games*: asks the servers of `seats` in the background, now and again every `AGAIN` seconds."""

    def __init__(self, seats: Sequence[SeatFile], inquire: Inquire) -> None:
        self._seats = list(seats)
        self._inquire = inquire
        self._found: dict[int, Found] = {}
        self._inquiry = inquire(self._seats)
        self._until_again = AGAIN

    @property
    def count(self) -> int:
        """The number of games that wait for the player's orders, as far as servers have answered."""
        answers = (found for found in self._found.values() if not isinstance(found, Message))
        return sum(found.standing is not None and waits(found.standing) for found in answers)

    @property
    def away(self) -> list[str]:
        """The addresses of the servers that have not answered properly, each once."""
        silent = [number for number, found in sorted(self._found.items()) if isinstance(found, Message)]
        return list(dict.fromkeys(self._seats[number].server for number in silent))

    @property
    def text(self) -> str:
        """The text of the badge: the number of games, a question mark if it is unknown, or empty for none."""
        return str(self.count) if self.count else UNKNOWN if self.away else ""

    @property
    def is_quiet(self) -> bool:
        """Whether no game is known to wait for orders."""
        return not self.count

    @property
    def hint(self) -> str:
        """The tooltip of the badge, which may have two lines."""
        lines = [_("Games that wait for your orders: {count}").format(count=self.count)] if self.count else []
        if self.away:
            lines.append(_("No answer from {servers}").format(servers=", ".join(self.away)))
        return "\n".join(lines)

    def update(self, seconds: float) -> bool:
        """Read new answers, and ask again when it is time; return whether `text` or `hint` has changed."""
        before = self.text, self.hint
        while (found := self._inquiry.poll()) is not None:
            self._found[found[0]] = found[1]
        self._until_again -= seconds
        if self._until_again <= 0:
            self._inquiry.give_up()
            self._inquiry = self._inquire(self._seats)
            self._until_again = AGAIN
        return (self.text, self.hint) != before

    def give_up(self) -> None:
        """Stop asking the servers."""
        self._inquiry.give_up()


def waits(standing: GameStanding) -> bool:
    """Return whether a game waits for the orders of the seat that has this standing."""
    return standing.is_asked and not (standing.has_orders or standing.over or standing.paused)
