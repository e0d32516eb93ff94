"""Events: what happened, in absolute terms, for whoever shows, logs, counts or replays a match.

An event is a dict with `type`, `beat` and the type's own keys; cells are `(x, y)`, directions integers, pieces their
indexes. Events of one beat happen at the same time. The kernel emits these types:

========= ====================================================================================================
moment    `name`, `turn`, `stage`: a named point of the game has been reached
step      `piece`, `from`, `to` (may lie beyond the edge), `direction`, `how`, `by` (the actor or -1): one cell
blocked   `piece`, `cell`, `direction`, `how`: a step that failed
turn      `piece`, `from`, `to` (facings), `quarters`, `how`
place     `piece`, `cell`, `facing`, `how`
beam      `cells` (crossed), `direction` (also a diagonal), `piece` (the shooter or -1), `targets`, `cause`
hurt      `piece`, `points`, `damage` (afterwards), `by` (a piece or -1), `cause`
heal      `piece`, `points`, `damage` (afterwards), `cause`
destroy   `piece`, `cell`, `by` (pieces that are credited), `cause`
gates     `shut`: the edges, as (cell, direction), where a gate is a wall now; all others are open
ask       `id`, `kind`, `seat`, `piece`
answer    `id`, `kind`, `seat`, `piece`, and `answer` unless the decision is secret
over      `winners`: pieces
========= ====================================================================================================

Every other type belongs to a plugin. An event of any type with the key `only_for` holds a secret of that seat: records
and replays keep it, but whoever shows or sends events leaves it out for everybody else (`is_for`).
"""

from collections.abc import Callable
from typing import Any

Event = dict[str, Any]
Listener = Callable[[Event], None]


def is_for(event: Event, seat: int) -> bool:
    """Return whether a seat may see an event; a spectator (-1) sees what is for nobody alone."""
    return "only_for" not in event or bool(event["only_for"] == seat)


class Watch:
    """Numbers the beats of a watched match and hands its events to listeners."""

    __slots__ = ("beat", "listeners")

    def __init__(self, *listeners: Listener, beat: int = 0) -> None:
        """Start after `beat`; listeners are called in the order given."""
        self.listeners = list(listeners)
        self.beat = beat

    def emit(self, type_: str, **data: Any) -> None:
        """Hand out one event of the present beat."""
        event: Event = {"type": type_, "beat": self.beat, **data}
        for listener in self.listeners:
            listener(event)
