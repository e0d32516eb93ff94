#!/usr/bin/env python3
"""Estimate without a game how long a course is and the head start of each dock; prints a table in Markdown.

Every dock is dealt the same hands. A robot alone on the floor plays the best program of each, and its remaining
way after that turn is compared with the mean of all docks, in registers: a register is a fifth of a turn.
Some robots, from one dock after another, continue alone to the last checkpoint.
"""

import argparse
import random
import statistics
import sys
from typing import Any

from roborally.arena.intervals import percentile
from roborally.base.errors import GameError
from roborally.core.match import Match
from roborally.game.course.courses import find_course
from roborally.game.course.notation import Notations
from roborally.game.factory import make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, find_plugins

HAND = 9
PATIENCE = 100
"""The number of turns after which a robot that has not arrived gives up."""

Spot = tuple[int, int]
"""Where a robot stands, as `cell * 4 + facing`, and the number of checkpoints reached."""


class Walker:
    """A robot alone on the floor that plays the best program of every hand."""

    def __init__(self, match: Match, seed: int) -> None:
        """Compute where every command leads on the floor of `match`, whose robots stand on their docks."""
        from roborally_plugins.program_cards import deck, outlook

        self._deck = deck.deck_of(match)
        self._chance = random.Random(seed)
        self.outlook: Any = outlook.outlook(match, match.state.pieces[0])
        self.docks = [(piece.cell * 4 + piece.facing, 0) for piece in match.state.pieces]
        """The spot of a robot on each dock, in the order of the docks."""

    def deal(self) -> Any:
        """Return a new hand of `HAND` cards."""
        from roborally_plugins.program_cards import hand_counts

        return hand_counts.HandCounts(self._chance.sample(self._deck, HAND), {})

    def go(self, spot: Spot, hand: Any) -> tuple[Spot, float]:
        """Return the spot at the end of the best turn from a spot, and the number of registers left from there.

        No registers are left after the last checkpoint.
        """
        from roborally_plugins.program_cards import walk

        place, reached = spot
        damage = 0
        for command in walk.best_walk(self.outlook, place, reached, damage, hand).program:
            reached += (place, command) in self.outlook.reaching(reached)
            if reached == len(self.outlook.route):
                return (place, reached), 0.0
            leads = self.outlook.leads.get(command)
            place, harm = leads[place] if leads else (place, 0)
            damage += harm
        return (place, reached), float(self.outlook.remaining(place, reached, damage))

    def race(self, spot: Spot) -> int:
        """Return the number of turns from a spot to the last checkpoint, at most `PATIENCE`."""
        for turn in range(1, PATIENCE):
            spot, left = self.go(spot, self.deal())
            if not left:
                return turn
        return PATIENCE


def row(course: str, mode: str, catalogue: Catalogue, hands: int, seed: int) -> str:
    """Return the line of the table about one course, from this many hands; raise `GameError` if it cannot be played."""
    found = find_course(course, Notations.of(catalogue.plugins.values()))
    seats = [SeatConfig(f"Seat {number}") for number in range(1, found.players[1] + 1)]
    config = MatchConfig(MatchSection(mode=mode, course=found.id), seats=seats)
    match = make_game(config, catalogue, course=found).start(0)
    match.run("turn")
    walker = Walker(match, seed)
    dealt = [walker.deal() for _ in range(hands)]
    means = [statistics.mean(walker.go(dock, hand)[1] for hand in dealt) for dock in walker.docks]
    turns = sorted(walker.race(walker.docks[number % len(seats)]) for number in range(hands))
    length = f"{statistics.median(turns):g} ({percentile(turns, 10)} to {percentile(turns, 90)})"
    ahead = " ".join(f"{statistics.mean(means) - mean:+.1f}" for mean in means)
    return f"| `{found.id}` | {mode} | {length} | {ahead} |"


def main() -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(prog="tools/head_start.py", description=__doc__)
    parser.add_argument("mode", metavar="MODE", help="an edition whose robots start on docks")
    parser.add_argument("courses", nargs="+", metavar="COURSE", help="a course or a course file")
    parser.add_argument("--hands", type=int, default=100, metavar="N", help="how many hands (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the hands (default: %(default)s)")
    arguments = parser.parse_args()
    catalogue = find_plugins()
    print("| course | mode | turns alone | docks 1, 2, 3 … are ahead by |\n|---|---|---|---|")
    for course in arguments.courses:
        try:
            print(row(course, arguments.mode, catalogue, arguments.hands, arguments.seed), flush=True)
        except GameError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
