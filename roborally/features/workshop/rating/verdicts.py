"""The defects of a course, by the measures of docs/balance.md."""

import msgspec

from roborally.arena.measures import ENOUGH_GAMES, LEAST_SHARE, MAX_DESTRUCTIONS, SIGNIFICANT, most_turns
from roborally.features.workshop.rating.figures import Rating
from roborally.profile.board_figures import Verdict

LEAST_WINS = 3
"""Wins are not compared with chance if fewer than this are expected per dock."""


def judged(rating: Rating) -> Rating:
    """Return a rating with its verdicts, the worst first; without finished games there are none."""
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
    """Return the docks that win too seldom, if chance does not explain it or there are enough games."""
    wins = sum(dock.wins for dock in rating.docks)
    fair = wins / max(1, len(rating.docks))
    below = [dock for dock in rating.docks if dock.wins < LEAST_SHARE * fair]
    if rating.fairness < SIGNIFICANT and fair >= LEAST_WINS:
        least = min(rating.docks, key=lambda dock: dock.wins)
        return [dock.number for dock in below or [least]]
    return [dock.number for dock in below] if rating.games >= ENOUGH_GAMES else []
