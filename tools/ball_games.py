#!/usr/bin/env python3
"""Play RoboBall between bots on some arenas; print in Markdown the length of the games and the amount of fighting.

A row counts, over all games: the turns to the end, robots destroyed for each seat, the games with at least one hitch,
one drag and one pogo mode (and how many of each a game has), the games in which two teams were hitched at once, and
the goals by team. A game follows from course, seats and seed, so the same command gives the same table.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from statistics import mean
from typing import Any

from roborally.arena.intervals import percentile
from roborally.arena.play import questions
from roborally.base.errors import GameError
from roborally.bots.questions import ask_bot, question_of
from roborally.bots.registry import make_bot
from roborally.core.dice import Dice
from roborally.core.events import Event, Watch
from roborally.game.course.courses import find_course
from roborally.game.course.notation import Notations
from roborally.game.factory import Game, make_game
from roborally.game.match_file import MatchConfig, MatchSection, SeatConfig
from roborally.plugin_system.loader import Catalogue, find_plugins

MODE = "roboball"
LIMIT = 100
"""The number of turns after which a game is stopped."""


class Tally:
    """The counts of one game."""

    def __init__(self, robots: int) -> None:
        """Start empty."""
        self.counts: Counter[str] = Counter()
        self.turns = 1
        self._robots = robots
        self._hitched: set[int] = set()

    def feed(self, event: Event) -> None:
        """Count an event."""
        kind = event["type"]
        if kind == "moment":
            self.turns = event["turn"]
        elif kind == "step" and event["how"] in ("drag", "push"):
            self.counts[event["how"]] += 1
        elif kind == "destroy":
            self.counts[event["cause"]] += 1
        elif kind == "ball-home":
            self.counts[f"team {event['team']}"] += 1
        elif kind == "hitch":
            self._hitched.add(event["piece"])
            self.counts["contested"] += len(self._hitched) > 1
        elif kind == "unhitch":
            self._hitched.discard(event["piece"])
        self.counts[kind] += 1


def game_on(course_id: str, seats: int, teams: int, settings: dict[str, Any], catalogue: Catalogue) -> Game:
    """Return a game with planners at all seats; with 0 teams everybody plays for themselves."""
    course = find_course(course_id, Notations.of(catalogue.plugins.values()))
    members = [SeatConfig(f"R{n + 1}", "planner", team=n % teams + 1 if teams else n + 1) for n in range(seats)]
    config = MatchConfig(MatchSection(MODE, course.id), seats=members, rules=settings)
    return make_game(config, catalogue, course=course)


def play(game: Game, bot: str, seed: int, catalogue: Catalogue) -> Tally:
    """Play a game to its end, or to the limit."""
    tally = Tally(len(game.seats))
    match = game.start(seed, Watch(tally.feed))
    bots = [make_bot(bot, catalogue) for _ in game.seats]
    for seat, decision in questions(match, LIMIT, lambda _match: None):
        seen, own, chance = question_of(match, decision)
        match.seal(decision["id"], ask_bot(bots[seat], seen, own, Dice(chance)), seat)
    return tally


def row(course: str, game: Game, tallies: Sequence[Tally]) -> str:
    """Return the row of a course."""
    teams = max(seat.info.get("team") or 0 for seat in game.seats)
    turns = sorted(tally.turns for tally in tallies)
    low, middle, high = (percentile(turns, share) for share in (10, 50, 90))
    destroyed = mean(tally.counts["destroy"] / len(game.seats) for tally in tallies)
    total = sum((tally.counts for tally in tallies), Counter())
    lost = total["destroy"]
    causes = ", ".join(
        f"{cause} {100 * total[cause] / lost:.0f}"
        for cause in sorted(("edge", "pit", "robot-laser", "board-laser", "crusher", "pogo"), key=lambda c: -total[c])
        if total[cause]
    )

    def seen(kind: str) -> str:
        share = mean(tally.counts[kind] > 0 for tally in tallies)
        return f"{100 * share:.0f} ({total[kind] / len(tallies):.1f})"

    goals = " ".join(str(total[f"team {team}"]) for team in range(1, teams + 1))
    cells = [
        f"`{course}`",
        f"{len(game.seats)} / {teams}",
        str(len(tallies)),
        f"{middle} ({low} to {high})",
        f"{destroyed:.2f}",
        *(seen(kind) for kind in ("hitch", "drag", "ball-rises", "contested")),
        goals,
        causes,
    ]
    return "| " + " | ".join(cells) + " |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print the table."""
    parser = argparse.ArgumentParser(prog="tools/ball_games.py", description=__doc__)
    parser.add_argument("courses", nargs="+", metavar="COURSE", help="an arena, by id or path")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="games on each arena (default: 40)")
    parser.add_argument("--seats", type=int, default=4, metavar="N", help="robots (default: 4)")
    parser.add_argument("--teams", type=int, default=0, metavar="N", help="teams (default: one robot each)")
    parser.add_argument("--goals", type=int, default=1, metavar="N", help="goals to win (default: 1)")
    parser.add_argument("--bot", default="planner", metavar="BOT", help="who plays (default: planner)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first game (default: 1)")
    chosen = parser.parse_args(arguments)
    catalogue = find_plugins()
    print(
        "| arena | robots / teams | games | turns | destroyed per robot | hitch, % | drag, % | pogo, % |"
        " two hitched, % | goals by team | destroyed by, % |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    settings = {} if chosen.goals == 1 else {"goals": chosen.goals}
    try:
        for course in chosen.courses:
            game = game_on(course, chosen.seats, chosen.teams, settings, catalogue)
            played = [play(game, chosen.bot, chosen.seed + number, catalogue) for number in range(chosen.games)]
            print(row(course, game, played), flush=True)
    except GameError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
