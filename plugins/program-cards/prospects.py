"""How many turns a robot alone needs from a place to its last goal, with hands that might be dealt there.

The table of an outlook takes for granted that there will be a card for every step. Here a deck is dealt out, the same
for all places; the best walk with each of its hands shows where a turn ends, and how good that place is for the next.
"""

from weakref import WeakKeyDictionary

from roborally.core.dice import Dice

from .deck import REGISTERS
from .laying import Hand
from .outlook import Outlook
from .walk import Walk, best_walk

CARDS = 8
"""How many cards a hand has: that of a robot with little damage; what damage costs is counted apart."""
THOUGHT = 2
"""How many turns are thought through; what comes after them is taken from the table."""
USUAL = 3.7
"""By how many registers of the table a turn shortens the way; its rest is spent on turning and waiting."""
DAMAGE = 0.18
"""The turns that every damage on the way costs."""
FAR = 40.0
"""The turns that count for a place from which there is no way to the goal."""

Known = dict[tuple[int, int, int], float]
"""Turns by place, number of goals reached, and how many turns are thought through."""

_known: WeakKeyDictionary[Outlook, tuple[list[Hand], Known]] = WeakKeyDictionary()


def turns_to_go(outlook: Outlook, place: int, reached: int, thought: int = THOUGHT) -> float:
    """Return how many turns remain to the last goal, on average of some hands; it is found out once for every place.

    The turn in which a robot arrives counts as far as it is needed: a fifth for every register.
    """
    if reached >= len(outlook.route):
        return 0.0
    if not thought:
        return min(outlook.remaining(place, reached, 0) / USUAL, FAR)
    hands, known = _known.setdefault(outlook, ([], {}))
    if not hands:
        hands += _hands(outlook)
    spot = (place, reached, thought)
    if spot not in known:
        walks = [best_walk(outlook, place, reached, 0, hand) for hand in hands]
        known[spot] = min(sum(_turns_by(outlook, walk, thought) for walk in walks) / len(walks), FAR)
    return known[spot]


def _turns_by(outlook: Outlook, walk: Walk, thought: int) -> float:
    """Return how many turns remain before a walk."""
    if walk.reached >= len(outlook.route):
        return len(walk.program) / REGISTERS
    return 1.0 + DAMAGE * walk.damage + turns_to_go(outlook, walk.place, walk.reached, thought - 1)


def _hands(outlook: Outlook) -> list[Hand]:
    """Deal out a deck, so that every card occurs once; the same in every match, as is what a place is worth."""
    deck = list(outlook.floor.tables["deck"])
    Dice(0).shuffle(deck)
    return [Hand(deck[start : start + CARDS], {}) for start in range(0, len(deck) - CARDS + 1, CARDS)]
