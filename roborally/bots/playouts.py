"""Answers a question by playouts: carries out every choice with the real rules and takes the one with the best outcome.

The bots of the game use it for questions that no plugin answers, in modes that register `objectives`.
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
"""The value of a won match; more than any progress, which is a thousand steps for every goal."""
LIFE = 40.0
"""The value in steps of a robot that stands on the board, without damage."""
POINT = 1.0
"""The value in steps that a robot loses with each point of damage."""
MAX_TRIED = 64
"""The maximum number of choices of a question that is answered by playouts; more would take too long."""


def outcome(match: Match, piece: Piece) -> float:
    """Return the value of a match to a piece's owner, in steps, or `WIN` or `-WIN` when it is over; higher is better.

    Half the value of the other robots, which is `LIFE` minus their damage, counts against it.
    """
    state = match.state
    if state.over:
        return WIN if piece.index in state.winners else -WIN
    others = sum(_strength(other) for other in match.robots if other.index != piece.index)
    return steps_come(match, piece) + _strength(piece) - others / 2


def _strength(piece: Piece) -> float:
    return LIFE - piece.damage * POINT if piece.cell >= 0 else 0.0


def played(match: Match, decision: Decision, choice: Any, moment: str) -> Match:
    """Return a copy of a match in which the choice was made, run to the end of the "stage" or "turn" (`moment`).

    The copy lacks the open questions of other seats, whose answers are unknown.
    """
    copy = match.clone()
    copy.state.decisions[:] = [entry for entry in copy.state.decisions if entry["seat"] == decision["seat"]]
    copy.state.sealed.setdefault(decision["id"], choice)
    run_on(copy, moment)
    return copy


def best_choice(decision: Decision, value: Callable[[Any], float]) -> Any:
    """Return the choice of a question with the highest `value(choice)`; among equals the default, then the first."""
    choices = sorted(offered(decision), key=lambda choice: choice != decision["default"])
    return max(choices, key=value)


def outcome_of(match: Match, decision: Decision, choice: Any) -> float:
    """Return the value of a choice: `outcome` at the end of the stage, or of the turn if no stage has begun."""
    copy = played(match, decision, choice, "stage" if match.state.stage else "turn")
    return outcome(copy, copy.state.pieces[decision["piece"]])


def try_all(match: Match, decision: Decision, dice: Dice) -> Any:
    """Return the choice with the best `outcome_of`; among equals the default, then the first. `dice` is not used."""
    return best_choice(decision, lambda choice: outcome_of(match, decision, choice))


def can_try(match: Match, decision: Decision) -> bool:
    """Return whether `try_all` can answer: in a mode with turns and `objectives`, with 2 to `MAX_TRIED` choices."""
    choices = decision["choices"] or ()
    in_turns = match.rules.first_frame == TURNS
    return in_turns and bool(OBJECTIVES.of(match.rules)) and 1 < len(choices) <= MAX_TRIED
