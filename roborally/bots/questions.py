"""Asks a bot its seat's next question, as the seat sees it, with the dice that belong to it.

Sessions, exhibitions and environments for machine learning all ask in this way, so a match between the same
bots from the same seed is the same everywhere.
"""

import traceback
from typing import Any, NamedTuple

from roborally.bots import Bot
from roborally.bots.errors import FAILED, ILLEGAL, LATE, BotError
from roborally.bots.time_limit import TimeLimitExceeded, time_limit
from roborally.core.data import Decision
from roborally.core.dice import Dice, derive
from roborally.core.match import Match
from roborally.core.observation import Observation, observe

_PLAIN_TYPES = (bool, int, float, str, type(None))


class Question(NamedTuple):
    """What `Bot.choose` takes: what the seat may know, its question as it sees it, and the seed of the bot's dice."""

    observation: Observation
    decision: Decision
    seed: int


def next_decision(match: Match, seat: int) -> Decision | None:
    """Return a seat's next open question, if any; optional ones come first, since they concern what comes next."""
    sealed = match.state.sealed
    waiting = [entry for entry in match.state.decisions if entry["seat"] == seat and entry["id"] not in sealed]
    return min(waiting, key=lambda entry: not entry["optional"], default=None)


def question_of(match: Match, decision: Decision) -> Question:
    """Return an open question as its seat sees it."""
    seat = decision["seat"]
    seen = observe(match, seat)
    own = next(entry for entry in seen.decisions() if entry["id"] == decision["id"])
    return Question(seen, own, derive(match.state.dice, "bot", decision["id"], seat))


def ask_bot(bot: Bot, seen: Observation, decision: Decision, dice: Dice, seconds: float = 0.0) -> Any:
    """Return a bot's answer as plain data; raise `BotError` for any failure.

    With `seconds` a bot that takes longer is interrupted. The match checks whether the answer is legal.
    """
    try:
        with time_limit(seconds):
            return plain(bot.choose(seen, decision, dice))
    except (KeyboardInterrupt, BotError):
        raise
    except TimeLimitExceeded:
        raise BotError(LATE, f"it thought for more than {seconds:g} seconds") from None
    except BaseException as error:  # a bot may even call sys.exit
        raise BotError(FAILED, f"{type(error).__name__}: {error}", traceback.format_exc()) from None


def plain(answer: Any) -> Any:
    """Return an answer with its lists made tuples; raise `BotError` when it is not plain data.

    Other data cannot be written into a record or sent from another process.
    """
    if type(answer) in _PLAIN_TYPES:
        return answer
    if type(answer) in (list, tuple):
        return tuple(plain(part) for part in answer)
    if type(answer) is dict:
        return {plain(key): plain(part) for key, part in answer.items()}
    raise BotError(ILLEGAL, f"an answer is made of texts, numbers, lists and dicts, not of {type(answer).__name__!r}")
