"""Reads and writes orders as text, for mails and the command line (AUE-805).

A line without a name answers the first question of the turn: `+2 +1 -1 l r`. Other questions are named: `power-down:
yes`, or just `power-down` for yes. `later KIND: ANSWER` is a standing answer to a question that may come up while the
turn is played. Greetings, quotes and signatures are ignored; a line `end` ends the orders. The words `end` and `later`
may be in any language of the program.
"""

import re
from typing import Any, NamedTuple

from roborally.core.data import Decision
from roborally.core.decisions import AnswerError
from roborally.core.match import Match
from roborally.features.post.stops import YES, open_questions, order_for, read_answer, write_answer
from roborally.narration.words import Words

MAX_LINES, MAX_LINE = 60, 300
LATER = "later"
_ENDS = ("end", "ende", "slut")
_NAMED = re.compile(r"(?:(later|später|spaeter|senare)\s+)?([a-z][a-z0-9-]*)\s*:(.*)", re.IGNORECASE)
_QUOTED = re.compile(r"\s*>")
_SIGNATURE = re.compile(r"--\s*")
_OPENING = re.compile(
    r"(hi|hello|hey|dear|good (morning|day|afternoon|evening)|hallo|moin|servus|liebe[rs]?|guten (morgen|tag|abend)"
    r"|sehr geehrte[rs]?|hej|tja|kära|käre|god (morgon|dag|kväll))\b.*",
    re.IGNORECASE,
)
"""Matches a line that is a greeting in English, German or Swedish."""
_CLOSING = re.compile(
    r"((best|kind|warm|many)\b.*|(regards|wishes|cheers|thanks|thank you|yours|sent from|get outlook)\b.*"
    r"|.*\b(gru(ß|ss)|gr(ü|ue)(ß|ss)e)\b.*|(lg|vg|mfg|danke|gesendet|von meinem .* gesendet)\b.*"
    r"|(med vänliga?|vänliga|mvh|tack|hälsningar|skickat från|hämta outlook)\b.*)",
    re.IGNORECASE,
)
"""Matches a line that ends a letter in English, German or Swedish, also one that a phone adds."""


class Understood(NamedTuple):
    """Orders after reading: checked answers by question id, and standing answers (`later`) by kind of question."""

    answers: dict[str, Any]
    later: dict[str, str]


def orders_in(text: str) -> list[list[str]]:
    """Return the paragraphs of a text as lists of lines, without quotes and signature."""
    lines: list[str] = []
    for line in text.splitlines():
        if _QUOTED.match(line):
            while lines and not lines[-1].strip():
                lines.pop()
            if lines and lines[-1].rstrip().endswith(":"):  # such as "Ada wrote:"
                lines.pop()
                while lines and lines[-1].strip():  # it may span several lines
                    lines.pop()
            break
        if _SIGNATURE.fullmatch(line) or line.strip().casefold() in _ENDS:
            break
        lines.append(line)
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            paragraphs[-1].append(line.strip())
        elif paragraphs[-1]:
            paragraphs.append([])
    return [paragraph for paragraph in paragraphs if paragraph]


def own_text(text: str) -> str:
    """Return a text without the lines that are marked as quotes by `>`."""
    return "\n".join(line for line in text.splitlines() if not _QUOTED.match(line))


def read_orders(match: Match, seat: int, text: str, words: Words) -> Understood:
    """Return the orders of a seat in a text; raise `AnswerError` that names the first line that is not understood.

    A paragraph before or after the orders without any order is a greeting and ignored, as is a line that looks like
    one. The orders must be complete: they replace all earlier ones. `match` is not changed.
    """
    paragraphs = orders_in(text)
    lines = [line for paragraph in paragraphs for line in paragraph]
    if not lines:
        raise AnswerError("there are no orders in it")
    if len(lines) > MAX_LINES or max(map(len, lines)) > MAX_LINE:
        raise AnswerError("there is too much text in it; orders have at most {most} lines", most=MAX_LINES)
    reader = _Reader(match, seat, words)
    problem: AnswerError | None = None
    for paragraph in paragraphs:
        failed: list[AnswerError] = []
        greetings, has_closed = 0, False
        for line in paragraph:
            error = reader.read(line)
            if error is None:
                has_closed = False
                continue
            has_closed = has_closed or _CLOSING.fullmatch(line) is not None
            if reader.is_order:
                failed.append(error)
            elif has_closed or _OPENING.fullmatch(line) or _bare(line) == _bare(match.seats[seat].name):
                greetings += 1
            else:
                failed.append(error)
            problem = problem or error
        if failed and len(failed) + greetings < len(paragraph):
            raise failed[0]
    if not reader.answers:
        raise problem or AnswerError("there are no orders in it")
    if missing := [entry["kind"] for entry in reader.questions if reader.is_missing(entry)]:
        raise AnswerError(
            "{kinds} is not answered; send all orders together, since they replace those that came before",
            kinds=", ".join(dict.fromkeys(missing)),
        )
    return Understood(reader.answers, reader.later)


