"""Asks a bot its seat's next question, with the seat's observation and random numbers of the bot's own.

Sessions, exhibitions and environments for machine learning all use it, so a match between the same bots from the same
seed is the same everywhere.
"""

import gc
import traceback
from math import isfinite
from typing import Any, NamedTuple

from roborally.base.errors import TimeLimitExceeded, any_fault
from roborally.bots import Bot
from roborally.bots.errors import FAILED, ILLEGAL, LATE, BotError
from roborally.bots.time_limit import time_limit
from roborally.core.data import Decision
from roborally.core.dice import Dice, derive
from roborally.core.match import Match
from roborally.core.observation import Observation, observe

_PLAIN_TYPES = (bool, int, float, str, type(None))
MAX_SIZE = 10_000
"""The maximum number of characters and entries of an answer, in total; a program has about ten."""
MAX_DEPTH = 16
MANY_OBJECTS = 50_000
"""The number of new objects between two runs of Python's garbage collector, in a process for bots."""
MAX_NUMBER = 2**63 - 1
"""The largest absolute value of an integer in an answer, 64 bits as in files."""
MAX_TEXT, MAX_TRACEBACK = 1_000, 20_000
"""The maximum lengths in characters of an error's text, and of its traceback."""


class Question(NamedTuple):
    """The arguments of `Bot.choose`: the seat's observation, its question, and the seed of the bot's dice."""

    observation: Observation
    decision: Decision
    seed: int


def next_decision(match: Match, seat: int) -> Decision | None:
    """Return a seat's next open question, or `None` if it has no unanswered one.

    Optional questions come first, since they concern the next action, then choices from a list: other answers may
    depend on them, such as a program on the robot's facing.
    """
    sealed = match.state.sealed
    waiting = [entry for entry in match.state.decisions if entry["seat"] == seat and entry["id"] not in sealed]
    return min(waiting, key=lambda entry: (not entry["optional"], entry["choices"] is None), default=None)


def question_of(match: Match, decision: Decision) -> Question:
    """Return the `Question` of an open question of a match, as the question's seat sees it."""
    seat = decision["seat"]
    seen = observe(match, seat)
    own = next(entry for entry in seen.decisions() if entry["id"] == decision["id"])
    return Question(seen, own, derive(match.state.dice, "bot", decision["id"], seat))


def ask_bot(bot: Bot, seen: Observation, decision: Decision, dice: Dice, seconds: float = 0.0) -> Any:
    """Return a bot's answer as plain data; raise `BotError` for any failure.

    A bot that takes longer than `seconds` is interrupted; 0 is no limit. The match checks whether the answer is legal.
    """
    _collect_seldom()
    try:
        with time_limit(seconds):
            return _answer(bot, seen, decision, dice)
    except TimeLimitExceeded:
        raise BotError(LATE, f"it thought for more than {seconds:g} seconds") from None


def prepare_bot(bot: Bot, seen: Observation, dice: Dice, seconds: float = 0.0) -> bool:
    """Call a bot's `prepare`, if it has one; return `False` if that fails, after which its state may be inconsistent.

    The first question will report the error. With `seconds`, a slower bot is interrupted; 0 is no limit.
    """
    prepare = getattr(bot, "prepare", None)
    if prepare is None:
        return True
    _collect_seldom()
    try:
        with time_limit(seconds):
            prepare(seen, dice)
    except TimeLimitExceeded:
        return False
    except any_fault():
        return False
    return True


def _collect_seldom() -> None:
    """Make Python's garbage collector run less often in this process.

    A bot that looks ahead holds thousands of copies of a match, without cycles. By default the collector would look
    through all of them after every 700 new objects, which takes a quarter of the time.
    """
    if 0 < gc.get_threshold()[0] < MANY_OBJECTS:
        gc.set_threshold(MANY_OBJECTS)


def _answer(bot: Bot, seen: Observation, decision: Decision, dice: Dice) -> Any:
    try:
        return plain(bot.choose(seen, decision, dice))
    except BotError:
        raise
    except any_fault() as error:
        raise BotError(FAILED, _text(error), _traceback()) from None


def plain(answer: Any) -> Any:
    """Return an answer with its lists made tuples; raise `BotError` if it is not plain data, or too large.

    Plain data are texts, numbers, bools, `None`, lists, tuples and dicts: all that files and messages can hold.
    """
    return _Plain().of(answer, 0)


class _Plain:
    def __init__(self) -> None:
        self._size = 0

    def of(self, answer: Any, depth: int) -> Any:
        """Return a value inside the answer as plain data; `depth` is the number of lists around it."""
        kind = type(answer)
        self._size += len(answer) if kind is str else 1
        if self._size > MAX_SIZE or depth > MAX_DEPTH:
            raise BotError(
                ILLEGAL, f"an answer has at most {MAX_SIZE:,} letters and entries, and {MAX_DEPTH} lists in each other"
            )
        if kind in (list, tuple):
            return tuple(self.of(part, depth + 1) for part in answer)
        if kind is dict:
            return {self.of(key, depth + 1): self.of(part, depth + 1) for key, part in answer.items()}
        if kind not in _PLAIN_TYPES:
            raise BotError(
                ILLEGAL,
                f"an answer is made of texts, numbers, lists and dicts, not of {cut(repr(kind.__name__))}",
            )
        if (kind is int and not -MAX_NUMBER <= answer <= MAX_NUMBER) or (kind is float and not isfinite(answer)):
            raise BotError(ILLEGAL, f"a number in an answer is at most {MAX_NUMBER:,}")
        if kind is str:
            _check_text(answer)
        return answer


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BotError(ILLEGAL, "a text in an answer has half a letter, which cannot be written") from None


def cut(text: str) -> str:
    """Return the text of a bot's error, cut to `MAX_TEXT` characters and an ellipsis."""
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}…"


def _text(error: BaseException) -> str:
    """Return the type and text of an error in one line, without the text if the error's own `__str__` fails."""
    try:
        return cut(f"{type(error).__name__}: {error}".removesuffix(": "))
    except any_fault():  # of the bot's own `__str__`
        return cut(type(error).__name__)


def _traceback() -> str:
    try:
        return traceback.format_exc()[-MAX_TRACEBACK:]
    except any_fault():  # which holds the text of the error
        return ""
