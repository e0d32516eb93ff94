"""Answers a question by trying: every choice is played on with the real rules, and the best outcome wins.

So the game's bots answer questions of plugins that they have never heard of, wherever a mode has `objectives`.
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
"""What a robot on the floor is worth beside its damage."""
POINT = 1.0
"""What a point of damage costs its robot; that of others counts half as much the other way."""
MAX_TRIED = 64
"""No question with more choices is tried; it would take too long."""


def outcome(match: Match, piece: Piece) -> float:
    """Return how good a situation is for the owner of a piece, in steps."""
    state = match.state
    if state.over:
        return WIN if piece.index in state.winners else -WIN
    others = sum(_strength(other) for other in match.robots if other.index != piece.index)
    return steps_come(match, piece) + _strength(piece) - others / 2


def _strength(piece: Piece) -> float:
    return LIFE - piece.damage * POINT if piece.cell >= 0 else 0.0


def played(match: Match, decision: Decision, choice: Any, moment: str) -> Match:
    """Carry one choice out, up to a moment; of questions to others nothing is known, so they are left out."""
    copy = match.clone()
    copy.state.decisions[:] = [entry for entry in copy.state.decisions if entry["seat"] == decision["seat"]]
    copy.state.sealed.setdefault(decision["id"], choice)
    run_on(copy, moment)
    return copy


def best_choice(decision: Decision, value: Callable[[Any], float]) -> Any:
    """Return the choice of the highest value; of equal ones the default, then the first."""
    choices = sorted(offered(decision), key=lambda choice: choice != decision["default"])
    return max(choices, key=value)


def outcome_of(match: Match, decision: Decision, choice: Any) -> float:
    """Return how good a choice turns out by the end of the stage, or of the turn for one that is made before stages."""
    copy = played(match, decision, choice, "stage" if match.state.stage else "turn")
    return outcome(copy, copy.state.pieces[decision["piece"]])


def try_all(match: Match, decision: Decision, dice: Dice) -> Any:
    """Play every choice to the end of the stage and take the best; of equal ones the default, then the first."""
    return best_choice(decision, lambda choice: outcome_of(match, decision, choice))


def can_try(match: Match, decision: Decision) -> bool:
    """Return whether trying tells anything: turns end, the mode has `objectives`, and the choices are not too many."""
    choices = decision["choices"] or ()
    in_turns = match.rules.first_frame == TURNS
    return in_turns and bool(OBJECTIVES.of(match.rules)) and 1 < len(choices) <= MAX_TRIED