def _bare(name: str) -> str:
    return name.strip(" ,.!-").casefold()


class _Reader:
    def __init__(self, match: Match, seat: int, words: Words) -> None:
        self.questions = open_questions(match, seat)
        if not self.questions:
            raise AnswerError("nothing is asked of this seat in this turn")
        self._trial, self._words = match.clone(), words
        self.is_order = False
        """Whether the last line that was read has the form of an answer, even if it was refused."""
        self.answers: dict[str, Any] = {}
        self.later: dict[str, str] = {}

    def is_missing(self, decision: Decision) -> bool:
        """Return whether a question lacks an answer without which the turn cannot begin; later ones have defaults."""
        begins = decision["kind"] == self.questions[0]["kind"]
        return begins and not decision["optional"] and decision["id"] not in self.answers

    def read(self, line: str) -> AnswerError | None:
        """Read a line; return why it is not understood, or `None` if it is."""
        self.is_order = False
        try:
            self._read(line)
        except AnswerError as error:
            return error
        return None

    def _read(self, line: str) -> None:
        named = _NAMED.fullmatch(line)
        kind, text = (named[2].lower(), named[3].strip()) if named else ("", line)
        if named and named[1]:
            if kind not in self._trial.rules.decisions:
                raise AnswerError("line {line}: these rules never ask {kind}", line=repr(line), kind=repr(kind))
            self.later[kind] = text
            return
        if not named and any(
            line.lower() == each["kind"] and YES in (each["choices"] or ()) for each in self.questions
        ):
            kind, text = line.lower(), YES
        asked = [entry for entry in self.questions if entry["kind"] == kind] if kind else self.questions[:1]
        if not asked:
            kinds = ", ".join(dict.fromkeys(entry["kind"] for entry in self.questions))
            raise AnswerError(
                "line {line}: {kind} is not asked now, but {kinds}", line=repr(line), kind=repr(kind), kinds=kinds
            )
        read = {entry["id"]: read_answer(self._trial, entry, text, self._words) for entry in asked}
        self.is_order = True
        if read.keys() & self.answers.keys():
            raise AnswerError(
                "line {line}: {kind} has two lines; write one", line=repr(line), kind=repr(asked[0]["kind"])
            )
        self.answers |= read


def preview(match: Match, seat: int, orders: Understood, words: Words) -> list[str]:
    """Return orders as lines that could be sent again, with `?` for a missing answer, and remarks in brackets."""
    text, remarks = [], []
    for decision in open_questions(match, seat):
        if decision["id"] in orders.answers:
            answer = orders.answers[decision["id"]]
            text.append(f"{decision['kind']}: {write_answer(match, decision, answer, words)}")
            order = order_for(match, decision)
            if order is not None and (remark := order.remark(match, decision, answer)):
                remarks.append(f"({words.translated(remark)})")
        elif not decision["optional"]:
            text.append(f"{decision['kind']}: ?")
    return [*text, *(f"{LATER} {kind}: {answer}" for kind, answer in orders.later.items()), *remarks]


def examples(match: Match, seat: int, words: Words) -> list[str]:
    """Return a line with an example answer for each question of a seat."""
    lines = []
    for decision in open_questions(match, seat):
        order = order_for(match, decision)
        if order is not None:
            lines.append(order.example)
        elif decision["choices"]:
            lines.append(f"{decision['kind']}: {write_answer(match, decision, decision['choices'][-1], words)}")
    return lines
