#!/usr/bin/env python3
"""Say how far ahead each dock of a course is, in registers, before any game is played; prints a table in Markdown.

Every dock is dealt the same hands. A robot that is alone on the floor makes of each the best that it can, and what it
still has to go after that turn is compared with the mean of all docks. A register is a fifth of a turn.
"""

import argparse
import random
import statistics
import sys
from collections import Counter
from types import SimpleNamespace
from typing import Any

from roborally.config import MatchConfig, MatchSection, SeatConfig, make_game
from roborally.core.match import Match
from roborally.course import Notations, find_course
from roborally.errors import GameError
from roborally.loader import Catalogue, find_plugins

HAND = 9


def remaining(match: Match, hands: int, seed: int) -> list[list[float]]:
    """Return by dock the registers that are left after the first turn, for so many hands."""
    from roborally_plugins.program_cards import deck, outlook

    known = outlook.outlook(match, match.state.pieces[0])
    chance = random.Random(seed)
    found: list[list[float]] = [[] for _ in match.state.pieces]
    for _ in range(hands):
        dealt = Counter(deck.command_of(card) for card in chance.sample(deck.deck_of(match), HAND))
        hand = SimpleNamespace(commands=tuple(dealt), counts=tuple(dealt.values()), locked={})
        for piece, values in zip(match.state.pieces, found, strict=True):
            values.append(_after_turn(known, piece.cell * 4 + piece.facing, hand))
    return found


def _after_turn(known: Any, place: int, hand: Any) -> float:
    """Return the registers that are left after the best turn from a place."""
    from roborally_plugins.program_cards import walk

    reached = damage = 0
    for command in walk.best_walk(known, place, reached, damage, hand):
        reached += (place, command) in known.reaching(reached)
        place, harm = known.leads[place][command]
        damage += harm
    return float(known.remaining(place, reached, damage))


def row(course: str, mode: str, catalogue: Catalogue, hands: int, seed: int) -> str:
    """Return the line of the table for one course; raise `GameError`."""
    found = find_course(course, Notations.of(catalogue.plugins.values()))
    seats = [SeatConfig(f"Seat {number}") for number in range(1, found.players[1] + 1)]
    config = MatchConfig(MatchSection(mode=mode, course=found.id), seats=seats)
    match = make_game(config, catalogue, course=found).start(0)
    match.run("turn")
    means = [statistics.mean(values) for values in remaining(match, hands, seed)]
    middle = statistics.mean(means)
    ahead = " ".join(f"{middle - mean:+.1f}" for mean in means)
    return f"| `{found.id}` | {mode} | {middle:.0f} | {ahead} |"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="tools/head_start.py", description=__doc__)
    parser.add_argument("mode", help="an edition whose robots start on docks")
    parser.add_argument("courses", nargs="+", metavar="COURSE", help="a course, or its file")
    parser.add_argument("--hands", type=int, default=100, metavar="N", help="how many hands (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the hands (default: %(default)s)")
    arguments = parser.parse_args()
    catalogue = find_plugins()
    print("| course | mode | registers left after the first turn | docks 1, 2, 3 … are ahead by |\n|---|---|---|---|")
    for course in arguments.courses:
        try:
            print(row(course, arguments.mode, catalogue, arguments.hands, arguments.seed), flush=True)
        except GameError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
