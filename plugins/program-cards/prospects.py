"""How many turns a robot alone needs from a place to its last goal, with hands that might be dealt there.

The table of an outlook assumes that there is a card for every step. Here some decks are dealt, the same for all
places.

The value of the best order of some commands at a place follows from the values of one command less at the places
where each of them leads (Bellman's principle of optimality). So every set of commands is evaluated once for each
place, however many hands contain it.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from roborally.core.dice import Dice

from .deck import REGISTERS, command_of
from .lone import LOST
from .outlook import COMMANDS, Outlook

CARDS = 8
"""How many cards a hand has: that of a robot with little damage; what damage costs is counted apart."""
DECKS = 6
"""How many decks are dealt out."""
USUAL = 3.7
"""By how many registers of the table a turn shortens the way; its rest is spent on turning and waiting."""
DAMAGE = 0.18
"""The turns that every damage on the way costs."""
FALL = 3.0
"""The turns that a fall costs, beside what the place was worth from which the robot fell."""
FAR = 40.0
"""The turns that count for a place from which there is no way to the goal."""

CommandSet = tuple[int, ...]
"""Numbers of commands in `COMMANDS`, in ascending order; a command may be in there more than once."""


class First(NamedTuple):
    """A command to begin a set with, and the number of the set of those that are left."""

    command: int
    left: int


class End(NamedTuple):
    """Where commands lead: a place and the goals reached, and the turns that count beside those from there."""

    place: int
    reached: int
    turns: float


class Prospects:
    """What every set of commands is worth at every place of an outlook: the turns that remain after it.

    Two turns are evaluated: the first is played as the outlook's table suggests, the second, from its end, with all
    possible results; the rest comes from the table.
    """

    def __init__(self, outlook: Outlook) -> None:
        """Start empty; values are computed at their first use."""
        self._outlook = outlook
        self._goals = len(outlook.route)
        self._hands = hands_from(outlook.floor.tables["deck"])
        self._after: dict[tuple[int, int, int], array[float]] = {}
        self._one: dict[tuple[int, int], float] = {}
        self._two: dict[tuple[int, int], float] = {}
        self._best: dict[tuple[int, int], Counter[int]] = {}

    def turns_to_go(self, place: int, reached: int) -> float:
        """Return how many turns remain to the last goal, on average of the hands.

        The turn in which a robot arrives counts as far as it is needed: a fifth for every register.
        """
        if reached >= self._goals:
            return 0.0
        known = self._two.get((place, reached))
        if known is None:

            def with_another_turn(number: int) -> float:
                end = self.end_of(place, reached, number)
                return end.turns + self._one_turn(end.place, end.reached)

            known = self._two[place, reached] = self._average(place, reached, with_another_turn)
        return known

    def after(self, place: int, reached: int, length: int) -> "array[float]":
        """Return for every set of `length` commands how many turns remain after its best order."""
        if reached >= self._goals:
            return _spared(length)
        if not length:
            return array("f", [self._from_table(place, reached)])
        known = self._after.get((place, reached, length))
        if known is None:
            known = self._after[place, reached, length] = self._compute(place, reached, length)
        return known

    def _one_turn(self, place: int, reached: int) -> float:
        """Return how many turns remain, evaluating only the next one."""
        if reached >= self._goals:
            return 0.0
        known = self._one.get((place, reached))
        if known is None:
            after = self.after(place, reached, REGISTERS)
            known = self._one[place, reached] = self._average(place, reached, after.__getitem__)
        return known

    def _average(self, place: int, reached: int, worth: Callable[[int], float]) -> float:
        """Return the mean turns that remain after a turn with the best set of each hand."""
        total = 0.0
        for number, hands in self._best_sets(place, reached).items():
            total += hands * worth(number)
        return min(1.0 + total / len(self._hands), FAR)

    def _best_sets(self, place: int, reached: int) -> Counter[int]:
        """Return which sets are the best of some hands, and of how many."""
        known = self._best.get((place, reached))
        if known is None:
            after = self.after(place, reached, REGISTERS)
            known = self._best[place, reached] = Counter(min(hand, key=after.__getitem__) for hand in self._hands)
        return known

    def end_of(self, place: int, reached: int, number: int) -> End:
        """Return where the best order of a set of commands leads."""
        turns = 0.0
        for length in range(REGISTERS, 0, -1):
            first = min(_firsts(length)[number], key=lambda first: self._worth(place, reached, length, first))
            step = self._step(place, reached, first.command)
            if step.place == LOST:
                return End(place, reached, turns + FALL)
            place, reached, turns, number = step.place, step.reached, turns + step.turns, first.left
            if reached >= self._goals:
                return End(place, reached, turns - (length - 1) / REGISTERS)
        return End(place, reached, turns)

    def _worth(self, place: int, reached: int, length: int, first: First) -> float:
        """Return what a set of `length` commands is worth that is begun with one of them."""
        step = self._step(place, reached, first.command)
        if step.place == LOST:
            return self._from_table(place, reached) + FALL
        return self.after(step.place, step.reached, length - 1)[first.left] + step.turns

    def _compute(self, place: int, reached: int, length: int) -> "array[float]":
        rows = [self._begun_with(place, reached, length, command) for command in range(len(COMMANDS))]
        return array("f", [min([rows[command][left] for command, left in ways]) for ways in _firsts(length)])

    def _begun_with(self, place: int, reached: int, length: int, command: int) -> Sequence[float]:
        """Return what the sets of one command less are worth when this one has been carried out."""
        step = self._step(place, reached, command)
        if step.place == LOST:
            return [self._from_table(place, reached) + FALL] * len(sets_of(length - 1))
        following = self.after(step.place, step.reached, length - 1)
        return [turns + step.turns for turns in following] if step.turns else following

    def _step(self, place: int, reached: int, command: int) -> End:
        """Return where one command leads; its place is `LOST` after a fall."""
        lead = self._outlook.leads[COMMANDS[command]][place]
        goals = reached + ((place, COMMANDS[command]) in self._outlook.reaching(reached))
        return End(lead.place, goals, DAMAGE * lead.damage)

    def _from_table(self, place: int, reached: int) -> float:
        return min(self._outlook.remaining(place, reached, 0) / USUAL, FAR)


@cache
def _spared(length: int) -> "array[float]":
    """Return the values for a robot that has arrived: the registers it has saved."""
    return array("f", [-length / REGISTERS] * len(sets_of(length)))


@cache
def sets_of(length: int) -> dict[CommandSet, int]:
    """Return all sets of `length` commands, each with its number."""
    if not length:
        return {(): 0}
    kinds = range(len(COMMANDS))
    found = {tuple(sorted((*less, command))) for less in sets_of(length - 1) for command in kinds}
    return {commands: number for number, commands in enumerate(sorted(found))}


@cache
def _firsts(length: int) -> list[list[First]]:
    """Return for every set of commands its possible first commands, each with the rest of the set."""
    less = sets_of(length - 1)
    return [
        [
            First(command, less[(*commands[: commands.index(command)], *commands[commands.index(command) + 1 :])])
            for command in sorted(set(commands))
        ]
        for commands in sets_of(length)
    ]


@cache
def hands_from(deck: tuple[str, ...]) -> list[list[int]]:
    """Deal out some decks, and return for every hand the sets of commands that it may lay.

    They are the same in every match, and so is the value of a place.
    """
    dice = Dice(0)
    hands = []
    for _deck in range(DECKS):
        cards = [COMMANDS.index(command_of(card)) for card in deck]
        dice.shuffle(cards)
        hands += [sorted(cards[start : start + CARDS]) for start in range(0, len(cards) - CARDS + 1, CARDS)]
    sets = sets_of(REGISTERS)
    return [sorted({sets[commands] for commands in combinations(hand, REGISTERS)}) for hand in hands]


def turns_to_go(outlook: Outlook, place: int, reached: int) -> float:
    """Return how many turns remain from a place to the last goal; cached for every place."""
    known: Prospects | None = outlook.kept.get("prospects")
    if known is None:
        known = outlook.kept["prospects"] = Prospects(outlook)
    return known.turns_to_go(place, reached)
