"""Programs found in the tables of an outlook alone: quick, for the many hands that others may hold.

What acts in some registers only is left out, and so is everything that specials and options change.
"""

from collections.abc import Iterator
from typing import NamedTuple

from .deck import EMPTY, REGISTERS, command_of
from .laying import Counts, Hand, Program
from .outlook import LOST, Lead, Outlook

PLACES = 8
"""How many places are kept after each register."""
WAYS = 2
"""How many ways into a place are kept; they differ in what is left."""


class Walk(NamedTuple):
    """Where a turn leads: the registers that remain to the last goal, and the commands of the turn.

    A robot that arrives early has fewer commands, and what remains is less than nothing by the registers it can spare.
    """

    remaining: float
    program: Program


class Way(NamedTuple):
    """A way into a place: the damage, how many of each command are left, and the commands so far."""

    damage: int
    left: Counts
    program: Program


Layer = dict[tuple[int, int], list[Way]]
"""Ways by place and number of goals reached."""


def best_walk(outlook: Outlook, place: int, reached: int, damage: int, hand: Hand) -> Walk:
    """Return the walk that brings a robot alone from `place` nearest to its last goal."""
    layer: Layer = {(place, reached): [Way(damage, hand.counts, ())]}
    for register in range(1, REGISTERS + 1):
        following: Layer = {}
        for (at, come), ways in layer.items():
            for way in ways:
                for (to, goals), further in _steps(outlook, register, at, come, way, hand):
                    if goals >= len(outlook.route):
                        return Walk(float(register - REGISTERS), further.program)
                    known = following.setdefault((to, goals), [])
                    if len(known) < WAYS and all(further.left != other.left for other in known):
                        known.append(further)
        if not following:  # every card leads into a pit
            break
        layer = _best(outlook, following)
    return min(
        Walk(outlook.remaining(at, come, way.damage), way.program) for (at, come), ways in layer.items() for way in ways
    )


def _steps(
    outlook: Outlook, register: int, at: int, come: int, way: Way, hand: Hand
) -> Iterator[tuple[tuple[int, int], Way]]:
    """Yield where one more register may lead, without the falls."""
    leads, reaching = outlook.leads[at], outlook.reaching(come)
    for command, left in _choices(register, way.left, hand):
        place, damage = leads.get(command, Lead(at, 0))
        if place != LOST:
            goals = come + ((at, command) in reaching)
            yield (place, goals), Way(way.damage + damage, left, (*way.program, command))


def _choices(register: int, left: Counts, hand: Hand) -> list[tuple[str, Counts]]:
    """Return the commands that a register may have, each with what is left then."""
    if register in hand.locked:
        return [(command_of(hand.locked[register]), left)]
    return [
        (hand.commands[number], (*left[:number], count - 1, *left[number + 1 :]))
        for number, count in enumerate(left)
        if count
    ] or [(EMPTY, left)]


def _best(outlook: Outlook, layer: Layer) -> Layer:
    """Return the part of a layer with the best places."""
    if len(layer) <= PLACES:
        return layer

    def remaining(spot: tuple[int, int]) -> float:
        place, reached = spot
        return outlook.remaining(place, reached, layer[spot][0].damage)

    return {spot: layer[spot] for spot in sorted(layer, key=remaining)[:PLACES]}
