"""How bots answer the questions of this plugin (see `roborally.bots`).

`greedy` lays the program that brings its robot nearest to its goal at a glance; `planner` the one after which the
fewest registers remain, of all programs of its hand; `rival` tries some of those against what the others may do.
"""

from math import exp
from typing import Any

from roborally.bots.rival import Plans
from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.rules import Decision
from roborally.core.state import Piece

from . import walk
from .deck import command_of
from .laying import Hand
from .nearness import nearness
from .outlook import outlook, reached_by, remaining, start_place, worth
from .search import EVERYTHING, Breadth, Search, Value, run_until

NARROW = Breadth(1, 1)
LIKELY = Breadth(10, 2)
MEAGRE = 3.0
"""A hand that brings a robot forward by fewer registers than this is worth exchanging."""
TIRED = 5
"""The damage from which a turn without a program pays: from here on registers lock (COM-16)."""
REPEATED = {"u-turn": 1, "back-up": 2, "left": 3, "right": 3, "move3": 4, "move1": 5, "move2": 5}
"""How gladly a card is played again in every turn; what is not named (or no card at all) least of all."""


def nearest_program(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Return the program that ends nearest to the goal."""
    return (*_programs(match, decision, nearness, NARROW, 1), _any_program(match, decision, dice))[0]


def best_program(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Return the program that leaves the fewest registers to go, of all."""
    return (*_programs(match, decision, worth, EVERYTHING, 1), _any_program(match, decision, dice))[0]


def good_programs(match: Match, decision: Decision, dice: Dice, count: int) -> list[tuple[str, ...]]:
    """Return the best programs for the robot alone, each with another end, and then other ways to the same ends."""
    return _programs(match, decision, worth, EVERYTHING, count) or [_any_program(match, decision, dice)]


def likely_program(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Return what a robot of somebody else may play with the hand that is imagined."""
    piece = match.state.pieces[decision["piece"]]
    hand = Hand(match, piece)
    view = outlook(match, piece)
    place = start_place(match, piece)
    return hand.laid_out(walk.best_walk(view, place, reached_by(match, piece), piece.damage, hand)[1])


def _programs(match: Match, decision: Decision, value: Value, breadth: Breadth, count: int) -> list[tuple[str, ...]]:
    """Return legal programs, the best first."""
    piece = match.state.pieces[decision["piece"]]
    hand = Hand(match, piece)
    found: list[tuple[str, ...]] = []
    for situation in Search(match, piece, hand, value, breadth).run():
        ways = 0
        for program in situation.plans.values():
            answer = hand.laid_out(program)
            if answer not in found and _is_legal(match, decision, answer):
                found.append(answer)
                ways += 1
                if len(found) == count:
                    return found
                if ways == WAYS:
                    break
    return found


WAYS = 2


def _any_program(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    sample = match.rules.decisions["program"].sample
    return tuple(sample(match, decision, dice)) if sample is not None else ()


def _is_legal(match: Match, decision: Decision, answer: tuple[str, ...]) -> bool:
    try:
        match.checked(decision, answer)
    except AnswerError:
        return False
    return True


class AnyHand:
    """A hand that may come."""

    def __init__(self, cards) -> None:
        counts: dict[str, int] = {}
        for card in cards:
            counts[command_of(card)] = counts.get(command_of(card), 0) + 1
        self.commands = sorted(counts)
        self.counts = tuple(counts[c] for c in self.commands)
        self.locked = {}


HANDS = 12
_memo = {}


def expected(match: Match, piece: Piece) -> float:
    state = match.state
    if state.over or piece.cell < 0:
        return worth(match, piece)
    view = outlook(match, piece)
    key = (id(view), piece.cell, piece.facing, reached_by(match, piece), piece.damage)
    if key not in _memo:
        from .deck import deck_of
        hands = _memo.get((id(view), "hands", piece.damage))
        if hands is None:
            hands = []
            dice = Dice(12345)
            for _ in range(HANDS):
                cards = list(deck_of(match))
                dice.shuffle(cards)
                hands.append(AnyHand(cards[: max(1, 9 - piece.damage)]))
            _memo[(id(view), "hands", piece.damage)] = hands
        start = start_place(match, piece)
        _memo[key] = -sum(walk.best_walk(view, start, key[3], piece.damage, hand)[0] for hand in hands) / len(hands)
    return _memo[key]


AHEAD = 12


def best_ahead(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    piece = match.state.pieces[decision["piece"]]
    hand = Hand(match, piece)
    ends = Search(match, piece, hand, worth, EVERYTHING).run()
    if ends and ends[0].match.state.over:
        top = ends[:1]
    else:
        top = sorted(ends[:AHEAD], key=lambda s: -expected(s.match, s.match.state.pieces[piece.index]))
    for situation in top:
        for program in situation.plans.values():
            answer = hand.laid_out(program)
            if _is_legal(match, decision, answer):
                return answer
    return best_program(match, decision, dice)


AHEADS = {"program": best_ahead}


def chance(match: Match, piece: Piece) -> float:
    """Return how likely a robot is to win, from how far it and the others still have to go."""
    if match.state.over:
        return 1.0 if piece.index in match.state.winners else 0.0
    rates = [exp(-remaining(match, other) / HEAD_START) for other in match.robots]
    total = sum(rates)
    return rates[piece.index] / total if total else 0.0


HEAD_START = 6.0

# --- other questions ------------------------------------------------------------------------------------------------


def wants_new_cards(match: Match, decision: Decision, dice: Dice) -> str:
    """Exchange a hand that does not bring the robot forward (STD-1404)."""
    piece = match.state.pieces[decision["piece"]]
    hand = Hand(match, piece)
    best = Search(match, piece, hand, worth, EVERYTHING).run()
    gain = best[0].worth - worth(match, piece) if best else 0.0
    return "yes" if gain < MEAGRE and "yes" in decision["choices"] else "no"


def wants_rest(match: Match, decision: Decision, dice: Dice) -> str:
    """Power down when damage has begun to lock registers (STD-1101, CLS-401)."""
    piece = match.state.pieces[decision["piece"]]
    return "yes" if piece.damage >= TIRED else "no"


def wants_more_rest(match: Match, decision: Decision, dice: Dice) -> str:
    """Stay down when the last turn has done as much damage again (CLS-401)."""
    piece = match.state.pieces[decision["piece"]]
    return "yes" if piece.damage >= TIRED else "no"


def best_choice(match: Match, decision: Decision, dice: Dice) -> Any:
    """Try every choice and take the one with the best place.

    Before programming it is tried as far as that, and to the end of the turn what is chosen with the program.
    """
    return max(decision["choices"], key=lambda choice: _worth_of(match, decision, choice))


def _worth_of(match: Match, decision: Decision, choice: Any) -> float:
    copy = match.clone()
    # Of questions to others nothing is known, so they are left out.
    copy.state.decisions[:] = [entry for entry in copy.state.decisions if entry["seat"] == decision["seat"]]
    copy.seal(decision["id"], choice)
    programming = any(entry["kind"] == "program" for entry in copy.state.decisions)
    run_until(copy, "turn" if programming else "start")
    return worth(copy, copy.state.pieces[decision["piece"]])


def worst_lock(match: Match, decision: Decision, dice: Dice) -> int:
    """Free the register whose card is the worst to repeat; of equal ones the lowest (CNB-1203)."""
    slots = match.state.ext["program-cards"]["slots"][decision["piece"]]
    return int(min(decision["choices"], key=lambda number: REPEATED.get(command_of(slots[number - 1]), 0)))


SEARCHERS = {
    "program": nearest_program,
    "new-commands": wants_new_cards,
    "power-down": wants_rest,
    "stay-down": wants_more_rest,
    "respawn-facing": best_choice,
    "respawn-cell": best_choice,
    "free-register": worst_lock,
}
"""For a kind of decision, a function `(imagined match, decision, dice)` that returns an answer."""

PLANNERS = {"program": best_program}
RIVALS = {"program": Plans(good_programs, likely_program, chance, "turn")}
