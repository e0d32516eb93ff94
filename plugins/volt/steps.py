"""The steps by which bots lay a program and choose a start number (see `roborally.bots.plugin.Steps`)."""

from collections import Counter

from roborally.bots.plugin import NO_ITEM, PartialAnswer, Steps
from roborally.plugin import Decision, Match

from .program import CROSSES, FIRE, MOVE, OF_A_COLOUR, all_dice
from .programming import numbers_left

DICE = (*all_dice(MOVE), *all_dice(FIRE))
NUMBERS = 8
"""The maximum number of start numbers, one for each operator."""


def dice_of(match: Match, decision: Decision) -> tuple[str, ...]:
    """Return every die as it may lie on a cross, as texts."""
    return tuple(die.written for die in DICE)


def dice_left(match: Match, decision: Decision, laid: PartialAnswer) -> tuple[int, ...]:
    """Return the indexes of the dice whose colour is not used up in `laid` (VLT-503)."""
    used = Counter(DICE[index].action for index in laid if index != NO_ITEM)
    return tuple(index for index, die in enumerate(DICE) if used[die.action] < OF_A_COLOUR)


def program_of(match: Match, decision: Decision, laid: PartialAnswer) -> tuple[str, ...]:
    """Return the program for the indexes in `laid`, with empty texts for crosses without a die."""
    return tuple("" if index == NO_ITEM else DICE[index].written for index in laid)


def numbers_of(match: Match, decision: Decision) -> tuple[int, ...]:
    """Return the start numbers that are left, at most `NUMBERS`."""
    return tuple(numbers_left(match))[:NUMBERS]


def any_number(match: Match, decision: Decision, laid: PartialAnswer) -> tuple[int, ...]:
    """Return the indexes of all start numbers that are left; only `NO_ITEM` if none is."""
    return tuple(range(len(numbers_of(match, decision)))) or (NO_ITEM,)


def number_of(match: Match, decision: Decision, laid: PartialAnswer) -> int:
    """Return the start number for the index in `laid`; the default answer for `NO_ITEM`."""
    return int(decision["default"]) if laid[0] == NO_ITEM else numbers_of(match, decision)[laid[0]]


PROGRAM = Steps(len(DICE), CROSSES, dice_of, dice_left, program_of)
START_NUMBER = Steps(NUMBERS, 1, numbers_of, any_number, number_of)
