"""How bots answer the question for a list of objectives (AUE-R19); see `roborally.bots.plugin`."""

from roborally.bots.plugin import NO_ITEM, Bots, PartialAnswer, Steps
from roborally.plugin import Decision, Dice, Match, hookimpl
from roborally_plugins.race.api import steps_between

MAX_CHECKPOINTS = 8
"""The maximum number of checkpoints on a course."""


def nearest_next(match: Match, decision: Decision, dice: Dice) -> tuple[int, ...]:
    """Return a list of checkpoint numbers that always continues with the nearest one left."""
    cells = {number: cell for cell, number in match.floor.tables["checkpoints"].items()}
    here = match.state.pieces[decision["piece"]].cell
    found: list[int] = []
    while len(found) < decision["info"]["length"]:
        left = [number for number in decision["info"]["numbers"] if number not in found]
        found.append(min(left, key=lambda number: (steps_between(match, here, cells[number]), number)))
        here = cells[found[-1]]
    return tuple(found)


def items(match: Match, decision: Decision) -> tuple[int, ...]:
    """Return the numbers of the checkpoints from which a robot's list of objectives is made."""
    return tuple(decision["info"]["numbers"])


def left(match: Match, decision: Decision, chosen: PartialAnswer) -> tuple[int, ...]:
    """Return the indexes (in `items`) of checkpoints not in `chosen` yet; only `NO_ITEM` if the list is complete."""
    if len(chosen) >= decision["info"]["length"]:
        return (NO_ITEM,)
    return tuple(index for index in range(len(items(match, decision))) if index not in chosen)


def entered(match: Match, decision: Decision, chosen: PartialAnswer) -> tuple[int, ...]:
    """Return the list of checkpoint numbers for the chosen indexes in `items`."""
    there = items(match, decision)
    return tuple(there[index] for index in chosen if index != NO_ITEM)


@hookimpl
def register_bots(bots: Bots) -> None:
    """Register how bots answer the question `objectives`."""
    bots.search("objectives", nearest_next)
    bots.steps("objectives", Steps(MAX_CHECKPOINTS, MAX_CHECKPOINTS, items, left, entered))
