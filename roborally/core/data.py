"""The shapes of the plain data in a state: frames of the agenda, decisions, slots of plugins."""

from types import FunctionType
from typing import Any, Final, TypedDict

Slot = dict[str, Any]
"""What one plugin keeps in a state: scalars, tuples, and dicts of these with texts as keys, by name."""


class Frame(TypedDict):
    """An entry of the agenda: `do` names its function.

    Each kind of frame adds its own keys; their values are scalars and tuples, and never secret.
    """

    do: str


class SequenceFrame(Frame):
    """Runs the phases of the sequence `name` from number `at` on."""

    name: str
    at: int


class StagesFrame(SequenceFrame):
    """Runs the sequence once for each stage up to `last`; `running` while one has begun."""

    last: int
    running: bool


class TurnsFrame(Frame):
    """Runs turn after turn; `idle` counts turns without a decision, `asked` is the next decision's number."""

    started: bool
    asked: int
    idle: int


class WalkFrame(Frame):
    """Continues a walk: `left` cells in a `direction`."""

    piece: int
    direction: int
    left: int
    how: str


class Decision(TypedDict):
    """An open question to a seat; see `roborally.core.decisions`.

    `piece` is an index, -1 for none; `choices` is `None` where the kind itself says what is allowed, and
    `()` for a question to another seat.
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
    """Be a function of Python, or of C."""


IS_COMPILED: Final = not isinstance(_probe, FunctionType)
"""Whether this is the compiled engine. Few things, all of them about copies, are quicker in another way there."""
