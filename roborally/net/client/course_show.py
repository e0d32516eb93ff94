"""Shows all members of a lobby the course that the host builds, as often as the server allows."""

from collections.abc import Callable

from roborally.net.protocol import MAX_COURSE_CODE, Building, FromClient, LobbyState

BETWEEN_STEPS = 0.6
"""Seconds between two states of the course; the server accepts at most four per second."""
SHOW_AGAIN = 5.0
"""Seconds after which an unconfirmed state is sent again, for example after the connection broke."""


class CourseShow:
    """Sends the newest state of the course, and skips states that are soon replaced.

    The next state waits until the server has confirmed the last one. So the server never receives two in such quick
    succession that it refuses the second, however unsteady the connection is.
    """

    def __init__(self, send: Callable[[FromClient], None], now: Callable[[], float]) -> None:
        """Start without a course; `send(message)` sends to the server, `now()` returns the time in seconds."""
        self._send = send
        self._now = now
        self._code_of: Callable[[], str] | None = None
        self._seen = ""
        self._sent: str | None = None
        self._next_at = float("-inf")

    def put(self, code_of: Callable[[], str]) -> None:
        """Show a course from now on; `code_of()` returns its code, and is called when the course is sent."""
        self._code_of = code_of

    def on_lobby(self, lobby: LobbyState) -> None:
        """Note the course that the server shows to all members, which confirms the one sent."""
        self._seen = lobby.building
        if self._seen == self._sent:
            self._sent, self._next_at = None, self._now() + BETWEEN_STEPS

    def stop(self) -> None:
        """Stop showing a course, because a match has begun."""
        self._code_of = self._sent = None

    def update(self) -> None:
        """Send the newest code of the course if it is time; a code that is too large is not sent."""
        if self._code_of is None or self._now() < self._next_at:
            return
        code = self._code_of()
        if code == self._seen or len(code) > MAX_COURSE_CODE:
            self._code_of = None
            return
        self._sent, self._next_at = code, self._now() + SHOW_AGAIN
        self._send(Building(code))
