"""How a question with `choices` is answered in one step, for kinds of question for which no plugin registers steps."""

from typing import Any

from roborally.bots.plugin import NO_ITEM, PartialAnswer, Steps
from roborally.core.data import Decision
from roborally.core.match import Match

MAX_CHOICES = 12
"""As many choices are offered at most; it is more than any question of the game's own plugins has in practice."""


def _choices(match: Match, decision: Decision) -> tuple[Any, ...]:
    """Return the choices, the default among them; of a question that nobody explains none."""
    choices = tuple(decision["choices"] or ())
    if len(choices) > MAX_CHOICES:
        others = [choice for choice in choices if choice != decision["default"]]
        choices = (decision["default"], *others[: MAX_CHOICES - 1])
    return choices


def _any_choice(match: Match, decision: Decision, chosen: PartialAnswer) -> tuple[int, ...]:
    return tuple(range(len(_choices(match, decision)))) or (NO_ITEM,)


def _choice(match: Match, decision: Decision, chosen: PartialAnswer) -> Any:
    return decision["default"] if chosen[0] == NO_ITEM else _choices(match, decision)[chosen[0]]


SINGLE_CHOICE = Steps(MAX_CHOICES, 1, _choices, _any_choice, _choice)
"""One of the choices of a question; the default where there are none."""
