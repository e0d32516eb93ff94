"""Judges a rating by the limits of docs/balance.md, and stores the main figures for the list of courses."""

import msgspec

from roborally.arena.measures import ENOUGH_GAMES, LEAST_SHARE, MAX_DESTRUCTIONS, SIGNIFICANT, most_turns
from roborally.features.workshop.rating.conditions import BOT
from roborally.features.workshop.rating.figures import Rating
from roborally.game.course.courses import Course
from roborally.profile.board_figures import BoardFigures, Verdict, put_figures

LEAST_WINS = 3
"""The minimum number of wins to be expected per dock before the wins are compared with chance."""
LEAST_GAMES = 10
"""The minimum number of games for figures to be stored; fewer depend too much on chance."""


def judged(rating: Rating) -> Rating:
    """Return a rating with its verdicts (defects of the course), the worst first; none if every game has failed."""
    if rating.games == rating.failed:
        return rating
    found = []
    cells = sum(len(row) for row in rating.traffic)
    if rating.median_turns > most_turns(cells) or rating.cut:
        found.append(Verdict("too-long"))
    if rating.median_per_robot > MAX_DESTRUCTIONS:
        found.append(Verdict("too-deadly"))
    found += [Verdict("unfair", number=number) for number in _unfair_to(rating)]
    found += [Verdict("never-used", kind=kind) for kind in rating.never_used]
    return msgspec.structs.replace(rating, verdicts=found)


def _unfair_to(rating: Rating) -> list[int]:
    """Return the numbers of the docks that win too seldom; none if chance can explain it and there are few games."""
    wins = sum(dock.wins for dock in rating.docks)
    fair = wins / max(1, len(rating.docks))
    below = [dock for dock in rating.docks if dock.wins < LEAST_SHARE * fair]
    if rating.fairness < SIGNIFICANT and fair >= LEAST_WINS:
        least = min(rating.docks, key=lambda dock: dock.wins)
        return [dock.number for dock in below or [least]]
    return [dock.number for dock in below] if rating.games >= ENOUGH_GAMES else []


def keep_figures(course: Course, rating: Rating) -> None:
    """Store a course's main figures if `BOT` played at least `LEAST_GAMES` games; raise `GameError` on failure."""
    games = rating.games - rating.failed
    if rating.bot == BOT and games >= LEAST_GAMES:
        turns, minutes, deaths = (round(e.mean, 2) for e in (rating.turns, rating.minutes, rating.per_robot))
        put_figures(course.board, BoardFigures(rating.mode, games, turns, minutes, deaths, rating.verdicts))
