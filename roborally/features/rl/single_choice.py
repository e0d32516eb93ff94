"""Answers a question with `choices` in one step, for kinds of questions without registered steps."""

from typing import Any

from roborally.bots.plugin import NO_ITEM, PartialAnswer, Steps
from roborally.core.data import Decision
from roborally.core.match import Match

MAX_CHOICES = 12
"""The maximum number of choices in practice; if there are more, the default comes first."""


def _choices(match: Match, decision: Decision) -> tuple[Any, ...]:
    """Return the choices; none for a question that no plugin supports."""
    choices = tuple(decision["choices"] or ())
    if len(choices) > MAX_CHOICES:
        choices = (decision["default"], *(choice for choice in choices if choice != decision["default"]))
    return choices


def _any_choice(match: Match, decision: Decision, chosen: PartialAnswer) -> tuple[int, ...]:
    return tuple(range(len(_choices(match, decision)))) or (NO_ITEM,)


def _choice(match: Match, decision: Decision, chosen: PartialAnswer) -> Any:
    return decision["default"] if chosen[0] == NO_ITEM else _choices(match, decision)[chosen[0]]


SINGLE_CHOICE = Steps(MAX_CHOICES, 1, _choices, _any_choice, _choice)
"""Selects one of the choices of a question; the default if there are none."""
