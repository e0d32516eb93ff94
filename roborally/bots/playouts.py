"""Answers a question by trying: every choice is played on with the real rules, and the best outcome wins.

So the game's bots can answer questions of unknown plugins, if the mode has `objectives`.
"""

from collections.abc import Callable
from typing import Any

from roborally.core.data import Decision
from roborally.core.decisions import offered
from roborally.core.dice import Dice
from roborally.core.flow import TURNS
from roborally.core.match import Match
from roborally.core.observation import run_on
from roborally.core.state import Piece
from roborally.plugin import OBJECTIVES, steps_come

WIN = 1_000_000.0
"""More than any progress, which is a thousand steps for every goal."""
LIFE = 40.0
"""The value of a robot on the floor, besides its damage."""
POINT = 1.0
"""The cost of a point of damage to its robot; damage of others counts half as much as a gain."""
MAX_TRIED = 64
"""The maximum number of choices that are tried; more would take too long."""


def outcome(match: Match, piece: Piece) -> float:
    """Return the value of a situation to the owner of a piece, in steps; higher is better."""
    state = match.state
    if state.over:
        return WIN if piece.index in state.winners else -WIN
    others = sum(_strength(other) for other in match.robots if other.index != piece.index)
    return steps_come(match, piece) + _strength(piece) - others / 2


def _strength(piece: Piece) -> float:
    return LIFE - piece.damage * POINT if piece.cell >= 0 else 0.0


def played(match: Match, decision: Decision, choice: Any, moment: str) -> Match:
    """Return a copy of a match in which the choice was made, run to `moment`, "stage" or "turn".

    Questions to others are left out, since nothing is known of them.
    """
    copy = match.clone()
    copy.state.decisions[:] = [entry for entry in copy.state.decisions if entry["seat"] == decision["seat"]]
    copy.state.sealed.setdefault(decision["id"], choice)
    run_on(copy, moment)
    return copy


def best_choice(decision: Decision, value: Callable[[Any], float]) -> Any:
    """Return the choice of the highest value; among equals the default, then the first."""
    choices = sorted(offered(decision), key=lambda choice: choice != decision["default"])
    return max(choices, key=value)


def outcome_of(match: Match, decision: Decision, choice: Any) -> float:
    """Return the value of a choice, in steps, at the end of the stage, or of the turn if it comes before the stages."""
    copy = played(match, decision, choice, "stage" if match.state.stage else "turn")
    return outcome(copy, copy.state.pieces[decision["piece"]])


def try_all(match: Match, decision: Decision, dice: Dice) -> Any:
    """Play every choice to the end of the stage and take the best; among equals the default, then the first."""
    return best_choice(decision, lambda choice: outcome_of(match, decision, choice))


def can_try(match: Match, decision: Decision) -> bool:
    """Return whether trying is of use: turns end, the mode has `objectives`, and there are not too many choices."""
    choices = decision["choices"] or ()
    in_turns = match.rules.first_frame == TURNS
    return in_turns and bool(OBJECTIVES.of(match.rules)) and 1 < len(choices) <= MAX_TRIED
