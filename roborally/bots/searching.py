"""The bots `greedy` and `planner`: plugins provide their answers; they know no edition themselves."""

from typing import Any

from roborally.bots.plugin import MatchBots, Search
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.views import View, imagine


class SearchingBot:
    """Uses the registered search of a plugin, or the default where there is none."""

    def __init__(self, match_bots: MatchBots, *, plans: bool = False) -> None:
        """Make a bot that uses what plugins register with `search`; with `plans` it prefers what `plan` registers."""
        self._match_bots = match_bots
        self._plans = plans

    def choose(self, view: View, decision: Decision, dice: Dice) -> Any:
        """Return the answer that seems best; always a legal one."""
        search = self._search_for(view, decision["kind"])
        if search is None:
            return decision["default"]
        match = imagine(view, dice)
        answer = search(match, decision, dice)
        try:
            return match.checked(decision, answer)
        except AnswerError:
            return decision["default"]

    def _search_for(self, view: View, kind: str) -> Search | None:
        bots = self._match_bots.of(view.rules)
        search = bots.searches.get(kind)
        return bots.plans.get(kind, search) if self._plans else search
