"""What is counted for each robot in all editions with programs (STD-1501 to STD-1513), as STD-R30 says."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from roborally.plugin import STATISTICS, Rules, Statistic, hookimpl, text

Event = Mapping[str, Any]
Counted = list[tuple[int, int]]
Count = Callable[[Event, dict[str, Any]], Counted]
BETTER: dict[str, Literal["more", "less"]] = {
    "taken": "less",
    "deaths": "less",
    "dealt": "more",
    "kills": "more",
    "pushed": "more",
}


@hookimpl
def register(rules: Rules) -> None:
    """Add the counters, whose columns come in this order."""
    entries: tuple[tuple[str, str, tuple[str, ...], Count], ...] = (
        ("fwd", text("Walked forward"), ("step",), steps("forward")),
        ("back", text("Walked back"), ("step",), steps("backward")),
        ("left", text("Left turns"), ("turn",), turns(-1)),
        ("right", text("Right turns"), ("turn",), turns(1)),
        ("uturn", text("U-turns"), ("turn",), turns(2)),
        ("taken", text("Damage taken"), ("hurt",), taken),
        ("deaths", text("Deaths"), ("destroy",), of_the_piece),
        ("dealt", text("Damage dealt"), ("hurt",), dealt),
        ("kills", text("Robots destroyed"), ("destroy",), kills),
        ("repaired", text("Repaired"), ("heal",), repaired),
        ("pdowns", text("Power-downs"), ("power-down",), of_the_piece),
        ("pushed", text("Robots pushed"), ("card", "step"), pushed),
    )
    for order, (name, title, types, count) in enumerate(entries, 1):
        rules.add(STATISTICS, name, Statistic(title, types, count, order, BETTER.get(name, "neither")))


def steps(how: str) -> Count:
    """Return a counter for steps of a robot's own cards; `how` is `forward` or `backward` (STD-1501)."""

    def count(event: Event, memory: dict[str, Any]) -> Counted:
        return [(event["piece"], 1)] if event["how"] == how else []

    return count


def turns(quarters: int) -> Count:
    """Return a counter of own Rotate Right (1, STD-1503), Rotate Left (-1, STD-1502) or U-Turn (2, STD-1504) cards."""

    def count(event: Event, memory: dict[str, Any]) -> Counted:
        return [(event["piece"], 1)] if event["how"] == "card" and event["quarters"] == quarters else []

    return count


def taken(event: Event, memory: dict[str, Any]) -> Counted:
    """Return the points of damage that the robot takes, from any cause, as a pair (index, points) (STD-1505)."""
    return [(event["piece"], event["points"])]


def of_the_piece(event: Event, memory: dict[str, Any]) -> Counted:
    """Return 1 for the event's robot, as a pair (index, 1): for destructions (STD-1506) and shutdowns (STD-1510)."""
    return [(event["piece"], 1)]


def dealt(event: Event, memory: dict[str, Any]) -> Counted:
    """Return the damage credited to a robot, as (index, points); a mirrored shot is the mirror's (STD-1507)."""
    return [(event["by"], event["points"])] if event["by"] >= 0 else []


def kills(event: Event, memory: dict[str, Any]) -> Counted:
    """Return 1 for every robot that is credited with a destruction, as pairs (index, 1) (STD-1508)."""
    return [(by, 1) for by in event["by"]]


def repaired(event: Event, memory: dict[str, Any]) -> Counted:
    """Return the points that were repaired, as a pair (index, points), except at a re-entry (STD-1509)."""
    return [(event["piece"], event["points"])] if event["cause"] != "respawn" else []


def pushed(event: Event, memory: dict[str, Any]) -> Counted:
    """Return 1, as a pair (pusher's index, 1), for each other robot that a card moves, once per card (STD-1511)."""
    if event["type"] == "card":
        memory["moved"] = set()
        return []
    if event["how"] != "push" or event["by"] < 0 or event["piece"] in memory.get("moved", ()):
        return []
    memory.setdefault("moved", set()).add(event["piece"])
    return [(event["by"], 1)]
