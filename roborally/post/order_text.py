"""Orders as text, in a mail or on the command line (AUE-805).

A line of its own answers the question that the turn begins with: `+2 +1 -1 l r`. Other questions are named:
`power-down: yes`, or just `power-down` for yes. `later KIND: ANSWER` is a standing answer to a question that may come
while the turn is played. What a mail program adds, quotes and a signature, is left out; a line `end` ends the orders.
"""

import re
from typing import Any, NamedTuple

from roborally.core.decisions import AnswerError
from roborally.core.match import Match
from roborally.narration.words import Words
from roborally.post.stops import YES, open_questions, order_for, read_answer, write_answer

MAX_LINES, MAX_LINE = 60, 300
LATER = "later"
END = "end"
_NAMED = re.compile(r"(?:(later)\s+)?([a-z][a-z0-9-]*)\s*:(.*)", re.IGNORECASE)
_QUOTED = re.compile(r"\s*>")
_SIGNATURE = re.compile(r"--\s*")


class Understood(NamedTuple):
    """Orders: checked answers by the id of their question, and standing answers by kind of question."""

    answers: dict[str, Any]
    later: dict[str, str]


def orders_in(text: str) -> list[str]:
    """Return the lines of a text that are meant as orders."""
    lines: list[str] = []
    for line in text.splitlines():
        if _QUOTED.match(line):
            while lines and not lines[-1].strip():
                lines.pop()
            if lines and lines[-1].rstrip().endswith(":"):  # "Ada wrote:"
                lines.pop()
                while lines and lines[-1].strip():  # it may take several lines
                    lines.pop()
            break
        if _SIGNATURE.fullmatch(line) or line.strip().casefold() == END:
            break
        lines.append(line)
    return [line.strip() for line in lines if line.strip()]


def read_orders(match: Match, seat: int, text: str, words: Words) -> Understood:
    """Return what a seat orders in a text; raise `AnswerError` with the first line that is not understood.

    `match` is only asked, never changed.
    """
    lines = orders_in(text)
    if not lines:
        raise AnswerError("there are no orders in it")
    if len(lines) > MAX_LINES or max(map(len, lines)) > MAX_LINE:
        raise AnswerError("there is too much text in it; orders have at most {most} lines", most=MAX_LINES)
    questions, trial = open_questions(match, seat), match.clone()
    if not questions:
        raise AnswerError("nothing is asked of this seat in this turn")
    answers: dict[str, Any] = {}
    later: dict[str, str] = {}
    for line in lines:
        named = _NAMED.fullmatch(line)
        kind, told = (named[2].lower(), named[3].strip()) if named else ("", line)
        if named and named[1]:
            if kind not in match.rules.decisions:
                raise AnswerError("line {line}: these rules never ask {kind}", line=repr(line), kind=repr(kind))
            later[kind] = told
            continue
        if not named and any(line.lower() == entry["kind"] and YES in (entry["choices"] or ()) for entry in questions):
            kind, told = line.lower(), YES
        asked = [entry for entry in questions if entry["kind"] == kind] if kind else questions[:1]
        if not asked:
            kinds = ", ".join(dict.fromkeys(entry["kind"] for entry in questions))
            raise AnswerError(
                "line {line}: {kind} is not asked now, but {kinds}", line=repr(line), kind=repr(kind), kinds=kinds
            )
        for decision in asked:
            answers[decision["id"]] = read_answer(trial, decision, told, words)
    return Understood(answers, later)


def preview(match: Match, seat: int, orders: Understood) -> list[str]:
    """Return what was understood, line by line, so that it could be sent again; what is missing is named."""
    told = []
    for decision in open_questions(match, seat):
        if decision["id"] in orders.answers:
            told.append(f"{decision['kind']}: {write_answer(match, decision, orders.answers[decision['id']])}")
        elif not decision["optional"]:
            told.append(f"{decision['kind']}: ?")
    return [*told, *(f"{LATER} {kind}: {answer}" for kind, answer in orders.later.items())]


def examples(match: Match, seat: int) -> list[str]:
    """Return a line for each question of a seat that shows how to answer it."""
    told = []
    for decision in open_questions(match, seat):
        order = order_for(match, decision)
        if order is not None:
            told.append(order.example)
        elif decision["choices"]:
            told.append(f"{decision['kind']}: {write_answer(match, decision, decision['choices'][-1])}")
    return told
