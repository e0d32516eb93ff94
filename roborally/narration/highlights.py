"""Finds the best moments of a match from its events, for films; it works for any rules."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from roborally.core.events import Event

MAX_MOMENTS = 5
"""The number of moments that `best_moments` returns by default."""
APART = 3
"""The minimum number of beats between two moments; closer ones are merged. A beat is a group of simultaneous events."""
MAX_BEATS = 12
"""The length in beats from which a moment is too long to be merged with a later one."""
DESTROYED, PUSHED, HURT = 10, 3, 1
"""The scores of a destroyed robot, of each robot in a push of two or more, and of a point of damage."""
WON = 10_000
"""The score of the end of a match with a winner: more than all else together."""
TOGETHER = 5
"""The extra score of each robot but the first that is destroyed in the same beat."""
WORTH = 3
"""The minimum score of beats that count as a moment."""


class Moment(NamedTuple):
    """Beats worth watching: the indexes of the first and last event, the numbers of first and last beat, a score."""

    first: int
    last: int
    since: int
    beat: int
    score: int


def best_moments(events: Sequence[Event], most: int = MAX_MOMENTS) -> list[Moment]:
    """Return the `most` best moments of a match, or fewer, in order of time; among equals later ones are preferred.

    Only the kernel's events count, so every edition has its moments. The end of a match that was won is always
    included.
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
    """Return the score of a beat with these events, 0 or more."""
    destroyed = sum(event["type"] == "destroy" for event in events)
    counted: int = DESTROYED * destroyed + TOGETHER * max(0, destroyed - 1)
    counted += sum(WON for event in events if event["type"] == "over" and event["winners"])
    pushed = {event["piece"] for event in events if _is_push(event)}
    if len(pushed) > 1:
        counted += PUSHED * len(pushed)
    return counted + sum(HURT * int(event["points"]) for event in events if event["type"] == "hurt")


def _is_push(event: Mapping[str, object]) -> bool:
    return event["type"] == "step" and event["how"] == "push"
