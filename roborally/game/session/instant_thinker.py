"""Lets bots answer at once, without other processes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from roborally.bots.registry import make_bot
from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.observation import Observation
from roborally.game.factory import Game
from roborally.plugin_system.loader import Catalogue


@dataclass
class InstantThinker:
    """Lets one bot answer for all seats, on the calling thread; its answers are used once `ready` returns true."""

    catalogue: Catalogue
    bot: str = "random"
    ready: Callable[[], bool] = lambda: True

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> "InstantAnswer":
        """Return the answer of the one bot."""
        return InstantAnswer(make_bot(self.bot, self.catalogue).choose(seen, decision, Dice(seed)), self)


@dataclass
class InstantAnswer:
    """An answer that is known; see `roborally.game.session.protocol.PendingAnswer`."""

    value: Any
    thinker: InstantThinker

    def done(self) -> bool:
        """Return whether the answer may be used."""
        return self.thinker.ready()

    def result(self) -> Any:
        """Return the answer."""
        return self.value

    def waits(self) -> bool:
        """Return whether the answer may not be used yet."""
        return not self.thinker.ready()

    def cancel(self) -> None:
        """Do nothing: the bot has finished."""
