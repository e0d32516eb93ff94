"""Keeps the ends of matches for players whose connection was dead at that moment (CLI-R02)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from roborally.net.protocol import Welcome, encode
from roborally.net.rooms.roster import Member
from roborally.net.rooms.running_match import RunningMatch

KEPT_SECONDS = 1800.0
"""The time that the end of a match is kept, in seconds."""
MAX_KEPT = 32_000_000
"""The maximum size of all kept ends in bytes; beyond that the oldest are forgotten."""


@dataclass(frozen=True)
class _Ending:
    """The end of a match for one player: the encoded welcome, last state and last message."""

    digest: str
    page: bool
    welcome: bytes
    messages: tuple[bytes, ...]
    at: float

    @property
    def size(self) -> int:
        return len(self.welcome) + sum(map(len, self.messages))


@dataclass
class Endings:
    """The ends of matches by the tokens of their players; `now()` returns the time in seconds.

    A client sends the digest of the last state to say which end it has already received.
    """

    now: Callable[[], float]
    _kept: dict[str, _Ending] = field(default_factory=dict)

    def keep_for(
        self,
        players: Iterable[Member],
        running_match: RunningMatch,
        reason: str,
        message: bytes,
        for_pages: bytes,
        welcome: Callable[[Member], Welcome],
    ) -> None:
        """Keep the encoded last message for all players who have not left: a dead connection may be unnoticed.

        `message` is for windows, `for_pages` for pages; `welcome(member)` makes the welcome that comes first.
        """
        digest = running_match.session.digest() if reason == "over" else ""
        for member in players:
            if not member.gone:
                picture = () if reason == "failed" else (running_match.picture(member),)
                self._kept.pop(member.token, None)
                messages = (*picture, for_pages if member.page else message)
                kept = _Ending(digest, bool(member.page), encode(welcome(member)), messages, self.now())
                self._kept[member.token] = kept
        while sum(ending.size for ending in self._kept.values()) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]

    def missed(self, token: str, known: str, *, page: bool = False, welcome: bool = False) -> Sequence[bytes]:
        """Return the encoded messages about an end that a player has missed, with a `welcome` first if wanted.

        There are none if `known` is the digest of that end. A player who comes back with another kind of client, a
        `page` or a window, is not shown the last state.
        """
        for late in [token for token, ending in self._kept.items() if self.now() - ending.at > KEPT_SECONDS]:
            del self._kept[late]
        ending = self._kept.get(token)
        if ending is None or (known and known == ending.digest):
            return ()
        messages = ending.messages if ending.page == page else ending.messages[-1:]
        return (ending.welcome, *messages) if welcome else messages
