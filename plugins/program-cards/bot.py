"""How a bot that searches answers the questions of this plugin (see `roborally.bots.greedy`).

A program is searched register by register with the real rules, the robot alone on the floor: of all situations in
which a register may end the best are kept and continued.
"""

from collections import Counter
from typing import Any, NamedTuple

from roborally.core.decisions import AnswerError
from roborally.core.dice import Dice
from roborally.core.match import Match
from roborally.core.rules import Decision
from roborally.core.state import OFF, Piece

from .deck import EMPTY, REGISTERS, UNKNOWN, command_of, priority_of
from .outlook import worth

WIDTH = 40
"""How many situations are kept after each register."""
PLANS = 8
"""How many ways into one situation are kept; they differ in the cards that are left."""
MEAGRE = 3.0
"""A hand that brings a robot forward by fewer registers than this is worth exchanging."""
TIRED = 5
"""The damage from which a turn without a program pays: from here on registers lock (COM-16)."""
REPEATED = {"u-turn": 1, "back-up": 2, "left": 3, "right": 3, "move3": 4, "move1": 5, "move2": 5}
"""How gladly a card is played again in every turn; what is not named (or no card at all) least of all."""

Counts = tuple[int, ...]
"""How many cards of each command are left."""
Program = tuple[str, ...]
"""The commands of the registers so far."""


class Situation(NamedTuple):
    """Where a register may end: the match, what it is worth, and the programs that lead there."""

    match: Match
    worth: float
    plans: dict[Counts, Program]


class Hand:
    """A robot's cards by command, the highest priority first."""

    def __init__(self, match: Match, piece: Piece) -> None:
        """Read the cards of `piece` and the registers that it may fill."""
        slot = match.state.ext["program-cards"]
        cards = [*slot["hands"][piece.index], *match.value("extra-cards", (), piece)]
        self.cards: dict[str, list[str]] = {}
        for card in sorted((card for card in cards if card != UNKNOWN), key=lambda card: (-priority_of(card), card)):
            self.cards.setdefault(command_of(card), []).append(card)
        self.commands = sorted(self.cards)
        self.counts: Counts = tuple(len(self.cards[command]) for command in self.commands)
        locks = slot["locks"][piece.index]
        self.locked = {number: slot["slots"][piece.index][number - 1] for number in locks}

    def laid_out(self, program: Program) -> tuple[str, ...]:
        """Return a program with real cards; registers behind its end get what is left, locked ones stay empty."""
        used: Counter[str] = Counter()
        cards = []
        for number in range(1, REGISTERS + 1):
            if number in self.locked:
                cards.append(EMPTY)
                continue
            left = [command for command in self.commands if used[command] < len(self.cards[command])]
            command = program[number - 1] if number <= len(program) else (*left, "")[0]
            cards.append(self.cards[command][used[command]] if command else EMPTY)
            used[command] += 1
        return tuple(cards)


def search_program(match: Match, decision: Decision, dice: Dice) -> tuple[str, ...]:
    """Return the program that leads to the best situation, as far as the rules allow it."""
    piece = match.state.pieces[decision["piece"]]
    hand = Hand(match, piece)
    for situation in search(match, piece, hand):
        for program in situation.plans.values():
            answer = hand.laid_out(program)
            if _is_legal(match, decision, answer):
                return answer
    sample = match.rules.decisions["program"].sample
    return tuple(sample(match, decision, dice)) if sample is not None else ()


def _is_legal(match: Match, decision: Decision, answer: tuple[str, ...]) -> bool:
    try:
        match.checked(decision, answer)
    except AnswerError:
        return False
    return True


def search(match: Match, piece: Piece, hand: Hand) -> list[Situation]:
    """Return the situations in which the turn may end, the best first."""
    layer = [Situation(start, 0.0, {hand.counts: ()}) for start in starts_of(match, piece)]
    ended: list[Situation] = []
    for register in range(1, REGISTERS + 1):
        found: dict[Any, Situation] = {}
        for situation in layer:
            _continue(situation, register, hand, piece.index, found)
        ordered = sorted(found.values(), key=lambda situation: -situation.worth)
        layer = []
        for situation in ordered:
            over = situation.match.state.over or situation.match.state.pieces[piece.index].cell < 0
            if over:
                ended.append(situation)
            elif len(layer) < WIDTH:
                layer.append(situation)
        if any(piece.index in situation.match.state.winners for situation in ended):
            break
    last = [*ended, *(_at_end_of_turn(situation, piece.index) for situation in layer)]
    return sorted(last, key=lambda situation: -situation.worth)


