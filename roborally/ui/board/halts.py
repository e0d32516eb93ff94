"""Finds the points where a turn may pause for a key (CLI-2028), and the beats about certain robots (CLI-2029)."""

from collections.abc import Collection, Mapping, Sequence

from roborally.core.events import Event

Cause = tuple[str, str]
"""The cause of a motion: the type of event and its variant, or the robot behind it."""


def cause_of(beat: Sequence[Event]) -> Cause | None:
    """Return the cause of what a beat shows, `None` if nothing moves and no robot fires."""
    for event in beat:
        match event["type"]:
            case "beam":
                return "beam", ""
            case "step" if event["by"] >= 0:
                return "robot", str(event["by"])
            case "step" | "turn":
                return event["type"], str(event["how"])
    return None


def begins_step(beat: Sequence[Event], before: Cause | None, stops: Mapping[str, str]) -> bool:
    """Return whether a beat begins a stage, the action of a robot, or that of another part of the board.

    `before` is the last cause shown; `stops` maps types of event to what they begin, as in a replay.
    """
    if any(stops.get(event["type"]) in ("stage", "action") for event in beat):
        return True
    cause = cause_of(beat)
    return cause is not None and before is not None and cause[0] != "robot" and cause != before


def concerns(beat: Sequence[Event], pieces: Collection[int]) -> bool:
    """Return whether a beat pushes, hits, hurts or destroys one of some robots."""
    for event in beat:
        mine = event.get("piece") in pieces
        match event["type"]:
            case "hurt" | "destroy" if mine:
                return True
            case "step" if mine and event["by"] >= 0 and event["by"] != event["piece"]:
                return True
            case "beam" if any(target in pieces for target in event["targets"]):
                return True
    return False
