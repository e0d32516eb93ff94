"""Finds out from earlier events why an event happened, for the sentences of the log."""

from collections.abc import Collection, Mapping
from typing import Any

from roborally.core.board import Board, Edge, both_sides
from roborally.core.events import KERNEL_EVENTS, Event
from roborally.core.geometry import Cell, neighbour
from roborally.narration.chronicle import topic


class Causes:
    """Follows pieces and gates through the events of a match, and adds to events the keys that say what caused them."""

    def __init__(self, board: Board | None, cells: Mapping[int, Cell], shut: Collection[Edge] | None = None) -> None:
        """Start before the first event with the cells of the pieces on the floor, by index.

        `shut` are the edges of the gates that are shut then, `None` if that is not known; without a `board` walls and
        gates are unknown.
        """
        self.cells = dict(cells)
        """The cells of the pieces on the floor now, by the index of the piece."""
        self._walls = board.walls if board is not None else frozenset()
        self._gates = both_sides(set(board.gates)) if board is not None else frozenset()
        self._shut = None if shut is None else both_sides(set(shut))
        self._held: list[Event] = []
        """Pushes that have just failed, each because of the next piece; they explain the step that fails next."""
        self._left: dict[Cell, int] = {}
        """The index of the last piece that has left each cell."""
        self._beat: list[Event] = []
        """The events so far of the current beat, a group of simultaneous events."""

    def explained(self, event: Event) -> Event:
        """Return an event, with further keys if earlier events say why it happened.

        `blocked` has `by`, the pieces in the way, the nearest first, and `end`, the cell of the last one if they could
        not be pushed; or, at a gate, `gate` is true. A `step` that no robot has caused has `leader`, the piece that has
        left the cell that the step enters. Events of plugins have `after`, the topics of earlier events of the same
        beat, the latest first: those of plugins, and the engine's own about the same piece.
        """
        follow(self.cells, event)
        held, self._held = self._held, []
        if self._beat and self._beat[0].get("beat") != event.get("beat"):
            self._beat = []
        type_ = event["type"]
        if type_ == "gates":
            self._shut = both_sides({(tuple(cell), direction) for cell, direction in event["shut"]})
        elif type_ == "step":
            leader = self._left.get(tuple(event["to"]), -1) if event["by"] < 0 else -1
            self._left[tuple(event["from"])] = event["piece"]
            event = {**event, "leader": leader} if leader >= 0 else event
        elif type_ == "blocked":
            event = {**event, **self._obstacle(event, held)}
            self._held = [*held, event] if event["how"] == "push" else []
        elif type_ not in KERNEL_EVENTS:
            event = {**event, "after": self._before(event)}
        self._beat.append(event)
        return event

    def _obstacle(self, event: Event, held: list[Event]) -> dict[str, Any]:
        """Return the keys that say why a step failed (see `explained`); none at a wall or the edge, or if unknown."""
        edge = tuple(event["cell"]), event["direction"]
        ahead = neighbour(*edge)
        if edge in self._walls:
            return {}
        if held and held[-1]["cell"] == ahead:
            return {"by": [other["piece"] for other in reversed(held)], "end": held[0]["cell"]}
        if edge in self._gates and (self._shut is None or edge in self._shut):
            return {"gate": True} if self._shut is not None else {}
        there = [piece for piece, cell in self.cells.items() if tuple(cell) == ahead]
        return {"by": there} if len(there) == 1 else {}

    def _before(self, event: Event) -> list[str]:
        piece = event.get("piece")
        about = (other for other in self._beat if other["type"] not in KERNEL_EVENTS or other.get("piece") == piece)
        return list(dict.fromkeys(map(topic, about)))[::-1]


def follow(cells: dict[int, Cell], event: Event) -> None:
    """Update `cells`, the cells of the pieces on the floor by index, with an event."""
    type_ = event["type"]
    if type_ in ("step", "place"):
        cells[event["piece"]] = event["to" if type_ == "step" else "cell"]
    elif type_ == "destroy":
        cells.pop(event["piece"], None)
