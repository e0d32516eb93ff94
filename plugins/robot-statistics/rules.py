"""The statistics of section 15 (STD-1501 to STD-1513), counted as STD-R30 says."""

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
TURNS = {-1: "left", 1: "right", 2: "uturn"}


@hookimpl
def register(rules: Rules) -> None:
    """Add the eleven counters and the u-turns."""
    entries: tuple[tuple[str, str, tuple[str, ...], Count], ...] = (
        ("fwd", text("Walked forward"), ("step",), forward),
        ("back", text("Walked back"), ("step",), backward),
        ("left", text("Left turns"), ("turn",), left),
        ("right", text("Right turns"), ("turn",), right),
        ("uturn", text("U-turns"), ("turn",), u_turn),
        ("taken", text("Damage taken"), ("hurt",), taken),
        ("deaths", text("Deaths"), ("destroy",), deaths),
        ("dealt", text("Damage dealt"), ("hurt",), dealt),
        ("kills", text("Robots destroyed"), ("destroy",), kills),
        ("repaired", text("Repaired"), ("heal",), repaired),
        ("pdowns", text("Power-downs"), ("power-down",), power_downs),
        ("pushed", text("Robots pushed"), ("card", "step"), pushed),
    )
    for order, (name, title, types, count) in enumerate(entries, 1):
        rules.add(STATISTICS, name, Statistic(title, types, count, order, BETTER.get(name, "neither")))


def forward(event: Event, memory: dict[str, Any]) -> Counted:
    """Count successful single steps of own cards (STD-1501)."""
    return [(event["piece"], 1)] if event["how"] == "forward" else []


def backward(event: Event, memory: dict[str, Any]) -> Counted:
    """Count successful single steps of own Back Up cards (STD-1501)."""
    return [(event["piece"], 1)] if event["how"] == "backward" else []


def _turned(event: Event, name: str) -> Counted:
    own = event["how"] == "card" and TURNS.get(event["quarters"]) == name
    return [(event["piece"], 1)] if own else []


def left(event: Event, memory: dict[str, Any]) -> Counted:
    """Count own Rotate Left cards (STD-1502)."""
    return _turned(event, "left")


def right(event: Event, memory: dict[str, Any]) -> Counted:
    """Count own Rotate Right cards (STD-1503)."""
    return _turned(event, "right")


def u_turn(event: Event, memory: dict[str, Any]) -> Counted:
    """Count own U-Turn cards (STD-1504)."""
    return _turned(event, "uturn")


def taken(event: Event, memory: dict[str, Any]) -> Counted:
    """Count every point received: lasers, reflection, re-entry (STD-1505)."""
    return [(event["piece"], event["points"])]


def deaths(event: Event, memory: dict[str, Any]) -> Counted:
    """Count destructions (STD-1506)."""
    return [(event["piece"], 1)]


def dealt(event: Event, memory: dict[str, Any]) -> Counted:
    """Count points caused by the robot's laser; reflected ones count for the reflecting robot (STD-1507)."""
    return [(event["by"], event["points"])] if event["by"] >= 0 else []


def kills(event: Event, memory: dict[str, Any]) -> Counted:
    """Count destructions for every robot credited with one (STD-1508)."""
    return [(by, 1) for by in event["by"]]


def repaired(event: Event, memory: dict[str, Any]) -> Counted:
    """Count points really removed by sites, regeneration and power-down, not by re-entry (STD-1509)."""
    return [(event["piece"], event["points"])] if event["cause"] != "respawn" else []


def power_downs(event: Event, memory: dict[str, Any]) -> Counted:
    """Count shutdowns (STD-1510)."""
    return [(event["piece"], 1)]


def pushed(event: Event, memory: dict[str, Any]) -> Counted:
    """Count each other robot once per execution of a card that has moved it (STD-1511)."""
    if event["type"] == "card":
        memory["moved"] = set()
        return []
    if event["how"] != "push" or event["by"] < 0 or event["piece"] in memory.get("moved", ()):
        return []
    memory.setdefault("moved", set()).add(event["piece"])
    return [(event["by"], 1)]
