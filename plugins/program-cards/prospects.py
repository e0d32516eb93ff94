"""What a place is worth when one more turn is thought through, with hands that might be dealt there.

The table of an outlook takes for granted that there will be a card for every step. Here some hands are drawn, the same
for all places, and the best walk with each of them tells how good a place really is to start a turn from.
"""

from weakref import WeakKeyDictionary

from roborally.core.dice import Dice

from .laying import Hand
from .outlook import FAR, Outlook
from .walk import best_walk

HANDS = 10
"""How many hands are drawn."""
CARDS = 8
"""How many cards a hand has: that of a robot with little damage; what damage costs is counted apart."""

Known = dict[tuple[int, int], float]
"""Registers by place and number of goals reached."""

_known: WeakKeyDictionary[Outlook, tuple[list[Hand], Known]] = WeakKeyDictionary()


def registers_after_turn(outlook: Outlook, place: int, reached: int) -> float:
    """Return how many registers will remain after a turn that begins at a place, on average of some hands.

    It is found out once for every place, and less than nothing where a robot arrives before the turn is over.
    """
    hands, known = _known.setdefault(outlook, ([], {}))
    if not hands:
        hands += _hands(outlook)
    if (place, reached) not in known:
        walks = [best_walk(outlook, place, reached, 0, hand) for hand in hands]
        known[place, reached] = sum(min(walk.remaining, FAR) for walk in walks) / len(walks)
    return known[place, reached]


def _hands(outlook: Outlook) -> list[Hand]:
    """Draw hands; as they are the same in every match, a place is worth the same in all of them."""
    dice = Dice(0)
    hands = []
    for _ in range(HANDS):
        deck = list(outlook.floor.tables["deck"])
        dice.shuffle(deck)
        hands.append(Hand(deck[:CARDS], {}))
    return hands
