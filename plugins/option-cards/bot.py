"""The answers of searching bots to questions about option cards (see `roborally.bots.plugin`).

Most choices are simply tried: each is played to the end of the register with the real rules and imagined programs of
the others, and the best outcome wins. For choices that pay off later a card has a `hint`.
"""

from typing import Any

from roborally.bots.plugin import Bots, best_choice, outcome, outcome_of, played
from roborally.plugin import Decision, Dice, Match, hookimpl, offered, steps_come

from .deck import known_cards
from .steps import RECOMPILE


def try_weapons(match: Match, decision: Decision, dice: Dice) -> Any:
    """Return the answer with the best outcome of the register, plus the weapon's `later` value (OPT-22, OPT-23)."""
    piece = match.state.pieces[decision["piece"]]
    cards = known_cards(match)

    def value(choice: str) -> float:
        weapon = cards[choice].weapon if choice in cards else None
        later = weapon.later(match, piece) if weapon is not None else 0.0
        return outcome_of(match, decision, choice) + later

    return best_choice(decision, value)


def try_targets(match: Match, decision: Decision, dice: Dice) -> Any:
    """Return the answer after which the turn ends best: the bot's outcome less half the others' progress (OPT-22)."""

    def after_turn(choice: Any) -> float:
        copy = played(match, decision, choice, "turn")
        piece = copy.state.pieces[decision["piece"]]
        others = [other for other in copy.robots if other.index != piece.index]
        return outcome(copy, piece) - sum(steps_come(copy, other) for other in others) / 2

    return best_choice(decision, after_turn)


def card_when_healthy(match: Match, decision: Decision, dice: Dice) -> str:
    """Return `option` for a robot with less than 2 points of damage, else `repair` (CNB-1204)."""
    return "option" if match.state.pieces[decision["piece"]].damage < 2 else "repair"


def least_worth(match: Match, decision: Decision, dice: Dice) -> str:
    """Return the name of the least valuable card; a partly used card is worth less (CNB-1205, CNB-1206)."""
    piece = match.state.pieces[decision["piece"]]
    cards = known_cards(match)

    def worth(name: str) -> float:
        card = cards[name]
        return card.worth * (1 if card.left is None else card.left(match, piece))

    return str(min(offered(decision), key=worth))


@hookimpl
def register_bots(bots: Bots) -> None:
    """Register the answers to option cards' questions for which trying all choices is not enough."""
    bots.search("weapon", try_weapons)
    bots.search("radio-control", try_targets)
    bots.search("repair", card_when_healthy)
    bots.search("give-back", least_worth)
    bots.steps("recompile", RECOMPILE)
