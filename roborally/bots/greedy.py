"""A bot that searches its own robot's moves with the real rules, as if it were alone, and takes the best.

It knows no edition: a plugin says in its `bot.py` how its questions are searched. `SEARCHERS` there is a dict from
kinds of decision to functions `(imagined match, decision, dice)` that return an answer.
"""

from collections.abc import Callable
from typing import Any

from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.rules import Decision, Ruleset
from roborally.core.views import View, imagine
from roborally.loader import Catalogue

Searcher = Callable[[Match, Decision, Dice], Any]


class GreedyBot:
    """Searches where a plugin says how, and takes the default elsewhere."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Remember where the plugins of a match are found."""
        self._catalogue = catalogue
        self._known: tuple[Ruleset, dict[str, Searcher]] | None = None

    def choose(self, view: View, decision: Decision, dice: Dice) -> Any:
        """Return the answer that seems best; always a legal one."""
        searcher = self._searchers(view.rules).get(decision["kind"])
        if searcher is None:
            return decision["default"]
        match = imagine(view, dice)
        answer = searcher(match, decision, dice)
        try:
            return match.checked(decision, answer)
        except AnswerError:
            return decision["default"]

    def _searchers(self, rules: Ruleset) -> dict[str, Searcher]:
        """Return the searchers of the plugins that play along, by the kind of decision."""
        if self._known is None or self._known[0] is not rules:
            found: dict[str, Searcher] = {}
            for id_ in rules.plugins:
                module = self._catalogue.get(id_).load("bot")
                found.update(getattr(module, "SEARCHERS", {}))
            self._known = (rules, found)
        return self._known[1]
