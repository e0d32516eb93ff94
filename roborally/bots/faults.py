"""What may go wrong when a bot is asked, and how it is told: the default stands in, and the match goes on.

Players read a sentence in the log of the match; authors read why in the log `roborally.bots` of the standard library.
"""

import logging
import traceback
from typing import Any

from roborally.bots import Bot
from roborally.bots.limits import Overrun, time_limit
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.views import View

FAILED = "failed"
"""The bot raised something."""
LATE = "late"
"""The bot took more time than it has."""
ILLEGAL = "illegal"
"""The bot answered what the rules, or the shape of answers, forbid."""
GONE = "gone"
"""The process in which the bot thought has ended."""

_log = logging.getLogger("roborally.bots")
MAX_WARNINGS = 1000
"""After so many different warnings everything is a detail: thousands of games must not fill memory and log."""
_told: set[str] = set()
"""What this process has warned of; the ten-thousandth time is no news."""
_PLAIN = (bool, int, float, str, type(None))


class BotError(RuntimeError):
    """A bot has not answered; `reason` is one of the words above, `details` is for its author (a traceback)."""

    def __init__(self, reason: str, text: str, details: str = "") -> None:
        """Keep the reason, a sentence about it and what else helps the author."""
        super().__init__(reason, text, details)
        self.reason = reason
        self.text = text
        self.details = details

    def __str__(self) -> str:
        return self.text


def ask_bot(bot: Bot, seen: View, decision: Decision, dice: Dice, seconds: float = 0.0) -> Any:
    """Return a bot's answer as plain data; raise `BotError` for whatever goes wrong.

    With `seconds` a bot that takes longer is interrupted. Whether the answer is legal is for the match to say.
    """
    try:
        with time_limit(seconds):
            return plain(bot.choose(seen, decision, dice))
    except (KeyboardInterrupt, BotError):
        raise
    except Overrun:
        raise BotError(LATE, f"it thought for more than {seconds:g} seconds") from None
    except BaseException as error:  # a bot may even call sys.exit
        raise BotError(FAILED, f"{type(error).__name__}: {error}", traceback.format_exc()) from None


def plain(answer: Any) -> Any:
    """Return an answer whose lists have become tuples; raise `BotError` when it is no plain data.

    What is not plain could not be written into a record, nor be sent from another process.
    """
    if type(answer) in _PLAIN:
        return answer
    if type(answer) in (list, tuple):
        return tuple(plain(part) for part in answer)
    if type(answer) is dict:
        return {plain(key): plain(part) for key, part in answer.items()}
    raise BotError(ILLEGAL, f"an answer is made of texts, numbers, lists and dicts, not of {type(answer).__name__!r}")


def fault_of(error: BaseException) -> BotError:
    """Return as a fault whatever was raised between the question and the taking of its answer."""
    if isinstance(error, BotError):
        return error
    if isinstance(error, AnswerError):
        return BotError(ILLEGAL, str(error))
    if isinstance(error, TimeoutError):
        return BotError(LATE, str(error))
    return BotError(ILLEGAL, f"the answer could not be taken: {type(error).__name__}: {error}")


def log_fault(bot: str, seat: int, decision: Decision, fault: BotError) -> None:
    """Tell authors which bot failed at what and why; the same thing is a warning once, and a detail afterwards."""
    told = f"{bot} {decision['kind']} {fault.text}"
    is_news = told not in _told and len(_told) < MAX_WARNINGS
    if is_news:
        _told.add(told)
    _log.log(
        logging.WARNING if is_news else logging.DEBUG,
        "bot %r at seat %d did not answer %r (%s): %s; the default was taken%s",
        *(bot, seat + 1, decision["kind"], fault.reason, fault.text, f"\n{fault.details}".rstrip()),
    )
