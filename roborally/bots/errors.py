"""Failures of bots: their reasons, and how they are logged. The match continues with the question's default answer.

Players see a sentence in the log of the match; authors find the reason in the standard library's log `roborally.bots`.
"""

import logging

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError

FAILED = "failed"
"""The reason of a `BotError`: the bot raised an exception."""
LATE = "late"
"""The reason of a `BotError`: the bot exceeded its time limit."""
ILLEGAL = "illegal"
"""The reason of a `BotError`: the rules forbid the answer, or it is not plain data."""
GONE = "gone"
"""The reason of a `BotError`: the bot's process has ended."""

PLUGIN = "plugin"
"""The reason of a `BotError`: a plugin of the match failed while the bot was trying out a choice."""

_log = logging.getLogger("roborally.bots")
MAX_WARNINGS = 1000
"""The number of different warnings after which further ones become debug messages, so that the log stays small."""
warned: set[str] = set()
"""The texts of the warnings that this process has logged; each is a warning only once."""


class BotError(RuntimeError):
    """A bot failed to answer; `reason` is a constant of this module, `text` a sentence, `details` a traceback."""

    def __init__(self, reason: str, text: str, details: str = "") -> None:
        super().__init__(reason, text, details)
        self.reason = reason
        self.text = text
        self.details = details

    def __str__(self) -> str:
        return self.text


def as_bot_error(error: BaseException) -> BotError:
    """Return `error`, raised while a bot was asked or its answer was applied, as a `BotError`."""
    if isinstance(error, BotError):
        return error
    if isinstance(error, AnswerError):
        return BotError(ILLEGAL, str(error))
    if isinstance(error, TimeoutError):
        return BotError(LATE, str(error))
    return BotError(ILLEGAL, f"the answer could not be taken: {type(error).__name__}: {error}")


def log_bot_error(bot: str, seat: int, decision: Decision, error: BotError) -> None:
    """Log which bot failed, at which question and why: a warning the first time, a debug message afterwards.

    A server logs only `event` and `fields` of the record, to keep secrets: the message may name cards, and a bot's name
    may hold any text after its colon.
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
