"""The saved games of a room: sealed for the host at any time, open for all players who have agreed to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from roborally.base.errors import GameError
from roborally.net.home_request import HomeRequests
from roborally.net.protocol import FromServer, HomeGame, LocalizedText, Rejected, SavedGame
from roborally.net.roster import DeniedError, Member, Roster
from roborally.net.transfers import in_base64
from roborally.records.recorder import Recorder
from roborally.records.sealed_file import SealKey

PAUSE = 1.0
"""Seconds between two saved games."""

Send = Callable[[Member, FromServer], None]
Work = Callable[[Callable[[], bytes], Callable[[Callable[[], bytes]], None]], None]


@dataclass
class RoomSaves:
    """Makes saved games beside all matches, one at a time: the time that this takes grows with the match.

    `send` sends to a member, `work` is `RoomHost.work` for this room, `now` is the clock in seconds.
    """

    party: Roster
    send: Send
    work: Work
    key: SealKey
    now: Callable[[], float]
    _home: HomeRequests = field(init=False)
    _done_at: float = float("-inf")

    def __post_init__(self) -> None:
        """Start without a request to take the match home."""
        self._home = HomeRequests(self.party, self.send, self.now)

    def save(self, host: Member, recorder: Recorder, turn: int) -> None:
        """Send the host the sealed match, as `Recorder.save` makes it, or -1 as it is; raise `DeniedError`."""
        self._make_haste_slowly()
        try:
            saving = recorder.saving(None if turn < 0 else turn)
        except GameError as error:
            raise DeniedError(error.message) from None
        self._make(lambda: self.key.sealed(saving()), [host], SavedGame)

    # --- taking a match home --------------------------------------------------------------------------------------

    def ask_home(self, host: Member, recorder: Recorder) -> None:
        """Ask all players whether the match may be taken home; raise `DeniedError`."""
        self._make_haste_slowly()
        self._home.ask(host, recorder.followed().state.turn)
        self.look(recorder)

    def answer_home(self, member: Member, recorder: Recorder, request: int, *, agreed: bool) -> None:
        """Take a player's answer to that; raise `DeniedError`."""
        self._home.answer(member, request, agreed=agreed)
        self.look(recorder)

    def look(self, recorder: Recorder) -> None:
        """End a request whose turn is over; carry out one to which all agree, also because somebody has left."""
        state = recorder.followed().state
        self._home.end_before(state.turn + 1 if state.over else state.turn)
        agreed = self._home.take_agreed()
        if agreed is not None:
            turn, members = agreed
            self._make(recorder.saving(turn), members, HomeGame)

    def tell(self, member: Member) -> None:
        """Tell a player who has come back what they are asked."""
        self._home.tell(member)

    # --- making ---------------------------------------------------------------------------------------------------

    def _make_haste_slowly(self) -> None:
        if self.now() - self._done_at < PAUSE:
            raise DeniedError("one moment, please")

    def _make(self, saving: Callable[[], bytes], to: Sequence[Member], kind: type[SavedGame | HomeGame]) -> None:
        self._done_at = float("inf")
        self.work(saving, partial(self._send_made, to, kind))

    def _send_made(self, to: Sequence[Member], kind: type[SavedGame | HomeGame], made: Callable[[], bytes]) -> None:
        self._done_at = self.now()
        try:
            message: FromServer = kind(in_base64(made()))
        except GameError as error:
            message = Rejected(LocalizedText.of(error.message))
        for member in to:
            self.send(member, message)
