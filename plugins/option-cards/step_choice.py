"""The question, common to several option cards, how far a program card moves the robot (OPT-G11)."""

from collections.abc import Mapping
from typing import NamedTuple

from roborally.plugin import SHEETS, Decision, Match, Piece, Registry, Rules
from roborally_plugins.program_cards.api import command_of

from .cards.radio_control import is_controlled
from .holders import works
from .sheet import with_running_card
from .state import Kept, keep

NOT_CHOSEN = -1
STEPS = Kept("steps", NOT_CHOSEN)
"""The number of cells that the owner has chosen for the running card, or -1."""


class StepChoice(NamedTuple):
    """An option card, and the number of cells for each answer to its question; the first answer is the default."""

    card: str
    steps: Mapping[str | int, int]


STEP_CHOICES: Registry[StepChoice] = Registry("step-choices", "commands that option cards vary: a `StepChoice`")


def register(rules: Rules) -> None:
    """Register the points at which owners choose the number of cells, and robots move by it."""
    keep(rules, STEPS)
    rules.on("before-card", ask_steps)
    rules.modify("card-steps", chosen_steps)


def offer_steps(rules: Rules, card: str, command: str, steps: Mapping[str | int, int]) -> None:
    """Add the question of an option card, asked when its holder plays a command; `steps` are the cells by answer."""
    rules.add(STEP_CHOICES, command, StepChoice(card, steps))
    rules.decision(card, choose_steps)
    rules.add(SHEETS, card, with_running_card)


def ask_steps(match: Match, piece: Piece, card: str) -> None:
    """Ask how far a card moves the robot, if an option card offers a choice and the robot is not controlled."""
    STEPS.put(match, piece.index, NOT_CHOSEN)
    choice = STEP_CHOICES.of(match.rules).get(command_of(card))
    if choice is not None and works(match, piece, choice.card) and not is_controlled(match, piece):
        answers = tuple(choice.steps)
        match.ask(choice.card, piece, answers[0], answers)


def choose_steps(match: Match, decision: Decision, answer: str | int) -> None:
    """Store the number of cells that the owner has chosen."""
    for choice in STEP_CHOICES.of(match.rules).values():
        if choice.card == decision["kind"]:
            STEPS.put(match, decision["piece"], choice.steps[answer])


def chosen_steps(match: Match, cells: int, piece: Piece) -> int:
    """Return the number of cells that a card moves the robot: the chosen one, else `cells` (CNB-R06)."""
    chosen = STEPS.of(match, piece.index)
    return cells if chosen == NOT_CHOSEN else chosen
