"""Answers that are put together piece by piece, such as a program, card by card.

A question with `choices` is answered in one step. For a kind of question without, a plugin says in a module `steps.py`
how its answers come about: `STEPS` there is a dict from kinds of decision to `Steps`. `WORDS` may name further words
of which its items are made, beside those of its manifest.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from roborally.core.data import Decision
from roborally.core.match import Match
from roborally.plugin_system.loader import Plugin

NOTHING = -1
"""In place of an item: nothing is laid in this step."""
MAX_CHOICES = 12
"""As many choices are offered at most; it is more than any question of the game's own plugins has in practice."""

Laid = tuple[int, ...]
"""What has been laid so far, one entry a step: the index of an item, or `NOTHING`."""


class Steps(NamedTuple):
    """How an answer to one kind of question is put together.

    The match may be one that was made of a view, with gaps where something is hidden.

    `items(match, decision)` are what answers are made of, at most `most`; they stay the same through all steps.
    `allowed(match, decision, laid)` are the indexes that may come next, never empty, `NOTHING` among them where
    nothing may be laid; there are `length` steps at most, and `()` ends them earlier.
    `answer(match, decision, laid)` is the answer.
    """

    most: int
    length: int
    items: Callable[[Match, Decision], tuple[Any, ...]]
    allowed: Callable[[Match, Decision, Laid], Laid]
    answer: Callable[[Match, Decision, Laid], Any]


def steps_of(plugins: Iterable[Plugin]) -> dict[str, Steps]:
    """Return the steps that plugins describe, by kind of decision; raise `PluginError` when their code fails."""
    found: dict[str, Steps] = {}
    for plugin in plugins:
        found.update(getattr(plugin.load("steps"), "STEPS", {}))
    return found


def words_of(plugins: Iterable[Plugin]) -> list[str]:
    """Return the words that plugins name for what is laid step by step; raise `PluginError` when their code fails."""
    return [word for plugin in plugins for word in getattr(plugin.load("steps"), "WORDS", ())]


def _choices(match: Match, decision: Decision) -> tuple[Any, ...]:
    """Return the choices, the default among them; of a question that nobody explains none."""
    choices = tuple(decision["choices"] or ())
    if len(choices) > MAX_CHOICES:
        others = [choice for choice in choices if choice != decision["default"]]
        choices = (decision["default"], *others[: MAX_CHOICES - 1])
    return choices


def _any_choice(match: Match, decision: Decision, laid: Laid) -> Laid:
    return tuple(range(len(_choices(match, decision)))) or (NOTHING,)


def _chosen(match: Match, decision: Decision, laid: Laid) -> Any:
    return decision["default"] if laid[0] == NOTHING else _choices(match, decision)[laid[0]]


CHOICE = Steps(MAX_CHOICES, 1, _choices, _any_choice, _chosen)
"""One of the choices of a question; the default where there are none."""
