"""The option card Rear-Firing Laser: a second laser fires backward (OPT-19)."""

from roborally.plugin import Hit, Match, Rules, Settings, rotated

from ..deck import OptionCard
from ..holders import users

NAME = "rear-firing-laser"


def register(rules: Rules, settings: Settings) -> None:
    """Register the shooter that fires backward, at the same time as the main lasers."""
    rules.shooter(NAME, fire_backward, along="robot-lasers")


def fire_backward(match: Match) -> list[Hit]:
    """Return the hits of all rear lasers, of 1 damage each, and show their beams."""
    hits: list[Hit] = []
    for shooter in users(match, NAME):
        direction = rotated(shooter.facing, 2)
        cells, target = match.beam_along(match.rays[direction][shooter.cell])
        targets = [] if target is None else [target]
        hits += [(target, 1, shooter.index, direction, "rear-laser") for target in targets]
        match.show_beam(cells, direction, targets, "rear-laser", shooter.index)
    return hits


CARD = OptionCard(NAME, number=19, worth=5, register=register)
