#!/usr/bin/env python3
"""Judge from the games of exhibitions whether courses and robots are balanced; print tables in Markdown.

Play first, with `roborally exhibit --out DIR …`; docs/balance.md has the commands and explains the tables.
Games of several folders are combined if mode, course and number of seats are the same. Games in which a bot
failed to answer, for instance because the machine was too busy, do not count. Needs the extra `arena`.
"""

import argparse
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from roborally.arena.intervals import percentile, wilson
from roborally.arena.measures import (
    ENOUGH_GAMES,
    LEAST_SHARE,
    MAX_DESTRUCTIONS,
    SIGNIFICANT,
    chi_square,
    holm,
    most_turns,
)
from roborally.arena.play import Outcome
from roborally.arena.ratings import Pattern, bradley_terry
from roborally.arena.results import read_results
from roborally.base.errors import GameError
from roborally.game.records.course_data import CourseData


@dataclass
class Row:
    """The exhibition games of one mode on one course with the same number of seats."""

    mode: str
    course: CourseData
    seats: int
    games: list[Outcome] = field(default_factory=list)
    p_value: float = 1.0
    """The probability that chance makes the seats' wins differ as much, corrected for the number of rows (Holm)."""

    @property
    def wins(self) -> list[int]:
        """Return the number of games that each seat won."""
        return [sum(seat in game.winners for game in self.games) for seat in range(self.seats)]

    @property
    def turns(self) -> list[int]:
        """Return the lengths of the games in turns, ascending."""
        return sorted(game.turns for game in self.games)

    @property
    def destroyed(self) -> list[float]:
        """Return the number of destructions per robot in each game."""
        return [sum(game.destroyed) / self.seats for game in self.games]

    def faults(self) -> str:
        """Return the faults of the course in words, or `sound` if there are none."""
        wins, chance = self.wins, sum(self.wins) / self.seats
        cells = self.course.width * self.course.height
        found = []
        if statistics.median(self.turns) > most_turns(cells):
            found.append("too long")
        if statistics.median(self.destroyed) > MAX_DESTRUCTIONS:
            found.append("too deadly")
        below = [seat + 1 for seat, won in enumerate(wins) if won < LEAST_SHARE * chance]
        if self.p_value < SIGNIFICANT or (below and len(self.games) >= ENOUGH_GAMES):
            found.append("unfair")
        elif below:
            found.append(f"few games, seat {', '.join(map(str, below))} below")
        return ", ".join(found) or "sound"


def read_rows(folders: Iterable[Path]) -> list[Row]:
    """Return the rows of some folders of results; raise `GameError` if one is unreadable or a course differs in two."""
    rows: dict[tuple[str, str, int], Row] = {}
    seen = set()
    for folder in folders:
        results = read_results(folder)
        exhibition, courses = results.terms.exhibition, {course.id: course for course in results.terms.courses}
        for result in results.games():
            game, course = result.game, courses[result.game.course]
            key = (exhibition.config.match.mode, course.id, len(game.bots))
            row = rows.setdefault(key, Row(key[0], course, key[2]))
            if row.course != course:
                raise GameError("the course {id!r} is not the one of the folders before", where=folder, id=course.id)
            played = (*key, game.seed, *game.bots, *game.robots)
            if played not in seen and not any(game.faults):  # the same game may have been played in two folders
                row.games.append(game)
            seen.add(played)
    in_order = [row for row in rows.values() if sum(row.wins)]
    for row, p_value in zip(in_order, holm([_seats_p(row) for row in in_order]), strict=True):
        row.p_value = p_value
    return in_order


