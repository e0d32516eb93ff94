"""Orders by chance, as a player would write them."""

from roborally.core.dice import Dice
from roborally.features.post.game import PostGame
from roborally.features.post.stops import open_questions, write_answer


def random_orders(game: PostGame, seat: int, number: int) -> list[str]:
    """Return orders by chance, as a player would write them."""
    lines = []
    for decision in open_questions(game.match, seat):
        rule, dice = game.match.rules.decisions[decision["kind"]], Dice(number * 31 + seat)
        if rule.sample is not None:
            answer = rule.sample(game.match, decision, dice)
        else:
            answer = dice.pick(decision["choices"]) if decision["choices"] else decision["default"]
        lines.append(f"{decision['kind']}: {write_answer(game.match, decision, answer, game.words)}")
    return lines
