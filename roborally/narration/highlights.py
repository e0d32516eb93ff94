"""Finds the best moments of a match in its events, whatever its rules are; no drawing."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from roborally.core.events import Event

MAX_MOMENTS = 5
"""The most moments that are chosen."""
APART = 3
"""The beats that lie between two moments, at least: those that are closer are one."""
MAX_BEATS = 12
"""The beats that a moment takes at most, if it is made of several."""
DESTROYED, PUSHED, HURT = 10, 3, 1
"""What a destroyed robot, each robot of a push of two or more, and a point of damage count."""
WON = 10_000
"""What the end with a winner counts: more than anything before it."""
TOGETHER = 5
"""What each further robot counts that is destroyed in the same beat."""
WORTH = 3
"""What a moment must count at least."""


class Moment(NamedTuple):
    """Some beats that are worth seeing, with the events (by index) of which they consist, and what they count."""

    first: int
    last: int
    since: int
    beat: int
    score: int


def best_moments(events: Sequence[Event], most: int = MAX_MOMENTS) -> list[Moment]:
    """Return the best moments of a match in their order: the latest of equal ones, since a match grows to its end.

    Only the kernel's events count, so every edition has its moments. The end of a match that was won is always one.
    """
    found: list[Moment] = []
    for beat, entries in groupby(enumerate(events), key=lambda entry: int(entry[1]["beat"])):
        numbered = list(entries)
        counted = score([event for _number, event in numbered])
        if counted < WORTH:
            continue
        moment = Moment(numbered[0][0], numbered[-1][0], beat, beat, counted)
        if found and beat - found[-1].beat < APART and beat - found[-1].since < MAX_BEATS:
            before = found.pop()
            moment = Moment(before.first, moment.last, before.since, beat, before.score + counted)
        found.append(moment)
    chosen = sorted(found, key=lambda moment: (-moment.score, -moment.beat))[:most]
    return sorted(chosen, key=lambda moment: moment.beat)


def score(events: Sequence[Event]) -> int:
    """Return what the events of one beat count."""
    destroyed = sum(event["type"] == "destroy" for event in events)
    counted: int = DESTROYED * destroyed + TOGETHER * max(0, destroyed - 1)
    counted += sum(WON for event in events if event["type"] == "over" and event["winners"])
    pushed = {event["piece"] for event in events if _is_push(event)}
    if len(pushed) > 1:
        counted += PUSHED * len(pushed)
    return counted + sum(HURT * int(event["points"]) for event in events if event["type"] == "hurt")


def _is_push(event: Mapping[str, object]) -> bool:
    return event["type"] == "step" and event["how"] == "push"
