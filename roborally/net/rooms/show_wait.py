"""Decides which players the clock waits for until they have been shown the events (CLI-202), and for how long."""

from collections.abc import Sequence
from dataclasses import dataclass

from roborally.net.rooms.roster import Member

SHOWING = 60.0
"""The maximum number of seconds that the match waits for a member to be shown events."""
SECONDS_A_BEAT = 3.0
"""The seconds that each beat (events at one moment) gives back: more than the slowest window needs to show it."""


@dataclass
class _Viewer:
    """A member who is shown events: `left` is for how long the match still waits, `since` when they fell behind."""

    left: float = SHOWING
    since: float | None = None
    late: bool = False

    def end(self, now: float) -> bool:
        """Subtract the time that the member has been behind; return whether enough was left."""
        if self.since is None:
            return True
        used, self.since = now - self.since, None
        in_time = used < self.left
        self.left = max(0.0, self.left - used)
        return in_time


class Showing:
    """The time that the match waits for each player to be shown the events.

    The match does not wait again for a player who uses up their time, until they have been shown everything in time.
    Each beat gives some time back, so that no player can stop the clock by being slow at every small step. The only
    spectator that the match waits for is the host, whose window is the table.
    """

    def __init__(self) -> None:
        self._viewers: dict[int, _Viewer] = {}
        self._beat = 0

    def is_awaited(self, members: Sequence[Member], beat: int, now: float) -> bool:
        """Return whether the clock waits for any of the members; `beat` is the last one sent, `now` is in seconds."""
        for viewer in self._viewers.values():
            viewer.left = min(SHOWING, viewer.left + SECONDS_A_BEAT * (beat - self._beat))
        self._beat = beat
        awaited = False
        for member in members:
            if not member.connected or (member.seat < 0 and not member.host):
                continue
            viewer = self._viewers.setdefault(member.id, _Viewer())
            if member.seen >= beat:
                if viewer.since is not None:
                    viewer.late = not viewer.end(now)
                continue
            viewer.since = now if viewer.since is None else viewer.since
            if now - viewer.since >= viewer.left:
                viewer.late = True
            awaited = awaited or not viewer.late
        return awaited

    def come_back(self, member: Member, now: float) -> None:
        """End the wait for a member who is now sent the complete state; the time that they were behind is used up."""
        viewer = self._viewers.get(member.id)
        if viewer is not None:
            viewer.end(now)
