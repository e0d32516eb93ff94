"""Finds programs for bots: a quick one, the best ones, and one that another player is likely to lay."""

from collections.abc import Callable

from roborally.plugin import AnswerError, Decision, Dice, Match

from .hand_counts import hand_of
from .nearness import nearness
from .outlook import has_route, outlook, reached_by, start_place, worth
from .search import EVERYTHING, Breadth, Search, Situation, Value
from .walk import best_walk

Answer = tuple[str, ...]
Note = Callable[[Answer], None]

CARD_BY_CARD = Breadth(1, 1)
WAYS = 2
"""How many programs with the same end are tried, because another robot may block one of these programs."""


def ignore_answer(answer: Answer) -> None:
    """Do nothing with an answer; the default for `note`."""


def nearest_program(match: Match, decision: Decision, dice: Dice, note: Note = ignore_answer) -> Answer:
    """Return the program in which each card, in turn, brings the robot nearest to its goal.

    `note` is called with the best program so far after each register, also in `best_program`.
    """
    return _first(match, decision, dice, nearness, CARD_BY_CARD, note)


def best_program(match: Match, decision: Decision, dice: Dice, note: Note = ignore_answer) -> Answer:
    """Return the program after which the robot stands best, of all programs of the hand."""
    return _first(match, decision, dice, worth, EVERYTHING, note)


def good_programs(match: Match, decision: Decision, dice: Dice, count: int) -> list[Answer]:
    """Return at most `count` programs, those after which the robot, alone on the floor, stands best."""
    return _programs(match, decision, worth, EVERYTHING, count) or [_any_program(match, decision, dice)]


def likely_program(match: Match, decision: Decision, dice: Dice) -> Answer:
    """Return a likely program of another robot's owner, from the hand in an imagined match."""
    if not has_route(match):
        return nearest_program(match, decision, dice)
    piece = match.state.pieces[decision["piece"]]
    hand = hand_of(match, piece)
    known = outlook(match, piece)
    place = start_place(match, piece, known)
    answer = hand.laid_out(best_walk(known, place, reached_by(match, piece), piece.damage, hand).program)
    return answer if _is_legal(match, decision, answer) else _any_program(match, decision, dice)


def _first(
    match: Match, decision: Decision, dice: Dice, value: Value, breadth: Breadth, note: Note = ignore_answer
) -> Answer:
    found = _programs(match, decision, value, breadth, 1, note)
    return found[0] if found else _any_program(match, decision, dice)


def _programs(
    match: Match, decision: Decision, value: Value, breadth: Breadth, count: int, note: Note = ignore_answer
) -> list[Answer]:
    """Return at most `count` legal programs, the best first by `value`, from a search of this breadth.

    `note` is called with the best program so far after each register.
    """
    piece = match.state.pieces[decision["piece"]]
    hand = hand_of(match, piece)
    found: list[Answer] = []

    def reached(situation: Situation) -> None:
        answer = hand.laid_out(next(iter(situation.plans.values())))
        if _is_legal(match, decision, answer):
            note(answer)

    for situation in Search(match, piece, hand, value, breadth, reached).run():
        answers = dict.fromkeys(hand.laid_out(program) for program in situation.plans.values())
        legal = [answer for answer in answers if _is_legal(match, decision, answer)]
        found += [answer for answer in legal[:WAYS] if answer not in found]
        if len(found) >= count:
            break
    return found[:count]


def _any_program(match: Match, decision: Decision, dice: Dice) -> Answer:
    """Return a random program, for when the rules refuse all programs that the search finds."""
    sample = match.rules.decisions["program"].sample
    return tuple(sample(match, decision, dice)) if sample is not None else ()


def _is_legal(match: Match, decision: Decision, answer: Answer) -> bool:
    try:
        match.checked(decision, answer)
    except AnswerError:
        return False
    return True
