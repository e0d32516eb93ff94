"""Counts the statistics of robots in all editions with programs (STD-1501 to STD-1513, STD-R30)."""

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
    """Register the counters; the window shows their columns in this order."""
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
    """Return a function that counts own steps of cards, with this `how`: `forward` or `backward` (STD-1501)."""

    def count(event: Event, memory: dict[str, Any]) -> Counted:
        return [(event["piece"], 1)] if event["how"] == how else []

    return count


def turns(quarters: int) -> Count:
    """Return a counter of own Rotate Right (1, STD-1503), Rotate Left (-1, STD-1502) or U-Turn cards (2, STD-1504)."""

    def count(event: Event, memory: dict[str, Any]) -> Counted:
        return [(event["piece"], 1)] if event["how"] == "card" and event["quarters"] == quarters else []

    return count


def taken(event: Event, memory: dict[str, Any]) -> Counted:
    """Count the points of damage that a robot takes; return [(index, points)] (STD-1505)."""
    return [(event["piece"], event["points"])]


def of_the_piece(event: Event, memory: dict[str, Any]) -> Counted:
    """Count one for the event's robot, for destructions (STD-1506) and shutdowns (STD-1510); return [(index, 1)]."""
    return [(event["piece"], 1)]


def dealt(event: Event, memory: dict[str, Any]) -> Counted:
    """Count the points of damage that a robot deals; return [(index, points)], or `[]` for the board (STD-1507)."""
    return [(event["by"], event["points"])] if event["by"] >= 0 else []


def kills(event: Event, memory: dict[str, Any]) -> Counted:
    """Count one for every robot that is credited with a destruction; return pairs (index, 1) (STD-1508)."""
    return [(by, 1) for by in event["by"]]


def repaired(event: Event, memory: dict[str, Any]) -> Counted:
    """Count the points that are repaired, except at a re-entry; return [(index, points)] (STD-1509)."""
    return [(event["piece"], event["points"])] if event["cause"] != "respawn" else []


def pushed(event: Event, memory: dict[str, Any]) -> Counted:
    """Count each other robot that a card moves, once per card; return [(index of the pusher, 1)] (STD-1511)."""
    if event["type"] == "card":
        memory["moved"] = set()
        return []
    if event["how"] != "push" or event["by"] < 0 or event["piece"] in memory.get("moved", ()):
        return []
    memory.setdefault("moved", set()).add(event["piece"])
    return [(event["by"], 1)]
