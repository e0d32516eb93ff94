"""Lets a bot answer at once in the same thread, for tests, measurements and trials of plugins."""

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
    """A `Thinker` that lets `bot` answer for all seats at once; answers can be collected while `ready()` is true."""

    catalogue: Catalogue
    bot: str = "random"
    ready: Callable[[], bool] = lambda: True

    def submit(self, game: Game, bot: str, seen: Observation, decision: Decision, seed: int) -> "InstantAnswer":
        """Compute the answer with the bot `self.bot`, and return it."""
        return InstantAnswer(make_bot(self.bot, self.catalogue).choose(seen, decision, Dice(seed)), self)


@dataclass
class InstantAnswer:
    """An answer that has been computed; a `PendingAnswer` (`roborally.game.session.protocol`)."""

    value: Any
    thinker: InstantThinker

    def done(self) -> bool:
        """Return whether the answer may be collected."""
        return self.thinker.ready()

    def result(self) -> Any:
        """Return the answer."""
        return self.value

    def waits(self) -> bool:
        """Return whether the answer may not be collected yet."""
        return not self.thinker.ready()

    def cancel(self) -> None:
        """Do nothing, since the bot has already answered."""
