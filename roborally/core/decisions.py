"""Questions to seats as data (COM-18): open, check, seal, default and commit.

A decision is a dict with these keys: `id` (a string), `kind`, `seat`, `piece` (index or -1), `choices` (a tuple, or
`None` if the kind itself checks answers, or `HIDDEN` from other seats), `default`, `secret` (the answer is not shown to
others), `optional` (the match does not wait for it: the default is taken when all others are answered), `at_once`
(carried out on arrival) and `info` (more plain data to show).

An answer carried out at once must not change anything of another seat, so that the order of arrival does not matter.
The exception is a rule that makes this order part of the game (the first player to be ready chooses first). A record
holds the answers in the order in which the match took them, so its replay is the same. Answers of others may arrive
in between: the kind's `check` uses the present state, and the default must always be possible.
"""

import re
from typing import Any

from roborally.core.data import Decision
from roborally.core.state import State

HIDDEN: tuple[Any, ...] = ()
"""The choices of a question to another seat. Its default is then `None`, and an answer `None` has no effect."""
_IN_BRACES = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


class AnswerError(ValueError):
    """An answer that the engine refuses; the message is one plain sentence, and the match is unchanged.

    `sentence` names its `values` as `{name}`, so that it can be translated; anything else in braces is text.
    """

    def __init__(self, sentence: str, /, **values: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        """Make the error picklable with its values, so that it can reach another process."""
        return _refused, (self.sentence, self.values)

    def __str__(self) -> str:
        """Return the sentence in English, with its values filled in."""
        return _IN_BRACES.sub(lambda found: str(self.values.get(found[1], found[0])), self.sentence)


def _refused(sentence: str, values: dict[str, Any]) -> AnswerError:
    return AnswerError(sentence, **values)


def next_id(state: State, kind: str) -> str:
    """Return an id for a new decision of this kind and count it in the state."""
    id_ = f"{kind}-{state.next_id}"
    state.next_id += 1
    return id_


def offered(decision: Decision) -> tuple[Any, ...]:
    """Return the choices of a decision that lists them; raise `ValueError` if it lists none."""
    if not decision["choices"]:
        raise ValueError(f"question {decision['kind']!r} does not list its choices")
    return decision["choices"]


def find_decision(state: State, id_: str, seat: int | None) -> Decision:
    """Return the open decision `id_`; raise `AnswerError` if it is closed, answered or not for `seat` (if given)."""
    for decision in state.decisions:
        if decision["id"] == id_:
            if seat is not None and decision["seat"] != seat:
                raise AnswerError(
                    "question {id} was asked of seat {owner}, not of seat {seat}",
                    id=repr(id_),
                    owner=decision["seat"],
                    seat=seat,
                )
            if id_ in state.sealed:
                raise AnswerError("question {id} has been answered already", id=repr(id_))
            return decision
    raise AnswerError("question {id} is not open", id=repr(id_))


def is_waiting(state: State) -> bool:
    """Return whether a decision that is not optional has no answer yet."""
    sealed = state.sealed
    for decision in state.decisions:
        if decision["optional"] or decision["id"] in sealed:
            continue
        return True
    return False


def in_commit_order(decisions: list[Decision]) -> list[Decision]:
    """Return decisions in the order in which their answers are carried out: by seat, then in the order of asking."""
    return sorted(decisions, key=_seat_of) if len(decisions) > 1 else decisions[:]


def _seat_of(decision: Decision) -> int:
    return decision["seat"]


def checked_choice(decision: Decision, answer: Any) -> Any:
    """Return `answer` if it is among the choices or the decision lists none; raise `AnswerError` otherwise."""
    choices = decision["choices"]
    if not choices:
        return answer
    for choice in choices:
        if choice == answer and type(choice) is type(answer):
            return choice
    listed = ", ".join(str(choice) for choice in choices)
    raise AnswerError(
        "{answer} is no answer to {kind}; possible are: {list}",
        answer=repr(answer),
        kind=repr(decision["kind"]),
        list=listed,
    )
