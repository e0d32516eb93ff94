"""How a bot that searches answers the questions of option cards (see `roborally.bots.plugin`).

Most choices are simply tried: each is played to the end of the register with the real rules and imagined programs of
the others, and the best outcome wins. For choices that pay off later there is a rule of thumb.
"""

from typing import Any

from roborally.bots.plugin import Bots, best_choice, outcome, outcome_of, played, try_all
from roborally.core.data import Decision
from roborally.core.decisions import offered
from roborally.core.dice import Dice
from roborally.core.geometry import DIRECTIONS, opposite
from roborally.core.match import Match
from roborally.core.state import Piece
from roborally.plugin import hookimpl, steps_come
from roborally_plugins.program_cards.api import command_of, hand

from .deck import known_cards
from .protection import NO_SIDE, SIDES, side_hit
from .steps import RECOMPILE

TIRED = 5
KEPT = {"move3": 3, "move2": 2, "move1": 1}
"""The cards worth keeping for the next turn, each with its value."""
FEW_MOVEMENTS = 1
HEALTHY = 7


def _others(match: Match, piece: Piece) -> list[Piece]:
    return [other for other in match.robots if other.index != piece.index]


def try_weapons(match: Match, decision: Decision, dice: Dice) -> Any:
    """Try all choices, with the later value of each weapon, such as Scrambler's (OPT-22, OPT-23)."""
    piece = match.state.pieces[decision["piece"]]
    cards = known_cards(match)

    def value(choice: str) -> float:
        weapon = cards[choice].weapon if choice in cards else None
        later = weapon.later(match, piece) if weapon is not None else 0.0
        return outcome_of(match, decision, choice) + later

    return best_choice(decision, value)


def try_targets(match: Match, decision: Decision, dice: Dice) -> Any:
    """Control the robot that the bot's own cards, which are known, lead to the worst place in this turn (OPT-22)."""

    def after_turn(choice: Any) -> float:
        copy = played(match, decision, choice, "turn")
        piece = copy.state.pieces[decision["piece"]]
        return outcome(copy, piece) - sum(steps_come(copy, other) for other in _others(copy, piece)) / 2

    return best_choice(decision, after_turn)


def towards_the_nearest(match: Match, decision: Decision, dice: Dice) -> str:
    """Shield the side of the nearest robot that looks this way, else keep the mark (OPT-13)."""
    piece = match.state.pieces[decision["piece"]]
    if piece.cell < 0:
        return NO_SIDE
    found = []
    for direction in DIRECTIONS:
        other = match.first_on(match.rays[direction][piece.cell])
        if other is not None and other.facing == opposite(direction):
            (x, y), (other_x, other_y) = match.floor.cells[piece.cell], match.floor.cells[other.cell]
            found.append((abs(x - other_x) + abs(y - other_y), direction))
    if not found:
        return str(decision["default"])
    return SIDES[side_hit(piece, opposite(min(found)[1]))]


def best_to_keep(match: Match, decision: Decision, dice: Dice) -> str:
    """Keep the longest movement card that is left (OPT-01, OPT-14)."""
    return str(max(offered(decision), key=lambda card: (KEPT.get(command_of(card), 0), card == "none")))


def exchange_turns(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Exchange the turn cards of a hand with little movement, as long as the robot can afford it (OPT-06)."""
    piece = match.state.pieces[decision["piece"]]
    cards = hand(match, piece)
    turns = tuple(card for card in cards if not card.startswith(("move", "?")))
    hopeless = len(cards) - len(turns) <= FEW_MOVEMENTS and piece.damage < HEALTHY
    return turns if hopeless else ()


def run_unless_tired(match: Match, decision: Decision, dice: Dice) -> str:
    """Keep running if no register is locked (OPT-15)."""
    return "shut-down" if match.state.pieces[decision["piece"]].damage >= TIRED else "run"


def card_when_healthy(match: Match, decision: Decision, dice: Dice) -> str:
    """Take a card if there is little to repair (CNB-1204)."""
    return "option" if match.state.pieces[decision["piece"]].damage < 2 else "repair"


def least_worth(match: Match, decision: Decision, dice: Dice) -> str:
    """Give back the least valuable card; a partly used card is worth less (CNB-1205, CNB-1206)."""
    piece = match.state.pieces[decision["piece"]]
    cards = known_cards(match)

    def worth(name: str) -> float:
        card = cards[name]
        return card.worth * (1 if card.left is None else card.left(match, piece))

    return str(min(offered(decision), key=worth))


def usual(match: Match, decision: Decision, dice: Dice) -> Any:
    """Take the default.

    Scrambler takes the next register: that spoils the rest of the program, whose cards are unknown. A return without
    damage is always worth Superior Archive Copy.
    """
    return decision["default"]


@hookimpl
def register_bots(bots: Bots) -> None:
    """Register an answer to every kind of question."""
    bots.search("scrambler", usual)
    bots.search("superior-archive-copy", usual)
    bots.search("brakes", try_all)
    bots.search("reverse-gears", try_all)
    bots.search("fourth-gear", try_all)
    bots.search("gyroscopic-stabilizer", try_all)
    bots.search("abort-switch", try_all)
    bots.search("conditional-program-swap", try_all)
    bots.search("mechanical-arm", try_all)
    bots.search("turret", try_all)
    bots.search("weapon", try_weapons)
    bots.search("radio-control", try_targets)
    bots.search("fire-control", try_all)
    bots.search("shield", towards_the_nearest)
    bots.search("conditional-program", best_to_keep)
    bots.search("flywheel", best_to_keep)
    bots.search("recompile", exchange_turns)
    bots.search("circuit-breaker", run_unless_tired)
    bots.search("repair", card_when_healthy)
    bots.search("give-back", least_worth)
    bots.steps("recompile", RECOMPILE)
