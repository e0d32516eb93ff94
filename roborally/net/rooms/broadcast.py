"""Sends messages, chat lines, the lobby's state and the list of members to the members of a room."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from roborally.base.errors import Message
from roborally.net.protocol import ChatMessage, LocalizedText, MemberList, Rejected, encode
from roborally.net.rooms.roster import DeniedError, Member, Roster

PAUSE = 1.0
"""The minimum number of seconds between two updates about spectators."""
BETWEEN_COURSES = 2.0
"""Seconds between two courses that a member shows to all: a code is much larger than a chat line."""

KEPT_LINES, KEPT_COURSES = 50, 3
"""The number of chat lines, and of courses among them, that a member is sent on joining or coming back."""


class HandOver(Protocol):
    """A function that sends bytes to a member; `RoomHost.send` explains `state`."""

    def __call__(self, member: Member, data: bytes, *, state: bool) -> None:
        """Send `data` to a member."""


@dataclass
class Broadcast:
    """Sends messages to the members of a `Roster`; `hand_over` sends bytes to one of them, `now` is in seconds."""

    roster: Roster
    hand_over: HandOver
    now: Callable[[], float]
    folders: tuple[Path, ...] = ()
    """The folders of the plugins, with translations of their texts for pages."""
    is_due: bool = False
    """Whether there is news about spectators that has not been sent to all members."""
    said: deque[ChatMessage] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    """The latest chat lines."""
    _lobby: bytes = b""
    _sent_at: float = float("-inf")

    def send(self, member: Member, message: Any) -> None:
        """Send a message to one member."""
        self.hand_over(member, encode(message), state=False)

    def send_all(self, message: Any, *, state: bool = False) -> None:
        """Send the same message to all members; `RoomHost.send` explains `state`."""
        self.send_to_all(encode(message), state=state)

    def send_to_all(self, data: bytes, *, state: bool = False) -> None:
        """Send the same encoded message to all members; `RoomHost.send` explains `state`."""
        for member in self.roster.members.values():
            self.hand_over(member, data, state=state)

    def end(self, to_players: bytes, to_spectators: bytes, to_pages: bytes) -> None:
        """Send each member their encoded last message: spectators get no saved game (CLI-R12), pages no files."""
        lasting = self.roster.lasting()
        for member in self.roster.members.values():
            data = to_pages if member.page else to_players if member in lasting else to_spectators
            self.hand_over(member, data, state=False)

    def reject(self, member: Member, why: Message, question: str = "") -> None:
        """Send a member the reason why a request, or the answer to the question with the id `question`, is refused."""
        self.send(member, Rejected(LocalizedText.spoken(why, member.page, self.folders), question))

    def chat(self, member: Member, said: str, course: str = "") -> None:
        """Send a member's chat line, or a course code, to all; raise `DeniedError` for courses in quick succession."""
        if course:
            if self.now() - member.shared_at < BETWEEN_COURSES:
                raise DeniedError("wait a moment before you show another course")
            member.shared_at = self.now()
        message = ChatMessage(member.id, member.name, said, course)
        self.said.append(message)
        while sum(bool(line.course) for line in self.said) > KEPT_COURSES:
            self.said.popleft()
        line = encode(message)
        for other in self.roster.members.values():  # the sender's own copy confirms that it has arrived
            self.hand_over(other, line, state=other is not member)

    def lobby(self, newcomer: Member | None = None) -> None:
        """Send the lobby's state to all members if it has changed; always send it to a new member.

        Only the host receives the objectives of single seats.
        """
        full = encode(self.roster.lobby())
        news, self._lobby = full != self._lobby, full
        public = encode(self.roster.lobby(public=True))
        for member in self.roster.members.values():
            if news or member is newcomer:
                self.hand_over(member, full if member.host else public, state=True)

    def members(self, players: Sequence[str], changed: Member | None = None) -> None:
        """Send the list of members to all; `players` has the bot or `HUMAN` for each seat of the match.

        A change among spectators (`changed`) is sent to other members at most once a second.
        """
        message = MemberList(self.roster.states(players))
        if changed is not None and changed.watching:
            self.hand_over(changed, encode(message), state=True)
            self.is_due = True
        else:
            self.send_all(message, state=True)
            self.is_due, self._sent_at = False, self.now()

    def all_members(self, players: Sequence[str], member: Member) -> None:
        """Send the list of members to one of them; `players` has the bot or `HUMAN` for each seat of the match."""
        self.hand_over(member, encode(MemberList(self.roster.states(players))), state=True)

    def is_late(self) -> bool:
        """Return whether it is time to send a pending update about spectators."""
        return self.is_due and self.now() - self._sent_at >= PAUSE
