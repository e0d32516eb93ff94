"""Programs found in the tables of an outlook alone: quick, for the many hands that others may hold.

What acts in some registers only is left out, and so is everything that specials and options change.
"""

from typing import NamedTuple

from .deck import EMPTY, REGISTERS, command_of
from .laying import Hand, Program
from .outlook import LOST, LOST_WAY, Outlook, damage_cost

PLACES = 24
"""How many places are kept after each register."""
HANDS = 3
"""How many ways into a place are kept that differ in what is left."""


class Way(NamedTuple):
    """A way into a place: the programs commands so far, the damage, and how many of each command are left."""

    damage: int
    left: tuple[int, ...]
    program: Program


Layer = dict[tuple[int, int], list[Way]]
"""Ways by place and number of goals reached."""


def best_walk(outlook: Outlook, place: int, reached: int, damage: int, hand) -> tuple[float, Program]:
    """Return the commands that bring a robot from `place` nearest to its last goal."""
    layer: Layer = {(place, reached): [Way(damage, hand.counts, ())]}
    best: tuple[float, Program] = (float("inf"), ())
    for register in range(1, REGISTERS + 1):
        following: Layer = {}
        for (at, come), ways in layer.items():
            for way in ways:
                best = min(best, _step(outlook, register, at, come, way, hand, following))
        layer = _kept(outlook, following)
    ends = [
        (_remaining(outlook, at, come, way.damage), way.program) for (at, come), ways in layer.items() for way in ways
    ]
    return min([best, *ends])


def _step(outlook, register, at, come, way, hand, following):
    best = (float("inf"), ())
    if register in hand.locked:
        choices = [(command_of(hand.locked[register]), way.left)]
    else:
        choices = [
            (command, (*way.left[:number], count - 1, *way.left[number + 1 :]))
            for number, (command, count) in enumerate(zip(hand.commands, way.left, strict=True))
            if count
        ] or [(EMPTY, way.left)]
    leads, reaching = outlook.leads[at], outlook.reaching(come)
    for command, left in choices:
        lead = leads.get(command)
        if lead is None:
            place, damage = at, 0
        else:
            place, damage = lead
        if place == LOST:
            continue
        goal = come + ((at, command) in reaching)
        program = (*way.program, command)
        if goal >= len(outlook.route):
            best = min(best, (0.0, program))
            continue
        ways = following.setdefault((place, goal), [])
        if len(ways) < HANDS and all(left != other.left for other in ways):
            ways.append(Way(way.damage + damage, left, program))
    return best


def _kept(outlook: Outlook, layer: Layer) -> Layer:
    if len(layer) <= PLACES:
        return layer
    ordered = sorted(layer, key=lambda key: _remaining(outlook, *key, layer[key][0].damage))
    return {key: layer[key] for key in ordered[:PLACES]}


def _remaining(outlook: Outlook, place: int, reached: int, damage: int) -> float:
    return min(outlook.registers(reached)[place], LOST_WAY) + outlook.later(reached) + damage_cost(damage)
