"""Failures of bots and their reports: the match takes the default and continues.

Players see a sentence in the log of the match; authors find the reason in the standard library's log `roborally.bots`.
"""

import logging

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError

FAILED = "failed"
"""The bot raised an exception."""
LATE = "late"
"""The bot exceeded its time limit."""
ILLEGAL = "illegal"
"""The bot gave an answer that the rules or the shape of answers forbid."""
GONE = "gone"
"""The bot's process has ended."""

PLUGIN = "plugin"
"""A plugin of the match failed while the bot was trying out a choice."""

_log = logging.getLogger("roborally.bots")
MAX_WARNINGS = 1000
"""The number of different warnings after which further ones become debug messages, so that the log stays small."""
warned: set[str] = set()
"""The warnings given by this process; each is given once."""


class BotError(RuntimeError):
    """A bot failed to answer; `reason` is one of the words above, `details` a traceback for its author."""

    def __init__(self, reason: str, text: str, details: str = "") -> None:
        """Store the reason, a sentence about it and details for the author."""
        super().__init__(reason, text, details)
        self.reason = reason
        self.text = text
        self.details = details

    def __str__(self) -> str:
        return self.text


def as_bot_error(error: BaseException) -> BotError:
    """Return an exception that was raised between a question and its answer as a `BotError`."""
    if isinstance(error, BotError):
        return error
    if isinstance(error, AnswerError):
        return BotError(ILLEGAL, str(error))
    if isinstance(error, TimeoutError):
        return BotError(LATE, str(error))
    return BotError(ILLEGAL, f"the answer could not be taken: {type(error).__name__}: {error}")


def log_bot_error(bot: str, seat: int, decision: Decision, error: BotError) -> None:
    """Log which bot failed, at which question and why: a warning the first time, a debug message afterwards.

    A server's log, which holds no secrets, takes only `event` and `fields`: other values may name cards, and a bot's
    name may hold any text after its colon.
    """
    text = f"{bot} {decision['kind']} {error.text}"
    is_news = text not in warned and len(warned) < MAX_WARNINGS
    if is_news:
        warned.add(text)
    _log.log(
        logging.WARNING if is_news else logging.DEBUG,
        "bot %r at seat %d did not answer %r (%s): %s; the default was taken%s",
        *(bot, seat + 1, decision["kind"], error.reason, error.text, f"\n{error.details}".rstrip()),
        extra={
            "event": "a bot did not answer; the default was taken",
            "fields": {
                "bot": bot.partition(":")[0],
                "seat": seat + 1,
                "question": decision["kind"],
                "reason": error.reason,
            },
        },
    )
