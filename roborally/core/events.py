"""Events that describe what happened, in absolute terms, for code that shows, logs, counts or replays a match.

An event is a dict with `type`, `beat` and the type's own keys; cells are `(x, y)`, directions integers, pieces their
indexes. Events of one beat happen at the same time. `KERNEL_EVENTS` are the types that the kernel emits; a plugin
declares its own with `Rules.event`. An event of any type with the key `only_for` holds a secret of that seat: records
and replays keep it, but code that shows or sends events leaves it out for all other seats (`is_for`).
"""

from collections.abc import Callable, Mapping
from typing import Any

Event = dict[str, Any]
"""An event of a match: its type, its beat, and the keys of its type."""
Listener = Callable[[Event], None]
EventKeys = Mapping[str, str]
"""The keys of a type of event beside `type` and `beat`, each with its description; an optional key ends with `?`."""

COMMON_KEYS = frozenset({"type", "beat"})
"""The keys that every event has."""

KERNEL_EVENTS: Mapping[str, EventKeys] = {
    "moment": {
        "name": "the point of the game that has been reached",
        "turn": "the turn that runs, from 1",
        "stage": "the stage of the turn that runs, 0 outside them",
    },
    "step": {
        "piece": "who moves one cell",
        "from": "the cell that it leaves",
        "to": "the cell that it enters; may lie beyond the edge",
        "direction": "where it goes",
        "how": "the way in which it moves, such as push",
        "by": "who acts, or -1",
    },
    "blocked": {
        "piece": "whose step has failed",
        "cell": "where it stands",
        "direction": "where it wanted to go",
        "how": "the way in which it would have moved",
    },
    "turn": {
        "piece": "who turns in place",
        "from": "the facing before",
        "to": "the facing afterwards",
        "quarters": "quarter turns to the right",
        "how": "what turns it",
    },
    "place": {
        "piece": "who is put on a cell",
        "cell": "where it stands now",
        "facing": "the way it faces now",
        "how": "why it is put there",
    },
    "beam": {
        "cells": "the cells that the beam crosses",
        "direction": "where it goes; also a diagonal",
        "piece": "who fires, or -1",
        "targets": "the pieces that it hits",
        "cause": "what kind of beam it is",
    },
    "hurt": {
        "piece": "who takes damage",
        "points": "how much",
        "damage": "how much it has afterwards",
        "by": "the piece that is credited, or -1",
        "cause": "what hurts it",
    },
    "heal": {
        "piece": "who loses damage",
        "points": "how much",
        "damage": "how much it has afterwards",
        "cause": "what heals it",
    },
    "destroy": {
        "piece": "who is destroyed",
        "cell": "where; may lie beyond the edge",
        "by": "the pieces that are credited",
        "cause": "what destroys it",
    },
    "gates": {"shut": "the edges, as (cell, direction), where a gate is a wall now; all others are open"},
    "ask": {
        "id": "the decision",
        "kind": "its kind",
        "seat": "who is asked",
        "piece": "the piece that it is about",
    },
    "answer": {
        "id": "the decision",
        "kind": "its kind",
        "seat": "who has answered",
        "piece": "the piece that it is about",
        "answer?": "the answer, unless the decision is secret",
    },
    "over": {"winners": "the pieces that have won"},
}
"""The types of event that the kernel emits, with their keys."""


def is_for(event: Event, seat: int) -> bool:
    """Return whether a seat may see an event; a spectator (-1) sees events without `only_for`."""
    return "only_for" not in event or bool(event["only_for"] == seat)


def event_problem(event: Event, declared: Mapping[str, EventKeys]) -> str:
    """Return a sentence about how an event differs from the keys `declared` for its type; empty if it does not."""
    type_ = event["type"]
    keys = declared.get(type_)
    if keys is None:
        return f"the event {type_!r} is not declared; declare it with rules.event"
    known = {key.removesuffix("?") for key in keys}
    if unknown := sorted(event.keys() - known - COMMON_KEYS):
        return f"the event {type_!r} has the key {unknown[0]!r}, which is not declared"
    if missing := sorted(key for key in keys if not key.endswith("?") and key not in event):
        return f"the event {type_!r} lacks the key {missing[0]!r}, which is declared"
    return ""


class Watch:
    """The listeners of one match, and the number of the beat that the next event belongs to."""

    __slots__ = ("beat", "listeners")

    def __init__(self, *listeners: Listener, beat: int = 0) -> None:
        """Begin with beat number `beat`; listeners are called in the order given."""
        self.listeners = list(listeners)
        self.beat = beat

    def emit(self, type_: str, **data: Any) -> None:
        """Call every listener with an event of this type in the present beat; `data` are the keys of its type."""
        event: Event = {"type": type_, "beat": self.beat, **data}
        for listener in self.listeners:
            listener(event)
