"""Turret: before every register, choose one of four directions for the main laser or its replacement (OPT-04)."""

from roborally.plugin import Decision, Floor, Match, Piece, Rules, Settings, rotated
from roborally_plugins.program_cards.api import REGISTERS

from ..deck import OptionCard
from ..holders import lay, players_of
from ..state import CardMark

NAME = "turret"
SIDES = ("forward", "right", "backward", "left")
TURNED = CardMark("turret", 0)
"""Quarter turns clockwise, relative to the robot."""


def register(rules: Rules, settings: Settings) -> None:
    """Ask for a direction before every register in which robots fire, and turn the laser."""
    rules.table("fires-in-registers", fires_in_registers)
    rules.on("ask-marks", ask_turret)
    rules.decision(NAME, mark_turret)
    rules.modify("laser-direction", turned)


def fires_in_registers(floor: Floor) -> bool:
    """Return whether robots fire in every register, not only at the end of the turn (CNB-R11)."""
    return any("robot-lasers" in phase for phase in floor.rules.sequences["register"] if isinstance(phase, tuple))


def ask_turret(match: Match) -> None:
    """Ask for this register's direction, if there is a shot to come; marks do not carry over (R0)."""
    if match.state.stage < REGISTERS and not match.floor.tables["fires-in-registers"]:
        return
    for index, quarters in enumerate(TURNED.all(match)):
        if quarters:
            lay(match, index, NAME, 0)
    for piece in players_of(match, NAME):
        match.ask(NAME, piece, SIDES[0], SIDES, secret=True)


def mark_turret(match: Match, decision: Decision, answer: str) -> None:
    """Store the direction, relative to the robot."""
    lay(match, decision["piece"], NAME, SIDES.index(answer))


def turned(match: Match, direction: int, piece: Piece) -> int:
    """Fire in the turret's direction."""
    return rotated(direction, TURNED.of(match, piece.index))


CARD = OptionCard(NAME, number=4, worth=6, register=register, mark=TURNED)
