"""What the members of a room choose before the match: robots, the match itself, and the course that the host builds."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from roborally.net.limits import Limits
from roborally.net.rooms.broadcast import Broadcast
from roborally.net.rooms.match_setup import check_budgets
from roborally.net.rooms.roster import DeniedError, Member, Roster

BETWEEN_STEPS = 0.25
"""Seconds between two steps of a course that the host builds."""


@dataclass
class Lobby:
    """Changes what a `Roster` has chosen and tells all members; `now` is the clock in seconds."""

    party: Roster
    broadcast: Broadcast
    limits: Limits
    now: Callable[[], float]
    _built_at: float = float("-inf")

    def choose(self, member: Member, robot: str, *, ready: bool) -> None:
        """Set what a member chooses; raise `DeniedError`."""
        self.party.choose(member, robot, ready)
        self.broadcast.lobby()

    def configure(self, config: dict[str, Any]) -> None:
        """Apply the host's choices; raise `DeniedError`."""
        self.party.configure(config, partial(check_budgets, limits=self.limits))
        self.broadcast.lobby()

    def show_building(self, course: str) -> None:
        """Show all the code of the course that the host builds; raise `DeniedError` for too many in a second."""
        if self.now() - self._built_at < BETWEEN_STEPS:
            raise DeniedError("wait a moment before you show another course")
        self._built_at = self.now()
        self.party.building = course
        self.broadcast.lobby()
