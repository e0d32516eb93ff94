"""What a bot is asked: its seat's next question, as the seat sees it, with the chance that belongs to it.

Sessions, exhibitions and environments for machine learning all ask in this way, so that the same match between the same
bots goes the same way in each of them.
"""

from typing import NamedTuple

from roborally.core.data import Decision
from roborally.core.dice import derive
from roborally.core.match import Match
from roborally.core.views import View, view


class Question(NamedTuple):
    """What `Bot.choose` takes: what the seat may know, its question as it sees it, and the seed of the bot's dice."""

    view: View
    decision: Decision
    seed: int


def next_decision(match: Match, seat: int) -> Decision | None:
    """Return a seat's next open question, if any; optional ones come first, since they are about what is to come."""
    sealed = match.state.sealed
    waiting = [entry for entry in match.state.decisions if entry["seat"] == seat and entry["id"] not in sealed]
    return min(waiting, key=lambda entry: not entry["optional"], default=None)


def question_of(match: Match, decision: Decision) -> Question:
    """Return an open question as the seat that it is for gets it."""
    seat = decision["seat"]
    seen = view(match, seat)
    own = next(entry for entry in seen.decisions() if entry["id"] == decision["id"])
    return Question(seen, own, derive(match.state.dice, "bot", decision["id"], seat))
