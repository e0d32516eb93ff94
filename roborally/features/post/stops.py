"""Decides which questions of a match are asked by post, and reads and writes their answers as text."""

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
    """Return the questions that a seat has not answered yet, those that ask for orders first."""
    sealed, orders = match.state.sealed, ORDERS.of(match.rules)
    found = [entry for entry in match.state.decisions if entry["seat"] == seat and entry["id"] not in sealed]
    return sorted(found, key=lambda entry: (entry["kind"] not in orders, entry["optional"]))


def is_asked_by_post(match: Match, people: Sequence[int], *, wait: bool) -> bool:
    """Return whether a match waits for orders of one of the seats `people`.

    Questions in the middle of a turn count only if the referee wants that (`wait`), or if the rules define no questions
    for orders.
    """
    orders = ORDERS.of(match.rules)
    return any(
        entry["seat"] in people and not entry["optional"] and (wait or not orders or entry["kind"] in orders)
        for entry in match.state.decisions
        if entry["id"] not in match.state.sealed
    )


def order_for(match: Match, decision: Decision) -> Order | None:
    """Return the plugin's code that reads and writes answers to a question as text; `None` if it offers choices."""
    return ORDERS.of(match.rules).get(decision["kind"]) if decision["choices"] is None else None


def read_answer(match: Match, decision: Decision, line: str, words: Words) -> Any:
    """Return the answer to a question that a line of text contains, after checks; raise `AnswerError`.

    A choice may be named as in files, as in the window in any language, or by `#` and its number.
    """
    order = order_for(match, decision)
    if order is not None:
        try:
            return match.checked(decision, order.read(match, decision, line))
        except AnswerError:
            raise
        except any_fault():  # a faulty plugin does not hold back the orders of others
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
    """Return an answer as text that `read_answer` can read; a choice is in the current language."""
    order = order_for(match, decision)
    return order.write(match, decision, answer) if order is not None else spelled(words, decision, answer)


def spelled(words: Words, decision: Decision, choice: Any) -> str:
    """Return a choice as text in the current language; a cell or list as in files."""
    text = words.choice(decision["kind"], choice) if isinstance(choice, str) else written(choice)
    return text if text.casefold() != written(choice).casefold() else written(choice)


def written(answer: Any) -> str:
    """Return a choice as text in the form of files; the items of a list are joined by commas."""
    return ", ".join(map(str, answer)) if isinstance(answer, list | tuple) else str(answer)
