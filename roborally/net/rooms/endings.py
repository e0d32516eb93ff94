"""How matches have ended, kept for players whose line was dead then (CLI-R02)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from roborally.net.protocol import Welcome, encode
from roborally.net.rooms.roster import Member
from roborally.net.rooms.running_match import RunningMatch

KEPT_SECONDS = 1800.0
"""How long the end of a match is kept."""
MAX_KEPT = 32_000_000
"""The most bytes that all of them may have; beyond that the oldest are forgotten."""


@dataclass(frozen=True)
class _Ending:
    """The end of a match for one player: the welcome, and the last picture and the end, as they are sent."""

    digest: str
    welcome: bytes
    messages: tuple[bytes, ...]
    at: float

    @property
    def size(self) -> int:
        return len(self.welcome) + sum(map(len, self.messages))


@dataclass
class Endings:
    """The ends of matches by the tokens of their players; `now` is the clock in seconds.

    A client says with the digest of the last state which end it knows already.
    """

    now: Callable[[], float]
    _kept: dict[str, _Ending] = field(default_factory=dict)

    def keep_for(
        self,
        players: Iterable[Member],
        running_match: RunningMatch,
        reason: str,
        message: bytes,
        welcome: Callable[[Member], Welcome],
    ) -> None:
        """Keep the end of a match for all players: a line may be dead, also where nobody knows it yet."""
        digest = running_match.session.digest() if reason == "over" else ""
        for member in players:
            if not member.gone:
                picture = () if reason == "failed" else (running_match.picture(member),)
                self._kept.pop(member.token, None)
                messages = (*picture, message)
                self._kept[member.token] = _Ending(digest, encode(welcome(member)), messages, self.now())
        while sum(ending.size for ending in self._kept.values()) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]

    def missed(self, token: str, known: str, *, welcome: bool = False) -> Sequence[bytes]:
        """Return what shows a player how their match has ended, with a `welcome`; nothing if their client knows it."""
        for late in [token for token, ending in self._kept.items() if self.now() - ending.at > KEPT_SECONDS]:
            del self._kept[late]
        ending = self._kept.get(token)
        if ending is None or (known and known == ending.digest):
            return ()
        return (ending.welcome, *ending.messages) if welcome else ending.messages
