"""Where a match by post stands still: which questions are asked by post, and how answers are read and written."""

from collections.abc import Sequence
from typing import Any

from roborally.base.errors import any_fault
from roborally.base.translation import languages, speaking
from roborally.core.data import Decision
from roborally.core.decisions import AnswerError, checked_choice
from roborally.core.match import Match
from roborally.narration.words import Words
from roborally.plugin import ORDERS, Order

YES = "yes"


def open_questions(match: Match, seat: int) -> list[Decision]:
    """Return the unanswered questions of a seat, those that a turn begins with first."""
    sealed, orders = match.state.sealed, ORDERS.of(match.rules)
    found = [entry for entry in match.state.decisions if entry["seat"] == seat and entry["id"] not in sealed]
    return sorted(found, key=lambda entry: (entry["kind"] not in orders, entry["optional"]))


def is_asked_by_post(match: Match, people: Sequence[int], *, wait: bool) -> bool:
    """Return whether a match that stands still waits for orders of one of these seats.

    Questions in the middle of a turn are no reason to wait for days, unless the referee wants it (`wait`), or the
    rules have no questions of which they say how they are answered by post.
    """
    orders = ORDERS.of(match.rules)
    return any(
        entry["seat"] in people and not entry["optional"] and (wait or not orders or entry["kind"] in orders)
        for entry in match.state.decisions
        if entry["id"] not in match.state.sealed
    )


def order_for(match: Match, decision: Decision) -> Order | None:
    """Return how answers to a question are read and written, `None` where they are chosen from a list."""
    return ORDERS.of(match.rules).get(decision["kind"]) if decision["choices"] is None else None


def read_answer(match: Match, decision: Decision, line: str, words: Words) -> Any:
    """Return the answer in a line of text, checked; raise `AnswerError`.

    A choice is named as files name it, as the window does in any language, or by its number behind a `#`.
    """
    order = order_for(match, decision)
    if order is not None:
        try:
            return match.checked(decision, order.read(match, decision, line))
        except AnswerError:
            raise
        except any_fault():  # a plugin that stumbles over a word keeps nobody else's orders back
            raise AnswerError("this is no answer to {kind}", kind=repr(decision["kind"])) from None
    choices = decision["choices"]
    if choices is None:
        raise AnswerError("{kind} cannot be answered in a mail; use the window", kind=repr(decision["kind"]))
    wanted = line.strip().casefold()
    for number, choice in enumerate(choices, 1):
        names = [written(choice), f"#{number}"]
        for language in languages():
            with speaking(language):
                names.append(words.choice(decision["kind"], choice))
        if wanted in (name.casefold() for name in names):
            return checked_choice(decision, choice)
    listed = ", ".join(spelled(words, decision, choice) for choice in choices)
    raise AnswerError(
        "{answer} is no answer to {kind}; possible are: {list}",
        answer=repr(line.strip()),
        kind=repr(decision["kind"]),
        list=listed,
    )


def write_answer(match: Match, decision: Decision, answer: Any, words: Words) -> str:
    """Return an answer as `read_answer` reads it, a choice in the language of the moment."""
    order = order_for(match, decision)
    return order.write(match, decision, answer) if order is not None else spelled(words, decision, answer)


def spelled(words: Words, decision: Decision, choice: Any) -> str:
    """Return a choice as its reader calls it; a cell or a list as files write it."""
    text = words.choice(decision["kind"], choice) if isinstance(choice, str) else written(choice)
    return text if text.casefold() != written(choice).casefold() else written(choice)


def written(answer: Any) -> str:
    """Return a choice as a text; parts of one are joined by commas."""
    return ", ".join(map(str, answer)) if isinstance(answer, list | tuple) else str(answer)
