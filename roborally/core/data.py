"""The shapes of the plain data in a state: frames of the agenda, decisions, slots of plugins."""

from typing import Any, TypedDict

Frame = dict[str, Any]
"""A piece of work on the agenda: `do` names its function, the other values are scalars and tuples."""

Slot = dict[str, Any]
"""What one plugin keeps in a state; see `roborally.core.state`."""


class Decision(TypedDict):
    """An open question to a seat; see `roborally.core.decisions`.

    `piece` is an index, -1 for none; `choices` is `None` where the kind itself says what is allowed.
    """

    id: str
    kind: str
    seat: int
    piece: int
    choices: tuple[Any, ...] | None
    default: Any
    secret: bool
    optional: bool
    at_once: bool
    info: dict[str, Any]
