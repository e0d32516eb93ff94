"""The option card Circuit Breaker: may refuse a forced power-down; no damage while shut down (OPT-15)."""

from roborally.plugin import Decision, Dice, Match, Piece, Rules, Settings
from roborally_plugins.power_down.api import shut_down_next

from ..deck import OptionCard
from ..holders import absorb, has, is_down

NAME = "circuit-breaker"
TIRED = 5


def register(rules: Rules, settings: Settings) -> None:
    """Register the absorption of damage after shields (OPT-G09), and the question whether to keep running."""
    rules.modify("damage", break_circuit, order=20)
    rules.modify("may-refuse-shutdown", holds_breaker)
    rules.on("refuse-shutdown", ask_breaker)
    rules.decision(NAME, run_or_shut_down, hint=run_unless_tired)


def break_circuit(match: Match, points: int, piece: Piece, cause: str, by: int, direction: int) -> int:
    """Return `points` of damage, but 0 for a robot that is shut down and has the card (OPT-15 b)."""
    if points <= 0 or not has(match, piece, NAME) or not is_down(match, piece):
        return points
    return points - absorb(match, piece, NAME, points)


def holds_breaker(match: Match, may: bool, piece: Piece) -> bool:
    """Return whether the owner may refuse a power-down: `may`, or true with this card (OPT-15 a)."""
    return may or has(match, piece, NAME)


def ask_breaker(match: Match, piece: Piece) -> None:
    """Ask the owner whether the robot keeps running, which is the default."""
    match.ask(NAME, piece, "run", ("run", "shut-down"), secret=True)


def run_or_shut_down(match: Match, decision: Decision, answer: str | None) -> None:
    """Shut the robot down for the next turn if the answer says so."""
    if answer == "shut-down":
        shut_down_next(match, match.state.pieces[decision["piece"]])


def run_unless_tired(match: Match, decision: Decision, dice: Dice) -> str:
    """Return `run` with less than 5 points of damage, so that no register is locked, else `shut-down`."""
    return "shut-down" if match.state.pieces[decision["piece"]].damage >= TIRED else "run"


CARD = OptionCard(NAME, number=15, worth=8, register=register)
