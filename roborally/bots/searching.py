"""A bot that answers with what plugins say about their questions.

It knows no edition. A plugin's `bot.py` may define `SEARCHERS` and `PLANNERS`, dicts from kinds of decision to
functions `(imagined match, decision, dice)` that return an answer: the first for `greedy`, the second for those who
think harder (where a kind is missing there, what `greedy` does is good enough).
"""

from collections.abc import Callable
from typing import Any

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.rules import Ruleset
from roborally.core.views import View, imagine
from roborally.plugin_system.loader import Catalogue

Searcher = Callable[[Match, Decision, Dice], Any]


class PluginTable:
    """What the plugins of a match say in some dicts of their `bot.py`, by kind of decision; later dicts go first."""

    def __init__(self, catalogue: Catalogue, *names: str) -> None:
        """Remember where plugins are found, and how the dicts are called."""
        self._catalogue = catalogue
        self._names = names
        self._known: tuple[Ruleset, dict[str, Any]] | None = None

    def of(self, rules: Ruleset) -> dict[str, Any]:
        """Return everything that the plugins of a match say."""
        if self._known is None or self._known[0] is not rules:
            modules = [self._catalogue.get(id_).load("bot") for id_ in rules.plugins]
            found: dict[str, Any] = {}
            for name in self._names:
                for module in modules:
                    found.update(getattr(module, name, {}))
            self._known = (rules, found)
        return self._known[1]


class SearchingBot:
    """Searches where a plugin says how, and takes the default elsewhere."""

    def __init__(self, catalogue: Catalogue, *names: str) -> None:
        """Make a bot that uses the dicts `names`, the last one first."""
        self._table = PluginTable(catalogue, *names)

    def choose(self, view: View, decision: Decision, dice: Dice) -> Any:
        """Return the answer that seems best; always a legal one."""
        searcher: Searcher | None = self._table.of(view.rules).get(decision["kind"])
        if searcher is None:
            return decision["default"]
        match = imagine(view, dice)
        answer = searcher(match, decision, dice)
        try:
            return match.checked(decision, answer)
        except AnswerError:
            return decision["default"]
