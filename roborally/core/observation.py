"""The observation of a match by one seat, and full matches that agree with it (for bots that search)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from roborally.core.data import Decision
from roborally.core.decisions import HIDDEN
from roborally.core.dice import Dice
from roborally.core.floor import Floor
from roborally.core.match import Match, Seat
from roborally.core.rules import Ruleset

SPECTATOR = -1
MAX_ROUNDS = 1_000
"""The maximum number of rounds of questions that `run_on` answers, in case a rule never stops asking."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A match as `seat` sees it (`SPECTATOR`: only the public parts).

    `data` has the shape of `Match.to_data`, without the values that are hidden from the seat; rules and floor are
    public.
    """

    rules: Ruleset
    floor: Floor
    seats: tuple[Seat, ...]
    seat: int
    data: dict[str, Any]

    def decisions(self) -> list[Decision]:
        """Return the seat's own questions that are open and unanswered, in the order of asking."""
        sealed = self.data["sealed"]
        return [entry for entry in self.data["decisions"] if entry["seat"] == self.seat and entry["id"] not in sealed]

    def match(self) -> Match:
        """Return a match that holds only what the seat knows: for reading, not for playing on (see `imagine`)."""
        return Match.from_data(self.rules, self.floor, self.seats, self.data)


def observe(match: Match, seat: int) -> Observation:
    """Return a match as `seat` or a spectator sees it; plugins redact their own slots, frames hold no secrets."""
    data = match.to_data()
    data["dice"] = 0
    own = {decision["id"] for decision in data["decisions"] if decision["seat"] == seat}
    data["sealed"] = {id_: answer for id_, answer in data["sealed"].items() if id_ in own}
    data["decisions"] = [decision if decision["seat"] == seat else _outline(decision) for decision in data["decisions"]]
    for name, slot in data["ext"].items():
        rule = match.rules.slots.get(name)
        if rule is not None and rule.redact is not None:
            rule.redact(match, seat, slot)
    seats = tuple(own if at == seat else replace(own, secrets={}) for at, own in enumerate(match.seats))
    return Observation(match.rules, match.floor, seats, seat, data)


def imagine(observation: Observation, dice: Dice) -> Match:
    """Return a full match that agrees with the seat's observation; what the seat cannot see is drawn from `dice`."""
    match = observation.match()
    match.state.dice = dice.bits()
    for _, rule in sorted(match.rules.slots.items()):
        if rule.imagine is not None:
            rule.imagine(match, observation.seat, dice)
    return match


def run_on(match: Match, moment: str, answer: Callable[[Decision], Any] = itemgetter("default")) -> None:
    """Run a match, which should be a copy, until the moment with this name; `answer` answers each question on the way.

    By default every question gets its default answer. Stop earlier if the match ends or has `MAX_ROUNDS` rounds of
    questions.
    """
    match.run(moment)
    for _round in range(MAX_ROUNDS):
        if not match.state.decisions or match.halted or match.state.over:
            return
        for decision in match.state.decisions:
            match.state.sealed.setdefault(decision["id"], answer(decision))
        match.run(moment)


def _outline(decision: Decision) -> Decision:
    """Return a question as other seats see it, without choices, default and info."""
    return {**decision, "choices": HIDDEN, "default": None, "info": {}}
