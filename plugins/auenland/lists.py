"""Secret lists of checkpoints: dealt at random, entered by their owners, or named in a match file (AUE-R19)."""

from collections.abc import Sequence

from roborally.base.translation import texts_of
from roborally.plugin import AnswerError, Decision, Dice, Floor, Match, Order, Piece, Seat, text
from roborally_plugins.race.api import common_route, list_problem, set_objectives

_ = texts_of(__file__)
SECRET = ("dealt", "entered")
"""The values of the setting `objectives` with which each list is secret from the beginning."""


def numbers(match: Match) -> list[int]:
    """Return the numbers of the course's checkpoints, ascending."""
    return sorted(match.floor.tables["checkpoints"].values())


def length(match: Match) -> int:
    """Return how many checkpoints each list has: as many as the common route of the match."""
    return len(common_route(match))


def drawn(match: Match, dice: Dice) -> tuple[int, ...]:
    """Return a random list of `length(match)` different checkpoint numbers."""
    found = numbers(match)
    dice.shuffle(found)
    return tuple(found[: length(match)])


def dealt(match: Match, piece: Piece) -> tuple[int, ...]:
    """Return the random list of a robot, which follows from the seed of the match."""
    return drawn(match, match.dice("objectives", piece.index))


# --- entered by each player -----------------------------------------------------------------------------------------


def ask_all(match: Match) -> None:
    """Ask all owners at the same time for their lists, before the first turn; the default is a dealt list."""
    if match.state.turn == 1:
        for piece in match.robots:
            info = {"numbers": tuple(numbers(match)), "length": length(match)}
            match.ask("objectives", piece, dealt(match, piece), secret=True, info=info)


def check(match: Match, decision: Decision, answer: object) -> tuple[int, ...]:
    """Return `answer` if it is a valid list; raise `AnswerError` for a wrong length, duplicates or unknown numbers."""
    if not isinstance(answer, tuple) or not all(type(number) is int for number in answer):
        raise AnswerError("a list of objectives consists of numbers of checkpoints, such as [2, 1]")
    there, wanted = numbers(match), length(match)
    for number in answer[: len(there) + 1]:
        if number not in there:
            known = ", ".join(str(known) for known in there)
            raise AnswerError("there is no checkpoint {number}; there are: {known}", number=number, known=known)
        if answer.count(number) > 1:
            raise AnswerError("checkpoint {number} is twice in the list", number=number)
    if len(answer) != wanted:
        raise AnswerError("the list must name {wanted} checkpoints, not {count}", wanted=wanted, count=len(answer))
    return answer


def commit(match: Match, decision: Decision, answer: tuple[int, ...]) -> None:
    """Give a robot the list that its owner has entered."""
    set_objectives(match, match.state.pieces[decision["piece"]], answer)


def sample(match: Match, decision: Decision, dice: Dice) -> tuple[int, ...]:
    """Return a random valid list."""
    return drawn(match, dice)


# --- by post ---------------------------------------------------------------------------------------------------------


def read(match: Match, decision: Decision, line: str) -> tuple[int, ...]:
    """Return the list written in a line such as `2 1 3`; raise `AnswerError` for anything but numbers."""
    words = line.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() for word in words):
        raise AnswerError("{text} is no list of checkpoints; write their numbers, such as 2 1 3", text=repr(line))
    return tuple(int(word[:4]) for word in words)


def write(match: Match, decision: Decision, answer: tuple[int, ...]) -> str:
    """Return a list as a line such as `2 1 3`."""
    return " ".join(map(str, answer))


ORDER = Order(read, write, "2 1 3", text("The numbers of the checkpoints that you want to reach, in order."))


# --- named in a match file ------------------------------------------------------------------------------------------


def problem(floor: Floor, seats: Sequence[Seat]) -> str:
    """Return a sentence, with the remedy, about the first wrong or missing list of a seat; empty if there is none."""
    for seat in seats:
        if not seat.secrets.get("objectives"):
            text = _(
                "{name} has no list of objectives; write objectives = [2, 1] for every seat into the match file, or "
                "choose lists that are dealt, or entered by each player (objectives = dealt, objectives = entered)"
            )
            return text.format(name=seat.name)
        if wrong := list_problem(floor, seat.secrets["objectives"]):
            return _("the list of objectives of {name} {problem}").format(name=seat.name, problem=wrong)
    return ""
