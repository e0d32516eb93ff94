"""Searches a robot's programs for bots, with the real rules and the robot alone on the floor.

A program is carried out register by register. Programs that lead to the same situation are continued once, so that all
distinct programs of nine cards take a few hundred registers. So are programs whose commands lead to the same place
before the floor acts, where that can be looked up: the floor's effect is carried out once. A narrower search keeps only
the best situations.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from roborally.core.data import StagesFrame
from roborally.plugin import OFF, Decision, Match, Piece, offered, replaced, run_on

from .api import empty_piles
from .deck import EMPTY, MOVES, REGISTERS, command_of
from .hand_counts import Counts, HandCounts, Program
from .lone import LOST, phase_behind_cards
from .middles import middles_of
from .state import slot_of

Value = Callable[[Match, Piece], float]
"""A function that returns how good a situation is for a robot; higher is better."""


class Situation(NamedTuple):
    """A match at the end of a register, its value, and programs that lead there, by what each leaves of the hand."""

    match: Match
    worth: float
    plans: dict[Counts, Program]


class CardChoice(NamedTuple):
    """A card for the next register, and `plans`: programs that end with the card, by what each leaves of the hand."""

    card: str
    plans: dict[Counts, Program]


class Breadth(NamedTuple):
    """How many situations a search keeps after each register, and how many programs for each situation.

    The programs for one situation differ in the cards left.
    """

    situations: int
    plans: int


EVERYTHING = Breadth(1_000_000, 1_000_000)


class Search:
    """A search for the best programs of one robot's hand."""

    def __init__(
        self,
        match: Match,
        piece: Piece,
        hand: HandCounts,
        value: Value,
        breadth: Breadth = EVERYTHING,
        reached: Callable[[Situation], None] = lambda situation: None,
    ) -> None:
        """Prepare a search by `value` in copies of `match`; `reached` gets the best situation after each register."""
        self.index = piece.index
        self.hand = hand
        self.value = value
        self.breadth = breadth
        self._reached = reached
        self.nodes = 0
        self._starts = starts_of(match, piece)
        self._behind_cards = phase_behind_cards(match)
        self._middles = middles_of(match.floor)

    def run(self) -> list[Situation]:
        """Return the situations that the programs lead to at the end of the turn, the best first."""
        layer = [Situation(start, 0.0, {self.hand.counts: ()}) for start in self._starts]
        ended: list[Situation] = []
        for register in range(1, REGISTERS + 1):
            found: dict[Any, Situation] = {}
            behind: dict[tuple[Any, ...], Situation | None] = {}
            for situation in layer:
                self._continue(situation, register, found, behind)
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

    def _continue(
        self,
        situation: Situation,
        register: int,
        found: dict[Any, Situation],
        behind: dict[tuple[Any, ...], Situation | None],
    ) -> None:
        """Carry out one more register with every command that a program has left; the situation cannot be used again.

        `found` collects the situations at the end of the register, and `behind` the same by the state before the floor
        acts.
        """
        match = situation.match
        rest = signature(match, self.index)[2:]
        choices = self._choices(situation, register)
        for number, (card, plans) in enumerate(choices, 1):
            end = None
            place = self._led_to(match, register, card)
            if place >= 0:
                if (place, rest) not in behind:
                    behind[place, rest] = self._let_floor_act(match, register, card, place, found)
                end = behind[place, rest]
            if end is None:
                end = self._play(match if number == len(choices) else match.clone(), register, card, found)
            for counts, program in plans.items():
                if len(end.plans) >= self.breadth.plans:
                    break
                end.plans.setdefault(counts, program)

    def _choices(self, situation: Situation, register: int) -> list[CardChoice]:
        """Return the cards that may be played in this register after a situation, one for each command."""
        hand = self.hand
        if register in hand.locked:
            card = hand.locked[register]
            return [
                CardChoice(card, {counts: (*program, command_of(card)) for counts, program in situation.plans.items()})
            ]
        choices: list[CardChoice] = []
        for number, command in enumerate(hand.commands):
            plans = {
                (*counts[:number], counts[number] - 1, *counts[number + 1 :]): (*program, command)
                for counts, program in situation.plans.items()
                if counts[number]
            }
            if plans:
                choices.append(CardChoice(hand.cards[command][0], plans))
        if not any(any(counts) for counts in situation.plans):
            choices.append(
                CardChoice(EMPTY, {counts: (*program, EMPTY) for counts, program in situation.plans.items()})
            )
        return choices

    def _led_to(self, match: Match, register: int, card: str) -> int:
        """Return the place (cell times 4, plus facing) where a card leads before the floor acts, below 0 if unknown.

        The place is unknown where entering a cell has an effect or gates are shut, and in the first register, before
        which other things may happen.
        """
        frame = match.state.agenda[-1]
        piece = match.state.pieces[self.index]
        if not self._behind_cards or register == 1 or match.way is not match.floor.way or frame["do"] != "stages":
            return LOST
        place = piece.cell * 4 + piece.facing
        row = self._middles.get(command_of(card))
        return place if not card else LOST if row is None else row[place]

    def _let_floor_act(
        self, match: Match, register: int, card: str, place: int, found: dict[Any, Situation]
    ) -> Situation | None:
        """Return the situation at the end of a register whose card leads to this place.

        Return `None` if the place does not decide it: the floor's rules read the program or the robot's way, which are
        hidden.
        """
        self.nodes += 1
        match = match.clone()
        state = match.state
        piece = state.pieces[self.index]
        slot = cast(dict[str, Any], slot_of(match))
        slots = slot.pop("slots")
        moved = MOVES.get(command_of(card))
        heading = piece.facing + moved[1] & 3 if moved and place >> 2 != piece.cell else piece.heading
        del piece.heading
        if piece.solid:
            state.at[piece.cell] = 0
            state.at[place >> 2] = piece.index + 1
        piece.cell, piece.facing = place >> 2, place & 3
        frame = cast(StagesFrame, state.agenda[-1])
        frame["at"], frame["running"] = self._behind_cards, True
        state.stage = register
        try:
            run_on(match, "stage")
        except Exception:  # errors caused by hidden values; an error of the rules recurs in the whole register
            return None
        if not hasattr(piece, "heading"):
            piece.heading = heading
        slot["slots"] = slots
        self._lay(match, register, card)
        return self._situation(match, found)

    def _play(self, match: Match, register: int, card: str, found: dict[Any, Situation]) -> Situation:
        """Play a card in `match`, which is changed, and return the situation at the end of the register."""
        self.nodes += 1
        self._lay(match, register, card)
        run_on(match, "stage")
        return self._situation(match, found)

    def _lay(self, match: Match, register: int, card: str) -> None:
        slot = slot_of(match)
        program = replaced(slot["slots"][self.index], register - 1, card)
        slot["slots"] = replaced(slot["slots"], self.index, program)

    def _situation(self, match: Match, found: dict[Any, Situation]) -> Situation:
        """Return the situation of a match: an equal one from `found`, or else a new one."""
        key = signature(match, self.index)
        known = found.get(key)
        if known is None:
            known = found[key] = Situation(match, self.value(match, match.state.pieces[self.index]), {})
        return known

    def _at_end_of_turn(self, situation: Situation) -> Situation:
        match = situation.match
        run_on(match, "turn")
        return Situation(match, self.value(match, match.state.pieces[self.index]), situation.plans)


