"""Counts the statistics of robots and operators in VOLT, from events alone."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from roborally.plugin import STATISTICS, Rules, Statistic, text

Event = Mapping[str, Any]
Counted = list[tuple[int, int]]
Count = Callable[[Event, dict[str, Any]], Counted]
BETTER: dict[str, Literal["more", "less", "neither"]] = {"shots": "neither", "lost": "less"}  # a shot may hit nobody


def add_statistics(rules: Rules) -> None:
    """Register the counters; the window shows their columns in this order."""
    entries: tuple[tuple[str, str, str, Count], ...] = (
        ("points", text("Victory points"), "volt-points", of_the_piece),
        ("markers", text("Markers taken"), "volt-taken", of_the_piece),
        ("shots", text("Shots"), "volt-fire", of_the_piece),
        ("hits", text("Hits"), "hurt", hits),
        ("destroyed", text("Take-downs"), "destroy", destroyed),
        ("lost", text("Deaths"), "destroy", of_the_piece),
    )
    for order, (name, title, type_, count) in enumerate(entries, 1):
        better = BETTER.get(name, "more")
        rules.add(STATISTICS, name, Statistic(title, (type_,), count, order, better))


def of_the_piece(event: Event, memory: dict[str, Any]) -> Counted:
    """Count one for the event's robot; return [(index, 1)]."""
    return [(event["piece"], 1)]


def hits(event: Event, memory: dict[str, Any]) -> Counted:
    """Count one hit for the shooter; return [(index, 1)], or `[]` without a shooter."""
    return [(event["by"], 1)] if event["by"] >= 0 else []


def destroyed(event: Event, memory: dict[str, Any]) -> Counted:
    """Count one for each robot that is credited with a destruction; return pairs (index, 1)."""
    return [(by, 1) for by in event["by"]]
