"""The delay of bots in a race with people: at questions where the first to answer has the better choice (CLI-1503).

The delay never changes the answer. It is drawn from the match's seed, turn and seat, so a repeated match has the same
delays.
"""

from roborally.core.data import Decision
from roborally.core.match import Match
from roborally.plugin_system.registries import PACES

LATEST = 0.75
"""Even the slowest bot answers within this share, 0 to 1, of the time to answer."""


def seconds_to_wait(match: Match, decision: Decision, timer: float = 0.0) -> float:
    """Return the seconds that a bot waits before it answers, or 0 if the first to answer has no advantage.

    `timer` is the time to answer in seconds, 0 if it is unlimited.
    """
    pace = PACES.of(match.rules).get(decision["kind"])
    if pace is None:
        return 0.0
    share = match.dice("pace", match.state.turn, decision["seat"]).random()
    seconds = pace.fewest + (pace.most - pace.fewest) * share
    return seconds * min(1.0, LATEST * timer / pace.most) if timer else seconds
