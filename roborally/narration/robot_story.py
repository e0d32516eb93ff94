"""What has happened to one robot in a turn, from which its lines of the recap are made (CLI-2033)."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from roborally.core.events import Event
from roborally.core.geometry import Cell

LIGHT, SMALL, DEED, SHOVE, CARRIED, HARM, MOVED, GRAVE, GOAL, LOSS, WIN = range(11)
"""The weights of facts, lightest first: `LIGHT` is for the player only; from `MOVED` on they may fill a second line,
those about the player's own robot from `DEED` on."""
GRAVE_HARM = 3
"""The minimum number of points of damage in a turn that have the weight `GRAVE`."""
WEIGHTS: dict[str, int] = {
    "light": LIGHT,
    "small": SMALL,
    "deed": DEED,
    "push": MOVED,
    "goal": GOAL,
    "ahead": LOSS,
    "loss": LOSS,
}
"""The weights of facts by the names that they have in manifests; those of `ahead` are about the next turn."""


class TurnFact(NamedTuple):
    """What happened to a robot, or what it did: a weight (`LIGHT` to `WIN`), and a sentence without its subject.

    `at` is the number of its event, or of the last one, among those of the turn. `short` is a shorter sentence for a
    line with no room for `text`.
    """

    weight: int
    text: str
    at: int
    short: str = ""


@dataclass
class RobotStory:
    """All that has happened to one robot in a turn, from which the lines about it are made.

    The numbers of events say when something happened last.
    """

    facts: list[TurnFact] = field(default_factory=list)
    latest: dict[str, TurnFact] = field(default_factory=dict)
    """The last facts of plugins' events, by topic; a later fact may take their place."""
    unanswered: list[TurnFact] = field(default_factory=list)
    """The questions that were answered by default or with what lay there, which only the player is reminded of."""
    harm: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The points of damage by pairs of names: the source, and the robot that pushed this one there or an empty text."""
    moved: dict[str, Counter[str]] = field(default_factory=dict)
    """The steps that others made the robot take, counted by sentence and by the name of who or what did it."""
    carried: Counter[str] = field(default_factory=Counter)
    """The steps that belts and other elements made the robot take, counted by `how`."""
    turned: Counter[str] = field(default_factory=Counter)
    """How far elements have turned the robot, in quarter turns to the right, by `how`."""
    last: dict[str, int] = field(default_factory=dict)
    """The numbers of the last events that were counted, by sentence or `how`; an empty text is for damage."""
    pushes: dict[int, int] = field(default_factory=dict)
    """The pieces that the robot has pushed, by index, with the number of the event."""
    tows: dict[int, int] = field(default_factory=dict)
    """The pieces, such as a ball, that have followed the robot into cells it left."""
    hits: dict[str, dict[int, int]] = field(default_factory=dict)
    """The pieces that the robot has damaged, by sentence about them."""
    repaired: dict[str, Event] = field(default_factory=dict)
    """The last repair of the robot, by sentence, with the points of all its repairs."""
    pusher: str = ""
    """The name of the robot or element that last pushed this robot since it was put on the floor, or an empty text."""
    mover: str = ""
    """The name of the robot or element that caused the last step, empty for the robot itself or an unnamed element."""
    carrier: str = ""
    """The name of the element that last carried the robot since it was put on the floor, or an empty text."""
    has_driven: bool = False
    """Whether the robot has moved by itself since it was last pushed."""
    is_carried: bool = False
    """Whether an element caused the last step."""
    has_led: bool = False
    """Whether something happened to the robot where an element has carried it."""
    shift: Cell = (0, 0)
    """How far pushes have moved the robot in total, in cells to the right and down."""
    ride: Cell = (0, 0)
    """The same for what elements have carried it."""
