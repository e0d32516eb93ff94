"""The shapes of the plain data in a match's state: frames of the agenda, decisions, slots of plugins."""

from types import FunctionType
from typing import Any, Final, TypedDict

Slot = dict[str, Any]
"""The part of a state that belongs to one plugin: by name, scalars, tuples, and dicts of these with strings as keys."""


class Frame(TypedDict):
    """An entry of the agenda, the stack of work that a match has still to do; `do` names the function that does it.

    Each kind of frame adds its own keys; their values are scalars and tuples, and are never secret.
    """

    do: str


class SequenceFrame(Frame):
    """A frame that runs the phases of the sequence `name` from index `at` on."""

    name: str
    at: int


class StagesFrame(SequenceFrame):
    """A frame that runs a sequence once for each stage up to number `last`; `running` is true within a stage."""

    last: int
    running: bool


class TurnsFrame(Frame):
    """A frame that runs turn after turn; `started` is true during a turn.

    `idle` counts the turns in a row without a decision; `asked` is the number of the next decision as this turn began.
    """

    started: bool
    asked: int
    idle: int


class WalkFrame(Frame):
    """A frame that continues an interrupted walk by `left` cells in a `direction`; `how` is the way of moving."""

    piece: int
    direction: int
    left: int
    how: str


class Decision(TypedDict):
    """An open question to a seat; see `roborally.core.decisions`.

    `piece` is an index, -1 for none; `choices` is `None` if the kind itself checks answers, and `()` if they are
    hidden, for a question to another seat.
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


def _probe() -> None:
    """Do nothing; its type shows whether it is a function of Python or of C."""


IS_COMPILED: Final = not isinstance(_probe, FunctionType)
"""Whether this is the compiled engine. A few operations, all of them copies, have a faster form there."""
