"""Computes the turns that a lone robot needs from a place to its last goal, as a mean over random hands.

The table of an outlook assumes that there is a card for every step. Here some decks are dealt, the same for all places.

The value of the best order of some commands at a place follows from the values of one command less at the places where
each of them leads (Bellman's principle of optimality). So every set of commands is evaluated once for each place,
however many hands contain it.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from roborally.plugin import Dice

from .deck import REGISTERS, command_of
from .lone import LOST
from .outlook import COMMANDS, Outlook

CARDS = 8
"""The number of cards in a hand, as of a robot with little damage; the cost of damage is counted separately."""
DECKS = 6
"""The number of decks that are dealt out as hands."""
USUAL = 3.7
"""By how many registers of the outlook's table one turn shortens the way; the others go into turning and waiting."""
DAMAGE = 0.18
"""The cost of each point of damage on the way, in turns."""
FALL = 3.0
"""The cost of a fall in turns, besides the way from the place where the robot fell."""
FAR = 40.0
"""The number of turns that counts for a place without a way to the goal."""

CommandSet = tuple[int, ...]
"""The indexes of some commands in `COMMANDS`, ascending; a command may occur more than once."""


class First(NamedTuple):
    """The index of the first command of a set, and the number of the set of the other commands."""

    command: int
    left: int


class End(NamedTuple):
    """Where a set of commands leads: the place, the number of goals reached, and turns to add to those from there."""

    place: int
    reached: int
    turns: float


class Prospects:
    """The turns that remain after every set of commands at every place (cell and facing) of one outlook.

    Two turns are evaluated: the first follows the outlook's table; the second starts at its end and covers all results.
    The rest comes from the table.
    """

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._goals = len(outlook.route)
        self._hands = hands_from(outlook.floor.tables["deck"])
        self._after: dict[tuple[int, int, int], array[float]] = {}
        self._one: dict[tuple[int, int], float] = {}
        self._two: dict[tuple[int, int], float] = {}
        self._best: dict[tuple[int, int], Counter[int]] = {}

    def turns_to_go(self, place: int, reached: int) -> float:
        """Return the mean number of turns that remain from a place to the last goal, after `reached` goals.

        The turn of arrival counts in part: a fifth for every register that it needs.
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
        """Return, by number of the set, the turns that remain after the best order of each set of `length` commands."""
        if reached >= self._goals:
            return _spared(length)
        if not length:
            return array("f", [self._from_table(place, reached)])
        known = self._after.get((place, reached, length))
        if known is None:
            known = self._after[place, reached, length] = self._compute(place, reached, length)
        return known

    def _one_turn(self, place: int, reached: int) -> float:
        """Return the turns that remain, with only the next turn evaluated and the rest from the table."""
        if reached >= self._goals:
            return 0.0
        known = self._one.get((place, reached))
        if known is None:
            after = self.after(place, reached, REGISTERS)
            known = self._one[place, reached] = self._average(place, reached, after.__getitem__)
        return known

    def _average(self, place: int, reached: int, worth: Callable[[int], float]) -> float:
        """Return the mean number of turns that remain if each hand lays its best set; `worth` values a set's number."""
        total = 0.0
        for number, hands in self._best_sets(place, reached).items():
            total += hands * worth(number)
        return min(1.0 + total / len(self._hands), FAR)

    def _best_sets(self, place: int, reached: int) -> Counter[int]:
        """Return the numbers of the sets that are best for some hand, each with the number of these hands."""
        known = self._best.get((place, reached))
        if known is None:
            after = self.after(place, reached, REGISTERS)
            known = self._best[place, reached] = Counter(min(hand, key=after.__getitem__) for hand in self._hands)
        return known

    def end_of(self, place: int, reached: int, number: int) -> End:
        """Return where the best order of the set with this number leads from a place, after `reached` goals."""
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
        """Return the turns that remain after a set of `length` commands that begins with `first`."""
        step = self._step(place, reached, first.command)
        if step.place == LOST:
            return self._from_table(place, reached) + FALL
        return self.after(step.place, step.reached, length - 1)[first.left] + step.turns

    def _compute(self, place: int, reached: int, length: int) -> "array[float]":
        rows = [self._begun_with(place, reached, length, command) for command in range(len(COMMANDS))]
        return array("f", [min([rows[command][left] for command, left in ways]) for ways in _firsts(length)])

    def _begun_with(self, place: int, reached: int, length: int, command: int) -> Sequence[float]:
        """Return, by number of the set of the other commands, the turns that remain if this command comes first."""
        step = self._step(place, reached, command)
        if step.place == LOST:
            return [self._from_table(place, reached) + FALL] * len(sets_of(length - 1))
        following = self.after(step.place, step.reached, length - 1)
        return [turns + step.turns for turns in following] if step.turns else following

    def _step(self, place: int, reached: int, command: int) -> End:
        """Return where the command with this index leads; the place is `LOST` after a fall."""
        lead = self._outlook.leads[COMMANDS[command]][place]
        goals = reached + ((place, COMMANDS[command]) in self._outlook.reaching(reached))
        return End(lead.place, goals, DAMAGE * lead.damage)

    def _from_table(self, place: int, reached: int) -> float:
        return min(self._outlook.remaining(place, reached, 0) / USUAL, FAR)


@cache
def _spared(length: int) -> "array[float]":
    """Return, by number of the set, minus the share of a turn saved by arriving with `length` cards left."""
    return array("f", [-length / REGISTERS] * len(sets_of(length)))


@cache
def sets_of(length: int) -> dict[CommandSet, int]:
    """Return all sets of `length` commands, each with its number, from 0."""
    if not length:
        return {(): 0}
    kinds = range(len(COMMANDS))
    found = {tuple(sorted((*less, command))) for less in sets_of(length - 1) for command in kinds}
    return {commands: number for number, commands in enumerate(sorted(found))}


@cache
def _firsts(length: int) -> list[list[First]]:
    """Return, by number of the set, the commands that may come first, each with the rest of the set."""
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
    """Return, for each of some random hands, the numbers of the sets of commands that the hand can lay.

    The hands are the same in every match, and so is the value of a place.
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
    """Return the mean number of turns from a place to the last goal, after `reached` goals; cached for every place."""
    known: Prospects | None = outlook.kept.get("prospects")
    if known is None:
        known = outlook.kept["prospects"] = Prospects(outlook)
    return known.turns_to_go(place, reached)