def alone(match: Match, piece: Piece) -> Match:
    """Return a copy of a match with only this piece on the floor and without open questions."""
    copy = match.clone()
    for other in copy.state.pieces:
        if other.index != piece.index and other.cell >= 0:
            copy.state.at[other.cell] = 0
            other.cell = OFF
    copy.state.decisions.clear()
    copy.state.sealed.clear()
    return copy


def starts_of(match: Match, piece: Piece) -> list[Match]:
    """Return the matches with which a search starts: one for each facing that the owner may choose, else only one."""
    start = alone(match, piece)
    empty_piles(start)
    facing = next((entry for entry in match.state.decisions if _asks_facing(entry, piece)), None)
    if facing is None:
        return [start]
    chosen = match.state.sealed.get(facing["id"])
    starts = []
    for choice in offered(facing) if chosen is None else (chosen,):
        copy = start.clone()
        copy.state.decisions.append(facing)
        copy.state.sealed[facing["id"]] = choice
        starts.append(copy)
    return starts


def _asks_facing(decision: Decision, piece: Piece) -> bool:
    return bool(decision["kind"] == "respawn-facing" and decision["piece"] == piece.index)


def signature(match: Match, index: int) -> tuple[Any, ...]:
    """Return a tuple that is equal for equal situations: a piece's cell, facing, damage and entries in slots."""
    state = match.state
    piece = state.pieces[index]
    count = len(state.pieces)
    own = [
        value[index]
        for name, slot in state.ext.items()
        if name != "program-cards"
        for value in slot.values()
        if value.__class__ is tuple and len(value) == count
    ]
    return (piece.cell, piece.facing, piece.damage, state.over, *own)
