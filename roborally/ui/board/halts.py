"""Says for the playback before which beats a turn may pause for a key (CLI-2028), and which concern certain robots."""

from collections.abc import Collection, Mapping, Sequence

from roborally.core.events import Event

Cause = tuple[str, str]
"""The cause of a motion: a type of event and its variant, or `robot` and the pushing robot's index as text."""


def cause_of(beat: Sequence[Event]) -> Cause | None:
    """Return the cause of the first motion or beam in a beat, `None` if there is none."""
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
    """Return whether a beat begins a stage, a robot's action, or a motion that has another cause than `before`.

    `before` is the cause of the last motion shown, `None` for none; a push is no new cause. `stops` has, by type of
    event, what the event begins, such as `stage` or `action`.
    """
    if any(stops.get(event["type"]) in ("stage", "action") for event in beat):
        return True
    cause = cause_of(beat)
    return cause is not None and before is not None and cause[0] != "robot" and cause != before


def concerns(beat: Sequence[Event], pieces: Collection[int]) -> bool:
    """Return whether a robot with one of these indexes is pushed, shot at, hurt or destroyed in a beat (CLI-2029)."""
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
