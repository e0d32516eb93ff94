"""Makes the saved games of a room: sealed (encrypted) for the host, and unsealed for players if all have agreed."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from roborally.base.errors import GameError, any_fault
from roborally.game.records.recorder import Recorder
from roborally.net.protocol import FromServer, HomeGame, LocalizedText, Rejected, SavedGame, encode
from roborally.net.rooms.broadcast import HandOver
from roborally.net.rooms.home_request import HomeRequests
from roborally.net.rooms.roster import DeniedError, Member, Roster
from roborally.net.rooms.transfers import Seal, in_base64

LOG = logging.getLogger("roborally.net")
PAUSE = 1.0
"""The minimum number of seconds between two saved games."""

Send = Callable[[Member, FromServer], None]
Work = Callable[[Callable[[], bytes], Callable[[Callable[[], bytes]], None]], None]


@dataclass
class RoomSaves:
    """Makes saved games in another thread, one at a time, because that takes longer for longer matches.

    `send` sends to a member, `hand_over` sends encoded bytes. `work` is `RoomHost.work` for this room, `now` is the
    clock in seconds. `seal()` returns a function that seals a saved game, and that runs in the other thread.
    """

    roster: Roster
    send: Send
    hand_over: HandOver
    work: Work
    seal: Callable[[], Seal]
    now: Callable[[], float]
    _home: HomeRequests = field(init=False)
    _done_at: float = float("-inf")
    _given: tuple[Recorder, Sequence[Member], bytes] | None = None
    """The last game taken home: its recorder, players and message, to send again if a connection was dead then."""

    def __post_init__(self) -> None:
        self._home = HomeRequests(self.roster, self.send, self.now)

    def save(self, host: Member, recorder: Recorder, turn: int) -> None:
        """Send the host the sealed match as at the beginning of a turn, or with -1 as now; raise `DeniedError`."""
        self._limit_attempts()
        try:
            saving = recorder.saving(None if turn < 0 else turn)
        except GameError as error:
            raise DeniedError(error.message) from None
        except any_fault():
            raise not_saved() from None
        seal = self.seal()
        self._make(lambda: encode(SavedGame(in_base64(seal(saving())))), partial(self._send_made, [host]))

    # --- taking a match home --------------------------------------------------------------------------------------

    def ask_home(self, host: Member, recorder: Recorder) -> None:
        """Ask all players whether the match may be taken home; raise `DeniedError` if that is not possible now."""
        self._limit_attempts()
        self._home.ask(host, recorder.followed().state.turn)
        self.look(recorder)

    def answer_home(self, member: Member, recorder: Recorder, request: int, *, agreed: bool) -> None:
        """Take a player's answer to the request with this number; raise `DeniedError` for spectators."""
        self._home.answer(member, request, agreed=agreed)
        self.look(recorder)

    def look(self, recorder: Recorder) -> None:
        """End the request to take the match home if its turn is over, or make the file if all have agreed."""
        state = recorder.followed().state
        self._home.end_before(state.turn + 1 if state.over else state.turn)
        agreed = self._home.take_agreed()
        if agreed is not None:
            turn, members = agreed
            saving = recorder.saving(turn)
            self._make(lambda: encode(HomeGame(in_base64(saving()))), partial(self._give, recorder, members))

    def end_home(self) -> None:
        """End the request to take the match home, if there is one."""
        self._home.end()

    def notify(self, member: Member, recorder: Recorder) -> None:
        """Send a returning player the open request, and again the game that was taken home: it may have been lost."""
        self._home.notify(member)
        if self._given is not None and self._given[0] is recorder and member in self._given[1]:
            self.hand_over(member, self._given[2], state=False)

    # --- making ---------------------------------------------------------------------------------------------------

    def _limit_attempts(self) -> None:
        if self.now() - self._done_at < PAUSE:
            raise DeniedError("one moment, please")

    def _make(self, making: Callable[[], bytes], then: Callable[[Callable[[], bytes]], None]) -> None:
        self._done_at = float("inf")
        self.work(making, then)

    def _give(self, recorder: Recorder, to: Sequence[Member], made: Callable[[], bytes]) -> None:
        def kept() -> bytes:
            message = made()
            self._given = recorder, to, message
            return message

        self._send_made(to, kept)

    def _send_made(self, to: Sequence[Member], made: Callable[[], bytes]) -> None:
        """Send members the message that a job has made, or why the job failed."""
        self._done_at = self.now()
        try:
            message = made()
        except GameError as error:
            message = encode(Rejected(LocalizedText.of(error.message)))
        except any_fault():
            message = encode(Rejected(LocalizedText.of(not_saved().message)))
        for member in to:
            self.hand_over(member, message, state=False)


def not_saved() -> DeniedError:
    """Log the current exception, such as a plugin's fault, and return the error to send instead."""
    LOG.exception("a saved game could not be made")
    return DeniedError("the match could not be saved; it goes on")
