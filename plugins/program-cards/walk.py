"""Programs from the tables of an outlook alone: quick, for the many possible hands of others.

What acts in some registers only is left out, and so is everything that specials and options change.
"""

from typing import NamedTuple

from .deck import EMPTY, REGISTERS, command_of
from .hand_counts import Hand, Program
from .lone import LOST
from .outlook import Outlook, damage_cost

PLACES = 8
"""How many places are kept after each register."""
WAYS = 2
"""How many ways into a place are kept; they differ in what is left."""


class Walk(NamedTuple):
    """Where a turn leads: the registers that remain to the last goal, with what damage costs, and how it goes.

    A robot that arrives early has fewer commands; the remaining registers are then negative, by those it saves.
    """

    remaining: float
    program: Program
    place: int
    reached: int
    damage: int


Way = tuple[int, int, Program]
"""A way into a place: the damage, what is left of the hand (see `_packed`), and the commands so far."""
Layer = dict[tuple[int, int], list[Way]]
"""Ways by place and number of goals reached."""

_BITS = 4
"""The bits that count the cards of one command, which are fewer than 16."""
_MASK = (1 << _BITS) - 1


def best_walk(outlook: Outlook, place: int, reached: int, damage: int, hand: Hand) -> Walk:
    """Return the walk that brings a robot alone from `place` nearest to its last goal."""
    layer: Layer = {(place, reached): [(damage, _packed(hand), ())]}
    for register in range(1, REGISTERS + 1):
        following, walk = _next_layer(outlook, layer, hand, register)
        if walk is not None:
            return walk
        if not following:  # every card leads into a pit
            break
        layer = _best(outlook, following)
    walks = (
        Walk(outlook.remaining(at, come, damage), program, at, come, damage)
        for (at, come), ways in layer.items()
        for damage, _, program in ways
    )
    return min(walks, key=lambda walk: walk.remaining)


def _next_layer(outlook: Outlook, layer: Layer, hand: Hand, register: int) -> tuple[Layer, Walk | None]:
    """Return where one more register may lead, without the falls, or the walk that ends at the last goal with it."""
    last, leads = len(outlook.route), outlook.leads
    following: Layer = {}
    for (at, come), ways in layer.items():
        reaching = outlook.reaching(come)
        for damage, left, program in ways:
            for command, one in _choices(register, left, hand):
                to, harm = leads[command][at] if command in leads else (at, 0)
                if to == LOST:
                    continue
                goals = come + ((at, command) in reaching)
                if goals >= last:
                    return following, Walk(float(register - REGISTERS), (*program, command), to, goals, damage + harm)
                known = following.get((to, goals))
                if known is None:
                    following[to, goals] = [(damage + harm, left - one, (*program, command))]
                elif len(known) < WAYS and all(left - one != other[1] for other in known):
                    known.append((damage + harm, left - one, (*program, command)))
    return following, None


def _packed(hand: Hand) -> int:
    """Return how many cards of each command there are, as one number: it is copied and compared at once."""
    return sum(count << _BITS * number for number, count in enumerate(hand.counts))


def _choices(register: int, left: int, hand: Hand) -> list[tuple[str, int]]:
    """Return the commands that a register may have, each with what it takes from what is left."""
    if register in hand.locked:
        return [(command_of(hand.locked[register]), 0)]
    choices = []
    for number, command in enumerate(hand.commands):
        shift = _BITS * number
        if left >> shift & _MASK:
            choices.append((command, 1 << shift))
    return choices or [(EMPTY, 0)]


def _best(outlook: Outlook, layer: Layer) -> Layer:
    """Return the part of a layer with the best places, the best first, as the search of `planner` goes on with them."""

    def remaining(entry: tuple[tuple[int, int], list[Way]]) -> float:
        (place, reached), ways = entry
        return outlook.ways(reached)[place] + damage_cost(ways[0][0])

    return dict(sorted(layer.items(), key=remaining)[:PLACES])
