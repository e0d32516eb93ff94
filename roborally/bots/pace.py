"""The delay of a bot where the first to answer has a choice, so that people have one too (CLI-1503).

The delay never changes the answer. It is drawn from the match, so the same seed makes the same bot fast in the same
turn.
"""

from roborally.core.data import Decision
from roborally.core.match import Match
from roborally.plugin_system.registries import PACES

LATEST = 0.75
"""The share of the time to answer within which even the slowest bot answers."""


def seconds_to_wait(match: Match, decision: Decision, timer: float = 0.0) -> float:
    """Return the seconds that a bot waits before it answers, 0 if there is no race; `timer` is 0 for no clock."""
    pace = PACES.of(match.rules).get(decision["kind"])
    if pace is None:
        return 0.0
    share = match.dice("pace", match.state.turn, decision["seat"]).random()
    seconds = pace.fewest + (pace.most - pace.fewest) * share
    return seconds * min(1.0, LATEST * timer / pace.most) if timer else seconds
