"""Handles the choices of a room's members before the match: robots, the match, and the course that the host builds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from roborally.net.limits import Limits
from roborally.net.rooms.broadcast import Broadcast
from roborally.net.rooms.match_setup import check_bots
from roborally.net.rooms.roster import DeniedError, Member, Roster

BETWEEN_STEPS = 0.25
"""The minimum number of seconds between two steps of a course that the host builds."""


@dataclass
class Lobby:
    """Changes the choices in a `Roster` and sends them to all members; `now()` returns the time in seconds."""

    roster: Roster
    broadcast: Broadcast
    bots: Sequence[str]
    limits: Limits
    now: Callable[[], float]
    _built_at: float = float("-inf")

    def choose(self, member: Member, robot: str, *, ready: bool, watching: bool) -> None:
        """Set a member's robot and whether they are ready or only watch; raise `DeniedError` if that is not allowed."""
        try:
            if member.watching and not watching:
                self.roster.check_room(self.limits.seats)
            self.roster.choose(member, robot, ready, watching=watching)
        except DeniedError:
            self.broadcast.lobby(member)  # whose page shows already what is now refused
            raise
        self.broadcast.lobby()

    def configure(self, config: dict[str, Any]) -> None:
        """Apply the host's choices, a match file as data; raise `DeniedError` if they are not allowed."""
        self.roster.configure(config, partial(check_bots, bots=self.bots, limits=self.limits))
        self.broadcast.lobby()

    def show_building(self, code: str) -> None:
        """Show all members the course of a code; raise `DeniedError` if steps follow too quickly."""
        if self.now() - self._built_at < BETWEEN_STEPS:
            raise DeniedError("wait a moment before you show another course")
        self._built_at = self.now()
        self.roster.building = code
        self.broadcast.lobby()
