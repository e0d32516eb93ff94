"""The option card Superior Archive Copy: the robot re-enters without damage and then loses the card (OPT-05)."""

from typing import Any

from roborally.plugin import Decision, Dice, Match, Piece, Rules, Settings
from roborally_plugins.archive.api import is_eliminated

from ..deck import OptionCard
from ..holders import give_back, has
from ..state import Kept, slot_of

NAME = "superior-archive-copy"
COPIED = Kept("copied", False)
"""Whether the owner uses the card for the re-entry that is about to happen."""
OWING = Kept("owing", False)
"""Whether the card must be given back at the next re-entry."""


def register(rules: Rules, settings: Settings) -> None:
    """Register the question at a re-entry whether to use the card; a destroyed robot keeps it until then."""
    rules.modify("loses-option", unless_kept)
    rules.on("destroyed", note_debt)
    rules.on("options-written", note_in_scenario)
    rules.on("before-reentry", ask_copy)
    rules.decision(NAME, use_copy, hint=usual)
    rules.modify("respawn-damage", no_damage_with_copy)
    rules.on("re-entered", give_copy_back)


def unless_kept(match: Match, loses: bool, piece: Piece) -> bool:
    """Return `loses`, but false for a robot with this card alone that is not eliminated (CNB-1406)."""
    return loses and (is_eliminated(match, piece) or not _is_alone(match, piece))


def note_debt(match: Match, piece: Piece) -> None:
    """Store that a robot must give this card back at its re-entry, if it has no other option card."""
    if _is_alone(match, piece) and not is_eliminated(match, piece):
        OWING.put(match, piece.index, True)


def note_in_scenario(match: Match, piece: Piece) -> None:
    """Store the debt of a robot that begins a scenario off the floor with this card alone."""
    OWING.put(match, piece.index, piece.cell < 0 and _is_alone(match, piece))


def _is_alone(match: Match, piece: Piece) -> bool:
    return slot_of(match)["held"][piece.index] == (NAME,)


def ask_copy(match: Match, piece: Piece) -> None:
    """Ask the owner whether to use the card for this re-entry (OPT-05, T0)."""
    if has(match, piece, NAME):
        match.ask(NAME, piece, "yes", ("yes", "no"))


def use_copy(match: Match, decision: Decision, answer: str | None) -> None:
    """Store whether the owner uses the card."""
    COPIED.put(match, decision["piece"], answer == "yes")


def no_damage_with_copy(match: Match, damage: int, piece: Piece) -> int:
    """Return the damage after a re-entry: 0 if the card is used, else `damage`."""
    return 0 if COPIED.of(match, piece.index) else damage


def give_copy_back(match: Match, piece: Piece) -> None:
    """Give back a card that was used, or that was kept only for the re-entry (CNB-1206)."""
    goes = COPIED.of(match, piece.index) or OWING.of(match, piece.index)
    COPIED.put(match, piece.index, False)
    OWING.put(match, piece.index, False)
    if goes and has(match, piece, NAME):
        give_back(match, piece, NAME)


def usual(match: Match, decision: Decision, dice: Dice) -> Any:
    """Return the default, `yes`: a return without damage is always worth the card."""
    return decision["default"]


CARD = OptionCard(NAME, number=5, worth=5, register=register, keeps=(COPIED, OWING))
