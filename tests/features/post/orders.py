"""Orders by chance, as a player would write them."""

from typing import Any

from roborally.core.data import Decision
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.features.post.game import PostGame
from roborally.features.post.stops import open_questions, write_answer


def random_answer(match: Match, decision: Decision, number: int, seat: int) -> Any:
    """Return an answer by chance; it follows from the number of the round and the seat."""
    rule, dice = match.rules.decisions[decision["kind"]], Dice(number * 31 + seat)
    if rule.sample is not None:
        return rule.sample(match, decision, dice)
    return dice.pick(decision["choices"]) if decision["choices"] else decision["default"]


def random_orders(game: PostGame, seat: int, number: int) -> list[str]:
    """Return orders by chance, as a player would write them."""
    lines = []
    for decision in open_questions(game.match, seat):
        answer = random_answer(game.match, decision, number, seat)
        lines.append(f"{decision['kind']}: {write_answer(game.match, decision, answer, game.words)}")
    return lines
