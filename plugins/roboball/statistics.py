"""Counts goals and hitches of each robot in RoboBall, from events alone."""

from collections.abc import Mapping
from typing import Any

from roborally.plugin import STATISTICS, Rules, Statistic, text

Event = Mapping[str, Any]
Counted = list[tuple[int, int]]


def add_statistics(rules: Rules) -> None:
    """Add the counters, whose columns come before those of all editions."""
    scored = Statistic(
        text("Goals"), ("ball-home",), goals, -2, "more", ranked=True, any_piece=True
    )  # the ball's robots
    rules.add(STATISTICS, "goals", scored)
    rules.add(STATISTICS, "hitches", Statistic(text("Ball hitched"), ("hitch",), hitches, -1, "more", ranked=True))


def goals(event: Event, memory: dict[str, Any]) -> Counted:
    """Count one goal for each robot that has brought the ball home; return pairs (index of the robot, 1)."""
    return [(robot, 1) for robot in event["by"]]


def hitches(event: Event, memory: dict[str, Any]) -> Counted:
    """Count one hitch for the event's robot; return a pair (index of the robot, 1) in a list."""
    return [(event["piece"], 1)]
