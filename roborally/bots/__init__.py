"""Bots: players made of code. This module defines the interface `Bot` that all of them implement."""

from typing import Any, Protocol

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.observation import Observation


class Bot(Protocol):
    """The interface of a player made of code. It gets observations, which hold what its seat may know; never the match.

    It may cache values between the questions of one match, but its answers must not depend on them: it may run in
    several processes in turn, and a bot that fails is replaced by a new instance.

    A bot may also have `prepare(observation, dice)`, which computes values for all its turns. It may be called once
    before the first question, with a match that has just begun and whose random numbers may differ from the real one.
    """

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        """Return the answer to `decision`, which is open for the seat; `dice` is the bot's own random stream."""
        ...
