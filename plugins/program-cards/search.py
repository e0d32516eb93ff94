"""Searches a robot's programs with the real rules, the robot alone on the floor.

A program is carried out register by register. Programs that lead to the same situation are continued once, so that all
distinct programs of nine cards take a few hundred registers. A narrower search keeps only the best situations.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from roborally.core.data import Decision
from roborally.core.decisions import offered
from roborally.core.match import Match
from roborally.core.observation import run_on
from roborally.core.state import OFF, Piece

from .api import empty_piles
from .deck import EMPTY, REGISTERS, command_of
from .laying import Counts, Hand, Program
from .state import slot_of

Value = Callable[[Match, Piece], float]
"""The value of a situation to a robot; the higher the better."""


class Situation(NamedTuple):
    """Where a register may end: the match, what it is worth, and the programs that lead there."""

    match: Match
    worth: float
    plans: dict[Counts, Program]


class Breadth(NamedTuple):
    """How many situations are kept after each register, and how many ways into one that differ in what is left."""

    situations: int
    plans: int


EVERYTHING = Breadth(1_000_000, 1_000_000)


class Search:
    """A search through the programs of one robot's hand."""

    def __init__(
        self,
        match: Match,
        piece: Piece,
        hand: Hand,
        value: Value,
        breadth: Breadth = EVERYTHING,
        reached: Callable[[Situation], None] = lambda situation: None,
    ) -> None:
        """Prepare a search; `match` stays as it is. `reached` hears of the best situation after each register."""
        self.index = piece.index
        self.hand = hand
        self.value = value
        self.breadth = breadth
        self._reached = reached
        self.nodes = 0
        self._starts = starts_of(match, piece)

    def run(self) -> list[Situation]:
        """Return the situations in which the turn may end, the best first."""
        layer = [Situation(start, 0.0, {self.hand.counts: ()}) for start in self._starts]
        ended: list[Situation] = []
        for register in range(1, REGISTERS + 1):
            found: dict[Any, Situation] = {}
            for situation in layer:
                self._continue(situation, register, found)
            ordered = sorted(found.values(), key=lambda situation: -situation.worth)
            if ordered:  # else no robot is left
                self._reached(ordered[0])
            ended += [situation for situation in ordered if self._is_over(situation)]
            layer = [situation for situation in ordered if not self._is_over(situation)][: self.breadth.situations]
            if any(self.index in situation.match.state.winners for situation in ended):
                break
        last = [*ended, *(self._at_end_of_turn(situation) for situation in layer)]
        return sorted(last, key=lambda situation: -situation.worth)

    def _is_over(self, situation: Situation) -> bool:
        state = situation.match.state
        return state.over or state.pieces[self.index].cell < 0

    def _continue(self, situation: Situation, register: int, found: dict[Any, Situation]) -> None:
        """Carry out one more register with every command that some plan has left; the situation is used up."""
        hand = self.hand
        if register in hand.locked:
            card = hand.locked[register]
            plans = {counts: (*program, command_of(card)) for counts, program in situation.plans.items()}
            self._add(situation.match, register, card, plans, found)
            return
        choices: list[tuple[str, dict[Counts, Program]]] = []
        for number, command in enumerate(hand.commands):
            plans = {
                (*counts[:number], counts[number] - 1, *counts[number + 1 :]): (*program, command)
                for counts, program in situation.plans.items()
                if counts[number]
            }
            if plans:
                choices.append((hand.cards[command][0], plans))
        if not any(any(counts) for counts in situation.plans):
            choices.append((EMPTY, {counts: (*program, EMPTY) for counts, program in situation.plans.items()}))
        for card, plans in choices[:-1]:
            self._add(situation.match.clone(), register, card, plans, found)
        card, plans = choices[-1]
        self._add(situation.match, register, card, plans, found)

    def _add(
        self, match: Match, register: int, card: str, plans: dict[Counts, Program], found: dict[Any, Situation]
    ) -> None:
        """Play a card in a match, and join the plans that lead to the same situation."""
        self.nodes += 1
        slots = slot_of(match)["slots"]
        slots[self.index] = (*slots[self.index][: register - 1], card, *slots[self.index][register:])
        run_on(match, "stage")
        key = signature(match, self.index)
        known = found.get(key)
        if known is None:
            known = found[key] = Situation(match, self.value(match, match.state.pieces[self.index]), {})
        for counts, program in plans.items():
            if len(known.plans) >= self.breadth.plans:
                return
            known.plans.setdefault(counts, program)

    def _at_end_of_turn(self, situation: Situation) -> Situation:
        """Run a situation on to the end of the turn."""
        match = situation.match
        run_on(match, "turn")
        return Situation(match, self.value(match, match.state.pieces[self.index]), situation.plans)


def alone(match: Match, piece: Piece) -> Match:
    """Return a copy of a match with a piece alone on the floor and without open questions."""
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
    empty_piles(start)
    facing = next((entry for entry in match.state.decisions if _asks_facing(entry, piece)), None)
    if piece.cell >= 0 or facing is None:
        return [start]
    starts = []
    for choice in offered(facing):
        copy = start.clone()
        copy.state.decisions.append(facing)
        copy.state.sealed[facing["id"]] = choice
        starts.append(copy)
    return starts


def _asks_facing(decision: Decision, piece: Piece) -> bool:
    return bool(decision["kind"] == "respawn-facing" and decision["piece"] == piece.index)


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
