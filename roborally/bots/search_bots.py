"""The bots `greedy` and `planner`, whose answers come from plugins.

For a kind of question without a registered search, and without a `hint` (see `core.rules`), they try out the choices.
"""

from typing import Any

from roborally.bots.playouts import can_try, try_all
from roborally.bots.plugin import MatchBots, Search
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.observation import Observation, imagine


class SearchingBot:
    """A bot that answers with the search that a plugin registered for the kind of question."""

    def __init__(self, match_bots: MatchBots, *, plans: bool = False) -> None:
        """Make the bot `greedy`, which uses the searches registered with `Bots.search`.

        With `plans`, make `planner`, which prefers those registered with `Bots.plan`.
        """
        self._match_bots = match_bots
        self._plans = plans

    def prepare(self, observation: Observation, dice: Dice) -> None:
        """Call the plugins' preparations, which compute values that plans need in every turn; `greedy` does nothing."""
        preparations = self._match_bots.of(observation.rules).preparations if self._plans else []
        if preparations:
            match = imagine(observation, dice)
            for preparation in preparations:
                preparation(match)

    def choose(self, observation: Observation, decision: Decision, dice: Dice) -> Any:
        """Return the answer of the registered search, else of `try_all`; the default if neither gives a legal one."""
        search = self._search_for(observation, decision["kind"])
        match = imagine(observation, dice)
        if search is None:
            return try_all(match, decision, dice) if can_try(match, decision) else decision["default"]
        answer = search(match, decision, dice)
        try:
            return match.checked(decision, answer)
        except AnswerError:
            return decision["default"]

    def _search_for(self, observation: Observation, kind: str) -> Search | None:
        bots = self._match_bots.of(observation.rules)
        search = bots.searches.get(kind, observation.rules.decisions[kind].hint)
        return bots.plans.get(kind, search) if self._plans else search
