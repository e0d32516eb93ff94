"""Where a turn may be halted for a key (CLI-2028), and which beats concern certain robots (CLI-2029)."""

from collections.abc import Collection, Mapping, Sequence

from roborally.core.events import Event

Cause = tuple[str, str]
"""Why something moves: the kind of event and its way, or the robot behind it."""


def cause_of(beat: Sequence[Event]) -> Cause | None:
    """Return why something is seen to happen in a beat, `None` if nothing moves and nobody fires."""
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
    """Return whether a beat begins a stage, the action of a robot, or what another part of the board does.

    `before` is the last cause that has been seen; `stops` says what types of event begin, as in a replay.
    """
    if any(stops.get(event["type"]) in ("stage", "action") for event in beat):
        return True
    cause = cause_of(beat)
    return cause is not None and before is not None and cause[0] != "robot" and cause != before


def concerns(beat: Sequence[Event], pieces: Collection[int]) -> bool:
    """Return whether one of some robots is pushed, shot at, hurt or destroyed in a beat."""
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
