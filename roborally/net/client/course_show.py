"""Shows all members of a lobby a course while it is being built, as often as the server allows."""

from collections.abc import Callable

from roborally.net.protocol import MAX_COURSE_CODE, Building, FromClient, LobbyState

BETWEEN_STEPS = 0.6
"""Seconds between two states of the course; the server takes no more than four in a second."""
SHOW_AGAIN = 5.0
"""Seconds after which a state that the server has not passed on, as on a line that broke, is sent again."""


class CourseShow:
    """Sends the newest state; those that another one follows soon are left out.

    The next state waits until the last one has come back from the server. So the server never gets two so close to each
    other that it refuses the second, however unsteady the line.
    """

    def __init__(self, send: Callable[[FromClient], None], now: Callable[[], float]) -> None:
        """Start without a course; `now` is the clock in seconds."""
        self._send = send
        self._now = now
        self._state_of: Callable[[], Building] | None = None
        self._seen = Building()
        self._sent: Building | None = None
        self._next_at = float("-inf")

    def put(self, state_of: Callable[[], Building]) -> None:
        """Show the course that a function returns, soon: it is called when the course is sent."""
        self._state_of = state_of

    def on_lobby(self, lobby: LobbyState) -> None:
        """Note what the server shows to all."""
        self._seen = Building(lobby.building, lobby.origin, lobby.open)
        if self._seen == self._sent:
            self._sent, self._next_at = None, self._now() + BETWEEN_STEPS

    def stop(self) -> None:
        """Show nothing more: a match has begun."""
        self._state_of = self._sent = None

    def update(self) -> None:
        """Send the newest state if it is time; a course too large for a code is not shown."""
        if self._state_of is None or self._now() < self._next_at:
            return
        state = self._state_of()
        if state == self._seen or len(state.course) > MAX_COURSE_CODE:
            self._state_of = None
            return
        self._sent, self._next_at = state, self._now() + SHOW_AGAIN
        self._send(state)
