"""What may go wrong when a bot is asked, and how it is told: the default stands in, and the match goes on.

Players read a sentence in the log of the match; authors read why in the log `roborally.bots` of the standard library.
"""

import logging

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError

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
_warned: set[str] = set()
"""What this process has warned of; the ten-thousandth time is no news."""


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


def as_bot_error(error: BaseException) -> BotError:
    """Return as a `BotError` whatever was raised between the question and the taking of its answer."""
    if isinstance(error, BotError):
        return error
    if isinstance(error, AnswerError):
        return BotError(ILLEGAL, str(error))
    if isinstance(error, TimeoutError):
        return BotError(LATE, str(error))
    return BotError(ILLEGAL, f"the answer could not be taken: {type(error).__name__}: {error}")


def log_bot_error(bot: str, seat: int, decision: Decision, error: BotError) -> None:
    """Tell authors which bot failed at what and why; the same thing is a warning once, and a detail afterwards."""
    told = f"{bot} {decision['kind']} {error.text}"
    is_news = told not in _warned and len(_warned) < MAX_WARNINGS
    if is_news:
        _warned.add(told)
    _log.log(
        logging.WARNING if is_news else logging.DEBUG,
        "bot %r at seat %d did not answer %r (%s): %s; the default was taken%s",
        *(bot, seat + 1, decision["kind"], error.reason, error.text, f"\n{error.details}".rstrip()),
    )
