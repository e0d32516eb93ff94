"""How many games by post on servers wait for the player's orders, asked beside everything else (CLI-2535)."""

from collections.abc import Callable, Sequence

from roborally.base.errors import Message
from roborally.base.translation import _
from roborally.correspondence.messages import GameStanding
from roborally.post.turn_file import SeatFile
from roborally.ui.post.asking_beside import Found, Inquiry

AGAIN = 300.0
"""Seconds after which the servers are asked again while the menu stays open."""
UNKNOWN = "?"

Inquire = Callable[[Sequence[SeatFile]], Inquiry]


class WaitingGames:
    """Asks the servers of `seats`, and again from time to time."""

    def __init__(self, seats: Sequence[SeatFile], inquire: Inquire) -> None:
        """Ask; `inquire` begins an inquiry about some seats."""
        self._seats = list(seats)
        self._inquire = inquire
        self._found: dict[int, Found] = {}
        self._inquiry = inquire(self._seats)
        self._until_again = AGAIN

    @property
    def count(self) -> int:
        """How many games wait for orders, as far as the servers have told."""
        answers = (found for found in self._found.values() if not isinstance(found, Message))
        return sum(found.standing is not None and waits(found.standing) for found in answers)

    @property
    def away(self) -> list[str]:
        """The servers that did not answer as they should."""
        silent = [number for number, found in sorted(self._found.items()) if isinstance(found, Message)]
        return list(dict.fromkeys(self._seats[number].server for number in silent))

    @property
    def text(self) -> str:
        """What the badge says; nothing if no game waits, and a question mark where that is not known."""
        return str(self.count) if self.count else UNKNOWN if self.away else ""

    @property
    def is_quiet(self) -> bool:
        """Whether there is nothing to be done: no game waits, as far as is known."""
        return not self.count

    @property
    def hint(self) -> str:
        """What a resting mouse is told."""
        lines = [_("Games that wait for your orders: {count}").format(count=self.count)] if self.count else []
        if self.away:
            lines.append(_("No answer from {servers}").format(servers=", ".join(self.away)))
        return "\n".join(lines)

    def update(self, seconds: float) -> bool:
        """Take what has come; return whether anything has changed."""
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
        """Ask no more."""
        self._inquiry.give_up()


def waits(standing: GameStanding) -> bool:
    """Return whether a game waits for the orders of a seat."""
    return standing.is_asked and not (standing.has_orders or standing.over or standing.paused)