def course_table(rows: Sequence[Row]) -> list[str]:
    """Return the lines of a Markdown table about length, deaths and fairness, with a row for each mode and course."""
    lines = [
        "| course | mode | seats | games | turns | goal / last robot / limit, % | destroyed | wins by seat, % "
        "| p | p (Holm) | is |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        ended, count, turns = Counter(game.ended for game in row.games), len(row.games), row.turns
        cells = [
            f"`{row.course.id}`",
            row.mode,
            row.seats,
            count,
            f"{statistics.median(turns):g} ({percentile(turns, 10)} to {percentile(turns, 90)})",
            " / ".join(f"{100 * ended[name] / count:.0f}" for name in ("goal", "elimination", "limit")),
            f"{statistics.median(row.destroyed):.2f}, mean {statistics.mean(row.destroyed):.2f}",
            " ".join(f"{100 * won / sum(row.wins):.0f}" for won in row.wins),
            _p_text(_seats_p(row)),
            _p_text(row.p_value),
            row.faults(),
        ]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def death_table(rows: Sequence[Row]) -> list[str]:
    """Return the lines of a Markdown table about the causes and places of destructions, by mode and course."""
    lines = ["| course | mode | seats | destroyed by, % | most often at |", "|---|---|---|---|---|"]
    for row in rows:
        deaths = [death for game in row.games for death in game.destructions]
        causes = Counter(death.cause for death in deaths).most_common()
        cells = Counter((death.x, death.y) for death in deaths).most_common(3)
        by_cause = ", ".join(f"{cause} {100 * count / len(deaths):.0f}" for cause, count in causes)
        by_cell = ", ".join(f"[{x}, {y}] {100 * count / len(deaths):.0f} %" for (x, y), count in cells)
        lines.append(f"| `{row.course.id}` | {row.mode} | {row.seats} | {by_cause or '-'} | {by_cell or '-'} |")
    return lines


def robot_tables(games: Sequence[Outcome], seed: int) -> list[str]:
    """Return the lines of two Markdown tables: wins of all robots, and shares by course; `seed` is for intervals."""
    played: dict[str, Counter[str]] = defaultdict(Counter)
    won: dict[str, Counter[str]] = defaultdict(Counter)
    patterns: Counter[Pattern] = Counter()
    for game in games:
        winners = [game.robots[seat] for seat in game.winners]
        patterns[tuple(sorted(game.robots)), tuple(sorted(winners))] += 1
        for course in ("", game.course):
            played[course].update(game.robots)
            won[course].update(winners)
    robots = sorted(played[""], key=lambda robot: -won[""][robot] / played[""][robot])
    ratings = {row["bot"]: row for row in bradley_terry(patterns, sorted(robots), seed)}
    chance = len(games) / sum(played[""].values())
    p_values = holm([_share_p(won[""][robot], played[""][robot], chance) for robot in robots])
    lines = ["| robot | played | won | share, 95 % | Bradley-Terry, 95 % | p (Holm) |", "|---|---|---|---|---|---|"]
    for robot, p_value in zip(robots, p_values, strict=True):
        rating, wins, seats = ratings[robot], won[""][robot], played[""][robot]
        points = f"{rating['rating']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})"
        lines.append(f"| {robot} | {seats} | {wins} | {_share_text(wins, seats)} | {points} | {_p_text(p_value)} |")
    lines += ["", "| course | " + " | ".join(robots) + " |", "|---|" + "---|" * len(robots)]
    for course in filter(None, played):
        shares = [_share_text(won[course][robot], played[course][robot]) for robot in robots]
        lines.append(f"| `{course}` | " + " | ".join(shares) + " |")
    return lines


def main() -> int:
    """Print the tables; return the exit status."""
    parser = argparse.ArgumentParser(prog="tools/balance.py", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="what roborally exhibit --out has written")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the random seed of the confidence intervals (default: 1)"
    )
    arguments = parser.parse_args()
    try:
        rows = read_rows(arguments.folders)
    except GameError as error:
        print(error, file=sys.stderr)
        return 1
    parts = [course_table(rows), death_table(rows)]
    with_robots = [game for row in rows for game in row.games if len(set(game.robots)) > 1]
    if with_robots:
        parts.append(robot_tables(with_robots, arguments.seed))
    print("\n\n".join("\n".join(part) for part in parts))
    return 0


def _seats_p(row: Row) -> float:
    return chi_square(row.wins, [sum(row.wins) / row.seats] * row.seats)


def _share_p(wins: int, played: int, chance: float) -> float:
    return chi_square([wins, played - wins], [played * chance, played * (1 - chance)])


def _share_text(wins: int, played: int) -> str:
    low, high = wilson(wins, played)
    return f"{100 * wins / max(1, played):.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def _p_text(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


if __name__ == "__main__":
    sys.exit(main())
