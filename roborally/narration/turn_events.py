"""Keeps the events of the last turn, with the cells of the pieces when it began, for its recap."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from roborally.core.events import Event
from roborally.core.geometry import Cell
from roborally.narration.causes import follow

MAX_UNSEEN = 400
"""The number of events from which a turn that was not recalled is dropped, not recalled with the next one."""


class PlayedTurn(NamedTuple):
    """The cells of the pieces when a turn began, by index, and its events as one player may see them."""

    cells: Mapping[int, Cell]
    events: Sequence[Event]


class TurnEvents:
    """Keeps the events of the running turn, and those of the last one for its recap.

    A turn that was not recalled, because the player had nothing to program after it, is recalled with the next one.
    """

    def __init__(self, cells: Mapping[int, Cell], past: Sequence[Event] = ()) -> None:
        """Start with the cells of all pieces on the floor, and the `past` events of a continued match."""
        self.last = PlayedTurn({}, [])
        self.is_recalled = False
        """Whether the recap of the last turn has been shown; the window sets it."""
        self._cells = dict(cells)
        self._running: list[Event] = []
        self._gates: list[Event] = []
        """The last event that shut gates, without which nobody would know in the next turn what stops a robot."""
        self._begun_at: Mapping[int, Cell] = {}
        for event in past:
            self.on_event(event)
            self.is_recalled = True

    @property
    def running(self) -> PlayedTurn:
        """Return what has been shown of the running turn, which is the last one once the match is over."""
        return PlayedTurn(self._begun_at, self._running)

    @property
    def is_fresh(self) -> bool:
        """Return whether no robot has moved in the running turn."""
        return all(event["type"] != "step" for event in self._running)

    def on_event(self, event: Event) -> None:
        """Keep an event that is being shown; the first event of a turn makes the previous turn the last one."""
        if event["type"] == "moment" and event["name"] == "start":
            turn = PlayedTurn(self._begun_at, self._running)
            if not self.is_recalled and self.last.events and len(self.last.events) < MAX_UNSEEN:
                turn = PlayedTurn(self.last.cells, [*self.last.events, *self._running])
            self.last, self.is_recalled, self._running = turn, False, [*self._gates]
            self._begun_at = dict(self._cells)
        elif event["type"] == "gates":
            self._gates = [event]
        follow(self._cells, event)
        self._running.append(event)
