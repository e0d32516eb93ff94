"""The option card Scrambler: instead of the laser, exchanges a later program card of the robot hit (OPT-23)."""

from typing import Any

from roborally.plugin import SHEETS, Decision, Dice, Match, Piece, QuestionView, Rules, Settings, replaced
from roborally_plugins.program_cards.api import draw, locks

from ..deck import OptionCard, Shot, Weapon, first_in_line
from ..program import exchange
from ..sheet import with_target
from ..state import slot_of

NAME = "scrambler"
WORTH = 1.0
"""The value to a bot, in steps, of replacing one planned card of another robot."""


def register(rules: Rules, settings: Settings) -> None:
    """Add the question which register to exchange; all else is common to weapons."""
    rules.decision(NAME, choose_register, hint=next_register)
    rules.add(SHEETS, NAME, show_target)


def to_scramble(match: Match, piece: Piece, direction: int) -> Piece | None:
    """Return the first robot in a direction if one of its registers can be scrambled, else `None`."""
    target = first_in_line(match, piece, direction)
    return target if target is not None and registers_to_scramble(match, target) else None


def registers_to_scramble(match: Match, target: Piece) -> tuple[int, ...]:
    """Return the numbers of the target's later registers, up to 4, that are not locked (OPT-R05, OPT-G10)."""
    locked = locks(match, target)
    return tuple(number for number in range(match.state.stage + 1, 5) if number not in locked)


def ask_register(match: Match, piece: Piece) -> None:
    """Ask which register of the target to scramble; if there is only one, store its number without asking."""
    slot = slot_of(match)
    choices = registers_to_scramble(match, match.state.pieces[slot["aim"][piece.index]])
    if len(choices) == 1:
        slot["detail"] = replaced(slot["detail"], piece.index, choices[0])
    else:
        match.ask(NAME, piece, choices[0], choices, secret=True)


def choose_register(match: Match, decision: Decision, answer: int) -> None:
    """Store the number of the register that the owner wants to scramble."""
    slot = slot_of(match)
    slot["detail"] = replaced(slot["detail"], decision["piece"], answer)


def scramble(match: Match, shot: Shot) -> None:
    """Exchange the chosen card of the target, unless the same volley has locked its register (OPT-G10)."""
    if shot.detail not in locks(match, shot.target):
        for card in draw(match, 1):
            exchange(match, shot.target, shot.detail, card)


def next_register(match: Match, decision: Decision, dice: Dice) -> Any:
    """Return the next register: this spoils the rest of the program, whose cards are unknown."""
    return decision["default"]


def show_target(match: Match, decision: Decision) -> QuestionView:
    """Return the usual view, with the target shown beside the question."""
    return with_target(decision, slot_of(match)["aim"][decision["piece"]])


WEAPON = Weapon(scramble, to_scramble, ask_register, late=True, later=lambda match, piece: WORTH)
CARD = OptionCard(NAME, number=23, worth=4, register=register, weapon=WEAPON)
