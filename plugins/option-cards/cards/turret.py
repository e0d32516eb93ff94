"""The option card Turret: turns the main laser, or its replacement, for a register, as its owner chooses (OPT-04)."""

from roborally.plugin import Decision, Floor, Match, Piece, Rules, Settings, rotated
from roborally_plugins.program_cards.api import REGISTERS

from ..deck import OptionCard
from ..holders import lay, players_of
from ..state import CardMark

NAME = "turret"
SIDES = ("forward", "right", "backward", "left")
TURNED = CardMark("turret", 0)
"""The quarter turns of the laser to the right, relative to the robot."""


def register(rules: Rules, settings: Settings) -> None:
    """Register the question for a direction, asked before every register in which robots fire."""
    rules.table("fires-in-registers", fires_in_registers)
    rules.on("ask-marks", ask_turret)
    rules.decision(NAME, mark_turret)
    rules.modify("laser-direction", turned)


def fires_in_registers(floor: Floor) -> bool:
    """Return whether robots fire in every register, not only at the end of the turn (CNB-R11)."""
    return any("robot-lasers" in phase for phase in floor.rules.sequences["register"] if isinstance(phase, tuple))


def ask_turret(match: Match) -> None:
    """Reset all turrets and ask for the direction in this register, if there is a shot to come (R0)."""
    if match.state.stage < REGISTERS and not match.floor.tables["fires-in-registers"]:
        return
    for index, quarters in enumerate(TURNED.all(match)):
        if quarters:
            lay(match, index, NAME, 0)
    for piece in players_of(match, NAME):
        match.ask(NAME, piece, SIDES[0], SIDES, secret=True)


def mark_turret(match: Match, decision: Decision, answer: str) -> None:
    """Store the direction that the owner has chosen, relative to the robot."""
    lay(match, decision["piece"], NAME, SIDES.index(answer))


def turned(match: Match, direction: int, piece: Piece) -> int:
    """Return the direction of a laser, turned by the robot's turret."""
    return rotated(direction, TURNED.of(match, piece.index))


CARD = OptionCard(NAME, number=4, worth=6, register=register, mark=TURNED)
