"""Finds a program from the tables of an outlook alone: quick, for the many possible hands of other robots.

Elements that act only in some registers are left out, and so are the changes by specials and options.
"""

from typing import NamedTuple

from .deck import EMPTY, REGISTERS, command_of
from .hand_counts import HandCounts, Program
from .lone import LOST
from .outlook import Outlook, damage_cost

PLACES = 8
"""The number of places (cell and facing) that are kept after each register."""
WAYS = 2
"""The number of ways that are kept for each place; they differ in the cards left."""


class Walk(NamedTuple):
    """A program and the end of its turn: the place, goals reached and damage, and the registers that then remain.

    `remaining` is the number of registers to the last goal, with the cost of damage; for a robot that arrives early it
    is negative, by the number of registers saved.
    """

    remaining: float
    program: Program
    place: int
    reached: int
    damage: int


Way = tuple[int, int, Program]
"""A way to a place: its damage in points, the cards left in the hand (see `_packed`), and the commands so far."""
Layer = dict[tuple[int, int], list[Way]]
"""Ways by (place, number of goals reached)."""

_BITS = 4
"""The number of bits that hold the number of cards of one command, which is below 16."""
_MASK = (1 << _BITS) - 1


def best_walk(outlook: Outlook, place: int, reached: int, damage: int, hand: HandCounts) -> Walk:
    """Return the best walk of a lone robot from `place` (cell times 4, plus facing), with `reached` goals."""
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


def _next_layer(outlook: Outlook, layer: Layer, hand: HandCounts, register: int) -> tuple[Layer, Walk | None]:
    """Return the ways of one more register, without falls, and a walk that reaches the last goal in it, or `None`."""
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


def _packed(hand: HandCounts) -> int:
    """Return the numbers of cards of all commands, packed into one number that is quick to copy and compare."""
    return sum(count << _BITS * number for number, count in enumerate(hand.counts))


def _choices(register: int, left: int, hand: HandCounts) -> list[tuple[str, int]]:
    """Return the commands that a register may have, each with the amount to subtract from `left` (see `_packed`)."""
    if register in hand.locked:
        return [(command_of(hand.locked[register]), 0)]
    choices = []
    for number, command in enumerate(hand.commands):
        shift = _BITS * number
        if left >> shift & _MASK:
            choices.append((command, 1 << shift))
    return choices or [(EMPTY, 0)]


def _best(outlook: Outlook, layer: Layer) -> Layer:
    """Return the part of a layer with the `PLACES` best places, the best first."""

    def remaining(entry: tuple[tuple[int, int], list[Way]]) -> float:
        (place, reached), ways = entry
        return outlook.ways(reached)[place] + damage_cost(ways[0][0])

    return dict(sorted(layer.items(), key=remaining)[:PLACES])