def alone(match: Match, piece: Piece) -> Match:
    """Return a copy of a match in which a piece is the only one on the floor and nothing is being asked."""
    copy = match.clone()
    for other in copy.state.pieces:
        if other.index != piece.index and other.cell >= 0:
            copy.state.at[other.cell] = -1
            other.cell = OFF
    copy.state.decisions.clear()
    copy.state.sealed.clear()
    return copy


def starts_of(match: Match, piece: Piece) -> list[Match]:
    """Return the matches from which the search begins: one, or one for each facing in which a robot may enter."""
    start = alone(match, piece)
    start.state.ext["program-cards"].update(deck=[], discard=[])  # nothing is drawn, and copies get cheaper
    facing = next((entry for entry in match.state.decisions if _asks_facing(entry, piece)), None)
    if piece.cell >= 0 or facing is None:
        return [start]
    starts = []
    for choice in facing["choices"]:
        copy = start.clone()
        copy.state.decisions.append(facing)
        copy.state.sealed[facing["id"]] = choice
        starts.append(copy)
    return starts


def _asks_facing(decision: Decision, piece: Piece) -> bool:
    return bool(decision["kind"] == "respawn-facing" and decision["piece"] == piece.index)


def _continue(situation: Situation, register: int, hand: Hand, index: int, found: dict[Any, Situation]) -> None:
    """Carry out one more register with every command that some plan has left."""
    if register in hand.locked:
        card = hand.locked[register]
        plans = {counts: (*program, command_of(card)) for counts, program in situation.plans.items()}
        _add(_after_register(situation.match, index, register, card), index, plans, found)
        return
    for number, command in enumerate(hand.commands):
        plans = {
            (*counts[:number], counts[number] - 1, *counts[number + 1 :]): (*program, command)
            for counts, program in situation.plans.items()
            if counts[number]
        }
        if plans:
            card = hand.cards[command][0]
            _add(_after_register(situation.match, index, register, card), index, plans, found)
    if not any(any(counts) for counts in situation.plans):
        plans = {counts: (*program, EMPTY) for counts, program in situation.plans.items()}
        _add(_after_register(situation.match, index, register, EMPTY), index, plans, found)


def _add(match: Match, index: int, plans: dict[Counts, Program], found: dict[Any, Situation]) -> None:
    """Join the plans that lead to the same situation."""
    key = signature(match, index)
    known = found.get(key)
    if known is None:
        known = found[key] = Situation(match, worth(match, match.state.pieces[index]), {})
    for counts, program in plans.items():
        if len(known.plans) >= PLANS:
            return
        known.plans.setdefault(counts, program)


def signature(match: Match, index: int) -> tuple[Any, ...]:
    """Return what distinguishes the situation of one piece: its place, damage, and what plugins keep about it."""
    state = match.state
    piece = state.pieces[index]
    count = len(state.pieces)
    own = [
        value[index]
        for name, slot in state.ext.items()
        if name != "program-cards"
        for value in slot.values()
        if value.__class__ is list and len(value) == count
    ]
    return (piece.cell, piece.facing, piece.damage, state.over, *own)


def _after_register(match: Match, index: int, register: int, card: str) -> Match:
    """Return the match after one more register, in which the robot plays `card`."""
    copy = match.clone()
    slots = copy.state.ext["program-cards"]["slots"]
    slots[index] = (*slots[index][: register - 1], card, *slots[index][register:])
    run_until(copy, "stage")
    return copy


def _at_end_of_turn(situation: Situation, index: int) -> Situation:
    match = situation.match.clone()
    run_until(match, "turn")
    return Situation(match, worth(match, match.state.pieces[index]), situation.plans)


def run_until(match: Match, moment: str) -> None:
    """Run to a moment; whatever is asked on the way gets its default."""
    match.run(moment)
    while match.state.decisions and not match.halted and not match.state.over:
        for decision in match.state.decisions:
            match.state.sealed.setdefault(decision["id"], decision["default"])
        match.run(moment)


# --- other questions ------------------------------------------------------------------------------------------------


def wants_new_cards(match: Match, decision: Decision, dice: Dice) -> str:
    """Exchange a hand that does not bring the robot forward (STD-1404)."""
    piece = match.state.pieces[decision["piece"]]
    hand = Hand(match, piece)
    best = search(match, piece, hand)
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
    "program": search_program,
    "new-commands": wants_new_cards,
    "power-down": wants_rest,
    "stay-down": wants_more_rest,
    "respawn-facing": best_choice,
    "respawn-cell": best_choice,
    "free-register": worst_lock,
}
"""For a kind of decision, a function `(imagined match, decision, dice)` that returns an answer."""
