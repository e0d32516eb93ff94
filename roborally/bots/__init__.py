"""Players made of code: each answers one question at a time from what its seat may know."""

from typing import Any, Protocol

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.views import View


class Bot(Protocol):
    """A player made of code; it never sees the match.

    It may remember things between the questions of one match in order to be faster, but its answers must not depend
    on that: it may think in several processes in turn, and whoever fails is made anew.
    """

    def choose(self, view: View, decision: Decision, dice: Dice) -> Any:
        """Return the answer to `decision`, which is open for the view's seat; `dice` is the bot's own chance."""
        ...
